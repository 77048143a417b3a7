"""The Kakapo: a seat's legal actions, and answers to its questions. `rules` decides whether an
action is legal.
"""

from collections.abc import Iterator, Mapping
from functools import cache, partial

from chabudai.core import NotToMove, Rng, Seat, Why, check_seat
from chabudai.core.asking import no_question
from chabudai.games.kakapo.components.board import (
    ALL,
    FLIPPED,
    SIDE,
    TURNED,
    WAYS,
    Cells,
    each_bit,
    fits,
)
from chabudai.games.kakapo.components.cards import DECK, SUIT, VALUE, Card
from chabudai.games.kakapo.questions import (
    Answer,
    Consider,
    Considered,
    Fits,
    Fitting,
    Question,
    Tried,
    Try,
    Way,
)
from chabudai.games.kakapo.rules import placement, scanning, selection, tricks
from chabudai.games.kakapo.rules.placement import Spot
from chabudai.games.kakapo.rules.selection import Trick
from chabudai.games.kakapo.state import (
    Action,
    Concede,
    Dealing,
    Hand,
    Lying,
    Over,
    Pieces,
    Place,
    Placing,
    Reveal,
    Revealing,
    Select,
    Selecting,
    Skill,
)
from chabudai.games.kakapo.view import View

REVEAL: dict[Card, Reveal] = {card: Reveal(card) for card in DECK}
PLAIN = Select()
TRIES = 4
"""Number of random places to try before all legal places are listed."""


def legal_actions(view: View, seat: Seat) -> Iterator[Action]:
    """Yield every legal action.

    Placements are distinct as sets of cells: a piece that looks the same when turned or flipped has
    fewer orientations.
    """
    match view.phase:
        case Placing(seat=turn, pieces=pieces) if turn == seat:
            for piece in pieces:
                yield from placements(view, piece)
            yield from concessions(view, seat)
        case _:
            yield from menu(view, seat)


def menu(view: View, seat: Seat) -> tuple[Action, ...]:
    """Return the legal actions, with only one of the many possible placements of each piece."""
    return (*duties(view, seat), *concessions(view, seat))


def duties(view: View, seat: Seat) -> tuple[Action, ...]:
    """Return the moves of a seat that owes one, with only the first placement of each piece."""
    match view.phase:
        case Revealing(seat=turn) if turn == seat:
            return tuple([REVEAL[card] for card in followers(view, seat)])
        case Selecting(seat=turn, decision=decision) if turn == seat:
            return selections(trick_of(view, decision))
        case Placing(seat=turn, pieces=pieces) if turn == seat:
            return tuple(next(placements(view, piece)) for piece in pieces)
        case _:
            return ()


def own_hand(view: View, seat: Seat) -> Hand:
    """Return the cards that `seat` holds, or no cards if they are hidden."""
    hand = view.hands[seat]
    return () if isinstance(hand, int) else hand


def followers(view: View, seat: Seat) -> Hand:
    """KK-17: return the cards that `seat` may reveal now."""
    hand = own_hand(view, seat)
    return tricks.may_reveal(view.options, len(view.hands), view.revealed, hand)


def trick_of(view: View, decision: Card) -> Trick:
    """Return the inputs of a selection."""
    used = selection.used_pieces(view.board)
    seats = len(view.hands)
    return Trick(view.options, seats, view.counters, view.revealed, decision, used)


def selections(trick: Trick) -> tuple[Select, ...]:
    """KK-21: return the legal selections, the one without a skill first."""
    plain = () if selection.against_selecting(trick, None) else (PLAIN,)
    return (*plain, *map(Select, selection.skills_open(trick)))


def placements(view: View, piece: Card) -> Iterator[Place]:
    """KK-32 to KK-35: yield every legal placement of `piece`."""
    starts = placement.anchors(view.mission, view.board, piece)
    for orientation, anchors in enumerate(starts):
        for cell in each_bit(anchors):
            yield Place(piece, orientation, *divmod(cell.bit_length() - 1, SIDE))


def concessions(view: View, seat: Seat) -> tuple[Concede, ...]:
    """KK-A21: return the action that expresses or withdraws the wish to give up, if it is legal."""
    there = seat in range(len(view.hands))
    if not there or not view.options.concession or isinstance(view.phase, Dealing | Over):
        return ()
    return (Concede(not view.wish),)


def agree(view: View, seat: Seat) -> Action | None:
    """KK-A21: return the action that expresses the wish to give up, or None if it is illegal."""
    return next((one for one in concessions(view, seat) if one.wish), None)


def idle(view: View, seat: Seat) -> Action:
    """KK-A23: return the first legal card, selection or place. A skill is used only if it is
    compulsory.
    """
    owed = duties(view, seat)
    if not owed:
        raise NotToMove(seat)
    return owed[0]


def clock(view: View, seat: Seat) -> int | None:
    """KK-A23: return the time limit in seconds for any owed move, even a forced one, or None."""
    limit = view.options.turn_clock
    return None if limit == "off" else limit


def sample(view: View, seat: Seat, rng: Rng) -> Action:
    """Return a card, skill or place, chosen uniformly at random.

    If `seat` owes no move, return the action that changes its wish to give up. Raises NotToMove if
    it cannot change the wish either.
    """
    bits = rng.bits()
    match view.phase:
        case Revealing(seat=turn) if turn == seat:
            cards = followers(view, seat)
            if not cards:
                raise NotToMove(seat)
            return REVEAL[cards[bits % len(cards)]]
        case Selecting(seat=turn, decision=decision) if turn == seat:
            choices = selections(trick_of(view, decision))
            return choices[bits % len(choices)]
        case Placing(seat=turn, pieces=pieces) if turn == seat:
            return place_at_random(view, pieces[bits % len(pieces)], rng)
        case _:
            wishes = concessions(view, seat)
            if not wishes:
                raise NotToMove(seat)
            return wishes[0]


def place_at_random(view: View, piece: Card, rng: Rng) -> Place:
    """KK-32 to KK-35: return a legal place, chosen uniformly at random."""
    blocked = placement.blocked(view.mission, view.board, piece)
    everywhere = placement.spots(VALUE[piece])
    for _ in range(TRIES):
        spot = rng.choice(everywhere)
        if not spot.mask & blocked:
            return Place(piece, spot.orientation, spot.row, spot.column)
    starts = fits(VALUE[piece], ALL & ~blocked)
    number = rng.below(sum([anchors.bit_count() for anchors in starts]))
    orientation = 0
    while number >= (count := starts[orientation].bit_count()):
        number -= count
        orientation += 1
    return Place(piece, orientation, *divmod(nth(starts[orientation], number), SIDE))


def nth(cells: Cells, number: int) -> int:
    """Return the cell at index `number` of a set, as 12 × row + column."""
    for _ in range(number):
        cells &= cells - 1
    return (cells & -cells).bit_length() - 1


# --- Questions


def ask(view: View, seat: Seat, question: Question) -> Answer:
    """Answer a client's question, using only public information."""
    check_seat(seat, len(view.hands))
    match question:
        case Consider(skill=skill):
            return consider(view, skill)
        case Fits(piece=piece):
            return fitting(view, piece)
        case Try(piece=piece, orientation=orientation, row=row, column=column, others=others):
            return attempt(view, Place(piece, orientation, row, column), others)
        case _:
            raise no_question(question, Question)


def consider(view: View, skill: Skill | None) -> Considered:
    """KK-22 to KK-25, KK-A16: return the pieces that `skill` would select, and which of them fit
    nowhere.
    """
    phase = view.phase
    if not isinstance(phase, Selecting):
        return Considered((), (), selection.not_selecting(phase))
    trick = trick_of(view, phase.decision)
    if why := selection.against_selecting(trick, skill):
        return Considered((), (), why)
    pieces = selection.pieces_of(trick, skill)
    return Considered(pieces, placement.without_place(view.mission, view.board, pieces), None)


def fitting(view: View, piece: Card) -> Fitting:
    """KK-32 to KK-35: return all orientations of a piece and its legal places, best first."""
    blocked = placement.blocked(view.mission, view.board, piece)
    free = [spot for spot in placement.spots(VALUE[piece]) if not spot.mask & blocked]
    faced = scanning.faced_by(view.mission, SUIT[piece])
    best = sorted(free, key=partial(merit, faced))
    places = tuple([(spot.orientation, SIDE * spot.row + spot.column) for spot in best])
    return Fitting(piece, ways_of(VALUE[piece]), places, still_to_place(view, piece))


def still_to_place(view: View, piece: Card) -> Why | None:
    """KK-32, KK-A17: explain why the second piece of a double scan must be placed although the
    first one met the goal, or return None.
    """
    selected = isinstance(view.phase, Placing) and piece in view.phase.pieces
    if not selected or not scanning.succeeded(view.mission, view.edges):
        return None
    text = "The goal is met, but you took two pieces: {piece} must also be placed."
    return Why("KK-32", text, {"piece": piece})


@cache
def ways_of(value: int) -> tuple[Way, ...]:
    """KK-32: return every orientation of the piece of `value`."""
    return tuple(
        Way(
            orientation,
            tuple(sorted(cells)),
            TURNED[value][orientation],
            FLIPPED[value][orientation],
        )
        for orientation, cells in enumerate(WAYS[value])
    )


def merit(faced: Mapping[int, tuple[int, int]], spot: Spot) -> tuple[int, int]:
    """KK-40: return a sort key for places: fewest edges in a wrong colour first, then most edges
    scanned. `faced` maps cells to the edges that face them. All of these edges are open, because no
    piece covers the cells yet.
    """
    wrong = scanned = 0
    for cell in spot.cells:
        if cell in faced:
            more, right = faced[cell]
            wrong += more
            scanned += right
    return wrong, -scanned


def attempt(view: View, action: Place, others: Pieces = ()) -> Tried:
    """KK-32 to KK-40, KK-A7: return the result of a placement.

    While the selection is open, `others` are the other pieces that would have to be placed.
    """
    piece, spot = action.piece, placement.spot_of(action)
    if isinstance(spot, Why):
        return Tried(cells_on_board(action), view.edges, (), spot)
    if why := placement.against_spot(view.mission, view.board, piece, spot):
        return Tried(spot.cells, view.edges, (), why)
    edges = scanning.with_piece(view.mission, view.edges, piece, spot.cells)
    others = view.phase.pieces if isinstance(view.phase, Placing) else others
    stuck = placement.without_place(
        view.mission,
        (*view.board, Lying(piece, spot.cells)),
        [other for other in others if other != piece],
    )
    return Tried(spot.cells, edges, stuck, None)


def cells_on_board(action: Place) -> tuple[int, ...]:
    """Return a placement's cells that are on the board, or none if the orientation is invalid."""
    ways = WAYS[VALUE[action.piece]]
    if action.orientation >= len(ways):
        return ()
    return tuple(
        SIDE * (action.row + down) + action.column + right
        for down, right in sorted(ways[action.orientation])
        if action.row + down < SIDE and action.column + right < SIDE
    )
