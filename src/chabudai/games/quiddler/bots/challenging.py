"""Quiddler: deciding whether to challenge a word (QD-24), from known words and trigrams.

The dictionary is not consulted. `data/trigrams.bin` has a bit for each trigram of letters and word
ends. The bit is set if the trigram occurs in common words. `tools/build_quiddler.py` writes it.
"""

from collections.abc import Callable, Iterator
from functools import cache

from chabudai.games import folder_of
from chabudai.games.quiddler.state import Options
from chabudai.games.quiddler.view import View

FILE = folder_of("quiddler") / "data" / "trigrams.bin"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
END = 26
"""Symbol before the first letter of a word and after its last."""
SYMBOLS = 27
UNUSUAL_ODDS = 8.0
"""Factor on the odds that a word is not in the dictionary, applied per uncommon trigram."""
RECORD_ODDS = 2.0
"""Factor on these odds for each word of the same owner that was struck, and divisor for each word
that was allowed.
"""


def is_worth_a_challenge(
    view: View, at: int, suspicion: float, knows: Callable[[str], bool]
) -> bool:
    """Whether challenging word `at` of the round is expected to gain points relative to the other
    players.

    A word that has been allowed after a challenge is known to be valid for the whole game. A word
    that was struck in this round or the previous one is known to be invalid. `suspicion` is as in
    `odds_against`.
    """
    laid = view.laid[at]
    if laid.word in view.upheld:
        return False
    before = view.previous.laid if view.previous else ()
    settled = {word.word: word.struck for word in (*before, *view.laid) if word.verdict}
    if laid.word in settled:
        return settled[laid.word]
    if knows(laid.word):
        return False
    return odds_against(view, at, suspicion) > odds_needed(view.options, len(view.hands))


def odds_against(view: View, at: int, suspicion: float) -> float:
    """Return the odds that the unknown word `at` of the round is not in the dictionary.

    `suspicion`, 0 to 1, is the probability that an unknown word made of common trigrams is invalid.
    """
    laid = view.laid[at]
    before = view.previous.laid if view.previous else ()
    odds = suspicion / (1 - suspicion)
    odds *= UNUSUAL_ODDS ** sum(1 for three in trigrams(laid.word) if not is_common(three))
    for word in (*before, *view.laid):
        if word.seat == laid.seat and word.verdict is not None:
            odds *= RECORD_ODDS if word.struck else 1 / RECORD_ODDS
    return odds


def odds_needed(options: Options, seats: int) -> float:
    """Return the odds at which a challenge breaks even against the mean of the other players.

    A successful challenge costs the owner the points of the word, doubled if struck words count as
    minus (QD-25, QD-A3). A failed challenge costs the challenger the word's points. The owner is
    one of several other players, so the owner's loss is divided by their number.
    """
    return (seats - 1) / (2 if options.struck_word == "minus" else 1)


def trigrams(word: str) -> Iterator[int]:
    """Yield the numbers of the trigrams of an upper-case word."""
    symbols = [END, *map(LETTERS.index, word), END]
    for one, two, three in zip(symbols, symbols[1:], symbols[2:], strict=False):
        yield (one * SYMBOLS + two) * SYMBOLS + three


def is_common(trigram: int) -> bool:
    """Whether a trigram occurs in common words."""
    return bool(trigram_bits()[trigram >> 3] >> (trigram & 7) & 1)


@cache
def trigram_bits() -> bytes:
    """Return the table with one bit for each trigram."""
    return FILE.read_bytes()
