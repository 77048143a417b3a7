"""Draw the layers of the package as an SVG: `python -m tools.draw_layers FILE`.

The picture is drawn from the contracts in `pyproject.toml` that import-linter checks, so it cannot
differ from them. A box imports only from boxes below it.
"""

from __future__ import annotations

import re
import sys
import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = {"layers": "chabudai", "game": "chabudai.games.GAME", "server": "chabudai.server"}
"""Titles of the columns, by the ids of their contracts."""
WIDTH, LINE, GAP, HEAD = 300, 17, 9, 34
LETTERS = 34
"""Number of letters that fit on a line of a box."""
STYLE = """
text { font: 13px system-ui, sans-serif; text-anchor: middle; fill: #23201b }
.title { font-weight: bold }
rect { fill: #f3e7cf; stroke: #8a6a3b }
@media (prefers-color-scheme: dark) {
  text { fill: #f3ede0 }
  rect { fill: #3a291c; stroke: #b98f55 }
}
"""


def main(arguments: list[str]) -> int:
    """Write the picture and return the exit code."""
    match arguments:
        case [file]:
            Path(file).write_text(picture(), encoding="utf-8")
        case _:
            print("usage: python -m tools.draw_layers FILE", file=sys.stderr)
            return 2
    return 0


def picture() -> str:
    """Draw a column of boxes for each contract, the highest layer on top."""
    layers = read_layers()
    columns = [column(name, layers[key]) for key, name in COLUMNS.items()]
    height = max(tall for _, tall in columns)
    moved = (
        f'<g transform="translate({at * WIDTH} 0)">{body}</g>'
        for at, (body, _) in enumerate(columns)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH * len(columns)} {height}" '
        f'role="img"><title>Layers: a box imports only boxes below it</title>'
        f"<style>{STYLE}</style>{''.join(moved)}</svg>\n"
    )


def read_layers() -> dict[str, list[str]]:
    """Map the id of each layer contract of import-linter to its layers, the highest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    return {each["id"]: each["layers"] for each in contracts if "layers" in each}


def column(title: str, layers: list[str]) -> tuple[str, int]:
    """Return a column's SVG and its height."""
    middle, top = WIDTH // 2, HEAD
    parts = [f'<text class="title" x="{middle}" y="22">{escape(title)}</text>']
    for layer in layers:
        lines = wrapped(re.sub(r"[()]", "", layer))
        tall = len(lines) * LINE + 12
        parts.append(f'<rect x="8" y="{top}" width="{WIDTH - 16}" height="{tall}" rx="6"/>')
        parts.extend(
            f'<text x="{middle}" y="{top + 19 + at * LINE}">{escape(line)}</text>'
            for at, line in enumerate(lines)
        )
        top += tall + GAP
    return "".join(parts), top


def wrapped(layer: str) -> list[str]:
    """Break the names in a layer, which are separated by bars, into the lines of a box."""
    lines = [""]
    for name in layer.split(" | "):
        longer = f"{lines[-1]} | {name}" if lines[-1] else name
        if len(longer) <= LETTERS or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(name)
    return lines


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
