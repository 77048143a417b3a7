"""Word Porters: what happened, as sentences in English and Japanese."""

from typing import assert_never

from chabudai.core import Fact
from chabudai.core.text import Phrasebook, name
from chabudai.games import folder_of
from chabudai.games.word_porters.components import ROUNDS
from chabudai.games.word_porters.state import (
    Dealt,
    Ended,
    Event,
    Passed,
    Placed,
    Readied,
    Received,
    Reshuffled,
    Revealed,
    Scored,
    Tokens,
    Voted,
)

BOOK = Phrasebook(folder_of("word-porters"))
phrase, joined, by_seat = BOOK.phrase, BOOK.joined, BOOK.by_seat


def tell(event: Event, lang: str) -> str:
    """An event as one sentence. Seats are written {0}, {1}, …; hint words as in the table: B2."""
    match event:
        case Dealt() | Received() | Reshuffled():
            return tell_dealing(event, lang)
        case Placed() | Passed():
            return tell_hint(event, lang)
        case Voted():
            return phrase(lang, "Votes confirmed: {seat}.", seat=name(event.seat))
        case Revealed():
            return tell_reveal(event, lang)
        case Scored():
            text = "Points of round {round}: {points}. So far: {scores}."
            points = by_seat((f"+{gained}" for gained in event.points), lang)
            scores = by_seat(event.scores, lang)
            return phrase(lang, text, round=event.round, points=points, scores=scores)
        case Readied():
            return phrase(lang, "Ready: {seat}.", seat=name(event.seat))
        case Ended(outcome=outcome):
            text = "The game is over. Points: {scores}. Won: {winners}."
            winners = joined(map(name, outcome.winners), lang)
            return phrase(lang, text, scores=by_seat(outcome.scores, lang), winners=winners)
        case _:
            assert_never(event)


def tell_dealing(event: Dealt | Received | Reshuffled, lang: str) -> str:
    """A round is set up."""
    match event:
        case Dealt():
            text = "Round {round} of {rounds}: ten words, {count} hint cards. To start: {seat}."
            facts: dict[str, Fact] = {"rounds": ROUNDS, "count": len(event.hints)}
            return phrase(lang, text, round=event.round, seat=name(event.first), **facts)
        case Received():
            text = "Word of {seat}: number {number}."
            return phrase(lang, text, seat=name(event.seat), number=event.number)
        case Reshuffled():
            text = "The hint cards ran out: {count} were shuffled again."
            return phrase(lang, text, count=event.count)
        case _:
            assert_never(event)


def tell_hint(event: Placed | Passed, lang: str) -> str:
    """Somebody placed a porter, or did not."""
    if isinstance(event, Placed):
        text = "{seat} put porter {tokens} on {spot}."
        facts: dict[str, Fact] = {"tokens": stack(event.tokens), "spot": spot(event)}
        return phrase(lang, text, seat=name(event.seat), **facts)
    text = "{seat} placed nothing."
    if event.forced:
        text = "There is no hint word for {seat}."
    return phrase(lang, text, seat=name(event.seat))


def tell_reveal(event: Revealed, lang: str) -> str:
    """WP-37: an identity is turned up, and the votes for it."""
    cast = [(voter, vote) for voter, vote in enumerate(event.votes) if vote]
    votes = joined((f"{name(voter)} {vote}" for voter, vote in cast), lang)
    found = [name(voter) for voter, vote in cast if vote == event.number]
    text = "Word of {seat}: number {number}. Votes: {votes}. Nobody found it."
    if found:
        text = "Word of {seat}: number {number}. Votes: {votes}. Found by {found}."
    facts: dict[str, Fact] = {"number": event.number, "votes": votes}
    return phrase(lang, text, seat=name(event.seat), found=joined(found, lang), **facts)


def stack(tokens: Tokens) -> str:
    """Porters on a hint word, such as 1, or 1+3 where 1 stands on 3."""
    return "+".join(map(str, tokens))


def spot(placed: Placed) -> str:
    """Where a porter stands, such as B2."""
    return address(placed.card, placed.word)


def address(card: int, word: int) -> str:
    """The name of a hint word on the table: a letter for the card, 1 or 2 for the word."""
    return f"{chr(ord('A') + card)}{word + 1}"
