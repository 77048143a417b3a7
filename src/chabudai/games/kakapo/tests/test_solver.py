"""The Kakapo's solver: its solutions win, with the fewest pieces, and covers finish missions."""

from itertools import islice, product

import pytest
from hypothesis import assume, given, settings, strategies as st

from chabudai.core import Rng
from chabudai.games.kakapo.components.board import (
    EMPTY,
    Boards,
    Cells,
    around,
    bit,
    coordinates,
    covered,
    each_bit,
    legal,
    placements,
    with_piece,
)
from chabudai.games.kakapo.components.cards import DECK, SUIT, SUITS, VALUE, Card
from chabudai.games.kakapo.components.mission_lint import lint
from chabudai.games.kakapo.components.missions import (
    Bird,
    Edge,
    Mission,
    Side,
    Title,
    ground,
    mission_named,
    target,
)
from chabudai.games.kakapo.solver.boards import boards_of
from chabudai.games.kakapo.solver.card_sets import BIT, EVERY, named
from chabudai.games.kakapo.solver.covers import Cover, library
from chabudai.games.kakapo.solver.cp_sat import prove
from chabudai.games.kakapo.solver.par import MOST, Surround, fewest
from chabudai.games.kakapo.state import Lying
from chabudai.games.kakapo.tests import naive
from chabudai.games.kakapo.tests.naive import succeeds
from chabudai.games.kakapo.tests.tables import laid

SIDES: tuple[Side, ...] = ("N", "E", "S", "W")

BLOCK = Mission("buddy", Title("Block", "しかく"), (Bird(((3, 3), (3, 4), (4, 3), (4, 4))),), 1)


def grown(rng: Rng, size: int, near: Cells) -> tuple[tuple[int, int], ...]:
    """Return the cells of a bird of this size, grown at random from the cell `near`."""
    cells = near
    while cells.bit_count() < size:
        cells |= rng.choice(list(each_bit(around(cells))))
    return coordinates(cells)


def mission_at_random(seed: int) -> Mission:
    """Return a mission with one or two small birds and a few coloured edges."""
    rng = Rng(seed)
    birds: list[Bird] = []
    for row, column in ((3, 3), (7, 7))[: 1 + rng.below(2)]:
        cells = grown(rng, 1 + rng.below(4), bit(row, column))
        edges = {
            (place[0], place[1], rng.choice(SIDES)): rng.choice(SUITS)
            for place in rng.shuffled(cells)[: rng.below(3)]
        }
        birds.append(Bird(cells, tuple(Edge(*at, suit) for at, suit in edges.items())))
    required = 1 + rng.below(len(birds))
    return Mission("buddy", Title("Test", "テスト"), tuple(birds), required)


def board_at_random(mission: Mission, seed: int, count: int) -> tuple[Lying, ...]:
    """Return a board with `count` pieces in random legal places."""
    rng = Rng(seed)
    birds = sum(bit(row, column) for bird in mission.birds for row, column in bird.cells)
    board: tuple[Lying, ...] = ()
    for piece in rng.shuffled(DECK)[:count]:
        boards = boards_of(board)
        own = boards[SUITS.index(SUIT[piece])]
        places = list(placements(VALUE[piece], legal(VALUE[piece], birds | sum(boards), own)))
        cells = tuple(12 * row + column for row, column in coordinates(rng.choice(places)))
        board = (*board, Lying(piece, cells))
    return board


def test_a_bird_of_four_takes_two_pieces_or_those_that_are_missing() -> None:
    solved = fewest(BLOCK)
    assert solved.proved
    assert solved.pieces is not None
    assert len(solved.pieces) == 2
    assert naive.faults(BLOCK, laid(solved.pieces)) == []
    assert fewest(BLOCK, solved.pieces) == Surround(0, ())
    assert [fewest(BLOCK, (piece,)).least for piece in solved.pieces] == [1, 1]
    assert prove(BLOCK, solved.pieces).pieces == ()


@settings(max_examples=5)
@given(st.integers(0, 10**9), st.integers(0, 4))
def test_its_solutions_hold_and_are_as_small_as_cp_sat_proves(seed: int, count: int) -> None:
    mission = mission_at_random(seed)
    assume(not lint(mission))
    board = board_at_random(mission, seed, count)
    some = Rng(seed).shuffled(DECK)[:12]
    solved, proof = fewest(mission, board, some), prove(mission, board, some)
    assert solved.proved
    if solved.pieces is None:
        assert proof.status == "infeasible"
        return
    assert (proof.status, proof.bound) == ("optimal", solved.least)
    for pieces in (solved.pieces, proof.pieces):
        assert pieces is not None
        assert len(pieces) == solved.least
        assert naive.faults(mission, laid((*board, *pieces))) == []


def test_only_the_given_pieces_are_used() -> None:
    few: tuple[Card, ...] = ("P3", "O3", "B3", "G3", "P1")
    solved = fewest(BLOCK, (), few)
    assert solved.pieces is not None
    assert {lying.piece for lying in solved.pieces} <= set(few)
    assert naive.faults(BLOCK, laid(solved.pieces)) == []
    assert fewest(BLOCK, (), ("P8",)) == Surround(MOST + 1, None)
    assert fewest(BLOCK, (), ("P8",)).proved


def test_a_spoilt_edge_cannot_be_won() -> None:
    bird = Bird(((5, 5),), (Edge(5, 5, "N", "G"),))
    mission = Mission("buddy", Title("Test", "テスト"), (bird,), 1)
    assert fewest(mission, (Lying("G1", (4 * 12 + 5,)),)).pieces is not None
    assert fewest(mission, (Lying("P1", (4 * 12 + 5,)),)) == Surround(MOST + 1, None)


def test_limits_of_pieces_steps_and_time_are_kept_and_reported() -> None:
    mission = mission_named("buddy/20")
    least = fewest(mission).least
    assert least > 2
    assert fewest(mission, most=2) == Surround(3, None)
    stopped = fewest(mission, budget=1)
    assert not fewest(mission, most=2).proved
    assert not stopped.proved
    assert stopped.pieces is None
    assert stopped.least <= least
    proof = prove(mission, seconds=0.0)
    assert (proof.status, proof.pieces) == ("unknown", None)


def test_birds_that_must_be_scanned_are_not_exchanged_for_cheaper_ones() -> None:
    small = Bird(((2, 2),))
    large = Bird(tuple((8, column) for column in range(2, 9)))
    either = Mission("buddy", Title("Test", "テスト"), (small, large), 1)
    named = Mission("buddy", Title("Test", "テスト"), (small, large), 1, (1,))
    assert fewest(either).least < fewest(named).least


NAMES = ("buddy/1", "buddy/11", "buddy/20", "party/6", "party/20")


def boards_with(cover: Cover, pieces: tuple[Card, ...]) -> Boards | None:
    """Return the board with these pieces in a cover's places, or None if they clash."""
    boards = EMPTY
    for slot, piece in zip(cover.slots, pieces, strict=True):
        place = SUITS.index(SUIT[piece])
        if slot.cells & (covered(boards) | around(boards[place])):
            return None
        boards = with_piece(boards, SUIT[piece], slot.cells)
    return boards


def fillings(cover: Cover) -> list[Boards]:
    """Return boards that a cover stands for, by the first 4,000 choices of pieces."""
    return [
        boards
        for pieces in islice(product(*(named(slot.pieces) for slot in cover.slots)), 4000)
        if len(set(pieces)) == len(pieces) and (boards := boards_with(cover, pieces))
    ]


@pytest.mark.parametrize("name", NAMES)
def test_kk_41_every_filling_of_a_cover_finishes_the_mission(name: str) -> None:
    mission = mission_named(name)
    covers = library(mission, EMPTY, EVERY)
    assert covers
    filled = [fillings(cover) for cover in covers[:12]]
    assert any(filled)
    for boards in (boards for some in filled for boards in some):
        assert not covered(boards) & ground(mission)
        assert succeeds(mission, boards)


def test_kk_41_a_finished_mission_needs_no_more_pieces() -> None:
    mission = mission_named("buddy/1")
    cover = library(mission, EMPTY, EVERY)[0]
    assert [cover.slots for cover in library(mission, fillings(cover)[0], EVERY)] == [()]


def test_kk_40_a_bird_that_faces_a_wrong_colour_is_given_up() -> None:
    mission = next(
        one
        for one in map(mission_named, NAMES)
        if len(one.birds) == one.required and any(bird.edges for bird in one.birds)
    )
    bird = next(bird for bird in mission.birds if bird.edges)
    suit, cells = next((at, cells) for at, cells in enumerate(target(bird).wanted) if cells)
    assert library(mission, with_piece(EMPTY, SUITS[suit - 1], cells & -cells), EVERY) == ()


def test_kk_30_covers_use_no_piece_that_is_gone() -> None:
    mission = mission_named("party/6")
    fewer = EVERY & ~BIT["P8"] & ~BIT["O8"]
    for cover in library(mission, with_piece(EMPTY, "P", bit(11, 0)), fewer):
        assert not any(slot.pieces & ~fewer for slot in cover.slots)
