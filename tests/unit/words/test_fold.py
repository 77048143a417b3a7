"""Typed words in the spelling of the dictionary."""

import pytest
from hypothesis import given, strategies as st

from chabudai.words import fold


@pytest.mark.parametrize(
    ("typed", "folded"),
    [
        ("protect", "PROTECT"),
        ("Café", "CAFE"),
        ("cafe\N{COMBINING ACUTE ACCENT}", "CAFE"),
        ("ＡＢＣ", "ABC"),
        ("ｗｉｆｉ", "WIFI"),
        ("naïve", "NAIVE"),
        ("ﬁre", "FIRE"),
        ("straße", "STRASSE"),
        ("", ""),
    ],
)
def test_wb_12_case_width_and_accents_do_not_matter(typed: str, folded: str) -> None:
    assert fold(typed) == folded


@pytest.mark.parametrize("typed", ["CO-OP", "IT'S", "TWO WORDS", "A1", "さくら", "ŒUF"])
def test_wb_a12_other_letters_stay_for_the_rules_to_refuse(typed: str) -> None:
    assert fold(typed) == typed


@given(st.text())
def test_folding_twice_changes_nothing(typed: str) -> None:
    assert fold(fold(typed)) == fold(typed)
