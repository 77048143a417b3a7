"""The cards' texts in every language."""

import re
from collections import Counter
from typing import Any
from unicodedata import normalize

import msgspec
import pytest

from chabudai.core import CHANCE
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.components import (
    BOX,
    FILE,
    Box,
    HintSide,
    WordSide,
    hints_on,
    word_on,
)
from chabudai.games.word_porters.state import Dealt, Event, Options, Passed

WORDS: tuple[WordSide, ...] = tuple(side for card in BOX.words for side in card.sides)
HINTS: tuple[HintSide, ...] = tuple(side for card in BOX.hints for side in card.sides)
RUBY = re.compile(r"\{([^{|}]+)\|([ぁ-ゖー]+)\}")
KANJI = re.compile(r"[一-龯々]")

TEXTS: tuple[tuple[str, str, str], ...] = (
    *((word.en, word.ja, word.kana) for word in WORDS),
    *(text for hint in HINTS for text in zip(hint.en, hint.ja, hint.kana, strict=True)),
)
"""All texts on the cards, each in English, in Japanese with furigana, and in kana."""


def plain(ja: str) -> str:
    return RUBY.sub(r"\1", ja)


def hiragana(text: str) -> str:
    """Convert katakana to hiragana, for comparing words."""
    return "".join(chr(ord(sign) - 0x60) if "ァ" <= sign <= "ヶ" else sign for sign in text)


@pytest.mark.parametrize("tongue", range(3), ids=["en", "ja", "kana"])
def test_wp_2_no_two_words_and_no_two_hints_read_the_same(tongue: int) -> None:
    for texts in (TEXTS[: len(WORDS)], TEXTS[len(WORDS) :]):
        counts = Counter(plain(text[tongue]).casefold() for text in texts)
        assert [text for text, count in counts.items() if count > 1] == []


def test_wp_2_no_word_is_a_hint() -> None:
    for tongue in range(2):
        words = {plain(text[tongue]).casefold() for text in TEXTS[: len(WORDS)]}
        assert words & {plain(text[tongue]).casefold() for text in TEXTS[len(WORDS) :]} == set()


def tidy(en: str, ja: str, kana: str) -> bool:
    """Whether a text is short and its three forms are well-formed and agree."""
    return (
        all(one == normalize("NFC", one).strip() for one in (en, ja, kana))
        and re.fullmatch(r"[A-Za-z][A-Za-z' -]{0,15}", en) is not None
        and len(plain(ja)) <= 10
        and not KANJI.search(RUBY.sub("", ja))
        and re.fullmatch(r"[ぁ-ゖァ-ヺー]{1,12}", kana) is not None
        and hiragana(RUBY.sub(r"\2", ja)) == hiragana(kana)
    )


def test_every_text_is_short_and_tidy_and_every_kanji_has_its_reading() -> None:
    assert [text for text in TEXTS if not tidy(*text)] == []


def test_wp_a15_one_side_of_every_word_card_is_for_children_and_short() -> None:
    assert {card.chick for card in BOX.words} <= {0, 1}
    assert max(len(card.sides[card.chick].kana) for card in BOX.words) <= 9


def test_long_japanese_words_have_breaks_so_that_each_part_fits_on_a_small_screen() -> None:
    box = msgspec.json.decode(FILE.read_bytes(), type=Box)
    words = {text for card in box.words for side in card.sides for text in (side.ja, side.kana)}
    hints = {text for card in box.hints for side in card.sides for text in side.ja + side.kana}
    parts = [part for text in words | hints for part in plain(text).split("\u200b")]
    assert max(map(len, parts)) == 6


OWN = {"own_words": ("Café", "猫"), "own_hints": (("big", "小さい"),)}
CREDIT_CARD = next(face for face in range(300) if word_on(face, "en") == "credit card")
YEAR_ROUND = next(
    face for face in range(2 * len(BOX.hints)) if "Year-round" in hints_on(face, "en")
)


@pytest.mark.parametrize(
    ("event", "options", "words"),
    [
        (Dealt(1, (0, CREDIT_CARD), (YEAR_ROUND,), 0), {}, "CAT CREDIT CARD SEASONAL YEAR ROUND"),
        # a table's own cards count if they are in English
        (Dealt(1, (0, 1), (0,), 0), OWN, "CAFE BIG"),
        (Passed(0, forced=False), {}, ""),
    ],
)
def test_each_english_word_of_a_dealt_card_is_heard(
    event: Event, options: dict[str, Any], words: str
) -> None:
    found = GAME.extras.words(Options(**options), event)
    assert {one.seat for one in found} <= {CHANCE}
    assert [one.word for one in found] == words.split()
