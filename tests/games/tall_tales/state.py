"""Tall Tales: the table, the moves, what is called out, and what may be asked."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from chabudai.core import Chance, Outcome, Seat, Struct, ValidatedStruct
from tests.games.tall_tales.components import CARDS

Card: TypeAlias = Annotated[int, Meta(ge=1, le=3)]


class Options(ValidatedStruct):
    """What a table may agree on before it starts. The defaults are the rules of the box."""

    rounds: Literal[2, 4, 6] = 4
    bold: bool = False
    shown: bool = False
    turn_clock: Literal["off"] | Annotated[int, Meta(ge=10, le=3600)] = "off"


class Claim(Struct, tag="claim"):
    """Say that one's own card is the higher one, true or not (TT-7)."""


class Admit(Struct, tag="admit"):
    """Say that one's own card is the lower one, and pay (TT-6)."""


class Believe(Struct, tag="believe"):
    """Let a claim stand, and pay (TT-8)."""


class Doubt(Struct, tag="doubt"):
    """Have the two cards compared (TT-9)."""


class Deal(Chance, tag="deal"):
    """The deal of CHANCE: the card of seat 0, the card of seat 1, and the card that is left."""

    cards: tuple[Card, Card, Card]


Move: TypeAlias = Claim | Admit | Believe | Doubt
Action: TypeAlias = Move | Deal


class Dealing(Struct, tag="dealing"):
    """The cards are being shuffled."""


class Speaking(Struct, tag="speaking"):
    """`seat` is to claim or to admit."""

    seat: Seat


class Hearing(Struct, tag="hearing"):
    """`seat` is to believe the claim of the other, or to doubt it."""

    seat: Seat


class Over(Struct, tag="over"):
    """The game has ended."""


Phase: TypeAlias = Dealing | Speaking | Hearing | Over


class State(Struct):
    """Everything true of a table. Tuples by seat, unless said otherwise."""

    options: Options
    phase: Phase = Dealing()
    round: int = 0  # 1 is the first
    beans: tuple[int, int] = (0, 0)
    admitted: tuple[bool, bool] = (False, False)  # the last time it was their turn to tell
    compared: bool = False  # the cards of this round lie open
    cards: tuple[int, ...] = CARDS  # seat 0's, seat 1's, the one left over


class Dealt(Struct, tag="dealt"):
    """A round begins; `teller` is to speak."""

    round: int
    teller: Seat


class Drew(Struct, tag="drew"):
    """`seat` has a card; None: which one, the others do not see (TT-4)."""

    seat: Seat
    card: int | None


class Claimed(Struct, tag="claimed"):
    """`seat` said that its card is the higher one."""

    seat: Seat


class Admitted(Struct, tag="admitted"):
    """`seat` said that its card is the lower one, and paid `beans`."""

    seat: Seat
    beans: int


class Believed(Struct, tag="believed"):
    """`seat` let the claim stand and paid `beans`."""

    seat: Seat
    beans: int


class Compared(Struct, tag="compared"):
    """`seat` doubted; the two `cards` were turned up, and `payer` paid `beans`."""

    seat: Seat
    cards: tuple[int, int]
    payer: Seat
    beans: int


class Shown(Struct, tag="shown"):
    """Both cards were turned up after the round (TT-A2)."""

    cards: tuple[int, int]


class Ended(Struct, tag="ended"):
    """The game is over. `out` has no bean left; None: the last round was played."""

    out: Seat | None
    outcome: Outcome


Event: TypeAlias = Dealt | Drew | Claimed | Admitted | Believed | Compared | Shown | Ended


class Unseen(Struct, tag="unseen"):
    """How many of the cards that I do not see are higher than mine, and how many are lower?"""


Question: TypeAlias = Unseen


class Counted(Struct, tag="counted"):
    """So many are higher and so many lower; none for who has no card."""

    higher: int
    lower: int


Answer: TypeAlias = Counted
