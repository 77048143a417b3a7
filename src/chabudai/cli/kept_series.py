"""Series of games in files that can be resumed."""

import io
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

from chabudai.arena.records import (
    NotKept,
    Plan,
    Record,
    head_line,
    read_plan,
    read_records,
    record_line,
)
from chabudai.cli.arguments import game_named, read_bytes
from chabudai.cli.errors import Unusable
from chabudai.cli.saved import new_name
from chabudai.core import AnyGame
from chabudai.core.command import reason


@dataclass(slots=True)
class Series:
    """A plan and the records of the games played so far, in order. The first `written` are in
    `opened`, if they are kept in a file.
    """

    game: AnyGame
    plan: Plan
    records: list[Record] = field(default_factory=list[Record])
    written: int = 0
    name: str | None = None
    opened: io.FileIO | None = None

    def add(self, record: Record) -> None:
        """Record a game; in the file, too, if there is one. Raises Unusable."""
        self.records.append(record)
        self.write()

    def write(self) -> None:
        """Write to the file, if there is one, what is not there yet. Raises Unusable."""
        if self.opened is None:
            return
        try:
            while self.written < len(self.records):
                self.opened.write(record_line(self.records[self.written]))
                self.written += 1
        except OSError as error:
            raise Unusable(f"{self.name} cannot be written: {reason(error)}.") from None

    def open(self, name: str, mode: str) -> None:
        """Begin the file again with what there is so far. Raises Unusable."""
        whole = [head_line(self.game, self.plan), *map(record_line, self.records)]
        try:
            self.opened = io.FileIO(name, mode)
            self.opened.write(b"".join(whole))
            self.opened.truncate()
        except (OSError, ValueError) as error:
            raise Unusable(f"{name} cannot be written: {reason(error)}.") from None
        self.name, self.written = name, len(self.records)

    def save(self) -> str:
        """Have the games in a file, in a new one of this folder if there is none yet; its name.

        Raises Unusable.
        """
        name = self.name or new_name(f"{self.game.name}-series")
        if self.opened is not None:
            self.opened.close()
        self.open(name, "xb" if self.name is None else "r+b")
        return name


def load_series(file: str) -> Series:
    """Read a series that can go on. Raises Unusable."""
    data = read_bytes(file)
    try:
        plan, rules = read_plan(data)
    except NotKept as error:
        raise Unusable(f"{file}: {error}") from None
    game = game_named(plan.game)
    if rules != game.rules:
        raise Unusable(f"{file} was played by rules {rules} of {game.title}, not {game.rules}.")
    return Series(game, plan, list(read_records(data)), name=file)


@contextmanager
def keeping(series: Series, file: str | None) -> Generator[Series]:
    """Yield the series, kept in `file`, which is overwritten, or where it was read from, if
    anywhere. Raises Unusable.
    """
    if file is not None:
        series.open(file, "wb")
    elif series.name is not None:
        series.open(series.name, "r+b")
    try:
        yield series
    finally:
        if series.opened is not None:
            series.opened.close()
