"""Names of guests: any script, any emoji, nothing invisible, never longer than is shown, and never
mistaken for another name or for a word of the page.
"""

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
from tests.server.support import Guest, Running, guest

STRINGS = Path(__file__).parents[2] / "web/i18n/strings"

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
KISS = "\U0001f468\U0001f3fb\u200d\u2764\ufe0f\u200d\U0001f48b\u200d\U0001f468\U0001f3fb"
WALES = "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"
JAPAN = "\U0001f1ef\U0001f1f5"
WAVE = "\U0001f44b\U0001f3fd"
KEYCAP = "1\ufe0f\u20e3"
HINDI = "\u0915\u094d\u0937\u093f"  # two consonants and a vowel, one shape
THAI = "\u0e19\u0e49"
HANGUL = "\u1112\u119e\u11ab"  # an old syllable, which has no character of its own
Q_ACUTE = "q\u0301"
WHOLE = (FAMILY, KISS, WALES, JAPAN, WAVE, KEYCAP, HINDI, THAI, HANGUL, Q_ACUTE, "é", "漢", "A")

tricky = st.text(
    st.sampled_from("aAé \u0301\u0323\u200d\u200c\ufe0f\u20e3🏴🏻👩❤🇯🇵कष\u094dกהश\u1100\u1161ー")
    | st.characters(min_codepoint=0xE0020, max_codepoint=0xE007F)
    | st.characters(),
    max_size=60,
)
names = st.text(max_size=60) | tricky


@pytest.mark.parametrize("whole", WHOLE)
def test_what_is_seen_as_one_character_is_kept_counted_as_one_and_never_cut(whole: str) -> None:
    assert tidy(whole) == whole
    assert graphemes(whole) == [whole]
    assert tidy(whole * 40) == whole * LONGEST_NAME
    assert len(whole * LONGEST_NAME) <= LONGEST_SENT
    assert distinct(whole * LONGEST_NAME, [whole * LONGEST_NAME]) == whole * 22 + " 2"


@pytest.mark.parametrize("nothing", ["\u0301" * 9, "\ufe0f", " \u0301 \u0323", "\u200d", "\u200b"])
def test_marks_that_stand_on_nothing_are_no_name(nothing: str) -> None:
    assert tidy(nothing) is None
    assert tidy(f"{nothing}Mika") == "Mika"


def test_marks_do_not_pile_up_over_other_lines() -> None:
    assert tidy("Z" + "\u0337" * 30 + "o") == "Z" + "\u0337" * MOST_MARKS + "o"


def test_a_joiner_stays_where_it_shows_and_never_makes_two_names_of_one() -> None:
    persian = "\u0646\u06cc\u200c\u0645\u0627"
    assert tidy(persian) == persian
    assert tidy("Mi\u200cka") == "Mi ka"
    assert distinct(persian, [persian.replace("\u200c", "")]) == f"{persian} 2"


def test_an_emoji_that_is_newer_than_this_python_is_kept() -> None:
    assert tidy("Mika \U0001faff") == "Mika \U0001faff"


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


@given(names, st.integers(1, 30))
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


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("\u0410ki", "Aki"),  # a Cyrillic A
        ("\uff21\uff2b\uff29", "aki"),
        ("Ilya", "llya"),
        ("\u0420aul", "Paul"),
        ("Aki\ufe0f", "Aki"),
        ("Ben B.", "Ben B"),
        ("\u4e8c\u30b3", "\u30cb\u30b3"),  # a kanji 2 and a katakana ni
    ],
)
def test_names_that_look_alike_are_taken(name: str, other: str) -> None:
    shown = tidy(name)
    assert shown is not None
    assert is_taken(shown, [other])
    assert is_taken(other, [shown])


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Анна", "Anna"),
        ("アンナ", "あんな"),
        ("Ли", "Li"),
        ("Ian", "Lan"),
        ("José", "Jose"),
        ("Νίκος", "Nikos"),
        ("Ann", "Anna"),
        ("Ben", "Ben 2"),
        ("李", "季"),
        ("\U0001f600", "\U0001f603"),
    ],
)
def test_honest_names_are_not_taken_for_each_other(name: str, other: str) -> None:
    assert not is_taken(name, [other])
    assert not is_own_word(name)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_words_of_the_page_for_people_are_refused(lang: str) -> None:
    said = json.loads((STRINGS / f"{lang}.json").read_text())
    words = [
        said[key].partition("{")[0] for key in ("you", "chair.host", "chair.away", "chair.bot")
    ]
    for word in words:
        assert is_own_word(word), word
        assert is_own_word(f"{word.upper()}!")
    assert is_own_word("y\u043eu")
    assert not any(is_own_word(f"{word}{word}") for word in words)


def test_made_up_names_are_no_words_of_the_page_and_differ_from_bots() -> None:
    for lang, apart in (("en", " "), ("ja", "")):
        said = json.loads((STRINGS / f"{lang}.json").read_text())
        first, second = (said[f"names.{part}"].split(",") for part in ("adjectives", "animals"))
        made = [f"{one}{apart}{other}" for one in first for other in second]
        assert len({each for each in made if not is_own_word(each)}) == len(first) * len(second)
        assert not any(is_taken(each, [*BOT_NAMES, *IN_KANA]) for each in made)


async def test_a_guest_with_the_same_name_comes_with_a_number_and_a_look_alike_is_refused(
    mika: Guest, ken: Guest
) -> None:
    made = await mika.open(name="Aki", seats=4, bots=["easy"])
    wish = {"table": made["table"], "secret": made["invite"]}
    for name, code in (
        ("\u0410ki", "name-taken"),
        ("Tanuki!", "name-taken"),
        ("たぬき.", "name-taken"),
        ("you", "name-kept"),
        ("ホスト", "name-kept"),
    ):
        refused = await ken.join(**wish, name=name)
        assert (refused.status_code, refused.json()["code"]) == (409, code), name
    assert (await ken.join(**wish, name="aki")).status_code == 200
    async with ken.line(made["table"]) as line:
        lobby = await line.first("lobby")
        assert [each["name"] for each in lobby["chairs"]] == ["Aki", "Tanuki", "aki 2", ""]
        for name in ("Aki", "AKI.", "tanuki", "たぬき"):
            answer = await line.say(type="rename", name=name)
            assert answer["code"] == "name-taken"
            assert "Add an initial" in answer["text"]
        assert (await line.say(type="rename", name="Bot"))["code"] == "name-kept"
        for name in ("AKI 2", "Aki B", "Анна", "アンナ", "Ли"):
            assert (await line.say(type="rename", name=name))["type"] == "accepted", name


async def test_a_bot_takes_no_name_that_a_guest_has_in_either_language(server: Running) -> None:
    async with guest(server.base) as mika:
        made = await mika.open(name="たぬき", seats=3)
        async with mika.line(made["table"]) as line:
            assert (await line.say(type="begin", fill="easy"))["type"] == "accepted"
            await line.until(lambda: (line.last("lobby") or {})["status"] == "playing")
            lobby = line.last("lobby") or {}
    assert [each["name"] for each in lobby["chairs"]] == ["たぬき", *BOT_NAMES[1:3]]
