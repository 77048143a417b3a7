"""Tall Tales: the table, moves, events, and questions with their answers."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from chabudai.core import Chance, Outcome, Seat, Struct, TableState, ValidatedStruct
from examples.games.tall_tales.components import CARDS

Card: TypeAlias = Annotated[int, Meta(ge=1, le=3)]


class Options(ValidatedStruct):
    """Options of a table, set before the game starts. The defaults are the printed rules."""

    rounds: Literal[2, 4, 6] = 4
    bold: bool = False
    shown: bool = False
    turn_clock: Literal["off"] | Annotated[int, Meta(ge=10, le=3600)] = "off"


class Claim(Struct, tag="claim"):
    """Claim, truthfully or not, that your card is the higher one (TT-7)."""


class Admit(Struct, tag="admit"):
    """Admit that your card is the lower one, and pay (TT-6)."""


class Believe(Struct, tag="believe"):
    """Believe a claim, and pay (TT-8)."""


class Doubt(Struct, tag="doubt"):
    """Doubt a claim, so that the cards are compared (TT-9)."""


class Deal(Chance, tag="deal"):
    """Chance: deal the card of seat 0, the card of seat 1, and the card that is left over."""

    cards: tuple[Card, Card, Card]


Move: TypeAlias = Claim | Admit | Believe | Doubt
Action: TypeAlias = Move | Deal


class Dealing(Struct, tag="dealing"):
    """The cards are being shuffled."""


class Speaking(Struct, tag="speaking"):
    """`seat` must claim or admit."""

    seat: Seat


class Hearing(Struct, tag="hearing"):
    """`seat` must believe or doubt the other player's claim."""

    seat: Seat


class Over(Struct, tag="over"):
    """The game has ended."""


Phase: TypeAlias = Dealing | Speaking | Hearing | Over


class State(TableState):
    """The whole table, including hidden cards. Tuples are indexed by seat unless noted
    otherwise.
    """

    options: Options
    phase: Phase = Dealing()
    round: int = 0  # 1 is the first
    beans: tuple[int, int] = (0, 0)
    admitted: tuple[bool, bool] = (False, False)  # when they last told
    compared: bool = False  # this round's cards are turned up
    cards: tuple[int, ...] = CARDS  # seat 0's, seat 1's, the one left over


class Dealt(Struct, tag="dealt"):
    """A round begins. `teller` speaks first."""

    round: int
    teller: Seat


class Drew(Struct, tag="drew"):
    """`seat` drew a card. `card` is None for the other player and spectators (TT-4)."""

    seat: Seat
    card: int | None


class Claimed(Struct, tag="claimed"):
    """`seat` claimed to hold the higher card."""

    seat: Seat


class Admitted(Struct, tag="admitted"):
    """`seat` admitted to holding the lower card and paid `beans`."""

    seat: Seat
    beans: int


class Believed(Struct, tag="believed"):
    """`seat` believed the claim and paid `beans`."""

    seat: Seat
    beans: int


class Compared(Struct, tag="compared"):
    """`seat` doubted. Both `cards` were turned up, and `payer` paid `beans`."""

    seat: Seat
    cards: tuple[int, int]
    payer: Seat
    beans: int


class Shown(Struct, tag="shown"):
    """Both cards were turned up after the round (TT-A2)."""

    cards: tuple[int, int]


class Ended(Struct, tag="ended"):
    """The game is over. `out` is the seat with no beans left, or None after the last round."""

    out: Seat | None
    outcome: Outcome


Event: TypeAlias = Dealt | Drew | Claimed | Admitted | Believed | Compared | Shown | Ended


class Unseen(Struct, tag="unseen"):
    """Question: how many hidden cards are higher, and how many lower, than the seat's card?"""


Question: TypeAlias = Unseen


class Counted(Struct, tag="counted"):
    """The numbers of higher and lower hidden cards, both 0 for a seat without a card."""

    higher: int
    lower: int


Answer: TypeAlias = Counted
