"""Word Porters: what was found on looking back, in sentences: a seat's account, then the hints and
votes that cost it most, each as a question and its answer.
"""

from collections.abc import Iterator

from chabudai.core import Seat, SeatName, Telling, TellingFact, telling
from chabudai.core.text import signed
from chabudai.games.word_porters.components import BOX
from chabudai.games.word_porters.questions import Considered, HintReview, VoteReview
from chabudai.games.word_porters.review.hindsight import Account, Looked
from chabudai.games.word_porters.state import Finished
from chabudai.games.word_porters.view import View


def tell_looked(looked: Looked, view: View, seat: Seat | None) -> tuple[Telling, ...]:
    """The account of a seat and what cost it most, a line for each; None: of every seat. `view` is
    the one at the end.
    """
    accounts = looked.accounts if seat is None else looked.accounts[seat : seat + 1]
    return tuple(line for one in accounts for line in tell_account(looked, view, one))


def tell_account(looked: Looked, view: View, account: Account) -> Iterator[Telling]:
    """How the result of a seat came about, and its moments."""
    yield telling(
        "{seat}: {margin} points against the others’ average = hints {hints}, votes {votes}, "
        "luck and what the others did {luck}.",
        seat=SeatName(account.seat),
        margin=signed(account.margin),
        hints=signed(account.hints),
        votes=signed(account.votes),
        luck=signed(account.luck),
    )
    for moment in account.moments:
        reviewed, finished = looked.rounds[moment.round - 1], view.rounds[moment.round - 1]
        if moment.kind == "hint":
            yield from tell_hint(view, moment.round, finished, reviewed.hints[moment.at])
        else:
            yield from tell_vote(view, moment.round, finished, reviewed.votes[moment.at])


def tell_hint(view: View, number: int, finished: Finished, hint: HintReview) -> Iterator[Telling]:
    """A porter for which another hint was open that said more."""
    word = word_of(view, finished, finished.identities[hint.seat])
    yield telling(
        "Round {round}: {seat}, with {word}, put a porter on {hint}. Which open hint said more?",
        round=number,
        seat=SeatName(hint.seat),
        word=word,
        hint=hint_of(view, finished, hint.hint),
    )
    best = max((one for one in hint.others if not one.by_elimination), key=lambda one: one.chance)
    yield telling(
        "Answer: {hint}. By it {word} was {likely} % likely, instead of {less} %.",
        hint=hint_of(view, finished, best),
        word=word,
        likely=percent(best.chance),
        less=percent(hint.after),
    )


def tell_vote(view: View, number: int, finished: Finished, vote: VoteReview) -> Iterator[Telling]:
    """A vote against the odds, and what it should have been; also where it turned out right."""
    guess = word_of(view, finished, vote.guess)
    yield telling(
        "Round {round}: {seat} voted {guess} for {target}. Which word did the hints speak for?",
        round=number,
        seat=SeatName(vote.seat),
        guess=guess,
        target=SeatName(vote.target),
    )
    yield telling(
        "Answer: {best}, {likely} % likely; {guess} was {less} % likely. It was {word}.",
        best=word_of(view, finished, vote.best),
        likely=percent(vote.chances[vote.best - 1]),
        guess=guess,
        less=percent(vote.chances[vote.guess - 1]),
        word=word_of(view, finished, vote.number),
    )


def word_of(view: View, finished: Finished, number: int) -> TellingFact:
    """A word of a round in the reader's language; a table's own word as it was written."""
    face = finished.words[number - 1]
    if view.options.own_words:
        return view.options.own_words[face].strip()
    return Telling(BOX.words[face >> 1].sides[face & 1].en, {})


def hint_of(view: View, finished: Finished, hint: Considered) -> TellingFact:
    """A hint word of a round, likewise."""
    face = finished.hints[hint.card]
    if view.options.own_hints:
        return view.options.own_hints[face][hint.word].strip()
    return Telling(BOX.hints[face >> 1].sides[face & 1].en[hint.word], {})


def percent(thousandths: int) -> int:
    """Thousandths as whole hundredths."""
    return round(thousandths / 10)
