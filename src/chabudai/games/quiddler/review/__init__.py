"""Quiddler: looking back on a game."""
