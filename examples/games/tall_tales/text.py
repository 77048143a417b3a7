"""Tall Tales as lines of text, for input and output in English and Japanese."""

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never
from unicodedata import normalize

from chabudai.core import Fact, Listed, Seat, SeatName, Telling, Text, listed, seat_names, telling
from chabudai.core.text import Form, Lines, Phrasebook, name, spaced
from chabudai.games import folder_of
from examples.games.tall_tales.state import (
    Action,
    Admit,
    Admitted,
    Believe,
    Believed,
    Claim,
    Claimed,
    Compared,
    Deal,
    Dealing,
    Dealt,
    Doubt,
    Drew,
    Ended,
    Event,
    Hearing,
    Over,
    Phase,
    Shown,
    Speaking,
)
from examples.games.tall_tales.view import View

BOOK = Phrasebook(folder_of("tall-tales"))
phrase, joined, by_seat = BOOK.phrase, BOOK.joined, BOOK.by_seat
TYPED: Mapping[str, Action] = {
    "claim": Claim(),
    "c": Claim(),
    "高い": Claim(),
    "admit": Admit(),
    "a": Admit(),
    "低い": Admit(),
    "believe": Believe(),
    "b": Believe(),
    "信じる": Believe(),
    "doubt": Doubt(),
    "d": Doubt(),
    "うたがう": Doubt(),
}
NOT_A_MOVE = "That is not a move in Tall Tales."
NOT_UNDERSTOOD = "Type claim or admit, and to answer a claim believe or doubt."
USAGE = (
    "claim: say that your card is the higher one.",
    "admit: say that it is the lower one, and pay a bean.",
    "believe: let a claim stand, and pay a bean.",
    "doubt: compare the cards.",
)


def write(action: Action) -> str:
    """Return a move as one word, the same in every language, or as `deal 3 1 2` for CHANCE."""
    match action:
        case Claim():
            return "claim"
        case Admit():
            return "admit"
        case Believe():
            return "believe"
        case Doubt():
            return "doubt"
        case Deal():
            return spaced(("deal", *action.cards))
        case _:
            assert_never(action)


LINES = Lines(
    Action,
    {
        "claim": Form("claim"),
        "admit": Form("admit"),
        "believe": Form("believe"),
        "doubt": Form("doubt"),
        "deal": Form(
            "deal ([123]) ([123]) ([123])", lambda it: {"cards": [*map(int, it.groups())]}
        ),
    },
    NOT_A_MOVE,
)


def suggest(view: View, seat: Seat, line: str) -> Action:
    """Parse a typed line. Raises ValueError with a message from the catalogue."""
    typed = normalize("NFKC", line).strip().lower()
    if typed not in TYPED:
        raise ValueError(NOT_UNDERSTOOD)
    return TYPED[typed]


def show(view: View, seat: Seat | None, lang: str) -> str:
    """Return lines that show the round, the beans, the visible cards and whose turn it is."""
    facts: dict[str, Fact] = {"round": view.round, "rounds": view.options.rounds}
    lines = [
        phrase(lang, "Round {round} of {rounds}.", **facts),
        phrase(lang, "Beans: {beans}.", beans=by_seat(view.beans, lang)),
    ]
    return "\n".join((*lines, *cards(view, lang), moment(view.phase, seat, lang)))


def due(view: View, seat: Seat, lang: str) -> tuple[str, ...]:
    """Return the facts that `seat` needs for its move: its card and the question."""
    return (*cards(view, lang), moment(view.phase, seat, lang))


def cards(view: View, lang: str) -> Iterator[str]:
    """Yield a line with the visible cards, if any."""
    seen = [f"{name(at)} {card}" for at, card in enumerate(view.cards) if card is not None]
    if seen:
        yield phrase(lang, "Cards you see: {cards}.", cards=joined(seen, lang))


def moment(phase: Phase, seat: Seat | None, lang: str) -> str:
    """Return a sentence about the current phase."""
    match phase:
        case Dealing():
            return phrase(lang, "The cards are being shuffled.")
        case Speaking(seat=teller) if teller == seat:
            return phrase(lang, "Your turn: claim the higher card, or admit the lower one.")
        case Speaking(seat=teller):
            return phrase(lang, "{seat} is about to speak.", seat=name(teller))
        case Hearing(seat=hearer) if hearer == seat:
            return phrase(lang, "Your turn: believe the claim, or doubt it.")
        case Hearing(seat=hearer):
            return phrase(lang, "{seat} has heard the claim.", seat=name(hearer))
        case Over():
            return phrase(lang, "The game is over.")
        case _:
            assert_never(phase)


def tell(event: Event) -> tuple[Telling, ...]:
    """Return the sentences for an event, starting with the actor."""
    match event:
        case Dealt(round=number, teller=teller):
            text = "Round {round} begins. To tell: {seat}."
            return (telling(text, round=number, seat=SeatName(teller)),)
        case Drew(seat=seat, card=int(card)):
            return (telling("{seat} drew the {card}.", seat=SeatName(seat), card=card),)
        case Drew(seat=seat):
            return (telling("{seat} drew a card.", seat=SeatName(seat)),)
        case Claimed(seat=seat):
            return (telling("{seat} claimed to hold the higher card.", seat=SeatName(seat)),)
        case Admitted(seat=seat):
            return (telling("{seat} admitted the lower card and paid.", seat=SeatName(seat)),)
        case Believed(seat=seat):
            return (telling("{seat} believed it and paid.", seat=SeatName(seat)),)
        case Compared(seat=seat, payer=payer, beans=n, cards=cards):
            text = "{seat} doubted it. {payer} paid {n} {n|bean|beans}."
            doubted = telling(text, seat=SeatName(seat), payer=SeatName(payer), n=n)
            return (doubted, telling("The cards were {cards}.", cards=each(cards)))
        case Shown(cards=cards):
            return (telling("The cards were {cards}.", cards=each(cards)),)
        case Ended(outcome=outcome):
            won = telling("The game is over. {winners} won.", winners=seat_names(outcome.winners))
            return (won, telling("Beans left: {beans}.", beans=each(outcome.scores)))
        case _:
            assert_never(event)


def each(numbers: Iterable[int]) -> Listed:
    """List every seat with its number."""
    return listed(
        telling("{seat}: {n}", seat=SeatName(seat), n=n) for seat, n in enumerate(numbers)
    )


def usage(lang: str) -> str:
    """Return a line of help for each form of input."""
    return BOOK.lines(lang, USAGE)


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
