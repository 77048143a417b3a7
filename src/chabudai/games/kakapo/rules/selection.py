"""The Kakapo, phase 2: selecting a piece, with or without a skill (KK-21 to KK-31)."""

from collections.abc import Iterator
from typing import NamedTuple, assert_never

from msgspec.structs import replace

from chabudai.core import Fact, Illegal, News, Seat, Step, Why, public, refuse
from chabudai.games.kakapo.components.cards import DECK, MODES, SUITS, VALUE, VALUES, Card
from chabudai.games.kakapo.rules import placement, scanning
from chabudai.games.kakapo.state import (
    Double,
    Event,
    Lying,
    Options,
    Phase,
    Revealing,
    Round,
    Select,
    Selected,
    Selecting,
    Shift,
    Skill,
    State,
    Wild,
)

DOUBLE = Double()
EXCHANGES: tuple[Wild | Shift, ...] = (*map(Wild, SUITS), Shift(1), Shift(-1))
"""Skills that take a different piece. They are for two players only."""


class Trick(NamedTuple):
    """The inputs of a selection, all public. `used` has the pieces on the board."""

    options: Options
    seats: int
    counters: int
    revealed: tuple[Card, ...]
    decision: Card
    used: frozenset[Card]


def used_pieces(board: tuple[Lying, ...]) -> frozenset[Card]:
    """Return the pieces on the board. All others can be selected."""
    return frozenset([lying.piece for lying in board])


def lowest(revealed: tuple[Card, ...]) -> Card:
    """KK-23: return the card with the lowest number. All cards must have the same colour."""
    return min(revealed)


def exchanged_piece(decision: Card, skill: Wild | Shift) -> Card:
    """KK-24, KK-25: return the piece that `skill` selects instead. The box need not contain it."""
    if isinstance(skill, Wild):
        return f"{skill.suit}{decision[1]}"
    return f"{decision[0]}{VALUE[decision] + skill.by}"


EXCHANGED: dict[Card, tuple[tuple[Wild | Shift, Card], ...]] = {
    card: tuple(
        (skill, piece)
        for skill in EXCHANGES
        if (piece := exchanged_piece(card, skill)) in VALUE and piece != card
    )
    for card in DECK
}
"""Map each decision card to the skills that take another piece, each with that piece."""


def against_skill(trick: Trick, skill: Skill) -> Why | None:
    """KK-21, KK-23 to KK-25: explain why `skill` cannot be used now, or return None."""
    if not trick.counters:
        return Why("KK-21", "There is no skill counter left.", {})
    match skill:
        case Double():
            return against_double(trick)
        case Wild():
            return against_wild(trick, skill)
        case Shift():
            return against_shift(trick, skill)
        case _:
            assert_never(skill)


def against_double(trick: Trick) -> Why | None:
    """KK-23, KK-A6: explain why a double scan is impossible, or return None."""
    if len({card[0] for card in trick.revealed}) > 1:
        return Why("KK-23", "For a double scan all cards of the round must have one colour.", {})
    if (piece := lowest(trick.revealed)) in trick.used:
        text = "A double scan brings nothing: {piece} is already on the board."
        return Why("KK-A6", text, piece_fact(piece))
    return None


def against_wild(trick: Trick, skill: Wild) -> Why | None:
    """KK-24: explain why the wild colour cannot be used, or return None."""
    if MODES[trick.seats] != "buddy":
        return Why("KK-24", "Wild colour is a skill for two players only.", {})
    piece = exchanged_piece(trick.decision, skill)
    if piece == trick.decision:
        return Why("KK-24", "{piece} already has that colour.", piece_fact(piece))
    if piece in trick.used:
        return Why("KK-24", "{piece} is already on the board.", piece_fact(piece))
    return None


def against_shift(trick: Trick, skill: Shift) -> Why | None:
    """KK-25: explain why the shift change cannot be used, or return None."""
    if MODES[trick.seats] != "buddy":
        return Why("KK-25", "Shift change is a skill for two players only.", {})
    if VALUE[trick.decision] + skill.by not in VALUES:
        text = "Pieces go from 1 to 8, so {piece} can’t be shifted that way."
        return Why("KK-25", text, piece_fact(trick.decision))
    piece = exchanged_piece(trick.decision, skill)
    if piece in trick.used:
        return Why("KK-25", "{piece} is already on the board.", piece_fact(piece))
    return None


def piece_fact(piece: Card) -> dict[str, Fact]:
    """Return the facts for a refusal whose sentence names `piece`."""
    return {"piece": piece}


def skills_open(trick: Trick) -> Iterator[Skill]:
    """Yield the skills that can be used now."""
    if not trick.counters:
        return
    if not against_double(trick):
        yield DOUBLE
    if MODES[trick.seats] == "buddy":
        yield from [skill for skill, piece in EXCHANGED[trick.decision] if piece not in trick.used]


def against_selecting(trick: Trick, skill: Skill | None) -> Why | None:
    """KK-21 to KK-25, KK-A4: explain why a selection (with `skill`, or without one) is illegal, or
    return None.
    """
    if skill is not None:
        return against_skill(trick, skill)
    rescued = trick.options.rescue_forced and trick.decision in trick.used
    if rescued and any(skills_open(trick)):
        text = "{piece} is already on the board, so you must use a skill."
        return Why("KK-A4", text, piece_fact(trick.decision))
    return None


def pieces_of(trick: Trick, skill: Skill | None) -> tuple[Card, ...]:
    """KK-22 to KK-25, KK-A5: return the pieces that a usable skill, or no skill, selects."""
    match skill:
        case None:
            wanted: tuple[Card, ...] = (trick.decision,)
        case Double():
            wanted = (trick.decision, lowest(trick.revealed))
        case Wild() | Shift():
            wanted = (exchanged_piece(trick.decision, skill),)
        case _:
            assert_never(skill)
    return tuple([piece for piece in wanted if piece not in trick.used])


def select(state: State, seat: Seat, action: Select) -> Step[State, Event]:
    """KK-21 to KK-30: select a piece and put the cards of the round away. Raises Illegal."""
    phase, skill = state.phase, action.skill
    if not isinstance(phase, Selecting):
        refused = not_selecting(phase)
        raise Illegal(refused.rule, refused.text, **refused.facts)
    trick = Trick(
        state.options,
        len(state.hands),
        state.counters,
        state.revealed,
        phase.decision,
        used_pieces(state.board),
    )
    refuse(against_selecting(trick, skill))
    pieces = pieces_of(trick, skill)
    played = Round(state.start, state.revealed, seat, phase.decision, skill, pieces)
    after = replace(
        state,
        counters=state.counters - (skill is not None),
        revealed=(),
        rounds=(*state.rounds, played),
    )
    news: tuple[News[Event], ...] = (public(Selected(seat, skill, pieces)),)
    if not pieces:
        return scanning.check_rounds(after, seat, news)
    return placement.await_placing(after, seat, pieces, news)


def not_selecting(phase: Phase) -> Why:
    """KK-21: explain why nothing can be selected now."""
    if isinstance(phase, Revealing):
        return Why("KK-21", "Wait until all cards of this round have been played.", {})
    return Why("KK-21", "The piece of this round has already been chosen.", {})
