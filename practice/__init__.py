"""Sheets filled in by an invented pen and photographed by an invented camera.

For the demonstration and the tests: nobody has to play a game to see one scored.
"""
