"""`chabudai evaluate`: the strength of bots, by a plan."""

from pathlib import Path

import pytest

from tests.unit.cli.support import ctrl_c, here, refused

PLAN = """
game = "word-bank"
better = "lower"
match = [{ one = "greedy", other = "random", first = 0, deals = 5, bounds = [0.0, 0.3] }]
"""


@pytest.fixture
def plan(tmp_path: Path) -> str:
    file = tmp_path / "plan.toml"
    file.write_text(PLAN)
    return str(file)


def test_it_prints_the_findings_of_a_match(plan: str) -> None:
    lines = here("evaluate", plan, "--deals", "2").out.splitlines()
    assert lines[0] == f"Word Bank, by the plan {plan}."
    assert lines[1].startswith("greedy over random, 2 deals: ")
    assert lines[1].endswith("has 1.000 (0.342 to 1.000) of the wins")
    assert lines[2].startswith("  sequential test: undecided (log likelihood ratio +")


def test_it_prints_one_document_and_japanese_too(plan: str) -> None:
    found = here("evaluate", plan, "--deals", "1", "--json").document
    assert found["matches"][0]["deals"] == 1
    shown = here("evaluate", plan, "--deals", "1", "--lang", "ja").out.splitlines()
    assert shown[0] == f"Word Bank、計画 {plan}。"
    assert shown[1].startswith("greedy 対 random、1ディール：差 ")


def test_teams_and_grades_are_printed_in_lines(tmp_path: Path) -> None:
    file = tmp_path / "teams.toml"
    file.write_text(
        """
        game = "kakapo"
        grade = [{ bot = "greedy", option = "mission", values = [1], first = 0, deals = 1 }]
        match = [
        { one = "greedy", other = "random", first = 0, deals = 2, kind = "teams", measure = "win" },
        { one = "greedy", other = "random", first = 2, deals = 1, kind = "teams" },
        ]
        """
    )
    lines = here("evaluate", str(file)).out.splitlines()
    assert "  deals won: " in lines[2]
    assert " of the wins" not in lines[3]
    assert lines[4].startswith("greedy, mission=1: won ")


LONG = """
game = "word-bank"
better = "lower"
match = [
    { one = "random", other = "random", first = 0, deals = 2 },
    { one = "random", other = "random", first = 10, deals = 1000 },
]
"""


def test_a_run_stopped_by_ctrl_c_is_kept_and_resumed(tmp_path: Path) -> None:
    file, kept = tmp_path / "long.toml", tmp_path / "kept.jsonl"
    file.write_text(LONG)
    done = ctrl_c(kept, 8, "evaluate", str(file))
    assert done.code == 130
    _, first, second = done.out.splitlines()
    assert first.startswith("random over random, 2 deals: ")
    games = kept.read_bytes().count(b"\n") - 1
    assert second.startswith(f"random over random, {(games - 4) // 2} deal")
    told = f"Stopped after {games} games; they are kept in {kept}. To go on:\n"
    assert done.err == f"{told}chabudai evaluate --resume {kept}\n"

    # With fewer deals left, the resumed run finds what an uninterrupted one does.
    deals = games // 2 + 1
    kept.write_bytes(kept.read_bytes().replace(b'"deals":1000', b'"deals":%d' % deals))
    file.write_text(LONG.replace("1000", str(deals)))
    resumed = here("evaluate", "--resume", str(kept), "--json").document
    assert kept.read_bytes().count(b"\n") - 1 == 4 + 2 * deals
    assert resumed == here("evaluate", str(file), "--json").document


def test_kept_games_are_resumed_as_they_are(tmp_path: Path, plan: str) -> None:
    kept = tmp_path / "kept.jsonl"
    here("evaluate", plan, "--deals", "1", "--keep", str(kept))
    resume = ("evaluate", "--resume", str(kept))
    assert "leave out the plan and so on." in refused(*resume, "--deals", "3")
    of_evaluate = "This is a file of chabudai evaluate, which goes on with it."
    assert of_evaluate in refused("simulate", "--resume", str(kept))
    kept.write_bytes(kept.read_bytes().replace(b'"index":1', b'"index":7'))
    assert "has other games than those that were asked for." in here(*resume).err


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("game = 3", "This is no plan of an evaluation: "),
        (PLAN.replace("greedy", "god"), "Word Bank has no bot 'god'."),
        (PLAN + "tuned = [4, 9]", "Deals 0 to 4 overlap with 4 to 9, on which bots were tuned."),
    ],
)
def test_a_plan_that_cannot_be_played_gets_a_sentence(
    text: str, sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(text)
    assert sentence in refused("evaluate", str(file))


def test_ratings_and_pictures_need_their_extras(tmp_path: Path, plan: str) -> None:
    file = tmp_path / "tables.toml"
    file.write_text(
        'game = "word-bank"\ntable = [{ bots = ["random", "greedy"], first = 0, deals = 1 }]\n'
    )
    assert "pip install 'chabudai[ratings]'" in refused("evaluate", str(file))
    assert "pip install 'chabudai[plots]'" in refused("evaluate", plan, "--plots", str(tmp_path))
