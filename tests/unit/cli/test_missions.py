"""`chabudai missions` and `chabudai solve kakapo`."""

from pathlib import Path

import pytest

from chabudai.games.kakapo.components.missions import (
    Bird,
    Mission,
    Title,
    mission_named,
    read,
    write,
)
from chabudai.games.kakapo.review.certificates import certificate_of, picture
from chabudai.games.kakapo.solver.cp_sat import is_installed
from tests.unit.cli.support import here, refused

QUICK = "buddy/8"
"""A mission that CP-SAT proves quickly."""


@pytest.fixture
def bad(tmp_path: Path) -> str:
    """Write a mission with a bird at the border, which is not allowed."""
    file = tmp_path / "bad.toml"
    text = write(mission_named("buddy/1")).splitlines()
    start = text.index('board = """')
    board = ["A . . . . . . . . . . .", *(["", ". . . . . . . . . . . ."] * 11)]
    file.write_text("\n".join((*text[: start + 1], *board, '"""', "")))
    return str(file)


def test_missions_are_solved_and_drawn() -> None:
    found = here("solve", "kakapo", "--mission", QUICK, "--json").document
    assert (found["mission"], found["status"]) == (QUICK, "optimal")
    assert found["by"] == ("cp-sat" if is_installed() else "solver")
    assert found["par"] == len(found["solution"])
    assert set(found["solution"][0]) == {"piece", "cells"}
    asked = ("missions", "solve", "party/2", "--by", "solver")
    document = here(*asked, "--json").document
    assert (document["by"], document["status"]) == ("solver", "optimal")
    first, *drawing = here(*asked).out.splitlines()
    assert first == f"party/2: par is {document['par']} pieces; no fewer will do (solver)."
    assert "\n".join(drawing) == document["drawing"]
    assert picture(mission_named("party/2"), ()).count("A") == document["drawing"].count("A")


def test_a_mission_that_cannot_be_won_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "rows.toml"
    rows = (1, 3, 5, 7, 9)
    birds = tuple(Bird(tuple((row, column) for column in range(1, 10))) for row in rows)
    file.write_text(write(Mission("buddy", Title("Rows", "ならび"), birds, 5)))
    assert here("missions", "solve", str(file), "--by", "solver").out == "It cannot be won.\n"
    document = here("missions", "solve", str(file), "--by", "solver", "--json").document
    assert (document["par"], document["status"]) == (None, "infeasible")
    assert refused("missions", "grade", str(file), code=1).endswith("no pieces win this mission.")


def test_lint_prints_faults_and_returns_1(bad: str) -> None:
    sentence = "Bird A must keep one cell away from the border."
    done = here("missions", "lint", "buddy/1", bad)
    assert done.code == 1
    assert done.out == f"buddy/1: nothing is wrong.\n{bad}: {sentence} Rule KK-A9.\n"
    done = here("missions", "lint", "buddy/1", bad, "--json")
    assert done.code == 1
    assert done.document == {"buddy/1": [], bad: [{"rule": "KK-A9", "text": sentence}]}
    assert here("missions", "lint", "party/20").code == 0
    for verb in ("solve", "grade"):
        assert refused("missions", verb, bad, code=1).endswith(f"{sentence} Rule KK-A9.")
    # It continues after an unreadable mission.
    done = here("missions", "lint", "nowhere.toml", bad, "buddy/21", "buddy/1")
    assert done.code == 2
    assert done.out.startswith(f"{bad}: Bird A must keep")
    assert done.out.endswith("buddy/1: nothing is wrong.\n")
    missing, unknown = done.err.splitlines()
    assert missing == "chabudai: nowhere.toml cannot be read: No such file or directory."
    assert "There is no mission 'buddy/21'" in unknown
    done = here("missions", "lint", "nowhere.toml", bad, "buddy/1", "--json")
    assert (done.code, done.err.splitlines()) == (2, [missing])
    assert [*done.document] == ["nowhere.toml", bad, "buddy/1"]
    assert (done.document["nowhere.toml"], done.document["buddy/1"]) == (None, [])
    Path(bad).write_bytes(b"\xff\xfe")
    said = refused("missions", "lint", bad)
    assert said.endswith("bad.toml: This is not a file of text in UTF-8. Rule KK-A24.")


def test_grade_prints_the_rate_with_its_interval() -> None:
    asked = ("missions", "grade", "buddy/1", "--deals", "4", "--open", "2")
    found = here(*asked, "--json").document
    assert (found["seats"], found["deals"], found["open_hands"]) == (2, 4, [2, 2])
    assert found["rate"] == found["won"] / 4
    low, high = found["interval"]
    assert 0 <= low <= found["rate"] <= high <= 1
    lines = here(*asked).out.splitlines()
    assert f"the reference bot wins {found['won']} of 4 deals with 2 seats" in lines[0]
    assert lines[1] == "With open hands at least 2 of the first 2 can be won."
    three = here("missions", "grade", "party/1", "--deals", "1", "--seats", "3", "--json")
    assert three.document["seats"] == 3


def test_make_prints_a_mission_that_can_be_read_and_is_sound(tmp_path: Path) -> None:
    asked = ("missions", "make", "--birds", "2", "--largest", "3", "--seed", "7")
    text, document = here(*asked).out, here(*asked, "--json").document
    assert text.startswith(f"# Seed 7, par {document['par']}.")
    assert len(read(text).birds) == 2
    assert here("missions", "make", "--seed", "8").out != here("missions", "make").out
    file = tmp_path / "made.toml"
    file.write_text(text)
    assert here("missions", "lint", str(file)).code == 0


def test_list_shows_the_book_and_its_missions() -> None:
    lines = here("missions", "list").out.splitlines()
    assert len(lines) == 40
    assert lines[0].startswith("buddy/1 ")
    assert "★★☆☆☆  par 3  scan 2 of 2  Blue Evening / あおい夕ぐれ" in lines[5]
    assert "party/11  3: ★☆☆☆☆  4: ★★★☆☆  par 4" in lines[30]
    listed = here("missions", "list", "--json").document
    for one in listed:
        mode, number = one["mission"].split("/")
        assert one["par"] == certificate_of(mode, int(number)).par
    assert len(listed) == 40
    assert read(here("missions", "list", "buddy/7").out).title == mission_named("buddy/7").title
    assert here("missions", "list", "buddy/7", "--json").document["number"] == 7
