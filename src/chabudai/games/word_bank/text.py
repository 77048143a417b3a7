"""Word Bank as lines of text: what a person types, and what they read, in English and Japanese."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import assert_never
from unicodedata import normalize

import msgspec

from chabudai.core import Fact, Illegal, Seat, Text
from chabudai.core.text import Phrasebook, escaped, name, spaced
from chabudai.games import folder_of
from chabudai.games.word_bank.components import RING, Safe
from chabudai.games.word_bank.moves import ask
from chabudai.games.word_bank.moves.paths import WAYS
from chabudai.games.word_bank.state import (
    Action,
    Closed,
    Dealing,
    Dealt,
    Direction,
    Doubted,
    Ended,
    Event,
    Inputs,
    Judged,
    Over,
    Pass,
    Passed,
    Refilled,
    Rejected,
    Said,
    Say,
    Shuffle,
    Slot,
    Turn,
    Vote,
    Voted,
)
from chabudai.games.word_bank.view import Doubt, Seen, View

BOOK = Phrasebook(folder_of("word-bank"))
phrase, joined, by_seat = BOOK.phrase, BOOK.joined, BOOK.by_seat
SAY = re.compile(r'say ("(?:[^"\\]|\\.)*"|\S+) (clockwise|anticlockwise) ([0-6](?: [0-6])*)')
SHUFFLE = re.compile(r"shuffle (\d{1,9})((?: [A-Z]\d{1,9})*)")
LONGEST = 40
"""Letters that a `Word` may have, far more than any word has."""
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
TOO_LONG = "No word is as long as that."
NOT_A_MOVE = "This line is not a move of Word Bank."
USAGE = (
    "WORD: say it, placing as many stones as you can.",
    "WORD > or WORD <: the same, but clockwise or anticlockwise.",
    "WORD 5 3 2: say it and put a stone on these places, in the order visited.",
    "Places are numbered 0 to 6, clockwise. say WORD takes any word, also PASS.",
    "pass: say nothing this turn.",
    "yes or no: vote, when a word that is not in the dictionary is put to the vote.",
)


def write(action: Action) -> str:
    """One line, the same in every language: `say GROUPIES anticlockwise 5 3 2 1 0`, `pass`,
    `vote yes`, `shuffle 2 E4 S3 …` (who starts, then the safes in order).
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


def read(line: str) -> Action:
    """The action that `write` wrote as this line. Raises ValueError with a sentence."""
    if line == "pass":
        return Pass()
    if line in ("vote yes", "vote no"):
        return Vote(line == "vote yes")
    if dealt := SHUFFLE.fullmatch(line):
        cards = dealt[2].split()
        return Shuffle(tuple(Safe(safe[0], int(safe[1:])) for safe in cards), int(dealt[1]))
    if said := SAY.fullmatch(line):
        return say(said[1], said[2], said[3])
    raise ValueError(NOT_A_MOVE)


def say(word: str, direction: str, positions: str) -> Say:
    """The announcement with these fields as `write` wrote them. Raises ValueError."""
    try:
        fields = {
            "type": "say",
            "word": json.loads(word) if word.startswith('"') else word,
            "direction": direction,
            "positions": tuple(map(int, positions.split())),
        }
        return msgspec.convert(fields, Say)
    except (msgspec.ValidationError, json.JSONDecodeError):
        raise ValueError(NOT_A_MOVE) from None


def suggest(view: View, seat: Seat, line: str) -> Action:
    """What a person means by `line`; see USAGE for the forms.

    A word alone is placed with the most stones, and among equals so that most safes close. What
    anybody can see to be wrong with a word is refused here and costs nothing; the dictionary is not
    consulted unless the table lets players try again (WB-A7). Raises ValueError or Illegal, each
    with a sentence of the catalogue.
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
    """`word`, placed as well as can be where `rest` (a direction, places, both) leaves it open."""
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
    positions = tuple(int(digit) for token in digits for digit in token)
    if any(place >= RING for place in positions):
        raise Illegal("WB-4", "The circle has seven places, 0 to 6.")
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
    """The direction that visits `positions` in this order within one round, the shorter way."""

    def length(way: tuple[Direction, int]) -> int:
        gone = [(place - positions[0]) * way[1] % RING for place in positions]
        return gone[-1] if all(a < b for a, b in pairwise(gone)) else RING

    return min(WAYS, key=length)[0]


def card(safe: Safe) -> str:
    """A safe as its letter and its spaces, such as E4."""
    return f"{safe.letter}{safe.spaces}"


def show(view: View, seat: Seat | None, lang: str) -> str:
    """The table in lines: the circle place by place, the stones, safes and words, whose turn."""
    lines = [phrase(lang, "The circle, clockwise:")]
    lines += [place(slot, at, lang) for at, slot in enumerate(view.ring)]
    won = [f"{len(safes)} ({spaced(map(card, safes))})" if safes else "0" for safes in view.won]
    used = spaced(view.used) or phrase(lang, "none yet")
    lines += [
        phrase(lang, "Stones in front: {stones}.", stones=by_seat(view.stones, lang)),
        phrase(lang, "Safes won: {safes}.", safes=by_seat(won, lang)),
        phrase(lang, "Words used: {words}.", words=used),
        phrase(lang, "Safes in the pile: {count}.", count=view.pile),
        moment(view.phase, seat, lang),
    ]
    return "\n".join(lines)


def place(slot: Slot, at: int, lang: str) -> str:
    """One place of the circle: its number, its letter, what is free, whose stones lie there."""
    if not slot.safe.letter:
        return phrase(lang, "{place}: no safe any more", place=at)
    text = "{place} {letter}: {free} of {spaces} free"
    if slot.stones:
        text = "{place} {letter}: {free} of {spaces} free; {stones}"
    safe, stones = slot.safe, owned(slot.stones, lang)
    facts: dict[str, Fact] = {"place": at, "letter": safe.letter, "spaces": safe.spaces}
    return phrase(lang, text, **facts, free=slot.free, stones=stones)


def moment(phase: Seen, seat: Seat | None, lang: str) -> str:
    """Who is to do what now."""
    match phase:
        case Dealing():
            return phrase(lang, "The safes are being shuffled.")
        case Turn(seat=turn):
            if turn == seat:
                return phrase(
                    lang, "Your turn. Say a word that starts with a letter of the circle."
                )
            return phrase(lang, "To move: {seat}.", seat=name(turn))
        case Doubt(seat=author, say=said):
            facts = {"seat": name(author), "word": said.word}
            if seat is not None and seat != author and phase.votes[seat] is None:
                return phrase(lang, "Vote: may {word}, said by {seat}, stand? yes or no", **facts)
            return phrase(
                lang, "The others vote whether {word}, said by {seat}, may stand.", **facts
            )
        case Over():
            return phrase(lang, "The game is over.")
        case _:
            assert_never(phase)


def tell(event: Event, lang: str) -> str:
    """An event as one sentence. Seats are written {0}, {1}, … for their names."""
    match event:
        case Dealt():
            letters = spaced(safe.letter for safe in event.ring)
            text = "The circle, clockwise: {letters}. To start: {seat}."
            return phrase(lang, text, letters=letters, seat=name(event.first))
        case Said():
            return tell_said(event, lang)
        case Rejected():
            why = escaped(phrase(lang, event.text, **event.facts))
            text = "{seat} said {word}. {why} The stones come back and the turn is lost ({rule})."
            facts = {"word": event.word, "why": why, "rule": event.rule}
            return phrase(lang, text, seat=name(event.seat), **facts)
        case Doubted() | Voted() | Judged():
            return tell_vote(event, lang)
        case Passed():
            return phrase(lang, "{seat} passed.", seat=name(event.seat))
        case Closed() | Refilled():
            return tell_safe(event, lang)
        case Ended():
            return tell_ended(event, lang)
        case _:
            assert_never(event)


def tell_said(event: Said, lang: str) -> str:
    """Who said what, and where the stones lie now."""
    facts: dict[str, Fact] = {"seat": name(event.seat), "word": event.word}
    if len(event.positions) == 1:
        text = "{seat} said {word}: one stone on place {place}."
        return phrase(lang, text, **facts, place=event.positions[0])
    text = (
        "{seat} said {word} clockwise: {count} stones on places {places}."
        if event.direction == "clockwise"
        else "{seat} said {word} anticlockwise: {count} stones on places {places}."
    )
    count, visited = len(event.positions), spaced(event.positions)
    return phrase(lang, text, **facts, count=count, places=visited)


def tell_vote(event: Doubted | Voted | Judged, lang: str) -> str:
    """A word is put to the vote, somebody votes, or the votes are shown."""
    if isinstance(event, Voted):
        return phrase(lang, "{seat} voted.", seat=name(event.seat))
    if isinstance(event, Doubted):
        text = "{seat} said {word}, which is not in the dictionary. The others vote."
        return phrase(lang, text, seat=name(event.seat), word=event.word)
    ballot = {True: phrase(lang, "yes"), False: phrase(lang, "no")}
    cast = ((voter, vote) for voter, vote in enumerate(event.votes) if vote is not None)
    votes = joined((f"{name(voter)} {ballot[vote]}" for voter, vote in cast), lang)
    text = "{word}, said by {seat}, stands: {votes}."
    if not event.accepted:
        text = "{word}, said by {seat}, does not stand: {votes}."
    return phrase(lang, text, word=event.word, seat=name(event.seat), votes=votes)


def tell_safe(event: Closed | Refilled, lang: str) -> str:
    """A safe was locked, or its place was filled again."""
    at = event.position
    if isinstance(event, Refilled):
        if event.safe is None:
            return phrase(lang, "The pile is empty: place {place} stays empty.", place=at)
        text = "New at place {place}: the safe {safe}."
        return phrase(lang, text, place=at, safe=card(event.safe))
    text = "{seat} closed the safe {safe} at place {place} and took it. To the box: {stones}."
    facts = {
        "seat": name(event.seat),
        "safe": card(event.safe),
        "stones": owned(event.stones, lang),
    }
    return phrase(lang, text, place=at, **facts)


def tell_ended(event: Ended, lang: str) -> str:
    """How the game ended, the stones left, and who won."""
    facts = {
        "scores": by_seat(event.outcome.scores, lang),
        "winners": joined(map(name, event.outcome.winners), lang),
    }
    if event.by is None:
        text = (
            "Nobody says a word any more: the game is over. Stones left: {scores}. Won: {winners}."
        )
        return phrase(lang, text, **facts)
    text = "{seat} placed the last stone: the game is over. Stones left: {scores}. Won: {winners}."
    return phrase(lang, text, seat=name(event.by), **facts)


def owned(stones: Iterable[Seat], lang: str) -> str:
    """How many of these stones are whose."""
    return joined((f"{name(seat)} {n}" for seat, n in sorted(Counter(stones).items())), lang)


def usage(lang: str) -> str:
    """What a person may type, a line for each form."""
    return "\n".join(phrase(lang, line) for line in USAGE)


TEXT: Text[Action, Event, View] = Text(
    write=write,
    read=read,
    suggest=suggest,
    show=show,
    tell=tell,
    usage=usage,
    catalogue=BOOK.catalogue,
)
