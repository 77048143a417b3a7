"""Reject odd English in docstrings, comments, documents and test names.

`python -m tools.check_prose` reads `tools/prose.tsv`, which has a line for each pattern: the
allowed number of occurrences, the pattern, and an alternative. The exit code is 1 if a pattern
occurs more often. Patterns with 0 are banned. The other numbers may only fall. `--lower` writes the
current numbers if they are lower. RULES.md files are exempt, because rulebooks have their own
style, and so are string literals, which may quote them.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PATTERNS = ROOT / "tools/prose.tsv"
READ = (".py", ".ts", ".tsx", ".md")
EXEMPT = re.compile(r"\.gen\.ts$|RULES[^/]*\.md$|/data/|/golden/")
PYTHON = re.compile(
    r'(?P<prose>^ *""".*?"""|(^ *|  )# [^\n]*|^ *(async )?def test_\w+)|""".*?"""',
    re.DOTALL | re.MULTILINE,
)
"""Docstrings, comments and test names. Other long strings also match, but are not prose."""
SCRIPT = re.compile(r"(?P<prose>/\*.*?\*/|(^ *|  ?)// [^\n]*)", re.DOTALL | re.MULTILINE)
"""Comments in TypeScript."""
SHOWN = 20
"""Number of matches to print for a pattern that occurs too often."""


class Pattern(NamedTuple):
    """A pattern, its allowed number of occurrences, and an alternative."""

    allowed: int
    expression: str
    instead: str


def patterns() -> list[Pattern]:
    """Read the patterns."""
    lines = [line.split("\t") for line in PATTERNS.read_text(encoding="utf-8").splitlines()]
    return [Pattern(int(allowed), expression, instead) for allowed, expression, instead in lines]


def texts() -> list[tuple[str, str]]:
    """Return the path and prose of each file to check."""
    listing = subprocess.run(("git", "ls-files"), cwd=ROOT, capture_output=True, check=True).stdout
    paths = [path for path in listing.decode().splitlines() if path.endswith(READ)]
    return [
        (path, prose(path, (ROOT / path).read_text(encoding="utf-8")))
        for path in paths
        if not EXEMPT.search(path) and (ROOT / path).is_file()
    ]


def prose(path: str, text: str) -> str:
    """Return a file's text without its code, but with all line breaks."""
    if path.endswith(".md"):
        return text
    pieces: list[str] = []
    at = 0
    for match in (PYTHON if path.endswith(".py") else SCRIPT).finditer(text):
        if match["prose"] is not None:
            pieces += ["\n" * text.count("\n", at, match.start()), match["prose"]]
            at = match.end()
    return "".join(pieces)


def matches(expression: str, files: list[tuple[str, str]]) -> list[str]:
    """Return the path, line and text of each occurrence of a pattern."""
    compiled = re.compile(expression, re.MULTILINE)
    return [
        f"{path}:{text.count(chr(10), 0, match.start()) + 1}: {match[0].strip()}"
        for path, text in files
        for match in compiled.finditer(text)
    ]


def main(arguments: list[str]) -> int:
    """Check every pattern and return the exit code."""
    files = texts()
    found = {pattern: matches(pattern.expression, files) for pattern in patterns()}
    if arguments == ["--lower"]:
        lines = [
            f"{min(pattern.allowed, len(lines))}\t{pattern.expression}\t{pattern.instead}\n"
            for pattern, lines in found.items()
        ]
        PATTERNS.write_text("".join(lines), encoding="utf-8")
        return 0
    over = {pattern: lines for pattern, lines in found.items() if len(lines) > pattern.allowed}
    for (allowed, expression, instead), lines in over.items():
        print(f"{len(lines)}, not {allowed}: {expression} → {instead}")
        print(*(f"  {line}" for line in lines[:SHOWN]), sep="\n")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
