"""The Kakapo: what a seat may know: its own hand, and everything that is public."""

from chabudai.core import Seat, Struct
from chabudai.games.kakapo.cards import Card, Suit
from chabudai.games.kakapo.missions import Mission
from chabudai.games.kakapo.state import Facing, Hand, Lying, Options, Phase, Round


class View(Struct):
    """The table from one seat. As State, but of cards that one may not see: how many.

    `wish` is one's own (False for a spectator). `voids`, by seat, are the colours that it has shown
    not to hold, if the table has agreed on `void_tracker`; else there are none.
    """

    options: Options
    mission: Mission
    phase: Phase
    hands: tuple[Hand | int, ...]
    wish: bool
    counters: int
    box: Hand | int
    declared: Seat | None
    start: Seat
    round: int
    revealed: tuple[Card, ...]
    rounds: tuple[Round, ...]
    board: tuple[Lying, ...]
    edges: tuple[tuple[Facing, ...], ...]
    voids: tuple[tuple[Suit, ...], ...]
