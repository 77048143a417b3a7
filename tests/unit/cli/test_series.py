"""`chabudai simulate`, `compare` and `evaluate`: series of games by bots."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import count
from pathlib import Path
from unittest.mock import patch

import pytest

from chabudai.arena import Played, Record
from chabudai.arena.records import record
from chabudai.core import AnyGame
from tests.unit.cli.support import Screen, here, refused

SEEDED = ("simulate", "word-bank", "--games", "6", "--seed", "5")
SERIES = (*SEEDED, "--bots", "easy")
TIMES = ("seconds", "games_per_s", "moves_per_s")


def timeless(document: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in document.items() if key not in TIMES}


def test_simulate_prints_a_fixed_shape_or_sentences_and_no_bar_to_a_pipe() -> None:
    found = here(*SEEDED, "--bots", "normal,easy,easy", "--json").document
    assert (found["game"], found["games"], found["seats"]) == ("word-bank", 6, 3)
    assert found["bots"] == ["normal", "easy", "easy"]
    assert sum(found["wins"]) == 6
    assert len(found["mean_score"]) == 3
    assert found["moves"] > 6 * 4
    assert found["seconds"] > 0
    assert abs(found["games_per_s"] * found["seconds"] - 6) < 1e-6
    assert abs(found["moves_per_s"] * found["seconds"] - found["moves"]) < 1e-6
    done = here(*SERIES)
    assert done.err == ""
    assert done.out.startswith("Word Bank, 6 games, 3 deals, 2 seats, seed 5.\neasy: won ")
    other = here(*SERIES, "--option", "lexicon=casual", "--option", "balanced_start=on")
    assert other.out.split(" moves", 1)[0] != done.out.split(" moves", 1)[0]
    shown = here(*SERIES, "--lang", "ja").out
    assert shown.startswith("Word Bank：6ゲーム、3ディール、2席、シード 5。\neasy：勝ち ")
    assert " moves" not in shown


def test_progress_goes_to_the_terminal_and_not_into_the_document() -> None:
    done = here(*SERIES, "--json", output=lambda: Screen(BytesIO(), "utf-8"))
    assert done.document["games"] == 6
    assert "6/6" in done.err


RANDOM = ("simulate", "word-bank", "--games", "6", "--seed", "5", "--bots", "random")


def test_a_resumed_series_equals_an_uninterrupted_one_and_counts_its_own_speed(
    tmp_path: Path,
) -> None:
    kept = tmp_path / "kept.jsonl"
    once = here(*RANDOM, "--json", "--keep", str(kept)).document
    whole = kept.read_bytes()
    resume = ("simulate", "--resume", str(kept))
    assert here(*resume).out.endswith(" moves, all played before.\n")
    found = here(*resume, "--json").document
    assert (found["games_per_s"], found["moves_per_s"], found["games"]) == (None, None, 6)
    lines = whole.splitlines(keepends=True)
    for lang, said in (("en", "moves. This time 4 games in "), ("ja", "手。今回は4ゲーム、")):
        kept.write_bytes(b"".join(lines[:3]))
        assert said in here(*resume, "--lang", lang).out
    kept.write_bytes(b"".join(lines[:3]) + lines[3][:20])
    found = here(*resume, "--json").document
    assert kept.read_bytes() == whole
    assert timeless(found) == timeless(once)
    assert abs(found["games_per_s"] * found["seconds"] - 4) < 1e-6
    fresh = sum(json.loads(line)["games"][0]["moves"] for line in lines[3:])
    assert abs(found["moves_per_s"] * found["seconds"] - fresh) < 1e-6
    # The file is not overwritten. A file with other content is not resumed.
    refusal = refused(*RANDOM, "--keep", str(kept))
    assert "already exists" in refusal
    assert f"chabudai simulate --resume {kept}" in refusal
    assert kept.read_bytes() == whole
    kept.write_text("{}\n")
    assert "This is not a file of a series" in refused(*resume)


@contextmanager
def interrupted(at: int) -> Iterator[None]:
    """Raise KeyboardInterrupt when a series records game number `at`, counted from 1."""
    calls = count(1)

    def record_some(game: AnyGame, played: Played) -> Record:
        if next(calls) == at:
            raise KeyboardInterrupt
        return record(game, played)

    with patch("chabudai.cli.series_file.record", record_some):
        yield


def test_an_interrupted_series_is_kept_in_a_default_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHABUDAI_DATA", str(tmp_path))
    stored = tmp_path / "series" / "simulate-word-bank.jsonl"
    (tmp_path / "series").touch()  # a file instead of a folder
    with interrupted(3):
        unsaved = here(*RANDOM)
    (tmp_path / "series").unlink()
    with interrupted(3):
        done = here(*RANDOM)
    assert done.code == 130
    assert unsaved.code == 2
    assert unsaved.out.splitlines()[:-1] == done.out.splitlines()[:-1]  # but for the times
    assert "cannot be made" in unsaved.err
    assert done.out.startswith("Word Bank, 2 games, 1 deal,")
    assert f"Stopped after 2 of 6 games; they are saved in {stored}." in done.err
    assert "No game is saved in" in refused("compare", "--resume")
    resumed = here("simulate", "--resume", "--json").document
    assert timeless(resumed) == timeless(here(*RANDOM, "--json").document)


BOTS = ("--bots", "random", "--seed", "3")
COMPARED = ("compare", "word-bank", *BOTS, "--games", "4")


def test_compare_prints_the_changes_and_how_to_play_the_changed_game() -> None:
    lines = here(*COMPARED, "--set", "min_length=8").out.splitlines()
    assert lines[0] == "Word Bank, 2 deals, seed 3: before, after, and the change."
    assert lines[1].startswith("moves of seats in a game: ")
    assert lines[-1] == "chabudai play word-bank --seats 2 --option min_length=8"
    found = here(*COMPARED, "--set", "min_length=8", "--json").document
    assert found["found"]["deals"] == 2
    assert found["link"] is None
    shown = here(*COMPARED, "--set", "min_length=8", "--lang", "ja").out.splitlines()
    assert shown[0] == "Word Bank、2ディール、シード 3：変更前、変更後、差。"
    assert shown[-2] == "変えたゲームで遊ぶには："


def test_a_comparison_stopped_by_ctrl_c_is_kept_and_resumed(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    asked = (*COMPARED, "--set", "min_length=8", "--json")
    with interrupted(8):
        done = here(*asked, "--keep", str(kept))
    assert (done.code, done.document["found"]["deals"]) == (130, 2)
    assert f"Stopped after 3 of 4 games; they are saved in {kept}. To continue" in done.err
    said = refused("compare", "--resume", str(kept), *COMPARED[1:])
    assert "leave out game, bots and so on." in said
    assert here("compare", "--resume", str(kept), "--json").document == here(*asked).document


def test_own_cards_are_read_from_a_file(tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    pairs = ", ".join(f'["big{at}", "small{at}"]' for at in range(40))
    deck.write_text(f"own_hints = [{pairs}]\n")
    asked = ("compare", "word-porters", *BOTS, "--games", "3")
    assert here(*asked, "--deck", str(deck)).out.splitlines()[-1].endswith(f"--option @{deck}")
    deck.write_text("children = true\n")
    sentence = "sets children, which is not a list of cards. Lists: own_words, own_hints."
    assert sentence in refused(*asked, "--deck", str(deck))


@pytest.fixture
def plan(tmp_path: Path) -> str:
    file = tmp_path / "plan.toml"
    file.write_text("""
        game = "word-bank"
        better = "lower"
        match = [
        { one = "greedy", other = "random", first = 0, deals = 5, bounds = [0.0, 0.3] }
        ]
    """)
    return str(file)


def test_evaluate_prints_the_findings_of_a_match(plan: str) -> None:
    lines = here("evaluate", plan, "--deals", "2").out.splitlines()
    assert lines[0] == f"Word Bank, by the plan {plan}."
    assert lines[1].startswith("greedy over random, 2 deals: ")
    assert lines[1].endswith("has 1.000 (0.342 to 1.000) of the wins")
    assert lines[2].startswith("  sequential test: undecided (log likelihood ratio +")
    assert here("evaluate", plan, "--deals", "1", "--json").document["matches"][0]["deals"] == 1
    shown = here("evaluate", plan, "--deals", "1", "--lang", "ja").out.splitlines()
    assert shown[0] == f"Word Bank、計画 {plan}。"
    assert shown[1].startswith("greedy 対 random、1ディール：差 ")


def test_teams_and_grades_are_printed_in_lines(tmp_path: Path) -> None:
    file = tmp_path / "teams.toml"
    file.write_text("""
        game = "kakapo"
        grade = [{ bot = "greedy", option = "mission", values = [1], first = 0, deals = 1 }]
        match = [
        { one = "greedy", other = "random", first = 0, deals = 2, kind = "teams", measure = "win" },
        { one = "greedy", other = "random", first = 2, deals = 1, kind = "teams" },
        ]
    """)
    lines = here("evaluate", str(file)).out.splitlines()
    assert "  deals won: " in lines[2]
    assert " of the wins" not in lines[3]
    assert lines[4].startswith("greedy, mission=1: won ")


def test_an_evaluation_stopped_by_ctrl_c_is_kept_and_resumed(tmp_path: Path) -> None:
    file, kept = tmp_path / "long.toml", tmp_path / "kept.jsonl"
    file.write_text("""
        game = "word-bank"
        match = [
        { one = "random", other = "random", first = 0, deals = 2 },
        { one = "random", other = "random", first = 10, deals = 3 },
        ]
    """)
    with interrupted(8):
        done = here("evaluate", str(file), "--keep", str(kept))
    assert done.code == 130
    _, first, second = done.out.splitlines()
    assert first.startswith("random over random, 2 deals: ")
    assert second.startswith("random over random, 1 deal: ")
    told = f"Stopped after 7 games; they are saved in {kept}. To continue:\n"
    assert done.err == f"{told}chabudai evaluate --resume {kept}\n"
    resumed = here("evaluate", "--resume", str(kept), "--json").document
    assert kept.read_bytes().count(b"\n") - 1 == 4 + 6
    assert resumed == here("evaluate", str(file), "--json").document
    resume = ("evaluate", "--resume", str(kept))
    assert "leave out the plan and so on." in refused(*resume, "--deals", "3")
    of_evaluate = "This file belongs to chabudai evaluate, which can resume it."
    assert of_evaluate in refused("simulate", "--resume", str(kept))
    kept.write_bytes(kept.read_bytes().replace(b'"index":1', b'"index":7'))
    assert "has other games than these options describe." in here(*resume).err


def test_ratings_and_pictures_need_their_extras(tmp_path: Path, plan: str) -> None:
    file = tmp_path / "tables.toml"
    file.write_text(
        'game = "word-bank"\ntable = [{ bots = ["random", "greedy"], first = 0, deals = 1 }]\n'
    )
    assert "pip install 'chabudai[ratings]'" in refused("evaluate", str(file))
    assert "pip install 'chabudai[plots]'" in refused("evaluate", plan, "--plots", str(tmp_path))
