"""SVG as text: elements with escaped text, and the web client's colours by name.

If an element's `fill` or `stroke` is a name in PALETTE, the attribute is set to the light colour. A
class is added for the dark mode's style rule. Other colours, such as those of printed cards, do not
change.
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
"""Light and dark colours from the web client's style sheet, by their names there."""
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
"""Colours of the seats' looks, the same in light and dark mode."""
INK, PAPER = "#14202b", "#fbf7ee"
"""Ink and paper of printed pieces, the same in light and dark mode."""
ROOT = "chabudai-picture"
FONTS = (
    'system-ui, "Hiragino Sans", "Yu Gothic UI", "Noto Sans JP", "Noto Sans CJK JP", '
    '"BIZ UDPGothic", sans-serif'
)
NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that are invalid in XML. A set of the million valid ones would compile slowly."""
USED = re.compile(r'\b(fill|stroke)-([a-z0-9-]+)(?=[ "])')
THIN, NARROW, BROAD, WIDE = 0.36, 0.69, 0.8, 1.02
"""Approximate widths of characters in a wide bold sans-serif font, as a fraction of the font size.
They apply to thin letters such as i, to small letters and digits, to capitals and symbols, and to
Japanese characters and m.
"""


class Svg(str):
    """Markup that needs no escaping, unlike plain text."""

    __slots__ = ()


def element(name: str, *inside: str, **attributes: str | float) -> Svg:
    """Return an element, with its text escaped. Underscores in keywords become hyphens, as in
    stroke-width.
    """
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
    """Return the light-mode value of a palette colour, or any other colour unchanged."""
    return PALETTE[name][0] if name in PALETTE else name


def number(value: str | float) -> str:
    """Format an attribute's value, with at most two decimals if it is a number."""
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def words(text: str) -> str:
    """Return text escaped for markup, with invalid characters replaced."""
    return escape(NO_TEXT.sub("\ufffd", text), quote=False)


def quoted(text: str) -> str:
    """Quote an attribute's value, with single quotes only if it contains double but no single
    quotes.
    """
    # A copy of xml.sax.saxutils.quoteattr, whose import would load an HTTP client.
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
    """Return a group of elements."""
    return element("g", *inside, **attributes)


def at(x: float, y: float, *inside: str, scale: float = 1, turn: float = 0) -> Svg:
    """Return elements moved to a point, scaled, and turned clockwise by `turn` degrees."""
    moves = [f"translate({number(x)} {number(y)})"]
    if turn:
        moves.append(f"rotate({number(turn)})")
    if scale != 1:
        moves.append(f"scale({number(scale)})")
    return group(*inside, transform=" ".join(moves))


def path(d: str, **attributes: str | float) -> Svg:
    """Return a path."""
    return element("path", d=d, **attributes)


def box(x: float, y: float, width: float, height: float, **attributes: str | float) -> Svg:
    """Return a rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def label(
    x: float,
    y: float,
    text: str,
    size: float,
    room: float | None = None,
    **attributes: str | float,
) -> Svg:
    """Return a line of text, left-aligned at a point unless `text_anchor` is given. Text wider than
    `room` is shrunk by at most a third, and then truncated.
    """
    if room is not None:
        text, size = fitted(text, size, room)
    return element("text", text, x=x, y=y, font_size=size, **{"fill": "ink", **attributes})


def breadth(text: str) -> float:
    """Return the approximate width of a string, as a multiple of its font size."""
    return sum(map(width_of, text))


def width_of(letter: str) -> float:
    """Return the approximate width of a letter."""
    if east_asian_width(letter) in "WF" or letter in "mwMW":
        return WIDE
    if letter in " .,:;'|!ijlI":
        return THIN
    return NARROW if letter.islower() or letter.isdecimal() else BROAD


def fitted(text: str, size: float, room: float) -> tuple[str, float]:
    """Reduce a text's font size, and truncate the text if necessary, to fit `room`. Return both."""
    needs = breadth(text) * size
    if needs <= room:
        return text, size
    smaller = max(size * room / needs, size * 2 / 3)
    while len(text) > 1 and breadth(text) * smaller > room + 0.01:
        text = f"{text.removesuffix('…')[:-1]}…"
    return text, smaller


def use(name: str, **attributes: str | float) -> Svg:
    """Return a reference to the picture's part with this id."""
    return element("use", href=f"#{name}", **attributes)


def rules(markup: str) -> str:
    """Return the dark mode's style rules for the named colours used in this markup."""
    used = sorted({(what, name) for what, name in USED.findall(markup) if name in PALETTE})
    dark = "".join(f".{ROOT} .{what}-{name}{{{what}:{PALETTE[name][1]}}}" for what, name in used)
    return f"@media (prefers-color-scheme:dark){{{dark}}}"
