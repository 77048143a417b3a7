"""Quiddler: the best words that a hand can lay, exactly.

The cards of a hand are bits: a `mask` is some of them. `Cover` finds every mask that is a word and
every mask that can be laid out in words without rest; the functions here choose among them.
"""

from collections.abc import Callable, Iterator, Sequence, Set as AbstractSet
from typing import NamedTuple, TypeAlias

from chabudai.core import Struct
from chabudai.games.quiddler.cards import COUNTS, POINTS, Face, points
from chabudai.games.quiddler.index import WEIGHTS, index, spellings
from chabudai.words import LexiconName, fold

MOST = 11
"""The cards of the largest hand: ten and the one drawn (QD-9)."""
LETTERS = 21
"""One more than the letters of the longest word: ten doubles."""
WORDS = 6
"""One more than the words that ten cards can make, of two cards each."""

Mask: TypeAlias = int
Spell: TypeAlias = Callable[[int], str]
"""The word to lay with the cards of a key; "" if there is none."""


class Bonus(NamedTuple):
    """What it is worth, in points, that the longest word has n letters and that n words are laid.

    Neither may fall as n grows.
    """

    longest: tuple[float, ...] = (0.0,) * LETTERS
    most: tuple[float, ...] = (0.0,) * WORDS


NO_BONUS = Bonus()
MOST_WORDS = Bonus(most=tuple(1e3 * n for n in range(WORDS)))
"""As many words as possible; among those, points."""
LONGEST_WORD = Bonus(longest=tuple(1e3 * n for n in range(LETTERS)))
"""As long a word as possible; among those, points."""


class Layout(Struct):
    """Words as lists of cards, what is discarded and what is left.

    `points` are those of the words, `net` that less those of what is left (QD-29, unfloored).
    """

    words: tuple[tuple[Face, ...], ...]
    discard: Face | None
    left: tuple[Face, ...]
    points: int
    net: int


class Lay(NamedTuple):
    """Cards of a hand to lay in words, the place of the card to discard, and what that is worth."""

    value: float
    mask: Mask
    discard: int | None


class Cover:
    """All that can be laid from a hand of at most 11 cards.

    A mask is a word if its key is among `keys` and `knows` it. Lists are by mask: `keys` and
    `points` of the cards; `most` words they make without rest, -1 if they cannot; `longest`, the
    letters of the longest word on any such way.
    """

    __slots__ = ("hand", "keys", "letters", "longest", "most", "points", "reached", "words")

    def __init__(
        self,
        hand: Sequence[Face],
        keys: AbstractSet[int],
        knows: Callable[[int], object] | None = None,
    ) -> None:
        if len(hand) > MOST:
            raise ValueError(f"A hand has at most {MOST} cards, not {len(hand)}.")
        self.hand = tuple(hand)
        self.keys, self.points, self.letters = [0], [0], [0]
        self.words: list[list[Mask]] = []
        """The words, by their highest card."""
        for place, face in enumerate(hand):
            weight, worth, size = WEIGHTS[face], POINTS[face], len(face)
            higher = [key + weight for key in self.keys]
            self.points += [each + worth for each in self.points]
            self.letters += [each + size for each in self.letters]
            found = [mask for mask, key in enumerate(higher, 1 << place) if key in keys]
            self.keys += higher
            if knows is not None:
                found = [mask for mask in found if knows(self.keys[mask])]
            self.words.append(found)
        self.reached, self.most, self.longest = self._reach()

    def _reach(self) -> tuple[list[Mask], list[int], list[int]]:
        """The masks that can be laid without rest, the empty one first.

        Every way to lay them is met once: word by word in the order of their highest cards.
        """
        letters = self.letters
        most = [-1] * len(letters)
        longest = [0] * len(letters)
        most[0] = 0
        reached = [0]
        for found in self.words:
            new: list[Mask] = []
            for word in found:
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

    @property
    def full(self) -> Mask:
        """All cards of the hand."""
        return (1 << len(self.hand)) - 1

    def places(self, mask: Mask) -> Iterator[int]:
        """The places in the hand of the cards of a mask."""
        return (place for place in range(len(self.hand)) if mask >> place & 1)

    def cards(self, mask: Mask) -> tuple[Face, ...]:
        """The cards of a mask, in the order of the hand."""
        return tuple(self.hand[place] for place in self.places(mask))


def best_whole(cover: Cover, bonus: Bonus = NO_BONUS) -> Lay:
    """Lay any words, keeping nothing for a discard. The greatest points laid less points left."""
    return best(cover, promises(cover, cover.reached, -cover.points[-1], None, bonus), bonus)


def best_last(cover: Cover, bonus: Bonus = NO_BONUS, discard: Face | None = None) -> Lay:
    """QD-15: lay any words and discard a card, this one if it is given.

    Raises ValueError if `discard` is not in the hand.
    """
    tries: list[Try] = []
    masks = cover.reached
    for place, worth in discards(cover, discard):
        free = [mask for mask in masks if not mask >> place & 1]
        masks = [mask for mask in masks if mask >> place & 1]
        tries += promises(cover, free, worth - cover.points[-1], place, bonus)
    return best(cover, tries, bonus)


def best_out(cover: Cover, bonus: Bonus = NO_BONUS, discard: Face | None = None) -> Lay | None:
    """QD-12: lay all cards but one, this one if it is given; None if that cannot be done.

    Raises ValueError if `discard` is not in the hand.
    """
    tries: list[Try] = []
    for place, worth in discards(cover, discard):
        mask = cover.full - (1 << place)
        if mask and cover.most[mask] > 0:
            tries += promises(cover, [mask], worth - cover.points[-1], place, bonus)
    return best(cover, tries, bonus) if tries else None


def discards(cover: Cover, discard: Face | None) -> list[tuple[int, int]]:
    """The places of cards that may be discarded, each with its points, most first.

    Of equal cards one place stands for all: which of them a word uses makes no difference.
    """
    places = {face: place for place, face in enumerate(cover.hand)}
    if discard is not None:
        if discard not in places:
            raise ValueError(f"{discard} is not among these cards.")
        places = {discard: places[discard]}
    dear = [(place, POINTS[face]) for face, place in places.items()]
    return sorted(dear, key=lambda card: (-card[1], card[0]))


Try: TypeAlias = tuple[float, int, Mask, int | None]
"""What laying a mask is worth at most, its points, the mask and the place of the discard."""


def promises(
    cover: Cover, masks: list[Mask], base: int, discard: int | None, bonus: Bonus
) -> list[Try]:
    """The tries of these masks, each worth `base`, twice its points and its bonuses.

    What is left counts as lost and the mask as won: so its points count twice, less all points.
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


def best(cover: Cover, tries: list[Try], bonus: Bonus) -> Lay:
    """The try that is worth most; among equals, that of most points laid. Uses `tries` up.

    What a mask's most words and longest word promise together may need two different ways to lay
    it; so the promise of the best try is replaced by the truth until the best one is true.
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
    """The bonuses of the best way to lay a mask without rest, and the longest word on that way."""
    ways = [
        (
            bonus.longest[cover.letters[word]] + bonus.most[cover.most[mask - word] + 1],
            cover.letters[word],
            -word,
        )
        for found in cover.words
        for word in found
        if not word & ~mask and cover.most[mask - word] >= 0
    ]
    if not ways:
        return bonus.longest[0] + bonus.most[0], 0
    value, _, word = max(ways)
    return value, -word


def split(cover: Cover, mask: Mask) -> Iterator[Mask]:
    """The words of a way to lay a mask without rest in as many words as it can make."""
    while mask:
        highest = mask.bit_length() - 1
        count = cover.most[mask] - 1
        word = next(
            word
            for word in cover.words[highest]
            if not word & ~mask and cover.most[mask - word] == count
        )
        yield word
        mask -= word


def layout(cover: Cover, lay: Lay, spell: Spell, bonus: Bonus = NO_BONUS) -> Layout:
    """The words and cards of a way to lay, as `bonus` would have it."""
    _, first = first_word(cover, lay.mask, bonus)
    masks = [first, *split(cover, lay.mask - first)] if first else []
    laid = lay.mask | (0 if lay.discard is None else 1 << lay.discard)
    left = cover.cards(cover.full & ~laid)
    return Layout(
        tuple(spelt(spell(cover.keys[mask]), cover.cards(mask)) for mask in masks),
        None if lay.discard is None else cover.hand[lay.discard],
        left,
        cover.points[lay.mask],
        cover.points[lay.mask] - points(left),
    )


def spelt(word: str, cards: Sequence[Face]) -> tuple[Face, ...]:
    """Just these cards in the order in which they spell a word. Raises ValueError if they cannot.

    >>> spelt("QUIT", ("I", "QU", "T"))
    ('QU', 'I', 'T')
    """
    held = sorted(cards)
    for way in spellings(word):
        if sorted(way) == held:
            return way
    raise ValueError(f"{' '.join(cards)} do not spell {word!r}.")


def solve(
    hand: Sequence[Face],
    *,
    keep: int = 1,
    lexicon: LexiconName = "standard",
    barred: frozenset[str] = frozenset(),
    bonus: Bonus = NO_BONUS,
) -> Layout:
    """The best that any hand of at most 11 cards can lay, its words in a dictionary and not barred.

    With `keep` 1 a card is discarded; with 0 all may be laid. Raises ValueError with a sentence.
    """
    check(hand)
    words = index(lexicon)

    def spell(key: int) -> str:
        return next((word for word in words.words(key) if word not in barred), "")

    cover = Cover(hand, words.keys, spell if barred else None)
    lay = best_last(cover, bonus) if keep else best_whole(cover, bonus)
    return layout(cover, lay, spell, bonus)


def hand_of(text: str) -> tuple[Face, ...]:
    """The cards written as "QU I T Z", with spaces or commas between them, in either case.

    Raises ValueError with a sentence if they are no cards of one hand.
    """
    hand = tuple(fold(text).replace(",", " ").split())
    check(hand)
    return hand


def check(hand: Sequence[Face]) -> None:
    """Raises ValueError with a sentence if these are no cards of one hand."""
    if not 1 <= len(hand) <= MOST:
        raise ValueError(f"A hand has 1 to {MOST} cards, not {len(hand)}.")
    for face in dict.fromkeys(hand):
        if face not in COUNTS:
            raise ValueError(f"There is no card {face!r}.")
        if hand.count(face) > COUNTS[face]:
            raise ValueError(f"The deck has {COUNTS[face]} cards {face}, not {hand.count(face)}.")
