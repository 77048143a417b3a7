"""Quiddler: all layouts of a hand, and the best of them, computed in Python. See also `kernel`.

The cards of a hand are bits: a `mask` is a subset of them.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias

from chabudai.games.quiddler.components.cards import POINTS, Face
from chabudai.games.quiddler.components.word_index import WEIGHTS, Index

MOST = 11
"""Number of cards in the largest hand: ten and the one drawn (QD-9)."""
LETTERS = 21
"""One more than the maximum length of a word, which is ten doubles."""
WORDS = 6
"""One more than the maximum number of words in ten cards, at two cards per word."""

Mask: TypeAlias = int
Knows: TypeAlias = Callable[[int], object]
"""A function that tests whether the cards of a key may be laid as a word."""


class Bonus(NamedTuple):
    """Bonus points for a longest word of n letters, and for n words, indexed by n. Both sequences
    must be in ascending order.
    """

    longest: tuple[float, ...] = (0.0,) * LETTERS
    most: tuple[float, ...] = (0.0,) * WORDS


NO_BONUS = Bonus()
MOST_WORDS = Bonus(most=tuple(1e3 * n for n in range(WORDS)))
"""A bonus that maximizes the number of words, then the points."""
LONGEST_WORD = Bonus(longest=tuple(1e3 * n for n in range(LETTERS)))
"""A bonus that maximizes the length of the longest word, then the points."""


class Lay(NamedTuple):
    """Cards to lay in words, the position of the card to discard, and the value of both.

    The value is the points laid minus the points left, plus the bonuses.
    """

    value: float
    mask: Mask
    discard: int | None


class Cover:
    """All layouts of a hand of at most 11 cards.

    A mask is a word if its key is in the index and `knows` accepts it. `keys`, `points` and
    `letters` hold each mask's totals, and `most` the maximum number of words in a partition of it,
    or -1 if it has none. `longest` holds the length of the longest word in any partition. `words`
    lists the masks that are words, and `reached` those that can be partitioned, the empty one
    first.
    """

    hand: tuple[Face, ...]
    keys: Sequence[int]
    points: Sequence[int]
    letters: Sequence[int]
    words: Sequence[Mask]
    """Words in ascending order, and therefore sorted by their highest card."""
    reached: Sequence[Mask]
    most: Sequence[int]
    longest: Sequence[int]

    def __init__(self, hand: Sequence[Face], index: Index, knows: Knows | None = None) -> None:
        """Find the words and partitions of `hand`. Raises ValueError if it has too many cards."""
        check_size(hand)
        self.hand = tuple(hand)
        self._index, self._knows = index, knows
        self.keys = sums([WEIGHTS[face] for face in hand])
        self.points = sums([POINTS[face] for face in hand])
        self.letters = sums([len(face) for face in hand])
        self.words = self._words_with(0)
        self.reached, self.most, self.longest = reach(self.words, self.letters)

    @property
    def full(self) -> Mask:
        """The mask of all cards of the hand."""
        return (1 << len(self.hand)) - 1

    def places(self, mask: Mask) -> Iterator[int]:
        """Return the positions of a mask's cards in the hand."""
        return (place for place in range(len(self.hand)) if mask >> place & 1)

    def cards(self, mask: Mask) -> tuple[Face, ...]:
        """Return the cards of a mask, in the order of the hand."""
        return tuple(self.hand[place] for place in self.places(mask))

    def words_with(self, face: Face) -> Sequence[Mask]:
        """Return the masks that form a word with an extra card `face`, in ascending order."""
        return self._words_with(WEIGHTS[face])

    def _words_with(self, more: int) -> list[Mask]:
        """Return the masks that form a word with the card whose key is `more`, or by themselves if
        `more` is 0.
        """
        knows = self._knows
        found = self._find(more)
        return found if knows is None else [m for m in found if knows(self.keys[m] + more)]

    def _find(self, more: int) -> list[Mask]:
        """Return the masks that form a word of the index, known or not, with the card whose key is
        `more`.
        """
        keys = self._index.keys
        return [mask for mask, key in enumerate(self.keys) if key + more in keys]

    def best(self, discards: Sequence[int], fewest: int, bonus: Bonus) -> Lay | None:
        """Return the most valuable way to lay at least `fewest` cards, or None if there is none.

        `discards` lists the positions that may be discarded, preferred ones first. If it is empty,
        no card is discarded. Among equals, prefer the most points laid, then the greatest mask.
        """
        total = self.points[-1]
        masks = [mask for mask in self.reached if mask.bit_count() >= fewest]
        tries = [] if discards else upper_bounds(self, masks, -total, None, bonus)
        for place in discards:
            free = [mask for mask in masks if not mask >> place & 1]
            masks = [mask for mask in masks if mask >> place & 1]
            tries += upper_bounds(self, free, self.points[1 << place] - total, place, bonus)
        return best(self, tries, bonus) if tries else None

    def way(self, mask: Mask, bonus: Bonus) -> list[Mask]:
        """Return the words of the best partition of a mask, the longest first."""
        _, first = first_word(self, mask, bonus)
        return [first, *most_words_split(self, mask - first)] if first else []


def check_size(hand: Sequence[Face]) -> None:
    """Raise ValueError if a hand has too many cards."""
    if len(hand) > MOST:
        raise ValueError(f"A hand has at most {MOST} cards, not {len(hand)}.")


def sums(values: list[int]) -> list[int]:
    """Map each mask to the sum of the values of its cards."""
    found = [0]
    for value in values:
        found += [each + value for each in found]
    return found


def reach(words: Sequence[Mask], letters: Sequence[int]) -> tuple[list[Mask], list[int], list[int]]:
    """Return the masks that can be partitioned into words, and each mask's `most` and `longest`.

    Every partition is visited once, with its words in the order of their highest cards.
    """
    most = [-1] * len(letters)
    longest = [0] * len(letters)
    most[0] = 0
    reached = [0]
    for _, same_highest in groupby(words, int.bit_length):
        new: list[Mask] = []
        for word in same_highest:
            size = letters[word]
            for rest in reached:
                if not rest & word:
                    mask = rest | word
                    count = most[rest] + 1
                    length = longest[rest]
                    if length < size:
                        length = size
                    if most[mask] < 0:
                        new.append(mask)
                    if most[mask] < count:
                        most[mask] = count
                    if longest[mask] < length:
                        longest[mask] = length
        reached += new
    return reached, most, longest


Candidate: TypeAlias = tuple[float, int, Mask, int | None]
"""An upper bound on the value of laying a mask, then its points, the mask itself, and the discard.
"""


def upper_bounds(
    cover: Cover, masks: list[Mask], base: int, discard: int | None, bonus: Bonus
) -> list[Candidate]:
    """Return masks as candidates, each valued at `base` plus twice its points plus its bonuses.

    `base` is the discard's points minus the hand's, so that the points left are subtracted.
    """
    worth, longest, most = cover.points, cover.longest, cover.most
    if bonus == NO_BONUS:
        return [(base + 2 * worth[mask], worth[mask], mask, discard) for mask in masks]
    long, many = bonus
    return [
        (
            base + 2 * worth[mask] + long[longest[mask]] + many[most[mask]],
            worth[mask],
            mask,
            discard,
        )
        for mask in masks
    ]


def best(cover: Cover, tries: list[Candidate], bonus: Bonus) -> Lay:
    """Return the most valuable candidate, and among equals the one with the most points laid.
    Modifies `tries`.

    The partition of a mask into the most words might lack the longest possible word, so the value
    of a candidate is an upper bound. The bound of the best candidate is replaced by its exact value
    until the best value is exact.
    """
    settled: set[Mask] = set()
    while True:
        top = max(tries)
        promise, laid, mask, discard = top
        if mask in settled or any(values[0] == values[-1] for values in bonus):
            return Lay(promise, mask, discard)
        tries.remove(top)
        promised = bonus.longest[cover.longest[mask]] + bonus.most[cover.most[mask]]
        truth = promise - promised + first_word(cover, mask, bonus)[0]
        tries.append((truth, laid, mask, discard))
        settled.add(mask)


def first_word(cover: Cover, mask: Mask, bonus: Bonus) -> tuple[float, Mask]:
    """Return the bonuses of a mask's best partition, and the longest word in it."""
    ways = [
        (
            bonus.longest[cover.letters[word]] + bonus.most[cover.most[mask - word] + 1],
            cover.letters[word],
            -word,
        )
        for word in cover.words
        if not word & ~mask and cover.most[mask - word] >= 0
    ]
    if not ways:
        return bonus.longest[0] + bonus.most[0], 0
    value, _, word = max(ways)
    return value, -word


def most_words_split(cover: Cover, mask: Mask) -> Iterator[Mask]:
    """Yield the words of a partition of a mask into as many words as possible."""
    while mask:
        count = cover.most[mask] - 1
        word = next(
            word
            for word in cover.words
            if word.bit_length() == mask.bit_length()
            and not word & ~mask
            and cover.most[mask - word] == count
        )
        yield word
        mask -= word
