"""The record: `python -m tests.nightly.proof [NAME …] [--size N] [--seed S] [--minutes M]`.

Runs proofs at record size, or as far as they come in so many minutes each, and prints what was
reached. What one seed has tried, another tries differently.
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
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.nightly.proof.proofs import Proof
    from tests.nightly.proof.run_config import Figures, Order

# The games in tests/games take part; this is said before any game is imported.
os.environ.setdefault("CHABUDAI_GAMES", "tests.games")


def main() -> int:
    """Run what is asked for and return the exit code."""
    from tests.nightly.proof.proofs import PROOFS
    from tests.nightly.proof.run_config import Order

    parser = argparse.ArgumentParser(prog="python -m tests.nightly.proof", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PROOFS))
    parser.add_argument("--size", type=int, help="how many cases (default: the size for record)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=10.0, help="at most so long for each")
    asked = parser.parse_args()
    if unknown := set(asked.names) - set(PROOFS):
        parser.error(f"there is no proof {', '.join(sorted(unknown))}")
    sys.stdout.write(f"commit {commit()}, seed {asked.seed}\n")
    for name in asked.names or PROOFS:
        proof, begun = PROOFS[name], time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            size = asked.size or proof.record
            most_s = max(60 * asked.minutes, size if name == "soak" else 0)
            figures = asyncio.run(reached(proof, Order(Path(folder), size, asked.seed, most_s)))
        took = round(time.perf_counter() - begun)
        line = {"proof": name, "asked for": size, **figures, "took s": took}
        sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
        sys.stdout.flush()
    return 0


async def reached(proof: "Proof", order: "Order") -> "Figures":
    """What a proof reaches."""
    return await proof.run(order)


def commit() -> str:
    """The commit that is tried."""
    command = ("git", "describe", "--always", "--dirty")
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
