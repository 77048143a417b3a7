"""Build the site in `docs/_build`: `python -m tools.build_docs`, or `make docs`.

This collects the sources, and runs mkdocs from the environment of `make docs`. Warnings are errors.
The build fails if a page would fetch a script, a style or a picture from another host, or has the
wrong language.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools import stage_docs

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "docs/_build"
STAGED = ROOT / ".cache/docs-pages"
MKDOCS = ROOT / ".cache/docs/bin/mkdocs"
QUIET = {"NO_MKDOCS_2_WARNING": "1"}
"""Environment variable that suppresses an announcement of mkdocs-material."""
FETCHED = re.compile(
    r"<(?:script|img|iframe|source|link(?![^>]*canonical))\b[^>]*(?:src|href)=[\"']?(?:https?:)?//[^>]*>"
)


def main() -> int:
    """Build the site and return the exit code."""
    shutil.rmtree(STAGED, ignore_errors=True)
    stage_docs.stage(STAGED)
    # With --quiet, mkdocs would not count warnings.
    command = (str(MKDOCS), "build", "--strict")
    built = subprocess.run(command, cwd=ROOT, env=os.environ | QUIET, check=False)
    if built.returncode:
        return built.returncode
    fetched = {tag for page in SITE.rglob("*.html") for tag in FETCHED.findall(page.read_text())}
    if fetched:
        print("docs: pages fetch from other hosts:", *sorted(fetched), sep="\n", file=sys.stderr)
        return 1
    foreign = [page for page in SITE.rglob("*.html") if not has_its_language(page)]
    if foreign:
        print("docs: pages in the wrong language:", *foreign, sep="\n", file=sys.stderr)
        return 1
    print(SITE / "index.html")
    return 0


def has_its_language(page: Path) -> bool:
    """Return whether a page names its language: Japanese below `ja`, otherwise English."""
    lang = "ja" if "ja" in page.relative_to(SITE).parts else "en"
    return f'<html lang="{lang}"' in page.read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
