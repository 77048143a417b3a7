"""Word Porters: reasons for a bot's placement or votes.

Every reason reveals the bot's own word, so it is disclosed once the round has been scored.
"""

from math import exp

from chabudai.core import Seat, SeatName, Telling, TellingFact, listed, telling
from chabudai.games.word_porters.bots import fitting_opening, opening_of, others
from chabudai.games.word_porters.bots.meanings import board
from chabudai.games.word_porters.bots.speaker import clarities, is_least_bad
from chabudai.games.word_porters.review import thousandths
from chabudai.games.word_porters.review.advice import made_by, sampled
from chabudai.games.word_porters.review.telling import hint_of, tell_likely, word_of
from chabudai.games.word_porters.rules.openings import Turn
from chabudai.games.word_porters.state import Action, Pass, Place, Vote
from chabudai.games.word_porters.view import View


def why(before: View, seat: Seat, action: Action, now: View) -> Telling | None:
    """Return the reason for a move that `seat` made in `before`, or None if it is still secret in
    `now`.
    """
    if len(now.rounds) < before.round:
        return None
    match action:
        case Place():
            return why_placed(before, seat, action)
        case Pass():
            word = word_of(before, before, before.identities[seat])
            return telling("No open hint for {word} was worth a porter.", word=word)
        case Vote(votes=votes):
            return why_voted(before, seat, votes)
        case _:
            return None


def why_placed(before: View, seat: Seat, place: Place) -> Telling:
    """WP-18 to WP-24: compare the word's probability with this hint and with the next best."""
    number = before.identities[seat]
    open_to = fitting_opening(before, seat)
    taken = [turn.taken for turn in made_by(before, seat)]
    clear = clarities(sampled(before), number - 1, taken, open_to)
    chosen = 2 * place.card + place.word
    word, hint = word_of(before, before, number), hint_of(before, before, place)
    there = board(before.options, before.words, before.hints)
    if is_least_bad(there, number - 1, Turn(seat, chosen, opening_of(before, seat))):
        return telling("{hint} was the least bad hint left for {word}.", hint=hint, word=word)
    rest = [one for one in clear if one != chosen]
    if chosen not in clear or not rest:
        return telling("It thought {hint} would point to {word}.", hint=hint, word=word)
    next_best = max(rest, key=clear.__getitem__)
    other = hint_of(before, before, Place(next_best >> 1, next_best & 1))
    chances = (thousandths(exp(clear[one])) for one in (chosen, next_best))
    return tell_likely(word, *zip((hint, other), chances, strict=True))


def why_voted(before: View, seat: Seat, votes: tuple[int, ...]) -> Telling:
    """WP-32 to WP-34: count the hints of each other player that point to the word of the vote."""
    read = listed(tell_read(before, other, votes[other] - 1) for other in others(before, seat))
    return telling("It read the hints like this: {votes}.", votes=read)


def tell_read(before: View, other: Seat, word: int) -> Telling:
    """Count the hints of `other` that point to a word, and name another word if more of them point
    to it.
    """
    there = board(before.options, before.words, before.hints)
    given = [turn.taken for turn in made_by(before, other)]
    pointing = [
        sum(there.literal[hint][each] for hint in given) for each in range(len(before.words))
    ]
    most = max(range(len(pointing)), key=pointing.__getitem__)
    facts: dict[str, TellingFact] = {
        "seat": SeatName(other),
        "word": word_of(before, before, word + 1),
    }
    if not given:
        return telling("{seat} gave no hint, so {word} is a guess", **facts)
    if pointing[word]:
        text = "{n} of {of} hints by {seat} {n|points|point} to {word}"
        found = telling(text, **facts, n=pointing[word], of=len(given))
    else:
        found = telling("no hint by {seat} points to {word}", **facts)
    if pointing[most] == pointing[word]:
        return found
    best = word_of(before, before, most + 1)
    return telling("{found} ({more} to {best})", found=found, more=pointing[most], best=best)
