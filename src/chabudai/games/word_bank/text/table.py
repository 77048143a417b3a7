"""Word Bank: the table as lines of text."""

from collections import Counter
from collections.abc import Iterable
from typing import assert_never

from chabudai.core import Fact, Piece, Seat
from chabudai.core.text import Phrasebook, name, spaced
from chabudai.games import folder_of
from chabudai.games.word_bank.components import Safe
from chabudai.games.word_bank.state import Dealing, Event, Over, Said, Slot, Turn
from chabudai.games.word_bank.view import Doubt, Seen, View

BOOK = Phrasebook(folder_of("word-bank"))
phrase, joined, by_seat = BOOK.phrase, BOOK.joined, BOOK.by_seat


def show(view: View, seat: Seat | None, lang: str) -> str:
    """Show the table in lines: the places of the circle, stones, safes, words, and the turn."""
    lines = [phrase(lang, "The circle, clockwise:")]
    lines += [place(slot, at, lang) for at, slot in enumerate(view.ring, 1)]
    won = [f"{len(safes)} ({spaced(map(card, safes))})" if safes else "0" for safes in view.won]
    used = spaced(view.used) or phrase(lang, "none yet")
    lines += [
        phrase(lang, "Stones in front: {stones}.", stones=by_seat(view.stones, lang)),
        phrase(lang, "Safes won: {safes}.", safes=by_seat(won, lang)),
        phrase(lang, "Words used: {words}.", words=used),
        phrase(lang, "Safes in the pile: {count}.", count=view.pile),
        turn_line(view.phase, seat, lang),
    ]
    return "\n".join(lines)


def due(view: View, seat: Seat, lang: str) -> tuple[str, ...]:
    """Return the facts that `seat` needs for its move: the circle, place by place, or only the
    vote.
    """
    asked = turn_line(view.phase, seat, lang)
    if isinstance(view.phase, Doubt):
        return (asked,)
    return (*(place(slot, at, lang) for at, slot in enumerate(view.ring, 1)), asked)


def call(view: View, event: Event, piece: Piece, lang: str) -> str:
    """Return a place in the circle as text, with its letter if stones are put on it, such as S1."""
    letter = view.ring[int(piece.name) - 1].safe.letter if isinstance(event, Said) else ""
    return f"{letter}{piece.name}"


def place(slot: Slot, at: int, lang: str) -> str:
    """Show a place in the circle: its number, letter, free spaces and the owners of its stones."""
    if not slot.safe.letter:
        return phrase(lang, "{place}: no safe left", place=at)
    text = "{place} {letter}: {free} of {spaces} free"
    if slot.stones:
        text = "{place} {letter}: {free} of {spaces} free; {stones}"
    safe, stones = slot.safe, owned(slot.stones, lang)
    facts: dict[str, Fact] = {"place": at, "letter": safe.letter, "spaces": safe.spaces}
    return phrase(lang, text, **facts, free=slot.free, stones=stones)


def turn_line(phase: Seen, seat: Seat | None, lang: str) -> str:
    """Report whose turn it is and which move is due."""
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
                return phrase(
                    lang, "{seat} said {word}. Do you accept it? Type yes or no.", **facts
                )
            return phrase(lang, "{seat} said {word}. The others vote on it.", **facts)
        case Over():
            return phrase(lang, "The game is over.")
        case _:
            assert_never(phase)


def owned(stones: Iterable[Seat], lang: str) -> str:
    """List the owners of `stones`, each with their number of stones."""
    return joined((f"{name(seat)} {n}" for seat, n in sorted(Counter(stones).items())), lang)


def card(safe: Safe) -> str:
    """Return a safe as its letter and its spaces, such as E4."""
    return f"{safe.letter}{safe.spaces}"
