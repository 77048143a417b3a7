"""The Kakapo: checks for the mission studio."""

from chabudai.core import Illegal, Struct, Why
from chabudai.games.kakapo.components.cards import ABSENT, DECK, ROUNDS, Card
from chabudai.games.kakapo.components.mission_lint import components, lint
from chabudai.games.kakapo.components.missions import Mission, bird_cells, decode, ground
from chabudai.games.kakapo.solver.par import MOST, Surround, fewest
from chabudai.games.kakapo.state import Lying

STEPS = 1_000_000
"""Maximum number of the solver's steps. That many take a second or two."""


class Checked(Struct):
    """The result of checking a mission.

    `flaws` lists the flaws that the linter found. If it found any, the mission was not solved.
    `solvable` is None if STEPS steps do not suffice. `par` is the number of pieces in the winning
    `solution`. If `proved`, no fewer pieces win or, if `solvable` is false, no pieces win at all.
    `rounds` is the mode's number of rounds. A higher `par` requires double scans.
    """

    flaws: tuple[Why, ...]
    solvable: bool | None
    par: int | None
    proved: bool
    solution: tuple[Lying, ...]
    rounds: int


class Opened(Struct):
    """A mission file opened in the studio.

    `mission` may have flaws. If the studio cannot draw it, `mission` is None and `flaws` lists all
    faults of the file.
    """

    mission: Mission | None
    flaws: tuple[Why, ...] = ()


def open_document(data: bytes) -> Opened:
    """Open a file in the studio. A mission that cannot be drawn yields only its flaws."""
    try:
        mission = decode(data)
    except Illegal as error:
        return Opened(None, (Why(error.rule, error.text, error.facts),))
    return Opened(mission) if can_be_drawn(mission) else Opened(None, lint(mission))


def can_be_drawn(mission: Mission) -> bool:
    """Whether the studio can draw a mission.

    Each group of connected squares must be one bird, and the mission must not require more birds
    than it has.
    """
    birds = sorted(map(bird_cells, mission.birds))
    return birds == sorted(components(ground(mission))) and mission.required <= len(birds)


def check_mission(mission: Mission, steps: int = STEPS) -> Checked:
    """Lint a mission, and solve it in at most `steps` steps.

    Takes up to a second or two, so it must not run on the event loop.
    """
    rounds = ROUNDS[mission.mode]
    flaws = lint(mission)
    if flaws:
        return Checked(flaws, False, None, False, (), rounds)
    solved = fewest(mission, (), pieces_for(mission), MOST, steps)
    return as_checked(solved, rounds)


def pieces_for(mission: Mission) -> tuple[Card, ...]:
    """Return the pieces that are used at every table of a mode. Three players have no purple 1
    (KK-10).
    """
    return DECK if mission.mode == "buddy" else tuple(one for one in DECK if one != ABSENT)


def as_checked(solved: Surround, rounds: int) -> Checked:
    """Convert the solver's result to a check for the studio."""
    if solved.pieces is not None:
        return Checked((), True, solved.least, True, solved.pieces, rounds)
    return Checked((), False if solved.proved else None, None, solved.proved, (), rounds)
