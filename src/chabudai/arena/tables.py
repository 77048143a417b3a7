"""Records of a series as a table in CSV or Parquet, with a row for each seat of each game."""

import csv
import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from chabudai.arena.atomic_write import whole, write_whole
from chabudai.arena.records import Plan, Record, kind_of_type
from chabudai.core import AnyGame, Chance, Lapse, Seat

Cell = str | int | float | bool | None
Column = Callable[[Plan, Record, Seat], Cell]
DID = "did:"
"""Prefix of columns that count a kind of action."""
FORMATS = {".csv": None, ".parquet": "pyarrow"}
"""Modules that write tables, by file name extension."""

COLUMNS: dict[str, Column] = {
    "game": lambda _, one, __: one.index,
    "deal": lambda _, one, __: one.deal,
    "seat": lambda _, __, seat: seat,
    "bot": lambda plan, one, seat: plan.bots[one.seating[seat]],
    "number": lambda _, one, seat: one.seating[seat],
    "first": lambda _, one, seat: one.first == seat,
    "score": lambda _, one, seat: None if one.forfeit else one.scores[seat],
    "win": lambda _, one, seat: None if one.forfeit else one.share(seat),
    "moves": lambda _, one, __: one.moves,
    "turns": lambda _, one, __: one.turns,
    "forfeit": lambda _, one, seat: one.forfeit.why if is_by(one, seat) and one.forfeit else "",
    "digest": lambda _, one, __: one.digest,
}


def is_by(one: Record, seat: Seat) -> bool:
    """Whether a seat forfeited the game."""
    return one.forfeit is not None and one.forfeit.seat == seat


def counting(kind: str) -> Column:
    """Return the column that counts an action."""
    return lambda _, one, seat: one.actions[seat].get(kind, 0)


def columns_of(game: AnyGame) -> dict[str, Column]:
    """Return all columns of a game by name: `COLUMNS`, and one for each kind of action that a seat
    takes.
    """
    kinds = [kind for kind in game.action_types if not issubclass(kind, Chance | Lapse)]
    named = sorted(map(kind_of_type, kinds))
    return {**COLUMNS, **{f"{DID}{kind}": counting(kind) for kind in named}}


def columns_named(game: AnyGame, names: Sequence[str]) -> dict[str, Column]:
    """Map `names`, in order, to a game's columns. Raises ValueError for an unknown name."""
    columns = columns_of(game)
    for name in names:
        if name not in columns:
            raise ValueError(f"There is no column {name!r}. Available: {', '.join(columns)}.")
    return {name: columns[name] for name in names}


def against_table(file: Path) -> str | None:
    """Return why a table cannot be written to this file, as a sentence, or None if it can be."""
    from importlib.util import find_spec

    if file.suffix not in FORMATS:
        return f"A table is a file .csv or .parquet, not {file.name}."
    if not file.parent.is_dir():
        return f"There is no folder {file.parent}."
    if (module := FORMATS[file.suffix]) and find_spec(module) is None:
        return f"{module} is not installed: pip install 'chabudai[parquet]'."
    return None


def write_table(
    file: Path, columns: dict[str, Column], plan: Plan, records: Sequence[Record]
) -> None:
    """Write the table to a file. Raises OSError."""
    found = {
        name: [column(plan, one, seat) for one in records for seat in range(len(one.seating))]
        for name, column in columns.items()
    }
    if file.suffix == ".csv":
        write_whole(file, as_csv(found))
        return
    import pyarrow as pa
    from pyarrow import parquet

    with whole(file) as beside:
        parquet.write_table(pa.table(found), str(beside))


def as_csv(found: dict[str, list[Any]]) -> bytes:
    """Return columns as CSV with a header. True becomes 1, and None an empty cell."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(found)
    for row in zip(*found.values(), strict=True):
        writer.writerow(int(cell) if isinstance(cell, bool) else cell for cell in row)
    return text.getvalue().encode()
