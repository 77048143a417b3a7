"""Phase 4: which birds are scanned, and how the mission goes on (KK-40 to KK-45, KK-A21)."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng, events_for, play
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.components.board import EMPTY, with_piece
from chabudai.games.kakapo.components.cards import DECK, SUIT
from chabudai.games.kakapo.components.missions import Bird, Mission
from chabudai.games.kakapo.rules import scanning
from chabudai.games.kakapo.rules.placement import mask_by_cells
from chabudai.games.kakapo.state import (
    Began,
    Concede,
    Ended,
    Options,
    Over,
    Place,
    Placing,
    Reveal,
    Revealing,
    Round,
    Scanned,
    Select,
    State,
    Wished,
)
from chabudai.games.kakapo.tests.naive import succeeds
from chabudai.games.kakapo.tests.support import options, pieces
from chabudai.games.kakapo.tests.tables import (
    FAR,
    LOW,
    bird,
    deciding,
    facing,
    make,
    refused,
    reveals,
    table,
)
from chabudai.search import playout
from tests.support.moves import events

ON_TOP, ELSEWHERE = Place("O1", 0, 4, 5), Place("O1", 0, 0, 0)
ROUND_LOW = {"O7": "E6 E7 E8 F8 G8 G7 G6"}
"""A piece on all cells that the low bird faces but the one above it."""


def last_dot(*birds: Bird, seats: int = 2, **fields: Any) -> State:
    """A table where seat 1 is to place a dot, and a 7 already lies round the low bird."""
    played = Round(1, ("O1", "P2", "P3", "P4"), 1, "O1", None, ("O1",))
    return table(
        *("Y1",) * seats,
        phase=Placing(1, ("O1",)),
        start=1,
        rounds=(played,),
        board=fields.pop("board", ROUND_LOW),
        birds=birds or (LOW,),
        **fields,
    )


def test_kk_40_a_bird_is_scanned_when_every_edge_faces_a_piece() -> None:
    state = last_dot()
    assert state.edges == (("open", "right", "right", "right", "right", "right"),)
    step = play(GAME, state, 1, ON_TOP)
    assert step.state.edges == (("right",) * 6,)
    assert Scanned(0) in events(step)
    assert make(state, (1, ELSEWHERE)).edges == state.edges


def test_kk_40_a_coloured_edge_faces_a_piece_of_its_own_colour() -> None:
    for suit, reason in (("O", "scanned"), ("G", None)):
        state = last_dot(bird("F6 F7", f"F6N{suit}"))
        phase = make(state, (1, ON_TOP)).phase
        assert (phase.reason if isinstance(phase, Over) else None) == reason


def test_kk_40_a_cell_in_a_corner_of_the_bird_faces_two_of_its_edges() -> None:
    bent = bird("F6 F7 G7")
    state = last_dot(bent, board={})
    after = make(state, (1, Place("O1", 0, 5, 6)))
    assert Counter(after.edges[0]) == {"right": 2, "open": 6}


def test_kk_a9_the_edge_of_the_board_scans_nothing() -> None:
    near = bird("B11")
    after = make(last_dot(near, board={}), (1, Place("O1", 0, 10, 0)))
    assert after.edges == (("open", "open", "open", "right"),)


def test_kk_a10_kk_a15_each_bird_is_judged_on_its_own() -> None:
    after = make(last_dot(LOW, FAR, required=2), (1, ON_TOP))
    assert after.edges == (("right",) * 6, ("open",) * 4)
    assert after.phase == Revealing(1)


def test_kk_a11_corners_stay_empty() -> None:
    assert make(last_dot(), (1, ON_TOP)).phase == Over("scanned")


def test_kk_41_kk_t13_success_ends_the_game_at_once() -> None:
    step = play(GAME, last_dot(FAR, LOW, round=3), 1, ON_TOP)
    assert step.state.phase == Over("scanned")
    assert step.state.round == 3
    (ended,) = [event for event in events(step) if isinstance(event, Ended)]
    assert (ended.reason, ended.outcome.scores, ended.outcome.winners) == (
        "scanned",
        (1, 1),
        (0, 1),
    )
    assert GAME.to_act(step.state) == ()
    assert GAME.may_act(step.state) == ()


def test_kk_a15_a_mission_may_name_birds_that_must_be_scanned() -> None:
    state = last_dot(LOW, FAR)
    for must, over in (((0,), True), ((1,), False)):
        named = last_dot(LOW, FAR, mission=replaced(state, must))
        assert isinstance(make(named, (1, ON_TOP)).phase, Over) == over


def test_kk_41_edges_that_are_lacking_are_those_of_the_birds_nearest_to_being_scanned() -> None:
    state = last_dot(LOW, FAR)
    for must, required, left in (((), 1, 1), ((1,), 1, 4), ((1,), 2, 5), ((), 2, 5)):
        mission = replace(state.mission, must=must, required=required)
        assert scanning.lacking(mission, state.edges) == left
    assert scanning.lacking(state.mission, make(state, (1, ON_TOP)).edges) == 0


def replaced(state: State, must: tuple[int, ...]) -> Mission:
    """The mission of a table, naming these birds."""
    return replace(state.mission, must=must)


def test_kk_42_a_round_without_a_piece_scans_nothing() -> None:
    board = {**ROUND_LOW, "O1": "F5", "G4": "A1 A2 A3 B3"}
    state = deciding("G4 G1 G2 G3", "G4", board=board, birds=(LOW,))
    assert make(state, (0, Select())).phase == Revealing(0)


@pytest.mark.parametrize(("seats", "last"), [(2, 8), (3, 10), (4, 10)])
def test_kk_14_kk_43_kk_t13_the_last_round_ends_the_mission(seats: int, last: int) -> None:
    before = last_dot(FAR, seats=seats, round=last - 1)
    assert make(before, (1, ELSEWHERE)).phase == Revealing(1)
    step = play(GAME, last_dot(FAR, seats=seats, round=last), 1, ELSEWHERE)
    assert step.state.phase == Over("last-round")
    assert not any(isinstance(event, Began) for event in events(step))


def test_kk_43_a_last_round_without_a_piece_ends_the_mission() -> None:
    board = {"G4": "A1 A2 A3 B3"}
    state = deciding("G4 G1 G2 G3", "G4", board=board, round=8)
    assert make(state, (0, Select())).phase == Over("last-round")


def test_kk_44_who_was_in_charge_starts_the_next_round() -> None:
    step = play(GAME, last_dot(FAR, seats=3, round=4), 1, ELSEWHERE)
    assert events(step)[-1] == Began(5, 1)
    assert step.state.start == 1
    assert GAME.to_act(step.state) == (1,)
    assert GAME.to_act(make(step.state, (1, Reveal("Y1")))) == (2,)


@pytest.mark.parametrize(("seats", "left"), [(2, 0), (3, 3), (4, 0)])
def test_kk_45_kk_t13_three_players_have_three_cards_left(seats: int, left: int) -> None:
    ends = set()
    for seed in range(12):
        state = GAME.setup(Options(mission=20), seats)
        for _, _, step in playout(GAME, state, Rng(seed)):
            state = step.state
        if state.phase == Over("last-round"):
            ends.add(tuple(map(len, state.hands)))
    assert ends == {(left,) * seats}


@settings(max_examples=15)
@given(st.data())
def test_kk_9_kk_10_kk_28_kk_t9_cards_are_conserved_round_by_round(data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from((2, 3, 4)))
    state = GAME.setup(data.draw(options(seats)), seats)
    size, step_down = {2: (16, 2), 3: (13, 1), 4: (10, 1)}[seats]
    everything = Counter(DECK) if seats != 3 else Counter(DECK) - Counter(["P1"])
    for _, _, step in playout(GAME, state, Rng(data.draw(st.integers(0, 2**32)))):
        after = step.state
        assert pieces(after) == everything
        if any(isinstance(event, Began) for event in events(step)):
            assert {len(hand) for hand in after.hands} == {size - step_down * (after.round - 1)}


@settings(max_examples=15)
@given(st.data())
def test_kk_40_kk_41_edges_agree_with_a_slow_look_at_any_time(data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from((2, 3, 4)))
    state = GAME.setup(data.draw(options(seats)), seats)
    for _, _, step in playout(GAME, state, Rng(data.draw(st.integers(0, 2**32)))):
        state = step.state
        assert state.edges == facing(state.mission, state.board)
    boards = EMPTY
    for lying in state.board:
        boards = with_piece(boards, SUIT[lying.piece], mask_by_cells()[lying.cells])
    assert succeeds(state.mission, boards) == (state.phase == Over("scanned"))


# --- Giving up


def running(seats: int = 3, **agreed: Any) -> State:
    """A table at which seat 0 is to reveal."""
    return table(*("O1 O2",) * seats, options=Options(**agreed))


def test_kk_a21_all_must_wish_it_and_nobody_is_told_before() -> None:
    state = running()
    assert GAME.may_act(state) == (1, 2)
    step = play(GAME, state, 2, Concede(wish=True))
    assert [events_for(step.news, seat) for seat in (0, 1, 2, None)] == [
        (),
        (),
        (Wished(2, wish=True),),
        (),
    ]
    for seat in (0, 1, None):
        assert GAME.view(step.state, seat) == GAME.view(state, seat)
    assert GAME.view(step.state, 2).wish
    assert GAME.to_act(step.state) == (0,)
    assert GAME.may_act(step.state) == (1, 2)
    all_wish = make(step.state, (0, Concede(wish=True)), (1, Concede(wish=True)))
    assert all_wish.phase == Over("conceded")


def test_kk_a21_one_may_go_back_on_it() -> None:
    once = make(running(), (1, Concede(wish=True)))
    assert make(once, (1, Concede(wish=False))) == running()
    assert refused(once, 1, Concede(wish=True)) == "KK-A21"
    assert refused(running(), 1, Concede(wish=False)) == "KK-A21"


def test_kk_a21_the_wish_stands_while_the_game_goes_on() -> None:
    state = make(running(2), (1, Concede(wish=True)))
    after = reveals(state, "O1 O1")
    assert make(after, (0, Concede(wish=True))).phase == Over("conceded")


def test_kk_a21_not_where_the_table_has_ruled_it_out_or_the_mission_is_over() -> None:
    strict = running(concession=False)
    assert GAME.may_act(strict) == ()
    assert refused(strict, 1, Concede(wish=True)) == "KK-A21"
    over = make(running(2), (0, Concede(wish=True)), (1, Concede(wish=True)))
    assert refused(over, 0, Concede(wish=False)) == "KK-A21"
    assert refused(running(), 9, Concede(wish=True)) == "KK-A21"
    assert refused(GAME.setup(Options(), 2), 0, Concede(wish=True)) == "KK-A21"


def test_kk_a21_wishes_that_came_to_nothing_are_forgotten() -> None:
    state = last_dot(LOW, wishes=(True, False))
    assert make(state, (1, ON_TOP)).wishes == (False, False)
    assert CHANCE not in GAME.may_act(state)
