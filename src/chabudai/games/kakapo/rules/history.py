"""The Kakapo: the rounds of a finished mission with all hands open."""

from collections.abc import Sequence

from chabudai.core import Seat, Struct
from chabudai.games.kakapo.components.cards import ORDER, Card, Suit
from chabudai.games.kakapo.components.missions import Mission
from chabudai.games.kakapo.rules import scanning
from chabudai.games.kakapo.rules.tricks import revealer, top_suit
from chabudai.games.kakapo.state import Facing, Hand, Lying, Round, State


class Moment(Struct):
    """One round of a finished mission.

    `round` is its result, or None if the players gave up before a piece was selected. `cards` are
    in the order of revealing, starting with seat `start`. `hands` (by seat), `top` (a suit, KK-18)
    and `counters` describe the start of the round. `board` (oldest piece first) and `edges`
    describe its end. `laid` lists the pieces placed in the round.
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


def moments_of(state: State) -> tuple[Moment, ...]:
    """Return every round of a finished mission, oldest first.

    Rounds are reconstructed backward from the end by undoing reveals, skills and placements.
    """
    selected = tuple(completed_round(state, at) for at in range(len(state.rounds)))
    return selected if state.round == len(selected) else (*selected, unfinished_round(state))


def completed_round(state: State, at: int) -> Moment:
    """Return round `at`, counted from 0, in which a piece was selected, though perhaps not
    placed.
    """
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


def unfinished_round(state: State) -> Moment:
    """KK-A21: return the last round, which was given up before a piece was selected."""
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
    """Return each seat's hand at the start of a round: the cards that it still holds, and those
    revealed since.
    """
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
    """Return the pieces that were on the board before the mission's last rounds, given as `since`.

    A piece that was put back (KK-A7) counts from the round in which it was selected again.
    """
    later = {piece for one in since for piece in one.pieces}
    return tuple([lying for lying in board if lying.piece not in later])


def edges_beside(mission: Mission, board: tuple[Lying, ...]) -> scanning.Edges:
    """KK-40: return the edges of the birds, given the pieces on `board`."""
    edges = scanning.open_edges(mission)
    for lying in board:
        edges = scanning.with_piece(mission, edges, lying.piece, lying.cells)
    return edges
