"""Attempts to signal while the game allows no sign change nothing that other readers are sent.

Two worlds have the same moves. In one of them, players also try to send each kind of sign before
each move. The comparison must find every planted leak.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from chabudai.server import protocol
from chabudai.server.refusal import Refused
from chabudai.server.tables.attendance import Follower
from chabudai.server.tables.decide import Call, Change, Table, commands, lobby_step, talk
from chabudai.server.tables.live import LiveTable
from tests.server.tables import AT, change, frames_of, friends, in_memory, sample

SEATS = 3
READERS = ("mika", "ken", "ami", None)
"""The guests in the three seats, and a spectator."""
SIGNALS: tuple[Any, ...] = (
    protocol.React("r", "laugh"),
    protocol.Say("s", "close"),
    protocol.Write("w", "Not the snail!"),
    protocol.LetTalk("on", talk=True),
    protocol.LetTalk("off", talk=False),
)
WITHOUT = {"word-bank": False, "quiddler": False, "kakapo": True, "word-porters": True}
"""Games, and whether their rules forbid signs. At the tables of the others, the host has."""


@dataclass(slots=True)
class World:
    """A table in memory, and the frames sent to each reader."""

    live: LiveTable
    followers: dict[str | None, Follower]
    frames: dict[str | None, list[bytes]] = field(default_factory=dict[str | None, list[bytes]])

    @property
    def table(self) -> Table:
        return self.live.table

    async def attempt(self, seat: int, command: Any) -> None:
        """Give a command, and send its effect. It may be refused."""
        call: dict[str, Any] = {"away": (None,) * SEATS, "cmd": f"{self.table.head}", "seed": 5}
        with suppress(Refused):
            made = change(self.table, seat, command, **call)
            self.live.advance(made.table, made.entries)
        await self.send()

    async def send(self) -> None:
        for reader, follower in self.followers.items():
            self.frames.setdefault(reader, []).extend(await frames_of(self.live, follower))


async def world(table: Table) -> World:
    """A table in memory with its readers, who have been sent everything."""
    live = in_memory(table, AT)
    opened = World(live, {})
    for reader in READERS:
        seat = table.seat_of(reader)
        follower = Follower(reader, seat, seat == 0, table.head, lambda _: None, "")
        opened.followers[reader] = follower
        live.guests.follow(follower)
    await opened.send()
    return opened


async def look_for_leaks(game: str) -> int:
    """Play until signs are allowed, in both worlds. Return the number of moves until then. Raises
    AssertionError if a reader is sent something else because another has tried to signal.
    """
    table = friends(SEATS, game, seed=3)
    if not WITHOUT[game]:
        table = replace(table, sitting=replace(table.sitting, talk=False))
    quiet, loud = await world(table), await world(table)
    for moves in range(80):
        table = quiet.table
        (seat, *_) = table.game.to_act(table.state) or (0,)
        if talk.may_talk(table, 0) != "none" or table.sitting.status == "over":
            break
        for number, signal in enumerate(SIGNALS):
            # Only guests other than the host try the host's switch: the host has used it.
            if WITHOUT[game] or not isinstance(signal, protocol.LetTalk):
                await loud.attempt((moves + number) % SEATS, signal)
        action = msgspec.Raw(msgspec.json.encode(sample(table, seat)))
        for each in (quiet, loud):
            await each.attempt(seat, protocol.Act("x", each.table.head, action))
        assert quiet.frames == loud.frames
    return moves


@pytest.mark.parametrize("game", WITHOUT)
async def test_attempts_to_signal_change_no_byte_for_others(game: str) -> None:
    assert await look_for_leaks(game) > 8


async def test_signs_do_change_the_bytes_of_others_once_the_game_allows_them() -> None:
    quiet, loud = [await world(friends(SEATS)) for _ in range(2)]
    await loud.attempt(0, SIGNALS[0])
    await quiet.send()
    assert all(quiet.frames[reader] != loud.frames[reader] for reader in READERS)


Handler = Callable[[Table, Call, Any], Change]


def obedient(table: Table, call: Call, command: Any) -> Change:
    """Send the sign without asking the game."""
    return talk.with_sign(table, call, command, "reaction", "laugh")


def counted(handler: Handler) -> Handler:
    """Store a refused command, without its sign."""

    def handle(table: Table, call: Call, command: Any) -> Change:
        try:
            return handler(table, call, command)
        except Refused:
            return lobby_step(table, call, command, table.sitting)

    return handle


def switched(table: Table, call: Call, command: protocol.LetTalk) -> Change:
    """Use the switch at any time."""
    return lobby_step(table, call, command, replace(table.sitting, talk=command.talk))


PLANTED: dict[str, dict[type[Any], Handler]] = {
    "a reaction that is never refused": {protocol.React: obedient},
    "a sentence that is never refused": {protocol.Say: obedient},
    "a text that is never refused": {protocol.Write: obedient},
    "a refused reaction that counts as a step": {protocol.React: counted(talk.react)},
    "a switch that can be used in silence": {protocol.LetTalk: switched},
}


@pytest.mark.parametrize("game", WITHOUT)
@pytest.mark.parametrize("leaky", PLANTED.values(), ids=PLANTED)
async def test_a_planted_leak_is_found(
    game: str, leaky: dict[Any, Handler], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "HANDLERS", {**commands.HANDLERS, **leaky})
    if protocol.LetTalk not in leaky or WITHOUT[game]:
        with pytest.raises(AssertionError):
            await look_for_leaks(game)
