"""The Kakapo: the mission studio, which tells at once what a drawn mission comes to."""

from chabudai.core import Illegal, Struct, Why
from chabudai.games.kakapo.components.cards import ABSENT, DECK, ROUNDS, Card
from chabudai.games.kakapo.components.mission_lint import components, lint
from chabudai.games.kakapo.components.missions import Mission, bird_cells, decode, ground
from chabudai.games.kakapo.solver.par import MOST, Surround, fewest
from chabudai.games.kakapo.state import Lying

STEPS = 1_000_000
"""Steps that the solver may take: a second or two."""


class Checked(Struct):
    """What a mission comes to.

    `flaws` are what the linter says; if there are any, nothing else is known. `solvable` None: not
    found out within the steps. `par` pieces win it, as `solution` does. `proved`: fewer do not, or,
    where it is not solvable, none do. `rounds` is how many the mode has; with a par above it, only
    double scans help.
    """

    flaws: tuple[Why, ...]
    solvable: bool | None
    par: int | None
    proved: bool
    solution: tuple[Lying, ...]
    rounds: int


class Opened(Struct):
    """What a mission's file holds: a mission for the board of the studio, which may have flaws, or
    none, and everything that is wrong with the file.
    """

    mission: Mission | None
    flaws: tuple[Why, ...] = ()


def opened(data: bytes) -> Opened:
    """Open a file in the studio. Nothing is told of what cannot be drawn there but its flaws."""
    try:
        mission = decode(data)
    except Illegal as error:
        return Opened(None, (Why(error.rule, error.text, error.facts),))
    return Opened(mission) if can_be_drawn(mission) else Opened(None, lint(mission))


def can_be_drawn(mission: Mission) -> bool:
    """Whether squares alone tell the birds apart, as in the studio: those that hang together are
    one bird, and no other ones are. There, no more birds can be asked for than there are.
    """
    birds = sorted(map(bird_cells, mission.birds))
    return birds == sorted(components(ground(mission))) and mission.required <= len(birds)


def check_here(mission: Mission, steps: int = STEPS) -> Checked:
    """Lint and solve a mission. It takes a second or two at most, so not where others wait for it:
    the search is bounded by its steps.
    """
    rounds = ROUNDS[mission.mode]
    flaws = lint(mission)
    if flaws:
        return Checked(flaws, False, None, False, (), rounds)
    solved = fewest(mission, (), pieces_for(mission), MOST, steps)
    return checked(solved, rounds)


def pieces_for(mission: Mission) -> tuple[Card, ...]:
    """The pieces that every table of a mode has: three players have no purple 1 (KK-10)."""
    return DECK if mission.mode == "buddy" else tuple(one for one in DECK if one != ABSENT)


def checked(solved: Surround, rounds: int) -> Checked:
    """The solver's answer as the studio gives it."""
    if solved.pieces is not None:
        return Checked((), True, solved.least, True, solved.pieces, rounds)
    return Checked((), False if solved.proved else None, None, solved.proved, (), rounds)
