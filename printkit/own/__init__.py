"""How sheets that people make are drawn."""
