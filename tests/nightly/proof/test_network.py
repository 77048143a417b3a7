"""A bad network finds a person who does not send again, and servers that forget."""

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chabudai.server.tables.decide import commands
from chabudai.server.ws import session
from tests.nightly.proof.history import Wrong
from tests.nightly.proof.kills import Player
from tests.nightly.proof.network import network
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


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        (a_person_who_does_not_send_again, "never answered"),
        (a_server_that_forgets_ids, "was accepted as"),
        (a_server_that_forgets_what_was_seen, "had seen|was told"),
    ],
)
async def test_what_is_planted_is_found(
    plant: Callable[[Patch], None], found: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    plant(monkeypatch)
    with pytest.raises(Wrong, match=found):
        await network(Order(tmp_path, MOVES))
