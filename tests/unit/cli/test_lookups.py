"""`chabudai solve`, `words` and `rules`: solvers, dictionaries and rulebooks."""

import re

import pytest

from chabudai.cli.rules import unfolded
from chabudai.games import folder_of
from tests.unit.cli.support import here

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


def test_words_lists_a_dictionary() -> None:
    found = here("words", "--lexicon", "casual", "--json").document
    assert found["lexicon"] == "casual"
    assert found["words"] == sorted(found["words"])
    assert "PROTECT" in found["words"]


def test_words_are_looked_up_under_the_typed_spelling_in_the_chosen_dictionary() -> None:
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
"""Options with two rules. The page names the rule of the box, and the command's list the rule that
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
