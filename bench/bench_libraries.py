"""Are our games as fast as other libraries' games? `python -m bench.bench_libraries [PEER …]`.

It counts random moves per second of processor time. Before each move, the player's observation and
the legal moves are computed. The libraries are OpenSpiel (games in C++ and in Python, played from
Python), PettingZoo, RLCard and TextArena. They take turns in one run. Each has its own environment
in `.cache` (`bench/environments.py`). By default, all peers run; `--rounds N --seconds S` sets the
size. The games differ, so a ratio shows only an order of magnitude, and not which code is better.
Our games check a move against a whole rulebook. Theirs are card, tile and word games of similar
size.

Our games are played in two ways. "drawn" draws a random move from the view, like our bots,
environments and proofs, because a word game has too many moves to list. "listed" lists all legal
moves, like the other libraries. Our PettingZoo environments are played like PettingZoo's own. If a
peer is unavailable, the output says so, and the exit code is 3.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from bench.environments import environment
from bench.figures import NOT_HERE, machine, not_here, ratio_line, spread
from bench.peers.answering import MARK
from bench.peers.ours import DRAWN, LISTED, SEATS
from tools import environments
from tools.setup import ROOT, SetupFailed

PEERS = ("openspiel", "pettingzoo", "rlcard", "textarena")
"""The modules of `bench/peers` that play the games of other libraries."""
ADAPTERS = "adapters"
"""The module that plays our games as PettingZoo environments, if `pettingzoo` also runs."""

Process = subprocess.Popen[str]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peers", nargs="*", help=f"some of: ours {' '.join(PEERS)}")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each game in each round")
    args = parser.parse_args(arguments)
    if unknown := [name for name in args.peers if name not in {"ours", *PEERS}]:
        parser.error(f"there is no peer {unknown[0]!r}; there are ours, {', '.join(PEERS)}")
    if args.rounds < 1 or args.seconds <= 0:
        parser.error("there must be a round at least, and some time for it")
    wanted = [name for name in PEERS if name in args.peers or not args.peers]
    pythons, missing = available(wanted)
    with ExitStack() as stack:
        processes, games = dict[str, Process](), dict[str, list[str]]()
        versions = list[str]()
        if "pettingzoo" in pythons and not environments.main(["engines"]):
            pythons[ADAPTERS] = environments.ENGINES
        for name, python in {"ours": Path(sys.executable), **pythons}.items():
            processes[name] = stack.enter_context(playing(name, python))
            version, *games[name] = answered(processes[name])
            versions.append(version)
        print(machine(versions), flush=True)
        rates = measured(processes, games, args.rounds, args.seconds)
    report(rates)
    return NOT_HERE if missing else 0


def available(names: Iterable[str]) -> tuple[dict[str, Path], bool]:
    """Return the Python interpreter of each available peer, and whether any peer is unavailable."""
    found, missing = dict[str, Path](), False
    for name in names:
        try:
            found[name] = environment(name)
        except SetupFailed as failure:
            print(not_here(f"{name} cannot be installed: {failure}"), flush=True)
            missing = True
    return found, missing


@contextmanager
def playing(name: str, python: Path) -> Generator[Process]:
    """Run a process that plays a peer's games on request."""
    # Discard output and warnings of the library's import.
    quiet = {"PYGAME_HIDE_SUPPORT_PROMPT": "1", "PYTHONWARNINGS": "ignore", "PYTHONPATH": str(ROOT)}
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(
        [str(python), "-m", f"bench.peers.{name}"],
        cwd=ROOT,
        env={**os.environ, **quiet},
        stdin=pipe,
        stdout=pipe,
        stderr=nothing,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def ask(process: Process, *question: object) -> float:
    """Return the moves per second in a round. Raise ChildProcessError if the peer has exited."""
    assert process.stdin
    print(json.dumps(question), file=process.stdin, flush=True)
    return float(answered(process))


def answered(process: Process) -> Any:
    """Return a peer's next answer. Raise ChildProcessError if the peer exits first."""
    assert process.stdout
    for line in process.stdout:
        if line.startswith(MARK):
            return json.loads(line.removeprefix(MARK))
    raise ChildProcessError(f"this peer ended during the benchmark: {process.args!r}")


def measured(
    processes: Mapping[str, Process],
    games: Mapping[str, Sequence[str]],
    rounds: int,
    seconds: float,
) -> dict[tuple[str, str], list[float]]:
    """Map each peer and game to its moves a second in each round. A different peer starts each
    round.
    """
    rates = {(name, game): list[float]() for name in games for game in games[name]}
    turns = [*rates]
    for name, game in turns:  # so that one-time loading and compiling is not measured
        ask(processes[name], game, -1, seconds / 10)
    for seed in range(rounds):
        first = seed * len(turns) // rounds
        for name, game in (*turns[first:], *turns[:first]):
            rates[name, game].append(ask(processes[name], game, seed, seconds))
    return rates


def report(rates: Mapping[tuple[str, str], list[float]]) -> None:
    """Print all rates, and the ratios of our games to each peer's game, as medians and ranges over
    the rounds.
    """
    print("| | game | moves a second |\n|---|---|---|")
    for (name, game), found in rates.items():
        print(f"| {name} | {game} | {spread(found)} |")
    theirs = {each: found for each, found in rates.items() if each[0] not in ("ours", ADAPTERS)}
    for way in (DRAWN, LISTED):
        print(f"\nours, {way}, relative to theirs:")
        print(f"| | game | {' | '.join(SEATS)} |\n|---|---|{'---|' * len(SEATS)}")
        for (name, game), found in theirs.items():
            ratios = (against(rates["ours", f"{ours}, {way}"], found) for ours in SEATS)
            print(f"| {name} | {game} | {' | '.join(map(ratio, ratios))} |")
    through = {game: found for (name, game), found in rates.items() if name == ADAPTERS}
    if through:
        print("\nours as PettingZoo environments, relative to PettingZoo's:")
        print(f"| | {' | '.join(SEATS)} |\n|---|{'---|' * len(SEATS)}")
        for (name, game), found in rates.items():
            if name == "pettingzoo":
                cells = (ratio(against(through[ours], found)) for ours in SEATS)
                print(f"| {game} | {' | '.join(cells)} |")
    print()
    for (name, game), found in theirs.items():
        parts = (
            f"{way}: "
            + ", ".join(
                f"{ours} × {median(against(rates['ours', f'{ours}, {way}'], found)):.3g}"
                for ours in SEATS
            )
            for way in (DRAWN, LISTED)
        )
        print(ratio_line(f"{name} {game}", f"moves/s, {'; '.join(parts)}"))
    print(f"load average at the end: {os.getloadavg()[0]:.1f}", flush=True)


def against(ours: Sequence[float], theirs: Sequence[float]) -> list[float]:
    """Return the ratio of our moves to theirs, round by round."""
    return [mine / other for mine, other in zip(ours, theirs, strict=True)]


def ratio(values: Sequence[float]) -> str:
    """Format the median and the range of ratios."""
    return f"{median(values):.3g} ({min(values):.3g}–{max(values):.3g})"


if __name__ == "__main__":
    sys.exit(main())
