"""Reading RULES.md."""

from pathlib import Path

import pytest

from chabudai.core.rulebook import LANGUAGES, Chapter, Rule, Rulebook, parse_rulebook, read_rulebook

BOOK = """\
# Nine Pins

Some words before the first rule.

## The lane

### NP-1 The pins
There are nine.

They stand in a square.
### NP-2
No title here.

## Rulings

Said of all rulings.

#### NP-A1 Wind
- Table option: none.
### Nothing numbered
Not a rule.
### np-3 small letters are no number
"""


def test_numbered_headings_are_rules_in_the_chapters_above_them() -> None:
    book = parse_rulebook(BOOK)
    assert book == Rulebook(
        "Nine Pins",
        "Some words before the first rule.",
        (Chapter("The lane", "", "NP-1"), Chapter("Rulings", "Said of all rulings.", "NP-A1")),
        (
            Rule("NP-1", "The pins", "There are nine.\n\nThey stand in a square."),
            Rule("NP-2", "", "No title here."),
            Rule("NP-A1", "Wind", "- Table option: none."),
        ),
    )
    begun = [book.chapter_at(rule) for rule in book.rules]
    assert [chapter and chapter.title for chapter in begun] == ["The lane", None, "Rulings"]


def test_chapters_and_introduction_are_optional() -> None:
    book = parse_rulebook("# Pins\n### NP-1 The pins\nNine.\n## The lane\n### NP-2 Long\nYes.\n")
    assert book.introduction == ""
    assert book.chapters == (Chapter("The lane", "", "NP-2"),)
    assert book.rules[0].text == "Nine."


@pytest.mark.parametrize("text", ["", "no heading at all", "##", "#### NP-"])
def test_a_book_without_rules_is_empty(text: str) -> None:
    assert parse_rulebook(text).rules == ()
    assert parse_rulebook(text).chapters == ()


def test_each_language_has_its_own_file(tmp_path: Path) -> None:
    (tmp_path / "RULES.md").write_text("# Pins\n### NP-1 The pins\n", encoding="utf-8")
    (tmp_path / "RULES.ja.md").write_text("# ピン\n### NP-1 ピン\n", encoding="utf-8")
    assert [read_rulebook(tmp_path, lang).title for lang in LANGUAGES] == ["Pins", "ピン"]
