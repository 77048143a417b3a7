"""Analysis outside of play: the review of a game that is over."""
