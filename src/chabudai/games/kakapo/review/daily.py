"""The Kakapo: the daily deal, a mission of the book with bots."""

from collections.abc import Mapping, Sequence

from chabudai.core import Daily, DailyResult, DailyTable, Rng, telling
from chabudai.games.kakapo.components.missions import BOOK
from chabudai.games.kakapo.rules.scanning import lacking
from chabudai.games.kakapo.state import Options, Over, Round, State

LEVEL = "hard"
MODES = (("buddy", 1), ("party", 2))
"""The modes of the book, and with how many bots they are played."""
BUDDY: Mapping[bool, str] = {
    True: "Buddy mission {number}: won in {rounds} {rounds|round|rounds}.",
    False: "Buddy mission {number}: lost in round {rounds}, {edges} {edges|edge|edges} missing.",
}
PARTY: Mapping[bool, str] = {
    True: "Party mission {number}: won in {rounds} {rounds|round|rounds}.",
    False: "Party mission {number}: lost in round {rounds}, {edges} {edges|edge|edges} missing.",
}


def table(rng: Rng) -> DailyTable:
    """A mission of the book, for two or for three."""
    mode, bots = rng.choice(MODES)
    number = 1 + rng.below(BOOK)
    return DailyTable(options=Options(mission=f"{mode}/{number}"), bots=(LEVEL,) * bots)


def chance_key(state: State) -> str:
    """The cards are shuffled once."""
    return "shuffle"


def result(states: Sequence[State]) -> DailyResult:
    """Won in how few rounds, or lost by how few edges; a mark for each round."""
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
    """Two pieces, one by a skill, or one."""
    if len(played.pieces) > 1:
        return 4
    return 2 if played.skill is None else 3


DAILY = Daily(table=table, chance_key=chance_key, result=result)
