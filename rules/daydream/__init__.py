"""Daydream: a roll-and-write of clouds, rows and objects on a shelf."""
