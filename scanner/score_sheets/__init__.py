"""The part of all score sheets in reading them."""
