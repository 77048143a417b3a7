"""`chabudai missions`: the missions of The Kakapo linted, solved, graded and made."""

import argparse
import secrets
from collections.abc import Callable
from pathlib import Path

from chabudai.cli.arguments import mission_in
from chabudai.cli.command import complain as tell_wrong
from chabudai.cli.errors import Refused, Unusable
from chabudai.cli.output import print_json
from chabudai.core import Rng, Struct
from chabudai.games.kakapo.components.cards import MODES, Mode
from chabudai.games.kakapo.components.mission_lint import lint
from chabudai.games.kakapo.components.missions import Mission, Title, book, mission_named, write
from chabudai.games.kakapo.review.certificates import Grade, Stars, certificate_of, picture
from chabudai.games.kakapo.review.generator import Knobs, make
from chabudai.games.kakapo.review.grading import SEATS, grade, open_grade
from chabudai.games.kakapo.review.studio import pieces_for
from chabudai.games.kakapo.solver.cp_sat import Proof, is_there, prove
from chabudai.games.kakapo.solver.par import fewest
from chabudai.games.kakapo.state import Lying


class Flaw(Struct):
    """Something that is wrong with a mission: the rule, and a sentence."""

    rule: str
    text: str


class Solved(Struct):
    """What solving says.

    `par` pieces win, as `solution` does (cells are 12 × row + column); None: none were found.
    `status` is optimal (no fewer win), infeasible (none win) or unknown; `by` whom.
    """

    mission: str
    par: int | None
    status: str
    by: str
    solution: tuple[Lying, ...]
    drawing: str


class Graded(Struct):
    """A grade in numbers: games of the reference bot won, and the 95 % interval of their rate."""

    mission: str
    seats: int
    deals: int
    won: int
    rate: float
    interval: tuple[float, float]
    stars: int
    version: int
    open_hands: tuple[int, int] | None


class Entry(Struct):
    """A mission of the book: the birds it has and how many are to be scanned, its par, and its
    stars from 1, gentle, to 5, brutal.
    """

    mission: str
    title: Title
    required: int
    birds: int
    par: int
    stars: Stars


def run(args: argparse.Namespace) -> int:
    """Do what the word after `missions` says."""
    verbs: dict[str, Callable[[argparse.Namespace], int]] = {
        "list": show,
        "lint": complain,
        "solve": solve,
        "grade": measure,
        "make": invent,
    }
    return verbs[args.verb](args)


def mission_at(name: str) -> Mission:
    """The mission of the book of that name, such as buddy/7, or of that file."""
    if name.partition("/")[0] in MODES.values() and not Path(name).exists():
        try:
            return mission_named(name)
        except ValueError as error:
            raise Unusable(error) from None
    return mission_in(name)


def sound(name: str) -> Mission:
    """The same; refused if the linter has something to say."""
    mission = mission_at(name)
    for why in lint(mission):
        raise Refused(f"{name}: {why.text.format(**why.facts)} Rule {why.rule}.")
    return mission


# --- The verbs


def show(args: argparse.Namespace) -> int:
    """The missions of the book by name, or one as a drawing."""
    if args.mission is not None:
        mission = mission_at(args.mission)
        if args.json:
            print_json(mission)
        else:
            print(write(mission), end="")
        return 0
    listed = [entry(one) for mode in SEATS for one in book(mode)]
    if args.json:
        print_json(listed)
        return 0
    for one in listed:
        stars = "★" * one.stars + "☆" * (5 - one.stars)
        scan = f"{one.required} of {one.birds}"
        print(
            f"{one.mission:<9} {stars}  par {one.par}  scan {scan}  {one.title.en} / {one.title.ja}"
        )
    return 0


def entry(mission: Mission) -> Entry:
    """A mission of the book as the list has it."""
    certificate = certificate_of(mission.mode, mission.number)
    return Entry(
        f"{mission.mode}/{mission.number}",
        mission.title,
        mission.required,
        len(mission.birds),
        certificate.par,
        certificate.grades[0].stars,
    )


def complain(args: argparse.Namespace) -> int:
    """Say what is wrong with missions, one after the other.

    Exit code 2 if one cannot be read, whatever the others are like; else 1 if anything is wrong.
    """
    found: dict[str, list[Flaw] | None] = {}
    for name in args.mission:
        found[name] = flaws = flaws_of(name)
        if not args.json and flaws is not None:
            print("\n".join(told(name, flaws)))
    if args.json:
        print_json(found)
    if None in found.values():
        return 2
    return 1 if any(found.values()) else 0


def flaws_of(name: str) -> list[Flaw] | None:
    """What the linter says of a mission; None, told on standard error, if it cannot be read."""
    try:
        flaws = lint(mission_at(name))
    except Unusable as error:
        tell_wrong(error)
        return None
    return [Flaw(why.rule, why.text.format(**why.facts)) for why in flaws]


def told(name: str, flaws: list[Flaw]) -> list[str]:
    """The same, line by line."""
    return [f"{name}: {flaw.text} Rule {flaw.rule}." for flaw in flaws] or [
        f"{name}: nothing is wrong."
    ]


def solve(args: argparse.Namespace) -> int:
    """Print par, who says so, and a drawn solution."""
    found = solved(args.mission, args.by)
    if args.json:
        print_json(found)
        return 0
    if found.par is None:
        print("It cannot be won." if found.status == "infeasible" else "No solution was found.")
        return 0
    pieces = "1 piece" if found.par == 1 else f"{found.par} pieces"
    proof = "no fewer will do" if found.status == "optimal" else "fewer might do"
    print(f"{found.mission}: par is {pieces}; {proof} ({found.by}).")
    print(found.drawing)
    return 0


def solved(name: str, by: str | None) -> Solved:
    """Par of a mission, by CP-SAT where it is installed and nobody else was asked for."""
    mission = sound(name)
    if by == "cp-sat" and not is_there():
        raise Unusable("CP-SAT is not installed: pip install 'chabudai[studio]'.")
    by = by or ("cp-sat" if is_there() else "solver")
    found = prove(mission, (), pieces_for(mission)) if by == "cp-sat" else proof_of(mission)
    pieces = found.pieces or ()
    par = None if found.pieces is None else len(pieces)
    return Solved(name, par, found.status, by, pieces, picture(mission, pieces))


def proof_of(mission: Mission) -> Proof:
    """The answer of our own solver in the form of CP-SAT's."""
    found = fewest(mission, (), pieces_for(mission))
    if found.pieces is None:
        return Proof("infeasible" if found.proved else "unknown", None, found.least, 0, 0.0)
    return Proof("optimal", found.pieces, found.least, 0, 0.0)


def measure(args: argparse.Namespace) -> int:
    """Let the reference bot play a mission, and print how often it wins."""
    mission = sound(args.mission)
    seats = args.seats or SEATS[mission.mode][0]
    if seats not in SEATS[mission.mode]:
        raise Unusable(f"This mission is not played by {seats}.")
    if proof_of(mission).status == "infeasible":
        raise Refused(f"{args.mission}: no pieces win this mission.")
    found = grade(mission, seats, args.deals)
    opened = open_grade(mission, seats, args.open) if args.open else None
    if args.json:
        print_json(graded(args.mission, found, opened))
        return 0
    low, high = found.interval
    print(
        f"{args.mission}: {'★' * found.stars} the reference bot wins {found.won} of {found.deals} "
        f"deals with {seats} seats: {found.rate:.3f}, 95 % {low:.3f} to {high:.3f}."
    )
    if opened:
        print(f"With open hands at least {opened.won} of the first {opened.deals} can be won.")
    return 0


def graded(name: str, found: Grade, opened: Grade | None) -> Graded:
    """A grade as a document."""
    pair = None if opened is None else (opened.won, opened.deals)
    return Graded(
        name,
        found.seats,
        found.deals,
        found.won,
        found.rate,
        found.interval,
        found.stars,
        found.version,
        pair,
    )


def invent(args: argparse.Namespace) -> int:
    """Print a new mission as a file."""
    seed = secrets.randbits(32) if args.seed is None else args.seed
    mode: Mode = args.mode
    knobs = Knobs(mode, args.birds, args.smallest, args.largest, args.coloured, args.required)
    try:
        made = make(knobs, Rng(seed))
    except ValueError as error:
        raise Unusable(error) from None
    if args.json:
        drawing = picture(made.mission, made.solution)
        print_json(
            {
                "seed": seed,
                "mission": made.mission,
                "par": len(made.solution),
                "solution": made.solution,
                "drawing": drawing,
            }
        )
    else:
        print(f"# Seed {seed}, par {len(made.solution)}.")
        print(write(made.mission), end="")
    return 0
