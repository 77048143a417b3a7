"""Quiddler: what the bonuses promise (QD-30 to QD-32), by what others have laid and may lay yet."""

from collections.abc import Callable, Iterable, Sequence
from math import prod

from chabudai.core import Seat
from chabudai.games.quiddler.cards import BONUS
from chabudai.games.quiddler.solver import LETTERS, WORDS, Bonus
from chabudai.games.quiddler.view import View

LONGEST: tuple[tuple[float, ...], ...] = (
    (0.05, 0.05, 0.1, 0.85),
    (0.05, 0.05, 0.15, 0.3, 0.9),
    (0.05, 0.05, 0.05, 0.2, 0.4, 0.9),
    (0.02, 0.02, 0.02, 0.2, 0.45, 0.7, 0.95),
    (0.01, 0.01, 0.01, 0.05, 0.35, 0.65, 0.9),
    (0.01, 0.01, 0.01, 0.03, 0.25, 0.6, 0.85, 0.95),
    (0.0, 0.0, 0.0, 0.02, 0.15, 0.55, 0.8, 0.95),
    (0.0, 0.0, 0.0, 0.01, 0.1, 0.5, 0.8, 0.95),
)
"""By round: how likely the longest word of a player has at most so many letters, from 0 on."""
MOST: tuple[tuple[float, ...], ...] = (
    (0.05, 1.0),
    (0.05, 0.8, 1.0),
    (0.05, 0.6, 1.0),
    (0.02, 0.4, 1.0),
    (0.01, 0.2, 0.9, 1.0),
    (0.01, 0.1, 0.8, 1.0),
    (0.0, 0.05, 0.6, 1.0),
    (0.0, 0.03, 0.5, 0.95, 1.0),
)
"""By round: how likely a player lays at most so many words, from 0 on."""


def promised(view: View, seat: Seat) -> Bonus:
    """What a longest word of n letters, and n words, can be expected to gain on the others."""
    seats = len(view.hands)
    played = view.options.two_player_bonus if seats == 2 else "both"
    others = [other for other in range(seats) if other != seat]
    longest = [chances(view, other, LONGEST[view.round - 1], letters) for other in others]
    most = [chances(view, other, MOST[view.round - 1], len) for other in others]
    nothing = Bonus()
    return Bonus(
        nothing.longest if played == "most" else gains(longest, LETTERS),
        nothing.most if played == "longest" else gains(most, WORDS),
    )


def letters(words: Sequence[str]) -> int:
    """Of the longest of these."""
    return max(map(len, words), default=0)


def chances(
    view: View, other: Seat, usual: tuple[float, ...], count: Callable[[Sequence[str]], int]
) -> tuple[float, ...]:
    """How likely another player's count is at most n, from 0 on; certain once all is laid."""
    if view.last is None or other in view.last.left:
        return usual
    words = [laid.word for laid in view.laid if laid.seat == other and not laid.struck]
    return (*(0.0 for _ in range(count(words))), 1.0)


def gains(others: Iterable[tuple[float, ...]], size: int) -> tuple[float, ...]:
    """For counts of one's own from 0 on, the bonus won less the mean of what the others win."""
    held = list(others)
    found: list[float] = []
    for own in range(size):
        win = prod(at_most(chances, own - 1) for chances in held)
        lose = 1.0 - prod(at_most(chances, own) for chances in held)
        found.append(BONUS * (win - lose / len(held)))
    return tuple(found)


def at_most(chances: tuple[float, ...], count: int) -> float:
    """How likely a count is at most so much."""
    if count < 0:
        return 0.0
    return chances[count] if count < len(chances) else 1.0
