"""A decision in a finished game that a player makes again. A job judges the new action, or finds
the best one.
"""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from chabudai.core.game import AnyGame, Job, play
from chabudai.core.struct import Struct
from chabudai.core.telling import Telling
from chabudai.core.transcript import Recorded, Transcript, replayed

A = TypeVar("A")


class NoMoment(LookupError):
    """Raised for a move that cannot be made again."""


class RetryRequest(Struct):
    """A request to judge `action` as a replacement for move `at` of a recorded game. Moves are
    counted from 0, including CHANCE's moves. If `action` is null, the job finds the best move.
    """

    transcript: Transcript
    at: int
    action: msgspec.Raw = msgspec.Raw(b"null")


class Retried(Struct):
    """An action that was judged, or the best one. `best` is true if no move is better, except moves
    that the player might not know. `said` compares it, in sentences for the player, with the move
    that was made and with the best one. It is empty if move `at` cannot be made again. `then` lists
    the seat's next moves after the best one, which are shown with it.
    """

    action: msgspec.Raw
    best: bool
    said: tuple[Telling, ...]
    then: tuple[msgspec.Raw, ...] = ()


class Retry(NamedTuple, Generic[A]):
    """A game's judgement of an action. It has the fields of `Retried`."""

    action: A
    best: bool
    said: tuple[Telling, ...]
    then: tuple[A, ...] = ()


Judge: TypeAlias = Callable[[Recorded, int, A | None], Retry[A]]
"""A game's function that judges a legal action instead of move `at`, or finds the best move. Raises
NoMoment.
"""


class Asked(NamedTuple):
    """A request whose game has been replayed and whose action has been decoded."""

    played: Recorded
    at: int
    action: Any | None


def asked(game: AnyGame, request: RetryRequest) -> Asked:
    """Replay a whole game. Raises Corrupt for a bad move, and Illegal if the rules forbid the
    action.
    """
    played, at = replayed(game, request.transcript), request.at
    action = msgspec.json.decode(request.action, type=game.actions | None)
    if action is not None:
        play(game, played.states[at], request.transcript.entries[at].seat, action)
    return Asked(played, at, action)


def encoded(action: object) -> msgspec.Raw:
    """Return an action as JSON."""
    return msgspec.Raw(msgspec.json.encode(action))


def retry_job(judge: Judge[Any]) -> Job:
    """Return a job that judges an action at a moment of a finished game, or finds the best one."""

    def run(game: AnyGame, wanted: Asked) -> Retried:
        try:
            action, best, said, then = judge(*wanted)
        except NoMoment:
            return Retried(encoded(None), best=False, said=())
        return Retried(encoded(action), best, said, tuple(map(encoded, then)))

    return Job(takes=RetryRequest, prepare=asked, run=run)
