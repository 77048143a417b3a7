"""Word Porters: results of a review in sentences.

A seat's account is followed by its costliest hints and votes, each as a question and its answer.
"""

from chabudai.core import SeatName, Telling, TellingFact, telling
from chabudai.core.report import Moment, Part, Report, SeatReport
from chabudai.core.text import signed
from chabudai.games.word_porters.components import BOX
from chabudai.games.word_porters.questions import Considered, HintReview, VoteReview
from chabudai.games.word_porters.review import hindsight
from chabudai.games.word_porters.review.hindsight import Account, Looked
from chabudai.games.word_porters.state import Finished, Place
from chabudai.games.word_porters.view import View

MEANING = (
    "Hints: open ones that said more. Votes: words that the hints suggested less than others. "
    "Losses of the others count as a gain."
)


def tell_looked(looked: Looked, view: View) -> Report:
    """Report the account of each seat and its costliest moments. `view` is a view of the end."""
    accounts = tuple(tell_account(looked, view, account) for account in looked.accounts)
    return Report(accounts, (telling(MEANING),))


def tell_account(looked: Looked, view: View, account: Account) -> SeatReport:
    """Report how a seat's result came about, and its moments."""
    margin = signed(account.margin)
    text = "{seat}: {margin} points against the others’ average."
    return SeatReport(
        account.seat,
        (telling(text, seat=SeatName(account.seat), margin=margin),),
        (
            Part(telling("hints"), account.hints),
            Part(telling("votes"), account.votes),
            Part(telling("luck and what the others did"), account.luck),
        ),
        tuple(tell_moment(looked, view, moment) for moment in account.moments),
    )


def tell_moment(looked: Looked, view: View, moment: hindsight.Moment) -> Moment:
    """Report a hint or a vote that had a cost."""
    number = moment.round - 1
    reviewed, finished = looked.rounds[number], view.rounds[number]
    if moment.kind == "hint":
        hint, at = reviewed.hints[moment.at], looked.placed[number][moment.at]
        return tell_hint(view, at, finished, hint)
    vote = reviewed.votes[moment.at]
    return tell_vote(view, looked.voted[number][vote.seat], finished, vote)


def tell_hint(view: View, at: int, finished: Finished, hint: HintReview) -> Moment:
    """Report a porter, move `at`, for which a better hint was open."""
    word = word_of(view, finished, finished.identities[hint.seat])
    question = telling(
        "Round {round}: {seat}, with {word}, put a porter on {hint}. Which open hint said more?",
        round=view.rounds.index(finished) + 1,
        seat=SeatName(hint.seat),
        word=word,
        hint=hint_of(view, finished, hint.hint),
    )
    best = max((one for one in hint.others if not one.by_elimination), key=lambda one: one.chance)
    answer = telling(
        "{hint}: it made {word} {likely} % likely, instead of {less} %.",
        hint=hint_of(view, finished, best),
        word=word,
        likely=percent(best.chance),
        less=percent(hint.after),
    )
    text = "{seat} put a porter on {hint}."
    taken = hint_of(view, finished, hint.hint)
    did = telling(text, seat=SeatName(hint.seat), hint=taken)
    return Moment(at, hint.seat, question, (answer,), did, answer)


def tell_vote(view: View, at: int, finished: Finished, vote: VoteReview) -> Moment:
    """Report a vote, move `at`, against the odds, and the best alternative, even if the vote was
    right.
    """
    guess = word_of(view, finished, vote.guess)
    question = telling(
        "Round {round}: {seat} voted {guess} for {target}. Which word did the hints suggest?",
        round=view.rounds.index(finished) + 1,
        seat=SeatName(vote.seat),
        guess=guess,
        target=SeatName(vote.target),
    )
    odds = telling(
        "{best}, {likely} % likely; {guess} was {less} % likely.",
        best=word_of(view, finished, vote.best),
        likely=percent(vote.chances[vote.best - 1]),
        guess=guess,
        less=percent(vote.chances[vote.guess - 1]),
    )
    was = telling("It was {word}.", word=word_of(view, finished, vote.number))
    text = "{seat} voted {guess} for {target}."
    target = SeatName(vote.target)
    did = telling(text, seat=SeatName(vote.seat), guess=guess, target=target)
    return Moment(at, vote.seat, question, (odds, was), did, odds)


def word_of(view: View, finished: Finished | View, number: int) -> TellingFact:
    """Return a word of a round in the reader's language, or as the table wrote it."""
    face = finished.words[number - 1]
    if view.options.own_words:
        return view.options.own_words[face].strip()
    return Telling(BOX.words[face >> 1].sides[face & 1].en, {})


def hint_of(view: View, finished: Finished | View, hint: Considered | Place) -> TellingFact:
    """Return a hint word of a round in the reader's language, or as the table wrote it."""
    face = finished.hints[hint.card]
    if view.options.own_hints:
        return view.options.own_hints[face][hint.word].strip()
    return Telling(BOX.hints[face >> 1].sides[face & 1].en[hint.word], {})


def percent(thousandths: int) -> int:
    """Return thousandths as whole hundredths."""
    return round(thousandths / 10)
