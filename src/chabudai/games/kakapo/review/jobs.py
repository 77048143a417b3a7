"""The Kakapo: what takes longer than a move, for the mission studio and for looking back."""

from msgspec.structs import replace

from chabudai.core import AnyGame, Job, Struct
from chabudai.core.transcript import Transcript
from chabudai.games.kakapo.components.missions import Mission, write
from chabudai.games.kakapo.review.hindsight import Looked, look_back
from chabudai.games.kakapo.review.studio import (
    Checked,
    Opened,
    can_be_drawn,
    check_here,
    opened,
    pieces_for,
)
from chabudai.games.kakapo.solver import cp_sat

PROOF_S = 4.0
"""How long the prover may take for what the solver has not found out."""


class Studied(Struct):
    """What a drawn mission comes to, and its file, which may have the same flaws; it is empty for
    what is no drawing. `prover`: CP-SAT is installed here.
    """

    checked: Checked
    text: str
    prover: bool


def study(game: AnyGame, mission: Mission) -> Studied:
    """Check a mission; where the solver gives up, the prover goes on, if it is installed."""
    checked = check_here(mission)
    there = cp_sat.is_there()
    if checked.solvable is None and there:
        checked = proved(mission, checked)
    return Studied(checked, write(mission) if can_be_drawn(mission) else "", there)


def proved(mission: Mission, checked: Checked) -> Checked:
    """What the prover says; it may not know either."""
    said = cp_sat.prove(mission, (), pieces_for(mission), PROOF_S)
    if said.status == "infeasible":
        return replace(checked, solvable=False, proved=True)
    if said.pieces is None:
        return checked
    return replace(checked, solvable=True, par=said.bound, proved=True, solution=said.pieces)


def open_file(game: AnyGame, data: bytes) -> Opened:
    """Open a mission's file for the studio."""
    return opened(data)


def review(game: AnyGame, played: Transcript) -> Looked:
    """Look back on a game that is over."""
    return look_back(game, played)


JOBS = {
    "studio": Job(takes=Mission, run=study),
    "open": Job(takes=bytes, run=open_file),
    "review": Job(takes=Transcript, run=review),
}
