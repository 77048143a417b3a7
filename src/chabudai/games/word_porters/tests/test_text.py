"""Actions, events and the table in words."""

from typing import get_args

import pytest
from msgspec.structs import replace

from chabudai.core import Illegal, Outcome, Piece
from chabudai.core.text import tell
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.state import (
    Action,
    Deal,
    Dealt,
    Ended,
    Event,
    Filled,
    Pass,
    Passed,
    Place,
    Placed,
    Readied,
    Ready,
    Received,
    Reshuffle,
    Reshuffled,
    Reshuffling,
    Revealed,
    Scored,
    Shuffle,
    State,
    Vote,
    Voted,
)
from chabudai.games.word_porters.tests.tables import (
    OWN_HINTS,
    dealt,
    hand_in,
    make,
    refused,
    spot,
    table,
    voting,
)

NAMES = ("Ann", "Ben", "Cho", "Dai", "Eve", "Flo")


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (Place(1, 1), "place B2"),
        (Place(11, 0), "place L1"),
        (Pass(), "pass"),
        (Vote((4, 0, 7, 2)), "vote 4 0 7 2"),
        (Ready(), "ready"),
        (Shuffle((3, 1), (0,), 2), "shuffle 2 3 1 / 0"),
        (Reshuffle((4, 9)), "reshuffle 4 9"),
        (Deal((3, 9, 1)), "deal 3 9 1"),
    ],
)
def test_an_action_is_one_line(action: Action, line: str) -> None:
    assert GAME.text.write(action) == line
    assert GAME.text.read(line) == action


def test_a_hint_word_that_no_table_has_is_written_as_json_and_not_read() -> None:
    line = GAME.text.write(Place(12, 0))
    assert line == '{"type":"place","card":12,"word":0}'
    with pytest.raises(ValueError, match="not a move"):
        GAME.text.read(line)


@pytest.mark.parametrize(
    "line", ["place M1", "place A3", "vote", "vote 1 2", "vote 1 2 11", "deal x", "shuffle 1"]
)
def test_what_is_nearly_a_move_is_not_read(line: str) -> None:
    with pytest.raises(ValueError, match="not a move"):
        GAME.text.read(line)


@pytest.mark.parametrize(
    "line",
    ["B2", "b2", "Ｂ２", "b 2", "place B2", "low", "LOW", "低い", "ひくい", "put low", "置く 低い"],
)
def test_a_hint_word_is_named_by_its_place_or_in_any_tongue(line: str) -> None:
    view = GAME.view(replace(table(4), hints=(0, 1, *range(4, 20, 2))), 0)
    assert GAME.text.suggest(view, 0, line) == spot("B2")


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("pass", Pass()),
        ("パス", Pass()),
        ("r", Ready()),
        ("準備", Ready()),
        ("vote 4 7 2", Vote((4, 0, 7, 2))),
        ("投票 4 7 2", Vote((4, 0, 7, 2))),
        ("投票4、7、2", Vote((4, 0, 7, 2))),
        ("vote 4, 7, 2", Vote((4, 0, 7, 2))),
        ("次へ", Ready()),
        ("４ 7 2", Vote((4, 0, 7, 2))),
        ("4 4 0", Vote((4, 0, 4, 0))),
        ("vote 4 0 7 2", Vote((4, 0, 7, 2))),
    ],
)
def test_short_forms_are_understood(line: str, action: Action) -> None:
    assert GAME.text.suggest(GAME.view(voting(4), 1), 1, line) == action


@pytest.mark.parametrize("line", ["vote 4 x 2", "4 x 2", "vote 4 7 ٢", "vote 4 7 1234567890"])
def test_votes_that_are_no_numbers_are_asked_for_again(line: str) -> None:
    with pytest.raises(ValueError, match="one number for each"):
        GAME.text.suggest(GAME.view(voting(4), 1), 1, line)


@pytest.mark.parametrize("line", ["vote", "vote 4 7", "vote 4 7 2 1", "4 7"])
def test_wp_34_too_few_or_too_many_votes_are_refused(line: str) -> None:
    with pytest.raises(Illegal, match=r"one number for each.*WP-34"):
        GAME.text.suggest(GAME.view(voting(4), 1), 1, line)


@pytest.mark.parametrize("line", ["vote", "vote 4 7", "vote 4 7 2"])
def test_wp_32_who_votes_too_soon_is_told_so_whatever_the_votes(line: str) -> None:
    action = GAME.text.suggest(GAME.view(table(4), 0), 0, line)
    assert refused(table(4), 0, action) == "WP-32"


def test_wp_5_a_number_that_no_tile_has_is_the_rules_to_refuse() -> None:
    action = GAME.text.suggest(GAME.view(voting(4), 1), 1, "vote 4 7 11")
    assert refused(voting(4), 1, action) == "WP-5"


@pytest.mark.parametrize("line", ["", "M1", "nothing of the kind", "4 7 2"])
def test_what_is_not_understood_is_answered_with_what_is(line: str) -> None:
    with pytest.raises(ValueError, match="Type a hint word"):
        GAME.text.suggest(GAME.view(table(4), 0), 0, line)


def test_own_hint_words_are_understood_too() -> None:
    view = GAME.view(dealt(3, own_hints=OWN_HINTS), 0)
    _, less = OWN_HINTS[view.hints[4]]
    assert GAME.text.suggest(view, 0, less.upper()) == Place(4, 1)


def test_what_is_around_own_hint_words_is_not_shown_and_need_not_be_typed() -> None:
    hints = (*OWN_HINTS[:8], (" ＢＩＧ  9", "small "))
    view = GAME.view(dealt(3, own_hints=hints), 0)
    card = view.hints.index(8)
    assert GAME.text.suggest(view, 0, "big  9") == Place(card, 0)
    assert GAME.text.suggest(view, 0, "small") == Place(card, 1)
    assert f"{chr(ord('A') + card)}2 small\n" in GAME.text.show(view, 0, "en")


def test_a_card_that_is_not_there_is_the_rules_to_refuse() -> None:
    action = GAME.text.suggest(GAME.view(table(3), 0), 0, "L1")
    with pytest.raises(Illegal, match="WP-13"):
        GAME.apply(table(3), 0, action)


def shown(lang: str) -> list[str]:
    """A table in the middle of the hints, as seat 0 sees it."""
    state = table(3, "0A1:1 1A2:13", turn=0)
    return GAME.text.show(GAME.view(state, 0), 0, lang).format(*NAMES).splitlines()


def test_the_table_is_shown() -> None:
    first, words, card, *_ = lines = shown("en")
    assert first == "Round 1 of 4. Start player: Ann."
    assert words.startswith("Words: 1 cat, 2 dog, ")
    assert card == "A1 Big [Ann 1] / A2 Small [Ben 1+3]"
    assert "Porters left: Ann 2 3, Ben 2, Cho 1 2 3." in lines
    assert any(line.startswith("Your word: 7 ") for line in lines)
    assert lines[-1] == "Your turn. Put a porter on a hint word, such as B2."


def test_the_table_is_shown_in_japanese() -> None:
    first, words, card, *_ = shown("ja")
    assert first == "ラウンド1（全部で4）。スタートプレイヤー：Ann。"
    assert words.startswith("ことば：1 猫、2 犬、")
    assert card == "A1 大きい [Ann 1] / A2 小さい [Ben 1+3]"


def test_japanese_children_read_kana() -> None:
    state = table(3, "1B1:1", children=True)
    text = GAME.text.show(GAME.view(state, 0), 0, "ja").format(*NAMES)
    assert "ことば：1 ねこ、2 いぬ、" in text
    assert "A1 おおきい / A2 ちいさい" in text
    assert "Words: 1 cat" in GAME.text.show(GAME.view(state, 0), 0, "en").format(*NAMES)


def test_the_moment_is_told_to_whom_it_concerns() -> None:
    def last(state: State, seat: int | None) -> str:
        view = GAME.view(state, seat)
        return GAME.text.show(view, seat, "en").format(*NAMES).splitlines()[-1]

    assert last(table(3), 1) == "To move: Ann."
    assert last(table(3, children=True), 0).endswith("such as B2, or pass.")
    assert last(voting(4), 1) == "Type vote and a number for each, in this order: Ann, Cho, Dai."
    assert last(make(voting(4), (1, Vote((1, 0, 2, 3)))), 1) == "Still to vote: Ann, Cho, Dai."
    rest = hand_in(voting(3), (0, 1, 2), (1, 0, 2), (1, 2, 0))
    assert last(rest, 0) == "The round is over. Type ready to go on to the next one."
    assert last(make(rest, (0, Ready())), 0) == "Not ready yet: Ben, Cho."
    assert last(replace(table(3), phase=Reshuffling()), 0) == "The cards are being shuffled."


def test_after_a_round_everybodys_word_and_hints_are_shown() -> None:
    state = replace(voting(3), placed=table(3, "0A1:1 0B2:2 1A2:13").placed)
    view = GAME.view(hand_in(state, (0, 2, 1), (7, 0, 1), (7, 1, 0)), None)
    lines = GAME.text.show(view, None, "en").format(*NAMES).splitlines()
    assert "Ann: 7 lion. Hints: Big, Short. Points: 3." in [
        line for line in lines if "Ann: " in line
    ]


def test_wp_36_who_is_to_vote_reads_the_others_hints_and_which_number_is_wrong() -> None:
    state = replace(voting(3), placed=table(3, "1B2:2 1A2:13 2C1:1").placed)
    lines = GAME.text.show(GAME.view(state, 2), 2, "en").format(*NAMES).splitlines()
    assert lines[-4:] == [
        "Hints of Ann: none.",
        "Hints of Ben: Short, Small.",
        "Number 10 is your own word, so nobody else has it.",
        "Type vote and a number for each, in this order: Ann, Ben.",
    ]
    voted = GAME.view(make(state, (2, Vote((1, 2, 0)))), 2)
    assert "is your own word" not in GAME.text.show(voted, 2, "en")
    onlooker = GAME.text.show(GAME.view(state, None), None, "ja").format(*NAMES)
    assert "Choのヒント：" in onlooker
    assert "Annのヒント：なし。" in onlooker


def test_a_score_past_twenty_shows_where_its_disc_lies() -> None:
    view = GAME.view(replace(table(3), scores=(20, 21, 0)), 0)
    assert "Scores: Ann 20, Ben 21 (+20: 1), Cho 0." in GAME.text.show(view, 0, "en").format(*NAMES)


EVENTS: tuple[tuple[Event, str], ...] = (
    (Dealt(1, tuple(range(10)), tuple(range(12)), 2), "Round 1 of 4. Cho will start."),
    (Received(1, 7), "Your word is number 7."),
    (Reshuffled(24), "The hint cards ran out: 24 were shuffled again."),
    (Placed(0, 1, 1, (2,)), "Ann put porter 2 on B2."),
    (Placed(0, 1, 1, (1, 3)), "Ann put porter 1 on top of 3 on B2."),
    (Passed(1, forced=True), "Ben could not place a porter."),
    (Passed(1, forced=False), "Ben placed no porter."),
    (Voted(2), "Cho voted."),
    (Filled(2), "Cho did not vote. The votes were filled in and score for nobody."),
    (
        Revealed(1, 7, (7, 0, 0)),
        "Ben had number 7. Found by Ann. Votes: Ann 7 and Cho: filled in.",
    ),
    (
        Revealed(0, 7, (0, 7, 7)),
        "Ann had number 7. Found by Ben and Cho. Votes: Ben 7 and Cho 7.",
    ),
    (Revealed(1, 7, (2, 0, 3)), "Ben had number 7. Nobody found it. Votes: Ann 2 and Cho 3."),
    (
        Scored(2, (1, 0, 3), (4, 2, 3)),
        "Points in round 2: Ann 1, Ben 0 and Cho 3. So far: Ann 4, Ben 2 and Cho 3.",
    ),
    (
        Ended(Outcome((4, 2, 4), (0, 2))),
        "The game is over. Ann and Cho share the win. Points: Ann 4, Ben 2 and Cho 4.",
    ),
    (
        Ended(Outcome((4, 5, 4), (1,))),
        "The game is over. Ben won. Points: Ann 4, Ben 5 and Cho 4.",
    ),
)


@pytest.mark.parametrize(("event", "sentence"), EVENTS)
def test_an_event_is_told(event: Event, sentence: str) -> None:
    assert tell(GAME.text, event, "en", NAMES) == sentence
    japanese = tell(GAME.text, event, "ja", NAMES)
    assert {name for name in NAMES if name in japanese} == {
        name for name in NAMES if name in sentence
    }


def test_every_kind_of_event_is_told_but_who_is_ready() -> None:
    assert {type(event) for event, _ in EVENTS} == set(get_args(Event)) - {Readied}
    assert GAME.text.tell(Readied(1)) == ()


def test_usage_has_a_line_for_each_form() -> None:
    assert len(GAME.text.usage("en").splitlines()) == 4
    assert "vote 4 7 2" in GAME.text.usage("ja")


def test_a_hint_that_is_told_stands_in_japanese_quotes() -> None:
    view, event = GAME.view(table(3), 0), Placed(0, 1, 1, (2,))
    english, japanese = (
        GAME.text.call(view, event, Piece("hint", "B2"), lang) for lang in ("en", "ja")
    )
    assert english == "Short"
    assert japanese == "「短い」"
