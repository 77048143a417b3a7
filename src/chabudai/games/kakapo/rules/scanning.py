"""The Kakapo, phase 4: scanned birds and the course of the mission (KK-40 to KK-45)."""

from functools import lru_cache
from typing import TypeAlias

from msgspec.structs import replace

from chabudai.core import News, Outcome, Seat, Step, public
from chabudai.games.kakapo.components.board import SIDE
from chabudai.games.kakapo.components.cards import MODES, ROUNDS, Card, Suit
from chabudai.games.kakapo.components.missions import SIDES, Bird, Mission, Side
from chabudai.games.kakapo.state import (
    Began,
    Ended,
    Event,
    Facing,
    Over,
    Reason,
    Revealing,
    Scanned,
    State,
)

Edges: TypeAlias = tuple[tuple[Facing, ...], ...]
"""Unit edges of each bird: cell by cell in the order of the mission, and in the order N, E, S, W
for each cell. Edges between two cells of the same bird are left out.
"""


def edges_of(bird: Bird) -> tuple[tuple[int, int, Side], ...]:
    """KK-40: return each unit edge in the order of `Edges`: its cell's row and column, and its
    side.
    """
    own = set(bird.cells)
    return tuple(
        (row, column, side)
        for row, column in bird.cells
        for side, (down, right) in SIDES.items()
        if (row + down, column + right) not in own
    )


def open_edges(mission: Mission) -> Edges:
    """Return the edges of all birds on an empty board."""
    nothing: tuple[Facing, ...] = ("open",)
    return tuple(nothing * len(edges_of(bird)) for bird in mission.birds)


@lru_cache(maxsize=256)
def facing(mission: Mission) -> dict[int, tuple[tuple[int, int, Suit | None], ...]]:
    """Map each cell to the edges that face it: bird, index of the edge, and colour or None."""
    found: dict[int, tuple[tuple[int, int, Suit | None], ...]] = {}
    for at, bird in enumerate(mission.birds):
        coloured: dict[tuple[int, int, Side], Suit] = {
            (edge.row, edge.column, edge.side): edge.suit for edge in bird.edges
        }
        for place, (row, column, side) in enumerate(edges_of(bird)):
            down, right = SIDES[side]
            cell = SIDE * (row + down) + column + right
            suit = coloured.get((row, column, side))
            found[cell] = (*found.get(cell, ()), (at, place, suit))
    return found


def with_piece(mission: Mission, edges: Edges, piece: Card, cells: tuple[int, ...]) -> Edges:
    """KK-40: return the edges after `piece` has been placed on `cells`."""
    faced = facing(mission)
    if faced.keys().isdisjoint(cells):
        return edges
    rows = [list(row) for row in edges]
    for cell in cells:
        for bird, place, suit in faced.get(cell, ()):
            rows[bird][place] = "right" if suit in (None, piece[0]) else "wrong"
    return tuple(map(tuple, rows))


@lru_cache(maxsize=1024)
def faced_by(mission: Mission, suit: Suit) -> dict[int, tuple[int, int]]:
    """KK-40: map each cell to two counts: the edges that a piece of `suit` faces there in a wrong
    colour, and the edges that it scans. Cells that no edge faces are left out.
    """
    found: dict[int, tuple[int, int]] = {}
    for cell, edges in facing(mission).items():
        right = sum([colour in (None, suit) for _, _, colour in edges])
        found[cell] = (len(edges) - right, right)
    return found


def is_scanned(edges: tuple[Facing, ...]) -> bool:
    """KK-40: whether each of a bird's edges faces a piece, and each coloured edge a piece of its
    colour.
    """
    return edges.count("right") == len(edges)


def newly_scanned(before: Edges, after: Edges) -> tuple[News[Event], ...]:
    """Announce the birds that the last piece has scanned."""
    if after is before:
        return ()
    return tuple(
        public(Scanned(bird))
        for bird, (old, new) in enumerate(zip(before, after, strict=True))
        if is_scanned(new) and not is_scanned(old)
    )


def succeeded(mission: Mission, edges: Edges) -> bool:
    """KK-41, KK-A15: whether enough birds are scanned, including those that the mission names."""
    enough = sum(map(is_scanned, edges)) >= mission.required
    return enough and all(is_scanned(edges[bird]) for bird in mission.must)


def lacking(mission: Mission, edges: Edges) -> int:
    """KK-41: count the unit edges that are still missing.

    They belong to the birds that the mission names and, up to the required number of birds, to the
    other birds that are closest to completion.
    """
    left = [len(bird) - bird.count("right") for bird in edges]
    named = [left[bird] for bird in mission.must]
    others = sorted(n for bird, n in enumerate(left) if bird not in mission.must)
    return sum([*named, *others][: mission.required])


def judge(state: State, seat: Seat, news: tuple[News[Event], ...]) -> Step[State, Event]:
    """KK-41, KK-42: end the mission after a placement if it has succeeded, and otherwise continue
    it.
    """
    if succeeded(state.mission, state.edges):
        return end(state, "scanned", None, news)
    return check_rounds(state, seat, news)


def check_rounds(state: State, seat: Seat, news: tuple[News[Event], ...]) -> Step[State, Event]:
    """KK-43, KK-44: fail the mission after the last round, or let `seat` start the next round."""
    if state.round == ROUNDS[MODES[len(state.hands)]]:
        return end(state, "last-round", None, news)
    number = state.round + 1
    after = replace(state, phase=Revealing(seat), start=seat, round=number)
    return Step(after, (*news, public(Began(number, seat))))


def end(
    state: State, reason: Reason, piece: Card | None, news: tuple[News[Event], ...]
) -> Step[State, Event]:
    """KK-1: end the mission: all win, or all lose. Reset the wishes to give up unless all players
    shared them.
    """
    over, seats = Over(reason, piece), len(state.hands)
    after = replace(state, phase=over, wishes=(reason == "conceded",) * seats)
    return Step(after, (*news, public(Ended(reason, piece, result(over, seats)))))


def result(over: Over, seats: int) -> Outcome:
    """KK-1: return the outcome. Either all players win with one point each, or there are no points
    and no winners.
    """
    if over.reason == "scanned":
        return Outcome((1,) * seats, tuple(range(seats)))
    return Outcome((0,) * seats, ())
