"""Word Bank: the state, the actions, the events, and the questions with their answers."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from chabudai.core import Chance, Fact, Outcome, Seat, Struct, ValidatedStruct, Why
from chabudai.core.bounds import most
from chabudai.games.word_bank.components import Safe
from chabudai.words import LexiconName

Direction: TypeAlias = Literal["clockwise", "anticlockwise"]
Position: TypeAlias = Annotated[int, Meta(ge=0, le=6)]
"""A position in the circle, 0 to 6 clockwise (WB-4)."""
Positions: TypeAlias = Annotated[tuple[Position, ...], Meta(min_length=1, max_length=7)]
ContainsRule: TypeAlias = Literal["literal", "off"] | Annotated[int, Meta(ge=3, le=8)]
RootRule: TypeAlias = Literal["derivation", "inflection", "off"]
LONGEST = 40
"""More letters than any word has."""
Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST)]


class Options(ValidatedStruct):
    """The options of a table. The defaults are the rules of the box."""

    lexicon: LexiconName = "standard"
    first_player: Literal["random"] | Annotated[int, Meta(ge=0, le=4)] = "random"
    balanced_start: bool = False
    retry_words: bool = False
    contains_rule: ContainsRule = "literal"
    min_length: Annotated[int, Meta(ge=2, le=8)] = 2
    root_rule: RootRule = "derivation"
    stalemate_rounds: Annotated[int, Meta(ge=1, le=9)] = 2
    word_vote: bool = False
    turn_clock: Literal["off"] | Annotated[int, Meta(ge=10, le=3600)] = "off"


class Slot(Struct):
    """A position in the circle: its safe, and the owners of the stones on it, oldest first."""

    safe: Safe
    stones: Annotated[tuple[Seat, ...], most(5)] = ()

    @property
    def free(self) -> int:
        """The number of spaces without a stone."""
        return self.safe.spaces - len(self.stones)


EMPTY = Slot(Safe("", 0))
"""A position that could not be refilled from the pile (WB-A15): no letter, no space."""


class Say(Struct, tag="say"):
    """Announce a password and put one stone on each of `positions`, in the order visited."""

    word: Word
    direction: Direction
    positions: Positions


class Pass(Struct, tag="pass"):
    """Say nothing this turn (WB-A9)."""


class Vote(Struct, tag="vote"):
    """Accept or reject a word that is not in the dictionary (WB-A18)."""

    accept: bool


class Shuffle(Chance, tag="shuffle"):
    """Chance: the safes in order, the first seven for the circle, and who starts."""

    safes: tuple[Safe, ...]
    first: Seat


Action: TypeAlias = Say | Pass | Vote | Shuffle


class Dealing(Struct, tag="dealing"):
    """The safes are being shuffled."""


class Turn(Struct, tag="turn"):
    """`seat` is to say a password."""

    seat: Seat


class Judging(Struct, tag="judging"):
    """The others vote whether to accept `say` of `seat`; votes by seat, None: not voted yet."""

    seat: Seat
    say: Say
    votes: tuple[bool | None, ...]


class Over(Struct, tag="over"):
    """The game has ended: by the seat that put its last stone, or None by stalemate (WB-A9)."""

    by: Seat | None


Phase: TypeAlias = Dealing | Turn | Judging | Over


class State(Struct):
    """Everything true of a table. Tuples by seat, unless said otherwise."""

    options: Options
    phase: Phase
    stones: tuple[int, ...]  # in front
    boxed: tuple[int, ...]  # stones that went into the box with a locked safe
    won: tuple[tuple[Safe, ...], ...]
    ring: tuple[Slot, ...] = ()  # clockwise
    used: tuple[str, ...] = ()  # passwords, oldest first
    barren: int = 0  # turns in a row that placed no stone
    pile: tuple[Safe, ...] = ()  # face down, top card first


class Dealt(Struct, tag="dealt"):
    """The circle is laid; `first` starts."""

    ring: tuple[Safe, ...]
    first: Seat


class Said(Struct, tag="said"):
    """A password was announced and its stones placed."""

    seat: Seat
    word: str
    direction: Direction
    positions: tuple[int, ...]


class Rejected(Struct, tag="rejected"):
    """A wrong password: `text` with `facts` says why, by `rule`. The turn is lost (WB-24)."""

    seat: Seat
    word: str
    rule: str
    text: str
    facts: dict[str, Fact]


class Doubted(Struct, tag="doubted"):
    """A word that is not in the dictionary was put to the vote (WB-A18)."""

    seat: Seat
    word: str


class Voted(Struct, tag="voted"):
    """`seat` has voted; votes are shown once all are in."""

    seat: Seat


class Judged(Struct, tag="judged"):
    """The votes are shown, by seat; None for the one who said the word."""

    seat: Seat
    word: str
    accepted: bool
    votes: tuple[bool | None, ...]


class Passed(Struct, tag="passed"):
    """`seat` said nothing."""

    seat: Seat


class Closed(Struct, tag="closed"):
    """A full safe was locked: its stones, `stones` by owner, go to the box, the card to `seat`."""

    seat: Seat
    position: int
    safe: Safe
    stones: tuple[Seat, ...]


class Refilled(Struct, tag="refilled"):
    """A new safe lies at `position`; None: the pile was empty (WB-A15)."""

    position: int
    safe: Safe | None


class Ended(Struct, tag="ended"):
    """The game is over. `by` put the last stone; None: nobody could say a word any more."""

    by: Seat | None
    outcome: Outcome


Event: TypeAlias = (
    Dealt | Said | Rejected | Doubted | Voted | Judged | Passed | Closed | Refilled | Ended
)


class Inputs(Struct, tag="inputs"):
    """In which ways can I place this word?"""

    word: Word


Question: TypeAlias = Inputs


class Input(Struct):
    """One way to place a word: `positions` in the order visited, and the safes it would close."""

    direction: Direction
    positions: tuple[int, ...]
    closes: tuple[int, ...]


class Ways(Struct, tag="ways"):
    """All ways to place `word`, most stones first, and why it cannot be said.

    `against` is judged without the dictionary, unless the table lets players try again (WB-A7).
    """

    word: str
    inputs: tuple[Input, ...]
    against: Why | None


Answer: TypeAlias = Ways
