"""Parts of a game that are imported on first use, to keep process startup fast."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Lazy:
    """A value in a module, which is imported on the first call.

    `package` is the `__name__` of a game, and `module` is a dotted path below it, so a game cannot
    import another game or a higher layer this way. `tests/unit/test_imports.py` checks this rule,
    and also that each value exists and has the declared type.
    """

    package: str
    module: str
    name: str

    def __call__(self) -> Any:
        """Import and return the value."""
        return getattr(import_module(f"{self.package}.{self.module}"), self.name)


@dataclass(frozen=True, slots=True)
class LazyMapping(Mapping[str, T]):
    """Values by name. `load` imports all of them when the first one is used."""

    KIND: ClassVar[str]
    """Noun for a value in error messages."""

    names: tuple[str, ...] = ()
    load: Callable[[], Mapping[str, T]] = dict

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __getitem__(self, name: str) -> T:
        if name not in self.names:
            known = ", ".join(self.names)
            raise KeyError(f"There is no {self.KIND} {name!r}. Available: {known}.")
        return self.load()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)
