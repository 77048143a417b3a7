"""Quiddler: what happened, as sentences in English and Japanese."""

from collections.abc import Iterable
from typing import assert_never

from chabudai.core import Fact, Seat
from chabudai.core.text import Phrasebook, name
from chabudai.games import folder_of
from chabudai.games.quiddler.components.cards import POINTS, Face, points
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
    WentOut,
)

BOOK = Phrasebook(folder_of("quiddler"))
phrase, joined, by_seat = BOOK.phrase, BOOK.joined, BOOK.by_seat


def tell(event: Event, lang: str) -> str:
    """An event as one sentence. Seats are written {0}, {1}, … for their names."""
    match event:
        case Dealt() | Received() | Refilled():
            return tell_dealing(event, lang)
        case Drew() | Took() | Discarded():
            return tell_card(event, lang)
        case WentOut() | Added():
            return tell_words(event, lang)
        case Challenged():
            return tell_challenge(event, lang)
        case Capped() | Shown() | Readied() | Scored():
            return tell_settling(event, lang)
        case Spread() | Spelled():
            return tell_columns(event, lang)
        case Ended(outcome=outcome):
            winners = nobody_or(outcome.winners, lang)
            text = "The game is over. Points: {scores}. Won: {winners}."
            return phrase(lang, text, scores=by_seat(outcome.scores, lang), winners=winners)
        case _:
            assert_never(event)


def tell_dealing(event: Dealt | Received | Refilled, lang: str) -> str:
    """Cards were dealt or shuffled."""
    match event:
        case Dealt():
            text = "Round {round}: {dealer} dealt. To start: {first}. Turned up: {card}."
            facts: dict[str, Fact] = {
                "dealer": name(event.dealer),
                "first": name(event.first),
                "card": priced((event.discard,)),
            }
            return phrase(lang, text, round=event.round, **facts)
        case Received():
            text = "Dealt to {seat}: {cards}."
            return phrase(lang, text, seat=name(event.seat), cards=priced(event.cards))
        case Refilled():
            text = "The discards were shuffled: {count} cards to draw from."
            return phrase(lang, text, count=event.count)
        case _:
            assert_never(event)


def tell_card(event: Drew | Took | Discarded, lang: str) -> str:
    """A card was drawn or discarded."""
    if event.card is None:
        return phrase(lang, "{seat} drew a card.", seat=name(event.seat))
    text = "{seat} discarded {card}."
    if isinstance(event, Drew):
        text = "{seat} drew {card}."
    if isinstance(event, Took):
        text = "{seat} took {card} from the discards."
    return phrase(lang, text, seat=name(event.seat), card=priced((event.card,)))


def tell_words(event: WentOut | Added, lang: str) -> str:
    """Words were laid."""
    text = "{seat} laid {words}."
    if isinstance(event, WentOut):
        text = "{seat} went out with {words}. One more turn for each of the others."
    words = joined((f"{''.join(word)} {points(word)}" for word in event.words), lang)
    return phrase(lang, text, seat=name(event.seat), words=words)


def tell_challenge(event: Challenged, lang: str) -> str:
    """A word was challenged."""
    text = "{seat} challenged {word} of {owner}. It is struck: {loser} lost {loss} points."
    if event.allowed:
        text = "{seat} challenged {word} of {owner}. It is allowed: {loser} lost {loss} points."
    facts: dict[str, Fact] = {"word": "".join(event.cards), "loss": event.loss}
    seats = {"seat": event.seat, "owner": event.owner, "loser": event.loser}
    return phrase(lang, text, **facts, **{key: name(seat) for key, seat in seats.items()})


def tell_settling(event: Capped | Shown | Readied | Scored, lang: str) -> str:
    """A round comes to its end."""
    match event:
        case Capped():
            return phrase(lang, "Nobody has gone out: one last turn for everybody.")
        case Shown():
            kept = (priced(hand) or phrase(lang, "no cards") for hand in event.hands)
            text = "The round is over. Left: {hands}."
            return phrase(lang, text, hands=by_seat(kept, lang))
        case Readied():
            return phrase(lang, "Ready: {seat}.", seat=name(event.seat))
        case Scored():
            scores = (f"{line.points:+} = {line.total}" for line in event.lines)
            text = "Round {round}: {scores}. Most words: {most}. Longest word: {longest}."
            facts: dict[str, Fact] = {
                "scores": by_seat(scores, lang),
                "most": nobody_or(some(event.most), lang),
                "longest": nobody_or(some(event.longest), lang),
            }
            return phrase(lang, text, round=event.round, **facts)
        case _:
            assert_never(event)


def tell_columns(event: Spread | Spelled, lang: str) -> str:
    """The game for one."""
    if isinstance(event, Spread):
        return phrase(lang, "Eight columns are laid out. Open: {cards}.", cards=priced(event.open))
    opened = priced(card for card in event.opened if card)
    text = "{word}, {points} points. Open now: {cards}."
    if not opened:
        text = "{word}, {points} points: no card is left."
    word, worth = "".join(event.cards), points(event.cards)
    return phrase(lang, text, word=word, points=worth, cards=opened)


def some(seat: Seat | None) -> tuple[Seat, ...]:
    """The seat, if there is one."""
    return () if seat is None else (seat,)


def nobody_or(seats: Iterable[Seat], lang: str) -> str:
    """The names of seats, or that it is nobody."""
    return joined(map(name, seats), lang) or phrase(lang, "nobody")


def priced(cards: Iterable[Face]) -> str:
    """Cards with their points, such as QU(9) I(2)."""
    return " ".join(f"{card}({POINTS[card]})" for card in cards)
