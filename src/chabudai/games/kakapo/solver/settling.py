"""The Kakapo: whether a mission can still be won with all hands open, by exhaustive search.

All ways to play the remaining cards are tried, with every skill, until one of them gets the pieces
of a goal (`goals`). Pieces that no goal needs are assumed to be placed out of the way. So "lost" is
certain, and a line that wins is checked by the rules.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from chabudai.core import Illegal, Seat
from chabudai.games.kakapo import rules
from chabudai.games.kakapo.components.board import covered, legal, placements
from chabudai.games.kakapo.components.cards import MODES, ROUNDS, SUIT, SUITS, VALUE, VALUES, Card
from chabudai.games.kakapo.components.missions import ground
from chabudai.games.kakapo.rules.placement import spots
from chabudai.games.kakapo.rules.tricks import cards_in_a_round, top_suit
from chabudai.games.kakapo.solver.boards import boards_of
from chabudai.games.kakapo.solver.card_sets import (
    CARD_AT,
    COUNT,
    EVERY,
    INDEX,
    OF_SUIT,
    OF_VALUE,
    Cards,
    Index,
    each,
    set_of,
)
from chabudai.games.kakapo.solver.goals import Goal, goals
from chabudai.games.kakapo.solver.open_hands import Line, reachable
from chabudai.games.kakapo.solver.open_search import (
    COLOURS,
    NO_CARD,
    decides,
    lowest_of_one_suit,
    set_of_indices,
)
from chabudai.games.kakapo.state import (
    Action,
    Double,
    Over,
    Place,
    Placing,
    Reveal,
    Revealing,
    Select,
    Selecting,
    Shift,
    Skill,
    State,
    Wild,
)


class Thoroughness(NamedTuple):
    """Search limits: steps to find the goals, and rounds to play. Examining 16 goals counts as one
    round.
    """

    steps: int
    rounds: int


class Settled(NamedTuple):
    """A winning line, or a proof that no line wins. If neither was found, the question is open."""

    line: Line | None
    lost: bool


OPEN = Settled(None, lost=False)
LOST = Settled(None, lost=True)
LOOKED_AT = 16
"""Number of goals that take as long to examine as one round takes to play."""


def settle(state: State, thoroughness: Thoroughness) -> Settled:
    """Determine whether a dealt mission can be won from this state, with all hands open."""
    if isinstance(state.phase, Over):
        return Settled((), lost=False) if state.phase.reason == "scanned" else LOST
    there = table_of(state)
    pieces = reachable(state).union(pending(state))
    most = most_pieces(there) + len(pending(state))
    found = goals(state.mission, state.board, pieces, most, thoroughness.steps)
    if found is None:
        return OPEN
    search = Search(state, thoroughness.rounds)
    try:
        way = search.round_out(there, found) if there.cards else search.win(there, found)
    except TooLong:
        return OPEN
    if way is None:
        return LOST
    return Settled(line_along(state, way), lost=False)


def pending(state: State) -> tuple[Card, ...]:
    """Return the pieces that have been selected and must be placed."""
    return state.phase.pieces if isinstance(state.phase, Placing) else ()


# --- Cards


class Table(NamedTuple):
    """The remaining cards. `cards` has the cards of the current round, beginning with seat `start`.

    `top` is the top colour's index in SUITS, `rounds` includes the current round, and `got` has the
    selected pieces.
    """

    hands: tuple[Cards, ...]
    cards: tuple[Index, ...]
    start: Seat
    top: int
    rounds: int
    counters: int
    got: Cards


def table_of(state: State) -> Table:
    """Convert a state to the table that the search uses."""
    placing = isinstance(state.phase, Placing)
    return Table(
        tuple(map(set_of, state.hands)),
        tuple(INDEX[card] for card in state.revealed),
        state.rounds[-1].seat if placing else state.start,
        SUITS.index(top_suit(state.rounds)),
        ROUNDS[MODES[len(state.hands)]] - state.round + (not placing),
        state.counters,
        set_of(pending(state)),
    )


def most_pieces(table: Table) -> int:
    """Return an upper bound on the number of pieces that can still be selected.

    The bound counts one piece per round, and one more per double scan. For a double scan, every
    seat must play only cards of one suit (KK-23).
    """
    held = list(table.hands)
    for place, card in enumerate(table.cards):
        held[(table.start + place) % len(held)] |= 1 << card
    shown = 2 if len(held) == 2 else 1
    doubles = sum(min((hand & suit).bit_count() for hand in held) // shown for suit in OF_SUIT)
    return table.rounds + min(table.rounds, table.counters, doubles)


def with_exchanges(cards: Cards) -> Cards:
    """KK-24, KK-25: return `cards` and all cards that a skill can exchange them for."""
    found = cards | (cards << COLOURS | cards >> COLOURS) & EVERY
    for value in VALUES:
        if cards & OF_VALUE[value]:
            found |= OF_VALUE[value]
    return found


# --- The search


class TooLong(Exception):
    """Raised if the search reaches its maximum number of rounds."""


class Played(NamedTuple):
    """A round: its cards in order, and the skill."""

    cards: tuple[Index, ...]
    skill: Skill | None


class Way(NamedTuple):
    """A goal, and the rounds that get its pieces."""

    goal: Goal
    rounds: tuple[Played, ...]


Goals: TypeAlias = Sequence[Goal]
Lower: TypeAlias = dict[Index, Cards]
"""Map a card to the next lower equivalent card of its suit in the same hand, if any."""


class Search:
    """A search that tries all ways to play until one reaches a goal. Raises TooLong."""

    def __init__(self, state: State, rounds: int) -> None:
        self.seats = len(state.hands)
        self.size = cards_in_a_round(self.seats)
        self.free_second = state.options.leader_free_second and self.seats == 2
        self.left = rounds
        self.hopeless = set[tuple[tuple[Cards, ...], Seat, int, int, Cards]]()

    def win(self, table: Table, found: Goals) -> Way | None:
        """Return a way to reach one of these goals from the start of a round, or None."""
        key = (table.hands, table.start, table.top, table.counters, table.got)
        if key in self.hopeless:
            return None
        way = self.round_out(table, found)
        if way is None:
            self.hopeless.add(key)
        return way

    def round_out(self, table: Table, found: Goals) -> Way | None:
        """Return a way to reach one of these goals from any point in a round, or None."""
        self.left -= len(found) // LOOKED_AT
        near: list[Goal] = []
        missing = 0
        most, within = most_pieces(table), self.within_reach(table)
        for goal in found:
            rest = goal.pieces & ~table.got
            if not rest:
                return Way(goal, ())
            if not rest & ~within and rest.bit_count() <= most:
                near.append(goal)
                missing |= rest
        if not near or not table.rounds:
            return None
        lower = self.as_good(table, missing)
        _, _, start, top, rounds, counters, got = table
        for hands, cards in self.every_round(list(table.hands), list(table.cards), table, lower):
            end = Table(hands, cards, start, top, rounds, counters, got)
            way = self.after(end, near, missing)
            if way is not None:
                return way
        return None

    def within_reach(self, table: Table) -> Cards:
        """Return the pieces that have been selected, or that remaining cards or skills can
        select.
        """
        held = set_of_indices(table.cards)
        for hand in table.hands:
            held |= hand
        exchanged = self.seats == 2 and table.counters
        return table.got | (with_exchanges(held) if exchanged else held)

    def as_good(self, table: Table, missing: Cards) -> Lower:
        """Find cards that are equivalent to the next lower card of their suit.

        Both cards are in one hand and bring no missing piece. Of equivalent cards, only the lowest
        is played.
        """
        useful = with_exchanges(missing) if self.seats == 2 and table.counters else missing
        owners = {
            card.bit_length() - 1: seat
            for seat, hand in enumerate(table.hands)
            for card in each(hand)
        }
        owners.update(dict.fromkeys(table.cards, -1))
        found: Lower = {}
        for suit in range(COLOURS):
            below: tuple[Seat, Index] | None = None
            for card in range(suit, COUNT, COLOURS):
                if card not in owners:
                    continue
                if owners[card] < 0 or useful >> card & 1:
                    below = None
                    continue
                if below is not None and below[0] == owners[card]:
                    found[card] = 1 << below[1]
                below = (owners[card], card)
        return found

    def every_round(
        self, hands: list[Cards], cards: list[Index], table: Table, lower: Lower
    ) -> Iterator[tuple[tuple[Cards, ...], tuple[Index, ...]]]:
        """KK-15, KK-17: yield all ways to reveal the rest of a round's cards, as hands and
        cards.
        """
        if len(cards) == self.size:
            yield tuple(hands), tuple(cards)
            return
        seat = (table.start + len(cards)) % self.seats
        hand = hands[seat]
        free = not cards or (self.free_second and len(cards) == 2)
        follow = hand if free else hand & OF_SUIT[cards[0] % COLOURS] or hand
        for card in each(follow):
            index = card.bit_length() - 1
            if lower.get(index, 0) & hand:
                continue
            hands[seat] = hand & ~card
            cards.append(index)
            yield from self.every_round(hands, cards, table, lower)
            cards.pop()
        hands[seat] = hand

    def after(self, table: Table, found: Goals, missing: Cards) -> Way | None:
        """Return a way to win from the end of a round, once all its cards have been revealed, or
        None.
        """
        self.left -= 1
        if self.left < 0:
            raise TooLong
        decision = decides(table.cards, table.top)
        seat = (table.start + table.cards.index(decision)) % self.seats
        hands, cards, _, _, rounds, counters, got = table
        for skill, pieces in self.selections(table, decision):
            gained = pieces & missing
            if skill is not None and not gained:
                continue
            spent = skill is not None
            then = Table(
                hands, (), seat, decision % COLOURS, rounds - 1, counters - spent, got | gained
            )
            way = self.win(then, found)
            if way is not None:
                return Way(way.goal, (Played(cards, skill), *way.rounds))
        return None

    def selections(self, table: Table, decision: Index) -> Iterator[tuple[Skill | None, Cards]]:
        """KK-22 to KK-25: yield the possible selections, each with its pieces."""
        piece = 1 << decision
        yield None, piece
        if not table.counters:
            return
        lowest = lowest_of_one_suit(table.cards)
        if lowest != NO_CARD:
            yield Double(), piece | 1 << lowest
        if self.seats == 2:
            first = decision - decision % COLOURS
            for at, suit in enumerate(SUITS):
                if first + at != decision:
                    yield Wild(suit), 1 << first + at
            yield Shift(1), piece << COLOURS & EVERY
            yield Shift(-1), piece >> COLOURS


# --- Checking a line


def line_along(state: State, way: Way) -> Line | None:
    """Return the moves of a way to win, or None if a move is illegal.

    The result is also None if there is no room for a piece that must be placed out of the way.
    """
    line: list[tuple[Seat, Action]] = []
    rounds = list(way.rounds)
    try:
        while not isinstance(state.phase, Over):
            match state.phase:
                case Revealing() if rounds:
                    action: Action = Reveal(CARD_AT[rounds[0].cards[len(state.revealed)]])
                case Selecting() if rounds:
                    action = Select(rounds.pop(0).skill)
                case Placing(pieces=pieces):
                    action = place(state, way.goal, pieces)
                case _:
                    return None
            line.append((rules.to_act(state)[0], action))
            state = rules.apply(state, *line[-1]).state
    except Illegal:
        return None
    return tuple(line) if state.phase.reason == "scanned" else None


def place(state: State, goal: Goal, pieces: tuple[Card, ...]) -> Place:
    """Return the placement of the next of these pieces.

    Pieces of the goal come first, in their places. Others are placed away from all places of the
    goal. Raises Illegal if there is no room.
    """
    places = {CARD_AT[piece]: cells for piece, cells in goal.places}
    piece = next((piece for piece in pieces if piece in places), pieces[0])
    cells = places.get(piece)
    if cells is None:
        boards, at = boards_of(state.board), SUITS.index(SUIT[piece])
        taken, own = covered(boards) | ground(state.mission), boards[at]
        for other, reserved in goal.places:
            taken |= reserved
            own |= reserved if other % COLOURS == at else 0
        cells = next(placements(VALUE[piece], legal(VALUE[piece], taken, own)), 0)
    spot = next((spot for spot in spots(VALUE[piece]) if spot.mask == cells), None)
    if spot is None:
        raise Illegal("KK-39", "There is no piece to place now.")
    return Place(piece, spot.orientation, spot.row, spot.column)
