"""Collect the site's pages and pictures in a folder: `python -m tools.stage_docs FOLDER`.

This copies `docs`, the rulebooks and the other pages of the repository, and adds generated files:
pages of the Python reference, pictures, `openapi.json` and `asyncapi.json`. `make docs` builds the
site from this folder.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_type_hints

from msgspec import Struct

from chabudai.core import AnyGame, Chance
from chabudai.core.drawing.picture import picture_of
from chabudai.core.transcript import loads, replay
from chabudai.games import GAMES
from tools import draw_layers, emit_asyncapi, emit_openapi

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
RULEBOOKS = ROOT / "src/chabudai/games"
OUTSIDE = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "reporting.md",
    "bench/README.md": "benchmarks.md",
    "tools/README.md": "tools.md",
}
"""Pages outside `docs`, with their names on the site."""
MOMENTS = {
    "word-bank": ("a-tie-is-broken-by-safes-3", 22),
    "quiddler": ("one-wins-3", 60),
    "word-porters": ("one-wins-4", 40),
    "kakapo": ("the-last-round-is-over-3", 26),
}
"""A recorded game, and the number of moves after which its table is drawn."""
REFERENCE = {
    **{name: (f"chabudai.{name}",) for name in ("core", "games", "words", "search", "arena")},
    "adapters": tuple(
        f"chabudai.adapters.{name}"
        for name in ("episode", "single", "vector", "aec", "parallel", "openspiel")
    ),
}
"""Modules on each page of the Python reference. `docs/api.md` lists the modules that are public."""
OF_A_TYPE = """
    options:
      show_root_heading: true
      show_root_toc_entry: true
      show_if_no_docstring: true
"""
"""Options of mkdocstrings for each type on the pages with the games' types."""
LINK = re.compile(r"(?<=\]\()(?!https?:|mailto:|#)([^)#\s]+)")
CODE = re.compile(r"(^ *```.*?^ *```$|`[^`\n]+`)", re.DOTALL | re.MULTILINE)


def main(arguments: list[str]) -> int:
    """Stage the site and return the exit code."""
    match arguments:
        case [folder]:
            stage(Path(folder))
        case _:
            print("usage: python -m tools.stage_docs FOLDER", file=sys.stderr)
            return 2
    return 0


def stage(folder: Path) -> None:
    """Write every file of the site's sources to `folder`, which is empty or missing."""
    pages = sources()
    for source, name in pages.items():
        write(folder / name, with_site_links(source, name, pages, folder))
    for path in sorted(DOCS.rglob("*")):
        if path.suffix in {".jpg", ".svg", ".css"} and "_build" not in path.parts:
            copy(path, folder / path.relative_to(DOCS))
    for name, text in (documents() | reference() | pictures()).items():
        write(folder / name, text)


def sources() -> dict[Path, str]:
    """Map each page of the repository to its name on the site."""
    pages = {
        path: path.relative_to(DOCS).as_posix()
        for path in sorted(DOCS.rglob("*.md"))
        if "_build" not in path.parts
    }
    for path in sorted(RULEBOOKS.glob("*/RULES*.md")):
        game = path.parent.name.replace("_", "-")
        language = "ja/" if path.name == "RULES.ja.md" else ""
        pages[path] = f"{language}rules/{game}.md"
    return pages | {ROOT / path: name for path, name in OUTSIDE.items()}


def with_site_links(source: Path, name: str, pages: dict[Path, str], folder: Path) -> str:
    """Return a page's text with links to pages and files of the site.

    A linked file that is not a page is copied to `folder`, below `files`.
    """

    def on_site(match: re.Match[str]) -> str:
        target = (source.parent / match[0]).resolve()
        if target in pages:
            there = pages[target]
        elif target.is_relative_to(DOCS) or not target.is_file():
            return match[0]
        else:
            there = f"files/{target.relative_to(ROOT).as_posix()}"
            copy(target, folder / there)
        return os.path.relpath(there, Path(name).parent)

    parts = CODE.split(source.read_text(encoding="utf-8"))
    parts[::2] = [LINK.sub(on_site, prose) for prose in parts[::2]]
    return "".join(parts)


def documents() -> dict[str, str]:
    """Map file names to the machine-readable documents of the protocol, as JSON."""
    return {"openapi.json": emit_openapi.document(), "asyncapi.json": emit_asyncapi.document()}


def reference() -> dict[str, str]:
    """Return the pages of the Python reference, which mkdocstrings fills, by file name."""
    pages = {
        f"reference/{name}.md": f"# chabudai.{name}\n\nFor researchers: public names.\n"
        + "".join(f"\n## `{module}`\n\n::: {module}\n" for module in modules)
        for name, modules in REFERENCE.items()
    }
    return pages | {f"reference/{name}.md": types_page(GAMES[name]) for name in MOMENTS}


def types_page(game: AnyGame) -> str:
    """Return the page about a game's view, its seats' actions, and the structs in both."""
    actions = [kind for kind in get_args(game.actions) if not issubclass(kind, Chance)]
    named = {game.views: None, **dict.fromkeys(actions)}
    parts = {kind: None for each in named for kind in parts_of(each) if kind not in named}
    lists = {"View": [game.views], "Actions": actions, "Parts": [*parts]}
    text = f"# {game.title}: views and actions\n\nFor researchers: the types that a bot meets.\n"
    for title, kinds in lists.items():
        text += f"\n## {title}\n"
        text += "".join(f"\n::: {each.__module__}.{each.__name__}{OF_A_TYPE}" for each in kinds)
    return text


def parts_of(kind: object) -> Iterator[type[Struct]]:
    """Yield a struct and the structs in its fields, each after the structs that contain it.

    A struct that several fields contain is yielded several times.
    """
    if isinstance(kind, type) and issubclass(kind, Struct):
        yield kind
        for field in get_type_hints(kind).values():
            yield from parts_of(field)
    for part in get_args(kind):
        yield from parts_of(part)


def pictures() -> dict[str, str]:
    """Draw the layers, and a table of each game in both languages, by file name."""
    drawn = {"pictures/layers.svg": draw_layers.picture()}
    for name, (recorded, moves) in MOMENTS.items():
        game = GAMES[name]
        path = RULEBOOKS / name.replace("-", "_") / "golden" / f"{recorded}.jsonl"
        state = list(replay(game, loads(path.read_bytes())))[moves]
        for language in ("en", "ja"):
            drawn[f"pictures/{name}.{language}.svg"] = picture_of(game, state, None, language).svg
    return drawn


def copy(source: Path, target: Path) -> None:
    """Copy a file, creating the folders above it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(source.read_bytes())


def write(target: Path, text: str) -> None:
    """Write a text file, creating the folders above it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
