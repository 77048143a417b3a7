"""Checks that everything sent to clients matches the log: complete, in order, only once and without
forks.

A table is a list of steps that only grows, so it suffices to check each command and each step.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

import msgspec

from chabudai.core import AnyGame, Illegal, Seat, events_for, play
from chabudai.server.tables.decide import Entry, Table

Fate = Literal["accepted", "refused", "unknown"]


class Wrong(AssertionError):
    """The stored log contradicts messages that were sent to a client."""


@dataclass(slots=True)
class Command:
    """A command as its sender knows it. `name` is the id under which it is stored, `sent` and
    `answered` are values of one counter, and `seq` is the step named in the answer.
    """

    name: str
    sent: int
    answered: int | None = None
    fate: Fate = "unknown"
    seq: int | None = None


@dataclass(slots=True)
class Stream:
    """The steps sent over one socket: each step's seq, and its events as JSON values."""

    since: int | None
    told: list[tuple[int, Any]] = field(default_factory=list[tuple[int, Any]])


@dataclass(slots=True)
class Client:
    """A client in a seat, with its commands and sockets."""

    seat: Seat | None
    commands: list[Command] = field(default_factory=list[Command])
    streams: list[Stream] = field(default_factory=list[Stream])


def check(table: Table, log: Sequence[Entry], clients: Iterable[Client]) -> None:
    """Check a table and its log against what clients know. Raises Wrong."""
    clients = tuple(clients)
    check_log(table, log)
    stored: dict[str, list[int]] = {}
    for entry in log:
        stored.setdefault(entry.cmd, []).append(entry.seq)
    for client in clients:
        for command in client.commands:
            check_command(client, command, stored.get(command.name, []), log)
        for stream in client.streams:
            check_stream(client.seat, stream, table, log)
    check_order([command for client in clients for command in client.commands])


def check_log(table: Table, log: Sequence[Entry]) -> None:
    """Check that the log has every step up to the head once, and no command twice."""
    if [entry.seq for entry in log] != list(range(1, table.head + 1)):
        raise Wrong(f"the steps up to {table.head} are {[entry.seq for entry in log]}")
    if twice := [cmd for cmd, times in Counter(entry.cmd for entry in log).items() if times > 1]:
        raise Wrong(f"twice in the log: {twice}")
    if table.state is not None:
        check_replay(table, log)


def check_replay(table: Table, log: Sequence[Entry]) -> None:
    """Check that the stored actions lead to the stored events and state."""
    game: AnyGame = table.game
    options = msgspec.json.decode(table.sitting.options, type=game.options)
    state = game.setup(options, len(table.sitting.places))
    for entry in log:
        if entry.part != "play":
            continue
        try:
            action = msgspec.json.decode(entry.action, type=game.actions)
            step = play(game, state, entry.seat, action)
        except (Illegal, msgspec.MsgspecError) as error:
            raise Wrong(f"step {entry.seq} cannot be made: {error}") from None
        if msgspec.json.encode(step.news) != msgspec.json.encode(entry.news):
            raise Wrong(f"step {entry.seq} has other events than its action")
        state = step.state
    if state != table.state:
        raise Wrong("the steps lead to another state")


def check_command(client: Client, command: Command, steps: list[int], log: Sequence[Entry]) -> None:
    """Check that an accepted command is stored once, and a refused one not at all."""
    most = 0 if command.fate == "refused" else 1
    if len(steps) > most:
        raise Wrong(f"{command.name} was {command.fate} and is stored at {steps}")
    if command.fate == "accepted" and steps != [command.seq]:
        raise Wrong(f"{command.name} was accepted as {command.seq} and is stored at {steps}")
    if steps and log[steps[0] - 1].seat != client.seat:
        raise Wrong(f"{command.name} of {client.seat} is stored as another seat's")


def check_stream(seat: Seat | None, stream: Stream, table: Table, log: Sequence[Entry]) -> None:
    """Check that a socket was sent each step that its seat can see, once and in order."""
    seqs = [seq for seq, _ in stream.told]
    if any(later != earlier + 1 for earlier, later in pairwise(seqs)):
        raise Wrong(f"{seat} was told the steps {seqs}")
    if seqs and stream.since is not None and seqs[0] != stream.since + 1:
        raise Wrong(f"{seat} had seen {stream.since} and was told from {seqs[0]} on")
    numbers = table.visible_seq(seat)
    known = [entry for entry in log if numbers.includes(entry.seq)]
    for seq, events in stream.told:
        if not 1 <= seq <= len(known):
            raise Wrong(f"{seat} was told of step {seq}, which is not stored")
        stored = msgspec.json.encode(events_for(known[seq - 1].news, seat))
        if events != msgspec.json.decode(stored):
            raise Wrong(f"{seat} was told something else of step {seq} than is stored")


def check_order(commands: list[Command]) -> None:
    """Check that a command sent after another was acknowledged is also stored after it."""
    done = sorted(
        (command.answered, command.seq)
        for command in commands
        if command.fate == "accepted" and command.answered is not None and command.seq
    )
    at, highest = 0, 0
    for command in sorted(commands, key=lambda each: each.sent):
        while at < len(done) and done[at][0] < command.sent:
            highest = max(highest, done[at][1])
            at += 1
        if command.fate == "accepted" and (command.seq or 0) <= highest:
            raise Wrong(f"{command.name} is step {command.seq}, sent after {highest} was accepted")
