"""The Kakapo: what takes longer than a move, for the mission studio and for looking back."""

from msgspec.structs import replace

from chabudai.core import Struct, Work
from chabudai.core.transcript import Transcript, replay
from chabudai.games.kakapo import proof
from chabudai.games.kakapo.cards import ROUNDS
from chabudai.games.kakapo.missions import Mission, write
from chabudai.games.kakapo.open_hands import reachable, winning_line
from chabudai.games.kakapo.solver import MOST, fewest
from chabudai.games.kakapo.state import Revealing, State
from chabudai.games.kakapo.studio import Checked, check_here, pieces_for

PROOF_S = 4.0
"""How long the prover may take for what the solver has not found out."""


class Studied(Struct):
    """What a drawn mission comes to, and its file. `prover`: CP-SAT is installed here."""

    checked: Checked
    text: str
    prover: bool


class Looked(Struct):
    """By round: whether the mission could still be won at its start, had all hands lain open.

    None: neither a way to win was found, nor a proof that there is none.
    """

    winnable: tuple[bool | None, ...]


def study(mission: Mission) -> Studied:
    """Check a mission; where the solver gives up, the prover goes on, if it is installed."""
    checked = check_here(mission)
    there = proof.is_there()
    if checked.solvable is None and there:
        checked = proved(mission, checked)
    return Studied(checked, write(mission) if not checked.flaws else "", there)


def proved(mission: Mission, checked: Checked) -> Checked:
    """What the prover says; it may not know either."""
    said = proof.prove(mission, (), pieces_for(mission), PROOF_S)
    if said.status == "infeasible":
        return replace(checked, solvable=False, proved=True)
    if said.pieces is None:
        return checked
    return replace(checked, solvable=True, par=said.bound, proved=True, solution=said.pieces)


def look_back(told: Transcript) -> Looked:
    """Judge the starts of the rounds of a game, the last first: what can be won later on, can be
    won from all that came before it.
    """
    from chabudai.games.kakapo import GAME

    starts: dict[int, State] = {}
    for state in replay(GAME, told):
        if begins(state):
            starts.setdefault(state.round, state)
    found: list[bool | None] = []
    for state in reversed(starts.values()):
        found.append(True if True in found else winnable(state))
    return Looked(tuple(reversed(found)))


def begins(state: State) -> bool:
    """Whether a round is about to begin."""
    return isinstance(state.phase, Revealing) and not state.revealed


def winnable(state: State) -> bool | None:
    """Whether the mission can be won from the start of a round with open hands."""
    if winning_line(state) is not None:
        return True
    rounds = ROUNDS[state.mission.mode] - state.round + 1
    most = min(MOST, rounds + state.counters)
    solved = fewest(state.mission, state.board, reachable(state), most)
    return False if solved.pieces is None and solved.least > most else None


WORKS = {
    "studio": Work(takes=Mission, do=study),
    "review": Work(takes=Transcript, do=look_back),
}
