"""The classics: puzzles of cells, candidates and rules, made, solved with reasons, and marked."""
