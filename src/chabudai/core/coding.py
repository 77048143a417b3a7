"""A game encoded as numbers, for machine learning: moves as short sequences of numbered steps, and
views as arrays.

A step's number means the same throughout a game. Most moves are one step. A word or a ballot takes
several steps of the same seat, which other seats do not see. The steps so far are the seat's draft.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from chabudai.core.struct import Struct
from chabudai.core.telling import Seat

Draft: TypeAlias = tuple[int, ...]
"""The numbers of a seat's steps since its last move."""
WAIT = 0
"""Number for waiting, the only choice of a seat that owes no move."""
A = TypeVar("A")
V = TypeVar("V", bound=Struct)
T = TypeVar("T")


class Span(Struct):
    """Consecutive numbers with one meaning: `count` numbers, each with a value from `low` to
    `high`.
    """

    name: str
    count: int
    low: float = 0
    high: float = 1


class Layout(Struct):
    """The parts of an observation: flags, counts from 0 to 255, and further numbers."""

    flags: tuple[Span, ...]
    counts: tuple[Span, ...]
    numbers: tuple[Span, ...] = ()


class Seen(NamedTuple):
    """A seat's view and draft in the order of a `Layout`. Bit `n` of `flags` is flag `n`."""

    flags: int
    counts: bytes
    numbers: tuple[float, ...] = ()


def no_vectors(view: Any) -> tuple[float, ...]:
    """Return no vectors, for a game without words on its cards."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Coding(Generic[A, V]):
    """A game's moves and views as numbers. In an observation, seats are numbered from the observing
    seat.
    """

    steps: tuple[Span, ...]
    """The numbers of all steps, from 1."""
    offered: Callable[[V, Seat, Draft], int]
    """Return the steps that a seat can take next: bit `n` for number `n`, or 0 out of turn."""
    chosen: Callable[[V, Seat, Draft], A | None]
    """Return the move that a draft completes, or None if another step must follow. The last number
    must have been offered."""
    layout: Callable[[int], Layout]
    """Return the parts of an observation at a table with this number of seats."""
    seen: Callable[[V, Seat, Draft], Seen]
    """Return the observation of a seat, from its view and draft."""
    potential: Callable[[V, Seat], float]
    """Return a seat's lead according to public facts, from about -1 to 1, for shaping rewards."""
    vectors: Callable[[V], tuple[float, ...]] = no_vectors
    """Return the concatenated vectors of the words on the table, with zeros for unknown words."""
    vector_size: int = 0
    """Length of the result of `vectors`."""


AnyCoding: TypeAlias = Coding[Any, Any]


def ranges(spans: Iterable[Span]) -> dict[str, range]:
    """Map each span's name to its range of numbers, starting from 0."""
    found, first = dict[str, range](), 0
    for span in spans:
        found[span.name] = range(first, first + span.count)
        first += span.count
    return found


def bits(numbers: Iterable[int]) -> int:
    """Return `numbers` as a set of bits."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def each_number(mask: int) -> Iterator[int]:
    """Yield the numbers in a set of bits in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def packed(parts: Iterable[tuple[int, int]]) -> int:
    """Concatenate sets of flags. Each part is a pair: the number of its flags, and the set."""
    found = at = 0
    for count, flags in parts:
        found |= flags << at
        at += count
    return found


def turned(items: tuple[T, ...], seat: Seat) -> tuple[T, ...]:
    """Rotate a tuple indexed by seat so that it begins with the item of `seat`."""
    return items[seat:] + items[:seat]


def seat_flag(other: Seat | None, seat: Seat, seats: int) -> int:
    """Return the flag of seat `other` in `seat`'s observation, or 0 for None and CHANCE."""
    return 0 if other is None or other < 0 else 1 << (other - seat) % seats


def seat_flags(others: Iterable[Seat], seat: Seat, seats: int) -> int:
    """Return the flags of several seats in `seat`'s observation."""
    return bits((other - seat) % seats for other in others)


def owners(held: Iterable[object], seat: Seat, seats: int) -> int:
    """Return the flags, in `seat`'s observation, of the seats whose item in `held` is truthy."""
    return seat_flags((at for at, item in enumerate(held) if item), seat, seats)


def ahead(amounts: Sequence[int], seat: Seat) -> float:
    """Return a seat's amount minus the mean of the other amounts. At least two amounts are
    required.
    """
    return amounts[seat] - (sum(amounts) - amounts[seat]) / (len(amounts) - 1)
