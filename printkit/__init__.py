"""Layouts in, vector PDFs out."""
