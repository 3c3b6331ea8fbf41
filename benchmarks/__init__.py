"""Measurements, each a script that prints the table shown in the docs."""
