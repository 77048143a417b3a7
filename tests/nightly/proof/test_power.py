"""Whether the proof of power failures finds a database that does not wait for the disk."""

from pathlib import Path

import pytest

from chabudai.server.store import sqlite as sqlite_file
from tests.nightly.proof.power import Broken, power
from tests.nightly.proof.run_config import Order


@pytest.mark.parametrize(("mode", "found"), [("NORMAL", "was acknowledged"), ("OFF", None)])
async def test_a_database_that_does_not_wait_for_the_disk_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, found: str | None
) -> None:
    careless = [
        each.replace("synchronous = FULL", f"synchronous = {mode}") for each in sqlite_file.PRAGMAS
    ]
    monkeypatch.setattr(sqlite_file, "PRAGMAS", tuple(careless))
    with pytest.raises(Broken, match=found):
        await power(Order(tmp_path, 100))
