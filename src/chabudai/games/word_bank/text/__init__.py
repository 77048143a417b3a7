"""Word Bank as lines of text, in English and Japanese."""

from chabudai.games.word_bank.text.commands import TEXT

__all__ = ["TEXT"]
