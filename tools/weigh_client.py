"""Compressed size of the web client: `python -m tools.weigh_client [FOLDER]`.

For each page, and for each game's table, it prints the size in KiB after gzip -9, and the number of
requests. The code that every page needs is included.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections.abc import Set
from pathlib import Path
from typing import Any

from tools import client

IMPORTED = re.compile(r'(?:from|import)\s*"\./([^"]+)"')
KIB = 1024


def main() -> None:
    """Print a line for every page, and one for each game's table."""
    static = Path(sys.argv[1]) if sys.argv[1:] else client.STATIC
    found = manifest(static)
    shell = loaded(static, found["js"])
    print(line(static, "every page", shell, {found["css"]}))
    for game, (sheet, *scripts) in found["tables"].items():
        table = shell.union(*(loaded(static, each) for each in scripts))
        print(line(static, game, table, {found["css"], sheet}))


def line(static: Path, page: str, scripts: Set[str], sheets: Set[str]) -> str:
    """Format the sizes of a page's scripts and style sheets."""
    return (
        f"{page:16}{len(scripts):4} scripts {packed(static, scripts) / KIB:7.2f} KiB"
        f"{len(sheets):4} style sheets {packed(static, sheets) / KIB:7.2f} KiB"
    )


def manifest(static: Path) -> Any:
    """Read the manifest of a built client."""
    return json.loads((static / "manifest.json").read_text())


def packed(static: Path, names: Set[str]) -> int:
    """Add up the compressed sizes of files, in bytes."""
    return sum(len(gzip.compress((static / name).read_bytes(), 9)) for name in names)


def loaded(static: Path, name: str) -> set[str]:
    """Find a script and all scripts that it imports statically."""
    found, new = set[str](), {name}
    while new:
        found |= new
        new = {each for one in new for each in IMPORTED.findall((static / one).read_text())} - found
    return found


if __name__ == "__main__":
    main()
