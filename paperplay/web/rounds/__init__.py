"""Games that are scored by tapping."""
