"""The Kakapo's studio: generated missions, checks, files, and winning lines with open hands."""

import pytest
from msgspec.structs import replace

from chabudai.core import Rng, Why
from chabudai.games.kakapo import GAME, rules
from chabudai.games.kakapo.bots.reference import act
from chabudai.games.kakapo.components.cards import ABSENT, ROUNDS, Mode
from chabudai.games.kakapo.components.mission_lint import lint
from chabudai.games.kakapo.components.missions import Mission, mission_named, read, write
from chabudai.games.kakapo.review import jobs
from chabudai.games.kakapo.review.generator import Knobs, make
from chabudai.games.kakapo.review.grading import deal_of
from chabudai.games.kakapo.review.hindsight import is_won
from chabudai.games.kakapo.review.jobs import JOBS, Studied
from chabudai.games.kakapo.review.studio import Opened, check_mission
from chabudai.games.kakapo.solver import cp_sat
from chabudai.games.kakapo.solver.open_hands import winning_line
from chabudai.games.kakapo.solver.par import fewest
from chabudai.games.kakapo.state import Options, Place, Revealing, State
from chabudai.games.kakapo.tests import naive
from chabudai.games.kakapo.tests.tables import bird, laid, mission
from chabudai.games.kakapo.view import view
from chabudai.search import playout
from tests.support.moves import make as play_all

ROWS = [bird(" ".join(f"{column}{row}" for column in "BCDEFGHIJ")) for row in (2, 4, 6, 8, 10)]
TOO_MUCH = mission(*ROWS, mode="party", required=5)
FLAWED = mission(bird("A5"), bird("F6"), must=(0, 1))
THIRD = replace(mission_named("buddy/3"), number=0)


# --- Generating missions


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("mode", ["buddy", "party"])
def test_a_made_mission_is_sound_and_its_solution_wins_with_fewest_pieces(
    mode: Mode, seed: int
) -> None:
    made = make(Knobs(mode, birds=2, largest=4, coloured=40), Rng(seed))
    assert lint(made.mission) == ()
    assert naive.faults(made.mission, laid(made.solution)) == []
    assert fewest(made.mission).least == len(made.solution) <= ROUNDS[mode] - 2
    assert ABSENT not in {lying.piece for lying in made.solution}


def test_the_parameters_of_a_mission_are_applied() -> None:
    plain = make(Knobs(coloured=0), Rng(3)).mission
    bright = make(Knobs(coloured=100), Rng(3)).mission
    assert not any(bird.edges for bird in plain.birds)
    assert all(bird.edges for bird in bright.birds)
    flock = make(Knobs(birds=4, smallest=2, largest=3, required=2, coloured=50), Rng(3)).mission
    assert {len(bird.cells) for bird in flock.birds} <= {2, 3}
    assert (len(flock.birds), flock.required) == (4, 2)


# --- Checking, and files


def studied(drawn: Mission) -> Studied:
    answer = JOBS["studio"].run(GAME, drawn)
    assert isinstance(answer, Studied)
    return answer


def test_the_studio_solves_a_mission_and_writes_its_file_unless_it_cannot_be_drawn() -> None:
    solved, flawed, undrawn = map(studied, (THIRD, FLAWED, replace(THIRD, required=8)))
    checked = solved.checked
    assert (checked.flaws, checked.solvable, checked.proved) == ((), True, True)
    assert checked.par == len(checked.solution)
    assert naive.faults(THIRD, laid(checked.solution)) == []
    assert read(solved.text) == THIRD
    assert "KK-A9" in [why.rule for why in flawed.checked.flaws]
    assert read(flawed.text) == FLAWED
    assert undrawn.checked.flaws
    assert undrawn.text == ""


def test_impossible_missions_and_limits_are_reported() -> None:
    for checked, solvable in (
        (check_mission(TOO_MUCH), False),
        (check_mission(mission_named("buddy/20"), steps=1), None),
    ):
        assert (checked.flaws, checked.solvable) == ((), solvable)
        assert checked.proved == (solvable is not None)
        assert (checked.par, checked.solution) == (None, ())


@pytest.mark.parametrize(
    ("said", "solvable", "par", "proved"),
    [
        (cp_sat.Proof("infeasible", None, 0, 0, 0.0), False, None, True),
        (cp_sat.Proof("unknown", None, 0, 0, 0.0), None, None, False),
        (cp_sat.Proof("optimal", (), 0, 0, 0.0), True, 0, True),
        (None, None, None, False),
    ],
)
def test_an_installed_prover_continues_if_the_solver_gives_up(
    monkeypatch: pytest.MonkeyPatch,
    said: cp_sat.Proof | None,
    solvable: bool | None,
    par: int | None,
    proved: bool,
) -> None:
    monkeypatch.setattr(jobs, "check_mission", lambda mission: check_mission(mission, steps=0))
    monkeypatch.setattr(cp_sat, "is_installed", lambda: said is not None)
    monkeypatch.setattr(cp_sat, "prove", lambda *order: said)
    answer = studied(THIRD)
    checked = answer.checked
    assert (checked.solvable, checked.par, checked.proved) == (solvable, par, proved)
    assert answer.prover == (said is not None)


def opened(text: str) -> Opened:
    answer = JOBS["open"].run(GAME, text.encode())
    assert isinstance(answer, Opened)
    return answer


def test_a_file_is_opened_as_it_was_written_even_with_flaws() -> None:
    for drawn in (THIRD, mission_named("party/10"), FLAWED):
        assert opened(write(drawn)) == Opened(replace(drawn, number=0))


def test_a_file_that_cannot_be_drawn_is_not_opened_and_its_flaws_are_reported() -> None:
    for birds, required, rule in (
        ((bird("D4"), bird("D5")), 2, "KK-A10"),
        ((bird("D4 F6"),), 1, "KK-6"),
        ((bird("D4"), bird("F6")), 3, "KK-41"),
    ):
        wrong = mission(*birds, required=required)
        answer = opened(write(wrong))
        assert answer == Opened(None, lint(wrong))
        assert [why.rule for why in answer.flaws] == [rule]
    line = Why("KK-A24", "Line {line} cannot be read as TOML.", {"line": 1})
    assert opened("birds everywhere") == Opened(None, (line,))


# --- Open hands


def won_by(state: State) -> bool:
    line = winning_line(state)
    return line is not None and is_won(play_all(GAME, state, *line))


@pytest.mark.parametrize(("name", "seats"), [("buddy/5", 2), ("party/11", 3), ("party/11", 4)])
def test_a_line_with_open_hands_wins_by_the_rules(name: str, seats: int) -> None:
    assert all(won_by(deal_of(mission_named(name), seats, seed)) for seed in range(4))


@pytest.mark.parametrize("seed", [66, 86, 146])
def test_a_line_is_found_that_takes_more_pieces_than_need_be(seed: int) -> None:
    """In these deals, no plan with the fewest pieces can be carried out."""
    state = deal_of(mission_named("party/7"), 4, seed)
    line = winning_line(state)
    assert line is not None
    assert sum(isinstance(action, Place) for _, action in line) > fewest(state.mission).least
    assert is_won(play_all(GAME, state, *line))


def test_a_line_is_also_found_within_a_round() -> None:
    state = deal_of(mission_named("party/6"), 4, 1)
    seat = rules.to_act(state)[0]
    state = rules.apply(state, seat, act(view(state, seat), seat, Rng(0))).state
    assert state.revealed
    assert won_by(state)


def test_no_line_is_found_before_the_deal_or_without_the_pieces_or_colours_to_win() -> None:
    assert winning_line(deal_of(TOO_MUCH, 4, 1)) is None
    assert winning_line(rules.setup(Options(), 2)) is None
    state = deal_of(mission(bird("F6", "F6NP"), mode="party"), 4, 1)
    hands = tuple(tuple(card for card in hand if card[0] != "P") for hand in state.hands)
    assert winning_line(replace(state, hands=hands)) is None


def test_no_line_is_found_when_the_winning_cards_are_gone() -> None:
    """In the last round, the mission still needs two pieces."""
    two = mission(bird("D4"), bird("I9"), mode="party", required=2)
    states = (step.state for _, _, step in playout(GAME, deal_of(two, 4, 1), Rng(10)))
    state = next(s for s in states if isinstance(s.phase, Revealing) and s.round == ROUNDS["party"])
    assert fewest(two, state.board).least > 1
    assert winning_line(state) is None
