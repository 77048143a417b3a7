"""Proofs and grades of The Kakapo's missions: `make missions`, or `make missions ARGS="buddy/7"`.

This computes par for each mission with our own solver, and confirms it with CP-SAT. It counts the
fixed deals that the reference bot wins, and the deals that can be won with open hands. All results
are written to `src/chabudai/games/kakapo/data/solutions` and printed. `--order` first renames the
files of a mode, so that the reference bot wins every mission at least as often as the next one.
"""

from __future__ import annotations

import argparse
import sys
import time
from importlib.metadata import version
from pathlib import Path

from chabudai.core import fill
from chabudai.games.kakapo.components.cards import Mode
from chabudai.games.kakapo.components.mission_lint import lint
from chabudai.games.kakapo.components.missions import (
    BOOK,
    FOLDER,
    Mission,
    book,
    mission_named,
    write,
)
from chabudai.games.kakapo.review.certificates import (
    SOLUTIONS,
    Certificate,
    Grade,
    Proved,
    write_certificate,
)
from chabudai.games.kakapo.review.grading import DEALS, SEATS, grade, open_grade
from chabudai.games.kakapo.review.studio import pieces_for
from chabudai.games.kakapo.solver.cp_sat import prove
from chabudai.games.kakapo.solver.par import fewest

PATIENCE = 120.0
"""Seconds of wall time for a proof. On an idle machine, each proof takes a few seconds."""


class Unproved(Exception):
    """Raised for a mission that must not be in the book. The message says why."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("missions", nargs="*", metavar="M", help="such as buddy/7; default: all")
    parser.add_argument("--order", action="store_true", help="sort the book first")
    args = parser.parse_args()
    if args.order:
        for mode in SEATS:
            put_in_order(mode)
    SOLUTIONS.mkdir(exist_ok=True)
    every = [f"{mode}/{number}" for mode in SEATS for number in range(1, BOOK + 1)]
    for name in args.missions or every:
        try:
            certify(mission_named(name))
        except Unproved as failure:
            print(f"{name}: {failure}", file=sys.stderr)
            return 1
    return 0


def put_in_order(mode: Mode) -> None:
    """Rename the missions of a mode so that they are sorted by the reference bot's win rate on the
    fixed deals, the highest first.
    """
    rated = [(grade(mission, SEATS[mode][0]).won, mission) for mission in book(mode)]
    rated.sort(key=lambda pair: -pair[0])
    for number, (_, mission) in enumerate(rated, 1):
        file(mission.mode, number).write_text(write(mission), encoding="utf-8")
    mission_named.cache_clear()


def file(mode: Mode, number: int) -> Path:
    return FOLDER / f"{mode}-{number:02}.toml"


def certify(mission: Mission) -> None:
    """Write the certificate of one mission, and print it."""
    start = time.monotonic()
    certificate = certificate_for(mission)
    name = f"{mission.mode}-{mission.number:02}.toml"
    (SOLUTIONS / name).write_text(write_certificate(mission, certificate), encoding="utf-8")
    proof = certificate.proof
    print(
        f"{mission.mode}/{mission.number} {mission.title.en}: par {certificate.par}, "
        f"{proof.status}, objective {proof.objective}, bound {proof.bound}, "
        f"{proof.places} places, {proof.seconds:.2f} s; "
        f"{', '.join(map(rate, certificate.grades))}; open "
        f"{', '.join(map(rate, certificate.open_hands))}; {time.monotonic() - start:.0f} s in all",
        flush=True,
    )


def certificate_for(mission: Mission) -> Certificate:
    """Prove and measure a mission. Raise Unproved on failure."""
    if flaws := lint(mission):
        raise Unproved(" ".join(fill(why.text, why.facts) for why in flaws))
    pieces = pieces_for(mission)
    solved = fewest(mission, (), pieces)
    proof = prove(mission, (), pieces, PATIENCE)
    if solved.pieces is None or not solved.proved or proof.pieces is None:
        raise Unproved("no solution was found.")
    if proof.status != "optimal" or len(proof.pieces) != solved.least:
        raise Unproved(f"our par is {solved.least}, but CP-SAT is {proof.status}: {proof.bound}.")
    seats = SEATS[mission.mode]
    return Certificate(
        solved.least,
        solved.pieces,
        Proved(
            f"CP-SAT {version('ortools')}",
            proof.status,
            len(proof.pieces),
            proof.bound,
            proof.spots,
            proof.seconds,
        ),
        tuple(grade(mission, number, DEALS) for number in seats),
        tuple(open_grade(mission, number, DEALS) for number in seats),
    )


def rate(found: Grade) -> str:
    low, high = found.interval
    return f"{found.seats} seats {found.rate:.3f} [{low:.3f}, {high:.3f}]"


if __name__ == "__main__":
    sys.exit(main())
