"""The part of sheets that people make in reading them."""
