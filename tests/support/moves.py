"""Moves and their results, for the tests of every game."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

import msgspec
import pytest

from chabudai.core import CHANCE, AnyGame, Bot, Game, Illegal, Rng, Seat, Step, Struct, play
from chabudai.core.transcript import Recorded, Transcript, begin, loads, record, replayed
from chabudai.games import folder_of

S = TypeVar("S", bound=Struct)
A = TypeVar("A")
E = TypeVar("E")


def make(game: Game[Any, S, A, Any, Any], state: S, *moves: tuple[Seat, A]) -> S:
    """Return the state after `moves`."""
    for seat, action in moves:
        state = play(game, state, seat, action).state
    return state


def refused(game: Game[Any, S, A, Any, Any], state: S, seat: Seat, action: A) -> str:
    """Check that a move is refused in a full sentence and changes nothing, and return the rule."""
    before = msgspec.json.encode(state)
    with pytest.raises(Illegal) as refusal:
        play(game, state, seat, action)
    assert msgspec.json.encode(state) == before
    assert "{" not in str(refusal.value)
    return refusal.value.rule


def refused_table(game: AnyGame, seats: int, **options: Any) -> str:
    """Return the rule that forbids these options at a table of this size."""
    with pytest.raises(Illegal) as refusal:
        game.setup(game.options(**options), seats)
    assert "{" not in str(refusal.value)
    return refusal.value.rule


def golden(game: AnyGame, name: str) -> Recorded:
    """Return a recorded game of the repository."""
    path = folder_of(game.name) / "golden" / f"{name}.jsonl"
    return replayed(game, loads(path.read_bytes()))


def events(step: Step[Any, E]) -> tuple[E, ...]:
    """Return the events of a move, without their recipients."""
    return tuple(news.event for news in step.news)


class Ply(NamedTuple):
    """A move, with the state before it and its result."""

    before: Any
    seat: Seat
    action: Any
    step: Step[Any, Any]


def course(game: AnyGame, state: Any, rng: Rng, *bots: Bot[Any, Any]) -> Iterator[Ply]:
    """Yield the moves of a game, each by the first seat that owes one: by its bot or at random."""
    while owing := game.to_act(state):
        seat = owing[0]
        if seat == CHANCE:
            action = game.chance(state, rng)
        else:
            action = (bots[seat] if bots else game.sample)(game.view(state, seat), seat, rng)
        step = play(game, state, seat, action)
        yield Ply(state, seat, action, step)
        state = step.state


def scripted(
    game: AnyGame,
    seats: int,
    options: Struct,
    moves: Iterable[tuple[Seat, Any] | Ply],
    note: str = "",
) -> Transcript:
    """Return the transcript of `moves`."""
    transcript = begin(game, seats, options, note)
    for move in moves:
        seat, action = move[1:3] if isinstance(move, Ply) else move
        transcript = record(transcript, seat, action)
    return transcript
