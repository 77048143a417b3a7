"""Costly moves of a finished mission, and other moves instead of them."""

from typing import Any

import pytest

from chabudai.core import CHANCE, Rng, Seat
from chabudai.core.report import report_on
from chabudai.core.transcript import Recorded, begin, record, replayed
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.review.chances import outlook
from chabudai.games.kakapo.review.hindsight import look_back, moves_of, turned_with
from chabudai.games.kakapo.review.retry import judge
from chabudai.games.kakapo.review.wins import find_bravest
from chabudai.games.kakapo.rules.history import moments_of
from chabudai.games.kakapo.state import Action, Concede, Options, Place, Reveal, Select, State, Wild
from chabudai.games.kakapo.tests.tables import GAP, PURPLE, deciding, make, table

LATE: dict[str, Any] = {"board": GAP, "birds": (PURPLE,), "round": 8}
DECIDING = deciding("P1 O2 O3 O4", "P1", **LATE)
TAKEN = make(DECIDING, (0, Select()))
HELD_BACK = table("", "P1 B5", revealed="O2 O3 O4", **LATE, counters=0)
AWAY, ON_TOP = Place("P1", 0, 0, 0), Place("P1", 0, 4, 5)


def lost_by(state: State, seat: Seat, action: Action) -> Recorded:
    """Return a mission that begins at this table and ends with one move."""
    whole = begin(GAME, len(state.hands), state.options)
    states = (state, make(state, (seat, action)))
    return Recorded(GAME, record(whole, seat, action), states, ((), ()))


def played_by_bots(mission: int, seats: int, seed: int) -> Recorded:
    options, rng = Options(mission=mission), Rng(seed)
    state, whole = GAME.setup(options, seats), begin(GAME, seats, options)
    bots = [GAME.bots["easy"](persona) for persona in range(seats)]
    while owing := GAME.to_act(state):
        seat = owing[0]
        chance = seat == CHANCE
        action = (
            GAME.chance(state, rng) if chance else bots[seat](GAME.view(state, seat), seat, rng)
        )
        whole, state = record(whole, seat, action), GAME.apply(state, seat, action).state
    return replayed(GAME, whole)


@pytest.mark.parametrize(
    ("state", "seat", "made", "best", "other"),
    [
        (HELD_BACK, 1, Reveal("B5"), Reveal("P1"), Concede(wish=True)),
        (DECIDING, 0, Select(Wild("O")), Select(), Select(Wild("B"))),
        (TAKEN, 0, AWAY, ON_TOP, Place("P1", 0, 11, 11)),
    ],
)
def test_kk_19_kk_24_kk_32_a_move_that_lost_is_judged_against_others(
    state: State, seat: Seat, made: Action, best: Action, other: Action
) -> None:
    lost = lost_by(state, seat, made)
    shown = judge(lost, 0, None)
    assert (shown.action, shown.best) == (best, True)
    assert [type(one) for one in shown.then] == [Place] * isinstance(best, Select)
    assert shown.said[0].text.startswith("With {move}, the mission could be won in round {round}")
    assert shown.said[0].facts["round"] == 8
    again, saved, lost_too = (judge(lost, 0, action) for action in (made, best, other))
    assert (again.best, saved.best, lost_too.best) == (False, True, False)
    assert again.said[1].text == "With {move}, nothing could save the mission."
    assert saved.said == (*shown.said, *saved.said[1:])
    assert [one.text for one in saved.said[1:]] == [
        "What was played lost it.",
        "Nothing better is known.",
    ]
    assert lost_too.said != again.said


def test_the_moments_of_a_lost_mission_are_its_turning_move_and_poor_placements() -> None:
    played = played_by_bots(15, 2, 2)
    turned = look_back(GAME, played).turned
    (report,) = report_on(GAME, played).seats
    first, *others = report.moments
    assert turned is not None
    made = {move.at: move for move in moves_of(played.transcript, played.states)}
    assert turned_with(made[first.at], proved=turned.proved) == turned
    assert others
    assert len({one.seat for one in others}) == len(others)
    for one in others:
        assert isinstance(made[one.at].action, Place)
        before, after = (outlook(played.states[at]).win for at in (one.at, one.at + 1))
        assert before is not None
        assert after is None or before.round < after.round


def test_the_moments_of_a_won_mission_are_moves_that_made_it_slower_or_a_seats_bravest_card() -> (
    None
):
    played = played_by_bots(3, 2, 1)
    (report,) = report_on(GAME, played).seats
    slower, brave = report.moments
    action = judge(played, slower.at, None).action
    win = outlook(make(played.states[slower.at], (slower.seat, action))).win
    assert win is not None
    assert win.round < played.states[-1].round
    end = played.states[-1]
    bravest = find_bravest(moments_of(end), brave.seat)
    assert bravest is not None
    made = {move.at: move for move in moves_of(played.transcript, played.states)}[brave.at]
    assert (made.seat, made.before.round) == (brave.seat, bravest.round)
    assert made.action == Reveal(bravest.played.decision)
    assert bravest.beaten_by == brave.answer[1].facts["n"]
    assert {slower.seat, brave.seat} == {0, 1}
