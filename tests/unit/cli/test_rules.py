"""`chabudai rules`: the rulebook."""

from chabudai.cli.rules import unfolded
from tests.unit.cli.support import here


def test_rules_prints_the_book_or_one_rule_in_both_languages() -> None:
    book = here("rules", "word-bank").out
    assert "WB-14 " in book
    one = here("rules", "word-bank", "wb-14").out
    assert one.startswith("WB-14 ")
    assert "WB-15" not in one.splitlines()[0]
    assert one.strip() in book
    japanese = here("rules", "word-bank", "WB-14", "--lang", "ja", "--json").document
    assert japanese["id"] == "WB-14"
    assert "金庫" in japanese["text"]
    assert len(here("rules", "word-bank", "--json").document["rules"]) == 52


def test_rules_begin_with_the_game_at_a_glance_and_chapters_precede_their_rules() -> None:
    book = here("rules", "kakapo").out
    title, glance, introduction, about, chapter, first = book.split("\n\n")[:6]
    assert title == "The Kakapo Buddy & Party"
    assert glance.startswith("== In 30 seconds\n1. Play together")
    assert glance.count("\n") == 3
    assert "all the missions are ours" in " ".join(introduction.split())
    assert about.startswith("You play together")
    assert chapter == "== The box"
    assert first.startswith("KK-1 ")
    bank = here("rules", "word-bank").out
    assert "== Good to know\nThese two follow from the rules above.\n\nWB-30 " in bank
    document = here("rules", "word-bank", "--lang", "ja", "--json").document
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
