"""Brute-force search for a hand's best lay: every order of cards, every set of words."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, permutations

from chabudai.core import Rng
from chabudai.games.quiddler.components.cards import DECK, Face, points
from chabudai.games.quiddler.solver import best_last, best_out, best_whole
from chabudai.games.quiddler.solver.cover import (
    LETTERS,
    LONGEST_WORD,
    MOST_WORDS,
    NO_BONUS,
    WORDS,
    Bonus,
    Cover,
    Lay,
)
from chabudai.words import lexicon

STANDARD = frozenset(lexicon("standard").words())

Places = frozenset[int]
Way = tuple[Places, int, int]
"""Positions of all cards of some words, the number of words, and the longest word's length."""


BOTH = Bonus(
    tuple(min(10.0, 1.5 * n) for n in range(LETTERS)), tuple(2.5 * n for n in range(WORDS))
)
BONUSES = (NO_BONUS, MOST_WORDS, LONGEST_WORD, BOTH)


def every_way_to_play(cover: Cover, bonus: Bonus) -> dict[str, Lay]:
    """Return the solver's best lay for each way to play the hand, named as in `worths`."""
    tries: dict[str, Lay | None] = {
        "whole": best_whole(cover, bonus),
        "last": best_last(cover, bonus),
        "out": best_out(cover, bonus),
    }
    for face in set(cover.hand):
        tries[f"last-{face}"] = best_last(cover, bonus, face)
        tries[f"out-{face}"] = best_out(cover, bonus, face)
    return {name: lay for name, lay in tries.items() if lay is not None}


def words_of(hand: tuple[Face, ...], barred: frozenset[str]) -> list[tuple[Places, int]]:
    """Return the positions of cards that spell a word in some order, and the word's length."""
    found: dict[Places, int] = {}
    for size in range(2, len(hand) + 1):
        for places in combinations(range(len(hand)), size):
            cards = [hand[place] for place in places]
            if {"".join(order) for order in permutations(cards)} & STANDARD - barred:
                found[frozenset(places)] = len("".join(cards))
    return list(found.items())


def sets_of(words: list[tuple[Places, int]]) -> Iterator[Way]:
    """Yield every set of words that have no card in common."""
    yield frozenset(), 0, 0
    for n, (places, letters) in enumerate(words, 1):
        for more, count, longest in sets_of([word for word in words[n:] if not word[0] & places]):
            yield places | more, count + 1, max(letters, longest)


def worths(hand: tuple[Face, ...], ways: list[Way], bonus: Bonus) -> dict[str, float]:
    """Map `whole` (no discard), `last`, `out` and `-X` (discard X) to the hand's best value."""
    found = defaultdict[str, list[float]](list)
    for places, count, longest in ways:
        laid = points(hand[place] for place in places)
        value = 2 * laid - points(hand) + bonus.longest[longest] + bonus.most[count]
        found["whole"].append(value)
        goes_out = places and len(places) == len(hand) - 1
        for place in set(range(len(hand))) - places:
            face = hand[place]
            for name in ("last", "out") if goes_out else ("last",):
                found[name].append(value + points([face]))
                found[f"{name}-{face}"].append(value + points([face]))
    return {name: max(values) for name, values in found.items()}


def hand_at_random(seed: int, most: int) -> tuple[Face, ...]:
    """Return 2 to `most` cards. Odd seeds favour cheap cards, which form more words."""
    rng = Rng(seed)
    deck = rng.shuffled(DECK)
    size = 2 + rng.below(most - 1)
    if seed % 2:
        deck = tuple(sorted(deck[: 2 * size], key=lambda face: points([face])))
    return tuple(deck[:size])
