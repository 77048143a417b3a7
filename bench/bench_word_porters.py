"""Word Porters: the speed of bots, and how many words they find.

`python -m bench.bench_word_porters [speed|world|levels|hints] [--games N] [--seed S]`

A game is four boards. In `world`, all four players are of one level, but the sense of words of any
two has a correlation of .6 at every level, and all hint and read by it; so it compares their
reasoning alone. The calibration lines show how often votes of a predicted probability were right,
as predicted by the player and by the review of the round, which reads as an expert; the error is
the mean distance of both. In `levels`, bots are as they are: the better ones are also closer to the
mean ratings, and easy and normal ones hint for a literal reader. `hints` counts
how many hints a literal reader could not take for the word: by level, with no other choice, and
among those that the review shows as better, with those marked "by elimination". The deals are the
same for all levels. Intervals are of 95 %, over games. Parameters were tuned on seeds below
1,000,000.
"""

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from chabudai.arena.statistics import Estimate, estimate
from chabudai.core import CHANCE, Bot, Rng, Seat, play
from chabudai.games.word_porters import GAME, bots
from chabudai.games.word_porters.bots import STRENGTHS, Strength
from chabudai.games.word_porters.bots.meanings import board
from chabudai.games.word_porters.bots.personas import sense
from chabudai.games.word_porters.review import review
from chabudai.games.word_porters.rules.openings import turns
from chabudai.games.word_porters.state import Action, Finished, Options, State
from chabudai.games.word_porters.view import Polling, View
from chabudai.search import playout

LIKENESS = 0.6
SEATS = 4
HELD_OUT = 1_000_000
"""Seeds from here on were not used for tuning."""
BINS = 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=("speed", "world", "levels", "hints"))
    parser.add_argument("--games", type=int, default=10, help="of four boards each; %(default)s")
    parser.add_argument("--seed", type=int, default=HELD_OUT)
    args = parser.parse_args()
    seeds = range(args.seed, args.seed + args.games)
    if args.what in (None, "speed"):
        speed()
    if args.what in (None, "world"):
        world(seeds)
    if args.what in (None, "levels"):
        levels(seeds)
    if args.what in (None, "hints"):
        hints(seeds)


# --- Time

IMPORT = """
import sys, time
import chabudai.games.quiddler
assert "chabudai.games.word_porters" not in sys.modules
start = time.process_time()
import chabudai.games.word_porters
print((time.process_time() - start) * 1e3)
from chabudai.words.store import mapped
assert mapped.cache_info().currsize == 0, "word data were read"
"""


def speed() -> None:
    """Import, random play and the bots' decisions, in milliseconds of processor time."""
    runs = [fresh(IMPORT) for _ in range(7)]
    print(f"import of the room after another one, fresh process, ms{statistics.median(runs):8.1f}")
    rng = Rng(0)
    for seats in (4, 6):
        start = time.process_time()
        states = (GAME.setup(Options(), seats) for _ in range(150))
        played = sum(1 for state in states for _ in playout(GAME, state, rng))
        rate = played / (time.process_time() - start)
        print(f"random play of {seats}, each move with a view, moves a second{rate:12,.0f}")
    for level in STRENGTHS:
        for seats in (4, 6):
            taken: dict[str, list[float]] = {}
            for seed in range(2):
                play_out([timed(bots.BOTS[level](at), taken) for at in range(seats)], seed)
            for kind in ("Place", "Vote"):
                each = sorted(taken[kind])
                figures = (each[len(each) // 2], each[-1])
                print(
                    f"{level} of {seats}, a {kind.lower()}, ms: median, longest",
                    *(f"{one:8.1f}" for one in figures),
                )
    for seats in (4, 6):
        state = play_out([bots.BOTS["easy"](at) for at in range(seats)], 1)
        review.cache_clear()
        start = time.process_time()
        for number in range(1, len(state.rounds) + 1):
            review(state.options, state.rounds[:number])
        each_ms = (time.process_time() - start) / len(state.rounds) * 1e3
        print(f"review of a round of {seats}, ms{each_ms:8.1f}")


def fresh(program: str) -> float:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def timed(bot: Bot[View, Action], taken: dict[str, list[float]]) -> Bot[View, Action]:
    def act(view: View, seat: Seat, rng: Rng) -> Action:
        start = time.process_time()
        action = bot(view, seat, rng)
        taken.setdefault(type(action).__name__, []).append((time.process_time() - start) * 1e3)
        return action

    return act


# --- Strength


class Call(NamedTuple):
    """A predicted probability that a word is somebody's, and whether it was."""

    chance: float
    was: bool


class Score(NamedTuple):
    """A game: its share of right votes, and its predictions."""

    right: float
    voted: list[Call]
    """By the players, of the words they voted for."""
    felt: list[Call]
    """By the players, of every word."""
    shown: list[Call]
    """By the review, of every word."""


def world(seeds: Sequence[int]) -> None:
    """Players of each level, all with the same correlation of their sense of words."""
    boards = len(seeds) * 4
    print(f"{boards} boards of {SEATS} players from seed {seeds[0]}; chance finds 11.1 %")
    print(f"correlation between what two players feel {likeness(seeds):.3f}", flush=True)
    rows: dict[str, list[Score]] = {}
    for level, strength in STRENGTHS.items():
        own = strength._replace(likeness=LIKENESS, common=False, plain=False)
        rows[level] = series(own, seeds)
        print(f"{level:8} right votes {summary(rows[level])}", flush=True)
    ladder(rows)
    for level, scores in rows.items():
        for name, calls in (
            ("votes", [call for score in scores for call in score.voted]),
            ("words", [call for score in scores for call in score.felt]),
            ("review", [call for score in scores for call in score.shown]),
        ):
            print(f"{level:8} chances of {name:7} error {error(calls):.3f}  {bins(calls)}")


def levels(seeds: Sequence[int]) -> None:
    """Tables of four bots of each level as it is."""
    print(f"{len(seeds) * 4} boards of {SEATS} players from seed {seeds[0]}, bots as they are")
    rows: dict[str, list[Score]] = {}
    for level, strength in STRENGTHS.items():
        rows[level] = series(strength, seeds)
        print(f"{level:8} right votes {summary(rows[level])}", flush=True)
    ladder(rows)


SHOWN = 3
"""Better hints that the page shows of a placement, besides one by elimination."""


def hints(seeds: Sequence[int]) -> None:
    """By level, the hints that cannot be taken literally for the word, and those of the review."""
    for level in STRENGTHS:
        given = misfits = forced = 0
        better = bad = unmarked = misleading = 0
        for seed in seeds:
            state = play_out([bots.BOTS[level](SEATS * seed + at) for at in range(SEATS)], seed)
            for number, one in enumerate(state.rounds, 1):
                literal = board(state.options, one.words, one.hints).literal
                made = turns(state.options, len(one.hints), one.placed)
                seen_then = review(state.options, state.rounds[:number])
                for turn, seen in zip(made, seen_then.hints, strict=True):
                    fits = [row[one.identities[turn.seat] - 1] for row in literal]
                    given += 1
                    misfits += not fits[turn.taken]
                    forced += not any(fits[hint] for hint in turn.opening.all)
                    likelier = [each for each in seen.others if each.chance > seen.after]
                    shown = [each for each in likelier if not each.by_elimination][:SHOWN]
                    better += len(shown)
                    bad += sum(not fits[2 * each.card + each.word] for each in shown)
                    plainly = likelier[:SHOWN]
                    unmarked += len(plainly)
                    misleading += sum(not fits[2 * each.card + each.word] for each in plainly)
        print(
            f"{level:8} {misfits / given:.1%} of {given} hints do not fit their word, "
            f"{forced / given:.1%} where none does; of {better} better hints in the review "
            f"{bad} do not fit; without the mark, {misleading / unmarked:.0%} would not",
            flush=True,
        )


def ladder(rows: dict[str, list[Score]]) -> None:
    """The paired difference between each level and the one below."""
    for weaker, stronger in pairwise(rows):
        gains = [
            after.right - before.right
            for before, after in zip(rows[weaker], rows[stronger], strict=True)
        ]
        print(f"{stronger} over {weaker}: {spread(estimate(range(len(gains)), gains))}")


def series(strength: Strength, seeds: Iterable[int]) -> list[Score]:
    return [game(strength, seed) for seed in seeds]


def game(strength: Strength, seed: int) -> Score:
    """A game of four bots of one strength, each its own persona."""
    called: dict[tuple[int, Seat], list[list[float]]] = {}
    players = [calling(strength, SEATS * seed + at, called) for at in range(SEATS)]
    state = play_out(players, seed)
    voted: list[Call] = []
    felt: list[Call] = []
    shown: list[Call] = []
    for number, one in enumerate(state.rounds, 1):
        for seat in range(SEATS):
            rows = called[number, seat]
            others = [other for other in range(SEATS) if other != seat]
            for other, row in zip(others, rows, strict=True):
                felt += calls_of(row, one, seat, other)
                vote = one.votes[seat][other]
                voted.append(Call(row[vote - 1], vote == one.identities[other]))
        for vote_seen in review(state.options, state.rounds[:number]).votes:
            row = [chance / 1000 for chance in vote_seen.chances]
            shown += calls_of(row, one, vote_seen.seat, vote_seen.target)
    return Score(statistics.fmean(call.was for call in voted), voted, felt, shown)


def calls_of(row: Sequence[float], one: Finished, seat: Seat, other: Seat) -> Iterator[Call]:
    """The predictions for every word but one's own."""
    for word, chance in enumerate(row, 1):
        if word != one.identities[seat]:
            yield Call(chance, word == one.identities[other])


def calling(
    strength: Strength, persona: int, called: dict[tuple[int, Seat], list[list[float]]]
) -> Bot[View, Action]:
    """A bot that records its probabilities before it votes by them."""
    bot = bots.bot(strength, persona)

    def act(view: View, seat: Seat, rng: Rng) -> Action:
        if isinstance(view.phase, Polling):
            likely = bots.chances(view, seat, strength, persona)
            called[view.round, seat] = likely
            return bots.ballot(seat, likely)
        return bot(view, seat, rng)

    return act


def play_out(players: Sequence[Bot[View, Action]], seed: int) -> State:
    """A game of these bots; chance moves come from the seed alone."""
    chance_rng = Rng(seed)
    state = GAME.setup(Options(), len(players))
    while owing := GAME.to_act(state):
        seat = owing[0]
        if seat == CHANCE:
            action = GAME.chance(state, chance_rng)
        else:
            action = players[seat](GAME.view(state, seat), seat, Rng(seed))
        state = play(GAME, state, seat, action).state
    return state


def likeness(seeds: Iterable[int]) -> float:
    """The correlation between the fits of the first two players of each game."""
    one: list[float] = []
    other: list[float] = []
    for seed in seeds:
        rng = Rng(seed)
        there = board(Options(), rng.shuffled(range(300))[:10], rng.shuffled(range(106))[:10])
        for cells, at in ((one, 0), (other, 1)):
            cells += [cell for row in sense(there, LIKENESS, SEATS * seed + at) for cell in row]
    return statistics.correlation(one, other)


def error(calls: Sequence[Call]) -> float:
    """The expected calibration error, in ten bins."""
    return sum(
        abs(sum(call.chance for call in each) - sum(call.was for call in each))
        for each in in_bins(calls)
    ) / len(calls)


def bins(calls: Sequence[Call]) -> str:
    """By tenths, the mean predicted probability and the observed frequency, in percent."""
    return " ".join(
        f"{statistics.fmean(call.chance for call in each):.0%}:"
        f"{statistics.fmean(call.was for call in each):.0%}"
        for each in in_bins(calls)
        if each
    )


def in_bins(calls: Iterable[Call]) -> list[list[Call]]:
    found: list[list[Call]] = [[] for _ in range(BINS)]
    for call in calls:
        found[min(int(call.chance * BINS), BINS - 1)].append(call)
    return found


def summary(scores: Sequence[Score]) -> str:
    return spread(estimate(range(len(scores)), [score.right for score in scores]))


def spread(found: Estimate) -> str:
    width = "" if found.interval is None else f" ± {found.interval[1] - found.mean:.1%}"
    return f"{found.mean:.1%}{width}"


if __name__ == "__main__":
    main()
