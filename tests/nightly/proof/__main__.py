"""The record: `python -m tests.nightly.proof [NAME …] [--size N] [--seed S] [--minutes M]`.

Runs proofs at record size, or for at most M minutes each, and prints the results. Each seed tries
other cases.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# The games in tests/games take part: set before any game is imported.
os.environ.setdefault("CHABUDAI_GAMES", "tests.games")


def main() -> int:
    """Run the named proofs, or all, and return the exit code."""
    from tests.nightly.proof.proofs import PROOFS
    from tests.nightly.proof.run_config import Order

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
