"""The Kakapo: the mission studio, which tells at once what a drawn mission comes to."""

from multiprocessing import get_context
from multiprocessing.connection import Connection

import msgspec

from chabudai.core import Struct, Why
from chabudai.games.kakapo.cards import ABSENT, DECK, ROUNDS, Card
from chabudai.games.kakapo.lint import lint
from chabudai.games.kakapo.missions import Mission
from chabudai.games.kakapo.solver import MOST, Surround, fewest
from chabudai.games.kakapo.state import Lying

STEPS = 150_000
"""Steps that the solver may take: a second or two."""
SECONDS = 5.0
"""How long anybody waits for an answer."""


class Checked(Struct):
    """What a mission comes to.

    `flaws` are what the linter says; if there are any, nothing else is known. `solvable` None: not
    found out in time. `par` pieces win it, as `solution` does; `proved`: fewer do not, or, where it
    is not solvable, none do. `rounds` is how many the mode has; with a par above it, only double
    scans help.
    """

    flaws: tuple[Why, ...]
    solvable: bool | None
    par: int | None
    proved: bool
    solution: tuple[Lying, ...]
    rounds: int


def check(mission: Mission, seconds: float = SECONDS) -> Checked:
    """Lint and solve a mission, in a process of its own that is ended after so many seconds."""
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    worker = context.Process(target=answer, args=(theirs, msgspec.json.encode(mission)))
    worker.start()
    theirs.close()
    try:
        if ours.poll(seconds):
            return msgspec.json.decode(ours.recv_bytes(), type=Checked)
        return Checked((), None, None, False, (), ROUNDS[mission.mode])
    finally:
        worker.kill()
        worker.join()
        ours.close()


def answer(pipe: Connection, document: bytes) -> None:
    """Check a mission and send what it comes to."""
    mission = msgspec.json.decode(document, type=Mission)
    pipe.send_bytes(msgspec.json.encode(check_here(mission)))


def check_here(mission: Mission, steps: int = STEPS) -> Checked:
    """The same in this process, the search bounded by steps only."""
    rounds = ROUNDS[mission.mode]
    flaws = lint(mission)
    if flaws:
        return Checked(flaws, False, None, False, (), rounds)
    solved = fewest(mission, (), pieces_for(mission), MOST, steps)
    return told(solved, rounds)


def pieces_for(mission: Mission) -> tuple[Card, ...]:
    """The pieces that every table of a mode has: three players have no purple 1 (KK-10)."""
    return DECK if mission.mode == "buddy" else tuple(one for one in DECK if one != ABSENT)


def told(solved: Surround, rounds: int) -> Checked:
    """The solver's answer as the studio gives it."""
    if solved.pieces is not None:
        return Checked((), True, solved.least, True, solved.pieces, rounds)
    return Checked((), False if solved.proved else None, None, solved.proved, (), rounds)
