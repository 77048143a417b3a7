"""Names of guests: visible, short, in any script or emoji, and not confusable with other names."""

import json
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import given

from chabudai.server.credentials import BOT_NAMES, IN_KANA
from chabudai.server.names import (
    JOINER,
    LONGEST_NAME,
    LONGEST_SENT,
    MOST_MARKS,
    NON_JOINER,
    TAGS,
    distinct,
    graphemes,
    is_mark,
    is_own_word,
    is_taken,
    tidy,
)
from tests.server.support import Running

STRINGS = Path(__file__).parents[2] / "web/i18n/strings"
SEATING = Path(__file__).parents[2] / "web/table/seating/strings"

KISS = "\U0001f468\U0001f3fb\u200d\u2764\ufe0f\u200d\U0001f48b\u200d\U0001f468\U0001f3fb"
WALES = "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"
JAPAN = "\U0001f1ef\U0001f1f5"
WAVE = "\U0001f44b\U0001f3fd"
KEYCAP = "1\ufe0f\u20e3"
HINDI = "\u0915\u094d\u0937\u093f"  # two consonants and a vowel, one shape
THAI = "\u0e19\u0e49"
HANGUL = "\u1112\u119e\u11ab"  # an old syllable without its own character
Q_ACUTE = "q\u0301"
WHOLE = (KISS, WALES, JAPAN, WAVE, KEYCAP, HINDI, THAI, HANGUL, Q_ACUTE, "é", "漢", "A")

tricky = st.text(
    st.sampled_from("aAé \u0301\u0323\u200d\u200c\ufe0f\u20e3🏴🏻👩❤🇯🇵कष\u094dกהश\u1100\u1161ー")
    | st.characters(min_codepoint=0xE0020, max_codepoint=0xE007F)
    | st.characters(),
    max_size=60,
)
names = st.text(max_size=60) | tricky


@pytest.mark.parametrize("whole", WHOLE)
def test_a_grapheme_counts_as_one_character_and_is_never_cut(whole: str) -> None:
    assert tidy(whole) == whole
    assert graphemes(whole) == [whole]
    assert tidy(whole * 40) == whole * LONGEST_NAME
    assert len(whole * LONGEST_NAME) <= LONGEST_SENT
    assert distinct(whole * LONGEST_NAME, [whole * LONGEST_NAME]) == whole * 22 + " 2"


def test_a_name_has_a_base_character_few_marks_and_only_visible_joiners() -> None:
    for nothing in ("\u0301" * 9, "\ufe0f", " \u0301 \u0323", "\u200d", "\u200b"):
        assert tidy(nothing) is None
        assert tidy(f"{nothing}Mika") == "Mika"
    assert tidy("Z" + "\u0337" * 30 + "o") == "Z" + "\u0337" * MOST_MARKS + "o"
    persian = "\u0646\u06cc\u200c\u0645\u0627"
    assert tidy(persian) == persian
    assert tidy("Mi\u200cka") == "Mi ka"
    assert distinct(persian, [persian.replace("\u200c", "")]) == f"{persian} 2"
    newer = "Mika \U0001faff"  # an emoji that Python 3.11 does not know
    assert tidy(newer) == newer


@given(names)
def test_a_tidy_name_shows_as_it_is_written(name: str) -> None:
    shown = tidy(name)
    if shown is None:
        return
    assert 1 <= len(graphemes(shown)) <= LONGEST_NAME
    assert len(shown) <= LONGEST_SENT
    assert shown == shown.strip()
    assert tidy(shown) == shown
    assert not is_mark(shown[0])
    visible = [sign for sign in shown if sign not in JOINER + NON_JOINER and ord(sign) not in TAGS]
    assert all(sign.isprintable() or 0x1F000 <= ord(sign) < 0x1FB00 for sign in visible)
    assert visible


@given(names, st.integers(1, 12))
def test_names_at_a_table_are_distinct(name: str, people: int) -> None:
    names: list[str] = []
    for _ in range(people):
        shown = tidy(name)
        if shown is None:
            return
        names.append(distinct(shown, names))
    assert len({each.casefold() for each in names}) == people
    assert not any(is_taken(each, names[:at]) for at, each in enumerate(names))
    assert all(len(graphemes(each)) <= LONGEST_NAME for each in names)


ALIKE = (
    ("\u0410ki", "Aki"),  # a Cyrillic A
    ("\uff21\uff2b\uff29", "aki"),
    ("Ilya", "llya"),
    ("Aki\ufe0f", "Aki"),
    ("Ben B.", "Ben B"),
    ("\u4e8c\u30b3", "\u30cb\u30b3"),  # a kanji 2 and a katakana ni
)
DIFFERENT = (
    ("Анна", "Anna"),
    ("アンナ", "あんな"),
    ("Ли", "Li"),
    ("Ian", "Lan"),
    ("José", "Jose"),
    ("Ben", "Ben 2"),
    ("李", "季"),
    ("\U0001f600", "\U0001f603"),
)


def test_names_that_look_alike_are_taken_and_similar_ones_are_not() -> None:
    for name, other in ALIKE:
        shown = tidy(name)
        assert shown is not None
        assert is_taken(shown, [other])
        assert is_taken(other, [shown])
    for name, other in DIFFERENT:
        assert not is_taken(name, [other])
        assert not is_own_word(name)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_words_of_the_page_for_people_are_refused(lang: str) -> None:
    said: dict[str, str] = {}
    for folder in (STRINGS, SEATING):
        said |= json.loads((folder / f"{lang}.json").read_text())
    words = [
        said[key].partition("{")[0] for key in ("you", "chair.host", "chair.away", "chair.bot")
    ]
    for word in words:
        assert is_own_word(word), word
        assert is_own_word(f"{word.upper()}!")
    assert is_own_word("y\u043eu")
    assert not any(is_own_word(f"{word}{word}") for word in words)


def test_suggested_names_differ_from_words_of_the_page_and_bots() -> None:
    for lang, apart in (("en", " "), ("ja", "")):
        said = json.loads((STRINGS / f"{lang}.json").read_text())
        first, second = (said[f"names.{part}"].split(",") for part in ("adjectives", "animals"))
        made = [f"{one}{apart}{other}" for one in first for other in second]
        assert len({each for each in made if not is_own_word(each)}) == len(first) * len(second)
        assert not any(is_taken(each, [*BOT_NAMES, *IN_KANA]) for each in made)


async def test_taken_names_get_a_number_and_look_alikes_are_refused(site: Running) -> None:
    mika, ken = await site.guests(2)
    made = await mika.open(name="  A\u200bki\u202e ", seats=4, bots=["easy"])
    wish = {"table": made["table"], "secret": made["invite"]}
    for name, code in (
        ("A ki\ufe0f", "name-taken"),
        ("\u0410 ki", "name-taken"),
        ("Tanuki!", "name-taken"),
        ("たぬき.", "name-taken"),
        ("you", "name-kept"),
        ("ホスト", "name-kept"),
    ):
        refused = await ken.join(**wish, name=name)
        assert (refused.status_code, refused.json()["code"]) == (409, code), name
    assert (await ken.join(**wish, name="a ki")).status_code == 200
    line = await ken.connect(made["table"])
    lobby = await line.first("lobby")
    assert [each["name"] for each in lobby["chairs"]] == ["A ki", "Tanuki", "a ki 2", ""]
    for name, code in (("A KI.", "name-taken"), ("たぬき", "name-taken"), ("Bot", "name-kept")):
        assert await line.refuse(type="rename", name=name) == code
    await line.accept(type="rename", name="A KI 2")


async def test_a_bot_takes_no_name_that_a_guest_has_in_either_language(site: Running) -> None:
    (line,) = await site.seat(1, name="たぬき", seats=3, fill="easy")
    assert [each["name"] for each in line.lobby["chairs"]] == ["たぬき", *BOT_NAMES[1:3]]
