"""The Kakapo: the rounds of a mission that is over, each as it was, with all hands open."""

from collections.abc import Sequence

from chabudai.core import Seat, Struct
from chabudai.games.kakapo.components.cards import ORDER, Card, Suit
from chabudai.games.kakapo.components.missions import Mission
from chabudai.games.kakapo.rules import scanning
from chabudai.games.kakapo.rules.tricks import revealer, top_suit
from chabudai.games.kakapo.state import Facing, Hand, Lying, Round, State


class Moment(Struct):
    """One round of a mission that is over.

    `round` is what came of it; None: all gave up before a piece was selected. `cards` were revealed
    in this order, the first by seat `start`. As the round began there were these `hands`, by seat,
    the `top` suit (KK-18) and so many `counters`. As it ended there were the pieces of the `board`,
    oldest first, of which `laid` were placed in it, and the birds' `edges` were faced so.
    """

    round: Round | None
    start: Seat
    cards: tuple[Card, ...]
    hands: tuple[Hand, ...]
    top: Suit
    counters: int
    board: tuple[Lying, ...]
    edges: tuple[tuple[Facing, ...], ...]
    laid: tuple[Lying, ...]


def recall(state: State) -> tuple[Moment, ...]:
    """Every round of a mission that is over, oldest first, worked out backward: what there was is
    what there is, and what was revealed, spent and placed since.
    """
    selected = tuple(completed(state, at) for at in range(len(state.rounds)))
    return selected if state.round == len(selected) else (*selected, broken_off(state))


def completed(state: State, at: int) -> Moment:
    """A round, from 0, in which a piece was selected, though perhaps not placed."""
    played, since = state.rounds[at], state.rounds[at:]
    board = lying_before(state.board, since[1:])
    laid = tuple([lying for lying in board if lying.piece in played.pieces])
    return Moment(
        played,
        played.start,
        played.cards,
        held_before(state, at),
        top_suit(state.rounds[:at]),
        state.counters + sum(one.skill is not None for one in since),
        board,
        edges_beside(state.mission, board),
        laid,
    )


def broken_off(state: State) -> Moment:
    """KK-A21: the last round, which was given up before a piece was selected."""
    return Moment(
        None,
        state.start,
        state.revealed,
        held_before(state, len(state.rounds)),
        top_suit(state.rounds),
        state.counters,
        state.board,
        state.edges,
        (),
    )


def held_before(state: State, at: int) -> tuple[Hand, ...]:
    """By seat, what was held before a round began: what is left, and what was revealed since."""
    seats = len(state.hands)
    held = [list(hand) for hand in state.hands]
    for start, cards in (
        *((one.start, one.cards) for one in state.rounds[at:]),
        (state.start, state.revealed),
    ):
        for place, card in enumerate(cards):
            held[revealer(start, place, seats)].append(card)
    return tuple(tuple(sorted(hand, key=ORDER.__getitem__)) for hand in held)


def lying_before(board: tuple[Lying, ...], since: Sequence[Round]) -> tuple[Lying, ...]:
    """The pieces that lay there before these rounds, the last of the mission. A piece that was put
    back (KK-A7) lies there from the round on in which it was selected again.
    """
    later = {piece for one in since for piece in one.pieces}
    return tuple([lying for lying in board if lying.piece not in later])


def edges_beside(mission: Mission, board: tuple[Lying, ...]) -> scanning.Edges:
    """KK-40: how the edges of the birds are faced by these pieces."""
    edges = scanning.untouched(mission)
    for lying in board:
        edges = scanning.with_piece(mission, edges, lying.piece, lying.cells)
    return edges
