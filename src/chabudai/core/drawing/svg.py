"""SVG as text: elements with escaped words, and the colours of the client by their names.

An element's `fill` and `stroke` may be a name of PALETTE: it is written as the colour in light and
as a class, for which the picture has a rule in dark. Other colours stay what they are, as those of
printed cards do.
"""

import re
from collections.abc import Mapping
from html import escape
from unicodedata import east_asian_width

PALETTE: Mapping[str, tuple[str, str]] = {
    "bg": ("#efe8d8", "#12171c"),
    "surface": ("#fbf7ee", "#1b232b"),
    "ink": ("#14202b", "#f3ede0"),
    "ink2": ("#4a5560", "#b9c0c4"),
    "line": ("#8a8272", "#76828c"),
    "hair": ("#d8cfba", "#33404a"),
    "accent": ("#0b6e6e", "#5cc7be"),
    "turn": ("#dcebe6", "#17332f"),
    "gold": ("#f2b705", "#f2b705"),
    "gold-ground": ("#fff1b8", "#4a3d10"),
    "table": ("#c99a62", "#3a291c"),
    "table-grain": ("#bc8b53", "#46331f"),
    "table-edge": ("#7a5630", "#120b06"),
    "outline": ("#14202b", "#fbf7ee"),
    "steel": ("#33424f", "#3a4b59"),
    "steel-edge": ("#14202b", "#0a0f13"),
}
"""Colours of the client's style sheet in light and in dark, by their names there."""
SEATS: tuple[str, ...] = (
    "#a63b0d",
    "#1f33ab",
    "#f5f593",
    "#23b46b",
    "#ff9bea",
    "#171c30",
    "#d044fa",
    "#7a6b95",
)
"""The colours of the seats' looks, in light and dark."""
INK, PAPER = "#14202b", "#fbf7ee"
"""Ink and paper of what is printed, in light and dark."""
ROOT = "chabudai-picture"
FONTS = (
    'system-ui, "Hiragino Sans", "Yu Gothic UI", "Noto Sans JP", "Noto Sans CJK JP", '
    '"BIZ UDPGothic", sans-serif'
)
NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What XML cannot hold. Told by what it can, it is a set of a million letters, long to compile."""
USED = re.compile(r'\b(fill|stroke)-([a-z0-9-]+)(?=[ "])')
THIN, NARROW, BROAD, WIDE = 0.36, 0.69, 0.8, 1.02
"""About how wide a letter is in a broad bold sans, in parts of its size: an i, others of Latin,
capitals and signs, Japanese and an m.
"""


class Svg(str):
    """Markup, as against words that are to be escaped."""

    __slots__ = ()


def element(name: str, *inside: str, **attributes: str | float) -> Svg:
    """An element; words inside are escaped. An attribute `stroke_width` is written stroke-width."""
    classes: list[str] = []
    written: list[str] = []
    for key, value in attributes.items():
        if key in ("fill", "stroke") and value in PALETTE:
            classes.append(f"{key}-{value}")
        shown = number(value) if key not in ("fill", "stroke") else colour(str(value))
        written.append(f" {key.rstrip('_').replace('_', '-')}={quoted(shown)}")
    if classes:
        written.insert(0, f' class="{" ".join(classes)}"')
    content = "".join(part if isinstance(part, Svg) else words(part) for part in inside)
    start = f"<{name}{''.join(written)}"
    return Svg(f"{start}>{content}</{name}>" if content else f"{start}/>")


def colour(name: str) -> str:
    """A colour of the palette in light; any other as it is."""
    return PALETTE[name][0] if name in PALETTE else name


def number(value: str | float) -> str:
    """A value of an attribute; numbers with two digits after the point at most."""
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def words(text: str) -> str:
    """Words as they stand in markup, without what it cannot hold."""
    return escape(NO_TEXT.sub("\ufffd", text), quote=False)


def quoted(text: str) -> str:
    """The value of an attribute, in double quotes if it has none itself."""
    # As xml.sax.saxutils has it, which would bring a client of HTTP along with every command.
    value = (
        escape(text, quote=False)
        .replace("\n", "&#10;")
        .replace("\r", "&#13;")
        .replace("\t", "&#9;")
    )
    if '"' in value and "'" not in value:
        return f"'{value}'"
    return '"' + value.replace('"', "&quot;") + '"'


def group(*inside: str, **attributes: str | float) -> Svg:
    """Elements together."""
    return element("g", *inside, **attributes)


def at(x: float, y: float, *inside: str, scale: float = 1, turn: float = 0) -> Svg:
    """Elements whose origin is moved to a place, enlarged and turned clockwise by degrees."""
    moves = [f"translate({number(x)} {number(y)})"]
    if turn:
        moves.append(f"rotate({number(turn)})")
    if scale != 1:
        moves.append(f"scale({number(scale)})")
    return group(*inside, transform=" ".join(moves))


def path(d: str, **attributes: str | float) -> Svg:
    """A path."""
    return element("path", d=d, **attributes)


def box(x: float, y: float, width: float, height: float, **attributes: str | float) -> Svg:
    """A rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def label(
    x: float,
    y: float,
    text: str,
    size: float,
    room: float | None = None,
    **attributes: str | float,
) -> Svg:
    """Words on a line, their left end at a place unless `text_anchor` says otherwise. If they need
    more than `room`, they are made smaller by a third at most, and then cut.
    """
    if room is not None:
        text, size = fitted(text, size, room)
    return element("text", text, x=x, y=y, font_size=size, **{"fill": "ink", **attributes})


def breadth(text: str) -> float:
    """About how wide words are, in parts of their size."""
    return sum(map(width_of, text))


def width_of(letter: str) -> float:
    """About how wide a letter is."""
    if east_asian_width(letter) in "WF" or letter in "mwMW":
        return WIDE
    if letter in " .,:;'|!ijlI":
        return THIN
    return NARROW if letter.islower() or letter.isdecimal() else BROAD


def fitted(text: str, size: float, room: float) -> tuple[str, float]:
    """Words and their size, so that they need no more than `room`."""
    needs = breadth(text) * size
    if needs <= room:
        return text, size
    smaller = max(size * room / needs, size * 2 / 3)
    while len(text) > 1 and breadth(text) * smaller > room + 0.01:
        text = f"{text.removesuffix('…')[:-1]}…"
    return text, smaller


def use(name: str, **attributes: str | float) -> Svg:
    """A part of the picture that has this id."""
    return element("use", href=f"#{name}", **attributes)


def rules(markup: str) -> str:
    """The style rules of the named colours that are used in this markup, in dark."""
    used = sorted({(what, name) for what, name in USED.findall(markup) if name in PALETTE})
    dark = "".join(f".{ROOT} .{what}-{name}{{{what}:{PALETTE[name][1]}}}" for what, name in used)
    return f"@media (prefers-color-scheme:dark){{{dark}}}"
