"""Word Porters: results of a review as sentences.

A seat's account is followed by its costliest hints and votes, each as a question and its answer.
"""

from collections.abc import Sequence

from chabudai.core import SeatName, Telling, TellingFact, listed, telling
from chabudai.core.report import Moment, Part, Report, SeatReport, parts_of, tell_margin
from chabudai.games.word_porters.components import BOX
from chabudai.games.word_porters.questions import Considered, HintReview, VoteReview
from chabudai.games.word_porters.review import hindsight
from chabudai.games.word_porters.review.hindsight import Account, Looked, best_hint, lost_in
from chabudai.games.word_porters.rules.decks import own_word
from chabudai.games.word_porters.state import Finished, Place
from chabudai.games.word_porters.view import View

MEANING = (
    "Hints: points missed because a better hint was open. Votes: points missed by votes against "
    "the hints. Points that the others missed count for you."
)


def tell_looked(looked: Looked, view: View) -> Report:
    """Report the account of each seat and its costliest moments. `view` is a view of the finished
    game.
    """
    accounts = tuple(tell_account(looked, view, account) for account in looked.accounts)
    return Report(accounts, (telling(MEANING),))


def tell_account(looked: Looked, view: View, account: Account) -> SeatReport:
    """Report how a seat's result came about, and its costliest moments."""
    return SeatReport(
        account.seat,
        (tell_margin(account.seat, account.margin, "{n} points"),),
        parts_of(
            account.margin,
            Part(telling("hints"), account.hints),
            Part(telling("votes"), account.votes),
            Part(telling("luck and what the others did"), account.luck),
        ),
        tuple(tell_moment(looked, view, moment) for moment in account.moments),
    )


def tell_moment(looked: Looked, view: View, moment: hindsight.Moment) -> Moment:
    """Report a hint or a seat's votes that had a cost."""
    number = moment.round - 1
    reviewed, finished = looked.rounds[number], view.rounds[number]
    if moment.kind == "hint":
        at = looked.placed[number][moment.at]
        return tell_hint(view, at, finished, reviewed.hints[moment.at])
    votes = [vote for vote in reviewed.votes if vote.seat == moment.at]
    return tell_votes(view, looked.voted[number][moment.at], finished, votes)


def tell_hint(view: View, at: int, finished: Finished, hint: HintReview) -> Moment:
    """Report a placement, move `at`, for which a better hint was open."""
    taken, best = (hint_of(view, finished, one) for one in (hint.hint, best_hint(hint)))
    seat, word = SeatName(hint.seat), word_of(view, finished, finished.identities[hint.seat])
    question = telling(
        "Round {round}: {seat} put a porter on {hint} for {word}. Which open hint said more?",
        round=view.rounds.index(finished) + 1,
        seat=seat,
        word=word,
        hint=taken,
    )
    gain = telling(
        "{hint} would have pointed to {word} more clearly.",
        hint=best,
        word=word,
    )
    text = "{seat} put a porter on {hint} for {word}."
    did = telling(text, seat=seat, word=word, hint=taken)
    return Moment(at, hint.seat, question, (gain,), did, gain)


def tell_votes(view: View, at: int, finished: Finished, votes: Sequence[VoteReview]) -> Moment:
    """Report a seat's votes (move `at`) that were against the odds, even if some were right."""
    wrong = [vote for vote in votes if vote.guess != vote.best]
    seat = SeatName(votes[0].seat)
    given = listed(
        telling(
            "{word} for {seat}",
            word=word_of(view, finished, vote.guess),
            seat=SeatName(vote.target),
        )
        for vote in wrong
    )
    question = telling(
        "Round {round}: {seat} voted {votes}. What did the hints suggest?",
        round=view.rounds.index(finished) + 1,
        seat=seat,
        votes=given,
    )
    likelier = tuple(tell_likelier(view, finished, vote) for vote in wrong)
    was = (
        telling(
            "{seat} had {word}.",
            seat=SeatName(vote.target),
            word=word_of(view, finished, vote.number),
        )
        for vote in wrong
    )
    did = telling("{seat} voted {votes}.", seat=seat, votes=given)
    worst = max(wrong, key=lost_in)
    return Moment(
        at, votes[0].seat, question, (*likelier, *was), did, tell_likelier(view, finished, worst)
    )


def tell_likelier(view: View, finished: Finished, vote: VoteReview) -> Telling:
    """Compare a vote with the one that the hints suggested."""
    return telling(
        "The hints of {seat} fitted {best} better than {guess}.",
        seat=SeatName(vote.target),
        best=word_of(view, finished, vote.best),
        guess=word_of(view, finished, vote.guess),
    )


def word_of(view: View, finished: Finished | View, number: int) -> TellingFact:
    """Return a word of a round in the reader's language, or as written by the table."""
    face = finished.words[number - 1]
    if own := own_word(view.options, face):
        return own
    return Telling(BOX.words[face >> 1].sides[face & 1].en, {})


def hint_of(view: View, finished: Finished | View, hint: Considered | Place) -> TellingFact:
    """Return a hint word of a round in the reader's language, or as written by the table."""
    face = finished.hints[hint.card]
    if view.options.own_hints:
        return view.options.own_hints[face][hint.word].strip()
    return Telling(BOX.hints[face >> 1].sides[face & 1].en[hint.word], {})


def likelihood(thousandths: int) -> Telling:
    """Return a chance in words. Figures would be misleading, because the model is overconfident."""
    if thousandths >= 800:
        return telling("very likely")
    if thousandths >= 500:
        return telling("likely")
    if thousandths >= 200:
        return telling("possible")
    return telling("unlikely") if thousandths >= 50 else telling("very unlikely")


def tell_likely(word: TellingFact, *hints: tuple[TellingFact, int]) -> Telling:
    """Return a sentence on how likely each of one or two hints makes a word. Chances are in
    thousandths.
    """
    (hint, chance), *rest = hints
    facts: dict[str, TellingFact] = {"hint": hint, "word": word, "likely": likelihood(chance)}
    if not rest:
        return telling("{hint} makes {word} {likely}.", **facts)
    ((other, second),) = rest
    if (less := likelihood(second)) == facts["likely"]:
        return telling("{hint} and {other} both make {word} {likely}.", **facts, other=other)
    return telling("{hint} makes {word} {likely}, {other} {less}.", **facts, other=other, less=less)
