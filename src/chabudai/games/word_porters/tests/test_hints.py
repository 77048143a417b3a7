"""RULES.md from WP-18 to WP-31: placing porters."""

from itertools import product

import pytest
from msgspec.structs import replace

from chabudai.core import Rng
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.rules.placement import FREE, SURCHARGE
from chabudai.games.word_porters.state import (
    Action,
    Hinting,
    Pass,
    Passed,
    Place,
    Placed,
    Resting,
    State,
    Tokens,
    Voting,
)
from chabudai.games.word_porters.tests.tables import (
    PASS,
    dealt,
    make,
    placed,
    refused,
    spot,
    step_of,
    table,
    voting,
)
from tests.support.moves import events

ALL_TAKEN = " ".join(f"{at % 3}{card}1:1" for at, card in enumerate("ABCDEFGHIJ"))
"""A porter of seat 0, 1 or 2 on every card of a table of four."""


def open_to(state: State, seat: int) -> set[str]:
    """The hint words on which `seat` may place, such as {"A1", "B2"}."""
    return {
        f"{chr(ord('A') + action.card)}{action.word + 1}"
        for action in GAME.legal_actions(GAME.view(state, seat), seat)
        if isinstance(action, Place)
    }


def paid_at(state: State, seat: int, where: str) -> Tokens:
    """The porters that a placement took."""
    event = events(step_of(state, seat, spot(where)))[0]
    assert isinstance(event, Placed)
    return event.tokens


# --- A turn


def test_wp_18_one_placement_and_it_is_the_next_players_turn() -> None:
    step = step_of(table(4), 0, spot("C2"))
    assert events(step) == (Placed(0, 2, 1, (1,)),)
    assert step.state.placed == placed("0C2:1")
    assert step.state.phase == Hinting(1)
    assert refused(step.state, 0, spot("D1")) == "WP-18"


def test_wp_18_nobody_places_out_of_turn() -> None:
    assert refused(table(4), 1, spot("C2")) == "WP-18"


def test_wp_19_a_hint_word_takes_one_player_only() -> None:
    state = table(4, "0A1:1", turn=1)
    assert refused(state, 1, spot("A1")) == "WP-19"
    assert "A1" not in open_to(state, 1)


def test_wp_20_nobody_places_twice_on_a_card() -> None:
    state = table(4, "0A1:1")
    assert refused(state, 0, spot("A2")) == "WP-20"
    assert refused(state, 0, spot("A1")) == "WP-20"
    assert open_to(state, 0).isdisjoint({"A1", "A2"})


def test_wp_21_an_untouched_card_takes_the_smallest_porter() -> None:
    state = table(4)
    for tokens, price, left in (("123", (1,), (2, 3)), ("23", (2,), (3,)), ("2", (2,), ())):
        now = replace(state, tokens=(tuple(map(int, tokens)), *state.tokens[1:]))
        after = make(now, (0, spot("B1")))
        assert paid_at(now, 0, "B1") == price
        assert after.tokens[0] == left


def test_wp_22_a_touched_card_takes_the_smallest_upon_the_3() -> None:
    state = table(4, "1A1:1", tokens="123 23 123 123")
    assert paid_at(state, 0, "A2") == (1, 3)
    assert make(state, (0, spot("A2"))).tokens[0] == (2,)
    later = table(4, "1A1:1", tokens="23 23 123 123")
    assert paid_at(later, 0, "A2") == (2, 3)
    assert make(later, (0, spot("A2"))).tokens[0] == ()


@pytest.mark.parametrize("left", ["3", "2"])
def test_wp_22_one_porter_cannot_pay_for_a_touched_card(left: str) -> None:
    state = table(4, "1A1:1", tokens=f"{left} 23 123 123")
    assert refused(state, 0, spot("A2")) == "WP-22"
    assert open_to(state, 0).isdisjoint({"A1", "A2"})


def test_wp_23_the_open_hint_words_are_those_of_the_definition() -> None:
    state = table(4, "0A1:1 1B1:1 2C2:13 3B2:13", tokens="23 23 2 2")
    for seat, tokens in enumerate(state.tokens):
        now = replace(state, phase=Hinting(seat))
        expected = set()
        for card, word in product("ABCDEFGHIJ", "12"):
            there = [one for one in state.placed if one.card == ord(card) - ord("A")]
            free = all(one.word != int(word) - 1 for one in there)
            absent = all(one.seat != seat for one in there)
            payable = not there or (3 in tokens and len(tokens) > 1)
            if free and absent and payable:
                expected.add(card + word)
        assert open_to(now, seat) == expected
        assert expected


def test_wp_24_who_can_place_has_to() -> None:
    state = table(4, "0A1:1", turn=1)
    assert refused(state, 1, PASS) == "WP-24"
    assert Pass() not in list(GAME.legal_actions(GAME.view(state, 1), 1))


def test_wp_24_a_touched_card_may_be_chosen_while_there_are_others() -> None:
    state = table(4, "0A1:1", turn=1)
    assert {"A2", "B1"} <= open_to(state, 1)


def test_wp_25_who_cannot_place_passes_by_themselves() -> None:
    state = table(4, ALL_TAKEN.removesuffix(" 0J1:1"), turn=0, tokens="23 23 23 3")
    step = step_of(state, 0, spot("J1"))
    assert step.state.phase == Hinting(1)
    third = step_of(make(step.state, (1, spot("A2"))), 2, spot("B2"))
    assert events(third)[1:] == (Passed(3, forced=True), Passed(0, forced=True))
    assert isinstance(third.state.phase, Voting)


def test_wp_25_with_one_untouched_card_nobody_passes() -> None:
    state = table(4, ALL_TAKEN.removesuffix(" 0J1:1"), turn=3, tokens="23 23 23 3")
    assert open_to(state, 3) == {"J1", "J2"}
    assert refused(state, 3, PASS) == "WP-24"


def test_wp_26_who_has_no_porters_left_has_no_turn() -> None:
    state = table(4, "1A1:1", turn=0, tokens="123 - - 23")
    assert make(state, (0, spot("B1"))).phase == Hinting(3)
    assert refused(table(4, tokens="- 123 123 123"), 0, spot("A1")) == "WP-26"


def test_wp_27_who_has_passed_is_out_and_passes_once() -> None:
    for seats in (4, 5, 6):
        for seed in range(60):
            state, passed = dealt(seats, seed), []
            rng = Rng(seed)
            while isinstance(state.phase, Hinting):
                seat = state.phase.seat
                assert seat not in passed
                step = step_of(state, seat, GAME.sample(GAME.view(state, seat), seat, rng))
                passed += [one.seat for one in events(step) if isinstance(one, Passed)]
                state = step.state
            assert len(passed) == len(set(passed))
            assert set(passed) == {seat for seat in range(seats) if state.tokens[seat]}


def test_wp_28_when_nobody_can_place_all_vote_and_porters_left_lie_open() -> None:
    state = table(4, ALL_TAKEN, turn=0, tokens="23 3 3 -")
    step = step_of(state, 0, spot("B2"))
    assert step.state.phase == Voting(((),) * 4)
    assert step.state.tokens == ((), (3,), (3,), ())
    assert GAME.view(step.state, None).tokens == step.state.tokens


def test_wp_28_no_hint_is_given_while_votes_are_cast_or_after() -> None:
    for state in (voting(4), replace(voting(4), phase=Resting((False,) * 4))):
        assert refused(state, 0, spot("A1")) == "WP-28"
        assert refused(state, 0, PASS) == "WP-28"


# --- What follows from these rules


def played_hints(seats: int, seed: int, *, untouched_first: bool) -> State:
    """A round up to the votes."""
    state, rng = dealt(seats, seed), Rng(seed)
    while isinstance(state.phase, Hinting):
        seat = state.phase.seat
        legal = list(GAME.legal_actions(GAME.view(state, seat), seat))
        touched = {one.card for one in state.placed}
        free = [one for one in legal if isinstance(one, Place) and one.card not in touched]
        chosen: list[Action] = [*free] if free and untouched_first else legal
        state = make(state, (seat, rng.choice(chosen)))
    return state


def test_wp_29_at_a_table_of_three_nobody_passes() -> None:
    for seed in range(150):
        assert played_hints(3, seed, untouched_first=False).tokens == ((), (), ())


def test_wp_30_hint_words_are_never_all_taken() -> None:
    for seats in (3, 4, 5, 6):
        state = played_hints(seats, seats, untouched_first=False)
        assert len(state.placed) <= 3 * seats < 2 * len(state.hints)


@pytest.mark.parametrize(("seats", "left"), [(3, 0), (4, 2), (5, 4), (6, 6)])
def test_wp_31_so_many_porters_are_left_if_free_cards_are_used_first(seats: int, left: int) -> None:
    for seed in range(25):
        state = played_hints(seats, seed, untouched_first=True)
        assert sum(map(len, state.tokens)) == left
        mixed = played_hints(seats, seed, untouched_first=False)
        assert sum(map(len, mixed.tokens)) <= left


def test_wp_22_porters_change_hands_in_these_ways_and_no_others() -> None:
    free = {"123": "23", "23": "3", "3": "", "2": ""}
    double = {"123": "2", "23": ""}
    for tokens in ("123", "23", "3", "2"):
        state = table(4, "1A1:1", tokens=f"{tokens} 23 123 123")
        assert make(state, (0, spot("B1"))).tokens[0] == tuple(map(int, free[tokens]))
        if tokens in double:
            after = make(state, (0, spot("A2")))
            assert after.tokens[0] == tuple(map(int, double[tokens]))
        else:
            assert refused(state, 0, spot("A2")) == "WP-22"
    assert len(FREE) == 4
    assert len(SURCHARGE) == 2


def test_wp_20_the_example_of_two_on_a_card() -> None:
    state = make(table(4), (0, spot("A1")))
    assert refused(state, 1, spot("A1")) == "WP-19"
    state = make(state, (1, spot("A2")))
    assert state.tokens[1] == (2,)
    state = make(state, (2, spot("B1")), (3, spot("C1")))
    assert refused(state, 0, spot("A2")) == "WP-20"
    state = make(state, (0, spot("D1")))
    assert refused(state, 1, spot("B2")) == "WP-22"
    assert paid_at(state, 1, "E1") == (2,)
