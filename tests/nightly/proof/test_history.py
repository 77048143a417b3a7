"""The checker of histories is itself tried: of every kind of wrong history it must find one."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import msgspec
import pytest
from msgspec.structs import replace

from chabudai.core import Rng, events_for
from chabudai.server import protocol
from chabudai.server.sources import Sources
from chabudai.server.tables.decide import Call, Change, Entry, Table
from chabudai.server.tables.decide.commands import carry_out
from chabudai.server.tables.decide.lobby import open_table, sit
from tests.nightly.proof.history import Client, Command, Stream, Ticks, Wrong, as_told, check
from tests.server.support import GAME

MOVES = 8


@dataclass(slots=True)
class Story:
    """A table, its log, and what two players say of it."""

    table: Table
    log: list[Entry]
    clients: list[Client]

    @property
    def mika(self) -> Client:
        return self.clients[0]

    def swap(self, one: int, other: int) -> None:
        """Swap two accepted commands of one player in the log."""
        a, b = (self.mika.commands[each].seq or 0 for each in (one, other))
        first, second = self.log[a - 1], self.log[b - 1]
        self.log[a - 1] = replace(second, seq=a)
        self.log[b - 1] = replace(first, seq=b)


@cache
def played() -> tuple[Table, tuple[Entry, ...], tuple[tuple[str, int, int], ...]]:
    """A game of two of some moves: the table, its log, and each move's name, seat and step."""
    sources = Sources(dice=lambda: Rng(3))
    log: list[Entry] = []
    moves: list[tuple[str, int, int]] = []

    def call(seat: int, cmd: str) -> Call:
        return Call(seat, cmd, 1000, sources, "1234")

    def take(change: Change) -> Table:
        log.extend(change.entries)
        return change.table

    order = protocol.NewTable("word-bank", "Mika", 2)
    table = take(open_table(call(0, "opened"), order, "mika", "invite"))
    table = take(sit(table, call(1, "sit"), "ken", "Ken"))
    table = take(carry_out(table, call(0, "guest.m:begin"), protocol.Begin("begin")))
    for number in range(MOVES):
        (seat,) = GAME.to_act(table.state)
        action = GAME.sample(GAME.view(table.state, seat), seat, Rng(number))
        raw = msgspec.Raw(msgspec.json.encode(action))
        name = f"{seat}-{number}"
        command = protocol.Act(name, table.head, raw)
        moves.append((f"guest:{name}", seat, table.head + 1))
        table = take(carry_out(table, call(seat, f"guest:{name}"), command))
    return table, tuple(log), tuple(moves)


def story() -> Story:
    """What two people saw of that game, all of it true; the last word to Mika was a refusal."""
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


def lost(story: Story) -> None:
    """An acknowledged step is missing, and the others moved up."""
    at = (story.mika.commands[-2].seq or 0) - 1
    del story.log[at]
    story.log[:] = [replace(entry, seq=number) for number, entry in enumerate(story.log, 1)]
    story.table = replace(story.table, head=len(story.log))


def lost_at_the_end(story: Story) -> None:
    story.log.pop()
    story.table = replace(story.table, head=len(story.log))


def a_gap(story: Story) -> None:
    del story.log[4]


def doubled(story: Story) -> None:
    again = replace(story.log[-1], seq=len(story.log) + 1)
    story.log.append(again)
    story.table = replace(story.table, head=len(story.log))


def doubled_under_another_id(story: Story) -> None:
    last = story.log[-1]
    again = replace(last, seq=last.seq + 1, cmd=last.cmd.replace("guest", "other"))
    story.log.append(again)
    story.table = replace(story.table, head=len(story.log))


def forked(story: Story) -> None:
    """Two steps with one number."""
    story.log.insert(6, story.log[6])


def forked_stream(story: Story) -> None:
    """Somebody was told of a step that is not the one stored."""
    stream = story.mika.streams[1]
    stream.told[-1] = (stream.told[-1][0], [{"type": "passed", "seat": 1}])


def reordered(story: Story) -> None:
    """Two steps of one player change places, and the acknowledgements stay."""
    story.swap(0, 1)


def reordered_acknowledgements(story: Story) -> None:
    """Two commands name each other's step."""
    one, two = story.mika.commands[:2]
    one.seq, two.seq = two.seq, one.seq


def stored_before_it_was_sent(story: Story) -> None:
    """A later command was answered before an earlier step's command was sent."""
    story.mika.commands[0].sent = 1000


def acknowledged_elsewhere(story: Story) -> None:
    story.mika.commands[1].seq = (story.mika.commands[1].seq or 0) + 1


def refused_and_stored(story: Story) -> None:
    story.mika.commands[0].fate = "refused"


def accepted_and_never_stored(story: Story) -> None:
    odd = story.mika.commands[-1]
    odd.fate, odd.seq = "accepted", 3


def anothers_seat(story: Story) -> None:
    at = (story.mika.commands[0].seq or 0) - 1
    story.log[at] = replace(story.log[at], seat=1)


def another_action(story: Story) -> None:
    at = (story.mika.commands[0].seq or 0) - 1
    story.log[at] = replace(story.log[at], action=b'{"type":"pass"}')


def other_events(story: Story) -> None:
    story.log[-1] = replace(story.log[-1], news=())


def another_state(story: Story) -> None:
    pile = story.table.state.pile
    state = msgspec.structs.replace(story.table.state, pile=(*pile[1:], pile[0]))
    story.table = replace(story.table, state=state)


def an_action_that_is_none(story: Story) -> None:
    story.log[-1] = replace(story.log[-1], action=b'{"type":"fly"}')


def a_head_ahead(story: Story) -> None:
    story.table = replace(story.table, head=story.table.head + 1)


def told_twice(story: Story) -> None:
    told = story.mika.streams[0].told
    told.insert(3, told[3])


def told_with_a_gap(story: Story) -> None:
    del story.mika.streams[0].told[3]


def told_out_of_order(story: Story) -> None:
    told = story.mika.streams[0].told
    told[2], told[3] = told[3], told[2]


def told_too_late(story: Story) -> None:
    """Who came back was not told of the first step that was missed."""
    del story.mika.streams[1].told[0]


def told_what_is_not_stored(story: Story) -> None:
    told = story.mika.streams[1].told
    told.append((told[-1][0] + 1, []))


WRONG = (
    lost,
    lost_at_the_end,
    a_gap,
    doubled,
    doubled_under_another_id,
    forked,
    forked_stream,
    reordered,
    reordered_acknowledgements,
    stored_before_it_was_sent,
    acknowledged_elsewhere,
    refused_and_stored,
    accepted_and_never_stored,
    anothers_seat,
    another_action,
    other_events,
    another_state,
    an_action_that_is_none,
    a_head_ahead,
    told_twice,
    told_with_a_gap,
    told_out_of_order,
    told_too_late,
    told_what_is_not_stored,
)


def verdict(story: Story) -> None:
    check(story.table, story.log, story.clients)


def test_a_true_history_is_believed() -> None:
    verdict(story())


@pytest.mark.parametrize("spoil", WRONG, ids=lambda spoil: spoil.__name__.replace("_", " "))
def test_a_wrong_history_is_found(spoil: Callable[[Story], None]) -> None:
    told = story()
    spoil(told)
    with pytest.raises(Wrong):
        verdict(told)
