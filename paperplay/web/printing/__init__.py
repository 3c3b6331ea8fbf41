"""Sheets are chosen, shown and printed."""
