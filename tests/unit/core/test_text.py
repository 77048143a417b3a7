"""Sentences in the supported languages, and rulebooks."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from chabudai.core import Piece, SeatName, Struct, fill, listed, seat_names, telling
from chabudai.core.rulebook import Chapter, Rule, Rulebook, parse_rulebook
from chabudai.core.text import (
    Phrasebook,
    Reader,
    escaped,
    name,
    named,
    spaced,
    tell_seeing,
)
from chabudai.games import GAMES


@pytest.fixture
def book(tmp_path: Path) -> Phrasebook:
    """Return a phrasebook with a Japanese sentence and the Japanese comma."""
    japanese = {"{seat} has {n}.": "{n}は{seat}のもの。", ", ": "、"}
    (tmp_path / "catalogue.ja.json").write_text(json.dumps(japanese), encoding="utf-8")
    return Phrasebook(tmp_path)


def test_a_phrase_is_translated_with_its_facts_or_stays_english(book: Phrasebook) -> None:
    assert book.phrase("en", "{seat} has {n}.", seat=name(1), n=3) == "{1} has 3."
    assert book.phrase("ja", "{seat} has {n}.", seat=name(1), n=3) == "3は{1}のもの。"
    assert book.phrase("ja", "Draw {n}.", n=2) == "Draw 2."
    told = telling("{seat} has {n}.", seat=SeatName(1), n=3)
    assert (book.say("en", told), book.say("ja", told)) == ("{1} has 3.", "3は{1}のもの。")


def test_phrases_are_joined_by_the_rules_of_the_language(book: Phrasebook) -> None:
    assert book.joined(("P8", "O1"), "en") == "P8, O1"
    assert book.joined(("P8", "O1"), "ja") == "P8、O1"
    assert book.joined((), "ja") == ""
    assert book.by_seat((4, "none"), "en") == "{0} 4, {1} none"
    assert book.lines("ja", ("Draw.", ", ")) == "Draw.\n、"
    assert spaced(("deal", 3, 9)) == "deal 3 9"
    assert book.catalogue("en") == {}
    assert f"{name(0)} said {escaped('{1}{')}".format("Ann") == "Ann said {1}{"


def test_a_number_selects_singular_or_plural_and_a_fact_is_inserted_unchanged() -> None:
    assert {n: fill("{n} {n|stone is|stones are} left.", {"n": n}) for n in (0, 1, 2, -1)} == {
        0: "0 stones are left.",
        1: "1 stone is left.",
        2: "2 stones are left.",
        -1: "-1 stone is left.",
    }
    assert fill("{word} is odd.", {"word": "{n}{"}) == "{n}{ is odd."
    with pytest.raises(KeyError):
        fill("{word} is odd.", {"n": 1})


def test_a_telling_is_translated_like_its_reader() -> None:
    told = telling(
        "{seat} gave {cards} to {others} at {place}: {why}",
        seat=SeatName(0),
        cards=listed((telling("{suit} {n}", suit=telling("red"), n=8), "Q")),
        others=seat_names((1, 2, 0)),
        place=Piece("place", "B2"),
        why=telling("{n} {n|point|points}.", n=1),
    )
    japanese = {
        told.text: "{seat}が{place}で{others}に{cards}をわたしました（{why}）。",
        "{suit} {n}": "{suit}{n}",
        "red": "赤",
        "{n} {n|point|points}.": "{n}点",
    }
    name_of = ("Ann", "Ben", "{0}").__getitem__
    english = "Ann gave red 8 and Q to Ben, {0} and Ann at B2: 1 point."
    assert Reader("en", {}, name_of).sentence(told) == english
    reader = Reader("ja", japanese, name_of)
    assert reader.sentence(told) == "AnnがB2でBen、{0}、Annに赤8、Qをわたしました（1点）。"
    assert Reader("en", {}, name_of).word(listed(()), "") == ""


def test_the_reader_has_a_capital_only_where_a_sentence_starts() -> None:
    """A name such as You Chen keeps its capital."""
    you, both = SeatName(0), seat_names((0, 1))
    nested = telling("{seat} {card}", seat=you, card="B7")
    for text, said in {
        "{you} won. {both} played. “{you}”": "You won. You and You Chen played. “You”",
        "Used: {you}, for {both}.": "Used: you, for you and You Chen.",
        "{cards}. {nested}: {others}": "You B7 and you B7. You B7: You Chen and you",
        "Cards: {cards}.": "Cards: you B7 and you B7.",
    }.items():
        cards, others = listed((nested, nested)), seat_names((1, 0))
        told = telling(text, you=you, both=both, nested=nested, cards=cards, others=others)
        assert Reader("en", {}, ("You", "You Chen").__getitem__).sentence(told) == said
    assert named("Dealt to: {0}\n  {0}: {{2}}.", ("You",)) == "Dealt to: you\n  You: {2}."


class Event(Struct, tag="came"):
    pass


def test_the_game_names_a_piece_for_a_reader_with_a_view() -> None:
    came = telling("{piece} came to {seat}.", piece=Piece("card", "QU"), seat=SeatName(1))
    plain = replace(GAMES["quiddler"].text, tell=lambda event: (came,))
    names = ("Ann", "Ben")
    assert tell_seeing(plain, Event(), "en", names, Event()) == "QU came to Ben."
    called = replace(plain, call=lambda view, event, piece, lang: f"the {piece.name} ({lang})")
    assert tell_seeing(called, Event(), "en", names, Event()) == "the QU (en) came to Ben."


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


def test_chapters_introduction_and_rules_are_optional() -> None:
    book = parse_rulebook("# Pins\n### NP-1 The pins\nNine.\n## The lane\n### NP-2 Long\nYes.\n")
    assert book.introduction == ""
    assert book.chapters == (Chapter("The lane", "", "NP-2"),)
    assert book.rules[0].text == "Nine."
    for text in ("", "no heading at all", "##", "#### NP-"):
        empty = parse_rulebook(text)
        assert (empty.rules, empty.chapters) == ((), ())
