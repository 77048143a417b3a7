"""Word Bank as lines of text: typed input."""

import json
import re
from collections.abc import Mapping
from itertools import pairwise
from typing import assert_never
from unicodedata import normalize

from chabudai.core import Illegal, Seat, Text
from chabudai.core.text import Form, Lines, spaced
from chabudai.games.word_bank.components import RING
from chabudai.games.word_bank.moves import ask
from chabudai.games.word_bank.moves.paths import WAYS
from chabudai.games.word_bank.rules import PLACES
from chabudai.games.word_bank.state import (
    LONGEST,
    Action,
    Direction,
    Event,
    Inputs,
    Pass,
    Say,
    Shuffle,
    Turn,
    Vote,
)
from chabudai.games.word_bank.text.events import tell
from chabudai.games.word_bank.text.table import BOOK, call, card, due, show
from chabudai.games.word_bank.view import Doubt, View

TOKEN = re.compile(r"[<>]|\d+|[^\s<>,\d]+")
TURNING: Mapping[str, Direction] = {
    ">": "clockwise",
    "C": "clockwise",
    "CW": "clockwise",
    "CLOCKWISE": "clockwise",
    "<": "anticlockwise",
    "A": "anticlockwise",
    "ACW": "anticlockwise",
    "ANTICLOCKWISE": "anticlockwise",
}
BALLOTS = {"YES": True, "Y": True, "はい": True, "NO": False, "N": False, "いいえ": False}
NOT_UNDERSTOOD = "Type a word, such as SAFE, or pass. A question mark shows what else you can type."
TOO_LONG = "No word is that long."
NOT_A_MOVE = "That is not a move in Word Bank."
USAGE = (
    "WORD: say it, and place as many stones as you can.",
    "WORD > or WORD <: say it clockwise or anticlockwise.",
    "WORD 6 4 3: say it and put a stone on these places, in the order visited.",
    "Places are numbered 1 to 7, clockwise. say WORD takes any word, even PASS.",
    "pass: say nothing this turn.",
    "yes or no: vote on a word that is not in the dictionary.",
)


def write(action: Action) -> str:
    """Return the language-independent line for an action.

    Examples: `say GROUPIES anticlockwise 5 3 2 1 0`, `pass`, `vote yes`, `shuffle 2 E4 S3 …` (the
    first player, then the safes in order).
    """
    match action:
        case Say():
            word = action.word if action.word.isalpha() else json.dumps(action.word)
            return f"say {word} {action.direction} {spaced(action.positions)}"
        case Pass():
            return "pass"
        case Vote():
            return "vote yes" if action.accept else "vote no"
        case Shuffle():
            return spaced(("shuffle", action.first, *map(card, action.safes)))
        case _:
            assert_never(action)


def said_fields(found: re.Match[str]) -> dict[str, object]:
    """Return the fields of a `say` line. Raises ValueError for a quoted word that is not JSON."""
    word = json.loads(found[1]) if found[1].startswith('"') else found[1]
    positions = tuple(map(int, found[3].split()))
    return {"word": word, "direction": found[2], "positions": positions}


def shuffle_fields(found: re.Match[str]) -> dict[str, object]:
    """Return the fields of a `shuffle` line."""
    dealt = ({"letter": safe[0], "spaces": int(safe[1:])} for safe in found[2].split())
    return {"safes": tuple(dealt), "first": int(found[1])}


LINES = Lines(
    Action,
    {
        "say": Form(
            r'say ("(?:[^"\\]|\\.)*"|\S+) (clockwise|anticlockwise) ([0-6](?: [0-6])*)', said_fields
        ),
        "pass": Form("pass"),
        "vote": Form("vote (yes|no)", lambda found: {"accept": found[1] == "yes"}),
        "shuffle": Form(r"shuffle (\d{1,9})((?: [A-Z]\d{1,9})*)", shuffle_fields),
    },
    NOT_A_MOVE,
)


def suggest(view: View, seat: Seat, line: str) -> Action:
    """Parse a line typed by a person. USAGE lists the forms.

    If only a word is typed, it is placed with as many stones as possible and, among equals, closes
    the most safes. Words whose faults are visible to all players are refused here, and do not cost
    the turn. The dictionary is not consulted unless the table lets players try again (WB-A7).
    People number the places 1 to 7, as in `show`. Actions and the lines of `write` count from 0.
    Raises ValueError or Illegal, each with a message from the catalogue.
    """
    tokens: list[str] = TOKEN.findall(normalize("NFKC", line).upper())
    match tokens:
        case ["PASS" | "パス"]:
            return Pass()
        case [ballot] | ["VOTE", ballot] if ballot in BALLOTS and (
            len(tokens) == 2 or isinstance(view.phase, Doubt)
        ):
            return Vote(BALLOTS[ballot])
        case ["SAY", word, *rest] if word not in "<>" and not word.isdecimal():
            return phrased(view, seat, word, rest)
        case [word, *rest] if word not in "<>" and not word.isdecimal() and word != "SAY":
            return phrased(view, seat, word, rest)
        case _:
            raise ValueError(NOT_UNDERSTOOD)


def phrased(view: View, seat: Seat, word: str, rest: list[str]) -> Say:
    """Return the best placement of `word`, with the direction and the places given in `rest`, if
    any.
    """
    direction = TURNING.get(rest[0]) if rest else None
    digits = rest[1:] if direction else rest
    if not all(token.isdecimal() for token in digits):
        raise ValueError(NOT_UNDERSTOOD)
    if isinstance(view.phase, Doubt):
        raise Illegal("WB-A18", "First vote on {word}.", word=view.phase.say.word)
    if view.phase != Turn(seat):
        raise Illegal("WB-6", "It is not your turn.")
    if len(word) > LONGEST:
        raise ValueError(TOO_LONG)
    ways = ask(view, seat, Inputs(word))
    if ways.against:
        raise Illegal(ways.against.rule, ways.against.text, **ways.against.facts)
    positions = tuple(int(digit) - 1 for token in digits for digit in token)
    if not PLACES.issuperset(positions):
        raise Illegal("WB-4", "The circle has seven places, 1 to 7.")
    if len(positions) > RING:
        raise Illegal("WB-15", "Go round once only, without turning back.")
    if positions:
        return Say(ways.word, direction or turning(positions), positions)
    best = max(
        (way for way in ways.inputs if direction in (None, way.direction) or not way.positions[1:]),
        key=lambda way: (len(way.positions), len(way.closes)),
    )
    return Say(ways.word, direction or best.direction, best.positions)


def turning(positions: tuple[int, ...]) -> Direction:
    """Return the direction that visits `positions` in this order within one round of the circle. If
    both do, return the shorter one.
    """

    def length(way: tuple[Direction, int]) -> int:
        gone = [(place - positions[0]) * way[1] % RING for place in positions]
        return gone[-1] if all(a < b for a, b in pairwise(gone)) else RING

    return min(WAYS, key=length)[0]


def usage(lang: str) -> str:
    """Return the forms of input, one per line."""
    return BOOK.lines(lang, USAGE)


TEXT: Text[Action, Event, View] = Text(
    write=write,
    read=LINES.read,
    suggest=suggest,
    show=show,
    due=due,
    tell=tell,
    call=call,
    usage=usage,
    catalogue=BOOK.catalogue,
)
