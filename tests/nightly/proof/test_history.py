"""The checker of histories finds every kind of wrong history."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from chabudai.core import events_for
from chabudai.server import protocol
from chabudai.server.tables.decide import Change, Entry, Table
from chabudai.server.tables.decide.lobby import sit
from tests.nightly.proof.history import Client, Command, Stream, Ticks, Wrong, as_told, check
from tests.server.support import GAME
from tests.server.tables import call, change, open_new, sample

MOVES = 8


@dataclass(slots=True)
class Story:
    """A table, its log, and what two players know of them."""

    table: Table
    log: list[Entry]
    clients: list[Client]

    @property
    def commands(self) -> list[Command]:
        """The commands of the first player."""
        return self.clients[0].commands

    @property
    def streams(self) -> list[list[tuple[int, Any]]]:
        """The steps that were sent over each socket of the first player."""
        return [stream.told for stream in self.clients[0].streams]

    def edit(self, seq: int | None, **changes: Any) -> None:
        at = (seq or len(self.log)) - 1
        self.log[at] = replace(self.log[at], **changes)

    def renumber(self, log: list[Entry]) -> None:
        """Replace the log, renumber its steps, and adjust the table to it."""
        self.log = [replace(entry, seq=seq) for seq, entry in enumerate(log, 1)]
        self.table = replace(self.table, head=len(log))

    def swap(self) -> None:
        """Swap the steps of two commands in the log."""
        one, other = ((command.seq or 0) - 1 for command in self.commands[:2])
        log = [*self.log]
        log[one], log[other] = log[other], log[one]
        self.renumber(log)

    def without(self, seq: int | None) -> list[Entry]:
        return [entry for entry in self.log if entry.seq != seq]


@cache
def played() -> tuple[Table, tuple[Entry, ...], tuple[tuple[str, int, int], ...]]:
    """A short game of two: the table, its log, and each move's name, seat and step."""
    log: list[Entry] = []
    moves: list[tuple[str, int, int]] = []

    def take(change: Change) -> Table:
        log.extend(change.entries)
        return change.table

    table = take(open_new(seed=3))
    table = take(sit(table, call(1), "ken", "Ken"))
    table = take(change(table, 0, protocol.Begin("begin"), seed=3))
    for number in range(MOVES):
        (seat,) = GAME.to_act(table.state)
        raw = msgspec.Raw(msgspec.json.encode(sample(table, seat, number)))
        name = f"{seat}-{number}"
        moves.append((f"guest:{name}", seat, table.head + 1))
        act = protocol.Act(name, table.head, raw)
        table = take(change(table, seat, act, cmd=f"guest:{name}", seed=3))
    return table, tuple(log), tuple(moves)


def true_story() -> Story:
    """The game as two players know it. Mika's last command was refused, and Ken's is unanswered."""
    table, log, moves = played()
    ticks, clients = Ticks(), [Client(0), Client(1)]
    for name, seat, seq in moves:
        sent, answered = ticks.next(), ticks.next()
        clients[seat].commands.append(Command(name, sent, answered, "accepted", seq))
    clients[0].commands.append(Command("0-odd", ticks.next(), ticks.next(), "refused"))
    clients[1].commands.append(Command("1-lost", ticks.next()))
    for client in clients:
        told = [(e.seq, as_told(events_for(e.news, client.seat))) for e in log]
        client.streams = [Stream(0, told[:9]), Stream(5, told[5:])]
    return Story(table, list(log), clients)


def assign(target: Any, **values: Any) -> None:
    for name, value in values.items():
        setattr(target, name, value)


def swap_acknowledgements(story: Story) -> None:
    one, two = story.commands[:2]
    one.seq, two.seq = two.seq, one.seq


def other_pile(table: Table) -> Table:
    pile = table.state.pile
    state = msgspec.structs.replace(table.state, pile=(*pile[1:], pile[0]))
    return replace(table, state=state)


WRONG: dict[str, Callable[[Story], object]] = {
    "an acknowledged step is missing": lambda s: s.renumber(s.without(s.commands[-2].seq)),
    "a number is missing": lambda s: s.log.pop(4),
    "a step is stored twice": lambda s: s.renumber([*s.log, s.log[-1]]),
    "two steps have one number": lambda s: s.log.insert(6, s.log[6]),
    "two commands change places": lambda s: s.swap(),
    "two acknowledgements change places": swap_acknowledgements,
    "a step was stored before its command was sent": lambda s: assign(s.commands[0], sent=1000),
    "a refused command is stored": lambda s: assign(s.commands[0], fate="refused"),
    "an accepted command is not stored": lambda s: assign(s.commands[-1], fate="accepted", seq=3),
    "a step is another seat's": lambda s: s.edit(s.commands[0].seq, seat=1),
    "a step has another action": lambda s: s.edit(s.commands[0].seq, action=b'{"type":"pass"}'),
    "a step has an invalid action": lambda s: s.edit(None, action=b'{"type":"fly"}'),
    "a step has other events": lambda s: s.edit(None, news=()),
    "the state is another": lambda s: assign(s, table=other_pile(s.table)),
    "a socket was sent other events": lambda s: s.streams[1].append((s.streams[1].pop()[0], [])),
    "a socket was sent a step twice": lambda s: s.streams[0].insert(3, s.streams[0][3]),
    "a socket was not sent a step": lambda s: s.streams[0].pop(3),
    "a socket was not sent the first missed step": lambda s: s.streams[1].pop(0),
    "a socket was sent an unknown step": lambda s: s.streams[1].append((s.table.head + 1, [])),
}


def test_a_true_history_is_accepted() -> None:
    story = true_story()
    check(story.table, story.log, story.clients)


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_history_is_found(wrong: str) -> None:
    story = true_story()
    WRONG[wrong](story)
    with pytest.raises(Wrong):
        check(story.table, story.log, story.clients)
