"""The cards of the box in every language, and a table's own words and hints (WP-A19)."""

import re
from collections import Counter
from typing import Any
from unicodedata import normalize

import msgspec
import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.components import (
    BOX,
    CHICK_WORDS,
    FILE,
    Box,
    HintSide,
    WordSide,
    hints_on,
    plain,
    word_on,
)
from chabudai.games.word_porters.rules.decks import mixed_box, own_word
from chabudai.games.word_porters.state import (
    Dealt,
    Event,
    Options,
    Passed,
    Reshuffle,
    Reshuffling,
    Shuffle,
    Shuffling,
)
from chabudai.games.word_porters.tests.tables import (
    OWN_HINTS,
    OWN_WORDS,
    dealt,
    refused,
    refused_table,
)
from chabudai.games.word_porters.text.commands import word_text
from tests.support.moves import course

WORDS: tuple[WordSide, ...] = tuple(side for card in BOX.words for side in card.sides)
HINTS: tuple[HintSide, ...] = tuple(side for card in BOX.hints for side in card.sides)
RUBY = re.compile(r"\{([^{|}]+)\|([ぁ-ゖー]+)\}")
KANJI = re.compile(r"[一-龯々]")

TEXTS: tuple[tuple[str, str, str], ...] = (
    *((word.en, word.ja, word.kana) for word in WORDS),
    *(text for hint in HINTS for text in zip(hint.en, hint.ja, hint.kana, strict=True)),
)
"""All texts on the cards, each in English, in Japanese with furigana, and in kana."""


def hiragana(text: str) -> str:
    """Convert katakana to hiragana, for comparing words."""
    return "".join(chr(ord(sign) - 0x60) if "ァ" <= sign <= "ヶ" else sign for sign in text)


def test_wp_2_wp_3_no_two_words_or_hints_read_the_same_in_any_language() -> None:
    assert (len(BOX.words), len(BOX.hints)) == (150, 53)
    for tongue in range(3):
        read = [plain(text[tongue]).casefold() for text in TEXTS]
        words, hints = Counter(read[: len(WORDS)]), Counter(read[len(WORDS) :])
        assert {*words.values(), *hints.values()} == {1}
        assert tongue == 2 or words.keys().isdisjoint(hints)


def tidy(en: str, ja: str, kana: str) -> bool:
    """Whether a card's text is short and its three forms are well-formed and agree."""
    return (
        all(one == normalize("NFC", one).strip() for one in (en, ja, kana))
        and re.fullmatch(r"[A-Za-z][A-Za-z' -]{0,15}", en) is not None
        and len(plain(ja)) <= 10
        and not KANJI.search(RUBY.sub("", ja))
        and re.fullmatch(r"[ぁ-ゖァ-ヺー]{1,12}", kana) is not None
        and hiragana(RUBY.sub(r"\2", ja)) == hiragana(kana)
    )


def test_wp_a15_every_text_is_tidy_and_one_side_of_every_word_card_is_for_children() -> None:
    assert [text for text in TEXTS if not tidy(*text)] == []
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
def test_each_english_word_of_a_dealt_card_can_be_looked_up(
    event: Event, options: dict[str, Any], words: str
) -> None:
    found = GAME.extras.words(Options(**options), event)
    assert {one.seat for one in found} <= {CHANCE}
    assert [one.word for one in found] == words.split()


# --- Own cards


FEW = (*(f"word {number}" for number in range(6)), word_on(299, "en").upper())
"""A table's words among the box's. The last one is also a word of the box."""
MANY = tuple(f"word {number}" for number in range(301))
PAIRS = tuple((f"more {number}", f"less {number}") for number in range(107))


def with_word(word: str) -> tuple[str, ...]:
    return (*OWN_WORDS[:5], word, *OWN_WORDS[6:])


def test_wp_a19_a_game_can_be_played_with_own_cards() -> None:
    state = dealt(6, own_words=OWN_WORDS, own_hints=OWN_HINTS)
    assert sorted((*state.words, *state.word_deck)) == list(range(40))
    assert (sorted(state.hints), state.hint_deck) == (list(range(12)), ())
    shown = GAME.text.show(GAME.view(state, 0), 0, "ja")
    assert OWN_WORDS[state.words[0]] in shown
    assert OWN_HINTS[state.hints[0]][1] in shown


def test_wp_a19_own_hint_cards_are_shuffled_again_in_every_round() -> None:
    plies = course(GAME, dealt(6, own_hints=OWN_HINTS), Rng(1))
    state = next(ply.before for ply in plies if isinstance(ply.before.phase, Reshuffling))
    reshuffle = GAME.chance(state, Rng(1))
    assert isinstance(reshuffle, Reshuffle)
    assert sorted(reshuffle.hints) == list(range(12))
    assert refused(state, CHANCE, Reshuffle((*range(11), 0))) == "WP-14"


@pytest.mark.parametrize(("seats", "enough"), [(3, 9), (4, 10), (5, 11), (6, 12)])
def test_wp_a19_a_table_needs_40_words_and_the_hint_cards_of_a_round_and_not_more_than_the_box(
    seats: int, enough: int
) -> None:
    least = Options(own_words=MANY[:40], own_hints=PAIRS[:enough])
    for accepted in (least, Options(own_words=MANY[:300], own_hints=PAIRS[:106])):
        assert GAME.setup(accepted, seats).phase == Shuffling()
    for words in (MANY[:39], MANY):
        assert refused_table(seats, own_words=words) == "WP-A19"
    for hints in (PAIRS[: enough - 1], PAIRS):
        assert refused_table(seats, own_hints=hints) == "WP-A19"


@pytest.mark.parametrize("children", [False, True])
def test_wp_a19_own_words_are_mixed_among_those_of_the_box(children: bool) -> None:
    options = Options(own_words=FEW, own_share=5, children=children)
    start = GAME.setup(options, 3)
    decks_seen = set[str]()
    for seed in range(20):
        shuffle = GAME.chance(start, Rng(seed))
        assert isinstance(shuffle, Shuffle)
        texts = [word_text(options, face, "en") for face in shuffle.words]
        assert len(set(map(str.casefold, texts))) == 40
        assert sum(text in FEW for text in texts) == 5
        assert not children or {*shuffle.words} <= {*CHICK_WORDS}
        decks_seen.update(text for text in texts if text in FEW)
    assert decks_seen == {*FEW}
    state = dealt(3, own_words=FEW, own_share=5, children=children)
    view = GAME.view(state, 0)
    for seed in range(5):
        assumed = GAME.determinize(view, Rng(seed))
        words = (*assumed.words, *assumed.word_deck)
        assert sum(own_word(options, face) is not None for face in words) == 5
        assert len({face >> 1 for face in words}) == len(words) == 40
    shown = GAME.text.show(view, 0, "en")
    assert all(word_text(options, face, "en") in shown for face in state.words)


def test_wp_a19_a_mixed_deck_has_the_right_cards() -> None:
    start = GAME.setup(Options(own_words=FEW, own_share=5), 3)
    shuffle = GAME.chance(start, Rng(1))
    assert isinstance(shuffle, Shuffle)
    own = next(face for face in shuffle.words if face >> 1 < len(FEW))
    others = [face for face in shuffle.words if face != own]
    spare = next(face for face in range(14, 300) if face >> 1 not in {one >> 1 for one in others})
    for wrong in ((), (others[0],), (spare,), (own, spare)):
        words = (*others, *wrong)
        assert refused(start, CHANCE, replace(shuffle, words=words)) == "WP-2"
    # The last card of the box has one of the own words.
    assert (*range(149),) == mixed_box(FEW)
    words = (*(face for face in others if face != others[-1]), own, 298)
    assert refused(start, CHANCE, replace(shuffle, words=words)) == "WP-2"


@pytest.mark.parametrize(("words", "share"), [(FEW[:4], 5), (MANY[:51], 5), (MANY[:38], 39)])
def test_wp_a19_mixed_words_are_enough_and_few(words: tuple[str, ...], share: int) -> None:
    assert refused_table(3, own_words=words, own_share=share) == "WP-A19"
    assert GAME.setup(Options(own_words=MANY[:50], own_share=share), 3).phase == Shuffling()


def test_wp_a19_a_word_that_is_there_twice_or_that_no_card_can_show_is_refused() -> None:
    for word in (
        *("", "  ", "x" * 25, "a\nb", "a\u2028b", "{0}", "a|b", "\u202eabc"),
        *("word 0", " WORD 0 ", "word ０"),
    ):
        assert refused_table(3, own_words=with_word(word)) == "WP-A19"
        assert refused_table(3, own_hints=(("more 0", word), *OWN_HINTS)) == "WP-A19"


def test_wp_a19_any_other_word_is_accepted() -> None:
    for word in ("x" * 24, "お正月", "crème brûlée", "R2-D2", "猫 (ねこ)"):
        assert GAME.setup(Options(own_words=with_word(word)), 3).phase == Shuffling()


def test_wp_a19_options_that_are_far_too_large_do_not_parse() -> None:
    many_words, many_hints = {"own_words": ["x"] * 1001}, {"own_hints": [["x", "y"]] * 1001}
    for options in ({"own_words": ["x" * 201]}, many_words, many_hints, {"own_hints": [["x"]]}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(options, Options)
