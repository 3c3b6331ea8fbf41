"""Markers, tokens, dials and mats of Dreams."""
