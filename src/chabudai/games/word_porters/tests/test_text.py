"""Word Porters' moves, events and table as text."""

import pytest
from msgspec.structs import replace

from chabudai.core import Illegal, Piece, Seat
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.state import Action, Place, Placed, Ready, State, Vote
from chabudai.games.word_porters.tests.tables import (
    OWN_HINTS,
    PASS,
    REST,
    dealt,
    hand_in,
    make,
    spot,
    table,
    voting,
)

NAMES = ("Ann", "Ben", "Cho", "Dai", "Eve", "Flo")
TEXT = GAME.text


def typed(state: State, line: str, seat: Seat = 0) -> Action:
    return TEXT.suggest(GAME.view(state, seat), seat, line)


def shown(state: State, seat: Seat | None = 0, lang: str = "en") -> list[str]:
    return TEXT.show(GAME.view(state, seat), seat, lang).format(*NAMES).splitlines()


@pytest.mark.parametrize(
    "line",
    ["B2", "b2", "Ｂ２", "b 2", "place B2", "low", "LOW", "低い", "ひくい", "put low", "置く 低い"],
)
def test_a_hint_word_is_typed_by_its_place_or_in_any_language(line: str) -> None:
    assert typed(replace(table(4), hints=(0, 1, *range(4, 20, 2))), line) == spot("B2")


def test_own_hint_words_are_typed_without_the_space_around_them() -> None:
    state = dealt(3, own_hints=(*OWN_HINTS[:8], (" ＢＩＧ  9", "small ")))
    card = state.hints.index(8)
    assert typed(state, "big  9") == Place(card, 0)
    assert typed(state, "SMALL") == Place(card, 1)
    assert f"{chr(ord('A') + card)}2 small" in "\n".join(shown(state))


def test_short_forms_are_understood() -> None:
    for lines, action in (
        (("pass", "パス"), PASS),
        (("r", "準備", "次へ"), Ready()),
        (("vote 4 7 2", "投票 4 7 2", "投票4、7、2", "vote 4, 7, 2"), Vote((4, 0, 7, 2))),
        (("４ 7 2", "vote 4 0 7 2"), Vote((4, 0, 7, 2))),
        (("4 4 0",), Vote((4, 0, 4, 0))),
    ):
        for line in lines:
            assert typed(voting(4), line, 1) == action


def test_a_line_that_is_not_understood_is_answered_with_a_hint() -> None:
    for seat, line, hint in (
        *((1, line, "one number for each") for line in ("vote 4 x 2", "4 x 2", "vote 4 7 ٢")),
        (1, "vote 4 7 1234567890", "one number for each"),
        *((0, line, "Type a hint word") for line in ("", "M1", "nothing of the kind", "4 7 2")),
    ):
        with pytest.raises(ValueError, match=hint):
            typed(voting(4) if seat else table(4), line, seat)


@pytest.mark.parametrize("line", ["vote", "vote 4 7", "vote 4 7 2 1", "4 7"])
def test_wp_34_too_few_or_too_many_votes_are_refused(line: str) -> None:
    with pytest.raises(Illegal, match=r"one number for each.*WP-34"):
        typed(voting(4), line, 1)


def test_the_table_is_shown_in_english_japanese_and_kana() -> None:
    state = table(3, "0A1:1 1A2:13", turn=0)
    first, words, card, *_ = lines = shown(state)
    assert first == "Round 1 of 4. Start player: Ann."
    assert words.startswith("Words: 1 cat, 2 dog, ")
    assert card == "A1 Big [Ann 1] / A2 Small [Ben 1+3]"
    assert "Porters left: Ann 2 3, Ben 2, Cho 1 2 3." in lines
    assert any(line.startswith("Your word: 7 ") for line in lines)
    first, words, card, *_ = shown(state, lang="ja")
    assert first == "ラウンド1（全部で4）。スタートプレイヤー：Ann。"
    assert words.startswith("ことば：1 猫、2 犬、")
    assert card == "A1 大きい [Ann 1] / A2 小さい [Ben 1+3]"
    children = table(3, "1B1:1", children=True)
    _, words, card, *_ = shown(children, lang="ja")
    assert words.startswith("ことば：1 ねこ、2 いぬ、")
    assert card == "A1 おおきい / A2 ちいさい"
    assert shown(children)[1].startswith("Words: 1 cat")


def test_the_last_line_says_what_to_do() -> None:
    for state, seat, last in (
        (table(3), 0, "Your turn. Put a porter on a hint word, such as B2."),
        (table(3), 1, "To move: Ann."),
        (voting(4), 1, "Type vote and a number for each, in this order: Ann, Cho, Dai."),
        (make(voting(4), (1, Vote((1, 0, 2, 3)))), 1, "Still to vote: Ann, Cho, Dai."),
        (REST, 0, "The round is over. Type ready to go on to the next one."),
        (make(REST, (0, Ready())), 0, "Not ready yet: Ben, Cho."),
    ):
        assert shown(state, seat)[-1] == last


def test_after_a_round_all_words_and_hints_are_shown_and_scores_past_twenty_with_their_disc() -> (
    None
):
    state = replace(voting(3), placed=table(3, "0A1:1 0B2:2 1A2:13").placed)
    lines = shown(hand_in(state, (0, 2, 1), (7, 0, 1), (7, 1, 0)), None)
    assert "Ann: 7 lion. Hints: Big, Short. Points: 3." in lines
    assert "Scores: Ann 20, Ben 21 (+20: 1), Cho 0." in shown(replace(table(3), scores=(20, 21, 0)))


def test_wp_36_a_voter_reads_the_hints_of_others_and_which_number_is_wrong() -> None:
    state = replace(voting(3), placed=table(3, "1B2:2 1A2:13 2C1:1").placed)
    assert shown(state, 2)[-4:] == [
        "Hints of Ann: none.",
        "Hints of Ben: Short, Small.",
        "Number 10 is your own word, so nobody else has it.",
        "Type vote and a number for each, in this order: Ann, Ben.",
    ]
    voted = make(state, (2, Vote((1, 2, 0))))
    assert not any("is your own word" in line for line in shown(voted, 2))
    spectator = "\n".join(shown(state, None, "ja"))
    assert "Choのヒント：" in spectator
    assert "Annのヒント：なし。" in spectator


@pytest.mark.parametrize(("lang", "called"), [("en", "Short"), ("ja", "「短い」")])
def test_a_told_hint_is_quoted_in_japanese(lang: str, called: str) -> None:
    view, event = GAME.view(table(3), 0), Placed(0, 1, 1, (2,))
    assert TEXT.call(view, event, Piece("hint", "B2"), lang) == called
