"""Differences between two engines on the same screen."""

from collections.abc import Iterator

from msgspec import Struct

from tests.nightly.engines.looks import Looks, Part

NEAR = 1.0
"""Tolerance for places and sizes in pixels, because engines round fractions differently."""
SIDES = ("left", "top", "width", "height")


class Difference(Struct, frozen=True):
    """The largest difference for a kind of node and a side, in pixels, and its screen."""

    kind: str
    side: str
    pixels: float
    look: str


def contents(one: Looks, other: Looks) -> Iterator[str]:
    """Yield the screens that show different nodes in two engines."""
    for look in one.keys() | other.keys():
        if look not in one or look not in other:
            yield f"{look}: seen in one engine only"
            continue
        here, there = (
            [(part.kind, part.name, part.text) for part in it[look]] for it in (one, other)
        )
        if here != there:
            first = next(
                (pair for pair in zip(here, there, strict=False) if pair[0] != pair[1]), ""
            )
            yield f"{look}: {len(here)} and {len(there)} nodes; first {first}"


def places(one: Looks, other: Looks) -> list[Difference]:
    """Return the largest difference for each kind of node and side, in descending order."""
    most: dict[tuple[str, str], Difference] = {}
    for look in one.keys() & other.keys():
        for here, there in zip(one[look], other[look], strict=False):
            for each in apart(here, there, look):
                key = (each.kind, each.side)
                if key not in most or abs(most[key].pixels) < abs(each.pixels):
                    most[key] = each
    return sorted(most.values(), key=lambda each: -abs(each.pixels))


def apart(here: Part, there: Part, look: str) -> Iterator[Difference]:
    if (here.kind, here.name) != (there.kind, there.name):
        return
    for side, a, b in zip(SIDES, here.area, there.area, strict=True):
        if abs(b - a) > NEAR:
            yield Difference(here.kind, side, round(b - a, 1), look)
