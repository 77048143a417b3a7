"""Analysis outside of play: review of a mission, grading, generating, the studio."""
