"""The bots of Word Bank and Quiddler: how their games feel to people, and how strong they are.

`python -m bench.bench_word_bots [word-bank|quiddler|strength] [--games N] [--seed S] [--words W]`

Three bots of one level play each game. `word-bank` prints how many stones a word places, how long
and how common the words are, how many turns a player has, and how many minutes that would be with
a person in every seat, at `TURN` seconds a turn; with `--words`, also the first words said.
`quiddler` prints how many rounds end with somebody going out on their first turn, and how many
turns a player has in a round. In `strength`, the strong bots of today play those from before the
levels were tuned by what people feel, and each level of Word Bank plays the one below: two players,
every deal from both seats, the mean margin with its 95 % interval over the deals. Bots were tuned
on seeds below 1,000,000.
"""

import argparse
import statistics
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from bench import games
from bench.games import Game
from chabudai.arena.statistics import estimate
from chabudai.core import AnyGame, Bot, Rng
from chabudai.games import quiddler, word_bank
from chabudai.games.quiddler import bots as quiddler_bots
from chabudai.games.quiddler.state import Draw, GoOut
from chabudai.games.word_bank import bots as word_bank_bots
from chabudai.games.word_bank.state import Pass, Say
from chabudai.words import level

SEATS = 3
TURN = 40
"""Seconds that a person's turn is assumed to take."""
COMMON = 35
"""The highest SCOWL level of words that most people use."""
HELD_OUT = 1_000_000
"""Seeds from here on were not used for tuning."""
BEFORE = {
    "hard": word_bank_bots.Strength(known=60, found=0.5, recognised=70, depth=2, width=16),
    "expert": word_bank_bots.Strength(
        known=80, found=1.0, recognised=80, depth=4, width=10, proof=6000
    ),
}
"""Word Bank's strong bots before their levels were tuned by what people feel."""


Maker: TypeAlias = Callable[[int], Bot[Any, Any]]
"""A bot by its persona."""


class Bout(NamedTuple):
    """What two bots play, and the margin's sign and unit."""

    room: AnyGame
    options: Any
    sign: int
    unit: str


WORD_BANK = Bout(word_bank.GAME, word_bank.GAME.options(first_player=0), -1, "stones")
QUIDDLER = Bout(quiddler.GAME, quiddler.GAME.options(first_dealer=0), 1, "points")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=("word-bank", "quiddler", "strength"))
    parser.add_argument("--games", type=int, default=20, help="of each kind; %(default)s")
    parser.add_argument("--seed", type=int, default=HELD_OUT)
    parser.add_argument("--words", type=int, default=0, help="how many words to print")
    args = parser.parse_args()
    seeds = range(args.seed, args.seed + args.games)
    if args.what in (None, "word-bank"):
        for name in word_bank_bots.BOTS:
            said(name, seeds, args.words)
    if args.what in (None, "quiddler"):
        for name in quiddler_bots.BOTS:
            went_out(name, seeds)
    if args.what in (None, "strength"):
        strength(seeds)


def played(room: AnyGame, bots: Sequence[Bot[Any, Any]], seed: int, options: Any) -> Game:
    """A game of these bots."""
    minds = [Rng(~seed - seat) for seat in range(len(bots))]
    return games.played(room, bots, minds, seed, options)


# --- What people feel


def said(name: str, seeds: Sequence[int], shown: int) -> None:
    """Word Bank: the words of three bots of a level."""
    games = [
        played(
            WORD_BANK.room,
            [word_bank_bots.BOTS[name](SEATS * seed + seat) for seat in range(SEATS)],
            seed,
            WORD_BANK.options,
        )
        for seed in seeds
    ]
    actions = [move.action for game in games for move in game.moves]
    says = [action for action in actions if isinstance(action, Say)]
    common = sum((level(say.word) or COMMON + 1) <= COMMON for say in says) / len(says)
    passes = sum(isinstance(action, Pass) for action in actions) / len(actions)
    turns = len(actions) / len(games) / SEATS
    print(
        f"Word Bank, {name:6}: {len(games)} games, "
        f"{statistics.fmean(len(say.positions) for say in says):.2f} stones a word, "
        f"{statistics.fmean(len(say.word) for say in says):.1f} letters, "
        f"{common:.0%} common, {passes:.1%} passes, {turns:.1f} turns a player, "
        f"{turns * SEATS * TURN / 60:.0f} minutes",
        *(say.word for say in says[:shown]),
        flush=True,
    )


def went_out(name: str, seeds: Sequence[int]) -> None:
    """Quiddler: when rounds of three bots of a level end."""
    first = 0
    turns: list[float] = []
    for seed in seeds:
        bots = [quiddler_bots.BOTS[name](SEATS * seed + seat) for seat in range(SEATS)]
        game = played(QUIDDLER.room, bots, seed, QUIDDLER.options)
        drawn = [move.state.round for move in game.moves if isinstance(move.action, Draw)]
        outs = [move for move in game.moves if isinstance(move.action, GoOut)]
        first += sum(move.state.turns < SEATS for move in outs)
        turns += [drawn.count(number) / SEATS for number in sorted(set(drawn))]
    print(
        f"Quiddler, {name:6}: on somebody's first turn {first} of {len(turns)} rounds end, "
        f"{statistics.fmean(turns):.1f} turns a player in a round",
        flush=True,
    )


# --- Strength


def strength(seeds: Sequence[int]) -> None:
    """Hard and expert bots against those of before, and each level against the one below."""
    made = word_bank_bots.BOTS
    for name, before in BEFORE.items():
        gain(
            f"{name} over before", WORD_BANK, made[name], partial(word_bank_bots.bot, before), seeds
        )
    for weaker, stronger in pairwise(made):
        gain(f"{stronger} over {weaker}", WORD_BANK, made[stronger], made[weaker], seeds)
    for name in ("hard", "expert"):
        forgets = partial(forgetful, name)
        gain(f"{name} over before", QUIDDLER, quiddler_bots.BOTS[name], forgets, seeds)


def forgetful(name: str, persona: int) -> Bot[Any, Any]:
    """Quiddler's bot of before: it forgot a word that was challenged two rounds ago."""
    bot = quiddler_bots.BOTS[name](persona)
    return lambda view, seat, rng: bot(replace(view, upheld=()), seat, rng)


def gain(what: str, bout: Bout, one: Maker, other: Maker, seeds: Sequence[int]) -> None:
    """The mean margin of the first bot over the second, each deal from both seats."""
    margins: list[float] = []
    wins: list[float] = []
    for seed in seeds:
        bots = (one(seed), other(seed))
        first = played(bout.room, bots, seed, bout.options).scores
        second = played(bout.room, bots[::-1], seed, bout.options).scores
        both = [bout.sign * (first[0] - first[1]), bout.sign * (second[1] - second[0])]
        margins.append(statistics.fmean(both))
        wins.append(statistics.fmean((margin > 0) + (margin == 0) / 2 for margin in both))
    print(
        f"{bout.room.title}, {what}, {len(seeds)} deals: {interval(margins)} {bout.unit}, "
        f"wins {interval(wins)}",
        flush=True,
    )


def interval(values: Sequence[float]) -> str:
    """A mean and its 95 % interval over the deals."""
    found = estimate(range(len(values)), values)
    width = "" if found.interval is None else f" ± {found.interval[1] - found.mean:.2f}"
    return f"{found.mean:+.2f}{width}"


if __name__ == "__main__":
    main()
