"""Environments that can be copied in microseconds, because copies share every immutable value."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, Self

MUTABLE = (dict, list)


class Immutable:
    """A value that is its own deep copy."""

    __slots__ = ()

    def __deepcopy__(self, memo: object) -> Self:
        """Return the value itself, since it never changes."""
        return self


class Copyable:
    """An environment whose attributes are immutable, or dicts and lists of immutable values.

    Spaces are the exception: a copy in the same process shares them, including their random
    numbers. A copy made by pickling has new ones.
    """

    DERIVED: ClassVar[frozenset[str]]
    """Names of the attributes that a pickle omits, since they follow from the others."""

    def clone(self) -> Self:
        """Return an independent copy, which continues in the same way as the original."""
        copy = object.__new__(type(self))
        kept = copy.__dict__
        for name, value in self.__dict__.items():
            kept[name] = value.copy() if type(value) in MUTABLE else value
        return copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return an independent copy, which continues in the same way as the original."""
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes to pickle."""
        derived = self.DERIVED
        return {name: value for name, value in self.__dict__.items() if name not in derived}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Restore the attributes from a pickle."""
        self.__dict__.update(kept)
        self._derive()

    @abstractmethod
    def _derive(self) -> None:
        """Compute the derived attributes that are not computed on first use."""
