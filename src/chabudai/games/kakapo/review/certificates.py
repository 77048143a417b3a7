"""The Kakapo: certificates for the missions of the book, with proofs and grades.

Each mission has a file in `data/solutions`, written by `make missions`. It contains CP-SAT's proof,
the grades, and a drawing of the fewest pieces that win the mission.
"""

import tomllib
from collections.abc import Iterable
from functools import cache
from math import sqrt
from typing import Literal, TypeAlias

import msgspec

from chabudai.core import Struct
from chabudai.games.kakapo.components.board import SIDE
from chabudai.games.kakapo.components.cards import DECK
from chabudai.games.kakapo.components.missions import FOLDER, Mission
from chabudai.games.kakapo.state import Lying

SOLUTIONS = FOLDER.parent / "solutions"


Stars: TypeAlias = Literal[1, 2, 3, 4, 5]
STARS = (0.15, 0.35, 0.60, 0.85)
"""Win rates below which a mission has five, four, three and two stars."""
NORMAL = 1.959964
"""The 97.5 % point of the normal distribution."""


class Grade(Struct):
    """A grade by one version of the reference bot, which won `won` of `deals` games."""

    seats: int
    deals: int
    won: int
    version: int

    @property
    def rate(self) -> float:
        """The fraction of games won."""
        return self.won / self.deals

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the rate (Wilson, 1927), which is also accurate near 0 and 1."""
        n, p, z = self.deals, self.rate, NORMAL
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        margin = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, min(p, middle - margin)), min(1.0, max(p, middle + margin))

    @property
    def stars(self) -> Stars:
        """The difficulty, from 1 (easiest) to 5 (hardest)."""
        below = sum(self.rate < limit for limit in STARS)
        return (1, 2, 3, 4, 5)[below]


class Proved(Struct):
    """CP-SAT's proof for a mission. It records the solver's version and status, the number of
    pieces found (`objective`), its lower bound, the number of places in the model, and the seconds
    taken.
    """

    solver: str
    status: str
    objective: int
    bound: int
    places: int
    seconds: float


class Certificate(Struct):
    """A mission's par, the pieces that reach it, its proof and its grades.

    `grades` are the reference bot's grades. `open_hands` counts the deals known to be winnable with
    open hands. Both have an entry for each number of seats. The first entry determines the order of
    the book.
    """

    par: int
    pieces: tuple[Lying, ...]
    proof: Proved
    grades: tuple[Grade, ...]
    open_hands: tuple[Grade, ...]


class CertificateFile(Struct):
    """The fields of a certificate file."""

    par: int
    pieces: str
    proof: Proved
    grades: tuple[Grade, ...]
    open_hands: tuple[Grade, ...]


@cache
def certificate_of(mode: str, number: int) -> Certificate:
    """Return the certificate of a mission of the book."""
    text = (SOLUTIONS / f"{mode}-{number:02}.toml").read_text(encoding="utf-8")
    return read_certificate(text)


def read_certificate(text: str) -> Certificate:
    """Parse a certificate file."""
    file = msgspec.convert(tomllib.loads(text), CertificateFile)
    return Certificate(
        file.par, parse_pieces(file.pieces), file.proof, file.grades, file.open_hands
    )


def parse_pieces(drawing: str) -> tuple[Lying, ...]:
    """Parse a drawing of pieces and return them in the order of the deck. Raises ValueError."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    if len(rows) != SIDE or any(len(row) != SIDE for row in rows):
        raise ValueError(f"A drawing has {SIDE} rows of {SIDE} cells.")
    cells: dict[str, list[int]] = {}
    for row, marks in enumerate(rows):
        for column, mark in enumerate(marks):
            cells.setdefault(mark, []).append(SIDE * row + column)
    return tuple(Lying(piece, tuple(cells[piece])) for piece in DECK if piece in cells)


def picture(mission: Mission, pieces: Iterable[Lying]) -> str:
    """Draw the grid, with birds as letters and pieces as their names."""
    marks = ["."] * SIDE * SIDE
    for letter, bird in zip("ABCDEFGH", mission.birds, strict=False):
        for row, column in bird.cells:
            marks[SIDE * row + column] = letter
    for lying in pieces:
        for cell in lying.cells:
            marks[cell] = lying.piece
    rows = (marks[SIDE * row : SIDE * (row + 1)] for row in range(SIDE))
    return "\n".join(" ".join(mark.rjust(2) for mark in row) for row in rows)


def write_certificate(mission: Mission, certificate: Certificate) -> str:
    """Encode a certificate as a TOML file. This is the inverse of `read_certificate`."""
    proof = certificate.proof
    lines = [
        "# Written by `make missions`.",
        f"par = {certificate.par}",
        'pieces = """',
        picture(mission, certificate.pieces),
        '"""',
        "",
        "[proof]",
        f'solver = "{proof.solver}"',
        f'status = "{proof.status}"',
        f"objective = {proof.objective}",
        f"bound = {proof.bound}",
        f"places = {proof.places}",
        f"seconds = {proof.seconds}",
    ]
    for name, grades in (("grades", certificate.grades), ("open_hands", certificate.open_hands)):
        for one in grades:
            low, high = one.interval
            lines += [
                "",
                f"[[{name}]] # {one.rate:.3f}, 95 % {low:.3f} to {high:.3f}",
                f"seats = {one.seats}",
                f"deals = {one.deals}",
                f"won = {one.won}",
                f"version = {one.version}",
            ]
    return "\n".join((*lines, ""))
