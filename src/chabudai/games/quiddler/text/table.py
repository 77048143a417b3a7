"""Quiddler: the table as lines of text."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from chabudai.core import Fact, Seat
from chabudai.core.text import Phrasebook, name
from chabudai.games import folder_of
from chabudai.games.quiddler.components.cards import POINTS, ROUNDS, Face, points
from chabudai.games.quiddler.moves import challenges, own_hand
from chabudai.games.quiddler.rules import cards_in
from chabudai.games.quiddler.state import (
    Dealing,
    Drawing,
    Hand,
    Laid,
    Over,
    Refilling,
    Settling,
)
from chabudai.games.quiddler.text.events import tell_bonuses
from chabudai.games.quiddler.view import Choosing, Columns, Seen, View

BOOK = Phrasebook(folder_of("quiddler"))
phrase, joined, by_seat = BOOK.phrase, BOOK.joined, BOOK.by_seat


def show(view: View, seat: Seat | None, lang: str) -> str:
    """Show the table in lines: round, piles, words, hands, scores, and the turn."""
    lines: list[str] = []
    if isinstance(view.phase, Columns):
        lines += [column_line(at, *column, lang) for at, column in columns_of(view.phase)]
    elif len(view.hands) > 1:
        text = "Round {round} of {rounds}, {count} cards each."
        facts = {"round": view.round, "rounds": ROUNDS, "count": cards_in(view.round)}
        lines += [phrase(lang, text, **facts), piles(view, lang)]
    lines += [*table_words(view, lang), *hand_lines(view, lang), *tally_lines(view, lang)]
    if view.sheet:
        scores = by_seat((line.total for line in view.sheet[-1]), lang)
        lines.append(phrase(lang, "Scores: {scores}.", scores=scores))
    return "\n".join([*lines, turn_line(view, seat, lang)])


def due(view: View, seat: Seat, lang: str) -> tuple[str, ...]:
    """Return the facts that `seat` needs for its move: its cards and the piles, the words that it
    may challenge, or the columns of the solo game.
    """
    asked = turn_line(view, seat, lang)
    match view.phase:
        case Drawing():
            return (hand_line(seat, own_hand(view, seat), lang), piles(view, lang), asked)
        case Settling():
            return (*table_words(view, lang), *tally_lines(view, lang), asked)
        case Columns():
            columns = (column_line(at, *it, lang) for at, it in columns_of(view.phase))
            return (*columns, asked)
        case _:
            return (hand_line(seat, own_hand(view, seat), lang), asked)


def columns_of(phase: Columns) -> Iterator[tuple[int, tuple[Face, int]]]:
    """Yield the non-empty columns of the solo game with their numbers."""
    for at, column in enumerate(phase.columns):
        if column.open:
            yield at, (column.open, column.under)


def column_line(at: int, card: Face, under: int, lang: str) -> str:
    """Show a column of the solo game."""
    text = "Column {column}: {card}, {under} under it."
    return phrase(lang, text, column=at, card=priced((card,)), under=under)


def piles(view: View, lang: str) -> str:
    """Show the two piles."""
    if not view.discards:
        return phrase(lang, "Draw pile: {count}. No discards.", count=view.pile)
    top = priced(view.discards[-1:])
    return phrase(lang, "Draw pile: {count}. Top discard: {card}.", count=view.pile, card=top)


def table_words(view: View, lang: str) -> Iterator[str]:
    """Show the words on the table, one line for each seat that has laid some."""
    for seat in range(len(view.hands)):
        words = [table_word(word, lang) for word in view.laid if word.seat == seat]
        if words:
            listed = joined(words, lang)
            yield phrase(lang, "{seat} laid {words}.", seat=name(seat), words=listed)


def table_word(word: Laid, lang: str) -> str:
    """Show a word on the table with its points and its verdict."""
    text = "{word} ({points})"
    if word.verdict is not None:
        text = "{word} ({points}, struck)" if word.struck else "{word} ({points}, allowed)"
    return phrase(lang, text, word=word.word, points=word.points)


def hand_lines(view: View, lang: str) -> Iterator[str]:
    """Show the visible hands, and the number of cards in the other hands."""
    for seat, hand in enumerate(view.hands):
        if not isinstance(hand, int) and hand:
            yield hand_line(seat, hand, lang)
    counts = [
        f"{name(seat)} {hand}" for seat, hand in enumerate(view.hands) if isinstance(hand, int)
    ]
    if counts:
        yield phrase(lang, "Cards in hand: {counts}.", counts=joined(counts, lang))


def hand_line(seat: Seat, hand: Hand, lang: str) -> str:
    """Show a hand with its points."""
    facts: dict[str, Fact] = {"cards": priced(hand), "points": points(hand)}
    return phrase(lang, "{seat}: {cards}, {points} points in hand.", seat=name(seat), **facts)


def tally_lines(view: View, lang: str) -> Iterator[str]:
    """Show the preliminary scores and bonuses while a round is being settled."""
    if isinstance(view.phase, Settling) and view.tally:
        scores = by_seat((line.points for line in view.tally.lines), lang)
        yield phrase(lang, "This round so far: {scores}.", scores=scores)
        for told in tell_bonuses(view.tally.most, view.tally.longest):
            yield BOOK.say(lang, told)


def turn_line(view: View, seat: Seat | None, lang: str) -> str:
    """Report whose turn it is and which move is due."""
    phase: Seen = view.phase
    match phase:
        case Dealing() | Refilling():
            return phrase(lang, "The cards are being shuffled.")
        case Drawing(seat=turn) | Choosing(seat=turn) if turn != seat:
            return phrase(lang, "To move: {seat}.", seat=name(turn))
        case Drawing():
            return phrase(lang, "Your turn. Draw from the pile, or take the top discard.")
        case Choosing():
            text = "Discard a card, or lay all the others in words and go out."
            if view.last is not None:
                text = "Your last turn. Lay any words you can, then discard one card."
            return phrase(lang, text)
        case Settling(ready=ready):
            return unsettled(view, ready, seat, lang)
        case Columns():
            return phrase(lang, "Spell a word of open cards, or stop.")
        case Over():
            return phrase(lang, "The game is over.")
        case _:
            assert_never(phase)


def unsettled(view: View, ready: tuple[bool, ...], seat: Seat | None, lang: str) -> str:
    """Report the seats that are not ready, or ask the player to challenge a word or be ready."""
    if seat is not None and not ready[seat]:
        text = "The round is over. Challenge a word, or type ready."
        if not challenges(view, seat):
            text = "The round is over. Type ready to go on."
        return phrase(lang, text)
    waiting = joined((name(at) for at, one in enumerate(ready) if not one), lang)
    return phrase(lang, "Not ready yet: {seats}.", seats=waiting)


def priced(cards: Iterable[Face]) -> str:
    """Show cards with their points, such as QU(9) I(2)."""
    return " ".join(f"{card}({POINTS[card]})" for card in cards)
