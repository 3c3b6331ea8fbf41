"""The games as data: sheets, cards and words, and what loads them."""
