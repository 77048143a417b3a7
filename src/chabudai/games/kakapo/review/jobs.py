"""The Kakapo: jobs of the mission studio, the review and its report."""

from msgspec.structs import replace

from chabudai.core import AnyGame, Job, Struct
from chabudai.core.report import Report, review_job
from chabudai.core.retry import retry_job
from chabudai.core.transcript import Recorded
from chabudai.games.kakapo.components.missions import Mission, write
from chabudai.games.kakapo.review.hindsight import look_back
from chabudai.games.kakapo.review.moments import find_moments
from chabudai.games.kakapo.review.retry import judge
from chabudai.games.kakapo.review.studio import (
    Checked,
    Opened,
    can_be_drawn,
    check_mission,
    open_document,
    pieces_for,
)
from chabudai.games.kakapo.review.telling import tell_looked
from chabudai.games.kakapo.solver import cp_sat

PROOF_S = 4.0
"""Time limit of the prover in seconds, if the solver gave up."""


class Studied(Struct):
    """The result of checking a mission, and the text of its file, or "" if it has none.

    `prover` is true if CP-SAT is installed.
    """

    checked: Checked
    text: str
    prover: bool


def study(game: AnyGame, mission: Mission) -> Studied:
    """Check a mission. If the solver gives up and the prover is installed, run the prover."""
    checked = check_mission(mission)
    installed = cp_sat.is_installed()
    if checked.solvable is None and installed:
        checked = check_with_prover(mission, checked)
    return Studied(checked, write(mission) if can_be_drawn(mission) else "", installed)


def check_with_prover(mission: Mission, checked: Checked) -> Checked:
    """Complete a check with the prover's result, if the prover finishes in time."""
    proof = cp_sat.prove(mission, (), pieces_for(mission), PROOF_S)
    if proof.status == "infeasible":
        return replace(checked, solvable=False, proved=True)
    if proof.pieces is None:
        return checked
    return replace(checked, solvable=True, par=proof.bound, proved=True, solution=proof.pieces)


def open_file(game: AnyGame, data: bytes) -> Opened:
    """Open a mission file for the studio."""
    return open_document(data)


def report(game: AnyGame, played: Recorded) -> Report:
    """Report on a finished mission, with its costly moves. Takes up to several seconds."""
    looked = look_back(game, played)
    view = game.view(played.states[-1], None)
    return tell_looked(looked, view, find_moments(played, looked))


JOBS = {
    "studio": Job(takes=Mission, run=study),
    "open": Job(takes=bytes, run=open_file),
    "review": review_job(look_back),
    "report": review_job(report),
    "retry": retry_job(judge),
}
