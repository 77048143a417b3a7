"""Whether the proof of power failures would see a disk that was not waited for."""

from pathlib import Path

import pytest

from chabudai.server.store import sqlite as sqlite_file
from tests.nightly.proof.power import Broken, power
from tests.nightly.proof.run_config import Order


async def test_a_database_that_does_not_wait_for_the_disk_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hasty = [
        each.replace("synchronous = FULL", "synchronous = NORMAL") for each in sqlite_file.PRAGMAS
    ]
    monkeypatch.setattr(sqlite_file, "PRAGMAS", tuple(hasty))
    with pytest.raises(Broken, match="was acknowledged"):
        await power(Order(tmp_path, 100))


async def test_a_database_that_never_waits_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    careless = [
        each.replace("synchronous = FULL", "synchronous = OFF") for each in sqlite_file.PRAGMAS
    ]
    monkeypatch.setattr(sqlite_file, "PRAGMAS", tuple(careless))
    with pytest.raises(Broken):
        await power(Order(tmp_path, 100))
