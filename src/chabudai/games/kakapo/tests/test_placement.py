"""Phase 3: placing pieces (KK-32 to KK-39), and the geometry compared with a slow version."""

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from chabudai.core import Outcome, Rng, Why, play
from chabudai.games.kakapo import GAME, state as kk
from chabudai.games.kakapo.components import board
from chabudai.games.kakapo.components.board import SIDE
from chabudai.games.kakapo.components.cards import SUITS, VALUES
from chabudai.games.kakapo.components.missions import SIDES, Bird, Edge, target
from chabudai.games.kakapo.questions import Fits, Fitting, Tried, Try
from chabudai.games.kakapo.tests import naive
from chabudai.games.kakapo.tests.tables import (
    FAR,
    bird,
    cells,
    deciding,
    dotted,
    laid,
    make,
    refused,
    table,
)
from tests.support.moves import events

FORGIVING = kk.Options(double_scan_forgiving=True)
CORNER = "A1 B1 C1 D1 A2 B2 C2 D2 A3 B3 C3 D3"
"""Cells where an 8 fits in two ways, after which no other piece of its colour fits."""
DOUBLED = "O8 O1 O2 O3"


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


TOUCHED = placing("O2", board={"O3": "E5 E6 F6", "G2": "A1 B1"}, birds=(bird("F9"),))
DOUBLE = make(deciding(DOUBLED, "O8"), (0, kk.Select(kk.Double())))
EIGHT, ONE = kk.Place("O8", 0, 0, 0), kk.Place("O1", 0, 6, 6)


def test_kk_32_kk_33_kk_34_kk_35_kk_36_kk_a12_these_placements_are_refused() -> None:
    for rule, state, seat, place in (
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
    ):
        assert refused(state, seat, place) == rule
        tried = ask_to_try(state, place)
        assert rule == "KK-32" or (tried.against and tried.against.rule) == rule


def ask_to_try(state: kk.State, place: kk.Place, *others: str) -> Tried:
    asked = Try(place.piece, place.orientation, place.row, place.column, others)
    tried = GAME.ask(GAME.view(state, 1), 1, asked)
    assert isinstance(tried, Tried)
    return tried


def test_kk_33_kk_40_a_tried_place_shows_its_cells_on_the_board_and_the_edges_it_would_face() -> (
    None
):
    state = placing("O2", birds=(bird("F6"),))
    faced = Tried(cells("F5 G5"), (("right", "open", "open", "open"),), (), None)
    assert ask_to_try(state, kk.Place("O2", 0, 4, 5)) == faced
    for place, where in ((kk.Place("O2", 0, 0, 11), "L1"), (kk.Place("O2", 7, 0, 0), "")):
        tried = ask_to_try(state, place)
        assert (tried.cells, tried.edges, tried.stuck) == (cells(where), state.edges, ())


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
def test_kk_33_kk_34_kk_35_kk_37_listed_places_are_those_of_the_slow_geometry(
    value: int, seed: int
) -> None:
    piece, target, rng = f"O{value}", bird("F6 G6 G7"), Rng(seed)
    state = table("Y1", "Y1", birds=(target,))
    for suit in rng.shuffled("POBGYOO"):
        stage = placing(f"{suit}{1 + rng.below(8)}", birds=(target,), board=state.board)
        state = make(stage, (0, GAME.sample(GAME.view(stage, 0), 0, rng)))
    expected = {
        tuple(sorted(SIDE * row + column for row, column in place))
        for place in naive.PLACES[value]
        if naive.may_lie(("O", value, place), target.cells, laid(state.board))
    }
    answer = GAME.ask(GAME.view(state, 0), 1, Fits(piece))
    assert isinstance(answer, Fitting)
    assert [way.orientation for way in answer.ways] == [*range(len(answer.ways))]
    found = {
        tuple(sorted(anchor + SIDE * row + column for row, column in answer.ways[way].cells))
        for way, anchor in answer.places
    }
    assert found == expected
    if expected and value > 5:
        stage = placing(piece, birds=(target,), board=state.board)
        assert legal_cells(stage, piece) == expected


def test_kk_39_kk_t14_a_piece_without_any_place_fails_the_mission_and_no_other_does() -> None:
    state = deciding("O8 B2 B3 B4", "O8", board=dotted("A1 A2 A3 B3 C3 C2", FAR))
    step = play(GAME, state, 0, kk.Select())
    assert step.state.phase == kk.Over("no-place", "O8")
    assert events(step)[-1] == kk.Ended("no-place", "O8", Outcome((0, 0), ()))
    assert GAME.to_act(step.state) == ()
    state = deciding("O7 B2 B3 B4", "O7", board=dotted("A1 A2 A3 B3 C3 C2 C1", FAR))
    ready = make(state, (0, kk.Select()))
    assert ready.phase == kk.Placing(0, ("O7",))
    assert legal_cells(ready, "O7") == {cells("A1 A2 A3 B3 C3 C2 C1")}


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
    selecting = deciding(DOUBLED, "O8", board=dotted(CORNER, FAR))
    for tried in (ask_to_try(state, first), ask_to_try(selecting, first, "O1", "O8")):
        assert (tried.against, tried.stuck) == (None, (stuck,))
    assert make(state, (0, first)).phase == kk.Over("no-place", stuck)
    step = play(GAME, crowded(FORGIVING), 0, first)
    assert kk.PutBack(stuck) in events(step)
    assert step.state.board[-1].piece == first.piece
    assert step.state.phase == kk.Over("scanned")
    unscanned = play(GAME, crowded(FORGIVING, birds=(bird("J10", "J10NP"),)), 0, first)
    assert events(unscanned)[1:] == (kk.PutBack(stuck), kk.Began(2, 0))


def test_kk_32_kk_a17_a_second_piece_must_be_placed_after_the_goal_is_met_and_says_so() -> None:
    around = {"O1": "J9", "B1": "J11", "G1": "I10", "Y1": "K10"}
    view = GAME.view(placing("P2", board=around, birds=(FAR,)), 0)
    unmet = GAME.view(placing("P2", birds=(FAR,)), 0)
    asked = [
        GAME.ask(at, 0, Fits(piece)) for at, piece in ((view, "P2"), (view, "P3"), (unmet, "P2"))
    ]
    still = Why(
        "KK-32",
        "The goal is met, but you took two pieces: {piece} must also be placed.",
        {"piece": "P2"},
    )
    assert [isinstance(one, Fitting) and one.still for one in asked] == [still, None, None]


def test_kk_a7_a_forgiving_table_puts_back_a_piece_that_fits_nowhere_from_the_start() -> None:
    state = deciding(DOUBLED, "O8", board=dotted("A1 A2", FAR), options=FORGIVING)
    step = play(GAME, state, 0, kk.Select(kk.Double()))
    assert events(step)[-1] == kk.PutBack("O8")
    assert step.state.phase == kk.Placing(0, ("O1",))
    full = deciding(DOUBLED, "O8", board=dotted("", FAR), options=FORGIVING)
    for stuck, skill in ((state, None), (full, kk.Double())):
        assert make(stuck, (0, kk.Select(skill))).phase == kk.Over("no-place", "O8")


def test_kk_40_places_are_sorted_by_wrong_and_right_edges() -> None:
    state = placing("O3", birds=(bird("F6 G6 H6", "F6NP"), bird("C10")))
    answer = GAME.ask(GAME.view(state, 1), 1, Fits("O3"))
    assert isinstance(answer, Fitting)
    ranks = []
    for way, anchor in answer.places:
        tried = ask_to_try(state, kk.Place("O3", way, *divmod(anchor, SIDE)))
        assert tried.against is None
        edges = [edge for each in tried.edges for edge in each]
        ranks.append((edges.count("wrong"), -edges.count("right")))
    assert ranks == sorted(ranks)
    assert (ranks[0], ranks[-1]) == ((0, -2), (1, 0))


# --- The geometry


sets = st.integers(min_value=0, max_value=board.ALL)


@pytest.mark.parametrize("value", VALUES)
def test_kk_32_kk_a14_a_piece_may_be_turned_and_flipped(value: int) -> None:
    ways = board.WAYS[value]
    assert set(ways) == naive.ways(value)
    assert len(set(ways)) == len(ways)
    for at, way in enumerate(ways):
        assert ways[board.TURNED[value][at]] == naive.oriented(way, 1, -1, turned=True)
        assert ways[board.FLIPPED[value][at]] == naive.oriented(way, 1, -1, turned=False)


@settings(max_examples=40)
@given(st.sampled_from(VALUES), sets, sets, st.sets(st.integers(0, 143), max_size=4))
def test_kk_33_kk_34_kk_35_kk_39_a_piece_fits_on_free_cells_and_has_room_if_a_place_is_free(
    value: int, some: board.Cells, more: board.Cells, own_cells: set[int]
) -> None:
    own = sum(1 << cell for cell in own_cells)
    for taken in (some & more | own, some | more | own):
        free = naive.GRID - {*board.coordinates(taken)} - naive.halo(board.coordinates(own))
        expected = {board.cells_of(place) for place in naive.PLACES[value] if place <= free}
        assert set(board.placements(value, board.legal(value, taken, own))) == expected
        assert board.has_room(value, board.cells_of(free)) == bool(expected)


@given(st.data())
def test_kk_40_scanning_agrees_with_a_check_of_every_edge(data: st.DataObject) -> None:
    middle = st.integers(4, 6)
    cells = sorted(data.draw(st.sets(st.tuples(middle, middle), min_size=1, max_size=4)))
    sides = [
        (row, column, side)
        for row, column in cells
        for side, (down, right) in SIDES.items()
        if (row + down, column + right) not in cells
    ]
    suits = st.sampled_from(SUITS)
    coloured = data.draw(st.lists(st.sampled_from(sides), max_size=3, unique=True))
    edges = tuple(Edge(*side, data.draw(suits)) for side in coloured)
    bird, boards, lying = Bird(tuple(cells), edges), board.EMPTY, list[naive.Laid]()
    halo = sorted(naive.halo(cells))
    odd = data.draw(st.sampled_from(halo))
    for cell in halo:
        liked = [edge.suit for edge in edges if (edge.row, edge.column) in naive.beside(cell)]
        suit = liked[0] if liked else "P"
        if cell != odd or (suit := data.draw(st.sampled_from([*SUITS, None]))):
            boards = board.with_piece(boards, suit, board.bit(*cell))
            lying.append((suit, 1, frozenset({cell})))
    assert board.scanned(target(bird), boards) == naive.scans(bird, lying)
