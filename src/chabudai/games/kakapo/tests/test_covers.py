"""Covers: filling any of them finishes the mission."""

from itertools import islice, product

import pytest

from chabudai.games.kakapo.components.board import EMPTY, Boards, around, bit, covered, with_piece
from chabudai.games.kakapo.components.cards import SUIT, SUITS, Card
from chabudai.games.kakapo.components.missions import ground, mission_named, target
from chabudai.games.kakapo.solver.card_sets import BIT, EVERY, named
from chabudai.games.kakapo.solver.covers import Cover, library
from chabudai.games.kakapo.tests.naive import succeeds

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
