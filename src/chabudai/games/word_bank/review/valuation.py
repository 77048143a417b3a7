"""Word Bank: the value of a move in stones, from a search a few moves ahead.

Like the bots' `lookahead`, but a finished game is valued only by its stones, without a bonus for
the win. This makes the parts of a review add up to the result.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from chabudai.games.word_bank.bots.lookahead import (
    BITS,
    Mask,
    Position,
    Reach,
    Values,
    heuristic_values,
    margins,
    move_gains,
    position_after,
)

DEPTH = 3
"""Search depth in moves after the move to be valued."""
WIDTH = 4
"""Maximum number of moves searched at each step. Up to the same number of moves that end the game
are also searched.
"""
TEMPO = 1.35
"""Advantage in stones of moving first over moving last, as long as all seats can still say a long
word.
"""
WHOLE = 7
"""Maximum number of stones for one password. With fewer stones in front, moving first is worth
less.
"""
UNIT = 1000
"""Units per stone. Values are whole thousandths of a stone, so their sums are exact."""

Worths: TypeAlias = tuple[int, ...]
"""Predicted margins at the end by seat, in thousandths of a stone."""


class Moves:
    """The values of a position's moves. Each value is computed once.

    `reach` holds the moves that are possible with words of the dictionary. They are assumed to
    remain possible.
    """

    __slots__ = ("_gains", "_here", "_known", "_reach")

    def __init__(self, here: Position, reach: Reach) -> None:
        self._here = here
        self._reach = reach
        self._gains = move_gains(here)
        self._known: dict[tuple[Mask, int | None], Worths] = {}

    def worths(self, mask: Mask, spaces: int | None = None) -> Worths:
        """Return the values of a move.

        `spaces` is the number of spaces on each safe that the move turns up, or None for an average
        safe.
        """
        key = mask, spaces
        if key not in self._known:
            there = position_after(self._here, mask)
            if spaces is not None:
                there = with_spaces(self._here, mask, there, spaces)
            self._known[key] = thousandths(values_of(there, self._reach, DEPTH))
        return self._known[key]

    def best(self, masks: Iterable[Mask]) -> Mask:
        """Return the current seat's best move, one of `masks` or a pass. Only the most promising
        moves are searched.
        """
        turn, hand = self._here.turn, self._here.hands[self._here.turn]
        fit = sorted(
            {0, *(mask for mask in masks if mask.bit_count() <= hand)},
            key=lambda mask: (-self._gains[mask], mask),
        )
        ends = [mask for mask in fit if mask.bit_count() == hand]
        others = [mask for mask in fit if mask.bit_count() < hand]
        return max(
            (*ends[:WIDTH], *others[:WIDTH]), key=lambda mask: self.worths(mask)[turn], default=0
        )


def values_of(here: Position, reach: Reach, depth: int) -> Values:
    """Return the values of a position by max^n search, `depth` moves ahead."""
    if 0 in here.hands:
        return final_margins(here)
    if not depth:
        return tuple(map(sum, zip(heuristic_values(here), lead(here), strict=True)))
    turn, hand = here.turn, here.hands[here.turn]
    gains = move_gains(here)
    found = [
        values_of(position_after(here, mask), reach, depth - 1)
        for masks in (reach.whole[hand], reach.short[hand])
        for mask in sorted(masks, key=gains.__getitem__, reverse=True)[:WIDTH]
    ]
    return max(found, key=lambda values: values[turn])


def final_margins(here: Position) -> Values:
    """WB-27: return the values if the game ends here."""
    return margins(
        [hand + sum(lying[seat] for lying in here.lying) for seat, hand in enumerate(here.hands)]
    )


def lead(here: Position) -> Values:
    """Return the value of each seat's place in the order of play. The values add up to 0."""
    seats = len(here.hands)
    share = TEMPO * min(WHOLE, *here.hands) / WHOLE
    return tuple(
        share * (1 - 2 * ((seat - here.turn) % seats) / (seats - 1)) for seat in range(seats)
    )


def with_spaces(before: Position, mask: Mask, there: Position, spaces: int) -> Position:
    """Return the position after a move if each safe that it turns up has `spaces` spaces."""
    full = [place for place in BITS[mask] if sum(before.lying[place]) + 1 == before.spaces[place]]
    return there._replace(
        spaces=tuple(spaces if place in full else old for place, old in enumerate(there.spaces))
    )


def thousandths(values: Sequence[float]) -> Worths:
    """Round values to whole thousandths."""
    return tuple(round(UNIT * value) for value in values)
