"""The power fails: of what was written and not yet synced, any part may be on the disk.

The server's store writes to a disk that remembers. From what it remembers, images are made of what
may be left at any moment, and each is opened with the standard library's SQLite: what had been
acknowledged by then is there, once, and the file is whole.
"""

import asyncio
import contextlib
import sqlite3
from bisect import bisect_right
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
"""So many bytes are written whole or not at all."""
BATCHES = 60
"""How often is written in one run, by as many tables as want to at that time."""
IMAGES = 500
"""How many images are made of one run."""
TABLES = 4


class Broken(AssertionError):
    """An image that is not as it must be."""


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A step that was acknowledged when so many operations had been done."""

    after: int
    table: str
    seq: int
    cmd: str


@dataclass(frozen=True, slots=True)
class Run:
    """What was done to the disk since `first`, and what was acknowledged, in order."""

    ops: list[Op]
    first: int
    acknowledged: list[Acknowledged]


async def write_on(folder: Path, luck: Random) -> Run:
    """Open tables and append steps with the server's own store."""
    path = f"{folder}/tables.db"
    acknowledged: list[Acknowledged] = []
    with remembered(path) as disk:
        store = Store(await open_database(path), lambda _: None)
        first = len(disk.ops)
        tables: list[Table] = []
        for number in range(BATCHES):
            changes = [
                change(table, 0, protocol.Rename("r", f"Mika {number}"), cmd=f"rename:{number}")
                for table in tables
                if luck.random() < 0.6
            ]
            if len(tables) < TABLES or not changes:
                changes.append(open_new(code=None, bots=("easy",), begin=True))
            await asyncio.gather(*map(store.append, changes))
            acknowledged += [
                Acknowledged(len(disk.ops), each.table.id, entry.seq, entry.cmd)
                for each in changes
                for entry in each.entries
            ]
            now = {table.id: table for table in tables}
            now.update((each.table.id, each.table) for each in changes)
            tables = list(now.values())[-TABLES:]
        ops = list(disk.ops)
        await store.close()
    return Run(ops, first, acknowledged)


@dataclass(slots=True)
class File:
    """A file: what is on the disk for certain, and what was done to it since the last sync."""

    synced: bytearray = field(default_factory=bytearray)
    since: list[Op] = field(default_factory=list[Op])

    def take(self, op: Op) -> None:
        """Note an operation. A deletion is final: the folder is synced with each new journal."""
        if op.kind == "delete":
            self.synced.clear()
            self.since.clear()
        elif op.kind != "sync":
            self.since.append(op)
            return
        for each in self.since:
            apply(self.synced, each)
        self.since.clear()

    def left(self, luck: Random) -> bytes:
        """The contents after a power failure now: any part of the unsynced operations."""
        there = bytearray(self.synced)
        chance = luck.choice((0.0, 0.5, 0.9, 1.0))
        for op in self.since:
            if luck.random() <= chance and chance:
                apply(there, torn(op, luck) if luck.random() < 0.2 else op)
        return bytes(there)


def apply(content: bytearray, op: Op) -> None:
    if op.kind == "write":
        content.extend(bytes(max(0, op.at - len(content))))
        content[op.at : op.at + len(op.data)] = op.data
    else:
        del content[op.at :]


def torn(op: Op, luck: Random) -> Op:
    """A write of which only the first sectors reached the disk."""
    if op.kind != "write":
        return op
    sectors = len(op.data) // SECTOR
    return Op("write", op.file, op.at, op.data[: SECTOR * luck.randint(0, sectors)])


def images(run: Run, luck: Random) -> Iterator[tuple[int, dict[str, bytes]]]:
    """The possible contents of the files at random moments, after a number of operations."""
    cuts = sorted(luck.randint(run.first, len(run.ops)) for _ in range(IMAGES))
    files: dict[str, File] = {"": File(), "-wal": File()}
    done = 0
    for cut in cuts:
        for op in run.ops[done:cut]:
            files.setdefault(op.file, File()).take(op)
        done = cut
        yield cut, {name: file.left(luck) for name, file in files.items()}


def place(path: Path, image: dict[str, bytes]) -> None:
    """Write the files of an image to the paths that SQLite uses."""
    for name in ("", "-wal", "-journal"):
        if content := image.get(name):
            Path(f"{path}{name}").write_bytes(content)
        else:
            Path(f"{path}{name}").unlink(missing_ok=True)


def read(path: Path) -> tuple[dict[str, int], list[tuple[str, int, str]]]:
    """Read the heads of tables and the steps of logs in an image. Raises Broken."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        try:
            db.execute("PRAGMA synchronous = OFF")  # nothing here is to last
            whole = db.execute("PRAGMA quick_check").fetchall()
            if not db.execute("SELECT * FROM sqlite_master").fetchone():
                return {}, []
            heads = dict(db.execute("SELECT id, head FROM tables"))
            log = db.execute("SELECT table_id, seq, cmd_id FROM log ORDER BY seq").fetchall()
        except sqlite3.DatabaseError as error:
            raise Broken(str(error)) from None
    if whole != [("ok",)]:
        raise Broken(str(whole[0]))
    return heads, log


def check(path: Path, image: dict[str, bytes], acknowledged: list[Acknowledged]) -> int:
    """Whether an image has all that was acknowledged. Returns how many steps it has.

    Raises Broken.
    """
    place(path, image)
    heads, log = read(path)
    stored = {(table, seq): cmd for table, seq, cmd in log}
    for each in acknowledged:
        if stored.get((each.table, each.seq)) != each.cmd:
            raise Broken(f"{each.cmd} was acknowledged as step {each.seq} and is not there")
    steps: dict[str, int] = {}
    for table, seq, _ in log:
        if seq != steps.get(table, 0) + 1:
            raise Broken(f"step {seq} comes after step {steps.get(table, 0)}")
        steps[table] = seq
    if steps != heads:
        raise Broken("tables are not where their logs are")
    return len(log)


async def power(order: Order) -> Figures:
    """Check `size` images. Raises Broken."""
    made, runs, steps, later = 0, 0, 0, 0
    path = order.folder / "image.db"
    while order.goes_on(made):
        luck, folder = order.luck(runs), order.folder / f"run{runs}"
        folder.mkdir()
        run = await write_on(folder, luck)
        runs += 1
        when = [each.after for each in run.acknowledged]
        for cut, image in islice(images(run, luck), order.size - made):
            known = run.acknowledged[: bisect_right(when, cut)]
            found = check(path, image, known)
            made, steps, later = made + 1, steps + len(known), later + found - len(known)
    return {
        "images": made,
        "runs": runs,
        "acknowledged steps looked for": steps,
        "steps found that were not acknowledged yet": later,
        "lost or damaged": 0,
    }
