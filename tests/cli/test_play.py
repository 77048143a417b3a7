"""`chabudai play`: a game by typing lines, the way a pipe or a screen reader does it."""

import re
from pathlib import Path

import pytest

from tests.cli.support import chabudai

PATIENT = "pass\n" * 200
BOXES = re.compile(r"[\x00-\x09\x0b-\x1f│─┌┐└┘█]")


def test_a_whole_game_is_played_to_its_end() -> None:
    done = chabudai("play", "word-bank", "--seats", "3", "--seed", "3", typed=PATIENT)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "Word Bank: You, Hana (normal), Ken (normal)."
    assert any(" placed the last stone. Stones left: " in line for line in lines)
    assert lines[-2:] == ["The game is over.", "The seed was 3."]
    assert not BOXES.search(done.out)


def test_a_person_can_win_words_and_stones(tmp_path: Path) -> None:
    file = str(tmp_path / "game.jsonl")
    args = ("play", "word-bank", "--seed", "3", "--option", "first_player=0", "--transcript", file)
    first = chabudai(*args, typed="quit\n").out
    ring = re.findall(r"^(\d) ([A-Z]):", first, re.MULTILINE)
    assert [int(place) for place, _ in ring] == list(range(7))
    line = " ".join(f"{letter}3" for _, letter in ring)
    best = chabudai("solve", "word-bank", "--ring", line, "--top", "1", "--json").document["best"][
        0
    ]
    played = chabudai(*args, typed=f"{best['word'].lower()}\nquit\n").out
    assert f"You said {best['word']}: {best['stones']} stones on places " in played
    assert chabudai("verify", file, "--json").document["ok"] is True


def test_the_same_seed_is_the_same_game() -> None:
    args = ("play", "word-bank", "--seed", "11", "--bots", "easy")
    assert chabudai(*args, typed=PATIENT) == chabudai(*args, typed=PATIENT)


def test_bad_lines_are_answered_and_change_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    typed = (
        b"\nzzz\n5 3 2\nbogus bogus\n\xff\xfe\n\x00\n"
        + b"A" * 10000
        + b"\nsay\nyes\n\xe3\x83\x9d\n{0}\n%s\nrules WB-99\nquit\n"
    )
    args = ("play", "word-bank", "--seed", "3", "--option", "first_player=0")
    done = chabudai(*args, "--transcript", str(file), typed=typed)
    assert (done.code, done.err) == (0, "")
    assert "> Not allowed: No safe shows Z to start with. Rule WB-7." in done.out
    assert "> Type a word, such as SAFE, or pass." in done.out
    assert (
        "> Not allowed: A password is written with the letters A to Z only. Rule WB-12." in done.out
    )
    assert "> There is no rule WB-99." in done.out
    assert "> No word is as long as that." in done.out
    assert chabudai("verify", str(file), "--json").document["moves"] == 1


def test_a_word_that_is_none_costs_the_turn_unless_the_table_forgives() -> None:
    args = ("play", "word-bank", "--seed", "3", "--option", "first_player=0")
    letter = re.findall(r"^0 ([A-Z]):", chabudai(*args, typed="").out, re.MULTILINE)[0]
    strict = chabudai(*args, typed=f"{letter}qqx\n").out
    assert "is not in the dictionary. The stones come back and the turn is lost (WB-8)." in strict
    kind = chabudai(*args, "--option", "retry_words=on", typed=f"{letter}qqx\n").out
    assert "is not in the dictionary. Rule WB-8." in kind
    assert "turn is lost" not in kind


def test_the_help_names_a_rule_of_the_game_that_is_played() -> None:
    for game, rule in (("word-bank", "WB-1"), ("quiddler", "QD-1")):
        out = chabudai("play", game, "--seed", "3", typed=f"?\nrules {rule}\n").out
        assert f"rules {rule} shows one" in out
        assert f"> {rule} " in out


def test_the_table_the_log_and_the_rules_can_be_asked_for() -> None:
    typed = "?\nhelp\nlog\ntable\nhand\nrules\nRules wb-14\nquit\n"
    args = ("play", "word-bank", "--seed", "3", "--option", "first_player=0")
    out = chabudai(*args, typed=typed).out
    assert out.count("WORD: say it, placing as many stones as you can.") == 2
    assert out.count("The circle, clockwise:\n") == 3
    assert len(re.findall(r"The safes are [A-Z ]+, clockwise\. To start: You\.", out)) == 2
    assert "\n== Placing the stones\nWB-14 " in out
    assert out.count("\nWB-14 ") + out.count("> WB-14 ") == 2
    assert out.endswith("You have left the game before its end.\nThe seed was 3.\n")


@pytest.mark.parametrize("typed", ["", "pass\n", "quit"])
def test_the_end_of_the_input_ends_the_game_politely(typed: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    done = chabudai("play", "word-bank", "--transcript", str(file), typed=typed)
    assert done.code == 0
    assert "You have left the game before its end." in done.out
    assert chabudai("verify", str(file), "--json").document["outcome"] is None


def test_it_speaks_japanese_throughout() -> None:
    args = ("play", "word-bank", "--seed", "3", "--option", "first_player=0", "--lang", "ja")
    out = chabudai(*args, typed="?\nzzz\nhmm hmm\nパス\n" + PATIENT).out
    assert "あなた" in out
    assert "できません。" in out
    strange = [
        line
        for line in out.splitlines()
        if re.search(r"[a-z]{4,}", line)
        and not re.search(r"normal|pass|yes|quit|rules|table|say|Not", line)
    ]
    assert strange == []


def test_names_seats_and_levels_are_as_asked_for() -> None:
    args = ("play", "word-bank", "--seat", "1", "--bots", "easy,expert", "--names", "Mia,,Bo {1}")
    out = chabudai(*args, typed="table\n").out
    assert out.startswith("Word Bank: Mia (easy), You, Bo {1} (expert).\n")
    assert "Stones in front: Mia " in out
    assert ", Bo {1} " in out


def test_without_a_number_the_fewest_who_can_play_by_the_options_sit_down() -> None:
    table = chabudai("play", "quiddler", "--seed", "3", "--lang", "en", typed="quit\n")
    assert table.code == 0
    assert table.out.splitlines()[0] == "Quiddler: You, Hana (normal)."
    alone = chabudai("play", "quiddler", "--option", "solo=columns", typed="quit\n")
    assert alone.out.splitlines()[0] == "Quiddler: You."
