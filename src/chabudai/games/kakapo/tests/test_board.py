"""The Kakapo's geometry: KK-32 to KK-40, compared with a slow implementation."""

import pytest
from hypothesis import given, settings, strategies as st

from chabudai.games.kakapo.components import board
from chabudai.games.kakapo.components.cards import SUITS, VALUES
from chabudai.games.kakapo.components.missions import SIDES, Bird, Edge, target
from chabudai.games.kakapo.tests import naive

sets = st.integers(min_value=0, max_value=board.ALL)
values = st.sampled_from(VALUES)


def test_kk_t15_every_shape_has_its_number_of_places_on_an_empty_grid() -> None:
    places = [list(board.placements(value, board.fits(value, board.ALL))) for value in VALUES]
    assert list(map(len, places)) == [144, 264, 484, 880, 440, 720, 400, 360]
    assert [len(set(cells)) for cells in places] == list(map(len, places))


@pytest.mark.parametrize("value", VALUES)
def test_kk_32_a_piece_may_be_turned_and_flipped(value: int) -> None:
    assert set(board.WAYS[value]) == naive.ways(value)
    assert len(set(board.WAYS[value])) == len(board.WAYS[value])
    assert {len(way) for way in board.WAYS[value]} == {value}
    for at in range(len(board.WAYS[value])):
        assert (turn := board.TURNED[value])[turn[turn[turn[at]]]] == at
        assert board.FLIPPED[value][board.FLIPPED[value][at]] == at


@given(sets)
def test_cells_are_listed_row_by_row_and_put_together_again(cells: board.Cells) -> None:
    assert board.cells_of(board.coordinates(cells)) == cells
    assert list(board.coordinates(cells)) == sorted(board.coordinates(cells))
    assert sum(board.each_bit(cells)) == cells


@given(sets)
def test_around_are_the_cells_that_share_an_edge(cells: board.Cells) -> None:
    assert (
        set(board.coordinates(board.around(cells)))
        == naive.halo(board.coordinates(cells)) & naive.GRID
    )


@settings(max_examples=40)
@given(values, sets, sets)
def test_kk_33_kk_34_kk_39_a_piece_fits_on_free_cells_and_has_room_if_a_place_is_free(
    value: int, some: board.Cells, more: board.Cells
) -> None:
    for free in (some | more, some & more):
        cells = set(board.coordinates(free))
        expected = {board.cells_of(place) for place in naive.PLACES[value] if place <= cells}
        assert set(board.placements(value, board.fits(value, free))) == expected
        assert board.has_room(value, free) == bool(expected)


@settings(max_examples=30)
@given(values, sets, sets, sets)
def test_kk_35_a_piece_keeps_off_the_edges_of_its_suit(
    value: int, some: board.Cells, more: board.Cells, still_more: board.Cells
) -> None:
    taken = some & more
    own = taken & still_more
    lying = [
        ("P", 0, frozenset(board.coordinates(own))),
        ("O", 0, frozenset(board.coordinates(taken & ~own))),
    ]
    assert set(board.placements(value, board.legal(value, taken, own))) == {
        board.cells_of(place)
        for place in naive.PLACES[value]
        if naive.may_lie(("P", value, place), (), lying)
    }


def test_kk_t11_contact_by_an_edge_and_by_a_corner() -> None:
    dot = board.bit(5, 5)
    edge, corner = board.bit(5, 6), board.bit(6, 6)
    one = board.legal(1, dot, dot)[0]
    assert not one & (dot | edge)
    assert one & corner
    assert board.legal(1, dot, 0)[0] & edge
    assert not board.fits(8, board.ALL)[0] & board.bit(10, 0)
    back = board.cells_of([(0, 1), (1, 1), (2, 0), (2, 1)])
    assert back in board.MASKS[4]
    assert back in set(board.placements(4, board.legal(4, 0, 0)))


def test_a_piece_laid_is_covered_in_its_suit() -> None:
    for place, suit in enumerate(SUITS):
        boards = board.with_piece(
            board.with_piece(board.EMPTY, suit, board.bit(1, 1)), suit, board.bit(3, 3)
        )
        assert boards[place] == board.covered(boards) == board.bit(1, 1) | board.bit(3, 3)


BIRD = Bird(((5, 5), (5, 6)), (Edge(5, 5, "W", "G"),))


def test_kk_t12_a_bird_is_scanned_when_all_its_edges_face_their_colours() -> None:
    ring = list(naive.halo(BIRD.cells))
    assert len(ring) == 6
    boards = board.EMPTY
    for cell in ring:
        assert not board.scanned(target(BIRD), boards)
        boards = board.with_piece(boards, "G", board.bit(*cell))
    assert board.scanned(target(BIRD), boards)
    halo, west = target(BIRD).halo, board.bit(5, 4)
    assert not board.scanned(target(BIRD), board.with_piece(board.EMPTY, "O", halo))
    assert board.scanned(
        target(BIRD), board.with_piece(board.with_piece(board.EMPTY, "O", halo & ~west), "G", west)
    )


@given(st.data())
def test_kk_40_scanning_agrees_with_a_check_of_every_edge(data: st.DataObject) -> None:
    cells = data.draw(
        st.lists(
            st.tuples(st.integers(4, 6), st.integers(4, 6)), min_size=1, max_size=4, unique=True
        )
    )
    sides = [
        (row, column, side)
        for row, column in cells
        for side, (down, right) in SIDES.items()
        if (row + down, column + right) not in cells
    ]
    coloured = data.draw(st.lists(st.sampled_from(sides), max_size=3, unique=True))
    edges = tuple(Edge(*side, data.draw(st.sampled_from(SUITS))) for side in coloured)
    bird = Bird(tuple(cells), edges)
    boards, lying = board.EMPTY, list[naive.Laid]()
    forgotten = data.draw(st.integers(0, 20))
    for at, cell in enumerate(sorted(naive.halo(cells))):
        liked = [edge.suit for edge in edges if naive.beside(cell) & {(edge.row, edge.column)}]
        suit = data.draw(st.sampled_from([*liked, *liked, *SUITS]))
        if at != forgotten:
            boards = board.with_piece(boards, suit, board.bit(*cell))
            lying.append((suit, 1, frozenset({cell})))
    assert board.scanned(target(bird), boards) == naive.scans(bird, lying)
