"""Word Porters: the decks. IDs such as WP-14 are headings of RULES.md."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from math import prod
from unicodedata import category, normalize

from chabudai.core import Fact, Rng, Seat, Why
from chabudai.games.word_porters.components import (
    BOX,
    CHICK_HINTS,
    CHICK_WORDS,
    HINT_CARDS,
    POSITIONS,
    ROUNDS,
    WORD_CARDS,
    HintFace,
    WordFace,
    WordSide,
    hint_cards,
    plain,
)
from chabudai.games.word_porters.state import Options, Reshuffle, Shuffle

ALL_WORDS = tuple(range(WORD_CARDS))
ALL_HINTS = tuple(range(HINT_CARDS))
NUMBERS = tuple(range(1, POSITIONS + 1))
"""WP-4: identity cards."""
PICKS = 7
"""Number of factors drawn with one random number. The product of 7 factors of at most MOST_WORDS is
below 2**64.
"""
LONGEST = 24
"""Maximum length of a table's own word or hint word in characters (WP-A19)."""
MOST_WORDS = 2 * WORD_CARDS
MOST_HINTS = 2 * HINT_CARDS
"""Maximum numbers of a table's own words and pairs, equal to those of the box (WP-A19)."""
MOST_MIXED = 50
"""Maximum number of a table's own words among those of the box (WP-A19)."""
PLAYED_WORDS = ROUNDS * POSITIONS
"""Number of words in a game (WP-7, WP-12)."""


def shuffled(cards: Sequence[int], rng: Rng) -> tuple[int, ...]:
    """Shuffle cards so that each order is equally likely (Fisher and Yates).

    One random number below n (n - 1) (n - 2) … places several cards.
    """
    deck = list(cards)
    for sizes, orders in picks(len(deck)):
        draw = rng.below(orders)
        for size in sizes:
            at = draw % size
            draw //= size
            deck[size - 1], deck[at] = deck[at], deck[size - 1]
    return tuple(deck)


@lru_cache(1 << 7)
def picks(count: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return, for each random number of a shuffle, the factors that it covers and their product."""
    starts = range(count, 1, -PICKS)
    sizes = [tuple(range(most, max(most - PICKS, 1), -1)) for most in starts]
    return tuple((some, prod(some)) for some in sizes)


def with_random_sides(cards: Sequence[int], rng: Rng) -> tuple[int, ...]:
    """WP-8: return each card with a random side up."""
    faces: list[int] = []
    for start in range(0, len(cards), 64):
        sides = rng.bits()
        for card in cards[start : start + 64]:
            faces.append(2 * card + (sides & 1))
            sides >>= 1
    return tuple(faces)


def word_deck(options: Options, out: Collection[int], rng: Rng) -> tuple[WordFace, ...]:
    """WP-8, WP-46, WP-A19: shuffle the cards in play except those in `out`. A random side is up, or
    for children the side with the chick.
    """
    cards = [card for card in words_in_play(options) if card not in out]
    if is_mixed(options):
        cards = mixed_cards(options, cards, out, rng)
    deck = shuffled(cards, rng)
    if options.own_words and not is_mixed(options):
        return deck
    return (
        tuple([CHICK_WORDS[card] for card in deck])
        if options.children
        else with_random_sides(deck, rng)
    )


def hint_deck(options: Options, cards: Sequence[int], rng: Rng) -> tuple[HintFace, ...]:
    """WP-8, WP-14, WP-A19: shuffle `cards`, with a random side up."""
    deck = shuffled(cards, rng)
    return deck if options.own_hints else with_random_sides(deck, rng)


def mixed_cards(
    options: Options, cards: Sequence[int], out: Collection[int], rng: Rng
) -> list[int]:
    """WP-A19: return some of `cards`, so that they and `out` together have `own_share` of the
    table's own words.
    """
    count, share = len(options.own_words), own_share(options)
    used = sum(card < count for card in out)
    own = shuffled([card for card in cards if card < count], rng)
    others = shuffled([card for card in cards if card >= count], rng)
    missing = PLAYED_WORDS - len(out) - (share - used)
    return [*own[: share - used], *others[:missing]]


def is_mixed(options: Options) -> bool:
    """WP-A19: whether the table's own words are mixed with the box's. Each then replaces a card of
    the box and has its number.
    """
    return bool(options.own_words) and options.own_share != "all"


def own_share(options: Options) -> int:
    """WP-A19: return the number of the table's own words in a game."""
    return PLAYED_WORDS if options.own_share == "all" else options.own_share


def own_word(options: Options, face: WordFace) -> str | None:
    """WP-A19: return the table's own word on a face, or None if it is a face of the box."""
    card = face >> 1 if options.own_share != "all" else face
    return options.own_words[card].strip() if card < len(options.own_words) else None


def words_in_play(options: Options) -> Sequence[int]:
    """WP-A19: return the numbers of the word cards of a table."""
    if is_mixed(options):
        return mixed_box(options.own_words)
    return range(len(options.own_words)) if options.own_words else ALL_WORDS


@lru_cache(1 << 4)
def mixed_box(words: tuple[str, ...]) -> tuple[int, ...]:
    """WP-A19: return the numbers of the table's own words, and of the box's cards without any of
    these words.
    """
    own = {comparable(word) for word in words}

    def is_own(card: int) -> bool:
        sides = BOX.words[card].sides
        return any(comparable(text) in own for side in sides for text in texts_of(side))

    kept = (card for card in range(len(words), WORD_CARDS) if not is_own(card))
    return (*range(len(words)), *kept)


def texts_of(side: WordSide) -> tuple[str, ...]:
    """Return a word in every script."""
    return side.en, plain(side.ja), plain(side.kana)


def hints_in_play(options: Options) -> Sequence[int]:
    """WP-45, WP-A19: return the numbers of the hint cards of a table."""
    if options.own_hints:
        return range(len(options.own_hints))
    return CHICK_HINTS if options.children else ALL_HINTS


def word_card(options: Options, face: WordFace) -> int:
    """Return the number of the word card with this face."""
    return face if options.own_words and not is_mixed(options) else face >> 1


def hint_card(options: Options, face: HintFace) -> int:
    """Return the number of the hint card with this face."""
    return face if options.own_hints else face >> 1


def first_player(options: Options, seats: int, rng: Rng) -> Seat:
    """WP-10, WP-A12: return the start player."""
    chosen = options.first_player
    return rng.below(seats) if chosen == "random" else chosen


def against_shuffle(options: Options, seats: int, shuffle: Shuffle) -> Why | None:
    """WP-2, WP-3, WP-10: explain why a shuffle is illegal, or return None."""
    if not are_words(options, shuffle.words):
        return Why("WP-2", "These are not the word cards of this table.", {})
    if not are_hints(options, shuffle.hints, hints_in_play(options)):
        return Why("WP-3", "These are not the hint cards of this table.", {})
    if shuffle.first not in range(seats):
        return Why("WP-10", "The start player must be in one of the seats.", {})
    if options.first_player not in ("random", shuffle.first):
        return Why("WP-A12", "The table has agreed on another seat to start.", {})
    return None


def against_reshuffle(
    options: Options, discards: tuple[HintFace, ...], reshuffle: Reshuffle
) -> Why | None:
    """WP-14: explain why a reshuffle is illegal, or return None."""
    cards = sorted(hint_card(options, face) for face in discards)
    if not are_hints(options, reshuffle.hints, cards):
        return Why("WP-14", "These are not the hint cards that were discarded.", {})
    return None


def are_words(options: Options, faces: tuple[WordFace, ...]) -> bool:
    """WP-2, WP-46, WP-A19: whether these are all the cards in play, with an allowed side up."""
    if is_mixed(options):
        return are_mixed(options, faces)
    if options.own_words:
        return sorted(faces) == list(range(len(options.own_words)))
    if options.children:
        return sorted(faces) == list(CHICK_WORDS)
    return sorted([face >> 1 for face in faces]) == list(ALL_WORDS)


def are_mixed(options: Options, faces: tuple[WordFace, ...]) -> bool:
    """WP-A19: whether these can be a game's words: `own_share` of them must be the table's."""
    cards = {face >> 1 for face in faces}
    own = sum(card < len(options.own_words) for card in cards)
    return (
        len(faces) == len(cards) == PLAYED_WORDS
        and own == own_share(options)
        and cards <= {*words_in_play(options)}
        and (not options.children or {*faces} <= {*CHICK_WORDS})
    )


def are_hints(options: Options, faces: tuple[HintFace, ...], cards: Sequence[int]) -> bool:
    """WP-3, WP-45: whether these are exactly the given hint cards, in any order."""
    if options.own_hints:
        return sorted(faces) == list(cards)
    return sorted([face >> 1 for face in faces]) == list(cards)


def against_own_cards(options: Options, seats: int) -> Why | None:
    """WP-A19: explain why a table's own words and hints cannot be used, or return None."""
    words, hints = options.own_words, options.own_hints
    facts: dict[str, Fact]
    if words and len(words) < own_share(options):
        facts = {"least": own_share(options), "count": len(words)}
        return Why(
            "WP-A19", "A game needs {least} words of your own, but there are {count}.", facts
        )
    if hints and len(hints) < hint_cards(seats):
        facts = {"least": hint_cards(seats), "count": len(hints)}
        return Why(
            "WP-A19",
            "With this many players you need {least} hint cards; there are {count}.",
            facts,
        )
    most = MOST_MIXED if is_mixed(options) else MOST_WORDS
    if len(words) > most:
        facts = {"most": most, "count": len(words)}
        return Why(
            "WP-A19", "You can have at most {most} words of your own, but there are {count}.", facts
        )
    if len(hints) > MOST_HINTS:
        facts = {"most": MOST_HINTS, "count": len(hints)}
        return Why(
            "WP-A19",
            "You can have at most {most} hint cards of your own, but there are {count}.",
            facts,
        )
    poles = tuple(pole for pair in hints for pole in pair)
    return against_texts(words) or against_texts(poles)


def against_texts(texts: tuple[str, ...]) -> Why | None:
    """WP-A19: explain why a table's own texts cannot be used, or return None. Each must be readable
    and unique.
    """
    seen: set[str] = set()
    for text in texts:
        if not text.strip():
            return Why("WP-A19", "One of your own words is empty.", {})
        if len(text) > LONGEST:
            long: dict[str, Fact] = {"word": text[:LONGEST], "most": LONGEST}
            return Why("WP-A19", "{word}… is longer than {most} characters.", long)
        if any(category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") or sign in "{|}" for sign in text):
            return Why("WP-A19", "One of your own words has a character that cards can’t show.", {})
        if (said := comparable(text)) in seen:
            return Why("WP-A19", "Your own words contain {word} twice.", {"word": text.strip()})
        seen.add(said)
    return None


def comparable(text: str) -> str:
    """Normalize a string for comparison: case, width of letters, surrounding space."""
    return normalize("NFKC", text).casefold().strip()
