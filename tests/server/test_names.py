"""Names of guests: any script, any emoji, nothing invisible, never longer than is shown."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

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
    tidy,
)

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
    assert all(len(graphemes(each)) <= LONGEST_NAME for each in names)
