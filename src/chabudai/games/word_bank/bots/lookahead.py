"""Word Bank: a lookahead without words. A move is the set of positions that get a stone.

Positions in the circle are bits, and a move is a `mask` of seven bits. The letter of a new safe is
not known in advance. So the lookahead gives the safe `SPACES` spaces, and assumes that the same
masks stay possible. A value is the mean of the rivals' stones minus the seat's own stones.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from chabudai.core import Seat, put
from chabudai.games.word_bank.components import RING, STONES
from chabudai.games.word_bank.view import View

SPACES = 3
"""Assumed number of spaces on an unseen safe. The mean in the box is 3.3."""
HAND = 1.05
"""Weight of a stone in front of a player. A stone on a safe weighs less as the safe fills."""
LOCKABLE = 0.5
"""Fraction of a stone's weight that is lost when its safe is full."""
SAFE = 0.01
"""Value of a locked safe, which only breaks ties (WB-28)."""
WIN = 6.0
"""Value of winning, added to the margin in stones."""

Mask: TypeAlias = int
Values: TypeAlias = tuple[float, ...]
"""Values, indexed by seat."""

BITS = tuple(
    tuple(place for place in range(RING) if mask >> place & 1) for mask in range(1 << RING)
)


class Reach:
    """The moves that are possible with words, assumed to be the same for every seat.

    `short[stones]` lists the moves, including passing, that leave at least one to a player with
    that many stones. `whole[stones]` lists the moves that leave no stone and therefore end the game
    (WB-26).
    """

    __slots__ = ("short", "whole")

    def __init__(self, masks: Iterable[Mask]) -> None:
        by_size: list[list[Mask]] = [[] for _ in range(RING + 1)]
        for mask in {0, *masks}:
            by_size[mask.bit_count()].append(mask)
        most = max(STONES.values())
        self.whole = [by_size[hand] if 0 < hand <= RING else [] for hand in range(most + 1)]
        self.short = [
            [mask for size in by_size[:hand] for mask in size] for hand in range(most + 1)
        ]


class Position(NamedTuple):
    """A table without its letters. Tuples are indexed by seat or by position in the circle."""

    turn: Seat
    hands: tuple[int, ...]
    safes: tuple[int, ...]
    spaces: tuple[int, ...]
    lying: tuple[tuple[int, ...], ...]
    """Number of stones of each seat on each position in the circle."""


def position(view: View, seat: Seat) -> Position:
    """Return the position of a view, with `seat` to move."""
    seats = range(len(view.stones))
    return Position(
        seat,
        view.stones,
        tuple(map(len, view.won)),
        tuple(slot.safe.spaces for slot in view.ring),
        tuple(tuple(slot.stones.count(owner) for owner in seats) for slot in view.ring),
    )


def move_gains(here: Position) -> list[float]:
    """Map each mask to its immediate gain for the seat to move.

    Locking a full safe takes its stones out of the game, so stones weigh less as a safe fills.
    """
    turn = here.turn
    rivals = len(here.hands) - 1
    gains: list[float] = []
    for spaces, lying in zip(here.spaces, here.lying, strict=True):
        if not spaces:
            gains.append(0.0)
            continue
        mine, stones = lying[turn], sum(lying)
        others = (stones - mine) / rivals
        before = (others - mine) * (1 - LOCKABLE * stones / spaces)
        if stones + 1 == spaces:
            gains.append(HAND + SAFE - before)
        else:
            after = (others - mine - 1) * (1 - LOCKABLE * (stones + 1) / spaces)
            gains.append(HAND + after - before)
    sums = [0.0]
    for gain in gains:
        sums += [already + gain for already in sums]
    return sums


def position_after(here: Position, mask: Mask) -> Position:
    """Return the position after a move. Full safes are locked and replaced."""
    turn = here.turn
    spaces, lying = list(here.spaces), list(here.lying)
    closed = 0
    for place in BITS[mask]:
        stones = put(lying[place], turn, lying[place][turn] + 1)
        if sum(stones) == spaces[place]:
            stones = (0,) * len(stones)
            spaces[place] = SPACES
            closed += 1
        lying[place] = stones
    return Position(
        (turn + 1) % len(here.hands),
        put(here.hands, turn, here.hands[turn] - mask.bit_count()),
        put(here.safes, turn, here.safes[turn] + closed) if closed else here.safes,
        tuple(spaces),
        tuple(lying),
    )


def margins(totals: Sequence[float]) -> Values:
    """Return each seat's margin: the mean total of its rivals minus its own."""
    rivals = len(totals) - 1
    everything = sum(totals)
    return tuple((everything - own) / rivals - own for own in totals)


def heuristic_values(here: Position) -> Values:
    """Return the heuristic values of a position."""
    totals = [HAND * hand - SAFE * won for hand, won in zip(here.hands, here.safes, strict=True)]
    for spaces, lying in zip(here.spaces, here.lying, strict=True):
        stones = sum(lying)
        if stones:
            weight = 1 - LOCKABLE * stones / spaces
            for seat, own in enumerate(lying):
                totals[seat] += own * weight
    return margins(totals)


def final_values(here: Position) -> Values:
    """WB-27, WB-28: return the values if the game ends here."""
    totals = [
        hand + sum(lying[seat] for lying in here.lying) for seat, hand in enumerate(here.hands)
    ]
    ranks = [(total, -won) for total, won in zip(totals, here.safes, strict=True)]
    best = min(ranks)
    shared = WIN / ranks.count(best)
    return tuple(
        margin + (shared if rank == best else -WIN / len(ranks))
        for margin, rank in zip(margins(totals), ranks, strict=True)
    )


def ends_behind(here: Position, mask: Mask) -> bool:
    """WB-29: whether a move ends the game and leaves the seat behind the next player."""
    if mask.bit_count() < here.hands[here.turn]:
        return False
    there = position_after(here, mask)
    values = final_values(there)
    return values[here.turn] < values[there.turn]


def best_move(here: Position, reach: Reach, depth: int, width: int) -> tuple[Mask, Values]:
    """Return the best move and its values, looking `depth` ≥ 1 moves ahead, by max^n search.

    The search is limited to the `width` moves with the highest immediate gain, and to `width` moves
    that end the game. So at most width ** (depth - 1) positions are expanded.
    """
    turn, hand = here.turn, here.hands[here.turn]
    gains = move_gains(here)
    ends = sorted(reach.whole[hand], key=gains.__getitem__, reverse=True)
    found = [(mask, final_values(position_after(here, mask))) for mask in ends[:width]]
    promising = sorted(reach.short[hand], key=gains.__getitem__, reverse=True)
    for mask in promising[: width if depth > 1 else 1]:
        there = position_after(here, mask)
        worth = (
            best_move(there, reach, depth - 1, width)[1] if depth > 1 else heuristic_values(there)
        )
        found.append((mask, worth))
    return max(found, key=lambda one: one[1][turn])
