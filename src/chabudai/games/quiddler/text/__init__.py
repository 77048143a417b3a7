"""Quiddler as lines of text, in English and Japanese."""

from chabudai.games.quiddler.text.commands import TEXT

__all__ = ["TEXT"]
