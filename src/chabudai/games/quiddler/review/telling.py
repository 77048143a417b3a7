"""Quiddler: what was found on looking back, in sentences: a seat's account, then the lays and
challenges that cost it most, each as a question and its answer, and the cards it fed to the next.
"""

from collections.abc import Iterable, Iterator

from chabudai.core import Seat, SeatName, Telling, TellingFact, listed, telling
from chabudai.core.text import signed, spaced
from chabudai.games.quiddler.components.cards import Face
from chabudai.games.quiddler.review.hindsight import (
    Account,
    Doubted,
    Looked,
    Weighed,
    cost,
    worth_of,
)
from chabudai.games.quiddler.solver import Layout
from chabudai.games.quiddler.view import View


def tell_looked(looked: Looked, view: View, seat: Seat | None) -> tuple[Telling, ...]:
    """The account of a seat and what cost it most, a line for each; None: of every seat."""
    if not looked.accounts:
        return (telling("In the game for one there is nobody to compare with."),)
    accounts = looked.accounts if seat is None else looked.accounts[seat : seat + 1]
    return tuple(line for one in accounts for line in tell_account(looked, view, one))


def tell_account(looked: Looked, view: View, account: Account) -> Iterator[Telling]:
    """How the result of a seat came about, its moments, and what it fed to the next."""
    yield telling(
        "{seat}: {margin} points against the others’ average = words {words}, choices {choices}, "
        "challenges {challenges}, luck {luck}.",
        seat=SeatName(account.seat),
        margin=signed(account.margin),
        words=signed(account.words),
        choices=signed(account.choices),
        challenges=signed(account.challenges),
        luck=signed(account.luck),
    )
    for moment in account.moments:
        if moment.kind == "lay":
            yield from tell_lay(view, looked.lays[moment.at])
        else:
            yield from tell_challenge(looked.challenges[moment.at])
    if fed := [one for one in looked.fed if one.seat == account.seat]:
        text = "Discarded by {seat} and laid by the next player: {cards}."
        cards = listed(telling("{card} for {word}", card=one.card, word=one.word) for one in fed)
        yield telling(text, seat=SeatName(account.seat), cards=cards)


def tell_lay(view: View, lay: Weighed) -> Iterator[Telling]:
    """Words for which there were better ones."""
    facts: dict[str, TellingFact] = {
        "round": lay.round,
        "hand": spaced(lay.hand),
        "seat": SeatName(lay.seat),
        "n": lay.worth,
    }
    if lay.words:
        yield telling(
            "Round {round}, with {hand}: {seat} laid {words}, {n} {n|point|points}. "
            "What was better?",
            **facts,
            words=spelt(lay.words),
        )
    else:
        yield telling(
            "Round {round}, with {hand}: {seat} laid nothing, {n} {n|point|points}. "
            "What was there?",
            **facts,
        )
    advice: list[Telling] = []
    if lay.known is not None:
        said = tell_layout(view, lay.known)
        advice.append(telling("in words as common as yours, {words}", words=said))
    if lay.best is not None:
        said = tell_layout(view, lay.best)
        advice.append(telling("in all words, {words}", words=said))
    text = "Answer: {better}. The turn cost {cost} {cost|point|points}."
    yield telling(text, better=listed(advice), cost=cost(lay))


def tell_layout(view: View, found: Layout) -> Telling:
    """Words and what they are worth."""
    n = worth_of(view.options, found)
    if not found.words:
        return telling("nothing, for {n} {n|point|points}", n=n)
    return telling("{words} for {n} {n|point|points}", words=spelt(found.words), n=n)


def tell_challenge(doubted: Doubted) -> Iterator[Telling]:
    """A challenge of a word that is one."""
    text = "Round {round}: {seat} challenged {word}, which is a word. Was it worth it?"
    seat = SeatName(doubted.seat)
    yield telling(text, round=doubted.round, seat=seat, word=doubted.word)
    yield telling(
        "Answer: by its letters it was none with {odds} %, and a challenge pays from {needed} % "
        "on. It cost {n} {n|point|points}.",
        odds=doubted.odds,
        needed=doubted.needed,
        n=doubted.loss,
    )


def spelt(words: Iterable[Iterable[Face]]) -> str:
    """Words as letters, with spaces between them."""
    return spaced("".join(word) for word in words)
