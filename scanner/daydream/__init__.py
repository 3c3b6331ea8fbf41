"""Daydream's part in reading a sheet."""
