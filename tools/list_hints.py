"""Hints that bots of all levels give in Word Porters:
`python -m tools.list_hints [--lang ja] [--first N]`.

Prints a line for each hint of random games, as tab-separated text: level, word, hint, and the other
hints that were open. Without `--first`, these are the hints whose verdicts are in `hints.tsv` of
the game's tests. To judge a hint, consider only the words. Either the hint fits, or no fitting hint
was open, or the hint is odd: it fits no better than chance although a fitting one was open.
"""

import argparse
from collections.abc import Iterator
from itertools import count, islice
from typing import NamedTuple

from chabudai.core import CHANCE, Rng, play
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.bots import BOTS
from chabudai.games.word_porters.components import Tongue, hints_on, word_on
from chabudai.games.word_porters.rules.openings import turns
from chabudai.games.word_porters.state import Options, State, Voting

HINTS = 50
"""Number of hints by level."""
FIRST = 3_000_000
"""First seed of the games whose hints have verdicts."""
SEEDS = 1_000
"""Number of seeds for each level, so that no two levels are dealt the same cards."""


class Given(NamedTuple):
    """A hint that a bot gave for its word, and the other open hints. All are faces of cards in the
    box.
    """

    level: str
    word: int
    hint: tuple[int, int]
    others: tuple[tuple[int, int], ...]

    def line(self, tongue: Tongue) -> tuple[str, str, str, str]:
        """Return the level, and the texts of the word, the hint and the others."""
        hint, *others = (hints_on(face, tongue)[at] for face, at in (self.hint, *self.others))
        return self.level, word_on(self.word, tongue), hint, ", ".join(others)


def listing(first: int = FIRST) -> Iterator[Given]:
    """Yield hints given by bots of every level, in games whose seeds start at `first`."""
    for at, level in enumerate(BOTS):
        rounds = (hinted(level, first + at * SEEDS + game) for game in count())
        yield from islice((given for each in rounds for given in each), HINTS)


def hinted(level: str, seed: int) -> Iterator[Given]:
    """Yield the hints of a first round with three to six bots of this level."""
    rng, seats = Rng(seed), 3 + seed % 4
    bots = [BOTS[level](seats * seed + seat) for seat in range(seats)]
    state: State = GAME.setup(Options(), seats)
    while not isinstance(state.phase, Voting):
        seat = GAME.to_act(state)[0]
        if seat == CHANCE:
            action = GAME.chance(state, rng)
        else:
            action = bots[seat](GAME.view(state, seat), seat, rng)
        state = play(GAME, state, seat, action).state
    made = turns(state.options, len(state.hints), state.placed)
    for turn in made:
        others = [hint for hint in turn.opening.all if hint != turn.taken]
        hint, *rest = ((state.hints[each >> 1], each & 1) for each in (turn.taken, *others))
        yield Given(level, state.words[state.identities[turn.seat] - 1], hint, tuple(rest))


def main() -> None:
    """Print the list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lang", choices=("en", "ja", "kana"), default="en")
    parser.add_argument("--first", type=int, default=FIRST)
    args = parser.parse_args()
    for given in listing(args.first):
        print(*given.line(args.lang), sep="\t")


if __name__ == "__main__":
    main()
