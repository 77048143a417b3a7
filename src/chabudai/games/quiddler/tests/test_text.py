"""Quiddler as lines of text: typed moves, help for them, and printed tables."""

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from chabudai.core import Illegal
from chabudai.games.quiddler import GAME, state as qd
from chabudai.games.quiddler.tests.tables import (
    ALONE,
    dealt,
    laid,
    last,
    last_turn,
    make,
    out,
    table,
)
from chabudai.games.quiddler.text import commands

TEXT = GAME.text


def test_cards_that_do_not_exist_are_also_written() -> None:
    for action in (
        *(qd.Discard("\n"), qd.Shuffle(("☠",), 0)),
        *(qd.Last(((),), "A"), qd.GoOut((("A", " "),), "B")),
    ):
        line = TEXT.write(action)
        assert "\n" not in line
        assert TEXT.read(line) == action


# --- Typed lines

ACTING = table("QU I T TH IN U", "D E F", drawn="U")
DOUBLES = table("TH IN T H", "D", drawn="H")
LAID = table("A", "B", laid=(laid(1, "QU O"), laid(1, "QU O"), laid(0, "C A T")))
DOUBTED = make(LAID, (0, qd.Challenge(1, 0)))
SETTLING = replace(table("A B", "C D"), phase=qd.Settling((False, True)))


def typed(state: qd.State, line: str) -> qd.Action:
    return TEXT.suggest(GAME.view(state, 0), 0, line)


def test_qd_a18_a_line_is_understood() -> None:
    for state, lines, action in (
        (ACTING, ("d", "Draw", "引く"), qd.Draw("pile")),
        (ACTING, ("take", "draw discards", "取る"), qd.Draw("discards")),
        (ACTING, ("x  ＱＵ", "discard qu"), qd.Discard("QU")),
        (ACTING, ("ready", "準備"), qd.Ready()),
        (ACTING, ("stop",), qd.Stop()),
        (ACTING, ("out quit thin",), out("QU I T, TH IN", "U")),
        (ACTING, ("out THIN quit discard u", "あがり th.in qu.i.t x u"), out("TH IN, QU I T", "U")),
        (ACTING, ("lay it discard u",), last("I T", "U")),
        (ACTING, ("last discard th",), last("", "TH")),
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
        (ALONE, ("quit",), qd.Spell((1, 2, 0))),
        (ALONE, ("spell tat",), qd.Spell((0, 4, 3))),
    ):
        for line in lines:
            assert typed(state, line) == action
        assert TEXT.typed is not None
        if isinstance(action, qd.Challenge):
            word = state.laid[action.word].word
            assert TEXT.typed(GAME.view(state, 0), action) == f"challenge {word}"


NOTHING = ("", "QUIT", "discard", "discard QUI", "draw two", "spell IN", "challenge", "%s", "🙂")


def test_a_line_that_is_not_understood_is_answered_with_help() -> None:
    for state, lines, answer in (
        (ACTING, NOTHING, commands.TO_DISCARD),
        (ACTING, ("last it",), commands.WHICH_DISCARD),
        (LAID, ("draw two",), commands.TO_DRAW),
        (last_turn("A B"), ("draw two",), commands.TO_LAY),
        (SETTLING, ("draw two",), commands.TO_GO_ON),
        (ALONE, ("draw two",), commands.TO_SPELL),
    ):
        for line in lines:
            with pytest.raises(ValueError, match=re.escape(answer)):
                typed(state, line)


def test_qd_9_qd_21_qd_24_qd_a18_invalid_lines_are_refused() -> None:
    for rule, state, line in (
        ("QD-21", ACTING, "out house"),
        ("QD-21", ACTING, "out t.h.in"),
        ("QD-9", table("C A T", "D"), "out ca"),
        ("QD-24", LAID, "challenge dog"),
        ("QD-A18", ALONE, "dog"),
    ):
        with pytest.raises(Illegal, match=rf"\({rule}\)"):
            typed(state, line)


# --- Shown lines


def shown(state: qd.State, seat: int | None = 0) -> list[str]:
    return TEXT.show(GAME.view(state, seat), seat, "en").splitlines()


def test_the_table_is_shown_line_by_line() -> None:
    allowed, struck = qd.Verdict(0, True, 0, 13), qd.Verdict(0, False, 1, 27)
    words = (laid(1, "C A T"), laid(1, "D O G", allowed), laid(1, "X Q", struck))
    sheet = (tuple(qd.Line(0, 0, 0, 0, 0, 0, total) for total in (4, 9)),)
    state = table("A B", "", laid=words, pile="X Y", round=2, sheet=sheet, last=qd.LastLap(1, (0,)))
    assert shown(state) == [
        "Round 2 of 8, 4 cards each.",
        "Draw pile: 2. Top discard: M(5).",
        "{1} laid CAT (13), DOG (13, allowed), XQ (27, struck).",
        "{0}: A(2) B(8), 10 points in hand.",
        "Cards in hand: {1} 0.",
        "Scores: {0} 4, {1} 9.",
        "Your turn. Draw from the pile, or take the top discard.",
    ]
    assert "Draw pile: 2. No discards." in shown(replace(state, discards=()))
    assert {"Cards in hand: {0} 2.", "To move: {0}."} < set(shown(state, 1))


def test_the_last_line_tells_what_to_do() -> None:
    for state, seat, sentence in (
        (ACTING, 0, "Discard a card, or lay all the others in words and go out."),
        (last_turn("A B"), 0, "Your last turn. Lay any words you can, then discard one card."),
        (ACTING, None, "To move: {0}."),
        (SETTLING, 0, "The round is over. Type ready to go on."),
        (SETTLING, 1, "Not ready yet: {0}."),
        (ALONE, 0, "Spell a word of open cards, or stop."),
    ):
        assert shown(state, seat)[-1] == sentence


def test_while_a_round_is_settled_its_scores_and_bonuses_are_shown() -> None:
    state = replace(SETTLING, hands=((), ("B",)), laid=(laid(0, "C A T"), laid(1, "QU I T")))
    assert TEXT.due(GAME.view(state, 0), 0, "en") == (
        "{0} laid CAT (13).",
        "{1} laid QUIT (14).",
        "This round so far: {0} 13, {1} 16.",
        "Longest word, +10: {1} with 4 letters.",
        "The round is over. Challenge a word, or type ready.",
    )
    assert "{1}: B(8), 8 points in hand." in shown(state)


def test_qd_a18_the_columns_are_shown_with_their_numbers() -> None:
    assert len(shown(dealt(1, solo="columns"))) == 9
    assert "Column 5: X(12), 0 under it." in shown(ALONE)


def test_bonus_signs_after_points_do_not_look_like_digits() -> None:
    for file in (Path(__file__).parents[1] / "web/strings").glob("*.json"):
        strings = json.loads(file.read_text(encoding="utf-8"))
        assert not {strings[f"bonus.{name}.short"] for name in ("most", "longest")} & set("lIO")
