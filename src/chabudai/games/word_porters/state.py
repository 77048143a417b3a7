"""Word Porters: the state, the actions and the events.

Words, hint cards and identities are numbers. The display chooses the language.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from chabudai.core import CHANCE, Chance, Lapse, Outcome, Seat, Struct, TableState, ValidatedStruct
from chabudai.core.bounds import between, most
from chabudai.games.word_porters.components import POSITIONS, HintFace, WordFace

Number: TypeAlias = Annotated[int, between(0, POSITIONS)]
"""Number of a word on the table, an identity card or a voting tile, 1 … 10."""
Tokens: TypeAlias = Annotated[tuple[Annotated[int, between(1, 3)], ...], most(3)]
"""Porters by their numbers, the smallest first. If two are stacked, the upper one is first."""
Votes: TypeAlias = Annotated[tuple[Number, ...], most(6)]
"""A voter's guesses at the identities, indexed by seat, with 0 for the voter's own. Blank votes are
all 0.
"""
Numbers: TypeAlias = Annotated[tuple[Number, ...], most(6)]
"""Identities, indexed by seat."""
Scores: TypeAlias = Annotated[tuple[int, ...], most(6)]
Words: TypeAlias = Annotated[tuple[WordFace, ...], most(POSITIONS)]
Hints: TypeAlias = Annotated[tuple[HintFace, ...], most(12)]
OwnText: TypeAlias = Annotated[str, Meta(max_length=200)]


class Options(ValidatedStruct):
    """The options of a table. The defaults are the printed rules.

    `own_words` and `own_hints`, if not empty, replace the words and hints of the box: one word or
    two hint words per card. If `own_share` is a number, that many of a game's words are the
    table's, and the others are the box's (WP-A19). In that case, the table has `own_share` to 50
    words of its own. Otherwise, it has 40 to 300. The minimum length of `own_hints` depends on
    the number of seats (WP-13); the maximum is 106. `first_player` is a seat of the table (WP-A12).
    `kids_pass_final` has an effect only with `children`, and `own_share` only with `own_words`. All
    other combinations are allowed.
    """

    children: bool = False
    first_player: Literal["random"] | Annotated[int, Meta(ge=0, le=5)] = "random"
    shared_hint_words: bool = False
    kids_pass_final: bool = False
    turn_clock: Literal["off"] | Annotated[int, Meta(ge=10, le=3600)] = "off"
    own_words: Annotated[tuple[OwnText, ...], Meta(max_length=1000)] = ()
    own_hints: Annotated[tuple[tuple[OwnText, OwnText], ...], Meta(max_length=1000)] = ()
    own_share: Literal["all"] | Annotated[int, Meta(ge=1, le=39)] = "all"


class Place(Struct, tag="place"):
    """Put a porter on a hint word: word 0 or 1 of hint card `card`, from 0 (WP-18).

    The rules decide which porters it takes (WP-21, WP-22).
    """

    card: Annotated[int, Meta(ge=0, le=11)]
    word: Annotated[int, Meta(ge=0, le=1)]


class Pass(Struct, tag="pass"):
    """Place no porter this turn. Children may do so (WP-47)."""


class Vote(Struct, tag="vote"):
    """Confirm all votes: a number for each seat, 0 for the voter's own (WP-32, WP-35).

    Moving tiles before that is not an action, so other players are not notified.
    """

    votes: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=10)], ...], Meta(min_length=3, max_length=6)
    ]


class Fill(Lapse, tag="fill"):
    """Fill in blank votes for a player who has not voted in time (WP-A17)."""


class Ready(Struct, tag="ready"):
    """Confirm readiness for the next round."""


class Shuffle(Chance, tag="shuffle"):
    """Chance: shuffle the word deck and the hint deck, top card first, and choose the start player
    (WP-8, WP-10).
    """

    words: tuple[WordFace, ...]
    hints: tuple[HintFace, ...]
    first: Seat


class Reshuffle(Chance, tag="reshuffle"):
    """Chance: shuffle the hint discards into a new deck, top card first (WP-14)."""

    hints: tuple[HintFace, ...]


class Deal(Chance, tag="deal"):
    """Chance: deal an identity card to each seat (WP-15)."""

    identities: tuple[Number, ...]


Action: TypeAlias = Place | Pass | Vote | Fill | Ready | Shuffle | Reshuffle | Deal


class Shuffling(Struct, tag="shuffling"):
    """The decks are being shuffled."""


class Reshuffling(Struct, tag="reshuffling"):
    """The hint deck ran out during drawing. The discards are being shuffled."""


class Dealing(Struct, tag="dealing"):
    """The identity cards are being dealt."""


class Hinting(Struct, tag="hinting"):
    """`seat` must place a porter.

    `passed` lists, in order, the seats that still hold porters but passed, by choice or not. They
    have no further turns in this round, unless a player places a porter and WP-48 gives children
    another turn.
    """

    seat: Seat
    passed: Annotated[tuple[Seat, ...], most(6)] = ()


class Voting(Struct, tag="voting"):
    """All players are voting. `votes` has each seat's confirmed votes, or () until it confirms."""

    votes: tuple[Votes, ...]


class Resting(Struct, tag="resting"):
    """A round has been scored. The next begins when all seats are ready."""

    ready: Annotated[tuple[bool, ...], most(6)]


class Over(Struct, tag="over"):
    """The game has ended."""


Phase: TypeAlias = Shuffling | Reshuffling | Dealing | Hinting | Voting | Resting | Over


class Placed(Struct, tag="placed"):
    """`seat` put porters on word `word` of hint card `card`: one porter, or one on top of its
    porter 3.
    """

    seat: Seat
    card: Annotated[int, between(0, 11)]
    word: Annotated[int, between(0, 1)]
    tokens: Tokens


Placements: TypeAlias = Annotated[tuple[Placed, ...], most(18)]
"""Placements of a round, oldest first."""


class Finished(Struct):
    """A round that has been scored. Identities, votes and points are indexed by seat."""

    first: Seat
    words: Words
    hints: Hints
    placed: Placements
    identities: Numbers
    votes: Annotated[tuple[Votes, ...], most(6)]
    points: Scores


class State(TableState):
    """The complete state of a table. Tuples are indexed by seat unless noted otherwise."""

    options: Options
    phase: Phase
    scores: tuple[int, ...]
    round: int = 0  # 1 … 4 once the first has been set up
    first: Seat = CHANCE  # start player, once drawn
    words: tuple[WordFace, ...] = ()  # on the table, number 1 first
    hints: tuple[HintFace, ...] = ()  # on the table
    identities: tuple[Number, ...] = ()
    tokens: tuple[Tokens, ...] = ()  # not placed yet
    placed: tuple[Placed, ...] = ()  # in this round, oldest first
    rounds: tuple[Finished, ...] = ()  # oldest first
    word_deck: tuple[WordFace, ...] = ()  # face down, top card first
    hint_deck: tuple[HintFace, ...] = ()  # face down, top card first
    hint_discards: tuple[HintFace, ...] = ()  # oldest first


class Dealt(Struct, tag="dealt"):
    """A round begins with these words and hint cards on the table. `first` starts."""

    round: int
    words: tuple[WordFace, ...]
    hints: tuple[HintFace, ...]
    first: Seat


class Received(Struct, tag="received"):
    """`seat` was dealt this identity. Only `seat` is notified."""

    seat: Seat
    number: Number


class Reshuffled(Struct, tag="reshuffled"):
    """`count` hint cards were shuffled into a new deck."""

    count: int


class Passed(Struct, tag="passed"):
    """`seat` placed no porter. If `forced`, it could not place one (WP-25)."""

    seat: Seat
    forced: bool


class Voted(Struct, tag="voted"):
    """`seat` has confirmed its votes. They are revealed once all seats have confirmed."""

    seat: Seat


class Filled(Struct, tag="filled"):
    """Blank votes were filled in for `seat`. They score no points (WP-A17)."""

    seat: Seat


class Revealed(Struct, tag="revealed"):
    """WP-37: the identity of `seat`, and the number that each seat voted for it.

    A number is 0 for `seat` itself and for seats whose votes were filled in (WP-A17).
    """

    seat: Seat
    number: Number
    votes: tuple[Number, ...]


class Scored(Struct, tag="scored"):
    """The points of a round and of the game so far, by seat."""

    round: int
    points: tuple[int, ...]
    scores: tuple[int, ...]


class Readied(Struct, tag="readied"):
    """`seat` is ready for the next round."""

    seat: Seat


class Ended(Struct, tag="ended"):
    """The game is over."""

    outcome: Outcome


Event: TypeAlias = (
    Dealt
    | Received
    | Reshuffled
    | Placed
    | Passed
    | Voted
    | Filled
    | Revealed
    | Scored
    | Readied
    | Ended
)
