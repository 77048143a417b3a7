"""The Kakapo: whether a mission can still be won with all hands open.

This searches for one winning line. A line is checked by the rules, so a "yes" is certain; a "no"
only means that none was found. The fraction of deals found to be winnable is thus a lower bound.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple, TypeAlias

from chabudai.core import Seat
from chabudai.games.kakapo import rules
from chabudai.games.kakapo.components.board import around, covered, legal, placements
from chabudai.games.kakapo.components.cards import DECK, MODES, ROUNDS, SUIT, SUITS, VALUE, Card
from chabudai.games.kakapo.components.missions import ground
from chabudai.games.kakapo.rules.placement import Spot, spots
from chabudai.games.kakapo.rules.tricks import top_suit
from chabudai.games.kakapo.solver import par
from chabudai.games.kakapo.solver.boards import boards_of
from chabudai.games.kakapo.solver.card_sets import CARD_AT, INDEX, set_of
from chabudai.games.kakapo.solver.covers import Cover, library, unused_pieces
from chabudai.games.kakapo.solver.open_search import (
    COLOURS,
    FREE,
    Plan,
    Played,
    Search,
    Slot,
    Table,
)
from chabudai.games.kakapo.solver.par import MOST, Chosen, fewest, plans
from chabudai.games.kakapo.state import Action, Over, Place, Reveal, Revealing, Select, State

Line: TypeAlias = tuple[tuple[Seat, Action], ...]
"""Moves with their seats, until the mission is won."""


class Effort(NamedTuple):
    """Search limits: steps to find the fewest pieces, plans from each source, and rounds per
    plan.
    """

    steps: int
    plans: int
    turns: int


THOROUGH = Effort(steps=1_000_000, plans=24, turns=200)


def winning_line(state: State, effort: Effort = THOROUGH) -> Line | None:
    """Return a winning line from a state with open hands, or None if none was found.

    A seat must be about to reveal a card in this state. Takes up to about a second.
    """
    if not isinstance(state.phase, Revealing):
        return None
    for plan in plans_for(state, effort):
        search = Search(state.options, len(state.hands), plan)
        for rounds in search.ways(table_of(state, plan), effort.turns):
            line = replay_rounds(state, plan, rounds)
            if line is not None:
                return line
    return None


# --- Plans


def plans_for(state: State, effort: Effort) -> Iterator[Plan]:
    """Yield different plans for the remaining rounds: first those from the bots' likeliest covers,
    then those with the fewest pieces.
    """
    pieces = reachable(state)
    rounds = ROUNDS[MODES[len(state.hands)]] - state.round + 1
    most = min(MOST, rounds + state.counters)
    solved = fewest(state.mission, state.board, pieces, most, effort.steps)
    if solved.least > most:
        return
    covers = library(state.mission, boards_of(state.board), unused_pieces(state.board))
    yield from distinct_plans((as_chosen(cover) for cover in covers), effort.plans)
    if solved.pieces is None:
        return
    for count in (solved.least, solved.least + 1):
        yield from distinct_plans(plans(state.mission, state.board, pieces, count), effort.plans)


def as_chosen(cover: Cover) -> Chosen:
    """Convert a cover to the type that `par` uses."""
    values = [(slot.pieces.bit_length() - 1) // COLOURS for slot in cover.slots]
    return tuple(
        par.Spot(slot.cells, value + 1, slot.pieces >> value * COLOURS)
        for slot, value in zip(cover.slots, values, strict=True)
    )


def distinct_plans(found: Iterable[Chosen], most: int) -> Iterator[Plan]:
    """Yield plans for the first `most` choices that need different pieces."""
    kinds: dict[tuple[tuple[int, int], ...], Chosen] = {}
    for chosen in islice(found, 8 * most):
        kinds.setdefault(tuple(sorted((spot.value, spot.suits) for spot in chosen)), chosen)
    return map(plan_of, islice(kinds.values(), most))


def plan_of(chosen: Chosen) -> Plan:
    """Return the plan for these places. Each of its slots lists the slots that hinder it."""
    return tuple(
        Slot(
            spot.cells,
            spot.value,
            spot.suits,
            tuple(
                at
                for at, other in enumerate(chosen)
                if other is not spot
                and (other.value == spot.value or other.cells & around(spot.cells))
            ),
        )
        for spot in chosen
    )


def reachable(state: State) -> frozenset[Card]:
    """Return the pieces whose cards can still decide, or that a skill can still select."""
    held = {card for hand in state.hands for card in hand} | set(state.revealed)
    if len(state.hands) != 2 or not state.counters:
        return frozenset(held)
    values = {VALUE[card] for card in held}
    shifted = {f"{card[0]}{VALUE[card] + by}" for card in held for by in (-1, 1)}
    return frozenset(card for card in DECK if VALUE[card] in values or card in shifted)


def table_of(state: State, plan: Plan) -> Table:
    """Convert a state to the table that the search uses."""
    return Table(
        tuple(map(set_of, state.hands)),
        tuple(INDEX[card] for card in state.revealed),
        state.start,
        SUITS.index(top_suit(state.rounds)),
        ROUNDS[MODES[len(state.hands)]] - state.round + 1,
        state.counters,
        set_of(lying.piece for lying in state.board),
        (FREE,) * len(plan),
    )


# --- Checking a line


def replay_rounds(state: State, plan: Plan, rounds: tuple[Played, ...]) -> Line | None:
    """Return the moves of these rounds, or None if a move is illegal or the rounds do not win."""
    line: list[tuple[Seat, Action]] = []
    suits = {slot: piece % COLOURS for one in rounds for piece, slot in one.pieces if slot != FREE}
    for one in rounds:
        for card in one.cards[len(state.revealed) :]:
            seat = rules.to_act(state)[0]
            line.append((seat, Reveal(CARD_AT[card])))
            state = rules.apply(state, *line[-1]).state
        line.append((one.seat, Select(one.skill)))
        state = rules.apply(state, *line[-1]).state
        for piece, slot in sorted(one.pieces, key=lambda pair: -pair[1]):
            if isinstance(state.phase, Over):
                break
            spot = spot_for(state, plan, suits, CARD_AT[piece], slot)
            if spot is None:
                return None
            line.append((one.seat, Place(CARD_AT[piece], spot.orientation, spot.row, spot.column)))
            state = rules.apply(state, *line[-1]).state
        if isinstance(state.phase, Over):
            break
    won = isinstance(state.phase, Over) and state.phase.reason == "scanned"
    return tuple(line) if won else None


def spot_for(
    state: State, plan: Plan, suits: dict[int, int], piece: Card, slot: int
) -> Spot | None:
    """Return the spot for a piece: its slot, or a place away from all slots. Return None if no
    place is free.
    """
    boards = boards_of(state.board)
    at = SUITS.index(SUIT[piece])
    taken, own = covered(boards) | ground(state.mission), boards[at]
    if slot == FREE:
        for other, one in enumerate(plan):
            taken |= one.cells
            if suits[other] == at:
                own |= one.cells
    found = placements(VALUE[piece], legal(VALUE[piece], taken, own))
    cells = next(found, None) if slot == FREE else plan[slot].cells
    return next((spot for spot in spots(VALUE[piece]) if spot.mask == cells), None)
