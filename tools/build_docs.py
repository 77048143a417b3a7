"""Build the API documents for programs: `python -m tools.build_docs [FOLDER]`, or `make docs`.

Writes `openapi.json` (HTTP) and `asyncapi.json` (WebSocket) to `docs/_build`, which git ignores, or
to FOLDER.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools import emit_asyncapi, emit_openapi

FOLDER = Path(__file__).resolve().parent.parent / "docs/_build"


def main(arguments: list[str]) -> int:
    """Write both documents, print their paths and return the exit code."""
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in documents().items():
        path = folder / name
        path.write_text(text, encoding="utf-8")
        print(path)
    return 0


def documents() -> dict[str, str]:
    """Emit both documents as JSON, by file name."""
    return {"openapi.json": emit_openapi.document(), "asyncapi.json": emit_asyncapi.document()}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
