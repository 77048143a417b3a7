"""The part of pyarrow that chabudai uses. The package has no types."""

from collections.abc import Mapping, Sequence

from pyarrow.parquet import Table

def table(columns: Mapping[str, Sequence[object]]) -> Table: ...
