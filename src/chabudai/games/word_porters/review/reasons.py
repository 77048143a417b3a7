"""Word Porters: reasons for a bot's placement or votes.

Every reason reveals the bot's own word, so it is disclosed once the round has been scored.
"""

from math import exp

from chabudai.core import Seat, SeatName, Telling, listed, telling
from chabudai.games.word_porters.bots import fitting_opening, opening_of, others
from chabudai.games.word_porters.bots.meanings import board
from chabudai.games.word_porters.bots.speaker import clarities, is_least_bad
from chabudai.games.word_porters.review.advice import as_read, made_by, percent, sampled
from chabudai.games.word_porters.review.telling import hint_of, word_of
from chabudai.games.word_porters.rules.openings import Turn
from chabudai.games.word_porters.state import Action, Pass, Place, Vote
from chabudai.games.word_porters.view import View


def why(before: View, seat: Seat, action: Action, now: View) -> Telling | None:
    """Return the reason for a move that `seat` made in `before`, or None if still secret `now`."""
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
    text = "With {hint}, the others are {n} % likely to find {word}; with {other}, {m} %."
    return telling(
        text,
        hint=hint,
        word=word,
        n=percent(exp(clear[chosen])),
        other=hint_of(before, before, Place(next_best >> 1, next_best & 1)),
        m=percent(exp(clear[next_best])),
    )


def why_voted(before: View, seat: Seat, votes: tuple[int, ...]) -> Telling:
    """WP-32 to WP-34: report the probability of each vote by the hints, as an expert reads them."""
    likely = listed(
        telling(
            "{word} for {seat} ({n} %)",
            seat=SeatName(other),
            word=word_of(before, before, votes[other]),
            n=percent(row[votes[other] - 1]),
        )
        for other, row in zip(others(before, seat), as_read(before, seat), strict=True)
    )
    return telling("Its votes, and how likely the hints made them: {votes}.", votes=likely)
