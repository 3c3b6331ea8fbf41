"""The part of puzzles for a class in reading them."""
