"""Sheets that people make: what is on one, what a board of it is worth, and its variants.

Pure. ``sheet`` says what a sheet is, ``expressions`` (with ``language`` and ``checker``) what may
be counted with, ``scope`` what its names stand for, ``board`` what the pen did, ``score`` what
that is worth, ``variants`` which numbers a worksheet shows.
"""
