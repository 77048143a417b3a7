"""Word Porters: how well words fit hints, by the ratings of the box and by vectors for own cards.

Ratings are standardised: over the 300 words of the box, those by one pair of hints have mean 0 and
variance 1. So a hint that fits nearly everything, such as useful, says little by itself; and what
is left is comparable between hints.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from chabudai.games.word_porters.cards import BOX, HintFace, WordFace, hints_on, word_on
from chabudai.games.word_porters.guesses import (
    Guess,
    axes,
    axis_of,
    guess,
    hint_of_box,
    word_of_box,
)
from chabudai.games.word_porters.state import Options

RATINGS = Path(__file__).parent / "data" / "ratings.bin"
"""Laid out by `tools/rate_words.py`."""
WORDS = 2 * len(BOX.words)
PAIRS = 2 * len(BOX.hints)
OWN_DOUBT = 0.25
"""The variance of one person's ratings from one day to another, in steps of the scale."""
EXTREME = 3.0
"""No standardised rating is further from 0."""


class Meaning(NamedTuple):
    """How well a word fits the first hint of a pair rather than the second.

    `fit`: in standard deviations, 0 for what is known to be neither or not known. `doubt`: how
    far people differ about it, 1 on average over the box.
    """

    fit: float
    doubt: float


class Board(NamedTuple):
    """The words and hints on a table; `fits[hint][word]` and `doubts` likewise.

    Hint words are counted `2 * card + word`, so a table of n cards has 2n. `words` and `hints`
    name what lies there, in English or as the table wrote it.
    """

    words: tuple[str, ...]
    hints: tuple[str, ...]
    fits: tuple[tuple[float, ...], ...]
    doubts: tuple[tuple[float, ...], ...]


@lru_cache(64)
def board(options: Options, words: tuple[WordFace, ...], hints: tuple[HintFace, ...]) -> Board:
    """What the table means that shows these faces."""
    rows = [[meaning(options, word, hint) for word in words] for hint in hints]
    return Board(
        tuple(word_text(options, word) for word in words),
        tuple(word for hint in hints for word in pair_text(options, hint)),
        tuple(tuple(sign * cell.fit for cell in row) for row in rows for sign in (1, -1)),
        tuple(tuple(cell.doubt for cell in row) for row in rows for _ in range(2)),
    )


def word_text(options: Options, word: WordFace) -> str:
    """A word in English, or as the table wrote it."""
    return options.own_words[word] if options.own_words else word_on(word, "en")


def pair_text(options: Options, hint: HintFace) -> tuple[str, str]:
    """Two hint words in English, or as the table wrote them."""
    return options.own_hints[hint] if options.own_hints else hints_on(hint, "en")


def meaning(options: Options, word: WordFace, hint: HintFace) -> Meaning:
    """What a word means by a pair of hints: by the ratings if the box has both."""
    if not options.own_words and not options.own_hints:
        return rated()[word][hint]
    text, pair = word_text(options, word), pair_text(options, hint)
    rated_word, rated_hint = word_of_box(text), hint_of_box(pair)
    if rated_word is not None and rated_hint is not None:
        return rated()[rated_word][rated_hint]
    return unrated(guess(text, axis_of(pair) if rated_hint is None else axes()[rated_hint]))


def unrated(guessed: Guess) -> Meaning:
    """A guess as a meaning: people differ as usual, and what is not known comes on top."""
    return Meaning(within(guessed.fit), sqrt(2 - guessed.known**2))


@cache
def rated() -> tuple[tuple[Meaning, ...], ...]:
    """The meanings of the box: by word, then by pair of hints."""
    cells = RATINGS.read_bytes()
    columns = [meanings_of(cells[pair::PAIRS]) for pair in range(PAIRS)]
    usual = sqrt(sum(cell.doubt**2 for column in columns for cell in column) / (WORDS * PAIRS))
    return tuple(
        tuple(Meaning(column[word].fit, column[word].doubt / usual) for column in columns)
        for word in range(WORDS)
    )


def meanings_of(column: Sequence[int]) -> list[Meaning]:
    """The ratings of every word by one pair of hints, standardised.

    The doubt of a cell is half its own, half that of the whole column, as two ratings tell little.
    """
    ratings = [((cell & 15) - 6) / 2 for cell in column]
    apart = [(cell >> 4) ** 2 / 2 for cell in column]
    mean, usual = sum(ratings) / len(ratings), sum(apart) / len(apart)
    spread = sqrt(sum(rating * rating for rating in ratings) / len(ratings) - mean * mean)
    return [
        Meaning(
            within((rating - mean) / spread),
            sqrt(OWN_DOUBT + (own + usual) / 2),
        )
        for rating, own in zip(ratings, apart, strict=True)
    ]


def within(fit: float) -> float:
    """The fit, no further from 0 than EXTREME."""
    return max(-EXTREME, min(EXTREME, fit))
