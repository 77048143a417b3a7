"""Elements shared by all games' pictures, such as the seats' shapes and the wooden table.

They have the same shapes and sizes as in the web client.
"""

from math import cos, pi, radians, sin

from chabudai.core.drawing.svg import INK, PAPER, SEATS, Svg, at, element, group, label, number
from chabudai.core.telling import Seat

LETTERS = "ABCDEFGH"
ON_DARK = (0, 1, 5, 7)
"""Numbers of the looks whose letter is drawn in a light colour."""
LOWER = (0, 0, 3, 0, 0.8, 0, 0, 0)
"""Downward offset for each look. It makes the look's shape appear centred."""


def polygon(sides: int, radius: float, turn: float) -> str:
    """Return the corners of a regular polygon around the origin."""
    return corners([(radius, radians(turn + 360 * corner / sides)) for corner in range(sides)])


def star(points: int, outer: float, inner: float) -> str:
    """Return the corners of an upright star."""
    return corners(
        [
            (inner if corner % 2 else outer, pi * (corner / points - 0.5))
            for corner in range(2 * points)
        ]
    )


def corners(some: list[tuple[float, float]]) -> str:
    """Format corners, given as distance and direction, for an SVG attribute."""
    return " ".join(f"{number(far * cos(way))},{number(far * sin(way))}" for far, way in some)


CORNERS = (
    "",
    polygon(4, 12.6, 45),
    polygon(3, 14.4, -90),
    polygon(4, 12.6, 0),
    polygon(5, 11.6, -90),
    polygon(6, 11.2, 0),
    star(4, 14.6, 7.4),
    star(6, 14, 9.4),
)
"""Corners of each look's shape. The first is a disc and has none."""


def shape(seat: Seat, **attributes: str | float) -> Svg:
    """Draw a seat's shape around the origin, about as large as a disc of radius 10."""
    drawn: dict[str, str | float] = {"fill": SEATS[seat], "stroke": "outline", "stroke_width": 2}
    drawn |= {"stroke_linejoin": "round", **attributes}
    if not CORNERS[seat]:
        return element("circle", r=10, **drawn)
    moved = f"translate(0 {LOWER[seat]})"
    return element("polygon", points=CORNERS[seat], transform=moved, **drawn)


def mark(seat: Seat, sign: str | None = None, rim: str = "outline") -> Svg:
    """Draw a seat's shape with its letter or another character."""
    return group(
        shape(seat, stroke=rim),
        label(
            0,
            7 if seat == 2 else 4.4,
            LETTERS[seat] if sign is None else sign,
            11 if seat == 2 else 12,
            text_anchor="middle",
            font_weight=800,
            fill=PAPER if seat in ON_DARK else INK,
        ),
    )


def wood(x: float, y: float, rx: float, ry: float) -> Svg:
    """Draw the table: a wooden ellipse with an edge and nine rings of grain."""
    rings = (
        element(
            "ellipse",
            cx=x - rx * 0.12,
            cy=y - ry * 0.08,
            rx=rx * ring / 10.6,
            ry=ry * ring / 10.6,
            fill="none",
            stroke="table-grain",
            stroke_width=1.8,
        )
        for ring in range(1, 10)
    )
    return group(
        element("ellipse", cx=x, cy=y + 9, rx=rx, ry=ry, fill="table-edge"),
        element(
            "ellipse", cx=x, cy=y, rx=rx, ry=ry, fill="table", stroke="table-edge", stroke_width=2
        ),
        *rings,
    )


def crest() -> Svg:
    """Draw the logo in a 48 × 48 square around the origin."""
    cushions = (
        element("rect", x=-7, y=-22, width=14, height=10, rx=4, fill=SEATS[0]),
        element("rect", x=12, y=-7, width=10, height=14, rx=4, fill=SEATS[3]),
        element("rect", x=-7, y=12, width=14, height=10, rx=4, fill=SEATS[1]),
        element("rect", x=-22, y=-7, width=10, height=14, rx=4, fill=SEATS[2]),
    )
    return group(*cushions, element("circle", r=14, fill="table"), stroke="outline", stroke_width=2)


CROWN = "M4 18h16M4.5 14.5 4 7l4.5 3.5L12 5l3.5 5.5L20 7l-.5 7.5z"


def crown(x: float, y: float) -> Svg:
    """Draw a winner's crown, about 16 units wide, centred at a point."""
    drawn = element("path", d=CROWN, fill="gold", stroke=INK, stroke_width=1.4)
    return at(x - 12, y - 12, drawn)
