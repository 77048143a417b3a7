"""Games of a series as records: what is kept of them, and how an interrupted series goes on."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from typing import Any, TypeAlias, TypeVar

import msgspec

from chabudai.core import CHANCE, Outcome, Seat, Struct

A = TypeVar("A")


class Plan(Struct):
    """A series: `games` games between `bots`, one for each seat: levels of the game, `random`,
    `greedy` or functions of one's own.

    A deal is played as often as there are seats, the bots moving on by one seat each time; chance
    moves come from the same random stream each time. When `games` is no multiple of the seats, the
    last deal is not played from all of them. A bot of one's own has `limit` seconds for a move.
    """

    game: str
    bots: tuple[str, ...]
    games: int
    seed: int
    options: msgspec.Raw
    limit: float = 10.0


class Forfeit(Struct):
    """A game was forfeited by a bot of one's own in `seat` at move `move`, from 0, and why."""

    seat: Seat
    move: int
    why: str


class Played(Struct):
    """Game `index` of a series, from 0. `seating` says which bot, by its number, sat in each seat;
    `moves` are all moves in order with their seats, those of CHANCE included; `cards` counts the
    cards that seats used. A forfeited game has no winner, and scores of 0.
    """

    index: int
    seating: tuple[int, ...]
    outcome: Outcome
    moves: tuple[tuple[Seat, Any], ...]
    cards: dict[str, int] = msgspec.field(default_factory=dict[str, int])
    forfeit: Forfeit | None = None


class Record(Struct):
    """What is kept of a game. Tuples by seat; `winners` are seats.

    `moves` counts all moves, `actions` those of each seat by their kind; `first` is the seat that
    moved first, `cards` how often cards were used, `digest` a SHA-256 of the game and its moves.
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

    @property
    def deal(self) -> int:
        """The number of the deal, from 0."""
        return self.index // len(self.seating)

    @property
    def turns(self) -> int:
        """Moves of seats."""
        return sum(sum(kinds.values()) for kinds in self.actions)

    def share(self, seat: Seat) -> float:
        """What a seat has of the win: 1/n of one shared by n."""
        return (seat in self.winners) / max(1, len(self.winners))


def record(played: Played) -> Record:
    """What is kept of a game."""
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
    )


def kind_of(action: object) -> str:
    """The kind of an action, such as "go-out"."""
    return kind_of_type(type(action))


def kind_of_type(shape: type) -> str:
    """The kind of the actions of a type."""
    config = getattr(shape, "__struct_config__", None)
    return str(getattr(config, "tag", None) or shape.__name__)


# --- Files


Games: TypeAlias = tuple[Record, ...]
"""A game by every one of the plans that are compared; one, where none are."""


class Head(Struct):
    """The first line of a file: what a command was asked to play, and by which rules."""

    command: str
    game: str
    rules: int
    asked: msgspec.Raw


class Line(Struct):
    """A further line: a game of a part of what was asked, by the number of the part, from 0."""

    part: int
    games: Games


class NotKept(ValueError):
    """A file is not one of records; the message is a sentence."""


def read_head(data: bytes) -> Head:
    """What the file of a command holds. Raises NotKept."""
    try:
        return msgspec.json.decode(data.partition(b"\n")[0], type=Head)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise NotKept(f"This is no file of a series: {error}.") from None


def asked_in(head: Head, command: str, shape: type[A]) -> A:
    """What this command was asked to play. Raises NotKept."""
    if head.command != command:
        raise NotKept(f"This is a file of chabudai {head.command}, which goes on with it.")
    try:
        return msgspec.json.decode(head.asked, type=shape)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise NotKept(f"This is no file of a series: {error}.") from None


def read_lines(data: bytes) -> Iterator[Line]:
    """The games of a file, up to the first that cannot be read: a last line that was not written
    to its end is left out, and played again.
    """
    _, *lines = data.split(b"\n")
    with suppress(msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        for line in lines[:-1]:
            yield msgspec.json.decode(line, type=Line)
