"""The Kakapo: the mission studio, which tells at once what a drawn mission comes to."""

from chabudai.core import Struct, Why
from chabudai.games.kakapo.cards import ABSENT, DECK, ROUNDS, Card
from chabudai.games.kakapo.lint import lint
from chabudai.games.kakapo.missions import Mission
from chabudai.games.kakapo.solver import MOST, Surround, fewest
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


def check_here(mission: Mission, steps: int = STEPS) -> Checked:
    """Lint and solve a mission. It takes a second or two at most, so not where others wait for it:
    the search is bounded by its steps.
    """
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
