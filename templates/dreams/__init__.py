"""Dreams as data: its score sheet."""
