"""Word Porters: how well words fit hints. Ratings show this for the box, and vectors for a table's
own cards.

Ratings are standardised: for each pair of hints, the ratings of the box's 300 words have mean 0 and
variance 1. So a hint such as "useful", which fits nearly everything, is not informative by itself,
and ratings are comparable between hints.
"""

from functools import cache, lru_cache
from math import sqrt
from typing import NamedTuple

from chabudai.games import folder_of
from chabudai.games.word_porters.bots.word_vectors import (
    Guess,
    axes,
    axis_of,
    guess,
    hint_of_box,
    word_of_box,
)
from chabudai.games.word_porters.components import BOX, HintFace, WordFace, hints_on, word_on
from chabudai.games.word_porters.rules.decks import own_word
from chabudai.games.word_porters.state import Options

RATINGS = folder_of("word-porters") / "data" / "ratings.bin"
"""Ratings file. `tools/rate_words.py` documents its layout."""
WORDS = 2 * len(BOX.words)
PAIRS = 2 * len(BOX.hints)
OWN_DOUBT = 0.25
"""Variance of one person's ratings on different days, in steps of the scale."""
EXTREME = 3.0
"""Limit of standardised ratings, which are clipped to ± this value."""


class Meaning(NamedTuple):
    """The degree to which a word fits the first hint of a pair rather than the second.

    `fit` is in standard deviations, and 0 if the word fits neither hint, or is unknown. `doubt` is
    the disagreement among people, as a standard deviation, 1 on average over the box.
    """

    fit: float
    doubt: float
    lean: float
    """The mean rating itself, -3 to 3. Above 0, people prefer the first hint for the word."""


class Board(NamedTuple):
    """The words and hints on a table, with `fits[hint][word]`, `doubts`, `leans` and `literal`.

    Hint words are numbered `2 * card + word`, so a table of n cards has 2n. `words` and `hints` are
    the texts, in English or as given by the table. `leans` are the ratings themselves, -3 to 3. For
    a table's own cards, they are estimates, and `rated` is false. `literal` is true if a person who
    uses the hint literally could mean that word. The hint must be true of the word, and fit it
    better than the average word on the table.
    """

    words: tuple[str, ...]
    hints: tuple[str, ...]
    fits: tuple[tuple[float, ...], ...]
    doubts: tuple[tuple[float, ...], ...]
    leans: tuple[tuple[float, ...], ...]
    literal: tuple[tuple[bool, ...], ...]
    rated: bool


@lru_cache(64)
def board(options: Options, words: tuple[WordFace, ...], hints: tuple[HintFace, ...]) -> Board:
    """Return the board of a table with these faces."""
    rows = [[meaning(options, word, hint) for word in words] for hint in hints]
    return Board(
        tuple(word_text(options, word) for word in words),
        tuple(word for hint in hints for word in pair_text(options, hint)),
        tuple(tuple(sign * cell.fit for cell in row) for row in rows for sign in (1, -1)),
        tuple(tuple(cell.doubt for cell in row) for row in rows for _ in range(2)),
        tuple(tuple(sign * cell.lean for cell in row) for row in rows for sign in (1, -1)),
        tuple(literal(row, sign) for row in rows for sign in (1, -1)),
        rated=not options.own_words and not options.own_hints,
    )


def literal(row: list[Meaning], sign: int) -> tuple[bool, ...]:
    """Return, for each word, whether a person could mean it by the first (`sign` 1) or the second
    (-1) hint.
    """
    mean = sum(cell.fit for cell in row) / len(row)
    return tuple(sign * cell.lean > 0 and sign * (cell.fit - mean) > 0 for cell in row)


def word_text(options: Options, word: WordFace) -> str:
    """Return a word in English, or as given by the table."""
    return own_word(options, word) or word_on(word, "en")


def pair_text(options: Options, hint: HintFace) -> tuple[str, str]:
    """Return two hint words in English, or as given by the table."""
    return options.own_hints[hint] if options.own_hints else hints_on(hint, "en")


def meaning(options: Options, word: WordFace, hint: HintFace) -> Meaning:
    """Return the meaning of a word for a pair of hints, from the ratings if the box has both."""
    if not options.own_words and not options.own_hints:
        return rated(hint)[word]
    text, pair = word_text(options, word), pair_text(options, hint)
    rated_word, rated_hint = word_of_box(text), hint_of_box(pair)
    if rated_word is not None and rated_hint is not None:
        return rated(rated_hint)[rated_word]
    return unrated(guess(text, axis_of(pair) if rated_hint is None else axes()[rated_hint]))


def unrated(guessed: Guess) -> Meaning:
    """Convert a guess to a meaning. Its doubt combines the usual doubt and the guess's
    uncertainty.
    """
    return Meaning(within(guessed.fit), sqrt(2 - guessed.known**2), guessed.fit)


@cache
def rated(pair: HintFace) -> tuple[Meaning, ...]:
    """Return the standardised meaning of each word of the box for a pair of hints.

    A word's doubt averages the raters' disagreement on this word and on all words, since two
    ratings are little evidence.
    """
    column = cells()[pair::PAIRS]
    ratings = [((cell & 15) - 6) / 2 for cell in column]
    mean = sum(ratings) / WORDS
    spread = sqrt(sum(rating * rating for rating in ratings) / WORDS - mean * mean)
    apart = disagreements(column)
    usual = sum(apart) / WORDS
    return tuple(
        Meaning(
            within((rating - mean) / spread),
            sqrt((OWN_DOUBT + (own + usual) / 2) / usual_doubt()),
            rating,
        )
        for rating, own in zip(ratings, apart, strict=True)
    )


@cache
def usual_doubt() -> float:
    """Return the mean variance of people's ratings of a cell, in steps of the scale."""
    return OWN_DOUBT + sum(disagreements(cells())) / len(cells())


def disagreements(cells: bytes) -> list[float]:
    """Return the variance between the two raters, by cell."""
    return [(cell >> 4) ** 2 / 2 for cell in cells]


@cache
def cells() -> bytes:
    """Return the ratings as stored."""
    return RATINGS.read_bytes()


def within(fit: float) -> float:
    """Clip a fit to ± EXTREME."""
    return max(-EXTREME, min(EXTREME, fit))
