"""Retries of a moment in a finished game: every game judges actions and knows the best one."""

from functools import cache
from itertools import count
from typing import Any

import msgspec
import pytest

from chabudai.core import AnyGame, Illegal, Rng, play
from chabudai.core.report import Moment, report_on
from chabudai.core.retry import Retried, RetryRequest
from chabudai.core.transcript import Recorded, replayed
from tests.contract.test_tellings import is_complete
from tests.support.game_cases import CASES, Case, a_start, walk
from tests.support.moves import scripted

TRIED = [case for case in CASES if "retry" in case.game.extras.jobs]
Found = tuple[Recorded, tuple[Moment, ...]]


@cache
def moments(case: Case) -> Found:
    """Return a random finished game that has moments, and its moments."""
    game = case.game
    for seed in count(1):
        start = a_start(case)._replace(seed=seed, oddity=0)
        moves = walk(case, start)
        played = replayed(game, scripted(game, start.seats, start.options, moves))
        told = [moment for one in report_on(game, played).seats for moment in one.moments]
        if told:
            return played, tuple(told)
    raise AssertionError(case)


def retry(game: AnyGame, played: Recorded, moment: Moment, action: object) -> Retried:
    """Run the job, for an action or None, and check its sentences."""
    job = game.extras.jobs["retry"]
    raw = msgspec.Raw(msgspec.json.encode(action))
    sent = msgspec.json.encode(RetryRequest(played.transcript, moment.at, raw))
    found = job.run(game, job.prepare(game, msgspec.json.decode(sent, type=job.takes)))
    assert isinstance(found, Retried)
    assert found.said
    assert all(is_complete(game, one) for one in found.said)
    return found


def decoded(game: AnyGame, raw: msgspec.Raw) -> Any:
    return msgspec.json.decode(raw, type=game.actions)


@pytest.mark.parametrize("case", TRIED, ids=str)
def test_a_moment_can_be_tried_with_the_move_made_the_best_one_and_any_other(case: Case) -> None:
    game, (played, told) = case.game, moments(case)
    for moment in told:
        before, made = played.states[moment.at], played.transcript.entries[moment.at]
        assert made.seat == moment.seat
        again = retry(game, played, moment, decoded(game, made.action))
        assert decoded(game, again.action) == decoded(game, made.action)
        assert not again.best
        best = decoded(game, retry(game, played, moment, None).action)
        assert retry(game, played, moment, best).best
        view = game.view(before, moment.seat)
        other = game.sample(view, moment.seat, Rng(moment.at))
        assert decoded(game, retry(game, played, moment, other).action) == other


@pytest.mark.parametrize("case", TRIED, ids=str)
def test_an_illegal_move_at_a_moment_is_refused_by_its_rule(case: Case) -> None:
    game, (played, (moment, *_)) = case.game, moments(case)
    state = played.states[moment.at]
    view = game.view(state, moment.seat)
    rng, rule, odd = Rng(moment.at), "", None
    while not rule:
        odd = case.support.odd(view, moment.seat, rng)
        try:
            play(game, state, moment.seat, odd)
        except Illegal as refusal:
            rule = refusal.rule
    with pytest.raises(Illegal) as refused:
        retry(game, played, moment, odd)
    assert refused.value.rule == rule
