"""Power failures: any part of the writes that were not yet synced may be on the disk.

The server's store writes to a disk that records every operation. The recorded operations yield
possible contents at random moments, and the standard library's SQLite opens each of them. All steps
acknowledged by then must be stored once, and the file must be intact.
"""

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random

from chabudai.server import protocol
from chabudai.server.store.base import Store
from chabudai.server.store.database import open_database
from chabudai.server.tables.decide import Table
from tests.nightly.proof.run_config import Figures, Order
from tests.nightly.proof.vfs import Op, remembered
from tests.server.tables import change, open_new

SECTOR = 512
"""Number of bytes that are written either completely or not at all."""
BATCHES = 60
"""Number of writes in a run, each for several tables."""
IMAGES = 500
"""Number of images taken from a run."""
TABLES = 4
Step = tuple[str, int, str]
"""A step: its table, its number and its id."""


class Broken(AssertionError):
    """Raised for an image that lacks a step or is damaged."""


@dataclass(slots=True)
class Run:
    """The disk operations of a run. Operations up to number `first` created the file.

    `steps` has each acknowledged step, with the number of operations before its acknowledgement.
    """

    ops: list[Op] = field(default_factory=list[Op])
    first: int = 0
    steps: list[tuple[int, Step]] = field(default_factory=list[tuple[int, Step]])


async def write_on(folder: Path, luck: Random) -> Run:
    run, path, tables = Run(), f"{folder}/tables.db", dict[str, Table]()
    with remembered(path) as disk:
        store = Store(await open_database(path), lambda _: None)
        run.first = len(disk.ops)
        for number in range(BATCHES):
            changes = [
                change(table, 0, protocol.Rename("r", f"Mika {number}"), cmd=f"rename:{number}")
                for table in [*tables.values()][-TABLES:]
                if luck.random() < 0.6
            ]
            if len(tables) < TABLES or not changes:
                changes.append(open_new(code=None, bots=("easy",), begin=True))
            await asyncio.gather(*map(store.append, changes))
            for each in changes:
                tables[each.table.id] = each.table
                steps = [(each.table.id, entry.seq, entry.cmd) for entry in each.entries]
                run.steps += [(len(disk.ops), step) for step in steps]
        run.ops = list(disk.ops)
        await store.close()
    return run


@dataclass(slots=True)
class File:
    """A file: its synced contents, and the operations since the last sync."""

    synced: bytearray = field(default_factory=bytearray)
    since: list[Op] = field(default_factory=list[Op])

    def take(self, op: Op) -> None:
        """Record an operation. A deletion is final: each new journal syncs the folder."""
        if op.kind not in ("delete", "sync"):
            self.since.append(op)
            return
        for each in self.since:
            apply(self.synced, each, len(each.data))
        self.since.clear()
        if op.kind == "delete":
            self.synced.clear()

    def left(self, luck: Random) -> bytes:
        """Return what the disk could contain if the power failed now: a random part of the
        unsynced operations has reached it.

        Only the first sectors of some writes reach the disk.
        """
        there, chance = bytearray(self.synced), luck.choice((0.0, 0.5, 0.9, 1.0))
        for op in self.since:
            if luck.random() < chance:
                sectors = len(op.data) // SECTOR
                torn = SECTOR * luck.randint(0, sectors) if luck.random() < 0.2 else len(op.data)
                apply(there, op, torn)
        return bytes(there)


def apply(content: bytearray, op: Op, size: int) -> None:
    """Apply an operation. For a write, apply only the first `size` bytes."""
    if op.kind == "write":
        content.extend(bytes(max(0, op.at - len(content))))
        content[op.at : op.at + size] = op.data[:size]
    else:
        del content[op.at :]


def images(run: Run, luck: Random) -> Iterator[tuple[int, dict[str, bytes]]]:
    """Yield, at random moments, the number of operations and possible contents of the files."""
    files: dict[str, File] = {name: File() for name in ("", "-wal", "-journal")}
    done = 0
    for cut in sorted(luck.randint(run.first, len(run.ops)) for _ in range(IMAGES)):
        for op in run.ops[done:cut]:
            files.setdefault(op.file, File()).take(op)
        done = cut
        yield cut, {name: files[name].left(luck) for name in ("", "-wal", "-journal")}


def check(path: Path, image: dict[str, bytes], acknowledged: set[Step]) -> int:
    """Check that an image has the acknowledged steps, and count its steps. Raises Broken."""
    for name, content in image.items():
        Path(f"{path}{name}").unlink(missing_ok=True)
        if content:
            Path(f"{path}{name}").write_bytes(content)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        try:
            db.execute("PRAGMA synchronous = OFF")  # the image need not be durable
            whole = db.execute("PRAGMA quick_check").fetchall()
            made = db.execute("SELECT * FROM sqlite_master").fetchone()
            heads = dict(db.execute("SELECT id, head FROM tables")) if made else {}
            select = "SELECT table_id, seq, cmd_id FROM log ORDER BY seq"
            log: list[Step] = db.execute(select).fetchall() if made else []
        except sqlite3.DatabaseError as error:
            raise Broken(str(error)) from None
    if whole != [("ok",)]:
        raise Broken(str(whole[0]))
    if lost := acknowledged - set(log):
        raise Broken(f"{lost} was acknowledged and is not stored")
    steps: dict[str, int] = {}
    for table, seq, _ in log:
        if seq != steps.get(table, 0) + 1:
            raise Broken(f"step {seq} comes after step {steps.get(table, 0)}")
        steps[table] = seq
    if steps != heads:
        raise Broken("heads of tables differ from their logs")
    return len(log)


async def power(order: Order) -> Figures:
    """Check `size` images. Raises Broken."""
    made, runs, steps, later = 0, 0, 0, 0
    while order.goes_on(made):
        luck, folder = order.luck(runs), order.folder / f"run{runs}"
        folder.mkdir()
        run = await write_on(folder, luck)
        runs += 1
        for cut, image in islice(images(run, luck), order.size - made):
            known = {step for after, step in run.steps if after <= cut}
            found = check(order.folder / "image.db", image, known)
            made, steps, later = made + 1, steps + len(known), later + found - len(known)
    return {
        "images": made,
        "runs": runs,
        "acknowledged steps looked for": steps,
        "steps found that were not acknowledged yet": later,
        "lost or damaged": 0,
    }
