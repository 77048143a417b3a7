"""The dictionaries, and which words belong together."""

from chabudai.words.crude import crude
from chabudai.words.families import inflections, lemmas, relatives, roots
from chabudai.words.fold import fold
from chabudai.words.lexicon import LEXICONS, Lexicon, LexiconName, lexicon
from chabudai.words.store import level

__all__ = [
    "LEXICONS",
    "Lexicon",
    "LexiconName",
    "crude",
    "fold",
    "inflections",
    "lemmas",
    "level",
    "lexicon",
    "relatives",
    "roots",
]
