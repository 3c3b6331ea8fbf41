"""A game night: from a pile of photos to a result that people use."""
