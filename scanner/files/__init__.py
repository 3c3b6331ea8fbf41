"""Hostile files to pictures."""
