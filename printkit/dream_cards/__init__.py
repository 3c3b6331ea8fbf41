"""The dream cards of the game Dreams."""
