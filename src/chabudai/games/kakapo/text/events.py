"""The Kakapo: events as sentences for players."""

from collections.abc import Iterable, Mapping
from typing import assert_never

from chabudai.core import SeatName, Telling, TellingFact, listed, telling
from chabudai.games.kakapo.components.board import COLUMNS, SIDE
from chabudai.games.kakapo.components.cards import SUIT, VALUE, Card, Suit
from chabudai.games.kakapo.state import (
    Began,
    Dealt,
    Decided,
    Double,
    Ended,
    Event,
    Placed,
    PutBack,
    Reason,
    Received,
    Revealed,
    Scanned,
    Selected,
    Shift,
    Skill,
    Wild,
    Wished,
)

SUIT_NAMES: Mapping[Suit, str] = {
    "P": "purple",
    "O": "orange",
    "B": "blue",
    "G": "green",
    "Y": "yellow",
}
ENDINGS: Mapping[Reason, str] = {
    "scanned": "The birds are scanned: the mission has succeeded!",
    "no-place": "There is no place for {piece}. The birds have slipped away.",
    "last-round": "The last round is over. The birds have slipped away.",
    "conceded": "Everybody has voted to give up.",
}


def tell(event: Event) -> tuple[Telling, ...]:
    """Return the sentence for an event, actor first."""
    return (tell_any(event),)


def tell_any(event: Event) -> Telling:
    """Return the sentence for an event, by its kind."""
    match event:
        case Dealt() | Received() | Began():
            return tell_deal(event)
        case Revealed(seat=seat, card=card):
            return telling("{seat} played {card}.", seat=SeatName(seat), card=card_name(card))
        case Decided(seat=seat, card=card):
            text = "{seat} decided with {card}."
            return telling(text, seat=SeatName(seat), card=card_name(card))
        case Selected():
            return tell_selected(event)
        case Placed() | PutBack():
            return tell_placed(event)
        case Scanned(bird=bird):
            return telling("Pieces surround bird {bird}: it is scanned!", bird=bird + 1)
        case Wished(wish=True):
            return telling("You voted to give up. The others learn of it only if all of you do.")
        case Wished():
            return telling("You took your vote back.")
        case Ended(reason=reason, piece=piece):
            return tell_end(reason, piece)
        case _:
            assert_never(event)


def tell_deal(event: Dealt | Received | Began) -> Telling:
    """Return the sentence for a deal or for the beginning of a round."""
    match event:
        case Received(cards=cards):
            return telling("Your cards: {cards}.", cards=listed(map(card_name, cards)))
        case Began(round=number, start=start):
            return telling("Round {round}. {seat} will start.", round=number, seat=SeatName(start))
        case Dealt(cards=n, start=start, declared=None):
            text = "{n} {n|card|cards} each. Nobody had purple 8, so chance picked {seat} to begin."
            return telling(text, n=n, seat=SeatName(start))
        case Dealt(cards=n, start=start):
            text = "{n} {n|card|cards} each. {seat} had purple 8 and will go first."
            return telling(text, n=n, seat=SeatName(start))
        case _:
            assert_never(event)


def tell_selected(event: Selected) -> Telling:
    """Return the sentence for an announced selection (KK-27)."""
    facts: dict[str, TellingFact] = {
        "seat": SeatName(event.seat),
        "pieces": listed(map(card_name, event.pieces)),
    }
    if event.skill is not None:
        text = "{seat} used {skill} and took {pieces}."
        return telling(text, **facts, skill=skill_name(event.skill))
    if event.pieces:
        return telling("{seat} took {pieces}.", **facts)
    text = "{seat} took no piece: it is already on the board."
    return telling(text, seat=SeatName(event.seat))


def tell_placed(event: Placed | PutBack) -> Telling:
    """Return the sentence for a piece that was placed or put back."""
    piece = card_name(event.piece)
    if isinstance(event, PutBack):
        return telling("There is no place for {piece}, so it goes back.", piece=piece)
    text = "{seat} placed {piece} on {cells}."
    return telling(text, seat=SeatName(event.seat), piece=piece, cells=area(event.cells))


def tell_end(reason: Reason, piece: Card | None) -> Telling:
    """Return the sentence for the end of the mission.

    `piece` is the piece that fitted nowhere, if that was the reason.
    """
    return Telling(ENDINGS[reason], {} if piece is None else {"piece": card_name(piece)})


def skill_name(skill: Skill) -> Telling:
    """Return the name of a skill."""
    match skill:
        case Double():
            return telling("double scan")
        case Wild(suit=suit):
            return telling("wild colour ({suit})", suit=suit_name(suit))
        case Shift(by=1):
            return telling("shift change (+1)")
        case Shift():
            return telling("shift change (-1)")
        case _:
            assert_never(skill)


def suit_name(suit: Suit) -> Telling:
    """Return a colour in words, such as purple."""
    return Telling(SUIT_NAMES[suit], {})


def card_name(card: Card) -> Telling:
    """Return a card or piece in words, such as purple 8."""
    return telling("{suit} {value}", suit=suit_name(SUIT[card]), value=VALUE[card])


def area(cells: Iterable[int]) -> str:
    """Return a piece's only cell, or the corners of the rectangle around it, as in A1–C2."""
    rows, columns = zip(*(divmod(cell, SIDE) for cell in cells), strict=True)
    corners = (reach(rows) * SIDE + reach(columns) for reach in (min, max))
    return "–".join(dict.fromkeys(map(square, corners)))


def square(cell: int) -> str:
    """Return the name of a cell for players: its column as a letter, then its row, such as A1."""
    row, column = divmod(cell, SIDE)
    return f"{COLUMNS[column]}{row + 1}"
