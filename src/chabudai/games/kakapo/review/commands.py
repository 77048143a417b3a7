"""The Kakapo: `chabudai missions` and `chabudai solve kakapo`."""

import secrets
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from chabudai.core import Illegal, Rng, Struct, fill
from chabudai.core.command import Answer, Command, Failed, read_file
from chabudai.games.kakapo.components.cards import MODES, Mode
from chabudai.games.kakapo.components.mission_lint import lint
from chabudai.games.kakapo.components.missions import (
    Mission,
    Title,
    book,
    decode,
    mission_named,
    write,
)
from chabudai.games.kakapo.review.certificates import Grade, Stars, certificate_of, picture
from chabudai.games.kakapo.review.generator import Knobs, make
from chabudai.games.kakapo.review.grading import SEATS, grade, open_grade
from chabudai.games.kakapo.review.studio import pieces_for
from chabudai.games.kakapo.solver.cp_sat import Proof, is_installed, prove
from chabudai.games.kakapo.solver.par import fewest
from chabudai.games.kakapo.state import Lying

MissionArgument: TypeAlias = Annotated[
    str, Meta(title="M", description="a mission of the book, such as buddy/7, or a file")
]
Prover: TypeAlias = Annotated[
    Literal["cp-sat", "solver"],
    Meta(description="prover: CP-SAT (extra studio) or our solver; CP-SAT if installed"),
]


def mission_at(name: str) -> Mission:
    """Return a mission of the book, such as buddy/7, or one from a file. Raises ValueError."""
    mode = name.partition("/")[0]
    if not Path(name).exists() and (mode in MODES.values() or mode.isdecimal()):
        return mission_named(name)
    data = read_file(name)
    try:
        return decode(data)
    except Illegal as error:
        sentence = fill(error.text, error.facts)
        raise ValueError(f"{name}: {sentence} Rule {error.rule}.") from None


def linted_mission(name: str) -> Mission:
    """Like `mission_at`, but also raises Failed if the linter finds a flaw."""
    mission = mission_at(name)
    for flaw in flaws_of(mission):
        raise Failed(f"{name}: {flaw.text} Rule {flaw.rule}.")
    return mission


# --- missions list


class Listing(Struct):
    """The mission to print, or None for a list of the whole book."""

    mission: MissionArgument | None = None


class Entry(Struct):
    """A mission of the book.

    `required` of its `birds` must be scanned. `stars` maps each number of players to a difficulty,
    from 1 (easiest) to 5 (hardest).
    """

    mission: str
    title: Title
    required: int
    birds: int
    par: int
    stars: dict[int, Stars]


def list_missions(asked: Listing) -> Answer:
    """List the missions of the book, with their stars by number of players, or print one mission.

    A mission is printed in the format of its file.
    """
    if asked.mission is not None:
        mission = mission_at(asked.mission)
        return Answer(document=mission, lines=tuple(write(mission).splitlines()))
    listed = [entry(one) for mode in SEATS for one in book(mode)]
    return Answer(document=listed, lines=tuple(map(entry_line, listed)))


def entry(mission: Mission) -> Entry:
    """Return the entry of a mission of the book."""
    certificate = certificate_of(mission.mode, mission.number)
    return Entry(
        f"{mission.mode}/{mission.number}",
        mission.title,
        mission.required,
        len(mission.birds),
        certificate.par,
        {grade.seats: grade.stars for grade in certificate.grades},
    )


def entry_line(one: Entry) -> str:
    """Return an entry as a line of the list."""
    graded = sorted(one.stars.items())
    stars = "  ".join(f"{seats}: {'★' * n}{'☆' * (5 - n)}" for seats, n in graded)
    scan = f"{one.required} of {one.birds}"
    return f"{one.mission:<9} {stars}  par {one.par}  scan {scan}  {one.title.en} / {one.title.ja}"


# --- missions lint


class Linting(Struct):
    """The missions to lint."""

    mission: tuple[MissionArgument, ...]


class Flaw(Struct):
    """A flaw of a mission: the rule that it breaks, and a sentence about it."""

    rule: str
    text: str


def lint_missions(asked: Linting) -> Answer:
    """Print the flaws of missions, one by one.

    The exit code is 2 if a mission cannot be read, or 1 if any has flaws.
    """
    found: dict[str, list[Flaw] | None] = {}
    lines: list[str] = []
    unreadable: list[str] = []
    for name in asked.mission:
        try:
            found[name] = flaws = flaws_of(mission_at(name))
            lines += flaw_lines(name, flaws)
        except ValueError as error:
            found[name] = None
            unreadable.append(str(error))
    code = 2 if unreadable else 1 if any(found.values()) else 0
    return Answer(document=found, lines=tuple(lines), complaints=tuple(unreadable), code=code)


def flaws_of(mission: Mission) -> list[Flaw]:
    """Return the flaws of a mission."""
    return [Flaw(why.rule, fill(why.text, why.facts)) for why in lint(mission)]


def flaw_lines(name: str, flaws: list[Flaw]) -> list[str]:
    """Return the flaws as lines."""
    return [f"{name}: {flaw.text} Rule {flaw.rule}." for flaw in flaws] or [
        f"{name}: nothing is wrong."
    ]


# --- missions solve, solve kakapo


class Solving(Struct):
    """The mission to solve, and the solver to use."""

    mission: MissionArgument
    by: Prover | None = None


class Solved(Struct):
    """The result of solving.

    `par` is the number of pieces in the winning `solution` (cells are 12 × row + column), or None
    if none was found. `status` is optimal (no fewer pieces win), infeasible (no pieces win) or
    unknown. `by` is the solver.
    """

    mission: str
    par: int | None
    status: str
    by: str
    solution: tuple[Lying, ...]
    drawing: str


def solve(asked: Solving) -> Answer:
    """Print par, the solver, and a drawing of a solution."""
    found = solve_mission(asked.mission, asked.by)
    if found.par is None:
        why = "It cannot be won." if found.status == "infeasible" else "No solution was found."
        return Answer(document=found, lines=(why,))
    pieces = fill("{n} {n|piece|pieces}", {"n": found.par})
    proof = "no fewer will do" if found.status == "optimal" else "fewer might do"
    head = f"{found.mission}: par is {pieces}; {proof} ({found.by})."
    return Answer(document=found, lines=(head, found.drawing))


def solve_mission(name: str, by: Prover | None) -> Solved:
    """Solve a mission with the solver `by`. The default is CP-SAT if it is installed."""
    mission = linted_mission(name)
    if by == "cp-sat" and not is_installed():
        raise ValueError("CP-SAT is not installed: pip install 'chabudai[studio]'.")
    by = by or ("cp-sat" if is_installed() else "solver")
    found = prove(mission, (), pieces_for(mission)) if by == "cp-sat" else proof_of(mission)
    pieces = found.pieces or ()
    par = None if found.pieces is None else len(pieces)
    return Solved(name, par, found.status, by, pieces, picture(mission, pieces))


def proof_of(mission: Mission) -> Proof:
    """Return our own solver's result as a Proof, the type of CP-SAT's results."""
    found = fewest(mission, (), pieces_for(mission))
    if found.pieces is None:
        return Proof("infeasible" if found.proved else "unknown", None, found.least, 0, 0.0)
    return Proof("optimal", found.pieces, found.least, 0, 0.0)


# --- missions grade


class Grading(Struct):
    """The mission to grade, and the number of games to play."""

    mission: MissionArgument
    seats: Annotated[int, Meta(ge=2, le=4, description="2, or 4 or 3")] | None = None
    deals: Annotated[int, Meta(ge=1, le=10**6, title="K", description="deals")] = 400
    open: Annotated[
        int,
        Meta(
            ge=0,
            le=10**6,
            title="K",
            description="also try to win this many of them with open hands",
        ),
    ] = 0


class Graded(Struct):
    """A grade: the number of games that the reference bot won, and its win rate's 95 % interval."""

    mission: str
    seats: int
    deals: int
    won: int
    rate: float
    interval: tuple[float, float]
    stars: int
    version: int
    open_hands: tuple[int, int] | None


def grade_mission(asked: Grading) -> Answer:
    """Play a mission with the reference bot to grade it, and print the bot's win rate."""
    mission = linted_mission(asked.mission)
    seats = asked.seats or SEATS[mission.mode][0]
    if seats not in SEATS[mission.mode]:
        raise ValueError(f"This mission is not played by {seats}.")
    if proof_of(mission).status == "infeasible":
        raise Failed(f"{asked.mission}: no pieces win this mission.")
    found = grade(mission, seats, asked.deals)
    with_open = open_grade(mission, seats, asked.open) if asked.open else None
    low, high = found.interval
    text = "the reference bot wins {won} of {deals} {deals|deal|deals} with {seats} seats"
    wins = fill(text, {"won": found.won, "deals": found.deals, "seats": seats})
    rate = f"{found.rate:.3f}, 95 % {low:.3f} to {high:.3f}"
    lines = [f"{asked.mission}: {'★' * found.stars} {wins}: {rate}."]
    if with_open:
        won, deals = with_open.won, with_open.deals
        lines.append(f"With open hands at least {won} of the first {deals} can be won.")
    return Answer(document=graded_document(asked.mission, found, with_open), lines=tuple(lines))


def graded_document(name: str, found: Grade, with_open: Grade | None) -> Graded:
    """Return a grade as a document."""
    return Graded(
        name,
        found.seats,
        found.deals,
        found.won,
        found.rate,
        found.interval,
        found.stars,
        found.version,
        None if with_open is None else (with_open.won, with_open.deals),
    )


# --- missions make


class Making(Struct):
    """The parameters of the mission to make."""

    mode: Mode = "buddy"
    birds: Annotated[int, Meta(description="birds")] = 2
    required: Annotated[int, Meta(description="birds to scan; all if absent")] | None = None
    smallest: Annotated[int, Meta(description="minimum number of cells of a bird")] = 1
    largest: Annotated[int, Meta(description="maximum number of cells of a bird")] = 4
    coloured: Annotated[int, Meta(title="PERCENT", description="percentage of coloured edges")] = 25
    seed: (
        Annotated[int, Meta(title="S", description="seed; the same seed gives the same mission")]
        | None
    ) = None


class Made(Struct):
    """A new mission. `solution` wins it with `par` pieces."""

    seed: int
    mission: Mission
    par: int
    solution: tuple[Lying, ...]
    drawing: str


def make_mission(asked: Making) -> Answer:
    """Print a new random mission."""
    seed = secrets.randbits(32) if asked.seed is None else asked.seed
    knobs = Knobs(
        asked.mode, asked.birds, asked.smallest, asked.largest, asked.coloured, asked.required
    )
    made = make(knobs, Rng(seed))
    par, drawing = len(made.solution), picture(made.mission, made.solution)
    return Answer(
        document=Made(seed, made.mission, par, made.solution, drawing),
        lines=(f"# Seed {seed}, par {par}.", *write(made.mission).splitlines()),
    )


COMMANDS = (
    Command(
        name="solve kakapo",
        does="Find the fewest pieces that win a mission.",
        takes=Solving,
        main="mission",
        run=solve,
    ),
    Command(
        name="missions list",
        does="List the book with its stars by players, or print one mission as a file.",
        takes=Listing,
        bare=("mission",),
        run=list_missions,
    ),
    Command(
        name="missions lint",
        does="Check missions: exit code 1 if one has a fault, 2 if one is unreadable.",
        takes=Linting,
        bare=("mission",),
        run=lint_missions,
    ),
    Command(
        name="missions solve",
        does="Print the fewest pieces that win a mission, and how they lie.",
        takes=Solving,
        bare=("mission",),
        run=solve,
    ),
    Command(
        name="missions grade",
        does="Print how often the reference bot wins a mission.",
        takes=Grading,
        bare=("mission",),
        run=grade_mission,
    ),
    Command(
        name="missions make",
        does="Print a new mission, made at random.",
        takes=Making,
        run=make_mission,
    ),
)
