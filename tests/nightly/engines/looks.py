"""The faults of a screen, the places of its elements, and the differences between two engines."""

from collections.abc import Iterator
from typing import TypeAlias

import msgspec
from msgspec import Struct

from tests.browser.screens import FAULTS, LANGUAGE, SIZES, THEMES
from tests.nightly.engines.engine import Engine

THEME = """
(theme) => {
  localStorage.setItem("chabudai.theme", theme);
  dispatchEvent(new StorageEvent("storage", { key: "chabudai.theme", newValue: theme }));
}
"""
RESTS = """
([width, height]) =>
  innerWidth === width && innerHeight === height &&
  document.querySelector(".turn-light") === null &&
  document.fonts.status === "loaded" &&
  document.getAnimations().every((animation) =>
    animation.playState !== "running" || animation.effect.getComputedTiming().endTime === Infinity)
"""
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
PARTS = """
() => {
  const parts = [];
  for (const node of document.querySelectorAll("body *")) {
    // What is only read out depends on when one looks; an address has another port.
    if (node.ownerSVGElement || node.closest(".unseen")) continue;
    if (!node.checkVisibility({ visibilityProperty: true })) continue;
    const box = node.getBoundingClientRect();
    const home = node.parentElement.getBoundingClientRect();
    const said = [...node.childNodes].map((n) => (n.nodeType === 3 ? n.data : "")).join("");
    const text = said.trim().replace(location.host, "");
    const name = node.dataset.testid ?? "";
    const kind = `${node.localName} ${node.getAttribute("class") ?? ""}`.trim();
    const area = [box.x - home.x, box.y - home.y, box.width, box.height];
    parts.push({ kind, name, text, area });
  }
  return parts;
}
"""


class Part(Struct):
    """A visible node with its own text and its place within its parent, in pixels."""

    kind: str
    name: str
    text: str
    area: tuple[float, float, float, float]


Looks: TypeAlias = dict[str, list[Part]]
"""Visible nodes by the name of a screen, with its language, size and theme."""


def look_at(engine: Engine, screen: str) -> Iterator[tuple[str, list[Part], list[str]]]:
    """Yield a screen's name, parts and faults for each language and size, in alternating themes."""
    for shift, language in enumerate(("en", "ja")):
        engine.evaluate(LANGUAGE, language)
        engine.wait("(language) => document.documentElement.lang === language", language)
        for at, size in enumerate(SIZES):
            theme = THEMES[(at + shift) % 2]
            engine.evaluate(THEME, theme)
            engine.do("resize", width=size[0], height=size[1])
            engine.wait(RESTS, size)
            engine.evaluate(PAINTED)
            engine.wait(RESTS, size)
            name = f"{screen}, {language}, {size[0]} by {size[1]}, {theme}"
            yield name, msgspec.convert(engine.evaluate(PARTS), list[Part]), engine.evaluate(FAULTS)
    engine.evaluate(LANGUAGE, "en")
    engine.do("resize", width=1280, height=800)
    engine.wait(RESTS, (1280, 800))


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
