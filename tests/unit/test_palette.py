"""Colours of the eight seats: distinct for every kind of colour vision and in print, with readable
letters.

Distances are measured in OKLab (Ottosson 2020), times 100. Colour blindness is simulated at full
severity (Machado, Oliveira and Fernandes 2009). The limits are the distances that the search for
the colours reached, rounded down.
"""

import re
from itertools import combinations
from math import dist
from pathlib import Path
from typing import TypeAlias

CSS = Path(__file__).resolve().parent.parent.parent / "web" / "css"
Colour: TypeAlias = tuple[float, ...]
"""Linear red, green and blue from 0 to 1, or the lightness and two axes of OKLab."""
Matrix: TypeAlias = tuple[tuple[float, float, float], ...]

PROTAN: Matrix = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
DEUTAN: Matrix = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
TRITAN: Matrix = (
    (1.255528, -0.076749, -0.178779),
    (-0.078411, 0.930809, 0.147602),
    (0.004733, 0.691367, 0.303900),
)
LIGHT = (0.2126, 0.7152, 0.0722)
"""Weights of red, green and blue in perceived brightness."""
GREY: Matrix = (LIGHT, LIGHT, LIGHT)
PLAIN: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
CONES: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
LAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def tokens() -> dict[str, Colour]:
    """Map names to colours. Colours that depend on the theme are from the light theme."""
    found: dict[str, Colour] = {}
    for name, value in re.findall(r"--([\w-]+): #([0-9a-f]{6});", (CSS / "tokens.css").read_text()):
        found.setdefault(name, tuple(linear(int(value[at : at + 2], 16)) for at in (0, 2, 4)))
    return found


def linear(value: int) -> float:
    """Convert a byte of sRGB to a linear value."""
    part = value / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def times(matrix: Matrix, colour: Colour) -> Colour:
    return tuple(sum(one * other for one, other in zip(row, colour, strict=True)) for row in matrix)


def apart(colours: list[Colour], eye: Matrix) -> float:
    """Return the smallest distance between two of the colours, as `eye` sees them."""
    seen = []
    for colour in colours:
        light = tuple(min(1, max(0, part)) for part in times(eye, colour))
        seen.append(times(LAB, tuple(cone ** (1 / 3) for cone in times(CONES, light))))
    return min(100 * dist(one, other) for one, other in combinations(seen, 2))


def seats(count: int) -> list[Colour]:
    return [tokens()[f"seat-{seat}"] for seat in range(count)]


def test_seat_colours_differ_for_every_kind_of_colour_vision_and_in_print() -> None:
    for eye, six, eight in (
        (PLAIN, 22, 18),
        (PROTAN, 17.5, 16),
        (DEUTAN, 17.5, 15),
        (TRITAN, 17.5, 15),
        (GREY, 9.5, 6.5),
    ):
        assert apart(seats(6), eye) >= six
        assert apart(seats(8), eye) >= eight


def test_the_letter_on_a_seat_can_be_read() -> None:
    rules = re.findall(r"([^{}]+)\{\s*fill: var\(--(seat-\w+)\);", (CSS / "kit.css").read_text())
    (light,) = (where for where, ink in rules if ink == "seat-light")
    for seat, colour in enumerate(seats(8)):
        ink = tokens()["seat-light" if f".letter.seat-{seat}" in light else "seat-dark"]
        dark, bright = sorted(times((LIGHT,), each)[0] for each in (ink, colour))
        assert (bright + 0.05) / (dark + 0.05) >= 4.5
