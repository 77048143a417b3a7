"""Phase 4: scanned birds, and how the mission continues (KK-40 to KK-45, KK-A21)."""

from collections import Counter
from typing import Any

from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from chabudai.core import Outcome, Rng, events_for, play
from chabudai.games.kakapo import GAME, state as kk
from chabudai.games.kakapo.components.cards import DECK
from chabudai.games.kakapo.components.missions import Bird
from chabudai.games.kakapo.rules import scanning
from chabudai.games.kakapo.tests import naive
from chabudai.games.kakapo.tests.support import options, pieces
from chabudai.games.kakapo.tests.tables import (
    FAR,
    LOW,
    bird,
    deciding,
    facing,
    laid,
    make,
    refused,
    reveals,
    table,
)
from chabudai.search import playout
from tests.support.moves import events

ON_TOP, ELSEWHERE = kk.Place("O1", 0, 4, 5), kk.Place("O1", 0, 0, 0)
ROUND_LOW = {"O7": "E6 E7 E8 F8 G8 G7 G6"}
"""A piece on all cells next to the low bird, except the one above it."""
G4 = {"G4": "A1 A2 A3 B3"}
WON = kk.Over("scanned")
GIVE_UP, GO_ON = kk.Concede(wish=True), kk.Concede(wish=False)


def last_dot(*birds: Bird, seats: int = 2, **fields: Any) -> kk.State:
    """Return a table where seat 1 must place a dot, and a 7 is already around the low bird."""
    played = kk.Round(1, ("O1", "P2", "P3", "P4"), 1, "O1", None, ("O1",))
    given: dict[str, Any] = {"board": ROUND_LOW, "birds": birds or (LOW,), **fields}
    return table(*("Y1",) * seats, phase=kk.Placing(1, ("O1",)), start=1, rounds=(played,), **given)


def test_kk_40_kk_a9_kk_a10_kk_a11_edges_are_open_right_or_wrong() -> None:
    for state, place, edges, phase in (
        (last_dot(), ON_TOP, [{"right": 6}], WON),
        (last_dot(), ELSEWHERE, [{"right": 5, "open": 1}], kk.Revealing(1)),
        # a coloured edge faces a piece of its own colour
        (last_dot(bird("F6 F7", "F6NO")), ON_TOP, [{"right": 6}], WON),
        (last_dot(bird("F6 F7", "F6NG")), ON_TOP, [{"right": 5, "wrong": 1}], kk.Revealing(1)),
        # a cell in a corner of the bird faces two of its edges
        (
            last_dot(bird("F6 F7 G7"), board={}),
            kk.Place("O1", 0, 5, 6),
            [{"right": 2, "open": 6}],
            kk.Revealing(1),
        ),
        # KK-A9: the border of the board does not count as a piece
        (
            last_dot(bird("B11"), board={}),
            kk.Place("O1", 0, 10, 0),
            [{"right": 1, "open": 3}],
            kk.Revealing(1),
        ),
        # KK-A10: each bird is judged separately
        (last_dot(LOW, FAR, required=2), ON_TOP, [{"right": 6}, {"open": 4}], kk.Revealing(1)),
        (last_dot(LOW, FAR), ON_TOP, [{"right": 6}, {"open": 4}], WON),
    ):
        step = play(GAME, state, 1, place)
        assert [Counter(each) for each in step.state.edges] == edges
        assert step.state.phase == phase
        scanned = [event.bird for event in events(step) if isinstance(event, kk.Scanned)]
        assert scanned == [at for at, each in enumerate(edges) if [*each] == ["right"]]


def test_kk_41_kk_t13_success_ends_the_game_immediately() -> None:
    step = play(GAME, last_dot(FAR, LOW, round=3), 1, ON_TOP)
    assert (step.state.phase, step.state.round) == (WON, 3)
    assert events(step)[-1] == kk.Ended("scanned", None, Outcome((1, 1), (0, 1)))
    assert GAME.to_act(step.state) == GAME.may_act(step.state) == ()


def test_kk_41_kk_a15_enough_birds_are_scanned_and_those_that_must_be() -> None:
    for must, required, left, phase in (
        ((), 1, 1, WON),
        ((0,), 1, 1, WON),
        ((1,), 1, 4, kk.Revealing(1)),
        ((1,), 2, 5, kk.Revealing(1)),
        ((), 2, 5, kk.Revealing(1)),
    ):
        state = last_dot(LOW, FAR)
        state = replace(state, mission=replace(state.mission, must=must, required=required))
        assert scanning.lacking(state.mission, state.edges) == left
        after = make(state, (1, ON_TOP))
        assert after.phase == phase
        assert (scanning.lacking(after.mission, after.edges) == 0) == (phase == WON)


def test_kk_42_kk_43_a_round_without_a_piece_scans_nothing_and_may_be_the_last() -> None:
    state = deciding("G4 G1 G2 G3", "G4", board={**ROUND_LOW, "O1": "F5", **G4}, birds=(LOW,))
    assert make(state, (0, kk.Select())).phase == kk.Revealing(0)
    last = deciding("G4 G1 G2 G3", "G4", board=G4, round=8)
    assert make(last, (0, kk.Select())).phase == kk.Over("last-round")


@settings(max_examples=15)
@given(st.data())
def test_kk_9_kk_10_kk_28_kk_40_kk_41_kk_t9_cards_and_edges_agree_with_the_slow_rules(
    data: st.DataObject,
) -> None:
    seats = data.draw(st.sampled_from((2, 3, 4)))
    state = GAME.setup(data.draw(options(seats)), seats)
    size, step_down = {2: (16, 2), 3: (13, 1), 4: (10, 1)}[seats]
    everything = Counter(DECK) if seats != 3 else Counter(DECK) - Counter(["P1"])
    for _, _, step in playout(GAME, state, Rng(data.draw(st.integers(0, 2**32)))):
        state = step.state
        assert pieces(state) == everything
        assert state.edges == facing(state.mission, state.board)
        if any(isinstance(event, kk.Began) for event in events(step)):
            assert {len(hand) for hand in state.hands} == {size - step_down * (state.round - 1)}
    assert naive.wins(state.mission, laid(state.board)) == (state.phase == WON)


# --- Giving up


def running(seats: int = 3, **agreed: Any) -> kk.State:
    return table(*("O1 O2",) * seats, options=kk.Options(**agreed))


def test_kk_a21_a_mission_is_given_up_if_all_wish_it_and_wishes_are_secret_before() -> None:
    state = running()
    assert GAME.may_act(state) == (1, 2)
    step = play(GAME, state, 2, GIVE_UP)
    for seat in (0, 1, None):
        assert events_for(step.news, seat) == ()
        assert GAME.view(step.state, seat) == GAME.view(state, seat)
    assert events_for(step.news, 2) == (kk.Wished(2, wish=True),)
    assert GAME.view(step.state, 2).wish
    assert (GAME.to_act(step.state), GAME.may_act(step.state)) == ((0,), (1, 2))
    assert make(step.state, (0, GIVE_UP), (1, GIVE_UP)).phase == kk.Over("conceded")


def test_kk_a21_a_wish_stands_until_it_is_withdrawn_or_the_mission_ends() -> None:
    assert make(make(running(), (1, GIVE_UP)), (1, GO_ON)) == running()
    after = reveals(make(running(2), (1, GIVE_UP)), "O1 O1")
    assert make(after, (0, GIVE_UP)).phase == kk.Over("conceded")
    assert make(last_dot(LOW, wishes=(True, False)), (1, ON_TOP)).wishes == (False, False)


OVER = make(running(2), (0, GIVE_UP), (1, GIVE_UP))


def test_kk_a21_a_wish_that_changes_nothing_or_is_ruled_out_is_refused() -> None:
    for state, seat, wish in (
        (make(running(), (1, GIVE_UP)), 1, GIVE_UP),
        (running(), 1, GO_ON),
        (running(concession=False), 1, GIVE_UP),
        (OVER, 0, GO_ON),
        (running(), 9, GIVE_UP),
        (GAME.setup(kk.Options(), 2), 0, GIVE_UP),
    ):
        assert refused(state, seat, wish) == "KK-A21"
    assert GAME.may_act(running(concession=False)) == ()
