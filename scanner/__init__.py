"""Photographs in, boards out."""
