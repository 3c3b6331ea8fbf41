"""Daydream as data: six panels, eight combinations, their objects and words."""
