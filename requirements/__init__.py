"""What ./play installs, and how: standard library only, for it runs before anything is there."""
