"""Quiddler: the end of a round. IDs such as QD-24 are headings of RULES.md."""

from itertools import chain

from msgspec.structs import replace

from chabudai.core import Illegal, News, Seat, Step, public, put, refuse
from chabudai.games.quiddler.components.cards import ROUNDS, Face
from chabudai.games.quiddler.rules import scoring
from chabudai.games.quiddler.state import (
    Acting,
    Challenge,
    Challenged,
    Dealing,
    Drawing,
    Ended,
    Event,
    Finished,
    Over,
    Readied,
    Scored,
    Settling,
    Shown,
    State,
)


def end_lap(state: State, news: tuple[News[Event], ...]) -> Step[State, Event]:
    """QD-24, QD-A7, QD-A9: reveal the hands. The round is scored once all seats are ready."""
    news = (*news, public(Shown(state.hands)))
    state = replace(state, held=())
    if state.options.validation == "at-once":
        return score(state, news)
    return Step(replace(state, phase=Settling((False,) * len(state.hands))), news)


def challenge(state: State, seat: Seat, action: Challenge) -> Step[State, Event]:
    """QD-24 to QD-28: settle a challenge by the dictionary. Raises Illegal."""
    if not isinstance(state.phase, Drawing | Acting | Settling):
        raise Illegal("QD-24", "There is no word on the table to challenge.")
    if seat not in range(len(state.hands)):
        raise Illegal("QD-24", "Only players can challenge words.")
    refuse(scoring.against_challenge(state.options, state.round, state.laid, seat, action))
    word = state.laid[action.word]
    found = scoring.judge(state.options, word, seat)
    laid = put(state.laid, action.word, replace(word, verdict=found))
    event = Challenged(seat, word.seat, word.cards, found.allowed, found.loser, found.loss)
    upheld = (*state.upheld, word.word) if found.allowed else state.upheld
    return Step(replace(state, laid=laid, upheld=upheld), (public(event),))


def be_ready(state: State, seat: Seat) -> Step[State, Event]:
    """QD-A7, QD-35: mark a seat ready, and score the round once all seats are ready. Raises
    Illegal.
    """
    if not isinstance(state.phase, Settling):
        raise Illegal("QD-A7", "This round is not over yet.")
    ready = put(state.phase.ready, seat, True)
    after = replace(state, phase=Settling(ready))
    news: tuple[News[Event], ...] = (public(Readied(seat)),)
    return score(after, news) if all(ready) else Step(after, news)


def score(state: State, news: tuple[News[Event], ...]) -> Step[State, Event]:
    """QD-8, QD-29 to QD-36: score the round, and begin the next round or end the game."""
    hands, laid = state.hands, state.laid
    tally = scoring.tally(state.options, hands, laid, scoring.totals(state.sheet, len(hands)))
    most, longest = scoring.winner(tally.most), scoring.winner(tally.longest)
    scored = Scored(state.round, tally.lines, most, longest, tally.most, tally.longest)
    news = (*news, public(scored))
    after = replace(state, sheet=(*state.sheet, tally.lines))
    if state.round == ROUNDS:
        ended = scoring.winners(scoring.totals(after.sheet, len(hands)))
        return Step(replace(after, phase=Over()), (*news, public(Ended(ended))))
    following = replace(
        after,
        phase=Dealing(),
        hands=((),) * len(hands),
        round=state.round + 1,
        dealer=((state.dealer or 0) + 1) % len(hands),
        turns=0,
        last=None,
        pile=all_cards(state),
        discards=(),
        laid=(),
        previous=Finished(laid, hands),
    )
    return Step(following, news)


def all_cards(state: State) -> tuple[Face, ...]:
    """QD-6: return all cards in one pile, not yet shuffled."""
    held = (*state.hands, state.pile, state.discards, *(word.cards for word in state.laid))
    return tuple(chain.from_iterable(held))
