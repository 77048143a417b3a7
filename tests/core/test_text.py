"""Sentences in the languages of the house."""

import json
from pathlib import Path

import pytest

from chabudai.core import Struct
from chabudai.core.text import Phrasebook, escaped, name, read_action, spaced


class Throw(Struct, tag="throw"):
    pins: int


class Rest(Struct, tag="rest"):
    pass


Bowling = Throw | Rest


@pytest.fixture
def book(tmp_path: Path) -> Phrasebook:
    """A room that says one sentence, and joins in Japanese."""
    japanese = {"{seat} has {n}.": "{n}は{seat}のもの。", ", ": "、"}
    (tmp_path / "catalogue.ja.json").write_text(json.dumps(japanese), encoding="utf-8")
    return Phrasebook(tmp_path)


def test_a_sentence_is_told_in_the_language_with_its_facts(book: Phrasebook) -> None:
    assert book.phrase("en", "{seat} has {n}.", seat=name(1), n=3) == "{1} has 3."
    assert book.phrase("ja", "{seat} has {n}.", seat=name(1), n=3) == "3は{1}のもの。"


def test_a_sentence_without_a_translation_is_told_in_english(book: Phrasebook) -> None:
    assert book.phrase("ja", "Draw {n}.", n=2) == "Draw 2."


def test_an_enumeration_is_joined_as_the_language_does(book: Phrasebook) -> None:
    assert book.joined(("P8", "O1"), "en") == "P8, O1"
    assert book.joined(("P8", "O1"), "ja") == "P8、O1"
    assert book.joined((), "ja") == ""


def test_every_seat_is_told_with_what_it_has(book: Phrasebook) -> None:
    assert book.by_seat((4, "none"), "en") == "{0} 4, {1} none"


def test_english_has_no_catalogue_and_needs_no_file(tmp_path: Path) -> None:
    assert Phrasebook(tmp_path).catalogue("en") == {}


def test_braces_of_a_word_are_no_seats() -> None:
    assert f"{name(0)} said {escaped('{1}{')}".format("Ann") == "Ann said {1}{"


def test_items_are_spaced() -> None:
    assert spaced(("deal", 3, 9)) == "deal 3 9"


def test_an_action_is_read_from_its_fields_or_from_json() -> None:
    assert read_action("throw 3", {"type": "throw", "pins": 3}, Bowling, "No.") == Throw(3)
    assert read_action('{"type":"throw","pins":3}', None, Bowling, "No.") == Throw(3)


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("throw", {"type": "throw"}),
        ("dance", {"type": "dance"}),
        ("dance", None),
        ("", None),
        (' {"type":"rest"}', None),
        ('{"type":"rest"', None),
        ('{"type":"\ud800"}', None),
        ("{" + '"a":[' * 10_000, None),
    ],
)
def test_what_is_no_action_is_refused_with_the_sentence(
    line: str, fields: dict[str, object] | None
) -> None:
    with pytest.raises(ValueError, match=r"^That is no move\.$"):
        read_action(line, fields, Bowling, "That is no move.")
