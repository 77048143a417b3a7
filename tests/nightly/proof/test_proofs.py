"""Run every proof at a small size, and check that proofs find faults planted in the server."""

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from chabudai.core import events_for
from chabudai.server.store import sqlite as sqlite_file
from chabudai.server.tables import snapshot
from chabudai.server.tables.decide import Change, commands
from chabudai.server.ws import session
from tests.nightly.proof.__main__ import PROOFS
from tests.nightly.proof.history import Wrong
from tests.nightly.proof.kills import Player
from tests.nightly.proof.network import network
from tests.nightly.proof.power import Broken, power
from tests.nightly.proof.run_config import Order
from tests.server.support import Line

MOVES = 200
Patch = pytest.MonkeyPatch


def a_person_who_does_not_send_again(patch: Patch) -> None:
    honest = Player.play

    async def play(player: Player, line: Line) -> None:
        player.unanswered = None
        await honest(player, line)

    patch.setattr(Player, "play", play)


def a_server_that_forgets_ids(patch: Patch) -> None:
    honest, numbers = commands.own_id, itertools.count()

    def own_id(owner: str, command: Any) -> str:
        return f"{honest(owner, command)}/{next(numbers)}"

    patch.setattr(session, "own_id", own_id)


def a_server_that_forgets_what_was_seen(patch: Patch) -> None:
    patch.setattr(session, "last_seen", lambda ws, table, guest: table.head)


def a_server_that_stores_no_events(patch: Patch) -> None:
    honest = commands.carry_out

    def carry_out(*given: Any) -> Change:
        change = honest(*given)
        return replace(change, entries=tuple(replace(each, news=()) for each in change.entries))

    patch.setattr(session, "carry_out", carry_out)


def a_server_that_sends_too_few_events(patch: Patch) -> None:
    patch.setattr(snapshot, "events_for", lambda news, seat: events_for(news, seat)[1:])


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        (a_server_that_stores_no_events, "other events than its action"),
        (a_server_that_sends_too_few_events, "was told something else"),
        (a_person_who_does_not_send_again, "never answered"),
        (a_server_that_forgets_ids, "was accepted as"),
        (a_server_that_forgets_what_was_seen, "had seen|was told"),
    ],
)
async def test_planted_faults_are_found(
    plant: Callable[[Patch], None], found: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    plant(monkeypatch)
    with pytest.raises(Wrong, match=found):
        await network(Order(tmp_path, MOVES))


@pytest.mark.parametrize(("mode", "found"), [("NORMAL", "was acknowledged"), ("OFF", ".")])
async def test_a_database_that_does_not_wait_for_the_disk_is_found(
    tmp_path: Path, monkeypatch: Patch, mode: str, found: str
) -> None:
    careless = [
        each.replace("synchronous = FULL", f"synchronous = {mode}") for each in sqlite_file.PRAGMAS
    ]
    monkeypatch.setattr(sqlite_file, "PRAGMAS", tuple(careless))
    with pytest.raises(Broken, match=found):
        await power(Order(tmp_path, 100))


@pytest.mark.slow
@pytest.mark.parametrize("name", PROOFS)
async def test_promises_hold(name: str, tmp_path: Path) -> None:
    proof = PROOFS[name]
    assert await proof.run(Order(tmp_path, proof.test))
