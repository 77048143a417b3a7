"""Word Bank: the state, the actions, the events, and the questions with their answers."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from chabudai.core import Chance, Fact, Outcome, Seat, Struct, TableState, ValidatedStruct, Why
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
"""Maximum length of a word, longer than any real one."""
Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST)]


class Options(ValidatedStruct):
    """The options of a table. The defaults are the printed rules.

    `first_player` is a seat of the table (WB-A14). All other combinations are allowed. If
    `word_vote` is on, `retry_words` does not apply to words that are not in the dictionary
    (WB-A18).
    """

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
        """The number of free spaces."""
        return self.safe.spaces - len(self.stones)


EMPTY = Slot(Safe("", 0))
"""A position that could not be refilled from the pile (WB-A15), without letter or spaces."""


class Say(Struct, tag="say"):
    """Say a password and put one stone on each of `positions`, in visiting order."""

    word: Word
    direction: Direction
    positions: Positions


class Pass(Struct, tag="pass"):
    """Say no password this turn (WB-A9)."""


class Vote(Struct, tag="vote"):
    """Accept or reject a word that is not in the dictionary (WB-A18)."""

    accept: bool


class Shuffle(Chance, tag="shuffle"):
    """Chance: shuffle the safes, the first seven of which form the circle, and draw the first
    player.
    """

    safes: tuple[Safe, ...]
    first: Seat


Action: TypeAlias = Say | Pass | Vote | Shuffle


class Dealing(Struct, tag="dealing"):
    """The safes are being shuffled."""


class Turn(Struct, tag="turn"):
    """`seat` must say a password."""

    seat: Seat


class Judging(Struct, tag="judging"):
    """The other seats are voting on the password of `seat`. `votes` is indexed by seat, with None
    for missing votes.
    """

    seat: Seat
    say: Say
    votes: tuple[bool | None, ...]


class Over(Struct, tag="over"):
    """The game has ended. `by` placed its last stone, or is None after a stalemate (WB-A9)."""

    by: Seat | None


Phase: TypeAlias = Dealing | Turn | Judging | Over


class State(TableState):
    """The complete state of a table. Tuples are indexed by seat unless noted otherwise."""

    options: Options
    phase: Phase
    stones: tuple[int, ...]  # in front
    boxed: tuple[int, ...]  # stones in the box because their safe was locked
    won: tuple[tuple[Safe, ...], ...]
    ring: tuple[Slot, ...] = ()  # clockwise
    used: tuple[str, ...] = ()  # passwords, oldest first
    barren: int = 0  # turns in a row that placed no stone
    pile: tuple[Safe, ...] = ()  # face down, top card first


class Dealt(Struct, tag="dealt"):
    """The circle has been dealt. `first` starts."""

    ring: tuple[Safe, ...]
    first: Seat


class Said(Struct, tag="said"):
    """A password was said and its stones were placed."""

    seat: Seat
    word: str
    direction: Direction
    positions: tuple[int, ...]


class Rejected(Struct, tag="rejected"):
    """A password refused by `rule`, which costs the turn (WB-24). `text` with `facts` says why."""

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
    """`seat` has voted. Votes are revealed once all seats have voted."""

    seat: Seat


class Judged(Struct, tag="judged"):
    """The votes are revealed. `votes` is indexed by seat, with None for the seat that said the
    word.
    """

    seat: Seat
    word: str
    accepted: bool
    votes: tuple[bool | None, ...]


class Passed(Struct, tag="passed"):
    """`seat` passed."""

    seat: Seat


class Closed(Struct, tag="closed"):
    """A full safe was locked. Its stones, whose owners are in `stones`, go to the box.
    Its card goes to `seat`.
    """

    seat: Seat
    position: int
    safe: Safe
    stones: tuple[Seat, ...]


class Refilled(Struct, tag="refilled"):
    """`safe` was put at `position`. It is None if the pile was empty (WB-A15)."""

    position: int
    safe: Safe | None


class Ended(Struct, tag="ended"):
    """The game is over. `by` placed its last stone, or is None after a stalemate."""

    by: Seat | None
    outcome: Outcome


Event: TypeAlias = (
    Dealt | Said | Rejected | Doubted | Voted | Judged | Passed | Closed | Refilled | Ended
)


class Inputs(Struct, tag="inputs"):
    """Question: how can this word be placed?"""

    word: Word


Question: TypeAlias = Inputs


class Input(Struct):
    """One way to place a word: `positions` in visiting order, and the safes that it would close."""

    direction: Direction
    positions: tuple[int, ...]
    closes: tuple[int, ...]


class Ways(Struct, tag="ways"):
    """All ways to place `word`, most stones first, and the reason why it cannot be said.

    `against` does not depend on the dictionary, unless the table lets players try again (WB-A7).
    """

    word: str
    inputs: tuple[Input, ...]
    against: Why | None


Answer: TypeAlias = Ways
