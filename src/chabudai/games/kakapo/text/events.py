"""The Kakapo: what happened, as sentences in English and Japanese."""

from collections.abc import Mapping
from typing import assert_never

from chabudai.core import Fact
from chabudai.core.text import Phrasebook, name
from chabudai.games import folder_of
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

BOOK = Phrasebook(folder_of("kakapo"))
phrase, joined = BOOK.phrase, BOOK.joined
SUIT_NAMES: Mapping[Suit, str] = {
    "P": "purple",
    "O": "orange",
    "B": "blue",
    "G": "green",
    "Y": "yellow",
}
ENDINGS: Mapping[Reason, str] = {
    "scanned": "The birds are scanned: the mission has succeeded!",
    "no-place": "{piece} fits nowhere: the mission has failed.",
    "last-round": "The last round is over: the mission has failed.",
    "conceded": "All have given the mission up.",
}


def tell(event: Event, lang: str) -> str:
    """An event as one sentence. Seats are written {0}, {1}, … for their names."""
    return capital(tell_any(event, lang))


def capital(sentence: str) -> str:
    """A sentence that may begin with a colour."""
    return sentence[:1].upper() + sentence[1:]


def tell_any(event: Event, lang: str) -> str:
    """The event by its kind."""
    match event:
        case Dealt() | Received():
            return tell_deal(event, lang)
        case Revealed() | Decided():
            text = "{card} decides. In charge: {seat}."
            if isinstance(event, Revealed):
                text = "{seat} revealed {card}."
            return phrase(lang, text, seat=name(event.seat), card=told(event.card, lang))
        case Selected():
            return tell_selected(event, lang)
        case Placed() | PutBack():
            return tell_placed(event, lang)
        case Scanned() | Began() | Wished() | Ended():
            return tell_course(event, lang)
        case _:
            assert_never(event)


def tell_course(event: Scanned | Began | Wished | Ended, lang: str) -> str:
    """How the mission goes."""
    match event:
        case Scanned(bird=bird):
            return phrase(lang, "Bird {bird} is scanned.", bird=bird + 1)
        case Began(round=number, start=start):
            return phrase(lang, "Round {round}. To start: {seat}.", round=number, seat=name(start))
        case Wished(wish=wish):
            text = "You would go on."
            if wish:
                text = "You would give up; nobody is told until all would."
            return phrase(lang, text)
        case Ended(reason=reason, piece=piece):
            return phrase(lang, ENDINGS[reason], piece=told(piece, lang) if piece else "")
        case _:
            assert_never(event)


def tell_deal(event: Dealt | Received, lang: str) -> str:
    """The cards are dealt."""
    if isinstance(event, Received):
        cards = joined((told(card, lang) for card in event.cards), lang)
        return phrase(lang, "Dealt to {seat}: {cards}.", seat=name(event.seat), cards=cards)
    facts: dict[str, Fact] = {"count": event.cards, "seat": name(event.start)}
    if event.declared is None:
        text = "{count} cards for each. Nobody has purple 8. To start, by lot: {seat}."
        return phrase(lang, text, **facts)
    return phrase(lang, "{count} cards for each. To start, holding purple 8: {seat}.", **facts)


def tell_selected(event: Selected, lang: str) -> str:
    """A selection was declared (KK-27)."""
    pieces = joined((told(piece, lang) for piece in event.pieces), lang)
    facts: dict[str, Fact] = {"seat": name(event.seat), "pieces": pieces}
    if event.skill is None:
        text = "{seat} selected no piece: it is on the board already."
        if pieces:
            text = "{seat} selected the piece {pieces}."
        return phrase(lang, text, **facts)
    text = "{seat} used {skill} and selected {pieces}."
    return phrase(lang, text, skill=skill_name(event.skill, lang), **facts)


def tell_placed(event: Placed | PutBack, lang: str) -> str:
    """A piece was placed, or put back."""
    piece = told(event.piece, lang)
    if isinstance(event, PutBack):
        return phrase(lang, "{piece} fits nowhere and is put back.", piece=piece)
    cells = " ".join(map(square, event.cells))
    text = "{seat} placed {piece} on {cells}."
    return phrase(lang, text, seat=name(event.seat), piece=piece, cells=cells)


def skill_name(skill: Skill, lang: str) -> str:
    """What a skill is called."""
    match skill:
        case Double():
            return phrase(lang, "double scan")
        case Wild(suit=suit):
            return phrase(lang, "wild colour ({suit})", suit=phrase(lang, SUIT_NAMES[suit]))
        case Shift(by=by):
            return phrase(lang, "shift change (+1)" if by == 1 else "shift change (-1)")
        case _:
            assert_never(skill)


def told(card: Card, lang: str) -> str:
    """A card or piece in words: purple 8."""
    suit = phrase(lang, SUIT_NAMES[SUIT[card]])
    return phrase(lang, "{suit} {value}", suit=suit, value=VALUE[card])


def square(cell: int) -> str:
    """A cell as players say it: its column as a letter and its row as a number, such as A1."""
    row, column = divmod(cell, SIDE)
    return f"{COLUMNS[column]}{row + 1}"
