"""The Kakapo's geometry: KK-32 to KK-40, compared with a slow one."""

import pytest
from hypothesis import given, settings, strategies as st

from chabudai.games.kakapo.components.board import (
    ALL,
    EMPTY,
    FLIPPED,
    MASKS,
    TURNED,
    WAYS,
    Cells,
    around,
    bit,
    cells_of,
    coordinates,
    covered,
    each_bit,
    fits,
    has_room,
    legal,
    placements,
    scanned,
    with_piece,
)
from chabudai.games.kakapo.components.cards import SUITS, VALUES
from chabudai.games.kakapo.components.missions import SIDES, Bird, Edge, target
from chabudai.games.kakapo.tests import naive

sets = st.integers(min_value=0, max_value=ALL)
values = st.sampled_from(VALUES)


def test_kk_t15_every_shape_has_its_number_of_places_on_an_empty_grid() -> None:
    places = [list(placements(value, fits(value, ALL))) for value in VALUES]
    assert list(map(len, places)) == [144, 264, 484, 880, 440, 720, 400, 360]
    assert [len(set(cells)) for cells in places] == list(map(len, places))


@pytest.mark.parametrize("value", VALUES)
def test_kk_32_a_piece_may_be_turned_and_flipped(value: int) -> None:
    assert set(WAYS[value]) == naive.ways(value)
    assert len(set(WAYS[value])) == len(WAYS[value])
    assert {len(way) for way in WAYS[value]} == {value}
    for at in range(len(WAYS[value])):
        assert (turn := TURNED[value])[turn[turn[turn[at]]]] == at
        assert FLIPPED[value][FLIPPED[value][at]] == at


@given(sets)
def test_cells_are_listed_row_by_row_and_put_together_again(cells: Cells) -> None:
    assert cells_of(coordinates(cells)) == cells
    assert list(coordinates(cells)) == sorted(coordinates(cells))
    assert sum(each_bit(cells)) == cells


@given(sets)
def test_around_are_the_cells_that_share_an_edge(cells: Cells) -> None:
    assert set(coordinates(around(cells))) == naive.halo(coordinates(cells)) & naive.GRID


@settings(max_examples=40)
@given(values, sets, sets)
def test_kk_33_kk_34_kk_39_a_piece_fits_on_free_cells_and_has_room_if_a_place_is_free(
    value: int, some: Cells, more: Cells
) -> None:
    for free in (some | more, some & more):
        cells = set(coordinates(free))
        expected = {cells_of(place) for place in naive.PLACES[value] if place <= cells}
        assert set(placements(value, fits(value, free))) == expected
        assert has_room(value, free) == bool(expected)


@settings(max_examples=30)
@given(values, sets, sets, sets)
def test_kk_35_a_piece_keeps_off_the_edges_of_its_suit(
    value: int, some: Cells, more: Cells, still_more: Cells
) -> None:
    taken = some & more
    own = taken & still_more
    lying = [("P", 0, frozenset(coordinates(own))), ("O", 0, frozenset(coordinates(taken & ~own)))]
    found = set(placements(value, legal(value, taken, own)))
    assert found == {
        cells_of(place)
        for place in naive.PLACES[value]
        if naive.may_lie(("P", value, place), (), lying)
    }


def test_kk_t11_contact_by_an_edge_and_by_a_corner() -> None:
    dot = bit(5, 5)
    edge, corner = bit(5, 6), bit(6, 6)
    one = legal(1, dot, dot)[0]
    assert not one & (dot | edge)
    assert one & corner
    assert legal(1, dot, 0)[0] & edge
    assert not fits(8, ALL)[0] & bit(10, 0)
    back = cells_of([(0, 1), (1, 1), (2, 0), (2, 1)])
    assert back in MASKS[4]
    assert back in set(placements(4, legal(4, 0, 0)))


def test_a_piece_laid_is_covered_in_its_suit() -> None:
    for place, suit in enumerate(SUITS):
        boards = with_piece(with_piece(EMPTY, suit, bit(1, 1)), suit, bit(3, 3))
        assert boards[place] == covered(boards) == bit(1, 1) | bit(3, 3)


BIRD = Bird(((5, 5), (5, 6)), (Edge(5, 5, "W", "G"),))


def test_kk_t12_a_bird_is_scanned_when_all_its_edges_face_their_colours() -> None:
    ring = list(naive.halo(BIRD.cells))
    assert len(ring) == 6
    boards = EMPTY
    for cell in ring:
        assert not scanned(target(BIRD), boards)
        boards = with_piece(boards, "G", bit(*cell))
    assert scanned(target(BIRD), boards)
    halo, west = target(BIRD).halo, bit(5, 4)
    assert not scanned(target(BIRD), with_piece(EMPTY, "O", halo))
    assert scanned(target(BIRD), with_piece(with_piece(EMPTY, "O", halo & ~west), "G", west))


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
    boards, lying = EMPTY, list[naive.Laid]()
    forgotten = data.draw(st.integers(0, 20))
    for at, cell in enumerate(sorted(naive.halo(cells))):
        liked = [edge.suit for edge in edges if naive.beside(cell) & {(edge.row, edge.column)}]
        suit = data.draw(st.sampled_from([*liked, *liked, *SUITS]))
        if at != forgotten:
            boards = with_piece(boards, suit, bit(*cell))
            lying.append((suit, 1, frozenset({cell})))
    assert scanned(target(bird), boards) == naive.scans(bird, lying)
