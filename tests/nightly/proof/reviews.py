"""Reviews of whole games of bots: their parts add up, and brute force finds nothing better."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from chabudai.core import CHANCE, AnyGame, Outcome, Rng, play
from chabudai.core.report import Report, report_on
from chabudai.core.transcript import Transcript, begin, record, replayed
from chabudai.games import GAMES
from tests.nightly.proof.brute import (
    against_every_ending,
    against_every_layout,
    against_every_votes,
    against_every_word,
)
from tests.nightly.proof.run_config import Figures, Order

UNIT = 1000
MOMENTS = 3
BRUTE: Mapping[str, Callable[[Transcript, Random], int]] = {
    "kakapo": against_every_ending,
    "quiddler": against_every_layout,
    "word-bank": against_every_word,
    "word-porters": against_every_votes,
}
"""What goes through everything there is somewhere in a game, and says how often it could."""


async def reviews(order: Order) -> Figures:
    """Play `size` games of each kind, and review each."""
    luck = order.luck("reviews")
    played = parts = moments = 0
    brute = dict.fromkeys(BRUTE, 0)
    while order.goes_on(played):
        for name, against in BRUTE.items():
            game = GAMES[name]
            transcript = a_game(game, luck)
            recorded = replayed(game, transcript)
            outcome = game.outcome(recorded.states[-1])
            assert outcome is not None
            report = report_on(game, recorded)
            parts += adding_up(report, outcome)
            moments += questions(report)
            brute[name] += against(transcript, luck)
        played += 1
    told = {f"by brute force, {name}": count for name, count in brute.items()}
    return {"of each game": played, "seats": parts, "questions": moments, **told}


def a_game(game: AnyGame, luck: Random) -> Transcript:
    """A game of at least two bots of one level, or of random players."""
    seats = luck.choice([each for each in game.seats if each > 1])
    options, rng = game.options(), Rng(luck.getrandbits(32))
    state: Any = game.setup(options, seats)
    transcript = begin(game, seats, options)
    quick = [bot for level, bot in game.bots.items() if level != "expert"]
    choices: Sequence[Callable[[int], Any]] = [*quick, lambda _: game.sample]
    play_with = luck.choice(choices)
    players = [play_with(luck.getrandbits(32)) for _ in range(seats)]
    while owing := game.to_act(state):
        seat = owing[0]
        if seat == CHANCE:
            action = game.chance(state, rng)
        else:
            action = players[seat](game.view(state, seat), seat, rng)
        transcript = record(transcript, seat, action)
        state = play(game, state, seat, action).state
    return transcript


def adding_up(report: Report, outcome: Outcome) -> int:
    """The parts of every seat add up to by how much it did better than the mean of the others;
    gives the number of seats that have parts.
    """
    reported = [one for one in report.seats if one.parts]
    for one in reported:
        assert one.seat is not None
        mine = outcome.scores[one.seat]
        others = (sum(outcome.scores) - mine) / (len(outcome.scores) - 1)
        margin = sum(part.worth for part in one.parts)
        assert abs(abs(margin) - UNIT * abs(mine - others)) <= 1
        assert margin >= 0 or one.seat not in outcome.winners
    return len(reported)


def questions(report: Report) -> int:
    """Check that every moment has a question and an answer; returns their number."""
    for one in report.seats:
        assert len(one.moments) <= MOMENTS
        assert all(moment.question.text and moment.answer for moment in one.moments)
    return sum(len(one.moments) for one in report.seats)
