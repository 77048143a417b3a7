"""Quiddler: whether to challenge a word (QD-24), by what one knows and how the word looks.

The dictionary is not asked. `data/trigrams.bin` has a bit for every three letters, word ends among
them, that follow one another in common words; `tools/build_quiddler.py` writes it.
"""

from collections.abc import Callable, Iterator
from functools import cache

from chabudai.games import folder_of
from chabudai.games.quiddler.state import Options
from chabudai.games.quiddler.view import View

FILE = folder_of("quiddler") / "data" / "trigrams.bin"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
END = 26
"""Stands for the end of a word, before its first letter and after its last."""
SYMBOLS = 27
STRANGE = 8.0
"""How much likelier three letters that no common word has make it, in odds, that a word is none."""
RECORD = 2.0
"""The same for each word of its owner that was struck; the inverse for each that stood."""


def is_worth_a_challenge(
    view: View, at: int, suspicion: float, knows: Callable[[str], bool]
) -> bool:
    """Whether word `at` of the round is so likely to be none that a challenge gains on the others.

    One that a challenge has settled in this round or the one before is what it was found to be.
    `suspicion`, 0 to 1, is how likely that is for a word that one does not know and that looks
    like a word.
    """
    laid = view.laid[at]
    before = view.previous.laid if view.previous else ()
    settled = {word.word: word.struck for word in (*before, *view.laid) if word.verdict}
    if laid.word in settled:
        return settled[laid.word]
    if knows(laid.word):
        return False
    odds = suspicion / (1 - suspicion)
    odds *= STRANGE ** sum(1 for three in trigrams(laid.word) if not is_common(three))
    for word in (*before, *view.laid):
        if word.seat == laid.seat and word.verdict is not None:
            odds *= RECORD if word.struck else 1 / RECORD
    return odds > odds_needed(view.options, len(view.hands))


def odds_needed(options: Options, seats: int) -> float:
    """The odds at which a challenge neither gains nor loses against the mean of the others.

    A right one costs the owner the points of the word, twice if it counted (QD-25, QD-A3); a wrong
    one costs oneself these points, which is so much more than what one of several others loses.
    """
    return (seats - 1) / (2 if options.struck_word == "minus" else 1)


def trigrams(word: str) -> Iterator[int]:
    """The numbers of the threes of letters that follow one another in an upper-case word."""
    symbols = [END, *map(LETTERS.index, word), END]
    for one, two, three in zip(symbols, symbols[1:], symbols[2:], strict=False):
        yield (one * SYMBOLS + two) * SYMBOLS + three


def is_common(trigram: int) -> bool:
    """Whether some common words have this three."""
    return bool(table()[trigram >> 3] >> (trigram & 7) & 1)


@cache
def table() -> bytes:
    """A bit for every three."""
    return FILE.read_bytes()
