"""Puzzles on Daydream grids: made, solved with reasons, and checked a second time."""
