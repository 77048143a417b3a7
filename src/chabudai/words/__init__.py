"""Dictionaries, families of related words, and meanings."""

from chabudai.words.crude import crude
from chabudai.words.families import inflections, lemmas, relatives, roots
from chabudai.words.fold import fold
from chabudai.words.glosses import Gloss, Meaning, Sense, meanings
from chabudai.words.lexicon import LEXICONS, Lexicon, LexiconName, lexicon
from chabudai.words.store import level

__all__ = [
    "LEXICONS",
    "Gloss",
    "Lexicon",
    "LexiconName",
    "Meaning",
    "Sense",
    "crude",
    "fold",
    "inflections",
    "lemmas",
    "level",
    "lexicon",
    "meanings",
    "relatives",
    "roots",
]
