"""Word Porters: retries of a hint or votes in a finished game. Chances come from the round's
review. Players are shown chances in hundredths and expected numbers of correct votes in tenths.
Smaller differences do not count.
"""

from collections.abc import Iterator, Sequence

import msgspec

from chabudai.core import SeatName, Telling, telling
from chabudai.core.retry import NoMoment, Retry
from chabudai.core.transcript import Recorded
from chabudai.games.word_porters import moves
from chabudai.games.word_porters.questions import HintReview, VoteReview
from chabudai.games.word_porters.review import review
from chabudai.games.word_porters.review.hindsight import UNIT, best_hint
from chabudai.games.word_porters.review.telling import hint_of, likelihood, tell_likely, word_of
from chabudai.games.word_porters.state import Action, Place, Vote
from chabudai.games.word_porters.view import View


def retry(played: Recorded, at: int, action: Action | None) -> Retry[Action]:
    """Judge a hint or votes in place of move `at`, or find the best ones.

    Raises NoMoment if move `at` is neither a hint nor a vote.
    """
    before, end, entry = played.states[at], played.states[-1], played.transcript.entries[at]
    reviewed = review(end.options, end.rounds[: before.round])
    view = played.game.view(before, entry.seat)
    match msgspec.json.decode(entry.action, type=Action):
        case Place():
            return hint_again(view, reviewed.hints[len(before.placed)], action)
        case Vote():
            votes = [vote for vote in reviewed.votes if vote.seat == entry.seat]
            return vote_again(view, votes, action)
        case other:
            raise NoMoment(f"{other} is neither a hint nor a vote.")


# --- A hint


def hint_again(view: View, hint: HintReview, action: Action | None) -> Retry[Action]:
    """Compare a porter with the porter that was placed, and with the best one."""
    best = best_hint(hint)
    place = Place(best.card, best.word) if action is None else action
    if not isinstance(place, Place):
        text = "Without a porter, {word} stays {likely}."
        word = word_of(view, view, view.identities[hint.seat])
        stays = telling(text, word=word, likely=likelihood(hint.before))
        return Retry(place, False, (stays, tell_best(hint, hint.before)))
    one = next(
        one for one in (hint.hint, *hint.others) if (one.card, one.word) == (place.card, place.word)
    )
    said: tuple[Telling, ...] = (tell_hints(view, hint, place, one.chance),)
    if one.by_elimination:
        said = (*said, telling("But only because it fits the other words even less."))
    found = hundredths(one.chance) >= hundredths(best.chance)
    return Retry(place, found, (*said, tell_best(hint, one.chance)))


def tell_hints(view: View, hint: HintReview, place: Place, likely: int) -> Telling:
    """Compare a hint with the one that was given."""
    word, now = word_of(view, view, view.identities[hint.seat]), hint_of(view, view, place)
    if (hint.hint.card, hint.hint.word) == (place.card, place.word):
        return tell_likely(word, (now, likely))
    return tell_likely(word, (now, likely), (hint_of(view, view, hint.hint), hint.after))


def tell_best(hint: HintReview, chance: int) -> Telling:
    """Compare a chance with the best hint's chance."""
    if hundredths(chance) >= hundredths(best_hint(hint).chance):
        return telling("No open hint says more.")
    return telling("Another open hint says more.")


def hundredths(thousandths: int) -> int:
    """Round a chance to hundredths, so that smaller differences do not count."""
    return round(thousandths / 10)


# --- Votes


def vote_again(view: View, votes: Sequence[VoteReview], action: Action | None) -> Retry[Action]:
    """Compare votes with the votes of the game, and with the likeliest votes."""
    seat = votes[0].seat
    best = moves.ballot(seat, tuple(vote.best for vote in votes))
    vote = best if action is None else action
    if not isinstance(vote, Vote):
        raise TypeError(f"{vote} is not a vote.")
    mine, most = (right_of(votes, each) for each in (vote, best))
    right = sum(vote.votes[one.target] == one.number for one in votes)
    text = "Right: {right} of {n}."
    said = (*changes(view, votes, vote), telling(text, right=right, n=len(votes)))
    if mine >= most:
        return Retry(vote, True, (*said, telling("No votes were likelier.")))
    text = "By the hints, about {mine} would be right, or {most} with better votes."
    return Retry(vote, False, (*said, telling(text, mine=f"{mine:.1f}", most=f"{most:.1f}")))


def right_of(votes: Sequence[VoteReview], vote: Vote) -> float:
    """Return the expected number of correct votes, rounded to tenths."""
    return round(sum(one.chances[vote.votes[one.target] - 1] for one in votes) / UNIT, 1)


def changes(view: View, votes: Sequence[VoteReview], vote: Vote) -> Iterator[Telling]:
    """Compare each vote that differs from the game with the original vote."""
    for one in votes:
        if (number := vote.votes[one.target]) != one.guess:
            yield telling(
                "{target}: {word} was {likely}, {other} {less}.",
                target=SeatName(one.target),
                word=word_of(view, view, number),
                likely=likelihood(one.chances[number - 1]),
                other=word_of(view, view, one.guess),
                less=likelihood(one.chances[one.guess - 1]),
            )
