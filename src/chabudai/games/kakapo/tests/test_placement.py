"""Phase 3: the selected pieces are placed (KK-32 to KK-39)."""

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from chabudai.core import Rng, play
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.components.board import SIDE, WAYS, cells_of
from chabudai.games.kakapo.components.cards import VALUES
from chabudai.games.kakapo.questions import Fits, Fitting, Tried, Try
from chabudai.games.kakapo.rules.placement import mask_by_cells, spot_by_place, spots
from chabudai.games.kakapo.state import (
    Began,
    Double,
    Ended,
    Lying,
    Options,
    Over,
    Place,
    Placed,
    Placing,
    PutBack,
    Revealing,
    Round,
    Scanned,
    Select,
    State,
)
from chabudai.games.kakapo.tests.naive import PLACES
from chabudai.games.kakapo.tests.tables import (
    FAR,
    bird,
    cell,
    cells,
    deciding,
    dotted,
    make,
    refused,
    table,
)
from tests.support.moves import events

FORGIVING = Options(double_scan_forgiving=True)
CORNER = "A1 B1 C1 D1 A2 B2 C2 D2 A3 B3 C3 D3"
"""Where an 8 can lie in two ways, and then nothing else of its colour beside it."""
DOUBLED = "O8 O1 O2 O3"


def placing(*pieces: str, seats: int = 2, seat: int = 0, **fields: Any) -> State:
    """A table at which `seat` is to place these pieces."""
    shown = (pieces[0], "P1", "P2", "P3")[: 4 if seats == 2 else seats]
    played = Round(seat, shown, seat, pieces[0], None, pieces)
    hands = ("Y1",) * seats
    return table(*hands, phase=Placing(seat, pieces), rounds=(played,), start=seat, **fields)


def legal_cells(state: State, piece: str) -> set[tuple[int, ...]]:
    """Where a piece may be placed, by the actions that are listed."""
    (seat,) = GAME.to_act(state)
    found = []
    for action in GAME.legal_actions(GAME.view(state, seat), seat):
        if isinstance(action, Place) and action.piece == piece:
            placed = play(GAME, state, seat, action).news[0].event
            assert isinstance(placed, Placed)
            found.append(placed.cells)
    assert len(found) == len(set(found))
    return set(found)


def test_kk_32_kk_27_a_piece_is_placed_by_who_is_in_charge_and_told_to_all() -> None:
    state = placing("O3", seat=1)
    assert refused(state, 0, Place("O3", 0, 0, 0)) == "KK-32"
    step = play(GAME, state, 1, Place("O3", 0, 0, 0))
    assert events(step)[0] == Placed(1, "O3", cells("A1 A2 B2"))
    assert [news.to for news in step.news] == [None] * len(step.news)
    assert step.state.board == (Lying("O3", cells("A1 A2 B2")),)


def test_kk_32_kk_a14_turned_and_flipped() -> None:
    state = placing("O4")
    lying = {
        frozenset(
            (where // SIDE - top, where % SIDE - left)
            for where in placed
            for top, left in ((min(placed) // SIDE, min(each % SIDE for each in placed)),)
        )
        for placed in legal_cells(state, "O4")
    }
    assert lying == set(WAYS[4])
    assert len(lying) == 8
    assert refused(placing("O3"), 0, Place("O3", 4, 0, 0)) == "KK-32"
    assert refused(placing("O1"), 0, Place("O1", 1, 0, 0)) == "KK-32"


def test_kk_32_only_pieces_that_were_selected_are_placed() -> None:
    assert refused(placing("O3"), 0, Place("O4", 0, 0, 0)) == "KK-32"
    assert refused(table("O1", "O2"), 0, Place("O1", 0, 0, 0)) == "KK-32"


@pytest.mark.parametrize(
    ("orientation", "row", "column"), [(0, 11, 0), (0, 0, 11), (0, 11, 11), (3, 11, 3)]
)
def test_kk_33_a_piece_that_overflows_is_refused(orientation: int, row: int, column: int) -> None:
    assert refused(placing("O3"), 0, Place("O3", orientation, row, column)) == "KK-33"


def test_kk_33_a_piece_may_lie_in_the_last_corner() -> None:
    assert make(placing("O3"), (0, Place("O3", 0, 10, 10))).board[-1].cells == cells("K11 K12 L12")


def test_kk_34_a_piece_covers_neither_bird_nor_piece() -> None:
    state = placing("O2", board={"G2": "A1 B1"}, birds=(bird("F6"),))
    assert refused(state, 0, Place("O2", 0, 0, 1)) == "KK-34"
    assert refused(state, 0, Place("O2", 0, 5, 4)) == "KK-34"
    assert make(state, (0, Place("O2", 0, 0, 2))).board[-1].cells == cells("C1 D1")


def test_kk_35_a_piece_touches_its_own_colour_by_corners_only() -> None:
    state = placing("O2", board={"O3": "E5 E6 F6", "G2": "K1 L1"})
    assert refused(state, 0, Place("O2", 0, 4, 5)) == "KK-35"
    assert refused(state, 0, Place("O2", 1, 6, 4)) == "KK-35"
    assert make(state, (0, Place("O2", 0, 3, 5))).board[-1].cells == cells("F4 G4")
    assert make(state, (0, Place("O2", 0, 1, 10))).board[-1].cells == cells("K2 L2")


def test_kk_36_what_lies_stays() -> None:
    before = placing("O2", board={"G2": "A1 B1"})
    after = make(before, (0, Place("O2", 0, 9, 0)))
    assert after.board[:1] == before.board
    assert refused(after, 0, Place("G2", 0, 5, 5)) == "KK-32"


def test_kk_37_a_piece_may_stand_alone() -> None:
    state = placing("O1", board={"G2": "A1 B1"})
    assert make(state, (0, Place("O1", 0, 6, 6))).board[-1].cells == cells("G7")


def test_kk_38_kk_a20_a_piece_may_and_must_be_placed_where_it_does_harm() -> None:
    harmed = bird("F6", "F6NG")
    state = placing("O1", birds=(harmed,), board=dotted("F5", harmed))
    assert legal_cells(state, "O1") == {cells("F5")}
    after = make(state, (0, Place("O1", 0, 4, 5)))
    assert after.edges == (("wrong", "right", "right", "right"),)
    assert after.phase == Revealing(0)


def test_kk_a13_a_piece_may_touch_birds_of_its_own_colour() -> None:
    own = bird("F6", "F6NO F6EO F6SO F6WO")
    after = make(placing("O7", birds=(own,)), (0, Place("O7", 0, 4, 4)))
    assert after.edges == (("open", "right", "right", "right"),)


@pytest.mark.parametrize("value", VALUES)
@settings(max_examples=20)
@given(st.integers(0, 2**32))
def test_kk_33_kk_34_kk_35_what_is_listed_is_what_a_slow_look_finds(value: int, seed: int) -> None:
    piece, target, rng = f"O{value}", bird("F6 G6 G7"), Rng(seed)
    state = table("Y1", "Y1", birds=(target,))
    for suit in rng.shuffled("POBGYOO"):
        other = f"{suit}{1 + rng.below(8)}"
        stage = placing(other, birds=(target,), board=state.board)
        put = GAME.sample(GAME.view(stage, 0), 0, rng)
        state = make(stage, (0, put))
    taken = {each for lies in state.board for each in lies.cells} | set(cells("F6 G6 G7"))
    own = {each for lies in state.board for each in lies.cells if lies.piece[0] == "O"}
    beside = {
        12 * row + column
        for each in own
        for row, column in (
            (each // 12 - 1, each % 12),
            (each // 12 + 1, each % 12),
            (each // 12, each % 12 - 1),
            (each // 12, each % 12 + 1),
        )
        if 0 <= column < 12
    }
    slow = {tuple(sorted(12 * row + column for row, column in place)) for place in PLACES[value]}
    expected = {place for place in slow if not {*place} & (taken | beside)}
    answer = GAME.ask(GAME.view(state, 0), 1, Fits(piece))
    assert isinstance(answer, Fitting)
    found = {
        tuple(sorted(anchor + 12 * row + column for row, column in answer.ways[way].cells))
        for way, anchor in answer.places
    }
    assert found == expected
    if expected:
        stage = placing(piece, birds=(target,), board=state.board)
        if value > 5:
            assert legal_cells(stage, piece) == expected


def test_kk_39_kk_t14_a_piece_without_any_place_fails_the_mission_at_once() -> None:
    state = deciding("O8 B2 B3 B4", "O8", board=dotted("A1 A2 A3 B3 C3 C2", FAR))
    step = play(GAME, state, 0, Select())
    assert step.state.phase == Over("no-place", "O8")
    ended = events(step)[-1]
    assert isinstance(ended, Ended)
    assert (ended.reason, ended.piece, ended.outcome.winners) == ("no-place", "O8", ())
    assert step.state.rounds[-1].decision == "O8"
    assert GAME.to_act(step.state) == ()


def test_kk_39_a_piece_with_one_place_left_is_placed() -> None:
    state = deciding("O7 B2 B3 B4", "O7", board=dotted("A1 A2 A3 B3 C3 C2 C1", FAR))
    ready = make(state, (0, Select()))
    assert ready.phase == Placing(0, ("O7",))
    assert legal_cells(ready, "O7") == {cells("A1 A2 A3 B3 C3 C2 C1")}
    assert GAME.sample(GAME.view(ready, 0), 0, Rng(1)) == Place("O7", 0, 0, 0)
    assert GAME.idle(GAME.view(ready, 0), 0) == Place("O7", 0, 0, 0)


def test_kk_a7_two_pieces_are_placed_in_either_order() -> None:
    state = make(deciding(DOUBLED, "O8"), (0, Select(Double())))
    assert state.phase == Placing(0, ("O8", "O1"))
    eight, one = Place("O8", 0, 0, 0), Place("O1", 0, 6, 6)
    for first, second in ((eight, one), (one, eight)):
        between = make(state, (0, first))
        assert between.phase == Placing(0, (second.piece,))
        assert refused(between, 0, first) == "KK-32"
        assert make(between, (0, second)).phase == Revealing(0)


def test_kk_a12_two_pieces_of_a_double_scan_do_not_touch() -> None:
    state = make(deciding(DOUBLED, "O8"), (0, Select(Double())), (0, Place("O8", 0, 0, 0)))
    assert refused(state, 0, Place("O1", 0, 0, 1)) == "KK-35"


def crowded(options: Options | None = None) -> State:
    """A double scan for which there is room for either piece, but not for both."""
    board = dotted(CORNER, FAR)
    state = deciding(DOUBLED, "O8", board=board, options=options)
    return make(state, (0, Select(Double())))


@pytest.mark.parametrize(
    ("first", "stuck"), [(Place("O8", 0, 0, 0), "O1"), (Place("O1", 0, 1, 1), "O8")]
)
def test_kk_a7_the_second_piece_without_a_place_fails_the_mission(first: Place, stuck: str) -> None:
    state = crowded()
    tried = GAME.ask(
        GAME.view(state, 0), 0, Try(first.piece, first.orientation, first.row, first.column)
    )
    assert isinstance(tried, Tried)
    assert (tried.against, tried.stuck) == (None, (stuck,))
    assert make(state, (0, first)).phase == Over("no-place", stuck)


def test_kk_a7_a_forgiving_table_puts_the_second_piece_back() -> None:
    state = crowded(FORGIVING)
    step = play(GAME, state, 0, Place("O1", 0, 1, 1))
    assert PutBack("O8") in events(step)
    assert [lies.piece for lies in step.state.board[-1:]] == ["O1"]


def test_kk_a7_a_forgiving_table_puts_back_a_piece_that_fits_nowhere_from_the_start() -> None:
    state = deciding(DOUBLED, "O8", board=dotted("A1 A2", FAR), options=FORGIVING)
    step = play(GAME, state, 0, Select(Double()))
    assert events(step)[-1] == PutBack("O8")
    assert step.state.phase == Placing(0, ("O1",))
    plain = play(GAME, state, 0, Select()).state
    assert plain.phase == Over("no-place", "O8")
    full = deciding(DOUBLED, "O8", board=dotted("", FAR), options=FORGIVING)
    assert make(full, (0, Select(Double()))).phase == Over("no-place", "O8")


def test_kk_a17_failing_comes_before_success_unless_the_table_forgives() -> None:
    put = Place("O8", 0, 0, 0)
    assert make(crowded(), (0, put)).phase == Over("no-place", "O1")
    assert make(crowded(FORGIVING), (0, put)).phase == Over("scanned")


def test_kk_a7_after_a_piece_was_put_back_the_game_goes_on() -> None:
    far = bird("J10", "J10NP")
    state = deciding(DOUBLED, "O8", board=dotted(CORNER, far), options=FORGIVING, birds=(far,))
    step = play(GAME, make(state, (0, Select(Double()))), 0, Place("O8", 0, 0, 0))
    assert events(step)[1:] == (PutBack("O1"), Began(2, 0))


def test_kk_33_kk_34_kk_35_what_is_tried_is_refused_as_the_move_would_be() -> None:
    state = placing("O2", board={"O3": "E5 E6 F6"}, birds=(FAR,))
    view = GAME.view(state, 1)
    for asked, rule, where in (
        (Try("O2", 0, 0, 11), "KK-33", "L1"),
        (Try("O2", 7, 0, 0), "KK-32", ""),
        (Try("O2", 0, 9, 9), "KK-34", "J10 K10"),
        (Try("O2", 0, 4, 5), "KK-35", "F5 G5"),
    ):
        answer = GAME.ask(view, 1, asked)
        assert isinstance(answer, Tried)
        assert answer.against is not None
        assert (answer.against.rule, answer.cells) == (rule, cells(where))
        assert (answer.edges, answer.stuck) == (state.edges, ())


def test_kk_40_what_is_tried_shows_the_edges_it_would_face() -> None:
    state = placing("O2", birds=(bird("F6"),))
    answer = GAME.ask(GAME.view(state, 0), 0, Try("O2", 0, 4, 5))
    assert answer == Tried(cells("F5 G5"), (("right", "open", "open", "open"),), (), None)
    assert Scanned not in map(type, events(play(GAME, state, 0, Place("O2", 0, 4, 5))))


def test_kk_32_a_screen_is_told_how_each_orientation_follows_from_another() -> None:
    answer = GAME.ask(GAME.view(placing("O4"), 0), 0, Fits("O4"))
    assert isinstance(answer, Fitting)
    for way in answer.ways:
        assert way.orientation == answer.ways.index(way)
        turned = way
        for _ in range(4):
            turned = answer.ways[turned.turned]
        assert turned == way
        assert answer.ways[answer.ways[way.flipped].flipped] == way
    assert len(answer.places) + len(beside_far()) == 880


def test_kk_40_the_places_with_most_edges_come_first_and_those_with_a_wrong_colour_last() -> None:
    state = placing("O3", birds=(bird("F6 G6 H6", "F6NP"), bird("C10")))
    view = GAME.view(state, 0)
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


def beside_far() -> list[object]:
    """The places of a 4 on an empty board that cover the far bird."""
    row, column = divmod(cell("J10"), 12)
    return [place for place in PLACES[4] if (row, column) in place]


def test_every_spot_of_a_piece_is_found_by_its_place_and_by_its_cells() -> None:
    for kept in (spots, spot_by_place, mask_by_cells):
        kept.cache_clear()  # what another test had worked out would not be reached here
    for value in VALUES:
        for spot in spots(value):
            assert spot_by_place(value)[spot.orientation, spot.row, spot.column] is spot
            assert mask_by_cells()[spot.cells] == spot.mask
            assert spot.mask == cells_of(divmod(cell, SIDE) for cell in spot.cells)
            assert len(spot.cells) == value
