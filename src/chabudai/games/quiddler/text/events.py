"""Quiddler: events as sentences for players."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from chabudai.core import Listed, Seat, SeatName, Telling, TellingFact, listed, seat_names, telling
from chabudai.core.text import spaced
from chabudai.games.quiddler.components.cards import Face, points
from chabudai.games.quiddler.state import (
    Added,
    Capped,
    Challenged,
    Dealt,
    Discarded,
    Drew,
    Ended,
    Event,
    Readied,
    Received,
    Refilled,
    Scored,
    Shown,
    Spelled,
    Spread,
    Took,
    Top,
    WentOut,
)


def tell(event: Event) -> tuple[Telling, ...]:
    """Return the sentences for an event, actor first."""
    match event:
        case Dealt() | Received() | Refilled() | Spread():
            return (tell_dealing(event),)
        case Drew() | Took() | Discarded():
            return (tell_card(event),)
        case WentOut() | Added():
            return tell_words(event)
        case Challenged():
            return (tell_challenge(event),)
        case Capped() | Shown() | Readied():
            return tell_settling(event)
        case Scored():
            return tell_scores(event)
        case Spelled():
            return tell_spelled(event)
        case Ended():
            return tell_end(event)
        case _:
            assert_never(event)


def tell_dealing(event: Dealt | Received | Refilled | Spread) -> Telling:
    """Return the sentence for dealt or shuffled cards."""
    match event:
        case Dealt(round=number, dealer=dealer, first=first, discard=card):
            return telling(
                "Round {round}: {dealer} dealt. {first} will start. Turned up: {card}.",
                round=number,
                dealer=SeatName(dealer),
                first=SeatName(first),
                card=card,
            )
        case Received(cards=cards):
            return telling("Your cards: {cards}.", cards=spaced(cards))
        case Refilled(count=n):
            return telling("The discards were shuffled: {n} {n|card|cards} to draw from.", n=n)
        case Spread():
            return telling("Eight columns are laid out. Open: {cards}.", cards=spaced(event.open))
        case _:
            assert_never(event)


def tell_card(event: Drew | Took | Discarded) -> Telling:
    """Return the sentence for a card that was drawn or discarded."""
    seat = SeatName(event.seat)
    match event:
        case Drew(card=card) if card is not None:
            return telling("{seat} drew {card}.", seat=seat, card=card)
        case Drew():
            return telling("{seat} drew a card.", seat=seat)
        case Took(card=card):
            return telling("{seat} took {card} from the discards.", seat=seat, card=card)
        case Discarded(card=card):
            return telling("{seat} discarded {card}.", seat=seat, card=card)
        case _:
            assert_never(event)


def tell_words(event: WentOut | Added) -> tuple[Telling, ...]:
    """Return the sentences for words that were laid."""
    seat, words = SeatName(event.seat), listed(map("".join, event.words))
    if isinstance(event, Added):
        return (telling("{seat} laid {words}.", seat=seat, words=words),)
    return (
        telling("{seat} went out with {words}.", seat=seat, words=words),
        telling("One more turn for each of the others."),
    )


def tell_challenge(event: Challenged) -> Telling:
    """Return the sentence for a challenge."""
    facts: dict[str, TellingFact] = {
        "seat": SeatName(event.seat),
        "word": "".join(event.cards),
        "loser": SeatName(event.loser),
        "n": event.loss,
    }
    if event.allowed:
        text = "{seat} challenged {word}. It is a word: {loser} lost {n} {n|point|points}."
        return Telling(text, facts)
    text = "{seat} challenged {word}. It is not a word: {loser} lost {n} {n|point|points}."
    return Telling(text, facts)


def tell_settling(event: Capped | Shown | Readied) -> tuple[Telling, ...]:
    """Return the sentences for the end of a round."""
    match event:
        case Capped():
            return (telling("Nobody went out in time: one last turn each."),)
        case Shown(hands=hands):
            kept = tuple(kept_by(seat, hand) for seat, hand in enumerate(hands) if hand)
            nothing = (telling("Nobody has cards left."),)
            return (telling("The round is over."), *(kept or nothing))
        case Readied():
            # The table shows which seats are not ready.
            return ()
        case _:
            assert_never(event)


def kept_by(seat: Seat, hand: Iterable[Face]) -> Telling:
    """Return the sentence for the cards that a player could not lay."""
    return telling("{seat} kept {cards}.", seat=SeatName(seat), cards=spaced(hand))


def tell_scores(event: Scored) -> tuple[Telling, ...]:
    """Return the sentences for the scores of a round and the winners of its bonuses."""
    scores = by_seat(line.points for line in event.lines)
    told = telling("Round {round}: {scores}.", round=event.round, scores=scores)
    return (told, *tell_bonuses(event.words, event.letters))


def tell_bonuses(most: Top | None, longest: Top | None) -> Iterator[Telling]:
    """Yield the sentences for the bonuses, or for their absence.

    `most` or `longest` is None if that bonus is not in the game.
    """
    if not any(top and top.seats for top in (most, longest)):
        yield telling("No words count, so nobody gets a bonus.")
        return
    if most is not None:
        alone = "Most words, +10: {seats} with {n}."
        yield tell_bonus(most, alone, "Most words: {seats} tie with {n} and get no bonus.")
    if longest is not None:
        alone = "Longest word, +10: {seats} with {n} letters."
        tied = "Longest word: {seats} tie with {n} letters and get no bonus."
        yield tell_bonus(longest, alone, tied)


def tell_bonus(top: Top, alone: str, tied: str) -> Telling:
    """QD-32: return the sentence for the seat that gets a bonus, or for the seats that tie
    for it.
    """
    text = alone if len(top.seats) == 1 else tied
    return telling(text, seats=seat_names(top.seats), n=top.count)


def by_seat(points: Iterable[int]) -> Listed:
    """List all seats with their points."""
    return listed(
        telling("{seat} {points}", seat=SeatName(seat), points=gained)
        for seat, gained in enumerate(points)
    )


def tell_spelled(event: Spelled) -> tuple[Telling, ...]:
    """Return the sentences for a word in the solo game, and for the cards under it."""
    word, opened = "".join(event.cards), spaced(card for card in event.opened if card)
    laid = telling("{word}: {n} {n|point|points}.", word=word, n=points(event.cards))
    if not opened:
        return (laid, telling("No card is left."))
    return (laid, telling("Open now: {cards}.", cards=opened))


def tell_end(event: Ended) -> tuple[Telling, ...]:
    """Return the sentences for the winners or, in the solo game, for the end."""
    scores, winners = event.outcome.scores, seat_names(event.outcome.winners)
    if len(scores) == 1:
        if event.outcome.winners:
            return (telling("All columns are clear: {n} {n|point|points}.", n=scores[0]),)
        return (telling("The game ends with {n} {n|point|points}.", n=scores[0]),)
    won = telling("The game is over. {winners} won.", winners=winners)
    if len(event.outcome.winners) > 1:
        won = telling("The game is over. {winners} share the win.", winners=winners)
    return (won, telling("Points: {scores}.", scores=by_seat(scores)))
