"""Trials of broken lines: running tests on a copy of the checkout. Used by `tools.mutants`."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tools.break_lines import FAILED, ROOT, Breakage, break_in, order, tests_of

TEST_S, RUN_S, WHOLE_S = 100, 300, 3600
"""Maximum seconds of wall time for one test, for the selected tests, and for all tests."""
CONTRACT = "tests/contract/test_"
GENERAL = tuple(f"{CONTRACT}{name}.py" for name in ("every_game", "golden", "leaks"))
SMALL = ("adapters", "arena", "core", "search", "words")
"""Packages whose tests are all run. For other packages, only tests that mention the broken code are
run.
"""
WORD = re.compile(r"\w+")
SILENT = UNNOTICED, UNFINISHED = ("-", "unfinished")


class Trial:
    """A copy of the checkout in which lines are broken one at a time."""

    def __init__(self, copy: Path, *, whole: bool) -> None:
        self.copy, self.whole = copy, whole
        cached = str(copy / ".cache" / "bytecode")
        python = {"PYTHONPATH": str(copy / "src"), "PYTHONPYCACHEPREFIX": cached}
        self.environment = {**os.environ, **python}
        self.passing: set[str] = set()
        self.failing: set[str] = set()
        self.count = 0

    def require_unbroken(self) -> None:
        """Raise SystemExit if Python imports other sources, or pytest does not start."""
        command = (sys.executable, "-c", "import chabudai; print(chabudai.__file__)")
        imported = subprocess.check_output(command, cwd=self.copy, env=self.environment, text=True)
        if not Path(imported.strip()).is_relative_to(self.copy):
            raise SystemExit(f"Tests would import {imported.strip()}, not the copy.")
        if not self.passes("(unbroken)"):
            raise SystemExit("pytest does not start in a copy of the checkout.")

    def of(self, breakage: Breakage, first: str) -> tuple[str, int]:
        """Return the test that detects a broken line, or one of SILENT, and the seconds taken.

        `first` is a file of tests to run before others, or empty. A test that also fails on
        unbroken code does not count, and is excluded from further trials.
        """
        began = time.monotonic()
        noticed = self.noticed(breakage, first)
        while noticed not in SILENT and not self.passes(noticed):
            test = noticed.partition("[")[0]
            if test in self.failing:
                raise SystemExit(f"{test} fails on unbroken code and cannot be left out.")
            self.failing.add(test)
            noticed = self.noticed(breakage, first)
        return noticed, round(time.monotonic() - began)

    def noticed(self, breakage: Breakage, first: str) -> str:
        """Return the first test that fails with this line broken, or one of SILENT."""
        broken = break_in(self.copy, breakage)
        self.count += 1
        os.utime(broken, (self.count, self.count))  # no cached bytecode has this time
        plans: list[tuple[Sequence[str], int]] = []
        if (self.copy / first).is_file():
            plans.append(((first,), RUN_S))
        plans.append((selected(self.copy, broken, breakage.function), RUN_S))
        if self.whole:
            plans.append(((), WHOLE_S))
        found = UNNOTICED
        try:
            for where, limit in plans:
                found = self.run(where, limit) if found in SILENT else found
        finally:
            shutil.copy2(ROOT / broken.relative_to(self.copy), broken)
        return found

    def passes(self, noticed: str) -> bool:
        """Return whether a test, with any parameters, passes on unbroken code."""
        test = "conftest.py" if noticed.startswith("(") else noticed.partition("[")[0]
        if test not in self.passing and self.run((test,), RUN_S) == UNNOTICED:
            self.passing.add(test)
        return test in self.passing

    def run(self, where: Sequence[str], limit: float) -> str:
        """Run these tests until one fails. Return the failed test, or one of SILENT."""
        without = (f"--deselect={test}" for test in self.failing)
        options = ("-x", "-q", "-m", "not browser", f"--timeout={TEST_S}", *without)
        process = subprocess.Popen(
            (sys.executable, "-m", "pytest", *options, *where),
            cwd=self.copy,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            output, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            end(process)
            return UNFINISHED
        failed = FAILED.search(output)
        if failed or process.returncode in (0, 5):  # 5: no test was selected
            return failed[1] if failed else UNNOTICED
        return f"(exit {process.returncode})"


def end(process: subprocess.Popen[str]) -> None:
    """Interrupt pytest so that it stops the servers of its tests, and kill leftover processes."""
    process.send_signal(signal.SIGINT)
    try:
        process.communicate(timeout=10)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def selected(copy: Path, broken: Path, function: str) -> Sequence[str]:
    """Return pytest's arguments: tests of the same package, beginning with those most likely to
    fail.
    """
    package, *rest = broken.relative_to(copy / "src/chabudai").parts
    words = {function, *(Path(each).stem for each in rest)} - {"__init__"}
    ordered = order(copy, broken, function)
    ordered = sorted(ordered, key=lambda file: not words & set(Path(file).stem.split("_")))
    if package == "games" and len(rest) > 1:
        folder = f"src/chabudai/games/{rest[0]}/tests/"
        names = f"{rest[0]} or {rest[0].replace('_', '-')}"
        return [*(file for file in ordered if file.startswith(folder)), *GENERAL, "-k", names]
    named = [file for file in ordered if words & set(WORD.findall((copy / file).read_text()))]
    own = [file for file in ordered if file.startswith(tests_of(package))]
    near = [file for file in own if file in named and package not in SMALL]
    return [
        *(near or own),
        *(file for file in named if file.startswith((CONTRACT, "tests/unit/test_"))),
    ]
