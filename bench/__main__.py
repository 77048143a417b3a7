"""All benchmarks in one order, and at the end one table: `make bench`, or `python -m bench`.

`make bench ARGS="peers games"` runs these parts only, `--brief` everything at its smallest, which
shows that it runs and measures nothing. The sizes are meant for half an hour on two quiet cores.
Each benchmark is a module that can be run by itself, with more to ask of it: `bench/README.md`.
What cannot be run on this machine is named, and the others go on. The exit code is 0 when all
ran, 3 when something cannot be run here, 1 when something failed, and 130 or 143 when it was
stopped by Ctrl-C or SIGTERM: then the table has what was done. Strength is not in it: the plans in
`bench/plans` play it, which takes hours.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from time import monotonic
from typing import Literal, NamedTuple, TypeAlias

from bench.figures import MISSING, NOT_HERE, RATIO, machine
from bench.stopping import end, end_when_stopped, end_with_parent, running
from bench.suite import FRAMEWORKS, NEEDS, PARTS, Run
from tools import engines
from tools.setup import ROOT

ENDING_S = 90.0
"""How long a benchmark that is stopped may take to end what it has started."""
Result: TypeAlias = Literal["done", "in part", "not here", "FAILED"]


class Ran(NamedTuple):
    """What came of a benchmark; `lines` are those of its output that are for the table."""

    part: str
    what: str
    result: Result
    seconds: float
    lines: tuple[str, ...]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the parts that are asked for and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of: {' '.join(PARTS)}")
    parser.add_argument("--brief", action="store_true", help="everything at its smallest")
    args = parser.parse_args(arguments)
    if unknown := [name for name in args.parts if name not in PARTS]:
        parser.error(f"there is no part {unknown[0]!r}; there are {', '.join(PARTS)}")
    ran: list[Ran] = []
    ready: dict[str, bool] = {}
    code = 0
    print(machine(), flush=True)
    asked = [
        (part, run)
        for part, runs in PARTS.items()
        for run in runs
        if part in args.parts or not args.parts
    ]
    try:
        for part, run in asked:
            command = command_of(run, run.brief if args.brief else "")
            ran.append(carried_out(part, run, command, ready))
    except SystemExit as stopped:
        print("\nstopped: this is what was done", file=sys.stderr)
        code = int(stopped.code or 0)
    print(*table(ran), sep="\n", flush=True)
    return code or exit_code(one.result for one in ran)


def command_of(run: Run, further: str) -> list[str]:
    """The command of a benchmark, with further arguments."""
    python = str(engines.PYTHON) if run.needs == FRAMEWORKS else sys.executable
    return [python, "-m", f"bench.{run.module}", *run.arguments.split(), *further.split()]


def carried_out(part: str, run: Run, command: Sequence[str], ready: dict[str, bool]) -> Ran:
    """Get ready what a benchmark needs, unless that was tried before, and run it."""
    what = " ".join(command[2:]).removeprefix("bench.")
    print(f"\n== {what}", flush=True)
    begun = monotonic()
    if run.needs and run.needs not in ready:
        getting = [sys.executable, "-m", *NEEDS[run.needs].split()]
        done = subprocess.run(getting, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
        ready[run.needs] = done.returncode == 0
    if run.needs and not ready[run.needs]:
        why = f"{MISSING}{run.module} needs {run.needs}, which cannot be had on this machine"
        print(why, flush=True)
        return Ran(part, what, "not here", monotonic() - begun, (why,))
    code, lines = streamed(command)
    result: Result = "done" if code == 0 else "in part" if code == NOT_HERE else "FAILED"
    return Ran(part, what, result, monotonic() - begun, lines)


def streamed(command: Sequence[str]) -> tuple[int, tuple[str, ...]]:
    """Run a command with its output shown; its exit code, and the lines that are for the table."""
    kept: list[str] = []
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    pipe = subprocess.PIPE
    with running(
        lambda: subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stdout=pipe,
            text=True,
            preexec_fn=end_with_parent,  # noqa: PLW1509 - there is no other thread
        ),
        lambda process: end(process, ENDING_S),
    ) as process:
        assert process.stdout
        for line in process.stdout:
            print(line, end="", flush=True)
            if line.startswith((RATIO, MISSING)):
                kept.append(line.rstrip())
        return process.wait(), tuple(kept)


def table(ran: Iterable[Ran]) -> list[str]:
    """What was run, what ours is by its peers, and what could not be run here."""
    rows = [*ran]
    lines = ["", "== all of it", machine(), "", "| part | benchmark | result | s |"]
    lines.append("|---|---|---|---|")
    lines += [f"| {one.part} | {one.what} | {one.result} | {one.seconds:.0f} |" for one in rows]
    kept = [line for one in rows for line in one.lines]
    ratios = [line.removeprefix(RATIO).partition(": ") for line in kept if line.startswith(RATIO)]
    if ratios:
        lines += ["", "| ours beside | |", "|---|---|"]
        lines += [f"| {peer} | {figures} |" for peer, _, figures in ratios]
    lines += ["", *(line for line in kept if line.startswith(MISSING))]
    return lines


def exit_code(results: Iterable[Result]) -> int:
    """1 if something failed, 3 if something cannot be run here, else 0."""
    found = {*results}
    if "FAILED" in found:
        return 1
    return NOT_HERE if found & {"in part", "not here"} else 0


if __name__ == "__main__":
    end_when_stopped()
    sys.exit(main())
