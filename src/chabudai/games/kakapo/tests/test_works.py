"""The studio's answers, and looking back on whole games."""

from pathlib import Path

import msgspec
import pytest

from chabudai.core.transcript import loads
from chabudai.games.kakapo import proof, works
from chabudai.games.kakapo.missions import Mission, mission_named, read
from chabudai.games.kakapo.studio import Checked, check_here
from chabudai.games.kakapo.works import WORKS, Looked, Studied

GOLDEN = Path(__file__).parents[1] / "golden"


def studied(mission: Mission) -> Studied:
    answer = WORKS["studio"].do(mission)
    assert isinstance(answer, Studied)
    return answer


def looked(name: str) -> tuple[bool | None, ...]:
    answer = WORKS["review"].do(loads((GOLDEN / f"{name}.jsonl").read_bytes()))
    assert isinstance(answer, Looked)
    return answer.winnable


def test_a_mission_of_the_book_is_solved_and_its_file_reads_as_itself() -> None:
    mission = msgspec.structs.replace(mission_named("buddy/3"), number=0)
    answer = studied(mission)
    assert answer.checked.solvable is True
    assert answer.checked.par == len(answer.checked.solution)
    assert read(answer.text) == mission


def test_a_flawed_mission_has_no_file() -> None:
    mission = msgspec.structs.replace(mission_named("buddy/3"), required=8)
    answer = studied(mission)
    assert answer.checked.flaws
    assert answer.text == ""


def unsolved(mission: Mission) -> Checked:
    """What the solver says when it may not take a step."""
    return check_here(mission, steps=0)


def test_without_a_prover_what_the_solver_does_not_find_out_stays_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(works, "check_here", unsolved)
    monkeypatch.setattr(proof, "is_there", lambda: False)
    answer = studied(mission_named("buddy/3"))
    assert answer.checked.solvable is None
    assert not answer.prover


@pytest.mark.parametrize(
    ("said", "solvable", "par", "proved"),
    [
        (proof.Proof("infeasible", None, 0, 0, 0.0), False, None, True),
        (proof.Proof("unknown", None, 0, 0, 0.0), None, None, False),
        (proof.Proof("optimal", (), 0, 0, 0.0), True, 0, True),
    ],
)
def test_the_prover_goes_on_where_the_solver_gives_up(
    monkeypatch: pytest.MonkeyPatch,
    said: proof.Proof,
    solvable: bool | None,
    par: int | None,
    proved: bool,
) -> None:
    monkeypatch.setattr(works, "check_here", unsolved)
    monkeypatch.setattr(proof, "is_there", lambda: True)
    monkeypatch.setattr(proof, "prove", lambda *order: said)
    checked = studied(mission_named("buddy/3")).checked
    assert (checked.solvable, checked.par, checked.proved) == (solvable, par, proved)


def test_a_mission_that_succeeded_could_be_won_from_every_round() -> None:
    assert set(looked("a-double-scan-of-2-succeeds")) == {True}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_lost_in_the_end_was_to_be_won_at_first_and_never_again_once_lost(
    seats: int,
) -> None:
    winnable = looked(f"the-last-round-is-over-{seats}")
    assert len(winnable) == (8 if seats == 2 else 10)
    assert winnable[-1] is False
    first = winnable.index(False)
    assert set(winnable[first:]) == {False}
