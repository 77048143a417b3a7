"""The studio's answers, and looking back on whole games."""

from pathlib import Path

import msgspec
import pytest

from chabudai.core import Seat, Why
from chabudai.core.transcript import Transcript, loads, replay, replayed
from chabudai.games import folder_of
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
    Looked,
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
from chabudai.games.kakapo.review.studio import Checked, Opened, check_mission
from chabudai.games.kakapo.rules.scanning import succeeded
from chabudai.games.kakapo.solver import cp_sat
from chabudai.games.kakapo.solver.settling import settle
from chabudai.games.kakapo.state import Options, Place, Reveal, Select, State, Wild
from chabudai.games.kakapo.tests.tables import bird, deciding, make, table

GOLDEN = folder_of("kakapo") / "golden"
GAP = {"P7": "E6 E7 E8 F8 G8 G7 G6"}
"""A piece round a bird on F6 and F7 that leaves only F5 free, where ..."""
PURPLE = (bird("F6 F7", "F6NP"),)
"""... its edge is purple."""


def studied(mission: Mission) -> Studied:
    answer = JOBS["studio"].run(GAME, mission)
    assert isinstance(answer, Studied)
    return answer


def recorded(name: str) -> Transcript:
    return loads((GOLDEN / f"{name}.jsonl").read_bytes())


def looked(name: str) -> Looked:
    answer = JOBS["review"].run(GAME, replayed(GAME, recorded(name)))
    assert isinstance(answer, Looked)
    return answer


def made_in(name: str) -> list[Moved]:
    """The moves of a recorded game."""
    transcript = recorded(name)
    return list(moves_of(transcript, tuple(replay(GAME, transcript))))


def turning_point(moves: list[Moved]) -> Turned | None:
    """The move after which no winning line is found."""
    chance, lost = judge((moves[0].before, *(move.after for move in moves)))
    assert chance is not None
    at, _ = followed(chance, moves)
    return turned_with(moves[at], proved=at + 1 >= lost) if at < len(moves) else None


def made(state: State, *moves: tuple[Seat, Reveal | Select | Place]) -> list[Moved]:
    """These moves with the tables before and after them."""
    found: list[Moved] = []
    for seat, action in moves:
        after = make(state, (seat, action))
        found.append(Moved(state, seat, action, after))
        state = after
    return found


def test_a_mission_of_the_book_is_solved_and_its_file_reads_as_itself() -> None:
    mission = msgspec.structs.replace(mission_named("buddy/3"), number=0)
    answer = studied(mission)
    assert answer.checked.solvable is True
    assert answer.checked.par == len(answer.checked.solution)
    assert read(answer.text) == mission


def test_a_drawing_with_a_flaw_is_kept_in_a_file_all_the_same() -> None:
    mission = Mission("buddy", Title("Edge", "はし"), (bird("A5"),), 1)
    answer = studied(mission)
    assert answer.checked.flaws
    assert read(answer.text) == mission


def test_what_is_no_drawing_has_no_file() -> None:
    mission = msgspec.structs.replace(mission_named("buddy/3"), required=8)
    answer = studied(mission)
    assert answer.checked.flaws
    assert answer.text == ""


def opened(text: str) -> Opened:
    answer = JOBS["open"].run(GAME, text.encode())
    assert isinstance(answer, Opened)
    return answer


@pytest.mark.parametrize("name", ["buddy/1", "party/10", "party/20"])
def test_a_file_is_opened_as_it_was_written(name: str) -> None:
    mission = msgspec.structs.replace(mission_named(name), number=0)
    assert opened(write(mission)) == Opened(mission)


def test_a_file_whose_flaws_can_be_drawn_is_opened_to_be_mended() -> None:
    mission = Mission("buddy", Title("Edge", "はし"), (bird("A5"), bird("F6")), 1, (0, 1))
    assert lint(mission)
    assert opened(write(mission)) == Opened(mission)


@pytest.mark.parametrize(
    ("birds", "required", "rule"),
    [
        ((bird("D4"), bird("D5")), 2, "KK-A10"),
        ((bird("D4 F6"),), 1, "KK-6"),
        ((bird("D4"), bird("F6")), 3, "KK-41"),
    ],
)
def test_a_file_that_cannot_be_drawn_in_the_studio_is_not_opened_and_all_its_flaws_are_told(
    birds: tuple[Bird, ...], required: int, rule: str
) -> None:
    mission = Mission("buddy", Title("No", "いいえ"), birds, required)
    answer = opened(write(mission))
    assert answer == Opened(None, lint(mission))
    assert [why.rule for why in answer.flaws] == [rule]


def test_a_file_that_cannot_be_read_is_not_opened_and_its_fault_is_told() -> None:
    line = Why("KK-A24", "Line {line} cannot be read as TOML.", {"line": 1})
    assert opened("birds everywhere") == Opened(None, (line,))


def unsolved(mission: Mission) -> Checked:
    """What the solver says when it may not take a step."""
    return check_mission(mission, steps=0)


def test_without_a_prover_what_the_solver_does_not_find_out_stays_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jobs, "check_mission", unsolved)
    monkeypatch.setattr(cp_sat, "is_installed", lambda: False)
    answer = studied(mission_named("buddy/3"))
    assert answer.checked.solvable is None
    assert not answer.prover


@pytest.mark.parametrize(
    ("said", "solvable", "par", "proved"),
    [
        (cp_sat.Proof("infeasible", None, 0, 0, 0.0), False, None, True),
        (cp_sat.Proof("unknown", None, 0, 0, 0.0), None, None, False),
        (cp_sat.Proof("optimal", (), 0, 0, 0.0), True, 0, True),
    ],
)
def test_the_prover_goes_on_where_the_solver_gives_up(
    monkeypatch: pytest.MonkeyPatch,
    said: cp_sat.Proof,
    solvable: bool | None,
    par: int | None,
    proved: bool,
) -> None:
    monkeypatch.setattr(jobs, "check_mission", unsolved)
    monkeypatch.setattr(cp_sat, "is_installed", lambda: True)
    monkeypatch.setattr(cp_sat, "prove", lambda *order: said)
    checked = studied(mission_named("buddy/3")).checked
    assert (checked.solvable, checked.par, checked.proved) == (solvable, par, proved)


def test_a_mission_that_succeeded_could_be_won_from_every_round_and_was_never_lost() -> None:
    answer = looked("a-double-scan-of-2-succeeds")
    assert set(answer.winnable) == {True}
    assert answer.turned is None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_lost_in_the_end_was_to_be_won_at_first_and_never_again_once_lost(
    seats: int,
) -> None:
    winnable = looked(f"the-last-round-is-over-{seats}").winnable
    assert len(winnable) == (8 if seats == 2 else 10)
    assert winnable[-1] is False
    first = winnable.index(False)
    assert set(winnable[first:]) == {False}


@pytest.mark.parametrize(
    "name", ["the-last-round-is-over-2", "the-last-round-is-over-4", "a-piece-has-no-place-4"]
)
def test_the_move_that_lost_a_game_was_made_in_the_last_round_from_which_a_way_to_win_was_found(
    name: str,
) -> None:
    answer = looked(name)
    at = answer.turned
    assert at is not None
    assert at.round == answer.winnable.count(True) - 1
    transcript = recorded(name)
    moves = moves_of(transcript, tuple(replay(GAME, transcript)))
    (move,) = [one for one in moves if turned_with(one, proved=at.proved) == at]
    later = [one for one in made_in(name) if one.before.round >= move.before.round]
    after = later[[one.after for one in later].index(move.after) :]
    assert all(line_from(one.after) is None for one in after)
    assert settle(move.after, THOROUGH).lost == at.proved


@pytest.mark.parametrize("name", ["the-last-round-is-over-2", "the-last-round-is-over-4"])
def test_the_winning_line_that_was_found_is_told_round_by_round(name: str) -> None:
    answer = looked(name)
    assert answer.turned is not None
    first, *_, last = answer.line
    (move, *_) = [one for one in made_in(name) if one.before.round == answer.turned.round + 1]
    mission = move.before.mission
    assert first.hands == move.before.hands
    assert succeeded(mission, last.edges)
    assert not any(succeeded(mission, one.edges) for one in answer.line[:-1])


def test_what_is_given_up_at_once_was_lost_by_no_move() -> None:
    answer = looked("all-2-give-up")
    assert (answer.winnable, answer.turned) == ((True,), None)
    assert answer.line


def test_what_ends_while_it_can_be_won_was_lost_by_no_move() -> None:
    answer = looked("skills-for-two-and-a-round-without-a-piece")
    assert set(answer.winnable) == {True}
    assert answer.turned is None


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.jsonl")), ids=lambda path: path.stem)
def test_what_can_be_won_comes_first_then_what_is_not_known_then_what_is_lost(path: Path) -> None:
    answers = looked(path.stem).winnable
    assert list(answers) == sorted(answers, key=(True, None, False).index)


def test_kk_24_a_wild_colour_that_an_edge_cannot_use_is_what_turned_a_mission() -> None:
    state = deciding("P1 O2 O3 O4", "P1", board=GAP, birds=PURPLE, round=8)
    moves = made(state, (0, Select(Wild("O"))), (0, Place("O1", 0, 4, 5)))
    assert turning_point(moves) == Turned(7, "piece", 0, "P1", proved=True)


def test_kk_32_a_piece_put_far_away_is_what_turned_a_mission() -> None:
    state = deciding("P1 O2 O3 O4", "P1", board=GAP, birds=PURPLE, round=8)
    moves = made(state, (0, Select()), (0, Place("P1", 0, 0, 0)))
    assert turning_point(moves) == Turned(7, "place", 0, "P1", proved=True)


def test_kk_19_a_card_held_back_is_what_turned_a_mission() -> None:
    state = table("", "P1 B5", revealed="O2 O3 O4", board=GAP, birds=PURPLE, round=8, counters=0)
    moves = made(state, (1, Reveal("B5")), (0, Select()), (0, Place("O4", 0, 0, 0)))
    assert turning_point(moves) == Turned(7, "card", 1, "B5", proved=True)


@pytest.mark.parametrize("counters", [1, 2])
def test_kk_a4_a_winning_line_uses_a_skill_where_the_table_wants_one(counters: int) -> None:
    board = {**GAP, "P8": "A1 A2 A3 B3 C3 D3 D2 D1", "P6": "A10 A11 A12 B12 C12 D12"}
    state = table(
        "P1 O4",
        "B5 G6 Y7",
        revealed="P7 O2 O3",
        board=board,
        birds=PURPLE,
        round=7,
        counters=counters,
        options=Options(rescue_forced=True),
    )
    line = line_from(state)
    assert line is not None
    assert is_won(make(state, *line))


def test_kk_17_a_card_that_had_to_be_played_is_never_what_turned_a_mission() -> None:
    state = table("P1", "B5", revealed="O2 O3", board=GAP, birds=PURPLE, round=8, counters=0)
    forced = made(state, (0, Reveal("P1")))
    assert followed(Chance(0, ((0, Reveal("P1")),)), forced) == Chance(1, ())


def test_kk_41_a_round_that_wins_turned_nothing() -> None:
    state = deciding("P1 O2 O3 O4", "P1", board=GAP, birds=PURPLE, round=8)
    moves = made(state, (0, Select()), (0, Place("P1", 0, 4, 5)))
    assert turning_point(moves) is None
