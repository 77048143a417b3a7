"""The Kakapo: the value of a choice for the team, estimated by playouts in random deals."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from chabudai.core import Rng, Seat
from chabudai.games.kakapo.bots.rollouts import Course, Places
from chabudai.games.kakapo.components.board import (
    ALL,
    MASKS,
    SIDE,
    Boards,
    Cells,
    around,
    coordinates,
    covered,
    legal,
    placements,
    with_piece,
)
from chabudai.games.kakapo.components.cards import ABSENT, MODES, ROUNDS, SUIT, SUITS, VALUE, Card
from chabudai.games.kakapo.components.missions import ground
from chabudai.games.kakapo.solver.boards import boards_of
from chabudai.games.kakapo.solver.card_sets import BIT, INDEX, OF_SUIT, Cards, set_of
from chabudai.games.kakapo.solver.covers import Cover, library, unused_pieces
from chabudai.games.kakapo.state import Place
from chabudai.games.kakapo.view import View, imagined

C = TypeVar("C")

COVERS = 24
"""Maximum number of covers for playouts. Covers that take the same pieces count once."""
WEIGHED = 40
"""Number of likely covers that an unneeded piece should not block."""


class World(NamedTuple):
    """A random deal, and random bits for playing it out."""

    hands: tuple[Cards, ...]
    seed: int


def worlds(view: View, rng: Rng, count: int) -> tuple[World, ...]:
    """Return random deals that agree with this view."""
    seats = len(view.hands)
    return tuple(
        World(tuple(map(set_of, imagined(view, rng)[:seats])), rng.bits()) for _ in range(count)
    )


def course_of(view: View, covers: tuple[Places, ...]) -> Course:
    """Return the current mission as a starting point for playouts."""
    seats = len(view.hands)
    mode = MODES[seats]
    return Course(
        seats,
        ROUNDS[mode] - view.round + 1,
        view.counters,
        view.start,
        SUITS.index(view.top),
        tuple(INDEX[card] for card in view.revealed),
        known_cards(view),
        unused_pieces(view.board),
        covers,
    )


def next_round(view: View, seat: Seat, decision: Card, covers: tuple[Places, ...]) -> Course:
    """Return the mission's course after the player in charge has placed the pieces."""
    course = course_of(view, covers)
    return course._replace(
        rounds=course.rounds - 1, start=seat, top=SUITS.index(SUIT[decision]), revealed=()
    )


def known_cards(view: View) -> Cards:
    """Return the cards that all players have seen and, in a game for three, the card left out."""
    found = set_of(view.revealed)
    for played in view.rounds:
        found |= set_of(played.cards)
    return found | BIT[ABSENT] if len(view.hands) == 3 else found


@lru_cache(maxsize=512)
def places(covers: tuple[Cover, ...]) -> tuple[Places, ...]:
    """Return the likeliest covers as sets of pieces, without duplicates."""
    found: dict[Places, None] = {}
    for cover in covers:
        found.setdefault(tuple(sorted(slot.pieces for slot in cover.slots)))
        if len(found) == COVERS:
            break
    return tuple(found)


def library_of(view: View) -> tuple[Cover, ...]:
    """Return the ways to win the mission from the current board."""
    return library(view.mission, boards_of(view.board), unused_pieces(view.board))


def best(choices: Sequence[C], imagined: Sequence[World], value: Callable[[C, World], float]) -> C:
    """Return the choice with the highest mean value in these worlds.

    This is sequential halving (Karnin, Koren and Somekh 2013): the weaker half is dropped at each
    stage, and the last two choices are compared in all worlds.
    """
    left = list(choices)
    totals = dict.fromkeys(range(len(left)), 0.0)
    begin = 0
    stages = max(1, (len(left) - 1).bit_length())
    for stage in range(stages):
        end = len(imagined) * (stage + 1) // stages
        for at in totals:
            choice = left[at]
            totals[at] += sum(value(choice, world) for world in imagined[begin:end])
        begin = end
        ranked = sorted(totals, key=lambda at: -totals[at])
        totals = {at: totals[at] for at in ranked[: max(1, (len(ranked) + 1) // 2)]}
    return left[next(iter(totals))]


# --- Placements


class Option(NamedTuple):
    """A placement, and the board after it."""

    piece: Card
    cells: Cells
    boards: Boards


def options(view: View, piece: Card, width: int) -> list[Option]:
    """Return the `width` likeliest placements in the covers, and one placement out of the way."""
    boards = boards_of(view.board)
    covers = library_of(view)
    bit = BIT[piece]
    credit: dict[Cells, float] = {}
    for cover in covers:
        for slot in cover.slots:
            if slot.pieces & bit:
                credit[slot.cells] = credit.get(slot.cells, 0.0) + cover.chance
    likely = sorted(credit, key=lambda cells: -credit[cells])[:width]
    aside = out_of_the_way(view, boards, covers, piece)
    return [
        Option(piece, one, with_piece(boards, SUIT[piece], one))
        for one in dict.fromkeys((*likely, aside))
    ]


def out_of_the_way(view: View, boards: Boards, covers: tuple[Cover, ...], piece: Card) -> Cells:
    """Return the placement that blocks the fewest covers. Among equals, prefer the one that wastes
    the least room.

    The piece must fit somewhere (KK-39).
    """
    suit = SUITS.index(SUIT[piece])
    own, taken = boards[suit], covered(boards) | ground(view.mission)
    free = ALL & ~taken
    slots: dict[tuple[Cells, Cards], float] = {}
    for cover in covers[:WEIGHED]:
        for slot in cover.slots:
            slots[slot] = slots.get(slot, 0.0) + cover.chance
    hard = [
        (cells | around(cells) if not pieces & ~OF_SUIT[suit] else cells, chance)
        for (cells, pieces), chance in slots.items()
    ]

    def harm(cells: Cells) -> tuple[float, int]:
        blocked = sum(chance for kept, chance in hard if kept & cells)
        return blocked, (around(cells) & free).bit_count()

    return min(placements(VALUE[piece], legal(VALUE[piece], taken, own)), key=harm)


def place_at(piece: Card, cells: Cells) -> Place:
    """Return the action that places `piece` on `cells`."""
    rows, columns = zip(*coordinates(cells), strict=True)
    row, column = min(rows), min(columns)
    orientation = next(
        way for way, mask in enumerate(MASKS[VALUE[piece]]) if mask << SIDE * row + column == cells
    )
    return Place(piece, orientation, row, column)


def with_piece_there(view: View, course: Course, option: Option) -> Course:
    """Return the course after this placement."""
    unused = course.unused & ~BIT[option.piece]
    return course._replace(
        unused=unused, covers=places(library(view.mission, option.boards, unused))
    )
