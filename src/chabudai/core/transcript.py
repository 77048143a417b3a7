"""A finished or paused game on disk, as JSON Lines: a header, then one line per move."""

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeVar

import msgspec

from chabudai import __version__
from chabudai.core.game import AnyGame, Illegal, News, Step, play
from chabudai.core.struct import Struct
from chabudai.core.telling import Seat

T = TypeVar("T")

FORMAT = 1
"""The format that is written. A transcript without a `format` also has this format."""


class Seating(Struct):
    """The players in a game of one person against bots: the person's seat, and all names and bot
    levels by seat, where the person's level is "". Bots and chance use `seed`.
    """

    person: Seat
    names: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int


class Header(Struct):
    """The header of a recorded game. `note` is a comment. A game with a `seating` can be resumed in
    a terminal. `names` lists the players' names by seat if the game was played on a server. `daily`
    is the day of a daily deal, as YYYY-MM-DD. `format` is the format of the transcript, and
    `version` the version of chabudai that recorded it. Early transcripts and golden games lack the
    version.
    """

    game: str
    rules: int
    seats: int
    options: msgspec.Raw
    note: str = ""
    format: int = FORMAT
    version: str | msgspec.UnsetType = msgspec.UNSET
    seating: Seating | msgspec.UnsetType = msgspec.UNSET
    names: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    daily: str | msgspec.UnsetType = msgspec.UNSET


class Entry(Struct):
    """One move. Chance moves are also recorded, so a transcript can be replayed without a seed."""

    seat: Seat
    action: msgspec.Raw


class Transcript(Struct):
    """A header and the moves in order."""

    header: Header
    entries: tuple[Entry, ...] = ()


UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""Errors raised when decoding bytes that are not JSON, not text, nested too deeply, or of the wrong
type.
"""


class Corrupt(ValueError):
    """A transcript that cannot be replayed.

    `at` is the index of the invalid move, or −1 for the header. `rule` is the rule that it breaks,
    or "" if the error is not about a rule. `why` explains the error in a sentence.
    """

    def __init__(self, at: int, rule: str, why: str) -> None:
        super().__init__(why)
        self.at = at
        self.rule = rule
        self.why = why


def begin(game: AnyGame, seats: int, options: Struct, note: str = "") -> Transcript:
    """Return a transcript without moves."""
    raw = msgspec.Raw(msgspec.json.encode(options))
    return Transcript(Header(game.name, game.rules, seats, raw, note, version=__version__))


def record(transcript: Transcript, seat: Seat, action: object) -> Transcript:
    """Return the transcript with one more move."""
    entry = Entry(seat, msgspec.Raw(msgspec.json.encode(action)))
    return Transcript(transcript.header, (*transcript.entries, entry))


def replay(game: AnyGame, transcript: Transcript) -> Iterator[Any]:
    """Yield every state of a game, including the first. Raises Corrupt at the first bad move."""
    for step in replay_steps(game, transcript):
        yield step.state


def replay_steps(game: AnyGame, transcript: Transcript) -> Iterator[Step[Any, Any]]:
    """Yield every state of a game with the news of the move that led to it. The first state has no
    news. Raises Corrupt at the first bad move.
    """
    state = first_state(game, transcript.header)
    yield Step(state)
    for at, entry in enumerate(transcript.entries):
        try:
            action = msgspec.json.decode(entry.action, type=game.actions)
            step = play(game, state, entry.seat, action)
        except Illegal as refusal:
            raise Corrupt(at, refusal.rule, str(refusal)) from None
        except UNREADABLE as error:
            raise Corrupt(at, "", f"Move {at} cannot be read: {error}.") from None
        state = step.state
        yield step


class Recorded(NamedTuple):
    """A replayed legal transcript: all states including the first, and the news of the moves that
    led to them. The first state has no news.
    """

    game: AnyGame
    transcript: Transcript
    states: tuple[Any, ...]
    news: tuple[tuple[News[Any], ...], ...]


def replayed(game: AnyGame, transcript: Transcript) -> Recorded:
    """Replay a whole game. Raises Corrupt at the first bad move."""
    steps = tuple(replay_steps(game, transcript))
    states, news = tuple(step.state for step in steps), tuple(step.news for step in steps)
    return Recorded(game, transcript, states, news)


def first_state(game: AnyGame, header: Header) -> Any:
    """Return the state before the first move. Raises Corrupt if the header does not fit the
    game.
    """
    if header.format != FORMAT:
        written = f"This game is recorded in format {header.format}"
        raise Corrupt(-1, "", f"{written}, and this is chabudai {__version__}, for {FORMAT}.")
    if (header.game, header.rules) != (game.name, game.rules):
        wrong = f"{header.game} with rules {header.rules}"
        raise Corrupt(-1, "", f"This is a game of {wrong}, not {game.name} with {game.rules}.")
    if header.seats not in game.seats:
        raise Corrupt(-1, "", f"{game.title} is not played by {header.seats}.")
    try:
        return game.setup(msgspec.json.decode(header.options, type=game.options), header.seats)
    except Illegal as refusal:
        raise Corrupt(-1, refusal.rule, str(refusal)) from None
    except UNREADABLE as error:
        raise Corrupt(-1, "", f"The options cannot be read: {error}.") from None


def dumps(transcript: Transcript) -> bytes:
    """Encode a transcript as JSON Lines, ending with a line break."""
    return b"\n".join(map(msgspec.json.encode, (transcript.header, *transcript.entries))) + b"\n"


def loads(text: bytes) -> Transcript:
    """Decode the output of `dumps`. Raises Corrupt."""
    header, *lines = text.splitlines() or [b""]
    return Transcript(
        decode(header, Header, -1),
        tuple(decode(line, Entry, at) for at, line in enumerate(lines)),
    )


def decode(line: bytes, shape: type[T], at: int) -> T:
    """Decode one line of a transcript. Raises Corrupt."""
    try:
        return msgspec.json.decode(line, type=shape)
    except UNREADABLE as error:
        why = f"Line {at + 2} cannot be read as the next move of a recorded game: {error}."
        if at < 0:
            why = f"This is not a recorded game: line 1 cannot be read: {error}."
        raise Corrupt(at, "", why) from None
