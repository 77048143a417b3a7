"""The Kakapo's studio: generated missions, checks, and winning lines with open hands."""

import pytest
from msgspec.structs import replace

from chabudai.core import Rng
from chabudai.games.kakapo import GAME, rules
from chabudai.games.kakapo.bots.reference import act
from chabudai.games.kakapo.components.cards import ABSENT, ROUNDS, Mode
from chabudai.games.kakapo.components.mission_lint import lint
from chabudai.games.kakapo.components.missions import Bird, Edge, Mission, Title, mission_named
from chabudai.games.kakapo.review.generator import Knobs, make
from chabudai.games.kakapo.review.grading import deal_of
from chabudai.games.kakapo.review.studio import check_mission
from chabudai.games.kakapo.solver.open_hands import winning_line
from chabudai.games.kakapo.solver.par import fewest
from chabudai.games.kakapo.state import Options, Over, Place, Revealing, State
from chabudai.games.kakapo.tests import naive
from chabudai.games.kakapo.tests.tables import laid
from chabudai.games.kakapo.view import view
from chabudai.search import playout
from tests.support.moves import make as play_all

ROWS = tuple(Bird(tuple((row, column) for column in range(1, 10))) for row in (1, 3, 5, 7, 9))
TOO_MUCH = Mission("party", Title("Rows", "ならび"), ROWS, 5)
AT_THE_BORDER = Mission("buddy", Title("Edge", "はし"), (Bird(((0, 4),)),), 1)


# --- Making


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
    assert make(Knobs(mode, birds=2, largest=4, coloured=40), Rng(seed)) == made


def test_the_knobs_are_turned() -> None:
    plain = make(Knobs(coloured=0), Rng(3)).mission
    bright = make(Knobs(coloured=100), Rng(3)).mission
    assert not any(bird.edges for bird in plain.birds)
    assert all(bird.edges for bird in bright.birds)
    flock = make(Knobs(birds=4, smallest=2, largest=3, required=2, coloured=50), Rng(3)).mission
    assert {len(bird.cells) for bird in flock.birds} <= {2, 3}
    assert (len(flock.birds), flock.required) == (4, 2)


# --- Checking


@pytest.mark.parametrize(
    ("mission", "steps", "found"),
    [
        (AT_THE_BORDER, None, (["KK-A9"], False, False)),
        (TOO_MUCH, None, ([], False, True)),
        (mission_named("buddy/20"), 1, ([], None, False)),
    ],
)
def test_flaws_impossible_missions_and_limits_are_reported(
    mission: Mission, steps: int | None, found: tuple[list[str], bool | None, bool]
) -> None:
    checked = check_mission(mission) if steps is None else check_mission(mission, steps=steps)
    assert ([why.rule for why in checked.flaws], checked.solvable) == found[:2]
    assert checked.flaws or checked.proved == found[2]
    assert (checked.par, checked.solution) == (None, ())


def test_par_and_a_solution_are_reported() -> None:
    mission = mission_named("buddy/12")
    found = check_mission(mission)
    assert (found.flaws, found.solvable, found.proved) == ((), True, True)
    assert found.par == len(found.solution) == fewest(mission).least
    assert naive.faults(mission, laid(found.solution)) == []


# --- Open hands


def won_by(state: State) -> bool:
    line = winning_line(state)
    if line is None:
        return False
    final = play_all(GAME, state, *line)
    assert isinstance(final.phase, Over)
    assert final.phase.reason == "scanned"
    return True


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
    assert won_by(state)


def test_a_line_is_also_found_within_a_round() -> None:
    state = deal_of(mission_named("party/6"), 4, 1)
    seat = rules.to_act(state)[0]
    state = rules.apply(state, seat, act(view(state, seat), seat, Rng(0))).state
    assert state.revealed
    assert won_by(state)


def test_no_line_is_found_if_no_pieces_win() -> None:
    assert winning_line(deal_of(TOO_MUCH, 4, 1)) is None
    assert winning_line(rules.setup(Options(), 2)) is None


def test_no_line_is_found_when_the_winning_cards_are_gone() -> None:
    """In the last round, the mission still needs two pieces."""
    mission = Mission("party", Title("Two", "ふたつ"), (Bird(((3, 3),)), Bird(((8, 8),))), 2)
    states = (step.state for _, _, step in playout(GAME, deal_of(mission, 4, 1), Rng(10)))
    state = next(s for s in states if isinstance(s.phase, Revealing) and s.round == ROUNDS["party"])
    assert fewest(mission, state.board).least > 1
    assert winning_line(state) is None


def test_edges_in_colours_that_are_out_of_reach_leave_no_line() -> None:
    bird = Bird(((5, 5),), (Edge(5, 5, "N", "P"),))
    state = deal_of(Mission("party", Title("Purple", "むらさき"), (bird,), 1), 4, 1)
    hands = tuple(tuple(card for card in hand if card[0] != "P") for hand in state.hands)
    assert winning_line(replace(state, hands=hands)) is None
