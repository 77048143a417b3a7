"""Quiddler as lines of text: written moves, events and tables."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from chabudai.games.quiddler import GAME, state as qd
from chabudai.games.quiddler.components.cards import DECK
from chabudai.games.quiddler.tests.tables import alone, dealt, laid, make, table
from chabudai.games.quiddler.text.commands import USAGE

TEXT = GAME.text
NAMES = ("Ann", "Ben", "Cho")


@pytest.mark.parametrize(
    "action",
    [
        *map(qd.Discard, ("☃", "a", "\n")),
        *(qd.Last(words, "A") for words in (((),), (("A", "."),))),
        *(qd.GoOut((("A", one),), card) for one, card in ((" ", "B"), ("B", "é"))),
        *(qd.Shuffle(("☠",), 0), qd.Refill(("x",))),
    ],
)
def test_cards_that_do_not_exist_are_also_written(action: qd.Action) -> None:
    line = TEXT.write(action)
    assert "\n" not in line
    assert TEXT.read(line) == action


# --- Shown lines

ROUND, NOTHING = qd.Line(5, 0, 10, 0, 0, 15, 20), qd.Line(0, 0, 0, 0, 0, 0, 0)


def shown(state: qd.State, seat: int | None = 0) -> str:
    return TEXT.show(GAME.view(state, seat), seat, "en")


def test_a_challenge_is_shown_by_its_word_and_other_moves_as_they_are_written() -> None:
    view = GAME.view(table("A", "B", laid=(laid(1, "QU I T"),)), 0)
    assert TEXT.typed is not None
    assert TEXT.typed(view, qd.Challenge(1, 0)) == "challenge QUIT"
    assert TEXT.suggest(view, 0, "challenge QUIT") == qd.Challenge(1, 0)
    assert TEXT.typed(view, qd.Discard("A")) == "discard A"


def test_the_table_is_shown_line_by_line() -> None:
    allowed, struck = qd.Verdict(0, True, 0, 13), qd.Verdict(0, False, 1, 27)
    words = (laid(1, "C A T"), laid(1, "D O G", allowed), laid(1, "X Q", struck))
    sheet = ((replace(NOTHING, total=4), replace(NOTHING, total=9)),)
    state = table("A B", "", laid=words, pile="X Y", round=2, sheet=sheet, last=qd.LastLap(1, (0,)))
    assert shown(state).splitlines() == [
        "Round 2 of 8, 4 cards each.",
        "Draw pile: 2. Top discard: M(5).",
        "{1} laid CAT (13), DOG (13, allowed), XQ (27, struck).",
        "{0}: A(2) B(8), 10 points in hand.",
        "Cards in hand: {1} 0.",
        "Scores: {0} 4, {1} 9.",
        "Your turn. Draw from the pile, or take the top discard.",
    ]
    assert "Cards in hand: {0} 2." in shown(state, 1)
    assert shown(state, 1).endswith("To move: {0}.")
    assert "Draw pile: 2. No discards." in shown(replace(state, discards=()))
    start = replace(table("", ""), phase=qd.Dealing(), pile=DECK, discards=())
    assert "Draw pile: 118. No discards." in shown(start)


ACTING = make(table("A B", "C D", pile="X"), (0, qd.Draw("pile")))
SETTLING = replace(table("A B", "C D", pile="X"), phase=qd.Settling((False, True)))


@pytest.mark.parametrize(
    ("state", "seat", "sentence"),
    [
        (GAME.setup(qd.Options(), 2), 0, "The cards are being shuffled."),
        (ACTING, 0, "Discard a card, or lay all the others in words and go out."),
        (
            replace(ACTING, last=qd.LastLap(1, (0,))),
            0,
            "Your last turn. Lay any words you can, then discard one card.",
        ),
        (ACTING, None, "To move: {0}."),
        (SETTLING, 0, "The round is over. Type ready to go on."),
        (
            replace(SETTLING, laid=(laid(1, "A T"),)),
            0,
            "The round is over. Challenge a word, or type ready.",
        ),
        (SETTLING, 1, "Not ready yet: {0}."),
        (replace(SETTLING, phase=qd.Over()), 0, "The game is over."),
        (alone(), 0, "Spell a word of open cards, or stop."),
    ],
)
def test_the_last_line_tells_what_to_do(state: qd.State, seat: int | None, sentence: str) -> None:
    assert shown(state, seat).splitlines()[-1] == sentence


def test_while_a_round_is_settled_its_scores_and_bonuses_are_shown() -> None:
    words = (laid(0, "C A T"), laid(1, "QU I T"))
    state = replace(table("", "B", laid=words), phase=qd.Settling((False, True)))
    assert TEXT.due(GAME.view(state, 0), 0, "en") == (
        "{0} laid CAT (13).",
        "{1} laid QUIT (14).",
        "This round so far: {0} 13, {1} 16.",
        "Longest word, +10: {1} with 4 letters.",
        "The round is over. Challenge a word, or type ready.",
    )
    assert "{1}: B(8), 8 points in hand." in shown(state)


def test_qd_a18_the_columns_are_shown_with_their_numbers() -> None:
    assert len(shown(dealt(1, solo="columns")).splitlines()) == 9
    assert "Column 5: X(12), 0 under it." in shown(alone()).splitlines()


def test_every_form_that_can_be_typed_is_explained_in_both_languages() -> None:
    assert TEXT.usage("en").splitlines() == list(USAGE)
    japanese = TEXT.usage("ja").splitlines()
    assert len(japanese) == len(USAGE)
    assert not set(japanese) & set(USAGE)


def test_bonus_signs_after_points_do_not_look_like_digits() -> None:
    for file in (Path(__file__).parents[1] / "web/strings").glob("*.json"):
        strings = json.loads(file.read_text(encoding="utf-8"))
        assert not {strings[f"bonus.{name}.short"] for name in ("most", "longest")} & set("lIO")
