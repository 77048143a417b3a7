"""Summaries and guides restate numbered rules. A change to a rule requires a new review of them."""

from dataclasses import replace
from pathlib import Path
from shutil import copy

import pytest

from tests.support.game_cases import CASES, EXTERNAL, Case
from tools.check_restatements import file_of, listed, outdated, record, rules_of, sentences

HERE = [room for room in CASES if room not in EXTERNAL]
each_room = pytest.mark.parametrize("room", HERE, ids=str)
BOOKS = {"en": "RULES.md", "ja": "RULES.ja.md"}
ADVICE = """{count} sentences of the summary or the guides must be compared with their rules again:
{sentences}
`python -m tools.check_restatements` prints them with the rules, and `--reviewed` records that you
have compared them."""


@each_room
def test_every_sentence_of_summary_and_guides_is_listed_and_no_other(room: Case) -> None:
    assert list(listed(room)) == list(sentences(room))


@each_room
def test_every_sentence_names_the_rules_it_restates_and_these_exist(room: Case) -> None:
    written = rules_of(room).keys()
    wrong = {
        sentence: one.rules
        for sentence, one in listed(room).items()
        if one.rules is None or not written >= set(one.rules)
    }
    assert wrong == {}


@each_room
def test_no_sentence_or_rule_has_changed_since_they_were_compared(room: Case) -> None:
    again = outdated(room)
    assert not again, ADVICE.format(count=len(again), sentences="\n".join(again))


@pytest.mark.parametrize("lang", BOOKS)
def test_a_changed_rule_asks_for_a_review_of_the_sentences_that_restate_it(
    lang: str, tmp_path: Path
) -> None:
    room = next(room for room in HERE if sentences(room))
    (tmp_path / "tests").mkdir()
    for name in BOOKS.values():
        copy(room.folder / name, tmp_path)
    copy(file_of(room), tmp_path / "tests")
    copied = replace(room, folder=tmp_path)
    assert outdated(copied) == []
    number = next(one.rules[0] for one in listed(room).values() if one.rules)
    book = tmp_path / BOOKS[lang]
    text = book.read_text(encoding="utf-8")
    book.write_text(text.replace(f"### {number} ", f"### {number} Not "), encoding="utf-8")
    expected = [name for name, one in listed(room).items() if number in (one.rules or ())]
    assert outdated(copied) == expected
    record(copied)
    assert outdated(copied) == []
