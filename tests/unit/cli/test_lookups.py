"""`chabudai solve`, `words`, `rules`, `options` and `missions`."""

import re
from pathlib import Path

import pytest

from chabudai.cli.rules import unfolded
from chabudai.games import folder_of
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

RING = "S4 E4 I3 R3 F3 G3 I4"
"""A circle that fits the publisher's example (rules/word-bank.md, 4)."""


def test_solve_word_bank_prints_a_fixed_shape() -> None:
    args = ("solve", "word-bank", "--ring", RING, "--word", "Groupies", "--top", "4", "--json")
    found = here(*args).document
    assert len(found["best"]) == 4
    for best in found["best"]:
        assert best["direction"] in ("clockwise", "anticlockwise")
        assert best["stones"] == len(best["positions"])
        assert set(best["positions"]) <= set(range(7))
    (longest,) = [one for one in found["inputs"] if len(one["positions"]) == 5]
    assert longest["direction"] == "anticlockwise"
    assert [RING.split()[at][0] for at in longest["positions"]] == list("GRIES")
    assert found["inputs"][-1] == {"direction": "clockwise", "positions": [5], "closes": []}
    assert found["against"] is None


def test_solve_word_bank_honours_used_words_stones_and_the_dictionary() -> None:
    ring = ("solve", "word-bank", "--ring", RING, "--json")
    best = here(*ring, "--top", "1").document["best"][0]
    used = here(*ring, "--used", f"{best['word']},protect", "--top", "9").document["best"]
    assert best["word"] not in [one["word"] for one in used]
    few = here(*ring, "--stones", "2", "--lexicon", "casual").document["best"]
    assert {one["stones"] for one in few} == {2}
    against = here(*ring, "--used", "group", "--word", "groupies").document["against"]
    assert against["rule"] == "WB-10"
    assert here(*ring, "--word", "griesf").document["against"]["rule"] == "WB-8"
    out = here(*ring[:-1], "--word", "zoo", "--top", "1").out
    assert "stones" in out.splitlines()[0]
    assert "It cannot be said. Your word starts with Z, but no safe shows Z. Rule WB-7." in out


HAND = ("solve", "quiddler", "--hand")


def test_solve_quiddler_prints_the_best_words_of_a_hand() -> None:
    for asked, words, discard, left, points, net in (
        ("QU I T Z|--laid|quiz, Zit", "QU I T", "Z", "", 14, 14),
        ("qu,i,t,v|--keep|0", "QU I T", None, "V", 14, 3),
        ("S T A R E|--keep|0|--laid|rates,stare,tears", "A S T E R", None, "", 15, 15),
    ):
        found = here(*HAND, *asked.split("|"), "--json").document
        assert found["words"] == [words.split()]
        assert (found["discard"], found["left"]) == (discard, left.split())
        assert (found["points"], found["net"]) == (points, net)
    assert here(*HAND, "QU I T V").out.splitlines() == [
        "QUIT: QU I T",
        "Discard V.",
        "14 points laid, 14 after the cards left are subtracted.",
    ]
    assert here(*HAND, "V V", "--keep", "0").out.splitlines() == [
        "These cards spell no word.",
        "Left: V V.",
        "0 points laid, -22 after the cards left are subtracted.",
    ]


def test_solve_quiddler_has_an_aim_a_dictionary_and_clean_words() -> None:
    hand = (*HAND, "C A T S O N", "--keep", "0", "--json", "--aim")
    words, letters = (here(*hand, aim).document["words"] for aim in ("words", "letters"))
    assert len(words) > len(letters)
    assert max(map(len, letters)) > max(map(len, words))
    laid = "rates,stare,tears,aster,tares,taser,resat,arets,reast,stear,strae"
    rare = (*HAND, "T E R A S", "--keep", "0", "--json", "--aim", "letters", "--laid", laid)
    assert here(*rare, "--lexicon", "expert").document["words"] == [list("TERAS")]
    assert len(here(*rare, "--lexicon", "casual").document["words"][0]) < 5
    crude = (*HAND, "F U C K D V", "--keep", "0", "--json", "--laid", "duck")
    assert here(*crude).document["words"] == [list("FUCK")]
    clean = here(*crude, "--clean").document["words"]
    assert "".join(clean[0]) not in {"FUCK", "DUCK"}


def test_words_are_listed_and_looked_up_as_typed_in_the_chosen_dictionary() -> None:
    casual = here("words", "--lexicon", "casual", "--json").document
    assert casual["lexicon"] == "casual"
    assert casual["words"] == sorted(casual["words"])
    assert "PROTECT" in casual["words"]
    typed = ("GROUPIES", "groupies", "groupys", "", "ZYZZYVA")
    found = here("words", "--check", *typed, "--json").document
    assert found["GROUPIES"] == found["groupies"]
    assert found["groupies"]["valid"] is True
    assert isinstance(found["groupies"]["level"], int)
    assert found["groupys"] == found[""] == {"valid": False, "level": None}
    expert = here("words", "--lexicon", "expert", "--check", "ZYZZYVA", "--json").document
    assert found["ZYZZYVA"] == {"valid": False, "level": 80}
    assert expert["ZYZZYVA"] == {"valid": True, "level": 80}
    first, second, third = here("words", "--check", "safe", "saffe", " ").out.splitlines()
    assert first.startswith("safe is in the standard dictionary (level ")
    assert second == "saffe is not in the standard dictionary."
    assert third == "' ' is not in the standard dictionary."


def test_words_prints_meanings_and_their_sources() -> None:
    out = here("words", "--meaning", "dogs", "the", "zyzzyva", "xyzq", "").out.splitlines()
    assert out[0] == "DOG"
    assert any(line.startswith("  noun: ") for line in out)
    assert any("犬（いぬ）" in line for line in out)
    assert {"No definition for zyzzyva.", "xyzq is not a word.", "'' is not a word."} <= {*out}
    assert "EDICT" in out[-1]
    found = here("words", "--meaning", "dogs", "xyzq", "--json").document
    assert found["xyzq"] == []
    assert {"text": "犬", "reading": "いぬ"} in found["dogs"][0]["japanese"]


def test_rules_prints_one_rule_or_the_book_with_a_glance_and_chapters() -> None:
    japanese = here("rules", "word-bank", "WB-14", "--lang", "ja", "--json").document
    assert japanese["id"] == "WB-14"
    assert "金庫" in japanese["text"]
    one = here("rules", "word-bank", "wb-14").out
    bank = here("rules", "word-bank").out
    assert one.startswith("WB-14 ")
    assert one.strip() in bank
    assert "== Good to know\nThese two follow from the rules above.\n\nWB-30 " in bank
    book = here("rules", "kakapo").out
    title, glance, introduction, about, chapter, first = book.split("\n\n")[:6]
    assert title == "The Kakapo Buddy & Party"
    assert glance.startswith("== In 30 seconds\n1. Play together")
    assert glance.count("\n") == 3
    assert "all the missions are ours" in " ".join(introduction.split())
    assert about.startswith("You play together")
    assert chapter == "== The box"
    assert first.startswith("KK-1 ")
    document = here("rules", "word-bank", "--lang", "ja", "--json").document
    assert len(document["rules"]) == 52
    assert document["glance"]["title"] == "30秒でわかる"
    assert document["introduction"].startswith("このルールは、わたしたちが自分のことばで")
    assert document["chapters"][0] == {"title": "テーブルの準備", "text": "", "first": "WB-1"}


def test_paragraphs_are_printed_in_one_line_and_lists_as_they_are() -> None:
    text = "One\ntwo 2 X,\n3 Y.\n\n1. First\n2. second\n- a\n* b\n| c |\n\nことば\n二つ。\n"
    printed = "One two 2 X, 3 Y.\n\n1. First\n2. second\n- a\n* b\n| c |\n\nことば二つ。\n"
    assert unfolded(text) == printed
    assert "must take one." in here("rules", "quiddler", "9").out.splitlines()[1]
    out = here("play", "quiddler", "--seed", "3", typed="rules 9\n").out
    assert here("rules", "quiddler", "9").out in out


MOVED = {"lexicon": "QD-A24", "turn_clock": "QD-A23", "two_player_bonus": "QD-A15"}
"""Options with two rules. The page names the printed rule, and the command's list the rule that
allows the choice."""


@pytest.mark.parametrize("name", ["quiddler", "word-bank", "word-porters"])
def test_options_name_the_rules_that_the_page_names(name: str) -> None:
    page = (folder_of(name) / "web" / "options.ts").read_text(encoding="utf-8")
    shown = dict(re.findall(r'\bof\("(\w+)", "([A-Z]{2}-\w+)"', page))
    assert len(shown) > 5
    listed = {one["name"]: one["rule"] for one in here("options", name, "--json").document}
    moved = MOVED if name == "quiddler" else {}
    assert {option: listed[option] for option in shown} == shown | moved


def test_options_are_listed_with_values_and_defaults_in_both_languages() -> None:
    out = here("options", "kakapo").out
    mission = "mission: a number from 1 to 20, a name or @FILE.toml; default: 1\n  KK-A"
    assert mission in out
    assert "void_tracker: true or false; default: false" in out
    japanese = here("options", "word-bank", "--lang", "ja").out
    assert "min_length：2から8までの数（はじめは 2）\n  WB-A8 " in japanese


QUICK = "buddy/8"
"""A mission that CP-SAT proves quickly."""


def test_lint_prints_faults_and_returns_1(tmp_path: Path) -> None:
    bad = str(tmp_path / "bad.toml")
    text = write(mission_named("buddy/1")).splitlines()
    start = text.index('board = """')
    board = ["A . . . . . . . . . . .", *(["", ". . . . . . . . . . . ."] * 11)]
    Path(bad).write_text("\n".join((*text[: start + 1], *board, '"""', "")))
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
