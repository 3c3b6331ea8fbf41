"""Boards that were taught: found in a photo by what is printed on them, without tags."""
