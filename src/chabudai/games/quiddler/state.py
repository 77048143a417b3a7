"""Quiddler: the state, the actions and the events."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from chabudai.core import Anytime, Chance, Outcome, Seat, Struct, TableState, ValidatedStruct
from chabudai.core.bounds import between, most
from chabudai.games.quiddler.components.cards import COLUMNS, DEPTH, Face, Uncovered
from chabudai.words import LexiconName

Card: TypeAlias = Annotated[Face, Meta(min_length=1, max_length=2)]
"""A card as a player names it."""
Word: TypeAlias = Annotated[tuple[Card, ...], Meta(max_length=11)]
"""Cards of a word in reading order."""
Words: TypeAlias = Annotated[tuple[Word, ...], Meta(max_length=11)]
Source: TypeAlias = Literal["pile", "discards"]
Hand: TypeAlias = Annotated[tuple[Face, ...], most(11)]
"""Cards in alphabetical order, so that their positions reveal nothing."""
Column: TypeAlias = Annotated[tuple[Face, ...], most(DEPTH)]
Spelling: TypeAlias = Annotated[tuple[Face, ...], most(11)]
"""Cards of a word on the table."""
Points: TypeAlias = Annotated[int, between(-99_999, 99_999)]
Seats: TypeAlias = Annotated[tuple[Seat, ...], most(8)]
Seconds: TypeAlias = Annotated[int, Meta(ge=10, le=3600)]


class Options(ValidatedStruct, cache_hash=True):
    """The options of a table. The defaults are the printed rules. `first_dealer` is a seat of the
    table (QD-A1). A table for one needs `solo` set to "columns" (QD-A18), and a table for two
    cannot have "both" bonuses (QD-33). For other numbers of seats these two options have no effect.
    All other combinations are allowed.
    """

    lexicon: LexiconName = "standard"
    first_dealer: Literal["random"] | Annotated[int, Meta(ge=0, le=7)] = "random"
    score_floor: Literal["round+total", "round", "total", "none"] = "round+total"
    struck_word: Literal["minus", "zero"] = "minus"
    validation: Literal["challenge", "when-laid", "at-once"] = "challenge"
    lookup: Literal["off-turn", "off-turn-not-table", "none"] = "off-turn-not-table"
    two_player_bonus: Literal["longest", "most", "both"] = "longest"
    no_first_turn_out: bool = False
    turn_cap: Literal["off"] | Annotated[int, Meta(ge=1, le=20)] = "off"
    solo: Literal["bots", "columns"] = "bots"
    turn_clock: Literal["off"] | Seconds = "off"
    challenge_clock: Literal["off"] | Seconds = "off"


class Draw(Struct, tag="draw"):
    """Draw the top card of the draw pile or of the discard pile (QD-9)."""

    source: Source


class Discard(Struct, tag="discard"):
    """End the turn by discarding a card face up (QD-13)."""

    card: Card


class GoOut(Struct, tag="go-out"):
    """Lay all cards except one in words, and discard that one (QD-12)."""

    words: Words
    discard: Card


class Last(Struct, tag="last"):
    """In the last lap, lay any words, or none, and discard a card (QD-15)."""

    words: Words
    discard: Card


class Challenge(Anytime, tag="challenge"):
    """Challenge another player's word. `word` is its index in the round (QD-24)."""

    round: Annotated[int, Meta(ge=1, le=8)]
    word: Annotated[int, Meta(ge=0, le=99)]


class Ready(Struct, tag="ready"):
    """Confirm being ready. A ready seat makes no further challenges in this round (QD-A7)."""


class Spell(Struct, tag="spell"):
    """Solo game: lay a word from the open cards of these columns, numbered from 0 (QD-A18)."""

    columns: Annotated[tuple[Annotated[int, Meta(ge=0, le=7)], ...], Meta(max_length=8)]


class Stop(Struct, tag="stop"):
    """Solo game: end the game (QD-A18)."""


class Shuffle(Chance, tag="shuffle"):
    """Chance: shuffle all cards, and draw the dealer. `deck` is in dealing order."""

    deck: tuple[Face, ...]
    dealer: Seat


class Refill(Chance, tag="refill"):
    """Chance: shuffle the discards except the top one into a new draw pile, top first (QD-A6)."""

    pile: tuple[Face, ...]


Action: TypeAlias = (
    Draw | Discard | GoOut | Last | Challenge | Ready | Spell | Stop | Shuffle | Refill
)


class Dealing(Struct, tag="dealing"):
    """The cards are being shuffled and dealt."""


class Refilling(Struct, tag="refilling"):
    """The discards are being shuffled. Then `seat` draws."""

    seat: Seat


class Drawing(Struct, tag="drawing"):
    """`seat` must draw."""

    seat: Seat


class Acting(Struct, tag="acting"):
    """`seat` has drawn `card` from `source` and must discard, with or without laying words."""

    seat: Seat
    card: Face
    source: Source


class Settling(Struct, tag="settling"):
    """The round is over. `ready` is True for each seat that has no further challenges."""

    ready: Annotated[tuple[bool, ...], most(8)]


class Solo(Struct, tag="solo"):
    """Solo game: the columns, each with its open card last."""

    columns: tuple[tuple[Face, ...], ...]


class Over(Struct, tag="over"):
    """The game has ended. In the solo game, `columns` holds the cards left."""

    columns: Annotated[tuple[Column, ...], most(COLUMNS)] = ()


Phase: TypeAlias = Dealing | Refilling | Drawing | Acting | Settling | Solo | Over


class LastLap(Struct):
    """One more turn for each player. `out` went out, or is None if `turn_cap` was reached. `left`
    lists the seats whose last turn is not over, beginning with the seat whose turn it is.
    """

    out: Seat | None
    left: Seats


class Verdict(Struct):
    """A challenge's result: who made it, whether the word is allowed, and who lost how much."""

    by: Seat
    allowed: bool
    loser: Seat
    loss: Points


class Laid(Struct, cache_hash=True):
    """A word on the table with its owner. `verdict` is None until it has been challenged."""

    seat: Seat
    cards: Spelling
    points: Points
    verdict: Verdict | None = None

    @property
    def word(self) -> str:
        """The word as letters."""
        return "".join(self.cards)

    @property
    def struck(self) -> bool:
        """Whether a challenge has struck the word."""
        return self.verdict is not None and not self.verdict.allowed


class Line(Struct, cache_hash=True):
    """A seat's round on the score sheet. `words` holds the points of words that stood, and `left`
    the points of cards kept. `most` and `longest` are bonuses, `lost` the cost of challenges,
    `points` the round's score, and `total` the game's.
    """

    words: Points
    left: Points
    most: Points
    longest: Points
    lost: Points
    points: Points
    total: Points


Row: TypeAlias = Annotated[tuple[Line, ...], most(8)]
"""A round on the score sheet, with a line for each seat."""
Table: TypeAlias = Annotated[tuple[Laid, ...], most(80)]
"""Words laid in a round, oldest first."""


class Top(Struct):
    """QD-30 to QD-32: the seats with the highest count for a bonus, and that count."""

    count: Annotated[int, between(0, 99)]
    seats: Seats


class Tally(Struct):
    """A round on the score sheet: a line for each seat, and the leaders for each bonus. `most`
    counts words, and `longest` letters. Each is None if that bonus is not in the game (QD-33).
    """

    lines: Row
    most: Top | None
    longest: Top | None


class Finished(Struct, cache_hash=True):
    """The table when a round was scored: the words laid, and each seat's remaining cards."""

    laid: Table
    hands: Annotated[tuple[Hand, ...], most(8)]


class Held(Struct):
    """`seat` openly took `card` in this round, and has not openly given up an equal card since."""

    seat: Seat
    card: Face


class State(TableState):
    """The complete state of a table. Tuples are indexed by seat unless noted otherwise."""

    options: Options
    phase: Phase
    hands: tuple[Hand, ...]
    round: int = 1
    dealer: Seat | None = None  # None until drawn
    turns: int = 0  # completed turns in this round
    last: LastLap | None = None
    pile: tuple[Face, ...] = ()  # face down, top card first
    discards: tuple[Face, ...] = ()  # face up, top card last
    laid: tuple[Laid, ...] = ()  # in this round, oldest first
    sheet: tuple[tuple[Line, ...], ...] = ()  # a row for each scored round
    previous: Finished | None = None  # the previous round, once one is scored
    held: tuple[Held, ...] = ()  # cards known to be in hands, oldest first
    upheld: tuple[str, ...] = ()  # words of this game that were challenged and allowed


class Dealt(Struct, tag="dealt"):
    """A round begins: `dealer` has dealt, `first` starts, and `discard` was turned up."""

    round: int
    dealer: Seat
    first: Seat
    discard: Face


class Received(Struct, tag="received"):
    """`seat` was dealt these cards. Only that seat receives this event."""

    seat: Seat
    cards: Hand


class Refilled(Struct, tag="refilled"):
    """The discards were shuffled into a new draw pile of `count` cards."""

    count: int


class Drew(Struct, tag="drew"):
    """`seat` drew from the pile. `card` is None for other seats."""

    seat: Seat
    card: Face | None


class Took(Struct, tag="took"):
    """`seat` took the top card of the discard pile."""

    seat: Seat
    card: Face


class WentOut(Struct, tag="went-out"):
    """`seat` laid all cards except one. The others have one more turn."""

    seat: Seat
    words: tuple[tuple[Face, ...], ...]


class Added(Struct, tag="added"):
    """`seat` laid words in its last turn."""

    seat: Seat
    words: tuple[tuple[Face, ...], ...]


class Discarded(Struct, tag="discarded"):
    """`seat` discarded this card at the end of its turn."""

    seat: Seat
    card: Face


class Capped(Struct, tag="capped"):
    """No player went out within the agreed turns. All players have one more turn (QD-A21)."""


class Shown(Struct, tag="shown"):
    """The last lap is over. `hands` holds each seat's remaining cards."""

    hands: tuple[Hand, ...]


class Challenged(Struct, tag="challenged"):
    """`seat` challenged a word of `owner`, and `loser` loses `loss` points."""

    seat: Seat
    owner: Seat
    cards: tuple[Face, ...]
    allowed: bool
    loser: Seat
    loss: int


class Readied(Struct, tag="readied"):
    """`seat` is ready and makes no further challenges in this round."""

    seat: Seat


class Scored(Struct, tag="scored"):
    """A round was scored. `most` and `longest` are the seats that won the bonuses, or None. `words`
    and `letters` hold the leaders and their counts, or None if the bonus is not in the game.
    """

    round: int
    lines: tuple[Line, ...]
    most: Seat | None
    longest: Seat | None
    words: Top | None = None
    letters: Top | None = None


class Spread(Struct, tag="spread"):
    """Solo game: the columns were set up with these open cards."""

    open: tuple[Face, ...]


class Spelled(Struct, tag="spelled"):
    """Solo game: a word was laid. `opened` lists the open cards, "" for empty columns."""

    cards: tuple[Face, ...]
    opened: tuple[Uncovered, ...]


class Ended(Struct, tag="ended"):
    """The game is over."""

    outcome: Outcome


Event: TypeAlias = (
    Dealt
    | Received
    | Refilled
    | Drew
    | Took
    | WentOut
    | Added
    | Discarded
    | Capped
    | Shown
    | Challenged
    | Readied
    | Scored
    | Spread
    | Spelled
    | Ended
)
