"""Word Bank: review of a game."""
