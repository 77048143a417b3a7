"""Word Porters: events as sentences for players."""

from collections.abc import Iterable
from typing import assert_never

from chabudai.core import Listed, Piece, SeatName, Telling, listed, seat_names, telling
from chabudai.games.word_porters.components import ROUNDS
from chabudai.games.word_porters.state import (
    Dealt,
    Ended,
    Event,
    Filled,
    Passed,
    Placed,
    Readied,
    Received,
    Reshuffled,
    Revealed,
    Scored,
    Voted,
)


def tell(event: Event) -> tuple[Telling, ...]:
    """Return the sentences for an event, actor first.

    A piece is a `hint`, by its address on the table, such as B2, or a `word`, by its number.
    """
    match event:
        case Dealt() | Received() | Reshuffled():
            return (tell_dealing(event),)
        case Placed() | Passed():
            return (tell_hint(event),)
        case Voted(seat=seat):
            return (telling("{seat} voted.", seat=SeatName(seat)),)
        case Filled(seat=seat):
            text = "{seat} did not vote. The blank votes score nothing."
            return (telling(text, seat=SeatName(seat)),)
        case Revealed():
            return tell_reveal(event)
        case Scored(round=number, points=points, scores=scores):
            gained = telling(
                "Points in round {round}: {points}.", round=number, points=by_seat(points)
            )
            return (gained, telling("So far: {scores}.", scores=by_seat(scores)))
        case Readied():
            # The table shows which seats are not ready.
            return ()
        case Ended(outcome=outcome):
            winners = seat_names(outcome.winners)
            won = telling("The game is over. {winners} won.", winners=winners)
            if len(outcome.winners) > 1:
                won = telling("The game is over. {winners} share the win.", winners=winners)
            return (won, telling("Points: {scores}.", scores=by_seat(outcome.scores)))
        case _:
            assert_never(event)


def tell_dealing(event: Dealt | Received | Reshuffled) -> Telling:
    """Return the sentence for the setup of a round."""
    match event:
        case Dealt(round=number, first=first):
            text = "Round {round} of {rounds}. {seat} will start."
            return telling(text, round=number, rounds=ROUNDS, seat=SeatName(first))
        case Received(number=number):
            return telling("Your word is number {number}.", number=number)
        case Reshuffled(count=n):
            text = "The hint cards ran out: {n} {n|was|were} shuffled again."
            return telling(text, n=n)
        case _:
            assert_never(event)


def tell_hint(event: Placed | Passed) -> Telling:
    """Return the sentence for a placement or a pass."""
    seat = SeatName(event.seat)
    if isinstance(event, Passed):
        if event.forced:
            return telling("{seat} could not place a porter and passed.", seat=seat)
        return telling("{seat} placed no porter.", seat=seat)
    hint = Piece("hint", address(event.card, event.word))
    top, *under = event.tokens
    if not under:
        return telling("{seat} put porter {porter} on {hint}.", seat=seat, porter=top, hint=hint)
    text = "{seat} put porter {porter} on top of {under} on {hint}."
    return telling(text, seat=seat, porter=top, under=under[0], hint=hint)


def tell_reveal(event: Revealed) -> tuple[Telling, ...]:
    """WP-37: return the sentences for a revealed identity and the votes for it."""
    cast = [(voter, vote) for voter, vote in enumerate(event.votes) if voter != event.seat]
    finders = [voter for voter, vote in cast if vote == event.number]
    word = Piece("word", str(event.number))
    found = telling("Nobody found it.")
    if finders:
        found = telling("Found by {finders}.", finders=seat_names(finders))
    votes = listed(
        telling("{seat} {number}", seat=SeatName(voter), number=vote)
        if vote
        else telling("{seat}: blank", seat=SeatName(voter))
        for voter, vote in cast
    )
    return (
        telling("{seat} had number {word}.", seat=SeatName(event.seat), word=word),
        found,
        telling("Votes: {votes}.", votes=votes),
    )


def by_seat(points: Iterable[int]) -> Listed:
    """List all seats with their points."""
    return listed(
        telling("{seat} {points}", seat=SeatName(seat), points=gained)
        for seat, gained in enumerate(points)
    )


def address(card: int, word: int) -> str:
    """Return the address of a hint word on the table: a letter for the card, 1 or 2 for the
    word.
    """
    return f"{chr(ord('A') + card)}{word + 1}"


def place_of(address: str) -> tuple[int, int]:
    """Return the card and the word, both from 0, of an address such as B2."""
    return ord(address[0]) - ord("A"), int(address[1]) - 1
