"""Word Porters: how often readers put the secret word first, by kinds of givers.

`python -m bench.bench_word_reader [read|fit] [--games N] [--seed S]`

`read` has tables of four givers of one kind, of every kind, and mixed ones; a game is four boards.
Givers choose by a sense of words and in a way: those of rater a and of rater b, whose ratings are
in tools/ratings, and those of people of a correlation of .89 with the shared ratings, about what a
third rater would have; and the bots of each level. Every seat reads the hints of the three others
before it votes, by three readers: the literal one multiplies what each hint fits by the shared
ratings; the expert is the bot; both know their own word, and that no two have the same. Printed are
the share of secret words with the highest probability, the mean logarithm of the probability of the
secret word, and the calibration error of the highest probability, in ten bins. Careful givers are
all but the loose ones, the ones that slip, and the mixed tables. Intervals are of 95 %, over games.

`fit` finds the shares of the kinds of givers that the expert assumes, by expectation maximisation,
and validates them across the ways to give: with the games of one way left out, and then read on
held-out boards of that way alone. Boards for fitting have seeds below 1,000,000.
"""

import argparse
import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from math import exp, log, sqrt
from typing import NamedTuple, TypeAlias
from zlib import crc32

from bench.bench_word_porters import HELD_OUT, SEATS, Call, error, spread
from chabudai.arena.statistics import estimate
from chabudai.core import CHANCE, Rng, Seat, play
from chabudai.games.word_porters import GAME, bots
from chabudai.games.word_porters.bots import STRENGTHS, opening_of
from chabudai.games.word_porters.bots.listener import DOUBLE, SHARPNESS, Row, Table, shares
from chabudai.games.word_porters.bots.marginals import marginals
from chabudai.games.word_porters.bots.meanings import board, within
from chabudai.games.word_porters.bots.personas import text_noise
from chabudai.games.word_porters.bots.player_model import GIVERS as SHARES, readings
from chabudai.games.word_porters.bots.speaker import clarities
from chabudai.games.word_porters.rules.openings import turns
from chabudai.games.word_porters.state import Hinting, Options, Place
from chabudai.games.word_porters.view import Polling, View
from tools.rate_words import RATERS, read_ratings

Giver: TypeAlias = Callable[[View, Seat, int], int]
"""The hint word that a seat takes, as this persona."""
PERSON = 0.8
"""The square of a person's correlation with the shared ratings. Two raters have one of .87, so a
third one would have about .87 / sqrt((1 + .87) / 2) = .90 with the mean of both."""
LOOSE = 0.4
"""Temperature of a loose giver, in standard deviations of fit."""
FITTING = 100_000
"""The first seed for fitting."""
STEPS = 40
"""Of expectation maximisation."""
EQUALLY = 20.0
"""Players that are counted before the first, in equal shares by kind: no share is nought."""
SLIPS = 0.15
"""How often a giver that slips takes any hint."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=("read", "fit"), default="read")
    parser.add_argument("--games", type=int, default=4, help="by kind of giver; %(default)s")
    parser.add_argument("--seed", type=int, default=HELD_OUT)
    args = parser.parse_args()
    seeds = range(args.seed, args.seed + args.games)
    if args.what == "fit":
        fit(range(FITTING, FITTING + args.games), seeds)
    else:
        read(seeds)


# --- Givers


def rated(rater: str, view: View, _: int) -> Table:
    """By hint word, then by word: the fits of a rater, standardised over the box."""
    columns = rater_columns(rater)
    return [
        [sign * columns[hint][word] for word in view.words]
        for hint in view.hints
        for sign in (1, -1)
    ]


@cache
def rater_columns(rater: str) -> list[Row]:
    """By pair of hints, then by word, the standardised ratings of one rater."""
    _, rows = read_ratings(RATERS / f"{rater}.tsv")
    found: list[Row] = []
    for column in zip(*rows.values(), strict=True):
        mean, wide = statistics.fmean(column), statistics.pstdev(column)
        found.append([within((rating - mean) / wide) for rating in column])
    return found


def person(view: View, persona: int) -> Table:
    """The fits of somebody who feels mostly as the shared ratings; opposites are opposite."""
    there = board(view.options, view.words, view.hints)
    found: Table = []
    for hint in range(0, len(there.hints), 2):
        row = [
            sqrt(PERSON) * fit
            + sqrt(1 - PERSON) * doubt * text_noise(f"person {persona} {there.hints[hint]} {word}")
            for fit, doubt, word in zip(
                there.fits[hint], there.doubts[hint], there.words, strict=True
            )
        ]
        found += [row, [-fit for fit in row]]
    return found


SENSES: Mapping[str, Callable[[View, int], Table]] = {
    "a": partial(rated, "a"),
    "b": partial(rated, "b"),
    "person": person,
}


def giving(way: str, sense: str, view: View, seat: Seat, persona: int) -> int:
    """The hint of a giver with this sense of words, chosen in this way."""
    fits = SENSES[sense](view, persona)
    word, open_to = view.identities[seat] - 1, opening_of(view, seat)
    rng = Rng(crc32(f"{persona} {view.words} {len(view.placed)}".encode()))
    free = dict.fromkeys(open_to.free, 0.0) | dict.fromkeys(open_to.dear, -DOUBLE)
    literal = max(free, key=lambda hint: (fits[hint][word], free[hint]))
    table = [shares([exp(SHARPNESS * fit) for fit in row]) for row in fits]
    match way:
        case "contrast":
            return max(free, key=lambda hint: log(table[hint][word]) + free[hint])
        case "together":
            made = turns(view.options, len(view.hints), view.placed)
            taken = [turn.taken for turn in made if turn.seat == seat]
            clear = clarities([table], word, taken, open_to)
            return max(free, key=lambda hint: clear[hint] + free[hint])
        case "loose":
            weights = [exp(fits[hint][word] / LOOSE) for hint in free]
            return drawn_from(list(free), weights, rng)
        case "slips":
            return drawn_from([literal, *free], [1 - SLIPS, *[SLIPS / len(free)] * len(free)], rng)
        case _:
            return literal


def drawn_from(hints: Sequence[int], weights: Sequence[float], rng: Rng) -> int:
    """One of the hints, by weight."""
    left = (rng.bits() >> 11) / (1 << 53) * sum(weights)
    for hint, weight in zip(hints, weights, strict=True):
        left -= weight
        if left < 0:
            return hint
    return hints[-1]


def by_level(level: str, view: View, seat: Seat, persona: int) -> int:
    """The hint of a bot."""
    place = bots.hint(view, seat, STRENGTHS[level], persona)
    return 2 * place.card + place.word


WAYS = ("literal", "contrast", "together", "loose", "slips")
GIVERS: Mapping[str, Mapping[str, Giver]] = {
    way: {f"{way} {sense}": partial(giving, way, sense) for sense in SENSES} for way in WAYS
} | {level: {level: partial(by_level, level)} for level in STRENGTHS}
"""By way of choosing, then by kind."""
KINDS = {kind: giver for kinds in GIVERS.values() for kind, giver in kinds.items()}
MIXED = "mixed"
CARELESS = ("loose", "slips")
CAREFUL = [kind for kind in KINDS if not kind.startswith(CARELESS)]


def seated(kind: str, seed: int) -> list[Giver]:
    """By seat, a giver of that kind."""
    if kind != MIXED:
        return [KINDS[kind]] * SEATS
    rng, every = Rng(seed), list(KINDS.values())
    return [rng.choice(every) for _ in range(SEATS)]


def polls(kind: str, seed: int) -> Iterator[tuple[View, tuple[int, ...]]]:
    """The views of the seats before they vote, each with all identities, in a game of givers."""
    givers, chance_rng = seated(kind, seed), Rng(seed)
    state = GAME.setup(Options(), SEATS)
    while owing := GAME.to_act(state):
        seat = owing[0]
        if seat == CHANCE:
            action = GAME.chance(state, chance_rng)
        else:
            view = GAME.view(state, seat)
            if isinstance(view.phase, Polling):
                yield view, state.identities
            if isinstance(view.phase, Hinting):
                hint = givers[seat](view, seat, SEATS * seed + seat)
                action = Place(hint >> 1, hint & 1)
            else:
                action = GAME.sample(view, seat, Rng(seed))
        state = play(GAME, state, seat, action).state


# --- Readers


def literal_reader(view: View, seat: Seat, _: int) -> list[list[float]]:
    """The probabilities by what each hint fits alone, in the shared ratings."""
    fits = board(view.options, view.words, view.hints).fits
    rows: list[Row] = []
    for other in bots.others(view, seat):
        hints = [2 * one.card + one.word for one in view.placed if one.seat == other]
        row = [
            exp(SHARPNESS * sum(column))
            for column in zip(*(fits[hint] for hint in hints), strict=True)
        ]
        row[view.identities[seat] - 1] = 0.0
        rows.append(row)
    return marginals(rows)


def expert(view: View, seat: Seat, persona: int) -> list[list[float]]:
    """The probabilities by which the expert votes."""
    return bots.chances(view, seat, STRENGTHS["expert"], persona)


SHARED = STRENGTHS["expert"]._replace(likeness=1.0)
"""An expert with the shared ratings."""
READERS = {"literal": literal_reader, "expert": expert}


class Read(NamedTuple):
    """What a reader made of a game: its highest probabilities, and the logarithms of the true."""

    calls: list[Call]
    logs: list[float]

    @property
    def first(self) -> float:
        """The share of secret words that were put first."""
        return statistics.fmean(call.was for call in self.calls)


def reads(kind: str, seed: int) -> dict[str, Read]:
    """By reader, a game of givers of that kind."""
    found = {name: Read([], []) for name in READERS}
    for view, identities in polls(kind, seed):
        seat = next(at for at, number in enumerate(view.identities) if number)
        for name, reader in READERS.items():
            rows = reader(view, seat, SEATS * seed + SEATS + seat)
            note(found[name], seat, identities, rows)
    return found


def note(read: Read, seat: Seat, identities: Sequence[int], rows: Sequence[Row]) -> None:
    """Add what a seat made of the others."""
    others = [other for other in range(SEATS) if other != seat]
    for other, row in zip(others, rows, strict=True):
        word, most = identities[other] - 1, max(row)
        read.calls.append(Call(most, row.index(most) == word))
        read.logs.append(log(max(row[word], 1e-9)))


def read(seeds: Sequence[int]) -> None:
    """Every reader, by kind of giver."""
    print(f"{len(seeds)} games by kind of giver, {4 * len(seeds)} boards, from seed {seeds[0]}")
    games: dict[str, list[dict[str, Read]]] = {}
    for kind in (*KINDS, MIXED):
        games[kind] = [reads(kind, seed) for seed in seeds]
        tell(kind, games[kind])
    for name, kinds in (("careful", CAREFUL), ("all kinds", list(KINDS))):
        by_seed = zip(*(games[kind] for kind in kinds), strict=True)
        tell(name, [joined(each) for each in by_seed])


def joined(games: Iterable[Mapping[str, Read]]) -> dict[str, Read]:
    """Games on one seed as one."""
    every = list(games)
    return {name: joined_reads([game[name] for game in every]) for name in READERS}


def tell(kind: str, games: Sequence[Mapping[str, Read]]) -> None:
    deals = range(len(games))
    for name in READERS:
        tell_reads(f"{kind} {name}", [game[name] for game in games])
    gains = [game["expert"].first - game["literal"].first for game in games]
    print(f"{kind} expert over literal {spread(estimate(deals, gains))}", flush=True)


# --- Fitting and validating the expert's shares


def fit(seeds: Sequence[int], held_out: Sequence[int]) -> None:
    """The shares by all ways to give, and how well those read a way that were fitted without it."""
    met = {way: [made for seed in seeds for made in evidence(way, seed)] for way in GIVERS}
    print(f"{len(seeds)} games by kind from seed {seeds[0]}; read: as many from {held_out[0]}")
    whole: list[list[Read]] = []
    for way, kinds in GIVERS.items():
        prior = fitted([made for other, each in met.items() if other != way for made in each])
        games = [joined_reads([read_by(prior, kind, seed) for kind in kinds]) for seed in held_out]
        whole.append(games)
        tell_reads(f"{way} left out", games)
    careful = [games for way, games in zip(GIVERS, whole, strict=True) if way not in CARELESS]
    for name, those in (("careful, left out", careful), ("all, left out", whole)):
        tell_reads(name, [joined_reads(each) for each in zip(*those, strict=True)])
    print("shares by all ways:")
    for giver, share in zip(
        SHARES, fitted([made for each in met.values() for made in each]), strict=True
    ):
        plainly = "plain" if giver.plain else ""
        print(f"  {giver.way:6} {giver.likeness} {giver.reason} {plainly:5} {share:.3f}")


def evidence(way: str, seed: int) -> Iterator[Row]:
    """By player of the games of that way, the logarithm of its hints' probability by giver."""
    for kind in GIVERS[way]:
        total = [[0.0] * len(SHARES) for _ in range(SEATS)]
        for view, identities in polls(kind, seed):
            if view.identities[0]:
                now = bots.scene(view.options, view, SHARED, 0)
                for seat, row in enumerate(total):
                    rows = readings(now, now.by(seat), 1.0)
                    for at, each in enumerate(rows):
                        row[at] += log(each[identities[seat] - 1])
        yield from total


def fitted(players: Sequence[Row]) -> tuple[float, ...]:
    """The shares of the kinds of givers under which these players are likeliest."""
    held = [1 / len(SHARES)] * len(SHARES)
    for _ in range(STEPS):
        counts = [EQUALLY / len(held)] * len(held)
        for logs in players:
            most = max(logs)
            likely = shares(
                [share * exp(one - most) for share, one in zip(held, logs, strict=True)]
            )
            counts = list(map(float.__add__, counts, likely))
        held = shares(counts)
    return tuple(held)


def read_by(prior: Sequence[float], kind: str, seed: int) -> Read:
    """A game of givers of that kind, read with these shares."""
    found = Read([], [])
    for view, identities in polls(kind, seed):
        seat = next(at for at, number in enumerate(view.identities) if number)
        note(found, seat, identities, bots.chances(view, seat, SHARED, 0, prior))
    return found


def joined_reads(reads: Iterable[Read]) -> Read:
    """Games on one seed as one."""
    found = Read([], [])
    for one in reads:
        found.calls.extend(one.calls)
        found.logs.extend(one.logs)
    return found


def tell_reads(name: str, games: Sequence[Read]) -> None:
    first = spread(estimate(range(len(games)), [one.first for one in games]))
    logs = statistics.fmean(one for each in games for one in each.logs)
    off = error([call for one in games for call in one.calls])
    print(f"{name:24} first {first:16} log {logs:6.3f} error {off:.3f}", flush=True)


if __name__ == "__main__":
    main()
