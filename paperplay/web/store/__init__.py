"""What the page remembers."""
