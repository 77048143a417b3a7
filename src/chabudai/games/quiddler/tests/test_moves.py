"""Menus, actions by effect, answers to plans and picks, the clock and random play."""

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from chabudai.core import Rng
from chabudai.games.quiddler import GAME, state as qd
from chabudai.games.quiddler.components.cards import DECK, points
from chabudai.games.quiddler.moves.layouts import layouts, short_layout, spell_with, ways_to_spell
from chabudai.games.quiddler.questions import Pick, Picked, Plan, Planned
from chabudai.games.quiddler.tests.tables import cards, laid, make, table, words
from chabudai.words import lexicon
from tests.support.moves import course

LAP = qd.LastLap(1, (0,))
HANDS = st.lists(st.sampled_from(DECK), min_size=2, max_size=5)


def test_cards_that_do_not_spell_a_word_are_refused() -> None:
    assert spell_with("QUIT", ("I", "QU", "T")) == ("QU", "I", "T")
    for others in (("I", "T"), ("I", "QU", "Q"), ("Q", "U", "I", "T", "S")):
        with pytest.raises(ValueError, match="do not spell 'QUIT'"):
            spell_with("QUIT", others)


MANY = table("A A B", "D E F", "G H I", pile="QU", laid=(laid(1, "C A T"), laid(2, "D O G")))
CAT, DOG = qd.Challenge(1, 0), qd.Challenge(1, 1)


@pytest.mark.parametrize(
    ("state", "seat", "actions"),
    [
        (MANY, 0, (qd.Draw("pile"), qd.Draw("discards"), CAT, DOG)),
        (MANY, 1, (DOG,)),
        (
            make(MANY, (0, qd.Draw("pile"))),
            0,
            (qd.Discard("A"), qd.Discard("B"), qd.Discard("QU"), CAT, DOG),
        ),
        (replace(MANY, phase=qd.Settling((False, True, False))), 0, (qd.Ready(), CAT, DOG)),
        (replace(MANY, phase=qd.Settling((False, True, False))), 1, (DOG,)),
    ],
)
def test_qd_9_qd_24_the_menu_offers_draws_faces_and_challenges(
    state: qd.State, seat: int, actions: tuple[object, ...]
) -> None:
    assert GAME.menu(GAME.view(state, seat), seat) == actions


def listed(state: qd.State) -> list[qd.GoOut | qd.Last]:
    actions = GAME.legal_actions(GAME.view(state, 0), 0)
    return [action for action in actions if isinstance(action, qd.GoOut | qd.Last)]


Way = tuple[tuple[str, ...], ...]
Effect = tuple[tuple[str, ...], int, int]


def effect(way: Way) -> Effect:
    """Return the laid cards, the number of words, and the letters of the longest."""
    laid_cards = tuple(sorted(card for word in way for card in word))
    return laid_cards, len(way), max(len("".join(word)) for word in way)


def brute_force(left: tuple[str, ...], done: Way = ()) -> set[Effect]:
    found = {effect(done)} if done else set()
    for size in range(2, len(left) + 1):
        for word in set(permutations(left, size)):
            if "".join(word) in lexicon("casual"):
                rest = Counter(left) - Counter(word)
                found |= brute_force(tuple(rest.elements()), (*done, word))
    return found


@settings(max_examples=40)
@given(HANDS)
def test_one_layout_is_found_for_each_effect(hand: list[str]) -> None:
    found = [effect(way) for way in layouts("casual", tuple(hand), ())]
    assert len(set(found)) == len(found)
    assert set(found) == brute_force(tuple(hand))


def test_qd_12_ways_to_go_out_are_listed_once_for_each_effect() -> None:
    actions = listed(table("C A T S O N E", "D", drawn="S"))
    assert all(isinstance(action, qd.GoOut) for action in actions)
    assert len({(effect(one.words), one.discard) for one in actions}) == len(actions)
    assert ("C", "A", "N", "O", "E") not in [word for action in actions for word in action.words]
    assert {len(action.words) for action in actions} == {1, 2, 3}


def test_qd_a14_no_way_to_go_out_is_listed_while_going_out_is_barred() -> None:
    strict = qd.Options(no_first_turn_out=True)
    assert listed(table("C A T S", "D", drawn="S", options=strict)) == []
    assert listed(table("C A T S", "D", drawn="S", options=strict, turns=2))
    assert listed(table("C A T S", "D")) == []


def test_qd_15_qd_19_in_the_last_lap_every_discard_is_listed_with_every_layout() -> None:
    state = table("A T Q V", "", drawn="V", last=LAP)
    laid_out = {
        qd.Last(words("A T"), "Q"),
        qd.Last(words("A T"), "V"),
        qd.Last(words("V A T"), "Q"),
    }
    assert set(listed(state)) == laid_out
    others = table("O N X", "D", drawn="X", laid=(laid(1, "O N"),), last=LAP)
    assert [action.words for action in listed(others)] == [words("N O"), words("O X")]


def test_qd_a23_a_slow_player_draws_discards_that_card_and_is_ready() -> None:
    state = table("A B C", "D E F", pile="X Y")
    assert GAME.idle(GAME.view(state, 0), 0) == qd.Draw("pile")
    state = make(state, (0, qd.Draw("pile")))
    assert GAME.idle(GAME.view(state, 0), 0) == qd.Discard("X")
    settling = replace(state, phase=qd.Settling((False, False)))
    assert GAME.idle(GAME.view(settling, 1), 1) == qd.Ready()


def test_qd_a23_and_qd_a7_turns_and_challenges_have_clocks_of_their_own() -> None:
    state = table("A B C", "D E F", options=qd.Options(turn_clock=30, challenge_clock=90))
    settling = replace(state, phase=qd.Settling((False, False)))
    assert GAME.clock(GAME.view(state, 0), 0) == 30
    assert GAME.clock(GAME.view(settling, 0), 0) == 90
    assert GAME.clock(GAME.view(table("A", "B"), 0), 0) is None


# --- Questions


def pick(hand: str, typed: str, offered: str | None = None) -> tuple[tuple[str, ...], ...]:
    state = table(hand, "D E F")
    question = Pick(typed, cards(hand if offered is None else offered))
    answer = GAME.ask(GAME.view(state, 0), 0, question)
    assert isinstance(answer, Picked)
    return answer.ways


def test_qd_18_a_typed_word_picks_the_cards_that_leave_the_most_points() -> None:
    ways = pick("TH T H IN I N E", "thin")
    assert [points(way) for way in ways] == [16, 16, 17, 17]
    assert ways == (cards("TH IN"), cards("TH I N"), cards("T H IN"), cards("T H I N"))


@pytest.mark.parametrize(
    ("hand", "typed", "offered", "ways"),
    [
        ("TH IN E", "thin", "TH E", ()),
        ("TH E", "thin", "TH IN", ()),
        ("TH IN E", "the", None, ("TH E",)),
        ("C L A", "cla", None, ("C L A",)),
        ("A B", "¿", None, ()),
        ("A B", "X" * 40, None, ()),
        ("X QU Z", "xquz", None, ("X QU Z",)),  # QD-23: the dictionary is not consulted
    ],
)
def test_qd_18_qd_23_offered_cards_that_are_held_are_picked(
    hand: str, typed: str, offered: str | None, ways: tuple[str, ...]
) -> None:
    assert pick(hand, typed, offered) == tuple(map(cards, ways))


@settings(max_examples=100)
@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=8))
def test_qd_18_every_way_to_spell_is_found(hand: list[str]) -> None:
    word = "".join(hand)
    ways = ways_to_spell(word, hand)
    assert tuple(hand) in ways
    assert len(set(ways)) == len(ways)
    for way in ways:
        assert "".join(way) == word
        assert not Counter(way) - Counter(hand)


def plan(state: qd.State, text: str, discard: str | None) -> tuple[int, int, str | None]:
    answer = GAME.ask(GAME.view(state, 0), 0, Plan(words(text), discard))
    assert isinstance(answer, Planned)
    return answer.words, answer.left, answer.against.rule if answer.against else None


QUIT = table("QU I T Z", "D", drawn="Z")
EARLY = table("QU I T Z", "D", drawn="Z", options=qd.Options(no_first_turn_out=True))
IN_LAP = table("A T Q V", "", drawn="V", last=LAP, laid=(laid(1, "T A"),))
OTHERS_TURN = table("QU I T", "D", turn=1)


@pytest.mark.parametrize(
    ("state", "text", "discard", "words_left_rule"),
    [
        (QUIT, "QU I T", "Z", (14, 0, None)),
        (QUIT, "QU I", "Z", (11, 3, "QD-12")),
        (QUIT, "QU I T, Z", None, (28, 0, "QD-18")),
        (QUIT, "QU I T Z", "Z", (28, 0, "QD-10")),
        (QUIT, "", "Z", (0, 14, None)),
        (QUIT, "", "A", (0, 28, "QD-10")),
        (QUIT, "QU I", None, (11, 17, None)),
        (QUIT, "☃ I", "Z", (2, 12, "QD-21")),
        (IN_LAP, "A T", "Q", (5, 11, None)),
        (IN_LAP, "T A", "Q", (5, 11, "QD-19")),
        (EARLY, "QU I T", "Z", (14, 0, "QD-A14")),
        (EARLY, "", "Z", (0, 14, None)),
        (OTHERS_TURN, "QU I", None, (11, 3, None)),
        (OTHERS_TURN, "QU I D", None, (11 + 5, 3, "QD-21")),
        # QD-23: the dictionary is not consulted
        (table("X Q Z J", "D", drawn="J"), "X Q Z", "J", (41, 0, None)),
    ],
)
def test_qd_10_qd_12_qd_15_qd_23_qd_a14_a_plan_returns_its_points_and_the_rule_against_it(
    state: qd.State, text: str, discard: str | None, words_left_rule: tuple[int, int, str | None]
) -> None:
    assert plan(state, text, discard) == words_left_rule


@pytest.mark.parametrize(("floor", "counted"), [("round+total", 0), ("total", -6)])
def test_qd_29_a_plan_returns_the_points_of_the_round(floor: Any, counted: int) -> None:
    state = table("A T Q V", "D", drawn="V", last=LAP, options=qd.Options(score_floor=floor))
    answer = GAME.ask(GAME.view(state, 0), 0, Plan(words("A T"), "Q"))
    assert answer == Planned(5, 11, counted, None)


# --- Random play


def test_valid_words_of_two_or_three_cards_are_laid_without_leftovers() -> None:
    way = short_layout("standard", cards("C A T D O"), ())
    assert sorted(card for word in way for card in word) == sorted(cards("C A T D O"))
    assert all("".join(word) in lexicon("standard") for word in way)
    assert short_layout("standard", cards("X Q Z"), ()) == ()
    assert short_layout("standard", cards("X O"), ("OX",)) == ()


def test_random_play_makes_moves_of_every_kind() -> None:
    seen = set()
    for options in (
        qd.Options(),
        qd.Options(validation="at-once"),
        qd.Options(no_first_turn_out=True),
    ):
        plies = course(GAME, GAME.setup(options, 3), Rng(5))
        seen |= {type(ply.action).__name__ for ply in plies}
    assert seen >= {"Shuffle", "Draw", "Discard", "GoOut", "Last", "Ready"}
