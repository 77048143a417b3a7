"""Quiddler: the expected value of a hand after one more card.

Values are in points: the points laid minus the points left, plus the expected bonuses.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from chabudai.games.quiddler.components.cards import POINTS, Face
from chabudai.games.quiddler.solver.cover import Bonus, Cover, Mask

NEVER = -1e9
"""A lower bound on any value."""


class Tables(NamedTuple):
    """Best values of the layouts within each mask: twice their points plus the bonuses.

    `alone` assumes no other words. The other tables assume one more word: `beside` omits the bonus
    for the longest of the mask's words, and `longer` includes it. In the `_kept` tables, one card
    of the mask is discarded, and its points are added.
    """

    alone: list[float]
    alone_kept: list[float]
    beside: list[float]
    beside_kept: list[float]
    longer: list[float]
    longer_kept: list[float]


class Outlook:
    """A hand, the words that it can lay, and its value with one more card."""

    def __init__(self, cover: Cover, bonus: Bonus) -> None:
        self.cover = cover
        self._bonus = bonus
        self._tables = tables(cover, bonus)
        self._words: dict[Face, Sequence[Mask]] = {}

    def words_with(self, face: Face) -> Sequence[Mask]:
        """Return the masks that form a word together with an extra card `face`."""
        found = self._words.get(face)
        if found is None:
            found = self._words[face] = self.cover.words_with(face)
        return found

    def with_card(self, face: Face) -> float:
        """QD-15: return the best value of a last turn in which this card was drawn."""
        full = self.cover.full
        return max(self.keeping(face), self._tables.alone[full] - self.cover.points[full])

    def keeping(self, face: Face) -> float:
        """Like `with_card`, but another card is discarded."""
        cover, tables, full = self.cover, self._tables, self.cover.full
        worth = POINTS[face]
        best = tables.alone_kept[full] - worth
        long = self._bonus.longest
        letters, points = cover.letters, cover.points
        more = len(face)
        beside, longer = tables.beside_kept, tables.longer_kept
        for mask in self.words_with(face):
            rest = full ^ mask
            value = max(beside[rest] + long[letters[mask] + more], longer[rest])
            value += 2 * points[mask] + worth
            best = max(best, value)
        return best - points[full]

    def after_discards(self, face: Face, into: dict[int, float]) -> None:
        """Compute the best value of the next turn after each discard, if `face` is drawn then.

        The keys of `into` are the discards' positions in the hand. The values of `into` are
        overwritten.
        """
        cover, tables, full = self.cover, self._tables, self.cover.full
        worth = POINTS[face]
        long = self._bonus.longest
        letters, points = cover.letters, cover.points
        more = len(face)
        beside, longer = tables.beside_kept, tables.longer_kept
        places = [(place, 1 << place) for place in into]
        for place, bit in places:
            rest = full ^ bit
            into[place] = max(tables.alone[rest], tables.alone_kept[rest] - worth)
        for mask in self.words_with(face):
            base = 2 * points[mask] + worth
            longest = long[letters[mask] + more]
            others = full ^ mask
            for place, bit in places:
                if others & bit:
                    rest = others ^ bit
                    value = max(beside[rest] + longest, longer[rest]) + base
                    if value > into[place]:
                        into[place] = value
        for place, bit in places:
            into[place] -= points[full ^ bit]

    def expected(self, odds: Mapping[Face, float]) -> float:
        """Return the mean of `with_card`, weighted by `odds`, which add up to 1."""
        return sum(chance * self.with_card(face) for face, chance in odds.items())

    def expected_after_discards(self, odds: Mapping[Face, float]) -> dict[int, float]:
        """Return the mean of `after_discards` by position. Equal cards share one position."""
        places = {face: place for place, face in enumerate(self.cover.hand)}.values()
        total = dict.fromkeys(places, 0.0)
        once = dict.fromkeys(places, 0.0)
        for face, chance in odds.items():
            self.after_discards(face, once)
            for place, value in once.items():
                total[place] += chance * value
        return total


def tables(cover: Cover, bonus: Bonus) -> Tables:
    """Compute the tables of a hand."""
    size = len(cover.keys)
    alone, beside, longer = ([NEVER] * size for _ in range(3))
    long, many = bonus
    points, most, longest = cover.points, cover.most, cover.longest
    for mask in cover.reached:
        laid = 2 * points[mask]
        count, length = most[mask], long[longest[mask]]
        alone[mask] = laid + length + many[count]
        if count + 1 < len(many):
            beside[mask] = laid + many[count + 1]
            longer[mask] = laid + many[count + 1] + length
    worths = [POINTS[face] for face in cover.hand]
    return Tables(
        *best_parts(alone, worths), *best_parts(beside, worths), *best_parts(longer, worths)
    )


def best_parts(values: list[float], worths: list[int]) -> tuple[list[float], list[float]]:
    """Map each mask to the best value of its subsets, without and with a discarded card.

    A discard is a card of the mask outside the subset, and adds its points. For each card, the
    lists are split by the lowest bit, which becomes the highest. After all cards, every bit is back
    in its place.
    """
    kept = [NEVER] * len(values)
    for worth in worths:
        without, having = values[::2], values[1::2]
        kept_without, kept_having = kept[::2], kept[1::2]
        kept = kept_without + [
            max(one, other, bare + worth)
            for one, other, bare in zip(kept_having, kept_without, without, strict=True)
        ]
        values = without + [max(other, one) for one, other in zip(having, without, strict=True)]
    return values, kept
