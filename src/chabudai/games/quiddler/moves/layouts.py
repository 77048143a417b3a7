"""Quiddler: words that cards can spell, and cards that spell a word, regardless of their value.

The cards of a hand are bits: a mask is a subset of them, by their positions in the hand.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from chabudai.core import Rng
from chabudai.games.quiddler.components.cards import DOUBLES, Face, points
from chabudai.games.quiddler.components.word_index import WEIGHTS, index, key_of, spellings
from chabudai.words import LexiconName

Cards: TypeAlias = tuple[Face, ...]
Shape: TypeAlias = tuple[int, int]
"""Number of words and length of the longest one, which determine the two bonuses."""


def ways_to_spell(word: str, cards: Collection[Face]) -> tuple[Cards, ...]:
    """Return every way to spell an upper-case word with some of `cards`, without splitting doubles
    (QD-18).

    Ways that leave more points in the hand come first, then ways with fewer cards.
    """
    found: list[Cards] = []

    def go_on(at: int, used: Cards, left: Counter[Face]) -> None:
        if at == len(word):
            found.append(used)
            return
        for face in {word[at], word[at : at + 2]} & left.keys():
            if left[face] and (len(face) == 1 or face in DOUBLES):
                go_on(at + len(face), (*used, face), left - Counter((face,)))

    go_on(0, (), Counter(cards))
    return tuple(sorted(found, key=lambda way: (points(way), len(way), way)))


def word_of(name: LexiconName, key: int, barred: Collection[str]) -> str:
    """Return the commonest unbarred word spelled by cards with this key, or ""."""
    keys = index(name)
    if key not in keys.keys:
        return ""
    return next((word for word in keys.words(key) if word not in barred), "")


def spell_with(word: str, cards: Sequence[Face]) -> Cards:
    """Spell `word` with exactly these cards, and return them in reading order.

    Raises ValueError if they do not spell it.
    """
    held = sorted(cards)
    for way in spellings(word, len(held)):
        if sorted(way) == held:
            return way
    raise ValueError(f"{' '.join(cards)} do not spell {word!r}.")


def layouts(
    name: LexiconName, hand: Sequence[Face], barred: Collection[str]
) -> Iterator[tuple[Cards, ...]]:
    """Yield layouts of dictionary words that `hand` can lay, except the empty layout.

    Of layouts that have the same cards, number of words and length of the longest word, only one is
    yielded. `barred` words are left out (QD-19).
    """
    keys = [0]
    letters = [0]
    spelled: dict[int, str] = {}
    shapes: dict[int, dict[Shape, tuple[int, ...]]] = {0: {(0, 0): ()}}
    for place, face in enumerate(hand):
        keys += [key + WEIGHTS[face] for key in keys]
        letters += [count + len(face) for count in letters]
        before = list(shapes.items())
        for mask in range(1 << place, 2 << place):
            word = word_of(name, keys[mask], barred)
            if not word:
                continue
            spelled[mask] = word
            for rest, ways in before:
                if not rest & mask:
                    there = shapes.setdefault(rest | mask, {})
                    for (count, longest), masks in ways.items():
                        shape = (count + 1, max(longest, letters[mask]))
                        there.setdefault(shape, (*masks, mask))
    del shapes[0]
    seen: set[tuple[int, Shape]] = set()
    for whole, ways in shapes.items():
        for shape, masks in ways.items():
            if (keys[whole], shape) not in seen:
                seen.add((keys[whole], shape))
                yield tuple(spell_with(spelled[mask], cards_of(hand, mask)) for mask in masks)


def cards_of(hand: Sequence[Face], mask: int) -> Cards:
    """Return the cards of a mask."""
    return tuple(face for place, face in enumerate(hand) if mask >> place & 1)


def short_words(name: LexiconName, cards: Sequence[Face]) -> list[tuple[int, ...]]:
    """Return the positions of all pairs and triples of cards that spell a dictionary word."""
    keys = index(name).keys
    weights = [WEIGHTS[face] for face in cards]
    return [
        places
        for size in (2, 3)
        for places in combinations(range(len(cards)), size)
        if sum(weights[place] for place in places) in keys
    ]


def short_layout(name: LexiconName, cards: Cards, barred: Collection[str]) -> tuple[Cards, ...]:
    """Split `cards` completely into words of two or three cards. Return () if that is
    impossible.
    """
    keys = index(name).keys

    def cover(left: Cards) -> tuple[Cards, ...] | None:
        if not left:
            return ()
        first, rest = left[0], left[1:]
        for places in companions(WEIGHTS[first], [WEIGHTS[card] for card in rest], keys):
            bunch = (first, *[rest[place] for place in places])
            word = word_of(name, key_of(bunch), barred)
            others = tuple([card for place, card in enumerate(rest) if place not in places])
            if word and (further := cover(others)) is not None:
                return (spell_with(word, bunch), *further)
        return None

    return cover(cards) or ()


def companions(
    weight: int, weights: Sequence[int], keys: Collection[int]
) -> Iterator[tuple[int, ...]]:
    """Yield the positions of one or two of these weights whose sum with `weight` is one of
    `keys`.
    """
    for place, other in enumerate(weights):
        if weight + other in keys:
            yield (place,)
    pairs = combinations(weights, 2)
    for places, (one, other) in zip(combinations(range(len(weights)), 2), pairs, strict=True):
        if weight + one + other in keys:
            yield places


def cut_at_random(cards: Cards, rng: Rng) -> tuple[Cards, ...]:
    """Cut a sequence of cards at random into pieces of two or more cards."""
    pieces: list[Cards] = []
    while cards:
        size = 2 + rng.below(len(cards) - 1)
        if len(cards) - size == 1:
            size = len(cards)
        pieces.append(cards[:size])
        cards = cards[size:]
    return tuple(pieces)
