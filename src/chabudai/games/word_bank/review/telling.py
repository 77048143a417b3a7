"""Word Bank: review results as sentences.

A seat's account is followed by its costliest turns, each as a question and its answer.
"""

from collections.abc import Iterator

from chabudai.core import SeatName, Telling, TellingFact, telling
from chabudai.core.report import Moment, Part, Report, SeatReport, parts_of, tell_margin
from chabudai.core.text import spaced
from chabudai.games.word_bank.review.hindsight import NOTABLE, Account, Looked, Weighed, cost
from chabudai.games.word_bank.review.passwords import Password
from chabudai.games.word_bank.review.valuation import UNIT
from chabudai.games.word_bank.view import View

MEANING = (
    "Words you may not know: stones that rarer words would have saved. Choices: stones that "
    "familiar words would have saved. Luck: the deal and the new safes. Stones that the others "
    "missed count for you."
)


def tell_looked(looked: Looked, view: View) -> Report:
    """Report the account and the costliest turns of each seat, and every turn."""
    return Report(
        tuple(tell_account(looked, account) for account in looked.accounts),
        (telling(MEANING),),
        tuple(tuple(tell_turn(at + 1, turn)) for at, turn in enumerate(looked.turns)),
    )


def tell_account(looked: Looked, account: Account) -> SeatReport:
    """Report how a seat's result came about, and its costliest turns."""
    return SeatReport(
        account.seat,
        (tell_margin(account.seat, account.margin, "{n} stones"),),
        parts_of(
            account.margin,
            Part(telling("words you may not know"), account.vocabulary),
            Part(telling("choices"), account.decisions),
            Part(telling("luck"), account.luck),
        ),
        tuple(tell_moment(at + 1, looked.turns[at]) for at in account.moments),
    )


def tell_moment(number: int, turn: Weighed) -> Moment:
    """Report a costly turn."""
    answer = tuple(tell_answer(turn))
    question = tell_question(number, turn)
    return Moment(turn.at, turn.seat, question, answer, tell_said(turn), tell_gain(turn))


def tell_said(turn: Weighed) -> Telling:
    """Report what was said."""
    seat, n = SeatName(turn.seat), len(turn.positions)
    if not turn.word:
        return telling("{seat} passed.", seat=seat)
    if not n:
        return telling("{seat} said {word}, for no stone.", seat=seat, word=turn.word)
    text = "{seat} said {word}, {n} {n|stone|stones}."
    return telling(text, seat=seat, word=turn.word, n=n)


def tell_gain(turn: Weighed) -> Telling:
    """Report how much a better password would gain. A familiar one is named if it is clearly
    better.
    """
    if turn.known is not None and turn.decision >= NOTABLE:
        return tell_better(turn.known, turn.decision)
    return tell_better(turn.best or turn.known, cost(turn))


def tell_better(better: Password | None, gain: int) -> Telling:
    """Report how much a better password, or a pass if it is None, would gain."""
    n = round(gain / UNIT)
    if better is None:
        text = "Passing would have been about {n} {n|stone|stones} better."
        return telling(text, n=n) if n else telling("Passing would have been a little better.")
    if not n:
        return telling("{word} would have been a little better.", word=better.word)
    text = "{word} would have been about {n} {n|stone|stones} better."
    return telling(text, word=better.word, n=n)


def tell_question(number: int, turn: Weighed) -> Telling:
    """Return the question about a costly turn."""
    facts: dict[str, TellingFact] = {
        "turn": number,
        "letters": spaced(letter or "-" for letter in turn.ring),
    }
    seat, word = SeatName(turn.seat), turn.word
    if not word:
        text = "Turn {turn}, {letters}: {seat} passed. Which password was possible?"
        return telling(text, seat=seat, **facts)
    if not turn.positions:
        text = (
            "Turn {turn}, {letters}: {seat} said {word}, for no stone. Which password was possible?"
        )
        return telling(text, seat=seat, word=word, **facts)
    text = "Turn {turn}, {letters}: {seat} said {word}, {n} {n|stone|stones}. Which was better?"
    return telling(text, seat=seat, word=word, n=len(turn.positions), **facts)


def tell_answer(turn: Weighed) -> Iterator[Telling]:
    """Yield the answer: the best passwords, and what they would have gained."""
    known, best = turn.known, turn.best
    if known is not None:
        said = tell_password(turn, known)
        yield telling("Of words as common as those said, {password} was best.", password=said)
    if best is not None and best != known:
        yield telling("Of all words, {password} was best.", password=tell_password(turn, best))
    if known is None and best is None:
        yield telling("Passing was best.")
    yield tell_gain(turn)


def tell_turn(number: int, turn: Weighed) -> Iterator[Telling]:
    """Report a turn, and any better passwords."""
    seat, n = SeatName(turn.seat), len(turn.positions)
    if n:
        text = "{turn}. {seat}: {word}, {n} {n|stone|stones}."
        yield telling(text, turn=number, seat=seat, word=turn.word, n=n)
    else:
        yield telling("{turn}. {seat}: no stone.", turn=number, seat=seat)
    if cost(turn):
        yield from tell_answer(turn)
    else:
        yield telling("Nothing better was found.")


def tell_password(turn: Weighed, password: Password) -> Telling:
    """Describe a password with the letters of its safes and of the safes that it closes."""
    on = spaced(turn.ring[place] for place in password.positions)
    if not password.closes:
        return telling("{word} on {letters}", word=password.word, letters=on)
    closed = spaced(turn.ring[place] for place in password.closes)
    text = "{word} on {letters} (closing {closed})"
    return telling(text, word=password.word, letters=on, closed=closed)
