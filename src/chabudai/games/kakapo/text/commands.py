"""The Kakapo as lines of text: typed input and printed output, in English and Japanese."""

import re
from collections.abc import Iterable, Mapping
from textwrap import dedent
from typing import assert_never
from unicodedata import normalize

import msgspec

from chabudai.core import Illegal, Seat, Text
from chabudai.core.text import Form, Lines
from chabudai.games.kakapo.components.board import COLUMNS, DRAWN, SIDE
from chabudai.games.kakapo.components.cards import ORDER, Card
from chabudai.games.kakapo.state import (
    Action,
    Concede,
    Double,
    Event,
    Place,
    Placing,
    Reveal,
    Select,
    Selecting,
    Shift,
    Shuffle,
    Skill,
    Wild,
)
from chabudai.games.kakapo.text.events import SUIT_NAMES, square, tell
from chabudai.games.kakapo.text.table import BOOK, due, show
from chabudai.games.kakapo.view import View

PIECE = "[POBGY][1-8]"
SQUARE = "([A-L])(1[0-2]|[1-9])"
CARD = re.compile(f"(?:(?:REVEAL|PLAY|出す|だす) ?)?({PIECE})")
PLACE = re.compile(f"(?:(?:PLACE|置く|おく) ?)?(?:({PIECE}) )?{SQUARE}(?: ([0-7]))?")
WILD = re.compile(r"(?:SELECT )?(?:WILD|ワイルド(?:カラー)?) ?([POBGY])")
COLOURS: Mapping[str, str] = {
    **{name.upper(): suit for suit, name in SUIT_NAMES.items()},
    "紫": "P",
    "オレンジ": "O",
    "青": "B",
    "緑": "G",
    "黄": "Y",
}
COLOUR = re.compile(f"({'|'.join(COLOURS)})色? ?")
SIMPLE: Mapping[str, Action] = {
    **dict.fromkeys(("SELECT", "NONE", "S", "選ぶ", "えらぶ"), Select()),
    **dict.fromkeys(("DOUBLE", "SELECT DOUBLE", "ダブル", "ダブルスキャン"), Select(Double())),
    **dict.fromkeys(("SHIFT +1", "SELECT SHIFT +1", "+1", "UP"), Select(Shift(1))),
    **dict.fromkeys(("SHIFT -1", "SELECT SHIFT -1", "-1", "DOWN"), Select(Shift(-1))),
    **dict.fromkeys(("CONCEDE", "CONCEDE YES", "あきらめる"), Concede(wish=True)),
    **dict.fromkeys(("CONCEDE NO", "GO ON", "つづける"), Concede(wish=False)),
}
TYPE_A_CARD = "Type a card such as P8. A question mark shows what else you can type."
TYPE_A_SKILL = (
    "Type select, or a skill such as wild G. A question mark shows what else you can type."
)
TYPE_A_PLACE = (
    "Type a cell and a picture, such as E4 2. A question mark shows what else you can type."
)
NOT_A_MOVE = "That is not a move in The Kakapo."
USAGE = (
    "P8: play that card.",
    "select: take the piece of the decision card, without a skill.",
    "double: double scan. wild G: wild colour. +1 or -1: shift change.",
    "place E4: put the piece with the top left of its box on E4.",
    "place E4 2: put it there, turned as in picture 2.",
    "place G5 E4 2: put piece G5 there, if two pieces must be placed.",
    "concede: vote to give up; concede no: take your vote back.",
    "Colours: P purple, O orange, B blue, G green, Y yellow.",
    "These are the pieces, by their number; cards of all colours have the same ones.",
)


def write(action: Action) -> str:
    """Return the language-independent line of an action.

    Examples: `reveal P8`, `select`, `select double`, `select wild G`, `select shift +1`, `place G5
    E4 2` (the top left of the piece's box, and its orientation), `concede yes`, `shuffle 0 P8 …`
    (the start player, then the cards as dealt). If a deck has unknown cards, the line is JSON.
    """
    match action:
        case Reveal(card=card):
            return f"reveal {card}"
        case Select(skill=skill):
            return " ".join(("select", *skill_words(skill)))
        case Place():
            at = square(SIDE * action.row + action.column)
            return f"place {action.piece} {at} {action.orientation}"
        case Concede(wish=wish):
            return "concede yes" if wish else "concede no"
        case Shuffle(deck=deck, start=start) if plain(deck):
            return " ".join(("shuffle", str(start), *deck))
        case Shuffle():
            return msgspec.json.encode(action).decode()
        case _:
            assert_never(action)


def plain(deck: Iterable[Card]) -> bool:
    """Whether all cards come from the box."""
    return all(card in ORDER for card in deck)


def skill_words(skill: Skill | None) -> tuple[str, ...]:
    """Return the words for a skill."""
    match skill:
        case None:
            return ()
        case Double():
            return ("double",)
        case Wild(suit=suit):
            return ("wild", suit)
        case Shift(by=by):
            return ("shift", f"{by:+}")
        case _:
            assert_never(skill)


def place_fields(found: re.Match[str]) -> dict[str, object]:
    """Return the fields of a `place` line."""
    at = {"row": int(found[3]) - 1, "column": COLUMNS.index(found[2])}
    return {"piece": found[1], "orientation": int(found[4]), **at}


def skill_fields(found: re.Match[str]) -> dict[str, object]:
    """Return the fields of a `select` line."""
    skill: dict[str, object] | None = None
    if found[1]:
        skill = {"type": "double"}
    elif found[2]:
        skill = {"type": "wild", "suit": found[2]}
    elif found[3]:
        skill = {"type": "shift", "by": int(found[3])}
    return {"skill": skill}


LINES = Lines(
    Action,
    {
        "reveal": Form(f"reveal ({PIECE})", lambda found: {"card": found[1]}),
        "select": Form(r"select(?: (double)| wild ([POBGY])| shift ([+-]1))?", skill_fields),
        "place": Form(f"place ({PIECE}) {SQUARE} ([0-7])", place_fields),
        "concede": Form("concede (yes|no)", lambda found: {"wish": found[1] == "yes"}),
        "shuffle": Form(
            f"shuffle (\\d{{1,9}})((?: {PIECE})*)",
            lambda found: {"deck": tuple(found[2].split()), "start": int(found[1])},
        ),
    },
    NOT_A_MOVE,
)


def suggest(view: View, seat: Seat, line: str) -> Action:
    """Parse a line typed by a person. USAGE lists the forms.

    If only one piece must be placed, its name may be left out. B4 means a cell while a piece is
    being placed, and otherwise a card. Raises ValueError or Illegal. The message is in the
    catalogue.
    """
    typed = tidied(line)
    if typed in SIMPLE:
        return SIMPLE[typed]
    card = CARD.fullmatch(typed)
    if card and not (isinstance(view.phase, Placing) and PLACE.fullmatch(typed)):
        return Reveal(card[1])
    if wild := WILD.fullmatch(typed):
        return msgspec.convert(
            {"type": "select", "skill": {"type": "wild", "suit": wild[1]}}, Select
        )
    if put := PLACE.fullmatch(typed):
        piece = put[1] or piece_to_place(view)
        row, column = int(put[3]) - 1, COLUMNS.index(put[2])
        return Place(piece, int(put[4] or 0), row, column)
    raise ValueError(hint(view))


def hint(view: View) -> str:
    """Return the hint about what to type in this phase."""
    match view.phase:
        case Selecting():
            return TYPE_A_SKILL
        case Placing():
            return TYPE_A_PLACE
        case _:
            return TYPE_A_CARD


def tidied(line: str) -> str:
    """Normalize a typed line: capitals, colour names as letters, single spaces."""
    typed = " ".join(normalize("NFKC", line).replace("−", "-").upper().split())
    return COLOUR.sub(lambda name: COLOURS[name[1]], typed)


def piece_to_place(view: View) -> Card:
    """Return the piece to place if the player did not name one. Raises Illegal."""
    if not isinstance(view.phase, Placing):
        raise Illegal("KK-32", "There is no piece to place now.")
    first, *others = view.phase.pieces
    if others:
        raise Illegal("KK-A7", "Which of the two pieces do you place first?")
    return first


def usage(lang: str) -> str:
    """Return the forms of input, one per line, and the pieces."""
    shapes = dedent(DRAWN.strip("\n")).rstrip()
    return "\n".join((BOOK.lines(lang, USAGE), shapes))


TEXT: Text[Action, Event, View] = Text(
    write=write,
    read=LINES.read,
    suggest=suggest,
    show=show,
    due=due,
    tell=tell,
    usage=usage,
    catalogue=BOOK.catalogue,
)
