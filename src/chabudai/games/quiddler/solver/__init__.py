"""Quiddler: exact search for the best words that a hand can lay.

`Cover` computes the possible layouts in Python. If the kernel has been built, it computes the same
results faster. `cover_of` chooses between the two.
"""

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from chabudai.core import Struct
from chabudai.games.quiddler.components.cards import COUNTS, POINTS, Face, points
from chabudai.games.quiddler.components.word_index import Index, index
from chabudai.games.quiddler.moves.layouts import spell_with
from chabudai.games.quiddler.solver import kernel
from chabudai.games.quiddler.solver.cover import MOST, NO_BONUS, Bonus, Cover, Knows, Lay
from chabudai.words import LexiconName, fold

Spell: TypeAlias = Callable[[int], str]
"""A function that returns the word to lay with the cards of a key, or "" if there is none."""

LETTERS = re.compile("QU|.", re.DOTALL)
"""The cards of a word without spaces."""
KERNEL = kernel.load(kernel.FILE)


def cover_of(hand: Sequence[Face], words: Index, knows: Knows | None = None) -> Cover:
    """Return the Cover of a hand, computed by the kernel if it is available."""
    if KERNEL is None:
        return Cover(hand, words, knows)
    return kernel.Compiled(KERNEL, hand, words, knows)


class Layout(Struct):
    """A way to lay a hand: the words as lists of cards, the discard, and the cards left.

    `points` is the total of the words, and `net` is `points` minus the points left (QD-29), which
    may be negative.
    """

    words: tuple[tuple[Face, ...], ...]
    discard: Face | None
    left: tuple[Face, ...]
    points: int
    net: int


def best_whole(cover: Cover, bonus: Bonus = NO_BONUS) -> Lay:
    """Lay any words without a discard. Maximize the points laid minus the points left."""
    return required(cover.best((), 0, bonus))


def best_last(cover: Cover, bonus: Bonus = NO_BONUS, discard: Face | None = None) -> Lay:
    """QD-15: lay any words and discard a card, which must be `discard` if given.

    Raises ValueError if `discard` is not in the hand.
    """
    return required(cover.best(discards(cover, discard), 0, bonus))


def best_out(cover: Cover, bonus: Bonus = NO_BONUS, discard: Face | None = None) -> Lay | None:
    """QD-12: lay all cards except one, which must be `discard` if given.

    Return None if that is impossible. Raises ValueError if `discard` is not in the hand.
    """
    return cover.best(discards(cover, discard), max(1, len(cover.hand) - 1), bonus)


def required(lay: Lay | None) -> Lay:
    """Narrow the type to Lay. A lay always exists, since laying nothing is allowed."""
    assert lay is not None  # noqa: S101 - for the type checker
    return lay


def discards(cover: Cover, discard: Face | None) -> list[int]:
    """Return the positions of the possible discards, most points first.

    Only one of several equal cards is listed, since they are interchangeable.
    """
    places = {face: place for place, face in enumerate(cover.hand)}
    if discard is None:
        return [
            places[face] for face in sorted(places, key=lambda face: (-POINTS[face], places[face]))
        ]
    if discard not in places:
        raise ValueError(f"{discard} is not among these cards.")
    return [places[discard]]


def layout(cover: Cover, lay: Lay, spell: Spell, bonus: Bonus = NO_BONUS) -> Layout:
    """Convert a lay to words and cards, using the partition into words that is best for `bonus`."""
    laid = lay.mask | (0 if lay.discard is None else 1 << lay.discard)
    left = cover.cards(cover.full & ~laid)
    return Layout(
        tuple(
            spell_with(spell(cover.keys[mask]), cover.cards(mask))
            for mask in cover.way(lay.mask, bonus)
        ),
        None if lay.discard is None else cover.hand[lay.discard],
        left,
        cover.points[lay.mask],
        cover.points[lay.mask] - points(left),
    )


def solve(
    hand: Sequence[Face],
    *,
    keep: int = 1,
    lexicon: LexiconName = "standard",
    barred: frozenset[str] = frozenset(),
    bonus: Bonus = NO_BONUS,
) -> Layout:
    """Return the best layout of a hand of at most 11 cards in dictionary words that are not barred.

    `keep` is 1 to discard a card, or 0 to allow laying all. Raises ValueError for an invalid hand.
    """
    check(hand)
    words = index(lexicon)

    def spell(key: int) -> str:
        return next((word for word in words.words(key) if word not in barred), "")

    cover = cover_of(hand, words, spell if barred else None)
    lay = best_last(cover, bonus) if keep else best_whole(cover, bonus)
    return layout(cover, lay, spell, bonus)


def hand_of(text: str) -> tuple[Face, ...]:
    """Parse a hand such as "QU I T Z". Letters can be upper or lower case, and spaces or commas
    separate cards. In a single word such as "quitz", QU is one card, and each other letter is one
    card.

    Raises ValueError if the cards are not those of one hand.
    """
    hand = tuple(fold(text).replace(",", " ").split())
    if len(hand) == 1 and hand[0] not in COUNTS:
        hand = tuple(LETTERS.findall(hand[0]))
    check(hand)
    return hand


def check(hand: Sequence[Face]) -> None:
    """Raise ValueError if the cards are not those of one hand."""
    if not 1 <= len(hand) <= MOST:
        raise ValueError(f"A hand has 1 to {MOST} cards, not {len(hand)}.")
    for face in dict.fromkeys(hand):
        if face not in COUNTS:
            raise ValueError(f"There is no card {face!r}.")
        if hand.count(face) > COUNTS[face]:
            raise ValueError(f"The deck has {COUNTS[face]} cards {face}, not {hand.count(face)}.")
