"""Word Bank: events as sentences for players."""

from collections import Counter
from collections.abc import Iterable
from typing import assert_never

from chabudai.core import (
    Listed,
    Piece,
    Seat,
    SeatName,
    Telling,
    TellingFact,
    listed,
    seat_names,
    telling,
)
from chabudai.core.text import spaced
from chabudai.games.word_bank.state import (
    Closed,
    Dealt,
    Doubted,
    Ended,
    Event,
    Judged,
    Passed,
    Refilled,
    Rejected,
    Said,
    Voted,
)


def tell(event: Event) -> tuple[Telling, ...]:
    """Return the sentences for an event, actor first. Places are numbered."""
    match event:
        case Dealt(ring=ring, first=first):
            letters = spaced(safe.letter for safe in ring)
            text = "The safes are {letters}, clockwise. {seat} will start."
            return (telling(text, letters=letters, seat=SeatName(first)),)
        case Said():
            return (tell_said(event),)
        case Rejected():
            why = Telling(event.text, {**event.facts})
            text = "{seat} said {word}. {why}"
            said = telling(text, seat=SeatName(event.seat), word=event.word, why=why)
            lost = telling("The stones come back, and the turn is over ({rule}).", rule=event.rule)
            return (said, lost)
        case Doubted() | Voted() | Judged():
            return (tell_vote(event),)
        case Passed(seat=seat):
            return (telling("{seat} passed.", seat=SeatName(seat)),)
        case Closed() | Refilled():
            return tell_safe(event)
        case Ended():
            return tell_ended(event)
        case _:
            assert_never(event)


def tell_said(event: Said) -> Telling:
    """Return the sentence for a password and the places of its stones."""
    text = "{seat} said {word}: {n} {n|stone|stones} on {places}."
    facts: dict[str, TellingFact] = {"seat": SeatName(event.seat), "word": event.word}
    return telling(
        text, **facts, n=len(event.positions), places=listed(map(place, event.positions))
    )


def tell_vote(event: Doubted | Voted | Judged) -> Telling:
    """Return the sentence for a word put to the vote, for a vote, or for the result."""
    seat = SeatName(event.seat)
    if isinstance(event, Voted):
        return telling("{seat} voted.", seat=seat)
    if isinstance(event, Doubted):
        text = "{seat} said {word}, which is not in the dictionary. The others vote."
        return telling(text, seat=seat, word=event.word)
    votes = listed(
        telling("{seat} yes", seat=SeatName(voter))
        if vote
        else telling("{seat} no", seat=SeatName(voter))
        for voter, vote in enumerate(event.votes)
        if vote is not None
    )
    facts: dict[str, TellingFact] = {"word": event.word, "seat": seat, "votes": votes}
    if event.accepted:
        return telling("{seat} said {word}, and the others accepted it: {votes}.", **facts)
    return telling("{seat} said {word}, and the others did not accept it: {votes}.", **facts)


def tell_safe(event: Closed | Refilled) -> tuple[Telling, ...]:
    """Return the sentences for a safe that was locked, or for a place that was refilled."""
    at = place(event.position)
    safe = event.safe
    if isinstance(event, Closed):
        text = "{seat} closed {letter}."
        closed = telling(text, seat=SeatName(event.seat), letter=event.safe.letter)
        return (closed, telling("Stones gone for good: {stones}.", stones=owned(event.stones)))
    if safe is None:
        return (telling("The pile is empty: place {place} stays empty.", place=at),)
    text = "New at place {place}: {letter} with {n} {n|space|spaces}."
    return (telling(text, place=at, letter=safe.letter, n=safe.spaces),)


def tell_ended(event: Ended) -> tuple[Telling, ...]:
    """Return the sentences for the winners, the cause of the end, and the stones left."""
    winners = seat_names(event.outcome.winners)
    won = telling("The game is over. {winners} won.", winners=winners)
    if len(event.outcome.winners) > 1:
        won = telling("The game is over. {winners} share the win.", winners=winners)
    end = telling("Nobody has a word left to say.")
    if event.by is not None:
        end = telling("{seat} placed the last stone.", seat=SeatName(event.by))
    left = by_seat(enumerate(event.outcome.scores))
    return (won, end, telling("Stones left: {scores}.", scores=left))


def place(position: int) -> Piece:
    """Return the `Piece` for the place at `position`. Places are numbered from 1 to 7 (WB-4)."""
    return Piece("place", str(position + 1))


def owned(stones: Iterable[Seat]) -> Listed:
    """List the owners of `stones`, each with their number of stones."""
    return by_seat(sorted(Counter(stones).items()))


def by_seat(counts: Iterable[tuple[Seat, int]]) -> Listed:
    """List seats, each with a number of stones."""
    return listed(telling("{seat} {n}", seat=SeatName(seat), n=n) for seat, n in counts)
