"""Analysis outside of play: mission review, grading, generator, studio."""
