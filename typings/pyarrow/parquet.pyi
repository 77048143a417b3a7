"""The part of pyarrow's Parquet support that chabudai uses. The package has no types."""

from pathlib import Path
from typing import Any

class Column:
    def to_pylist(self) -> list[Any]: ...

class Table:
    column_names: list[str]
    def column(self, name: str) -> Column: ...

def read_table(source: Path) -> Table: ...
def write_table(table: Table, where: str) -> None: ...
