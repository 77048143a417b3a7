"""The Kakapo as lines of text, in English and Japanese."""

from chabudai.games.kakapo.text.commands import TEXT

__all__ = ["TEXT"]
