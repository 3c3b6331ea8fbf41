"""A class: its list, its sheets, and what the pupils made of them."""
