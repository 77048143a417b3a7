"""Record which broken lines of product code the tests detect, and check the record.

`nice python -m tools.mutants --lines 60 --seed 43` breaks 60 lines of functions in a copy of
`src/chabudai`, one at a time. For each line, it runs the tests that are most likely to fail. It
appends each result to `tests/nightly/mutants.tsv` immediately. Recorded lines are skipped, so an
interrupted run can be continued. `--until HH:MM` starts no mutant after that UTC time. `--check`
breaks the recorded lines again, even if they have moved, and fails if a break is no longer
detected. `--whole` also runs all tests that need no browser if no selected test fails.

In the column `noticed`, a test ID is the first test that failed; it was run again on unbroken code
and passed. "-" means that no selected test failed, and "unfinished" that none failed within RUN_S
seconds. Neither counts as detected.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from datetime import UTC, datetime

from tools.break_lines import ROOT, Breakage, chosen, copied, places
from tools.mutant_trial import SILENT, Trial

RECORD = ROOT / "tests/nightly/mutants.tsv"
HEADER = ("file", "line", "function", "was", "now", "noticed", "seconds")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the record, in the order of HEADER."""

    file: str
    line: int
    function: str
    was: str
    now: str
    noticed: str
    seconds: int

    def breakage(self) -> Breakage:
        return Breakage(self.file, self.function, self.was, self.now)


def main(arguments: list[str]) -> int:
    """Record or check, and return the exit code: 1 if a mutant is no longer detected."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants")
    parser.add_argument("--lines", type=int, default=60)
    parser.add_argument("--seed", type=int, default=43)
    parser.add_argument("--until", metavar="HH:MM", default="")
    parser.add_argument("--check", action="store_true", help="break the recorded lines again")
    parser.add_argument(
        "--whole", action="store_true", help="run all tests if the selected ones notice nothing"
    )
    asked = parser.parse_args(arguments)
    with copied(ROOT) as copy:
        trial = Trial(copy, whole=asked.whole)
        trial.require_unbroken()
        return check(trial) if asked.check else record(trial, asked)


def record(trial: Trial, asked: argparse.Namespace) -> int:
    """Append a row for each chosen mutant that has not been recorded yet."""
    files = (file for file in (ROOT / "src").rglob("*.py") if "tests" not in file.parts)
    known = {row.breakage() for row in rows()}
    if not RECORD.exists():
        RECORD.write_text("\t".join(HEADER) + "\n")
    for breakage in chosen(ROOT, sorted(files), asked.lines, asked.seed):
        if asked.until and datetime.now(UTC).strftime("%H:%M") >= asked.until:
            break
        if breakage not in known:
            row = result(trial, breakage)
            with RECORD.open("a") as file:
                file.write("\t".join(map(str, astuple(row))) + "\n")
    return 0


def check(trial: Trial) -> int:
    """Break each recorded line again, and print the lines that no longer exist or are no longer
    detected.
    """
    lost = gone = 0
    for was in rows():
        if len(places(ROOT, was.breakage())) != 1:
            print(f"gone: {was.file}:{was.line} {was.was}", flush=True)
            gone += 1
        elif was.noticed not in SILENT:
            lost += result(trial, was.breakage(), first=was.noticed).noticed in SILENT
    print(f"{lost} no longer noticed, {gone} gone")
    return 1 if lost else 0


def rows() -> Iterator[Row]:
    if RECORD.exists():
        with RECORD.open(newline="") as file:
            for each in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                line, seconds = int(each.pop("line")), int(each.pop("seconds"))
                yield Row(**each, line=line, seconds=seconds)


def result(trial: Trial, breakage: Breakage, first: str = "") -> Row:
    """Run the tests on a broken line, beginning with the test file in `first`. Print and return the
    line's row.
    """
    ((path, line),) = places(ROOT, breakage)
    file = path.relative_to(ROOT).as_posix()
    noticed, seconds = trial.of(breakage, first.partition("::")[0])
    row = Row(file, line, breakage.function, breakage.was, breakage.now, noticed, seconds)
    print(f"{noticed} ({seconds} s): {file}:{line} {row.was} -> {row.now}", flush=True)
    return row


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
