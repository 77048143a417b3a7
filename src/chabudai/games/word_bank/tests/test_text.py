"""Word Bank as lines of text: typed and printed lines, in both languages."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from chabudai.core import Illegal, Seat
from chabudai.games.word_bank import GAME
from chabudai.games.word_bank.moves import inputs
from chabudai.games.word_bank.state import Action, Options, Pass, Say, State, Vote
from chabudai.games.word_bank.tests.support import anticlockwise, clockwise, make, table
from chabudai.games.word_bank.text import TEXT

R1 = "SEIRFGI"


def typed(state: State, line: str, seat: Seat = 0) -> Action:
    return TEXT.suggest(GAME.view(state, seat), seat, line)


def doubted() -> State:
    return make(table(R1, word_vote=True), (0, clockwise("SERIFFF", 0)))


@given(st.builds(clockwise, st.text(min_size=1, max_size=40), st.integers(0, 6)))
def test_any_word_can_be_written_and_read_again(action: Say) -> None:
    line = TEXT.write(action)
    assert line.splitlines() == [line]
    assert TEXT.read(line) == action


# --- Typed lines


GROUPIES = anticlockwise("GROUPIES", 5, 3, 2, 1, 0)
NEARLY_FULL = {"lying": {6: (1, 2, 1)}}


def test_a_typed_word_means_its_longest_input_unless_more_is_typed() -> None:
    for lines, action in (
        (("GROUPIES", "  groupies ", "ｇｒｏｕｐｉｅｓ", "say groupies"), GROUPIES),
        (("say GROUPIES anticlockwise 6 4 3 2 1",), GROUPIES),
        (
            ("groupies 6 4 3", "groupies 6,4,3", "groupies 643", "groupies < 6 4 3"),
            anticlockwise("GROUPIES", 5, 3, 2),
        ),
        (
            ("groupies >", "groupies c", "groupies cw", "groupies Clockwise", "groupies ＞"),
            clockwise("GROUPIES", 5, 6, 0),
        ),
        (("groupies 6 7 2",), clockwise("GROUPIES", 5, 6, 1)),
        (("groupies 6",), clockwise("GROUPIES", 5)),
        (("groupies > 6 4 3",), clockwise("GROUPIES", 5, 3, 2)),  # wrong, and left to the rules
        (("specific",), clockwise("SPECIFIC", 0, 1, 2, 4, 6)),
        (("specific 1 7",), anticlockwise("SPECIFIC", 0, 6)),
        (("say gas",), clockwise("GAS", 5, 0)),
        (("serifff",), clockwise("SERIFFF", 0, 1, 2, 4)),
        (("pass", "PASS", "パス"), Pass()),
    ):
        for line in lines:
            assert typed(table(R1), line) == action


@pytest.mark.parametrize(
    ("line", "ring", "settled", "actions"),
    [
        ("groupies", R1, {"stones": (2, 18, 18)}, [clockwise("GROUPIES", 5, 6)]),
        ("yes", "YESQQQQ", {}, [clockwise("YES", 0, 1, 2)]),
        ("she", "SQQEQQE", NEARLY_FULL, [clockwise("SHE", 0, 6)]),
        (
            "see",
            "SQQEQQE",
            NEARLY_FULL,
            [clockwise("SEE", 0, 3, 6), anticlockwise("SEE", 0, 6, 3)],
        ),
        *((f"safe {way}", "SQQQQQQ", {}, [anticlockwise("SAFE", 0)]) for way in ("<", "a", "acw")),
    ],
)
def test_a_typed_word_means_the_input_that_fits_the_stones_and_closes_most_safes(
    line: str, ring: str, settled: dict[str, Any], actions: list[Say]
) -> None:
    assert typed(table(ring, **settled), line) in actions


@given(st.sampled_from(("GROUPIES", "SPECIFIC", "FIREFIGHTER", "RISE")), st.data())
def test_every_input_of_a_word_can_be_typed_by_its_places(word: str, data: st.DataObject) -> None:
    state = table(R1)
    way = data.draw(st.sampled_from(inputs(state.ring, word, 18)))
    places = " ".join(str(position + 1) for position in way.positions)
    whole = Say(word, way.direction, way.positions)
    assert typed(state, f"{word} {way.direction} {places}") == whole
    bare = typed(state, f"{word} {places}")
    assert isinstance(bare, Say)
    assert bare.positions == way.positions
    make(state, (0, bare))


USED = table("SEIRPGI", used=("GROUPIES", "PROTECT"))


def test_a_typed_word_that_is_visibly_wrong_is_refused() -> None:
    for rule, state, lines in (
        ("WB-10", USED, ["protection"]),
        ("WB-12", USED, ["it's", "co-op", "日本"]),
        ("WB-4", USED, ["serif 1 8", "serif 0", f"serif {'9' * 5000}"]),
        ("WB-15", USED, ["serif 1 2 3 4 5 6 7 1"]),
        ("WB-8", table(R1, retry_words=True), ["serifff"]),  # otherwise it costs the turn
        ("WB-6", table(R1, turn=1), ["groupies"]),
        ("WB-6", GAME.setup(Options(), 3), ["groupies"]),
        ("WB-A18", doubted(), ["serif"]),
    ):
        for line in lines:
            with pytest.raises(Illegal, match=rf"\({rule}\)"):
                typed(state, line, 1 if rule == "WB-A18" else 0)


def test_a_line_that_is_not_understood_is_answered_with_a_hint() -> None:
    for line in ("", "5 3 2", ">", "say", "say 5", "safe sideways", "two words", "safe 5 <", "1st"):
        with pytest.raises(ValueError, match=r"^Type a word, such as SAFE, or pass\."):
            typed(table(R1), line)


def test_a_typed_word_has_at_most_40_letters() -> None:
    state = table(R1)
    assert TEXT.read(TEXT.write(typed(state, "s" * 40))) == typed(state, "s" * 40)
    with pytest.raises(ValueError, match=r"^No word is that long\.$"):
        typed(state, "s" * 41)


def test_wb_a18_a_vote_is_typed_as_yes_or_no() -> None:
    for accept, lines in ((True, ("yes", "Y", "はい", "vote yes")), (False, ("no", "n"))):
        assert {typed(doubted(), line, seat=1) for line in lines} == {Vote(accept)}


# --- Shown lines


def test_the_table_is_shown_place_by_place_without_boxes() -> None:
    state = table(R1, lying={0: (1, 0, 1)}, used=("RISE",), won=(0, 1, 2), turn=1)
    assert TEXT.show(GAME.view(state, 0), 0, "en").splitlines() == [
        "The circle, clockwise:",
        "1 S: 1 of 4 free; {0} 1, {1} 2",
        *(f"{at} {letter}: 4 of 4 free" for at, letter in enumerate("EIRFGI", 2)),
        "Stones in front: {0} 18, {1} 18, {2} 18.",
        "Safes won: {0} 0, {1} 1 (T3), {2} 2 (T3 T3).",
        "Words used: RISE.",
        "Safes in the pile: 8.",
        "To move: {1}.",
    ]
    assert TEXT.show(GAME.view(state, 1), 1, "en").splitlines()[-1].startswith("Your turn.")
