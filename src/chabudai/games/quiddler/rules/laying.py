"""Quiddler: laying words. IDs such as QD-18 are headings of RULES.md."""

from collections.abc import Iterable

from chabudai.core import Seat, Why
from chabudai.games.quiddler.components.cards import Face, points
from chabudai.games.quiddler.state import Hand, Held, Laid, LastLap, Options
from chabudai.words import lexicon

Cards = tuple[Face, ...]


def against_going_out(options: Options, last: LastLap | None, turns: int, seats: int) -> Why | None:
    """QD-16, QD-A14: explain why a player cannot go out in this turn, or return None.

    `turns` is the number of completed turns.
    """
    if last is not None:
        return Why("QD-16", "Somebody has gone out: lay any words you like, then discard.", {})
    if options.no_first_turn_out and turns < seats:
        return Why("QD-A14", "At this table, you cannot go out in your first turn.", {})
    return None


def against_early_words(last: LastLap | None) -> Why | None:
    """QD-11: explain why words cannot be laid without going out, or return None."""
    if last is None:
        return Why("QD-11", "You can lay words only when you go out, or in the last lap.", {})
    return None


def against_words(
    hand: Hand, laid: tuple[Laid, ...], seat: Seat, words: tuple[Cards, ...], discard: Face | None
) -> Why | None:
    """QD-10, QD-18, QD-19, QD-21: explain why `words` cannot be laid, or return None.

    The dictionary is not consulted. `discard` is None while it is undecided.
    """
    left = list(hand)
    for word in words:
        if len(word) < 2:
            return Why("QD-18", "A word needs at least two cards.", {})
        for card in word:
            if card not in left:
                return Why("QD-21", "You do not hold {card} for these words.", {"card": card})
            left.remove(card)
    for spelled in map("".join, words):
        if any(word.word == spelled and word.seat != seat for word in laid):
            text = "Somebody else has laid {word} in this round."
            return Why("QD-19", text, {"word": spelled})
    if not left:
        return Why("QD-10", "Keep one card to discard.", {})
    if discard is not None and discard not in left:
        return Why("QD-10", "You do not hold {card} to discard.", {"card": discard})
    return None


def against_leftovers(hand: Hand) -> Why | None:
    """QD-12: explain why a player with these cards left cannot go out, or return None."""
    if hand:
        return Why("QD-12", "To go out, use every card but the one you discard.", {})
    return None


def against_unknown(options: Options, words: tuple[Cards, ...]) -> Why | None:
    """QD-22, QD-A9: explain why a word is refused at tables that check words when they are laid, or
    return None.
    """
    if options.validation != "challenge":
        for word in map("".join, words):
            if word not in lexicon(options.lexicon):
                return Why("QD-22", "{word} is not in the dictionary.", {"word": word})
    return None


def still_held(held: tuple[Held, ...], seat: Seat, cards: Iterable[Face]) -> tuple[Held, ...]:
    """QD-9: return the cards known to be held after `seat` has given up `cards`. A card equal to
    one that was given up is no longer known to be held, since the seat may have given up that very
    card.
    """
    if not held:
        return held
    left = list(held)
    for card in cards:
        known = Held(seat, card)
        if known in left:
            left.remove(known)
    return tuple(left)


def leftover(hand: Hand, words: tuple[Cards, ...], discard: Face) -> Hand:
    """Return a hand without `words` and the discard."""
    left = list(hand)
    for word in words:
        for card in word:
            left.remove(card)
    left.remove(discard)
    return tuple(left)


def laid_words(seat: Seat, words: tuple[Cards, ...]) -> tuple[Laid, ...]:
    """Convert words to `Laid` structs."""
    return tuple(Laid(seat, word, points(word)) for word in words)
