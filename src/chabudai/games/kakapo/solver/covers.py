"""The Kakapo: covers, the ways in which a mission can still be won, found by a beam search.

A cover is a few places for pieces that together scan enough birds. A place takes a piece of one
number in any of several colours, so one cover stands for many sets of pieces.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, islice
from math import exp, log
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from chabudai.games.kakapo.components.board import (
    ALL,
    Boards,
    Cells,
    around,
    covered,
    each_bit,
    fits,
    placements,
)
from chabudai.games.kakapo.components.cards import SUITS, VALUES
from chabudai.games.kakapo.components.missions import Mission, ground, targets
from chabudai.games.kakapo.solver.card_sets import BIT, EVERY, OF_SUIT, SUIT_OF, Cards, set_of
from chabudai.games.kakapo.state import Lying

BEAM = 70
"""Beam width: unfinished covers kept for each number of pieces."""
KEPT = 120
"""Maximum number of covers in a library."""
MOST_PIECES = 9
FLOCKS = 4
"""Number of choices of birds to try if not all birds are required."""
WON = (0.0, 0.35, 0.4, 0.45, 0.52, 0.6, 0.68, 0.76, 0.85)
"""Rough probability that the team gets a piece that it wants, by the piece's number."""
EFFORT = 0.35
"""Cost of one more piece, which takes a round, as a negative log probability."""
HOPE = 0.2
"""Expected cost of each cell that is still to be covered."""


class Slot(NamedTuple):
    """A place for one piece: its cells, and the pieces that may be placed there."""

    cells: Cells
    pieces: Cards


class Cover(NamedTuple):
    """Places that together win the mission, and the estimated chance that all are filled."""

    slots: tuple[Slot, ...]
    chance: float


class Spot(NamedTuple):
    """A placement that covers needed cells. `near` has the cells next to it."""

    cells: Cells
    near: Cells
    gain: Cells
    pieces: Cards
    toll: float


class PartialCover(NamedTuple):
    """A partial cover: the cells still to be covered, the cells taken, and the spots so far."""

    bare: Cells
    taken: Cells
    spots: tuple[Spot, ...]
    toll: float


Growth: TypeAlias = tuple[float, PartialCover, Spot, Cells]
"""An extension of a partial cover: expected cost, partial cover, new spot, and cells that are still
uncovered.
"""


class Need(NamedTuple):
    """The cells still to be covered for a set of birds and, for each suit, the cells that need this
    suit.
    """

    bare: Cells
    wanted: Boards


@lru_cache(maxsize=512)
def library(mission: Mission, boards: Boards, unused: Cards) -> tuple[Cover, ...]:
    """Return ways to finish the mission from this board with unused pieces, likeliest first.

    An empty result means that no way was found, not that none exists. A cover is empty only if the
    mission is finished.
    """
    found: list[Cover] = []
    for need in needs(mission, boards):
        found.extend(covers(need, mission, boards, unused))
    found.sort(key=lambda cover: -cover.chance)
    return tuple(found[:KEPT])


def needs(mission: Mission, boards: Boards) -> list[Need]:
    """Find the sets of birds that are easiest to scan, and return the need of each set."""
    taken = covered(boards)
    open_birds: dict[int, Need] = {}
    for place, (halo, wanted) in enumerate(targets(mission)):
        if any(want & taken & ~own for want, own in zip(wanted, boards, strict=True)):
            continue
        purple, orange, blue, green, yellow = (want & ~taken for want in wanted)
        open_birds[place] = Need(halo & ~taken, (purple, orange, blue, green, yellow))
    must = set(mission.must)
    flocks = [
        combined([open_birds[place] for place in chosen])
        for chosen in combinations(open_birds, mission.required)
        if must <= set(chosen)
    ]
    flocks.sort(key=lambda need: need.bare.bit_count())
    return flocks[:FLOCKS]


def combined(some: list[Need]) -> Need:
    """Combine the needs of several birds into one."""
    bare = purple = orange = blue = green = yellow = 0
    for need in some:
        bare |= need.bare
        purple |= need.wanted[0]
        orange |= need.wanted[1]
        blue |= need.wanted[2]
        green |= need.wanted[3]
        yellow |= need.wanted[4]
    return Need(bare, (purple, orange, blue, green, yellow))


def spots(need: Need, mission: Mission, boards: Boards, unused: Cards) -> Iterator[Spot]:
    """Yield every placement that covers a needed cell, with the pieces that may be placed there."""
    free = ALL & ~(covered(boards) | ground(mission))
    beside = [around(own) for own in boards]
    for value in VALUES:
        pieces = [BIT[f"{suit}{value}"] & unused for suit in SUITS]
        if not any(pieces):
            continue
        for cells in placements(value, fits(value, free)):
            gain = cells & need.bare
            if not gain:
                continue
            fitting = 0
            for index, piece in enumerate(pieces):
                if piece and not cells & beside[index]:
                    fitting |= piece
            for index, want in enumerate(need.wanted):
                if want & cells:
                    fitting &= pieces[index]
            if fitting:
                toll = EFFORT - log(1 - (1 - WON[value]) ** fitting.bit_count())
                yield Spot(cells, around(cells), gain, fitting, toll)


def spots_by_cell(
    need: Need, mission: Mission, boards: Boards, unused: Cards
) -> dict[Cells, list[Spot]]:
    """Map each cell that is still to be covered to the spots that cover it."""
    found: dict[Cells, list[Spot]] = {cell: [] for cell in each_bit(need.bare)}
    for spot in spots(need, mission, boards, unused):
        for cell in each_bit(spot.gain):
            found[cell].append(spot)
    return found


def covers(need: Need, mission: Mission, boards: Boards, unused: Cards) -> Iterator[Cover]:
    """Yield covers for one need, by a beam search that always covers the hardest cell next."""
    if not need.bare:
        yield Cover((), 1.0)
        return
    by_cell = spots_by_cell(need, mission, boards, unused)
    order = sorted(by_cell, key=lambda cell: len(by_cell[cell]))
    beam = [PartialCover(need.bare, 0, (), 0.0)]
    for _ in range(MOST_PIECES):
        growths: list[Growth] = []
        for partial in beam:
            cell = next(cell for cell in order if cell & partial.bare)
            growths.extend(with_a_spot(partial, by_cell[cell]))
        growths.sort(key=itemgetter(0))
        finished = (extended(one) for one in growths if not one[-1] and is_sound(one))
        for partial in islice(finished, KEPT):
            slots = tuple(Slot(spot.cells, spot.pieces) for spot in partial.spots)
            yield Cover(slots, exp(-partial.toll))
        unfinished = (extended(one) for one in growths if one[-1] and is_sound(one))
        beam = list(islice(unfinished, BEAM))


def with_a_spot(partial: PartialCover, candidates: list[Spot]) -> list[Growth]:
    """Return the extensions of a partial cover, not yet checked for clashes."""
    bare, taken, _, toll = partial
    return [
        (toll + spot.toll + HOPE * (left := bare & ~spot.gain).bit_count(), partial, spot, left)
        for spot in candidates
        if not spot.cells & taken
    ]


def is_sound(growth: Growth) -> bool:
    """Whether the new spot clashes with no other spot."""
    _, partial, spot, _ = growth
    return not any(clashes(spot, other) for other in partial.spots)


def extended(growth: Growth) -> PartialCover:
    """Return the partial cover with the new spot."""
    _, (_, taken, spots, toll), spot, bare = growth
    return PartialCover(bare, taken | spot.cells, (*spots, spot), toll + spot.toll)


def clashes(one: Spot, other: Spot) -> bool:
    """Whether only a single piece could fill both spots, or only pieces that must not touch each
    other.
    """
    both = one.pieces | other.pieces
    if one.cells & other.near:
        return not both & ~OF_SUIT[SUIT_OF[both.bit_length() - 1]]
    return not both & (both - 1)


def unused_pieces(board: tuple[Lying, ...]) -> Cards:
    """Return the pieces that are not on the board."""
    return EVERY & ~set_of(lying.piece for lying in board)
