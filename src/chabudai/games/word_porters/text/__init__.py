"""Word Porters as lines of text, in English and Japanese."""

from chabudai.games.word_porters.text.commands import TEXT

__all__ = ["TEXT"]
