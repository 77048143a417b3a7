"""Word Bank: the view, which has everything except the order of the pile and secret votes."""

from collections import Counter
from typing import Annotated, Literal, TypeAlias

from chabudai.core import Disclosure, Rng, Seat, Struct, check_seat
from chabudai.core.bounds import between, most
from chabudai.games.word_bank.components import RING, SAFES, Safe
from chabudai.games.word_bank.state import (
    Action,
    Dealing,
    Event,
    Judged,
    Judging,
    Options,
    Over,
    Pass,
    Phase,
    Rejected,
    Said,
    Say,
    Slot,
    State,
    Turn,
    Vote,
    Word,
)

Stones: TypeAlias = Annotated[tuple[Annotated[int, between(0, 20)], ...], most(5)]
Won: TypeAlias = Annotated[tuple[Safe, ...], most(len(SAFES))]
Ballot: TypeAlias = bool | Literal["hidden"] | None


class Doubt(Struct, tag="judging"):
    """A vote in progress on the word that `seat` said. `votes` is indexed by seat, with None for a
    missing vote and "hidden" for another seat's vote.
    """

    seat: Seat
    say: Say
    votes: Annotated[tuple[Ballot, ...], most(5)]


Seen: TypeAlias = Dealing | Turn | Doubt | Over


class View(Struct):
    """The table as one seat sees it. Like State, but with only the size of the pile."""

    options: Options
    phase: Seen
    stones: Stones
    boxed: Stones
    won: Annotated[tuple[Won, ...], most(5)]
    ring: Annotated[tuple[Slot, ...], most(RING)]
    used: Annotated[tuple[Word, ...], most(60)]
    barren: Annotated[int, between(0, 45)]
    pile: Annotated[int, between(0, len(SAFES))]  # safes, face down


def reason_disclosure(action: Action) -> Disclosure | None:
    """WB-A18: disclose the reasons for a word and its votes once the vote is over."""
    if isinstance(action, Pass):
        return "open"
    return "kept" if isinstance(action, Say | Vote) else None


def discloses_reasons(event: Event) -> bool:
    """Whether no vote is in progress after this event."""
    return isinstance(event, Said | Rejected | Judged)


def view(state: State, seat: Seat | None) -> View:
    """Return the view of `seat`, or of a spectator if None."""
    check_seat(seat, len(state.stones))
    return View(
        state.options,
        visible_phase(state.phase, seat),
        state.stones,
        state.boxed,
        state.won,
        state.ring,
        state.used,
        state.barren,
        len(state.pile),
    )


def visible_phase(phase: Phase, seat: Seat | None) -> Seen:
    """WB-A18: hide the votes of other seats until all have voted."""
    if not isinstance(phase, Judging):
        return phase
    votes: list[Ballot] = [
        vote if vote is None or voter == seat else "hidden"
        for voter, vote in enumerate(phase.votes)
    ]
    return Doubt(phase.seat, phase.say, tuple(votes))


def determinize(view: View, rng: Rng) -> State:
    """Return a random state that agrees with this view, with a shuffled pile and random hidden
    votes.
    """
    unseen = Counter(SAFES)
    unseen.subtract(slot.safe for slot in view.ring if slot.safe.letter)
    unseen.subtract(safe for row in view.won for safe in row)
    return State(
        view.options,
        imagined(view.phase, rng),
        view.stones,
        view.boxed,
        view.won,
        view.ring,
        view.used,
        view.barren,
        rng.shuffled(tuple(unseen.elements()))[: view.pile],
    )


def imagined(phase: Seen, rng: Rng) -> Phase:
    """Return a phase that agrees with this one, with a random vote for every hidden one."""
    if not isinstance(phase, Doubt):
        return phase
    votes = tuple(bool(rng.below(2)) if vote == "hidden" else vote for vote in phase.votes)
    return Judging(phase.seat, phase.say, votes)
