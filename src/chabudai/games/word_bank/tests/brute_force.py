"""Brute-force search for passwords: every dictionary word, with stones in every position."""

from collections.abc import Iterator

from chabudai.games.word_bank.moves import inputs
from chabudai.games.word_bank.rules import against_word
from chabudai.games.word_bank.state import Input, State
from chabudai.words import lexicon


def every_password(state: State, stones: int) -> Iterator[tuple[str, Input]]:
    """Yield every password that may be said, with every way to place at most `stones` stones."""
    for first in sorted({slot.safe.letter for slot in state.ring} - {""}):
        for block in lexicon(state.options.lexicon).block(first):
            for word in block.decode().split():
                if against_word(state.options, state.ring, state.used, word) is None:
                    for way in inputs(state.ring, word, stones):
                        yield word, way
