"""Analysis outside of play: the review of a finished game."""
