"""Puzzles for a class as data: what is on a sheet, and where."""
