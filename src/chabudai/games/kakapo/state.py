"""The Kakapo: the state, the actions and the events."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from chabudai.core import Anytime, Chance, Outcome, Seat, Struct, TableState, ValidatedStruct
from chabudai.core.bounds import between, most
from chabudai.games.kakapo.components.board import SIDE
from chabudai.games.kakapo.components.cards import Card, Suit
from chabudai.games.kakapo.components.missions import BOOK, Mission

Named: TypeAlias = Annotated[Card, Meta(pattern="^[POBGY][1-8]$")]
"""A card, or its piece, as a player names it."""
Hand: TypeAlias = Annotated[tuple[Card, ...], most(16)]
"""Cards in the order of the deck, so that their positions reveal nothing."""
Revelation: TypeAlias = Annotated[tuple[Card, ...], most(8)]
"""Cards of a round in the order of revealing."""
Pieces: TypeAlias = Annotated[tuple[Card, ...], most(2)]
MissionNumber: TypeAlias = Annotated[int, Meta(ge=1, le=BOOK)]
MissionName: TypeAlias = Annotated[str, Meta(pattern="^(buddy|party)/([1-9]|1[0-9]|20)$")]
Cell: TypeAlias = Annotated[int, between(0, SIDE * SIDE - 1)]
Line: TypeAlias = Annotated[int, Meta(ge=0, le=SIDE - 1)]


class Options(ValidatedStruct):
    """The options of a table. The defaults are the printed rules.

    `mission` is a number in the book of the table's mode, a name such as "buddy/7", or a custom
    mission (KK-A24). A named or custom mission must be for the table's number of seats: two in mode
    "buddy", three or four in "party" (KK-6). All other combinations are allowed.
    """

    mission: MissionNumber | MissionName | Mission = 1
    leader_free_second: bool = False
    rescue_forced: bool = False
    double_scan_forgiving: bool = False
    void_tracker: bool = False
    concession: bool = True
    turn_clock: Literal["off"] | Annotated[int, Meta(ge=10, le=3600)] = "off"


# --- Actions


class Double(Struct, tag="double"):
    """The skill that also takes the lowest card's piece (KK-23)."""


class Wild(Struct, tag="wild"):
    """The skill that takes the piece of another colour instead (KK-24)."""

    suit: Suit


class Shift(Struct, tag="shift"):
    """The skill that takes the next larger or smaller piece instead (KK-25)."""

    by: Literal[1, -1]


Skill: TypeAlias = Double | Wild | Shift


class Reveal(Struct, tag="reveal"):
    """Play a card from the hand face up (KK-15)."""

    card: Named


class Select(Struct, tag="select"):
    """Take the decision card's piece, or the pieces that a skill selects instead (KK-21)."""

    skill: Skill | None = None


class Place(Struct, tag="place"):
    """Put a selected piece on the board permanently (KK-32).

    `orientation` is an index into `Fitting.ways` (`board.WAYS`). `row` and `column` give the top
    left cell of the piece's bounding box, even if the piece does not cover it.
    """

    piece: Named
    orientation: Annotated[int, Meta(ge=0, le=7)]
    row: Line
    column: Line


class Concede(Anytime, tag="concede"):
    """Express the wish to give up the mission, or withdraw it. The wish stays secret until all
    players share it (KK-A21).
    """

    wish: bool


class Shuffle(Chance, tag="shuffle"):
    """Chance: shuffle the cards and draw the start player. The cards are listed in dealing order,
    seat by seat, then the box.
    """

    deck: tuple[Card, ...]
    start: Seat


Action: TypeAlias = Reveal | Select | Place | Concede | Shuffle


# --- The state


class Dealing(Struct, tag="dealing"):
    """The cards are being shuffled and dealt."""


class Revealing(Struct, tag="revealing"):
    """`seat` must reveal a card."""

    seat: Seat


class Selecting(Struct, tag="selecting"):
    """`seat` revealed the decision card and must select."""

    seat: Seat
    decision: Card


class Placing(Struct, tag="placing"):
    """`seat` must place these pieces, in any order."""

    seat: Seat
    pieces: Pieces


Reason: TypeAlias = Literal["scanned", "no-place", "last-round", "conceded"]
"""Reasons why a mission ends: KK-41, KK-39, KK-43, KK-A21. Only the first is a success."""


class Over(Struct, tag="over"):
    """The mission has ended. If `reason` is "no-place", `piece` is the one that fitted nowhere."""

    reason: Reason
    piece: Card | None = None


Phase: TypeAlias = Dealing | Revealing | Selecting | Placing | Over


class Lying(Struct, cache_hash=True):
    """A scanner piece on the board: `cells` from 0 to 143, each 12 × row + column, ascending."""

    piece: Card
    cells: Annotated[tuple[Cell, ...], most(8)]


class Round(Struct):
    """A round whose piece has been selected. All of it is public (KK-29).

    `cards` are in the order of revealing, beginning with seat `start` and continuing seat by seat.
    `seat` was in charge. The decision cards of the rounds are the decision deck, oldest first.
    `pieces` were selected and, once the round is over, placed.
    """

    start: Seat
    cards: Revelation
    seat: Seat
    decision: Card
    skill: Skill | None
    pieces: Pieces


Facing: TypeAlias = Literal["open", "right", "wrong"]
"""State of a bird's edge: facing no piece yet, a piece that scans it, or one of a wrong colour."""


class State(TableState):
    """The complete state of a table. Tuples are indexed by seat unless noted otherwise."""

    options: Options
    mission: Mission
    phase: Phase
    hands: tuple[Hand, ...]
    wishes: tuple[bool, ...]  # players who wish to give up (KK-A21)
    counters: int  # unspent skill counters
    box: Hand = ()  # cards returned to the box unseen (KK-9)
    declared: Seat | None = None  # seat that announced purple 8 at the deal (KK-11)
    start: Seat = 0  # start player of this round
    round: int = 1
    revealed: tuple[Card, ...] = ()  # in this round, until the piece is selected
    rounds: tuple[Round, ...] = ()  # oldest first
    board: tuple[Lying, ...] = ()  # scanner pieces, oldest first
    edges: tuple[tuple[Facing, ...], ...] = ()  # by bird, by cell: its outer N, E, S, W


# --- Events


class Dealt(Struct, tag="dealt"):
    """The cards have been dealt: `cards` to each player, and `boxed` to the box, unseen.

    `declared` is the seat with purple 8. If it is None, no seat has it and `start` was drawn
    (KK-11, KK-12).
    """

    cards: int
    boxed: int
    declared: Seat | None
    start: Seat


class Received(Struct, tag="received"):
    """`seat` was dealt these cards. Only `seat` is notified."""

    seat: Seat
    cards: Hand


class Revealed(Struct, tag="revealed"):
    """`seat` revealed a card."""

    seat: Seat
    card: Card


class Decided(Struct, tag="decided"):
    """The decision card of the round. `seat` revealed it and is in charge (KK-19)."""

    seat: Seat
    card: Card


class Selected(Struct, tag="selected"):
    """`seat` selected, with or without a skill. If `pieces` is empty, no piece can be placed
    (KK-30).
    """

    seat: Seat
    skill: Skill | None
    pieces: tuple[Card, ...]


class Placed(Struct, tag="placed"):
    """`seat` placed a piece on these cells."""

    seat: Seat
    piece: Card
    cells: tuple[int, ...]


class Scanned(Struct, tag="scanned"):
    """A bird, counted from 0, is scanned (KK-40)."""

    bird: int


class PutBack(Struct, tag="put-back"):
    """A piece of a double scan fitted nowhere and was put back (`double_scan_forgiving`)."""

    piece: Card


class Began(Struct, tag="began"):
    """The next round begins. `start` reveals first (KK-44)."""

    round: int
    start: Seat


class Wished(Struct, tag="wished"):
    """`seat` wishes to give up, or no longer does. Only `seat` is notified."""

    seat: Seat
    wish: bool


class Ended(Struct, tag="ended"):
    """The mission has ended for `reason`. `piece` fitted nowhere if the reason is "no-place"."""

    reason: Reason
    piece: Card | None
    outcome: Outcome


Event: TypeAlias = (
    Dealt
    | Received
    | Revealed
    | Decided
    | Selected
    | Placed
    | Scanned
    | PutBack
    | Began
    | Wished
    | Ended
)
