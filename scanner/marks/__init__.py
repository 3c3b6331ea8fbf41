"""Ink to readings."""
