"""What is used of pyarrow, which comes without types."""

from pathlib import Path

class Column:
    def to_pylist(self) -> list[str]: ...

class Table:
    def column(self, name: str) -> Column: ...

def read_table(source: Path) -> Table: ...
