"""How puzzles for a class are drawn: sheets, keys, strips of hints."""
