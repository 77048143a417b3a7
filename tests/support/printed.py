"""Code blocks of the documentation, run as they are printed.

`<!-- run -->` marks the block below it as runnable. `<!-- run with the frameworks -->` does so only
in `make test-engines`. A block with a title is also saved as a file of that name for later blocks.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tools import stage_docs

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in stage_docs.sources()
    if path.name not in {"CHANGELOG.md", "SECURITY.md", "RULES.md", "RULES.ja.md"}
}
"""Pages by path, with their texts: those of the site, without rulebooks and notices."""
PLAIN, WITH_FRAMEWORKS = "run", "run with the frameworks"
BLOCK = re.compile(
    r"(?:<!-- (?P<mark>run[^>]*?) -->\n)?"
    r'```(?P<language>\w*)(?: title="(?P<title>[^"]+)")?\n(?P<text>.*?)^```$',
    re.DOTALL | re.MULTILINE,
)


class Block(NamedTuple):
    """A code block. `mark` and `title` are "" if it lacks them."""

    mark: str
    language: str
    title: str
    text: str


def blocks(page: str) -> Iterator[Block]:
    """Yield the code blocks of a page in order."""
    for found in BLOCK.finditer(PAGES[page]):
        yield Block(*(found[name] or "" for name in Block._fields))


def run_page(page: str, mark: str, folder: Path) -> int:
    """In `folder`, save a page's files, and run its blocks that have this mark, in order.

    Return the number of blocks that ran. Raises CalledProcessError if one fails.
    """
    ran = 0
    for block in blocks(page):
        file = folder / (block.title or "program")
        if block.title or block.mark == mark:
            file.write_text(block.text, encoding="utf-8")
        if block.mark == mark:
            program = {"python": [sys.executable, "-W", "error"], "sh": ["sh", "-e"]}
            run([*program[block.language], file.name], folder)
            ran += 1
    return ran


def run(command: list[str], folder: Path) -> None:
    """Run a command, with this environment's programs on PATH. It must print no errors."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    done = subprocess.run(  # noqa: PLW1510 - its output is shown
        command,
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=250,
    )
    assert (done.returncode, done.stderr) == (0, ""), done
