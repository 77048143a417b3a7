"""Games of a series as records, which are saved so that an interrupted series can be resumed."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from typing import Any, TypeAlias, TypeVar

import msgspec

from chabudai.core import CHANCE, AnyGame, Outcome, Seat, Struct

A = TypeVar("A")


class Plan(Struct):
    """A series of `games` games between `bots`, one for each seat. A bot is a level of the game,
    `random`, `greedy` or a custom function.

    Each deal is played once per seat. The bots are rotated by one seat each time, and chance moves
    come from the same random stream. If `games` is not a multiple of the number of seats, the last
    deal is not played from all seats. A custom bot has `limit` seconds for a move.
    """

    game: str
    bots: tuple[str, ...]
    games: int
    seed: int
    options: msgspec.Raw
    limit: float = 10.0


class Forfeit(Struct):
    """A forfeit by a custom bot in `seat` at move `move`, counted from 0, and the reason."""

    seat: Seat
    move: int
    why: str


class Played(Struct):
    """Game `index` of a series, counted from 0. `seating` has the number of the bot in each seat.
    `moves` lists all moves in order with their seats, including the moves of CHANCE. `cards` counts
    the cards that seats used. `guesses` holds the numbers of all guesses and of correct guesses. A
    forfeited game has no winner, and scores of 0.
    """

    index: int
    seating: tuple[int, ...]
    outcome: Outcome
    moves: tuple[tuple[Seat, Any], ...]
    cards: dict[str, int] = msgspec.field(default_factory=dict[str, int])
    forfeit: Forfeit | None = None
    guesses: tuple[int, int] = (0, 0)


class Record(Struct):
    """A record of a game. Tuples are indexed by seat, and `winners` lists seats.

    `moves` counts all moves, and `actions` each seat's actions by kind. `first` is the seat that
    moved first. `cards` counts the uses of each card. `digest` is a SHA-256 of the game and its
    moves. `team` is true if all seats win together. `guesses` holds the number of guesses and the
    number of correct guesses.
    """

    index: int
    seating: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    moves: int
    first: Seat | None
    actions: tuple[dict[str, int], ...]
    cards: dict[str, int]
    digest: str
    forfeit: Forfeit | None = None
    team: bool = False
    guesses: tuple[int, int] = (0, 0)

    @property
    def deal(self) -> int:
        """Number of the deal, counted from 0."""
        return self.index // len(self.seating)

    @property
    def turns(self) -> int:
        """Number of moves made by seats."""
        return sum(sum(kinds.values()) for kinds in self.actions)

    def share(self, seat: Seat) -> float:
        """Return a seat's share of the win: 1/n if n rivals share it, or 1 for each seat of a
        team.
        """
        return (seat in self.winners) / (1 if self.team else max(1, len(self.winners)))


def record(game: AnyGame, played: Played) -> Record:
    """Return the record of a game."""
    seats = range(len(played.seating))
    kinds = [Counter[str]() for _ in seats]
    for seat, action in played.moves:
        if seat != CHANCE:
            kinds[seat][kind_of(action)] += 1
    moved = (seat for seat, _ in played.moves if seat != CHANCE)
    return Record(
        played.index,
        played.seating,
        played.outcome.scores,
        played.outcome.winners,
        len(played.moves),
        next(moved, None),
        tuple(dict(sorted(each.items())) for each in kinds),
        dict(sorted(played.cards.items())),
        sha256(msgspec.json.encode(played)).hexdigest(),
        played.forfeit,
        game.together,
        played.guesses,
    )


def kind_of(action: object) -> str:
    """Return the kind of an action, such as "go-out"."""
    return kind_of_type(type(action))


def kind_of_type(shape: type) -> str:
    """Return the kind of action that a type represents."""
    config = getattr(shape, "__struct_config__", None)
    return str(getattr(config, "tag", None) or shape.__name__)


# --- Files


Games: TypeAlias = tuple[Record, ...]
"""The records of a game, one for each plan."""


class Head(Struct):
    """The first line of a file: the command's request, and the version of the rules."""

    command: str
    game: str
    rules: int
    asked: msgspec.Raw


class Line(Struct):
    """A further line: a game, and the number of its part, counted from 0."""

    part: int
    games: Games


class NotKept(ValueError):
    """Raised for a file that does not contain records. The message is a sentence."""


def read_head(data: bytes) -> Head:
    """Return the first line of a command's file. Raises NotKept."""
    try:
        return msgspec.json.decode(data.partition(b"\n")[0], type=Head)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise NotKept(f"This is not a file of a series: {error}.") from None


def asked_in(head: Head, command: str, shape: type[A]) -> A:
    """Return the request in a file's first line. Raises NotKept if the file belongs to another
    command.
    """
    if head.command != command:
        raise NotKept(f"This file belongs to chabudai {head.command}, which can resume it.")
    try:
        return msgspec.json.decode(head.asked, type=shape)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise NotKept(f"This is not a file of a series: {error}.") from None


def read_lines(data: bytes) -> Iterator[Line]:
    """Yield the games of a file, up to the first invalid line. An incomplete last line is left out,
    and its game is played again.
    """
    _, *lines = data.split(b"\n")
    with suppress(msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        for line in lines[:-1]:
            yield msgspec.json.decode(line, type=Line)
