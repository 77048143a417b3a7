"""The Kakapo: the daily deal, a mission from the book, played with bots."""

from collections.abc import Mapping, Sequence

from chabudai.core import Daily, DailyResult, DailyTable, Rng, Telling, telling
from chabudai.games.kakapo.components.cards import Mode
from chabudai.games.kakapo.components.missions import BOOK
from chabudai.games.kakapo.rules import agreed_mission
from chabudai.games.kakapo.rules.scanning import lacking
from chabudai.games.kakapo.state import Options, Over, Round, State

LEVEL = "hard"
MODES = (("buddy", 1), ("party", 2))
"""The modes of the book, and the number of bots for each."""
GOAL: Mapping[Mode, str] = {
    "buddy": "Scan {birds} {birds|bird|birds} with a bot, in silence.",
    "party": "Scan {birds} {birds|bird|birds} with two bots, in silence.",
}
BUDDY: Mapping[bool, str] = {
    True: "Buddy mission {number}: won in {rounds} {rounds|round|rounds}.",
    False: "Buddy mission {number}: lost in round {rounds}, {edges} {edges|edge|edges} missing.",
}
PARTY: Mapping[bool, str] = {
    True: "Party mission {number}: won in {rounds} {rounds|round|rounds}.",
    False: "Party mission {number}: lost in round {rounds}, {edges} {edges|edge|edges} missing.",
}


COMPARED: Mapping[tuple[bool, bool], str] = {
    (True, True): "The expert won in {par} {par|round|rounds}. You won in {own}.",
    (False, True): "The expert won in {par} {par|round|rounds}. You missed {own} "
    "{own|edge|edges}, and lost.",
    (True, False): "The expert missed {par} {par|edge|edges}, and lost. You won in {own} "
    "{own|round|rounds}.",
    (False, False): "The expert missed {par} {par|edge|edges}, and lost. You missed {own}, "
    "and lost.",
}
"""Comparisons with the expert. The keys say whether the player won, and whether the expert won."""


def table(rng: Rng) -> DailyTable:
    """Choose a mission from the book, for two or three players."""
    mode, bots = rng.choice(MODES)
    number = 1 + rng.below(BOOK)
    return DailyTable(options=Options(mission=f"{mode}/{number}"), bots=(LEVEL,) * bots)


def goal(options: Options, seats: int) -> Telling:
    """Return the goal: the number of birds to scan, and the number of bots to play with."""
    mission = agreed_mission(options, seats)
    return telling(GOAL[mission.mode], birds=mission.required)


def chance_key(state: State) -> str:
    """Return the key of the only chance move, the shuffle."""
    return "shuffle"


def result(states: Sequence[State]) -> DailyResult:
    """Return the result: a win is ranked by its number of rounds, and a loss by its missing edges.
    Each round has a mark.
    """
    end = states[-1]
    won = isinstance(end.phase, Over) and end.phase.reason == "scanned"
    rounds, edges = len(end.rounds), lacking(end.mission, end.edges)
    facts = {"number": end.mission.number, "rounds": rounds}
    if not won:
        facts["edges"] = edges
    told = telling(PARTY[won], **facts)
    if end.mission.mode == "buddy":
        told = telling(BUDDY[won], **facts)
    return DailyResult(
        (1, -rounds) if won else (0, -edges),
        told,
        tuple(map(mark, end.rounds)),
    )


def mark(played: Round) -> int:
    """Return the mark of a round. It depends on whether the round brought two pieces, one piece by
    a skill, or one piece without a skill.
    """
    if len(played.pieces) > 1:
        return 4
    return 2 if played.skill is None else 3


def compare(own: DailyResult, par: DailyResult) -> Telling:
    """Compare the rounds until the win, or the edges missing after a loss, with par."""
    (own_won, own_count), (par_won, par_count) = own.rank, par.rank
    return telling(COMPARED[own_won > 0, par_won > 0], par=-par_count, own=-own_count)


DAILY = Daily(table=table, goal=goal, chance_key=chance_key, result=result, compare=compare)
