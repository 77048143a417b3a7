"""What is used of pyarrow, which comes without types."""

from collections.abc import Mapping, Sequence

from pyarrow.parquet import Table

def table(columns: Mapping[str, Sequence[object]]) -> Table: ...
