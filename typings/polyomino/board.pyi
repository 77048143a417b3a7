"""The part of polyomino that is used here."""

from collections.abc import Iterable, Iterator, Sequence

class Irregular:
    def __init__(self, squares: Iterable[tuple[int, int]]) -> None: ...
    def positions(
        self, tile: Sequence[tuple[int, int]], with_reflections: bool = False
    ) -> Iterator[list[tuple[int, int]]]: ...
