"""The studio's jobs, and reviews of whole games."""

from typing import Any

import msgspec
import pytest

from chabudai.core import Seat, Why
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.components.mission_lint import lint
from chabudai.games.kakapo.components.missions import (
    Bird,
    Mission,
    Title,
    mission_named,
    read,
    write,
)
from chabudai.games.kakapo.review import jobs
from chabudai.games.kakapo.review.hindsight import (
    THOROUGH,
    Chance,
    Moved,
    Turned,
    followed,
    is_won,
    judge,
    line_from,
    moves_of,
    turned_with,
)
from chabudai.games.kakapo.review.jobs import JOBS, Studied
from chabudai.games.kakapo.review.studio import Opened, check_mission
from chabudai.games.kakapo.rules.scanning import succeeded
from chabudai.games.kakapo.solver import cp_sat
from chabudai.games.kakapo.solver.settling import settle
from chabudai.games.kakapo.state import Options, Place, Reveal, Select, State, Wild
from chabudai.games.kakapo.tests.reviews import GOLDEN, looked, recorded, states
from chabudai.games.kakapo.tests.tables import GAP, PURPLE, bird, deciding, make, table


def studied(mission: Mission) -> Studied:
    answer = JOBS["studio"].run(GAME, mission)
    assert isinstance(answer, Studied)
    return answer


def made_in(name: str) -> list[Moved]:
    return list(moves_of(recorded(name), states(name)))


def turning_point(moves: list[Moved]) -> Turned | None:
    chance, lost = judge((moves[0].before, *(move.after for move in moves)))
    assert chance is not None
    at, _ = followed(chance, moves)
    return turned_with(moves[at], proved=at + 1 >= lost) if at < len(moves) else None


def made(state: State, *moves: tuple[Seat, Reveal | Select | Place]) -> list[Moved]:
    """Make these moves, and return each with the states before and after it."""
    found: list[Moved] = []
    for at, (seat, action) in enumerate(moves):
        after = make(state, (seat, action))
        found.append(Moved(at, state, seat, action, after))
        state = after
    return found


THIRD = msgspec.structs.replace(mission_named("buddy/3"), number=0)
FLAWED = Mission("buddy", Title("Edge", "はし"), (bird("A5"),), 1)


def test_the_studio_solves_a_mission_and_writes_its_file_unless_it_cannot_be_drawn() -> None:
    solved, flawed = studied(THIRD), studied(FLAWED)
    assert solved.checked.solvable is True
    assert solved.checked.par == len(solved.checked.solution)
    assert read(solved.text) == THIRD
    assert flawed.checked.flaws
    assert read(flawed.text) == FLAWED
    undrawn = studied(msgspec.structs.replace(THIRD, required=8))
    assert undrawn.checked.flaws
    assert undrawn.text == ""


def opened(text: str) -> Opened:
    answer = JOBS["open"].run(GAME, text.encode())
    assert isinstance(answer, Opened)
    return answer


@pytest.mark.parametrize(
    "mission",
    [
        *(mission_named(name) for name in ("buddy/1", "party/10", "party/20")),
        Mission("buddy", Title("Edge", "はし"), (bird("A5"), bird("F6")), 1, (0, 1)),  # flawed
    ],
)
def test_a_file_is_opened_as_it_was_written(mission: Mission) -> None:
    unnumbered = msgspec.structs.replace(mission, number=0)
    assert opened(write(mission)) == Opened(unnumbered)


@pytest.mark.parametrize(
    ("birds", "required", "rule"),
    [
        ((bird("D4"), bird("D5")), 2, "KK-A10"),
        ((bird("D4 F6"),), 1, "KK-6"),
        ((bird("D4"), bird("F6")), 3, "KK-41"),
    ],
)
def test_a_file_that_cannot_be_drawn_is_not_opened_and_its_flaws_are_reported(
    birds: tuple[Bird, ...], required: int, rule: str
) -> None:
    mission = Mission("buddy", Title("No", "いいえ"), birds, required)
    answer = opened(write(mission))
    assert answer == Opened(None, lint(mission))
    assert [why.rule for why in answer.flaws] == [rule]
    line = Why("KK-A24", "Line {line} cannot be read as TOML.", {"line": 1})
    assert opened("birds everywhere") == Opened(None, (line,))


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
    answer = studied(mission_named("buddy/3"))
    checked = answer.checked
    assert (checked.solvable, checked.par, checked.proved) == (solvable, par, proved)
    assert answer.prover == (said is not None)


@pytest.mark.parametrize(
    "name",
    ["a-double-scan-of-2-succeeds", "all-2-give-up", "skills-for-two-and-a-round-without-a-piece"],
)
def test_no_move_lost_a_mission_that_could_be_won_to_the_end(name: str) -> None:
    answer = looked(name)
    assert set(answer.winnable) == {True}
    assert answer.turned is None
    assert answer.line or name != "all-2-give-up"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_mission_over_after_its_last_round_is_lost_in_the_end(seats: int) -> None:
    winnable = looked(f"the-last-round-is-over-{seats}").winnable
    assert len(winnable) == (8 if seats == 2 else 10)
    assert winnable[-1] is False


@pytest.mark.parametrize(
    "name", ["the-last-round-is-over-2", "the-last-round-is-over-4", "a-piece-has-no-place-4"]
)
def test_the_losing_move_was_made_in_the_last_round_with_a_winning_line(name: str) -> None:
    answer = looked(name)
    at = answer.turned
    assert at is not None
    assert at.round == answer.winnable.count(True) - 1
    moves = made_in(name)
    (move,) = [one for one in moves if turned_with(one, proved=at.proved) == at]
    after = [one.after for one in moves]
    assert all(line_from(state) is None for state in after[after.index(move.after) :])
    assert settle(move.after, THOROUGH).lost == at.proved


@pytest.mark.parametrize("name", ["the-last-round-is-over-2", "the-last-round-is-over-4"])
def test_the_winning_line_that_was_found_is_shown_round_by_round(name: str) -> None:
    answer = looked(name)
    assert answer.turned is not None
    first, *_, last = answer.line
    (move, *_) = [one for one in made_in(name) if one.before.round == answer.turned.round + 1]
    mission = move.before.mission
    assert first.hands == move.before.hands
    assert succeeded(mission, last.edges)
    assert not any(succeeded(mission, one.edges) for one in answer.line[:-1])


@pytest.mark.parametrize("name", GOLDEN)
def test_a_mission_is_winnable_then_perhaps_unknown_and_then_lost(name: str) -> None:
    answers = looked(name).winnable
    assert list(answers) == sorted(answers, key=(True, None, False).index)


LATE: dict[str, Any] = {"board": GAP, "birds": (PURPLE,), "round": 8}
DECIDING = deciding("P1 O2 O3 O4", "P1", **LATE)
HELD_BACK = table("", "P1 B5", revealed="O2 O3 O4", **LATE, counters=0)
O1_ON_TOP, P1_ON_TOP = (Place(piece, 0, 4, 5) for piece in ("O1", "P1"))


@pytest.mark.parametrize(
    ("state", "moves", "turned"),
    [
        # KK-24: wild colour takes a piece whose colour the edge does not accept
        (DECIDING, [(0, Select(Wild("O"))), (0, O1_ON_TOP)], ("piece", 0, "P1")),
        # KK-32: the piece is placed far away
        (DECIDING, [(0, Select()), (0, Place("P1", 0, 0, 0))], ("place", 0, "P1")),
        # KK-19: the winning card is held back
        (
            HELD_BACK,
            [(1, Reveal("B5")), (0, Select()), (0, Place("O4", 0, 0, 0))],
            ("card", 1, "B5"),
        ),
        # KK-41: the round wins
        (DECIDING, [(0, Select()), (0, P1_ON_TOP)], None),
    ],
)
def test_kk_19_kk_24_kk_32_kk_41_the_move_that_turned_a_mission_is_found(
    state: State,
    moves: list[tuple[Seat, Reveal | Select | Place]],
    turned: tuple[Any, Seat, str] | None,
) -> None:
    expected = None if turned is None else Turned(7, *turned, proved=True)
    assert turning_point(made(state, *moves)) == expected


@pytest.mark.parametrize("counters", [1, 2])
def test_kk_a4_a_winning_line_uses_a_skill_if_the_table_demands_one(counters: int) -> None:
    board = {**GAP, "P8": "A1 A2 A3 B3 C3 D3 D2 D1", "P6": "A10 A11 A12 B12 C12 D12"}
    late = {**LATE, "board": board, "round": 7, "options": Options(rescue_forced=True)}
    state = table("P1 O4", "B5 G6 Y7", revealed="P7 O2 O3", **late, counters=counters)
    line = line_from(state)
    assert line is not None
    assert is_won(make(state, *line))


def test_kk_17_a_forced_card_never_turned_a_mission() -> None:
    forced = made(table("P1", "B5", revealed="O2 O3", **LATE, counters=0), (0, Reveal("P1")))
    assert followed(Chance(0, ((0, Reveal("P1")),)), forced) == Chance(1, ())
