"""Short notations for The Kakapo's tables and moves in tests."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from chabudai.core import Seat, play
from chabudai.games.kakapo import GAME, state as kk
from chabudai.games.kakapo.components.cards import DECK, MODES, Card, Mode
from chabudai.games.kakapo.components.missions import Bird, Mission, Title
from chabudai.games.kakapo.tests import naive
from tests.support import moves

COLUMNS = "ABCDEFGHIJKL"


def cards(text: str) -> tuple[Card, ...]:
    """Parse cards separated by spaces, such as P8 O3."""
    return tuple(text.split())


def square(text: str) -> tuple[int, int]:
    """Return the row and column, from 0, of a cell such as A1."""
    return int(text[1:]) - 1, COLUMNS.index(text[0])


def cell(text: str) -> int:
    """Return the number of a cell such as A1: 12 × row + column."""
    row, column = square(text)
    return 12 * row + column


def cells(text: str) -> tuple[int, ...]:
    """Return the numbers of cells such as A1 B2, ascending."""
    return tuple(sorted(map(cell, text.split())))


def bird(where: str, edges: str = "") -> Bird:
    """Return a bird on these cells. A coloured edge is written B6NO: cell B6, north, orange."""
    coloured = [(square(edge[:-2]), edge[-2], edge[-1]) for edge in edges.split()]
    document = {
        "cells": [square(each) for each in where.split()],
        "edges": [
            {"row": row, "column": column, "side": side, "suit": suit}
            for (row, column), side, suit in coloured
        ],
    }
    return msgspec.convert(document, Bird)


def mission(*birds: Bird, mode: Mode = "buddy", required: int = 1, **fields: Any) -> Mission:
    """Return a mission with these birds."""
    return Mission(mode, Title("A bird", "鳥"), birds, required, **fields)


LOW = bird("F6 F7")
"""A bird one cell wide and two tall. A 7 around it and a 1 above it scan it."""
ROWS = tuple(bird(" ".join(f"{column}{row}" for column in "BCDEFGHIJK")) for row in (2, 5, 8, 11))
"""Four birds, each a long row. Larger pieces soon no longer fit between them."""
FAR = bird("J10")
"""A bird far from where most tests place pieces."""


GAP = {"P7": "E6 E7 E8 F8 G8 G7 G6"}
"""A piece around a bird on F6 and F7 that leaves only F5 uncovered."""
PURPLE = bird("F6 F7", "F6NP")
"""A bird on F6 and F7 whose edge facing F5 is purple."""


def lying(board: Mapping[Card, str]) -> tuple[kk.Lying, ...]:
    """Convert pieces and their cells, such as A1 A2, to pieces on the board."""
    return tuple(kk.Lying(piece, cells(where)) for piece, where in board.items())


def laid(board: Iterable[kk.Lying]) -> list[naive.Laid]:
    """Convert pieces on the board to the form of the slow geometry (`naive`)."""
    return [
        (one.piece[0], int(one.piece[1]), frozenset(divmod(cell, 12) for cell in one.cells))
        for one in board
    ]


def table(
    *hands: str,
    phase: kk.Phase | None = None,
    start: Seat = 0,
    revealed: str = "",
    board: Mapping[Card, str] | tuple[kk.Lying, ...] = (),
    birds: Sequence[Bird] = (FAR,),
    required: int = 1,
    options: kk.Options | None = None,
    **fields: Any,
) -> kk.State:
    """Return a table in mid-round: `hands` by seat, and `revealed` in order from seat `start`."""
    seats = len(hands)
    drawn = mission(*birds, mode=MODES[seats], required=required)
    agreed = replace(options or kk.Options(), mission=drawn)
    pieces = board if isinstance(board, tuple) else lying(board)
    empty = GAME.setup(agreed, seats)
    return replace(
        empty,
        phase=phase or kk.Revealing((start + len(cards(revealed))) % seats),
        hands=tuple(tuple(sorted(cards(hand), key=DECK.index)) for hand in hands),
        start=start,
        revealed=cards(revealed),
        board=pieces,
        **{"edges": facing(empty.mission, pieces), **fields},
    )


def facing(drawn: Mission, pieces: Iterable[kk.Lying]) -> tuple[tuple[str, ...], ...]:
    """KK-40: return the state of each bird's edges, by the slow geometry."""
    board = laid(pieces)
    return tuple(naive.edges(one, board) for one in drawn.birds)


def dotted(free: str, *birds: Bird) -> tuple[kk.Lying, ...]:
    """Return a board full of blue dots, except for the `free` cells and the birds."""
    taken = {*cells(free), *(12 * row + column for bird in birds for row, column in bird.cells)}
    return tuple(kk.Lying("B1", (each,)) for each in range(144) if each not in taken)


def deciding(
    revealed: str, decision: Card, *, seats: int = 2, start: Seat = 0, **fields: Any
) -> kk.State:
    """Return a table where all cards of a round are revealed and `decision` decides."""
    owner = (start + cards(revealed).index(decision)) % seats
    hands = ("",) * seats
    return table(
        *hands, phase=kk.Selecting(owner, decision), start=start, revealed=revealed, **fields
    )


def placing(*pieces: Card, **fields: Any) -> kk.State:
    """Return a table where seat 0 of two must place these pieces."""
    return table("P8 B4", "P7", phase=kk.Placing(0, pieces), **fields)


def round_of(
    revealed: str, decision: Card, *, seats: int = 2, start: Seat = 0, pieces: str | None = None
) -> kk.Round:
    """Return a finished round in which no skill was used."""
    shown = cards(revealed)
    owner = (start + shown.index(decision)) % seats
    taken = (decision,) if pieces is None else cards(pieces)
    return kk.Round(start, shown, owner, decision, None, taken)


make = partial(moves.make, GAME)
refused = partial(moves.refused, GAME)
refused_table = partial(moves.refused_table, GAME)


def reveals(state: kk.State, text: str) -> kk.State:
    """Return the state after the seats whose turn it is have revealed these cards in order."""
    for card in cards(text):
        (seat,) = GAME.to_act(state)
        state = play(GAME, state, seat, kk.Reveal(card)).state
    return state


def stacked(*hands: str, box: str = "", start: Seat = 0) -> kk.Shuffle:
    """Return a shuffle that deals the given cards and fills up the hands in deck order.

    Three players play without purple 1. Seat `start` starts if purple 8 is in the box.
    """
    seats = len(hands)
    deck = [card for card in DECK if seats != 3 or card != "P1"]
    size = 16 if seats == 2 else len(deck) // seats
    wanted = [cards(hand) for hand in hands]
    rest = [card for card in deck if card not in {*cards(box), *(c for w in wanted for c in w)}]
    dealt: list[Card] = []
    for hand in wanted:
        missing = size - len(hand)
        dealt += [*hand, *rest[:missing]]
        del rest[:missing]
    first = dealt.index("P8") // size if "P8" in dealt else start
    return kk.Shuffle((*dealt, *cards(box), *rest), first)
