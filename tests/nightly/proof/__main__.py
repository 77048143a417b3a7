"""The record: `python -m tests.nightly.proof [NAME …] [--size N] [--seed S] [--minutes M]`.

Runs proofs at record size, or for at most M minutes each, and prints the results. Each seed tests
different cases. The docstring of each proof says what its size counts.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.nightly.proof.calls import calls
from tests.nightly.proof.fuzz import fuzz
from tests.nightly.proof.kills import fleet, kills
from tests.nightly.proof.network import network
from tests.nightly.proof.power import power
from tests.nightly.proof.resends import resends
from tests.nightly.proof.run_config import Figures, Order
from tests.nightly.proof.worlds import worlds


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof, its size in `make test`, and its size in `make record`."""

    run: Callable[[Order], Coroutine[Any, Any, Figures]]
    test: int
    record: int


PROOFS = {
    "kills": Proof(kills, 50, 10_000),
    "power": Proof(power, 200, 100_000),
    "fleet": Proof(fleet, 25, 1_000_000),
    "network": Proof(network, 40, 20_000),
    "resends": Proof(resends, 1_000, 1_000_000),
    "fuzz": Proof(fuzz, 2_000, 1_000_000),
    "calls": Proof(calls, 40, 20_000),
    "worlds": Proof(worlds, 8, 100_000),
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.nightly.proof", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PROOFS))
    parser.add_argument("--size", type=int, help="number of cases (default: the size for record)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=10.0, help="time limit for each proof")
    asked = parser.parse_args()
    if unknown := set(asked.names) - set(PROOFS):
        parser.error(f"there is no proof {', '.join(sorted(unknown))}")
    command = ("git", "describe", "--always", "--dirty")
    commit = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    sys.stdout.write(f"commit {commit}, seed {asked.seed}\n")
    for name in asked.names or PROOFS:
        proof, begun = PROOFS[name], time.perf_counter()
        size = asked.size or proof.record
        most_s = 60 * asked.minutes
        with tempfile.TemporaryDirectory() as folder:
            figures = asyncio.run(proof.run(Order(Path(folder), size, asked.seed, most_s)))
        took = round(time.perf_counter() - begun)
        line = {"proof": name, "asked for": size, **figures, "took s": took}
        sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
