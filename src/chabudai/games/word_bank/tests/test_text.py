"""Word Bank as lines of text: what is typed, what is read, in both languages."""

import ast
import json
import re
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, strategies as st

from chabudai.core import Illegal, Outcome, Seat, advice as core_advice, text as core_text
from chabudai.core.telling import fields
from chabudai.core.text import tell
from chabudai.games import folder_of
from chabudai.games.word_bank import moves, rules
from chabudai.games.word_bank.components import Safe
from chabudai.games.word_bank.moves import inputs
from chabudai.games.word_bank.review import advice, daily, reasons, telling
from chabudai.games.word_bank.rules import apply
from chabudai.games.word_bank.state import (
    Action,
    Closed,
    Dealt,
    Doubted,
    Ended,
    Event,
    Judged,
    Options,
    Pass,
    Passed,
    Refilled,
    Rejected,
    Said,
    Say,
    Shuffle,
    State,
    Vote,
    Voted,
)
from chabudai.games.word_bank.tests.support import anticlockwise, clockwise, table
from chabudai.games.word_bank.text import TEXT, commands, events, picture, table as showing
from chabudai.games.word_bank.view import view

R1 = "SEIRFGI"
NAMES = ("Ann", "Ben", "Cho")
TEXTS = (commands, events, showing, picture, telling, advice, daily, reasons)


def suggested(state: State, line: str, seat: Seat = 0) -> Action:
    return TEXT.suggest(view(state, seat), seat, line)


def refusal(state: State, line: str, seat: Seat = 0) -> tuple[str, str]:
    with pytest.raises(Illegal) as caught:
        suggested(state, line, seat)
    return caught.value.rule, str(caught.value)


# --- Actions as text


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (anticlockwise("GROUPIES", 5, 3, 2, 1, 0), "say GROUPIES anticlockwise 5 3 2 1 0"),
        (clockwise("SPECIFIC", 0), "say SPECIFIC clockwise 0"),
        (clockwise("co op", 0), 'say "co op" clockwise 0'),
        (clockwise('"', 0), r'say "\"" clockwise 0'),
        (clockwise("clockwise", 1), "say clockwise clockwise 1"),
        (clockwise("a\nb", 1), r'say "a\nb" clockwise 1'),
        (Pass(), "pass"),
        (Vote(True), "vote yes"),
        (Vote(False), "vote no"),
        (Shuffle((Safe("E", 4), Safe("W", 2)), 1), "shuffle 1 E4 W2"),
        (Shuffle((), 0), "shuffle 0"),
    ],
)
def test_an_action_is_written_in_one_line_and_read_again(action: Action, line: str) -> None:
    assert TEXT.write(action) == line
    assert TEXT.read(line) == action


@given(st.builds(clockwise, st.text(min_size=1, max_size=40), st.integers(0, 6)))
def test_any_word_survives_being_written(action: Say) -> None:
    line = TEXT.write(action)
    assert line.splitlines() == [line]
    assert TEXT.read(line) == action


@pytest.mark.parametrize(
    "line",
    [
        "say",
        "say SAFE",
        "say SAFE clockwise",
        "say SAFE clockwise 7",
        "say SAFE clockwise 0 1 2 3 4 5 6 0",
        "say SAFE sideways 0",
        'say "SAFE clockwise 0',
        'say "\\x" clockwise 0',
        'say "" clockwise 0',
        f"say {'A' * 41} clockwise 0",
        "vote maybe",
        "shuffle",
        "shuffle -1 E4",
        f"shuffle {'9' * 5000}",
        "shuffle 0 e4",
        "pass ",
    ],
)
def test_what_no_action_was_written_as_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"^This line is not a move of Word Bank\.$"):
        TEXT.read(line)


# --- What a person types


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("GROUPIES", anticlockwise("GROUPIES", 5, 3, 2, 1, 0)),
        ("  groupies ", anticlockwise("GROUPIES", 5, 3, 2, 1, 0)),
        ("ｇｒｏｕｐｉｅｓ", anticlockwise("GROUPIES", 5, 3, 2, 1, 0)),
        ("say groupies", anticlockwise("GROUPIES", 5, 3, 2, 1, 0)),
        ("groupies 6 4 3", anticlockwise("GROUPIES", 5, 3, 2)),
        ("groupies 6,4,3", anticlockwise("GROUPIES", 5, 3, 2)),
        ("groupies 643", anticlockwise("GROUPIES", 5, 3, 2)),
        ("groupies < 6 4 3", anticlockwise("GROUPIES", 5, 3, 2)),
        ("groupies 6", clockwise("GROUPIES", 5)),
        ("groupies 6 7 2", clockwise("GROUPIES", 5, 6, 1)),
        ("specific", clockwise("SPECIFIC", 0, 1, 2, 4, 6)),
        ("specific 1 7", anticlockwise("SPECIFIC", 0, 6)),
        ("say GROUPIES anticlockwise 6 4 3 2 1", anticlockwise("GROUPIES", 5, 3, 2, 1, 0)),
        ("pass", Pass()),
        ("PASS", Pass()),
        ("パス", Pass()),
        ("say gas", clockwise("GAS", 5, 0)),
    ],
)
def test_a_person_means_the_longest_input_unless_they_say_more(line: str, action: Action) -> None:
    assert suggested(table(R1), line) == action


@pytest.mark.parametrize("way", [">", "c", "cw", "clockwise", "Clockwise", "＞"])
def test_a_direction_chooses_the_best_input_that_way(way: str) -> None:
    said = suggested(table(R1), f"groupies {way}")
    assert isinstance(said, Say)
    assert said.direction == "clockwise"
    assert len(said.positions) == 3


@pytest.mark.parametrize("way", ["<", "a", "acw", "anticlockwise"])
def test_a_direction_in_which_one_stone_fits_places_one(way: str) -> None:
    assert suggested(table("SQQQQQQ"), f"safe {way}") == anticlockwise("SAFE", 0)


def test_among_equally_long_inputs_the_one_that_closes_more_is_meant() -> None:
    lying: dict[int, tuple[Seat, ...]] = {6: (1, 2, 1)}
    state = table("SQQEQQE", lying=lying)
    assert suggested(state, "see") in (anticlockwise("SEE", 0, 6, 3), clockwise("SEE", 0, 3, 6))
    assert suggested(state, "she") == clockwise("SHE", 0, 6)


def test_a_person_short_of_stones_places_what_they_have() -> None:
    said = suggested(table(R1, stones=(2, 18, 18)), "groupies")
    assert isinstance(said, Say)
    assert len(said.positions) == 2


@given(st.sampled_from(("GROUPIES", "SPECIFIC", "FIREFIGHTER", "SERIF", "RISE", "IF")), st.data())
def test_every_input_of_a_word_can_be_typed_by_its_places(word: str, data: st.DataObject) -> None:
    state = table(R1)
    way = data.draw(st.sampled_from(inputs(state.ring, word, 18)))
    places = " ".join(str(position + 1) for position in way.positions)
    said = suggested(state, f"{word} {way.direction} {places}")
    assert said == Say(word, way.direction, way.positions)
    bare = suggested(state, f"{word} {places}")
    assert isinstance(bare, Say)
    assert bare.positions == way.positions
    assert isinstance(apply(state, 0, bare).news[0].event, Said)


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("tea", "WB-7"),
        ("groupies", "WB-9"),
        ("protection", "WB-10"),
        ("it's", "WB-12"),
        ("co-op", "WB-12"),
        ("日本", "WB-12"),
        ("s", "WB-A8"),
        ("serif 1 8", "WB-4"),
        ("serif 0", "WB-4"),
        (f"serif {'9' * 5000}", "WB-4"),
        ("serif 1 2 3 4 5 6 7 1", "WB-15"),
    ],
)
def test_what_anybody_can_see_to_be_wrong_is_refused_and_costs_nothing(
    line: str, rule: str
) -> None:
    state = table("SEIRPGI", used=("GROUPIES", "PROTECT"))
    assert refusal(state, line)[0] == rule


def test_wb_a7_the_dictionary_is_asked_only_where_players_may_try_again() -> None:
    assert suggested(table(R1), "serifff") == clockwise("SERIFFF", 0, 1, 2, 4)
    rule, sentence = refusal(table(R1, retry_words=True), "serifff")
    assert (rule, "SERIFFF is not in the dictionary." in sentence) == ("WB-8", True)


def test_a_bad_path_is_left_to_the_judge() -> None:
    state = table(R1)
    said = suggested(state, "groupies > 6 4 3 2 1")
    with pytest.raises(Illegal) as caught:
        apply(state, 0, said)
    assert caught.value.rule == "WB-15"


@pytest.mark.parametrize(
    "line",
    ["", "  ", "5 3 2", ">", "say", "say 5", "safe sideways", "two words", "safe 5 <", "1st"],
)
def test_what_cannot_be_understood_is_answered_with_a_hint(line: str) -> None:
    with pytest.raises(ValueError, match=r"^Type a word, such as SAFE, or pass\."):
        suggested(table(R1), line)


def test_no_longer_word_is_said_than_can_be_written_down() -> None:
    state = table(R1)
    assert TEXT.read(TEXT.write(suggested(state, "s" * 40))) == suggested(state, "s" * 40)
    with pytest.raises(ValueError, match=r"^No word is as long as that\.$"):
        suggested(state, "s" * 41)


def test_it_is_not_for_others_to_speak() -> None:
    assert refusal(table(R1), "groupies", seat=1)[0] == "WB-6"
    assert refusal(rules.setup(Options(), 3), "groupies")[0] == "WB-6"


@pytest.mark.parametrize(
    ("line", "accept"),
    [("yes", True), ("Y", True), ("はい", True), ("vote yes", True), ("no", False), ("n", False)],
)
def test_wb_a18_the_others_vote_with_yes_and_no(line: str, accept: bool) -> None:
    doubted = apply(table(R1, word_vote=True), 0, clockwise("SERIFFF", 0)).state
    assert suggested(doubted, line, seat=1) == Vote(accept)
    rule, sentence = refusal(doubted, "serif", seat=1)
    assert (rule, sentence) == ("WB-A18", "First vote on SERIFFF. (WB-A18)")


def test_without_a_vote_yes_is_a_word_like_any_other() -> None:
    assert suggested(table("YESQQQQ"), "yes") == clockwise("YES", 0, 1, 2)


# --- What a person reads


def test_the_table_is_shown_place_by_place_without_boxes() -> None:
    state = table(R1, lying={0: (1, 0, 1)}, used=("RISE",), won=(0, 1, 2), turn=1)
    shown = TEXT.show(view(state, 0), 0, "en").format(*NAMES)
    assert shown.splitlines() == [
        "The circle, clockwise:",
        "1 S: 1 of 4 free; Ann 1, Ben 2",
        *(f"{at} {letter}: 4 of 4 free" for at, letter in enumerate("EIRFGI", 2)),
        "Stones in front: Ann 18, Ben 18, Cho 18.",
        "Safes won: Ann 0, Ben 1 (T3), Cho 2 (T3 T3).",
        "Words used: RISE.",
        "Safes in the pile: 8.",
        "To move: Ben.",
    ]
    assert TEXT.show(view(state, 1), 1, "en").splitlines()[-1].startswith("Your turn.")


EVENTS: list[tuple[Event, str]] = [
    (
        Dealt(tuple(Safe(letter, 3) for letter in R1), 2),
        "The safes are S E I R F G I, clockwise. Cho will start.",
    ),
    (
        Said(0, "GROUPIES", "anticlockwise", (5, 3, 2)),
        "Ann said GROUPIES: 3 stones on 6, 4 and 3.",
    ),
    (Said(1, "SAFE", "clockwise", (0,)), "Ben said SAFE: 1 stone on 1."),
    (
        Rejected(0, "GROUPYS", "WB-8", "{word} is not in the dictionary.", {"word": "GROUPYS"}),
        (
            "Ann said GROUPYS. GROUPYS is not in the dictionary. "
            "The stones come back and the turn is lost (WB-8)."
        ),
    ),
    (Doubted(1, "SAFFE"), "Ben said SAFFE, which is not in the dictionary. The others vote."),
    (Voted(2), "Cho voted."),
    (
        Judged(0, "SAFFE", False, (None, True, False)),
        "Ann said SAFFE, and it does not stand: Ben yes and Cho no.",
    ),
    (
        Judged(0, "SAFFE", True, (None, True, True)),
        "Ann said SAFFE, and it stands: Ben yes and Cho yes.",
    ),
    (Passed(2), "Cho passed."),
    (
        Closed(1, 4, Safe("F", 3), (0, 1, 0)),
        "Ben closed F. To the box: Ann 2 and Ben 1.",
    ),
    (Refilled(4, Safe("O", 4)), "New at place 5: O with 4 spaces."),
    (Refilled(4, None), "The pile is empty: place 5 stays empty."),
    (
        Ended(1, Outcome((3, 4, 3), (0, 2))),
        (
            "The game is over. Ann and Cho share the win. "
            "Ben placed the last stone. Stones left: Ann 3, Ben 4 and Cho 3."
        ),
    ),
    (
        Ended(None, Outcome((3, 4, 5), (0,))),
        (
            "The game is over. Ann won. "
            "Nobody says a word any more. Stones left: Ann 3, Ben 4 and Cho 5."
        ),
    ),
]


@pytest.mark.parametrize(("event", "sentence"), EVENTS, ids=lambda value: type(value).__name__)
def test_every_event_is_told_by_name(event: Event, sentence: str) -> None:
    assert tell(TEXT, event, "en", NAMES) == sentence
    japanese = tell(TEXT, event, "ja", NAMES)
    assert {name for name in NAMES if name in japanese} == {
        name for name in NAMES if name in sentence
    }


def test_every_kind_of_event_is_told() -> None:
    assert {type(event) for event, _ in EVENTS} == set(get_args(Event))


def test_what_is_told_of_a_word_is_the_word_even_with_braces() -> None:
    event = Rejected(0, "X", "WB-8", "{word} is odd.", {"word": "{0}{"})
    assert "{0}{ is odd." in tell(TEXT, event, "en", NAMES)


# --- The catalogue


def sentences() -> set[str]:
    """What the rules, the moves and the texts say to people, read from their source."""
    return {
        node.value
        for module in (rules, moves, *TEXTS, core_advice, core_text)
        for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value in CATALOGUE
    }


FILE = folder_of("word-bank") / "catalogue.ja.json"
CATALOGUE: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8"))


def test_every_refusal_is_in_the_catalogue() -> None:
    said = "|".join(
        Path(str(module.__file__)).read_text(encoding="utf-8") for module in (rules, moves, *TEXTS)
    )
    refusals = set(re.findall(r'(?:Illegal|Why)\(\s*"[^"]+",\s*"([^"]+)"', said))
    assert len(refusals) > 15
    assert refusals - CATALOGUE.keys() == set()


def test_no_entry_of_the_catalogue_is_out_of_use() -> None:
    assert CATALOGUE.keys() - sentences() == set()


def test_a_translation_tells_the_same_facts() -> None:
    for english, japanese in CATALOGUE.items():
        assert fields(english) == fields(japanese), english


def test_english_needs_no_catalogue() -> None:
    assert TEXT.catalogue("en") == {}
    assert TEXT.catalogue("ja") == CATALOGUE


def test_what_can_be_typed_is_told_in_both_languages() -> None:
    assert len(TEXT.usage("en").splitlines()) == len(TEXT.usage("ja").splitlines()) == 6
    assert "反時計回り" in TEXT.usage("ja")
