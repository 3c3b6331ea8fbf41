"""The games' rules: pure functions on values. No files, pictures or clocks in here."""
