"""Quiddler as lines of text: what a person types, and what they are told to type."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from chabudai.core import Illegal
from chabudai.games.quiddler import GAME
from chabudai.games.quiddler.state import (
    Action,
    Challenge,
    Discard,
    Draw,
    Drawing,
    Last,
    LastLap,
    Ready,
    Settling,
    Solo,
    Spell,
    State,
    Stop,
)
from chabudai.games.quiddler.tests.tables import alone, laid, last, make, out, table
from chabudai.games.quiddler.text.commands import (
    TO_DISCARD,
    TO_DRAW,
    TO_GO_ON,
    TO_LAY,
    TO_SPELL,
    WHICH_DISCARD,
)

TEXT = GAME.text


def suggest(state: State, line: str, seat: int = 0) -> Action:
    return TEXT.suggest(GAME.view(state, seat), seat, line)


ACTING = table("QU I T TH IN U", "D E F", drawn="U")


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("d", Draw("pile")),
        ("Draw", Draw("pile")),
        ("引く", Draw("pile")),
        ("take", Draw("discards")),
        ("draw discards", Draw("discards")),
        ("取る", Draw("discards")),
        ("discard u", Discard("U")),
        ("x  ＱＵ", Discard("QU")),
        ("ready", Ready()),
        ("準備", Ready()),
        ("stop", Stop()),
        ("out quit thin", out("QU I T, TH IN", "U")),
        ("out THIN quit discard u", out("TH IN, QU I T", "U")),
        ("あがり th.in qu.i.t x u", out("TH IN, QU I T", "U")),
        ("lay it discard u", last("I T", "U")),
        ("last discard th", Last((), "TH")),
        ("出す thin x t", last("TH IN", "T")),
    ],
)
def test_a_line_is_understood(line: str, action: Action) -> None:
    assert suggest(ACTING, line) == action


@pytest.mark.parametrize(
    "line", ["", "QUIT", "discard", "discard QUI", "draw two", "spell IN", "challenge", "%s", "🙂"]
)
def test_a_line_that_is_not_understood_is_answered_with_what_can_be_typed(line: str) -> None:
    with pytest.raises(ValueError, match=re.escape(TO_DISCARD)):
        suggest(ACTING, line)


@pytest.mark.parametrize(
    ("now", "answer"),
    [
        ({"phase": Drawing(0)}, TO_DRAW),
        ({"last": LastLap(1, (0,))}, TO_LAY),
        ({"phase": Settling((False, False))}, TO_GO_ON),
        ({"phase": Solo(())}, TO_SPELL),
    ],
)
def test_what_can_be_typed_depends_on_what_is_to_be_done(
    now: Mapping[str, Any], answer: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(answer)):
        suggest(replace(ACTING, **now), "draw two")


def test_words_pick_the_cards_that_leave_the_card_to_discard() -> None:
    state = table("TH IN T H", "D", drawn="H")
    assert suggest(state, "last thin discard h") == last("TH IN", "H")
    assert suggest(state, "last thin discard th") == last("T H IN", "TH")
    assert suggest(state, "out thin") == out("T H IN", "TH")


def test_the_card_to_discard_must_be_named_where_several_are_left() -> None:
    with pytest.raises(ValueError, match=re.escape(WHICH_DISCARD)):
        suggest(ACTING, "last it")


def rule(state: State, line: str, seat: int = 0) -> str:
    with pytest.raises(Illegal) as refusal:
        suggest(state, line, seat)
    return refusal.value.rule


def test_qd_21_words_that_the_cards_do_not_spell_are_refused() -> None:
    assert rule(ACTING, "out house") == "QD-21"
    assert rule(ACTING, "out t.h.in") == "QD-21"
    assert rule(table("C A T", "D"), "out ca") == "QD-9"


def test_a_discard_that_is_not_held_is_left_to_the_rules() -> None:
    assert suggest(ACTING, "last it discard z") == last("I T", "Z")


def test_a_word_is_challenged_by_its_spelling() -> None:
    state = table("A", "B", laid=(laid(1, "QU O"), laid(1, "QU O"), laid(0, "C A T")))
    assert suggest(state, "challenge quo") == Challenge(1, 0)
    after = make(state, (0, Challenge(1, 0)))
    assert suggest(after, "c QUO") == Challenge(1, 1)
    assert suggest(after, "チャレンジ cat") == Challenge(1, 2)
    assert rule(state, "challenge dog") == "QD-24"


def test_qd_a18_a_word_alone_picks_its_columns() -> None:
    assert suggest(alone(), "quit") == Spell((1, 2, 0))
    assert suggest(alone(), "spell tat") == Spell((0, 4, 3))
    assert rule(alone(), "dog") == "QD-A18"
