"""Quiddler as lines of text: typed moves, and help for them."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from chabudai.core import Illegal
from chabudai.games.quiddler import GAME, state as qd
from chabudai.games.quiddler.tests.tables import alone, laid, last, make, out, table
from chabudai.games.quiddler.text.commands import (
    TO_DISCARD,
    TO_DRAW,
    TO_GO_ON,
    TO_LAY,
    TO_SPELL,
    WHICH_DISCARD,
)

ACTING = table("QU I T TH IN U", "D E F", drawn="U")
DOUBLES = table("TH IN T H", "D", drawn="H")
LAID = table("A", "B", laid=(laid(1, "QU O"), laid(1, "QU O"), laid(0, "C A T")))
DOUBTED = make(LAID, (0, qd.Challenge(1, 0)))


def typed(state: qd.State, line: str) -> qd.Action:
    return GAME.text.suggest(GAME.view(state, 0), 0, line)


@pytest.mark.parametrize(
    ("state", "lines", "action"),
    [
        (ACTING, ("d", "Draw", "引く"), qd.Draw("pile")),
        (ACTING, ("take", "draw discards", "取る"), qd.Draw("discards")),
        (ACTING, ("discard u",), qd.Discard("U")),
        (ACTING, ("x  ＱＵ",), qd.Discard("QU")),
        (ACTING, ("ready", "準備"), qd.Ready()),
        (ACTING, ("stop",), qd.Stop()),
        (ACTING, ("out quit thin",), out("QU I T, TH IN", "U")),
        (ACTING, ("out THIN quit discard u", "あがり th.in qu.i.t x u"), out("TH IN, QU I T", "U")),
        (ACTING, ("lay it discard u",), last("I T", "U")),
        (ACTING, ("last discard th",), qd.Last((), "TH")),
        (ACTING, ("出す thin x t",), last("TH IN", "T")),
        (ACTING, ("last it discard z",), last("I T", "Z")),  # refused by the rules
        # cards are chosen so that the discard is left
        (DOUBLES, ("last thin discard h",), last("TH IN", "H")),
        (DOUBLES, ("last thin discard th",), last("T H IN", "TH")),
        (DOUBLES, ("out thin",), out("T H IN", "TH")),
        # a word is challenged by its spelling
        (LAID, ("challenge quo",), qd.Challenge(1, 0)),
        (DOUBTED, ("c QUO",), qd.Challenge(1, 1)),
        (DOUBTED, ("チャレンジ cat",), qd.Challenge(1, 2)),
        # QD-A18: a word alone picks its columns
        (alone(), ("quit",), qd.Spell((1, 2, 0))),
        (alone(), ("spell tat",), qd.Spell((0, 4, 3))),
    ],
)
def test_qd_a18_a_line_is_understood(
    state: qd.State, lines: tuple[str, ...], action: qd.Action
) -> None:
    for line in lines:
        assert typed(state, line) == action


NOTHING = ("", "QUIT", "discard", "discard QUI", "draw two", "spell IN", "challenge", "%s", "🙂")


@pytest.mark.parametrize(
    ("now", "lines", "answer"),
    [
        ({}, NOTHING, TO_DISCARD),
        ({}, ("last it",), WHICH_DISCARD),
        ({"phase": qd.Drawing(0)}, ("draw two",), TO_DRAW),
        ({"last": qd.LastLap(1, (0,))}, ("draw two",), TO_LAY),
        ({"phase": qd.Settling((False, False))}, ("draw two",), TO_GO_ON),
        ({"phase": qd.Solo(())}, ("draw two",), TO_SPELL),
    ],
)
def test_a_line_that_is_not_understood_is_answered_with_help(
    now: dict[str, Any], lines: tuple[str, ...], answer: str
) -> None:
    for line in lines:
        with pytest.raises(ValueError, match=re.escape(answer)):
            typed(replace(ACTING, **now), line)


@pytest.mark.parametrize(
    ("rule", "state", "line"),
    [
        ("QD-21", ACTING, "out house"),
        ("QD-21", ACTING, "out t.h.in"),
        ("QD-9", table("C A T", "D"), "out ca"),
        ("QD-24", LAID, "challenge dog"),
        ("QD-A18", alone(), "dog"),
    ],
)
def test_qd_9_qd_21_qd_24_qd_a18_invalid_lines_are_refused(
    rule: str, state: qd.State, line: str
) -> None:
    with pytest.raises(Illegal) as refusal:
        typed(state, line)
    assert refusal.value.rule == rule
