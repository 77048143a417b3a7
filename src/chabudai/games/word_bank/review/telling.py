"""Word Bank: what was found on looking back, in sentences: a seat's account, then its costliest
turns, each as a question and its answer.
"""

from collections.abc import Iterator

from chabudai.core import Seat, SeatName, Telling, TellingFact, listed, telling
from chabudai.core.text import signed, spaced
from chabudai.games.word_bank.review.hindsight import Account, Looked, Weighed, cost
from chabudai.games.word_bank.review.passwords import Password
from chabudai.games.word_bank.review.valuation import UNIT
from chabudai.games.word_bank.view import View


def tell_looked(looked: Looked, view: View, seat: Seat | None) -> tuple[Telling, ...]:
    """The account of a seat and its costliest turns, a line for each; None: of every seat."""
    accounts = looked.accounts if seat is None else looked.accounts[seat : seat + 1]
    return tuple(sentence for one in accounts for sentence in tell_account(looked, one))


def tell_account(looked: Looked, account: Account) -> Iterator[Telling]:
    """How the result of a seat came about, and its moments."""
    seat = SeatName(account.seat)
    yield telling(
        "{seat}: {margin} stones against the others’ average = words {vocabulary}, "
        "choices {decisions}, luck {luck}.",
        seat=seat,
        margin=signed(account.margin),
        vocabulary=signed(account.vocabulary),
        decisions=signed(account.decisions),
        luck=signed(account.luck),
    )
    for at in account.moments:
        turn = looked.turns[at]
        yield tell_question(at + 1, turn)
        yield tell_answer(turn)


def tell_question(number: int, turn: Weighed) -> Telling:
    """A turn that cost something, as a question."""
    facts: dict[str, TellingFact] = {
        "turn": number,
        "letters": spaced(letter or "-" for letter in turn.ring),
    }
    seat, word = SeatName(turn.seat), turn.word
    if not word:
        text = "Turn {turn}, {letters}: {seat} passed. Which password was there?"
        return telling(text, seat=seat, **facts)
    if not turn.positions:
        text = "Turn {turn}, {letters}: {seat} said {word}, for no stone. Which password was there?"
        return telling(text, seat=seat, word=word, **facts)
    text = "Turn {turn}, {letters}: {seat} said {word}, {n} {n|stone|stones}. Which was better?"
    return telling(text, seat=seat, word=word, n=len(turn.positions), **facts)


def tell_answer(turn: Weighed) -> Telling:
    """The answer: the best passwords, and what the turn cost."""
    advice: list[Telling] = []
    if turn.known is not None:
        said = tell_password(turn, turn.known)
        advice.append(telling("in words as common as yours, {password}", password=said))
    if turn.best is not None and turn.best != turn.known:
        said = tell_password(turn, turn.best)
        advice.append(telling("in all words, {password}", password=said))
    better = listed(advice) if advice else telling("to pass")
    facts: dict[str, TellingFact] = {"better": better, "cost": stones(cost(turn))}
    if turn.least == turn.most:
        return telling("Answer: {better}. The turn cost {cost} stones.", **facts)
    return telling(
        "Answer: {better}. The turn cost {cost} stones, {least} to {most} by the safes to come.",
        **facts,
        least=stones(turn.least),
        most=stones(turn.most),
    )


def tell_password(turn: Weighed, password: Password) -> Telling:
    """A password, the letters of its safes, and those that it closes."""
    on = spaced(turn.ring[place] for place in password.positions)
    if not password.closes:
        return telling("{word} on {letters}", word=password.word, letters=on)
    closed = spaced(turn.ring[place] for place in password.closes)
    text = "{word} on {letters}, which closes {closed}"
    return telling(text, word=password.word, letters=on, closed=closed)


def stones(worth: int) -> str:
    """Thousandths of a stone as stones, rounded to a tenth."""
    return f"{worth / UNIT:.1f}".replace("-", "−")
