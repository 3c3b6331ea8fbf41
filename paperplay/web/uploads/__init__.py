"""Photos come in and are read."""
