"""All benchmarks in order, with a table of results: `make bench`, or `python -m bench`.

`make bench ARGS="peers games"` runs only those parts. `--brief` runs everything at its smallest
size, to check that it works; its figures are meaningless. By default everything takes half an hour
on two idle cores. Each benchmark is a module that can be run on its own, with more options (see
`bench/README.md`).

Benchmarks that cannot run on this machine are listed, and the others continue. The exit code is 0
if all ran, 3 if some cannot run here, 1 if some failed, and 130 or 143 after Ctrl-C or SIGTERM. The
table then lists the benchmarks that finished. The strength of bots is not included. It is measured
with the plans in `bench/plans`, which takes hours.
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
from tools.environments import ENGINES
from tools.setup import ROOT

ENDING_S = 90.0
"""Seconds that a stopped benchmark may take to end its processes."""
Result: TypeAlias = Literal["done", "in part", "not here", "FAILED"]


class Ran(NamedTuple):
    """Result of a benchmark. `lines` holds the lines of its output that go into the table."""

    part: str
    what: str
    result: Result
    seconds: float
    lines: tuple[str, ...]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the requested parts and return the exit code."""
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
        print("\nstopped; results so far", file=sys.stderr)
        code = int(stopped.code or 0)
    print(*table(ran), sep="\n", flush=True)
    return code or exit_code(one.result for one in ran)


def command_of(run: Run, further: str) -> list[str]:
    """Return the command that runs a benchmark with further arguments."""
    python = str(ENGINES) if run.needs == FRAMEWORKS else sys.executable
    return [python, "-m", f"bench.{run.module}", *run.arguments.split(), *further.split()]


def carried_out(part: str, run: Run, command: Sequence[str], ready: dict[str, bool]) -> Ran:
    """Prepare a benchmark's requirements, unless this was already tried, and run the benchmark."""
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
    """Run a command and show its output. Return its exit code and the lines for the table."""
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
    """Return the lines of the table: benchmarks that ran, ratios to peers, and benchmarks that
    cannot run on this machine.
    """
    rows = [*ran]
    lines = ["", "== all of it", machine(), "", "| part | benchmark | result | s |"]
    lines.append("|---|---|---|---|")
    lines += [f"| {one.part} | {one.what} | {one.result} | {one.seconds:.0f} |" for one in rows]
    kept = [line for one in rows for line in one.lines]
    ratios = [line.removeprefix(RATIO).partition(": ") for line in kept if line.startswith(RATIO)]
    if ratios:
        lines += ["", "| ours relative to | |", "|---|---|"]
        lines += [f"| {peer} | {figures} |" for peer, _, figures in ratios]
    lines += ["", *(line for line in kept if line.startswith(MISSING))]
    return lines


def exit_code(results: Iterable[Result]) -> int:
    """Return 1 if a benchmark failed, 3 if one cannot run here, and 0 otherwise."""
    found = {*results}
    if "FAILED" in found:
        return 1
    return NOT_HERE if found & {"in part", "not here"} else 0


if __name__ == "__main__":
    end_when_stopped()
    sys.exit(main())
