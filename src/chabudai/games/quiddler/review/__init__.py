"""Quiddler: review of a game."""
