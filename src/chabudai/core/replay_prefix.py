"""The beginning of a recorded game, for a table that continues from there."""

import msgspec

from chabudai.core.game import CHANCE, AnyGame, Job
from chabudai.core.struct import Struct
from chabudai.core.telling import Seat
from chabudai.core.transcript import Corrupt, Transcript, replay_steps


class ReplayPrefixRequest(Struct):
    """A request for a recorded game up to `step`, counted from 0 as in `Steps`, or for the whole
    game if `step` is None or beyond the end.
    """

    transcript: Transcript
    step: int | None = None


class MadeMove(Struct):
    """A move in a recorded game, with its `News`."""

    seat: Seat
    action: msgspec.Raw
    news: msgspec.Raw


class ReplayPrefix(Struct, tag="beginning"):
    """The moves of a recorded game up to a step, the state after them, and whether it is over."""

    moves: tuple[MadeMove, ...]
    state: msgspec.Raw
    over: bool


class InvalidReplay(Struct, tag="broken"):
    """The reason why a recorded game cannot be replayed, with the fields of `Corrupt`."""

    at: int
    rule: str
    why: str


def replay_prefix(game: AnyGame, request: ReplayPrefixRequest) -> ReplayPrefix | InvalidReplay:
    """Return the moves up to the requested step, including the chance moves that follow it."""
    moves: list[MadeMove] = []
    settled = -1
    state: object = None
    entries = iter(request.transcript.entries)
    try:
        for at, step in enumerate(replay_steps(game, request.transcript)):
            state = step.state
            if at > 0:
                entry = next(entries)
                news = msgspec.Raw(msgspec.json.encode(step.news))
                moves.append(MadeMove(entry.seat, entry.action, news))
            settled += CHANCE not in game.to_act(state)
            if settled == request.step:
                break
    except Corrupt as fault:
        return InvalidReplay(fault.at, fault.rule, fault.why)
    raw = msgspec.Raw(msgspec.json.encode(state))
    return ReplayPrefix(tuple(moves), raw, not game.to_act(state))


REPLAY_PREFIX = Job(takes=ReplayPrefixRequest, run=replay_prefix)
