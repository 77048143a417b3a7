"""Phase 3: the selected pieces are placed (KK-32 to KK-39)."""

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from chabudai.core import Rng, Seat, Why, play
from chabudai.games.kakapo import GAME, state as kk
from chabudai.games.kakapo.components.board import SIDE, WAYS, cells_of
from chabudai.games.kakapo.components.cards import VALUES
from chabudai.games.kakapo.questions import Fits, Fitting, Tried, Try
from chabudai.games.kakapo.rules.placement import mask_by_cells, spot_by_place, spots
from chabudai.games.kakapo.tests import naive
from chabudai.games.kakapo.tests.tables import (
    FAR,
    bird,
    cells,
    deciding,
    dotted,
    make,
    refused,
    square,
    table,
)
from tests.support.moves import events

FORGIVING = kk.Options(double_scan_forgiving=True)
CORNER = "A1 B1 C1 D1 A2 B2 C2 D2 A3 B3 C3 D3"
"""Cells where an 8 fits in two ways, and then no other piece of its colour fits."""
DOUBLED = "O8 O1 O2 O3"
STILL = "The goal is met, but you took two pieces: {piece} must also be placed."


def placing(*pieces: str, seat: int = 0, **fields: Any) -> kk.State:
    played = kk.Round(seat, (pieces[0], "P1", "P2", "P3"), seat, pieces[0], None, pieces)
    return table("Y1", "Y1", phase=kk.Placing(seat, pieces), rounds=(played,), start=seat, **fields)


def legal_cells(state: kk.State, piece: str) -> set[tuple[int, ...]]:
    (seat,) = GAME.to_act(state)
    found = []
    for action in GAME.legal_actions(GAME.view(state, seat), seat):
        if isinstance(action, kk.Place) and action.piece == piece:
            placed = play(GAME, state, seat, action).news[0].event
            assert isinstance(placed, kk.Placed)
            found.append(placed.cells)
    assert len(found) == len(set(found))
    return set(found)


def test_kk_27_kk_32_a_placement_is_public() -> None:
    step = play(GAME, placing("O3", seat=1), 1, kk.Place("O3", 0, 0, 0))
    assert events(step)[0] == kk.Placed(1, "O3", cells("A1 A2 B2"))
    assert {news.to for news in step.news} == {None}
    assert step.state.board == (kk.Lying("O3", cells("A1 A2 B2")),)


def test_kk_32_kk_a14_a_piece_may_be_turned_and_flipped() -> None:
    shapes = set()
    for placed in legal_cells(placing("O4"), "O4"):
        top, left = min(placed) // SIDE, min(cell % SIDE for cell in placed)
        shapes.add(frozenset((cell // SIDE - top, cell % SIDE - left) for cell in placed))
    assert shapes == set(WAYS[4])
    assert len(shapes) == 8


TOUCHED = placing("O2", board={"O3": "E5 E6 F6", "G2": "A1 B1"}, birds=(bird("F9"),))
DOUBLE = make(deciding(DOUBLED, "O8"), (0, kk.Select(kk.Double())))
EIGHT, ONE = kk.Place("O8", 0, 0, 0), kk.Place("O1", 0, 6, 6)


@pytest.mark.parametrize(
    ("rule", "state", "seat", "place"),
    [
        # wrong seat, piece or time; an orientation that the piece does not have
        ("KK-32", placing("O3", seat=1), 0, kk.Place("O3", 0, 0, 0)),
        ("KK-32", placing("O3"), 0, kk.Place("O4", 0, 0, 0)),
        ("KK-32", table("O1", "O2"), 0, kk.Place("O1", 0, 0, 0)),
        ("KK-32", placing("O3"), 0, kk.Place("O3", 4, 0, 0)),
        ("KK-32", placing("O1"), 0, kk.Place("O1", 1, 0, 0)),
        ("KK-32", make(DOUBLE, (0, EIGHT)), 0, EIGHT),
        # KK-36: a piece on the board cannot be moved
        ("KK-32", make(TOUCHED, (0, kk.Place("O2", 0, 9, 0))), 0, kk.Place("G2", 0, 5, 5)),
        *(
            ("KK-33", placing("O3"), 0, kk.Place("O3", *place))
            for place in ((0, 11, 0), (0, 0, 11), (0, 11, 11), (3, 11, 3))
        ),
        ("KK-34", TOUCHED, 0, kk.Place("O2", 0, 0, 1)),
        ("KK-34", TOUCHED, 0, kk.Place("O2", 0, 8, 4)),
        ("KK-35", TOUCHED, 0, kk.Place("O2", 0, 4, 5)),
        ("KK-35", TOUCHED, 0, kk.Place("O2", 1, 6, 4)),
        # KK-A12: this also applies to the two pieces of a double scan
        ("KK-35", make(DOUBLE, (0, EIGHT)), 0, kk.Place("O1", 0, 0, 1)),
    ],
)
def test_kk_32_kk_33_kk_34_kk_35_kk_36_kk_a12_these_placements_are_refused(
    rule: str, state: kk.State, seat: Seat, place: kk.Place
) -> None:
    assert refused(state, seat, place) == rule


@pytest.mark.parametrize(
    ("state", "place", "where"),
    [
        (placing("O3"), kk.Place("O3", 0, 10, 10), "K11 K12 L12"),
        (TOUCHED, kk.Place("O2", 0, 0, 2), "C1 D1"),
        (TOUCHED, kk.Place("O2", 0, 1, 0), "A2 B2"),
        (TOUCHED, kk.Place("O2", 0, 3, 5), "F4 G4"),
        # KK-37: a piece need not touch another one
        (placing("O1", board={"G2": "A1 B1"}), kk.Place("O1", 0, 6, 6), "G7"),
    ],
)
def test_kk_33_kk_34_kk_35_kk_37_these_placements_are_accepted(
    state: kk.State, place: kk.Place, where: str
) -> None:
    assert make(state, (0, place)).board == (*state.board, kk.Lying(place.piece, cells(where)))


def test_kk_38_kk_a20_a_piece_must_be_placed_even_if_it_does_harm() -> None:
    harmed = bird("F6", "F6NG")
    state = placing("O1", birds=(harmed,), board=dotted("F5", harmed))
    assert legal_cells(state, "O1") == {cells("F5")}
    after = make(state, (0, kk.Place("O1", 0, 4, 5)))
    assert after.edges == (("wrong", "right", "right", "right"),)
    assert after.phase == kk.Revealing(0)


def test_kk_a13_a_piece_may_touch_birds_of_its_own_colour() -> None:
    own = bird("F6", "F6NO F6EO F6SO F6WO")
    after = make(placing("O7", birds=(own,)), (0, kk.Place("O7", 0, 4, 4)))
    assert after.edges == (("open", "right", "right", "right"),)


@pytest.mark.parametrize("value", VALUES)
@settings(max_examples=12)
@given(st.integers(0, 2**32))
def test_kk_33_kk_34_kk_35_listed_places_are_those_of_the_slow_geometry(
    value: int, seed: int
) -> None:
    piece, target, rng = f"O{value}", bird("F6 G6 G7"), Rng(seed)
    state = table("Y1", "Y1", birds=(target,))
    for suit in rng.shuffled("POBGYOO"):
        stage = placing(f"{suit}{1 + rng.below(8)}", birds=(target,), board=state.board)
        state = make(stage, (0, GAME.sample(GAME.view(stage, 0), 0, rng)))
    lying = [
        (lies.piece[0], int(lies.piece[1]), frozenset(divmod(cell, SIDE) for cell in lies.cells))
        for lies in state.board
    ]
    expected = {
        tuple(sorted(SIDE * row + column for row, column in place))
        for place in naive.PLACES[value]
        if naive.may_lie(("O", value, place), target.cells, lying)
    }
    answer = GAME.ask(GAME.view(state, 0), 1, Fits(piece))
    assert isinstance(answer, Fitting)
    found = {
        tuple(sorted(anchor + SIDE * row + column for row, column in answer.ways[way].cells))
        for way, anchor in answer.places
    }
    assert found == expected
    if expected and value > 5:
        stage = placing(piece, birds=(target,), board=state.board)
        assert legal_cells(stage, piece) == expected


def test_kk_39_kk_t14_a_piece_without_any_place_fails_the_mission_immediately() -> None:
    state = deciding("O8 B2 B3 B4", "O8", board=dotted("A1 A2 A3 B3 C3 C2", FAR))
    step = play(GAME, state, 0, kk.Select())
    assert step.state.phase == kk.Over("no-place", "O8")
    ended = events(step)[-1]
    assert isinstance(ended, kk.Ended)
    assert (ended.reason, ended.piece, ended.outcome.winners) == ("no-place", "O8", ())
    assert step.state.rounds[-1].decision == "O8"
    assert GAME.to_act(step.state) == ()


def test_kk_39_a_piece_with_one_place_left_is_placed() -> None:
    state = deciding("O7 B2 B3 B4", "O7", board=dotted("A1 A2 A3 B3 C3 C2 C1", FAR))
    ready = make(state, (0, kk.Select()))
    assert ready.phase == kk.Placing(0, ("O7",))
    assert legal_cells(ready, "O7") == {cells("A1 A2 A3 B3 C3 C2 C1")}
    view, only = GAME.view(ready, 0), kk.Place("O7", 0, 0, 0)
    assert GAME.sample(view, 0, Rng(1)) == GAME.idle(view, 0) == only


@pytest.mark.parametrize(("first", "second"), [(EIGHT, ONE), (ONE, EIGHT)])
def test_kk_a7_two_pieces_are_placed_in_either_order(first: kk.Place, second: kk.Place) -> None:
    assert DOUBLE.phase == kk.Placing(0, ("O8", "O1"))
    between = make(DOUBLE, (0, first))
    assert between.phase == kk.Placing(0, (second.piece,))
    assert make(between, (0, second)).phase == kk.Revealing(0)


def crowded(options: kk.Options | None = None, **fields: Any) -> kk.State:
    """Return a table after a double scan, with room for either piece but not for both."""
    birds = fields.get("birds", (FAR,))
    state = deciding(DOUBLED, "O8", board=dotted(CORNER, *birds), options=options, **fields)
    return make(state, (0, kk.Select(kk.Double())))


@pytest.mark.parametrize(
    ("first", "stuck"), [(kk.Place("O8", 0, 0, 0), "O1"), (kk.Place("O1", 0, 1, 1), "O8")]
)
def test_kk_a7_kk_a17_the_second_piece_without_a_place_fails_the_mission_or_is_put_back(
    first: kk.Place, stuck: str
) -> None:
    state = crowded()
    asked = Try(first.piece, first.orientation, first.row, first.column)
    tried = GAME.ask(GAME.view(state, 0), 0, asked)
    assert isinstance(tried, Tried)
    assert (tried.against, tried.stuck) == (None, (stuck,))
    assert make(state, (0, first)).phase == kk.Over("no-place", stuck)
    step = play(GAME, crowded(FORGIVING), 0, first)
    assert kk.PutBack(stuck) in events(step)
    assert step.state.board[-1].piece == first.piece
    assert step.state.phase == kk.Over("scanned")
    unscanned = play(GAME, crowded(FORGIVING, birds=(bird("J10", "J10NP"),)), 0, first)
    assert events(unscanned)[1:] == (kk.PutBack(stuck), kk.Began(2, 0))


def test_kk_a7_a_piece_that_is_not_selected_yet_is_tried_with_the_one_taken_with_it() -> None:
    state = deciding(DOUBLED, "O8", board=dotted(CORNER, FAR))
    tried = GAME.ask(GAME.view(state, 0), 0, Try("O8", 0, 0, 0, ("O1", "O8")))
    assert isinstance(tried, Tried)
    assert (tried.against, tried.stuck) == (None, ("O1",))


def test_kk_32_kk_a17_a_second_piece_must_be_placed_after_the_goal_is_met_and_says_so() -> None:
    around = {"O1": "J9", "B1": "J11", "G1": "I10", "Y1": "K10"}
    view = GAME.view(placing("P2", board=around, birds=(FAR,)), 0)
    asked = [GAME.ask(view, 0, Fits(piece)) for piece in ("P2", "P3")]
    assert [isinstance(one, Fitting) and one.still for one in asked] == [
        Why("KK-32", STILL, {"piece": "P2"}),
        None,
    ]
    unmet = GAME.ask(GAME.view(placing("P2", birds=(FAR,)), 0), 0, Fits("P2"))
    assert isinstance(unmet, Fitting)
    assert unmet.still is None


def test_kk_a7_a_forgiving_table_puts_back_a_piece_that_fits_nowhere_from_the_start() -> None:
    state = deciding(DOUBLED, "O8", board=dotted("A1 A2", FAR), options=FORGIVING)
    step = play(GAME, state, 0, kk.Select(kk.Double()))
    assert events(step)[-1] == kk.PutBack("O8")
    assert step.state.phase == kk.Placing(0, ("O1",))
    full = deciding(DOUBLED, "O8", board=dotted("", FAR), options=FORGIVING)
    for stuck, skill in ((state, None), (full, kk.Double())):
        assert make(stuck, (0, kk.Select(skill))).phase == kk.Over("no-place", "O8")


@pytest.mark.parametrize(
    ("asked", "rule", "where"),
    [
        (Try("O2", 0, 0, 11), "KK-33", "L1"),
        (Try("O2", 7, 0, 0), "KK-32", ""),
        (Try("O2", 0, 9, 9), "KK-34", "J10 K10"),
        (Try("O2", 0, 4, 5), "KK-35", "F5 G5"),
    ],
)
def test_kk_33_kk_34_kk_35_a_tried_place_is_refused_like_the_move(
    asked: Try, rule: str, where: str
) -> None:
    state = placing("O2", board={"O3": "E5 E6 F6"}, birds=(FAR,))
    answer = GAME.ask(GAME.view(state, 1), 1, asked)
    assert isinstance(answer, Tried)
    assert answer.against is not None
    assert (answer.against.rule, answer.cells) == (rule, cells(where))
    assert (answer.edges, answer.stuck) == (state.edges, ())


def test_kk_40_a_tried_place_shows_the_edges_it_would_face() -> None:
    state = placing("O2", birds=(bird("F6"),))
    answer = GAME.ask(GAME.view(state, 0), 0, Try("O2", 0, 4, 5))
    assert answer == Tried(cells("F5 G5"), (("right", "open", "open", "open"),), (), None)
    assert kk.Scanned not in map(type, events(play(GAME, state, 0, kk.Place("O2", 0, 4, 5))))


def test_kk_32_an_answer_tells_how_each_orientation_follows_from_another() -> None:
    answer = GAME.ask(GAME.view(placing("O4"), 0), 0, Fits("O4"))
    assert isinstance(answer, Fitting)
    for at, way in enumerate(answer.ways):
        assert way.orientation == at
        turned = way
        for _ in range(4):
            turned = answer.ways[turned.turned]
        assert turned == way
        assert answer.ways[answer.ways[way.flipped].flipped] == way
    covering = [place for place in naive.PLACES[4] if square("J10") in place]
    assert len(answer.places) + len(covering) == 880


def test_kk_40_places_are_sorted_by_wrong_and_right_edges() -> None:
    view = GAME.view(placing("O3", birds=(bird("F6 G6 H6", "F6NP"), bird("C10"))), 0)
    answer = GAME.ask(view, 1, Fits("O3"))
    assert isinstance(answer, Fitting)
    ranks = []
    for way, anchor in answer.places:
        tried = GAME.ask(view, 0, Try("O3", way, *divmod(anchor, SIDE)))
        assert isinstance(tried, Tried)
        assert tried.against is None
        edges = [edge for each in tried.edges for edge in each]
        ranks.append((edges.count("wrong"), -edges.count("right")))
    assert ranks == sorted(ranks)
    assert (ranks[0], ranks[-1]) == ((0, -2), (1, 0))


def test_every_spot_of_a_piece_is_found_by_its_place_and_by_its_cells() -> None:
    for kept in (spots, spot_by_place, mask_by_cells):
        kept.cache_clear()  # coverage counts lines only if they run here
    for value in VALUES:
        for spot in spots(value):
            assert spot_by_place(value)[spot.orientation, spot.row, spot.column] is spot
            assert mask_by_cells()[spot.cells] == spot.mask
            assert spot.mask == cells_of(divmod(cell, SIDE) for cell in spot.cells)
            assert len(spot.cells) == value
