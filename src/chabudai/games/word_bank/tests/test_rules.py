"""RULES.md, rule by rule: the table and the turns, the end, and what follows from the rules."""

from collections import Counter
from string import ascii_uppercase

import msgspec
import pytest

from chabudai.core import CHANCE, Illegal, Outcome, Rng, Seat, play
from chabudai.games.word_bank import GAME
from chabudai.games.word_bank.components import SAFES, STONES, Safe
from chabudai.games.word_bank.rules import apply, chance, outcome, setup, to_act
from chabudai.games.word_bank.state import (
    Closed,
    Dealt,
    Ended,
    Options,
    Over,
    Pass,
    Refilled,
    Said,
    Shuffle,
    State,
    Turn,
)
from chabudai.games.word_bank.tests.support import clockwise, table
from tests.support.moves import events


def dealt(seats: int) -> State:
    """A game just dealt; the safes lie as they come out of the box and seat 0 starts."""
    return apply(setup(Options(), seats), CHANCE, Shuffle(SAFES, 0)).state


# --- The table


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_wb_1_two_to_five_may_play(seats: int) -> None:
    assert len(setup(Options(), seats).stones) == seats
    assert seats in GAME.seats


@pytest.mark.parametrize("seats", [-1, 0, 1, 6, 100])
def test_wb_1_fewer_or_more_may_not(seats: int) -> None:
    with pytest.raises(Illegal) as refusal:
        setup(Options(), seats)
    assert refusal.value.rule == "WB-1"
    assert seats not in GAME.seats


def test_wb_2_fifty_two_safes_show_a_letter_and_some_spaces() -> None:
    assert len(SAFES) == 52
    assert {safe.letter for safe in SAFES} == set(ascii_uppercase) - set("YZ")
    assert {safe.spaces for safe in SAFES} == {2, 3, 4, 5}


def test_wb_2_the_few_published_facts_hold_for_our_safes() -> None:
    spaces = {letter: [s.spaces for s in SAFES if s.letter == letter] for letter in "WEIF"}
    assert spaces["W"] == [2]
    assert set(spaces["E"]) == {3, 4, 5}
    assert 3 in spaces["I"]
    assert min(spaces["F"]) >= 3


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_wb_3_twenty_stones_of_a_colour_are_enough_for_anybody(seats: int) -> None:
    assert max(dealt(seats).stones) <= 20
    assert seats * 20 <= 100


def test_wb_4_seven_safes_lie_in_a_circle_and_the_others_in_a_pile() -> None:
    shuffled = Rng(4).shuffled(SAFES)
    state = apply(setup(Options(), 3), CHANCE, Shuffle(shuffled, 2)).state
    assert tuple(slot.safe for slot in state.ring) == shuffled[:7]
    assert state.pile == shuffled[7:]
    assert all(slot.stones == () for slot in state.ring)


def test_wb_4_the_deal_is_told_to_all_but_not_the_pile() -> None:
    step = apply(setup(Options(), 3), CHANCE, Shuffle(SAFES, 2))
    assert [(news.event, news.to) for news in step.news] == [(Dealt(SAFES[:7], 2), None)]


@pytest.mark.parametrize(
    "safes",
    [
        pytest.param(SAFES[:-1], id="one is missing"),
        pytest.param((*SAFES, SAFES[0]), id="one too many"),
        pytest.param((*SAFES[:-1], Safe("Z", 2)), id="one is not from the box"),
        pytest.param((), id="none at all"),
    ],
)
def test_wb_4_nothing_but_the_box_is_shuffled(safes: tuple[Safe, ...]) -> None:
    with pytest.raises(Illegal) as refusal:
        apply(setup(Options(), 3), CHANCE, Shuffle(safes, 0))
    assert refusal.value.rule == "WB-4"


def test_wb_4_chance_shuffles_all_safes_in_every_order() -> None:
    start = setup(Options(), 4)
    shuffles = [chance(start, Rng(seed)) for seed in range(20)]
    assert all(
        isinstance(one, Shuffle) and Counter(one.safes) == Counter(SAFES) for one in shuffles
    )
    assert len(set(map(msgspec.json.encode, shuffles))) == 20
    assert chance(start, Rng(7)) == chance(start, Rng(7))


@pytest.mark.parametrize(("seats", "stones"), [(2, 20), (3, 18), (4, 15), (5, 12)])
def test_wb_5_the_stones_in_front_depend_on_how_many_play(seats: int, stones: int) -> None:
    assert dealt(seats).stones == (stones,) * seats
    assert dealt(seats).boxed == (0,) * seats


def test_wb_6_turns_go_clockwise_from_the_one_who_starts() -> None:
    state = apply(setup(Options(), 3), CHANCE, Shuffle(SAFES, 1)).state
    order: list[Seat] = []
    for _ in range(5):
        order += to_act(state)
        state = apply(state, order[-1], Pass()).state
    assert order == [1, 2, 0, 1, 2]


def test_wb_6_a_password_and_a_pass_hand_on_the_turn_alike() -> None:
    state = table("SEIRFGI", turn=2)
    assert to_act(apply(state, 2, clockwise("SIR", 0)).state) == (0,)
    assert to_act(apply(state, 2, Pass()).state) == (0,)


def test_wb_6_nobody_moves_out_of_turn() -> None:
    state = table("SEIRFGI", turn=1)
    for seat in (-1, 0, 2, 3):
        with pytest.raises(Illegal, match="not your turn"):
            play(GAME, state, seat, clockwise("SIR", 0))


def test_wb_6_nobody_starts_who_does_not_sit_there() -> None:
    for first in (-1, 3, 99):
        with pytest.raises(Illegal) as refusal:
            apply(setup(Options(), 3), CHANCE, Shuffle(SAFES, first))
        assert refusal.value.rule == "WB-6"


# --- The end


def test_wb_26_the_game_ends_when_somebody_has_no_stone_left_in_front() -> None:
    step = apply(table("SEIRFGI", stones=(5, 2, 5), turn=1), 1, clockwise("SIR", 0, 2))
    assert step.state.phase == Over(1)
    assert to_act(step.state) == ()
    assert events(step)[-1] == Ended(1, Outcome((5, 2, 5), (1,)))


def test_wb_26_one_stone_in_front_is_enough_to_go_on() -> None:
    state = apply(table("SEIRFGI", stones=(3, 9)), 0, clockwise("SIR", 0, 2)).state
    assert state.phase == Turn(1)
    assert outcome(state) is None


def test_wb_26_safes_are_locked_before_the_game_ends() -> None:
    step = apply(table("SEIRFGI", stones=(1, 5), lying={0: (1, 1, 1)}), 0, clockwise("SIR", 0))
    assert [type(event) for event in events(step)] == [Said, Closed, Refilled, Ended]
    assert step.state.won[0] == (Safe("S", 4),)


def test_wb_26_nobody_moves_after_the_end() -> None:
    state = apply(table("SEIRFGI", stones=(1, 5)), 0, clockwise("SIR", 0)).state
    for seat in (0, 1, CHANCE):
        with pytest.raises(Illegal, match="not your turn"):
            play(GAME, state, seat, Pass())


def test_wb_27_stones_in_front_and_in_the_circle_count_and_the_fewest_win() -> None:
    lying = {1: (1, 1), 2: (2,), 3: (1, 2, 2)}
    state = apply(table("SEIRFGI", stones=(1, 3, 4), lying=lying), 0, clockwise("SIR", 0)).state
    assert outcome(state) == Outcome((1, 6, 7), (0,))


def test_wb_27_stones_in_the_box_do_not_count() -> None:
    state = table("SEIRFGI", stones=(1, 3, 4), lying={0: (1, 1, 2)})
    assert outcome(apply(state, 0, clockwise("SIR", 0)).state) == Outcome((0, 3, 4), (0,))


def test_wb_28_a_tie_goes_to_the_one_who_locked_more_safes() -> None:
    state = table("SEIRFGI", stones=(1, 1, 4), won=(0, 1, 3))
    assert outcome(apply(state, 0, clockwise("SIR", 0)).state) == Outcome((1, 1, 4), (1,))


def test_wb_28_who_ties_again_wins_together() -> None:
    state = table("SEIRFGI", stones=(1, 1, 1), won=(2, 1, 2))
    assert outcome(apply(state, 0, clockwise("SIR", 0)).state) == Outcome((1, 1, 1), (0, 2))


def test_wb_29_the_one_who_ends_the_game_may_lose() -> None:
    state = table("SEIRFGI", stones=(1, 2), lying={1: (0, 0), 2: (0,)})
    final = apply(state, 0, clockwise("SIR", 0)).state
    assert final.phase == Over(0)
    assert outcome(final) == Outcome((4, 2), (1,))


# --- Good to know


def test_wb_30_the_pile_cannot_run_out() -> None:
    most = max(seats * stones for seats, stones in STONES.items())
    fewest_spaces = min(safe.spaces for safe in SAFES)
    assert (most, fewest_spaces) == (60, 2)
    assert most // fewest_spaces < len(SAFES) - 7


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_wb_31_a_start_is_free_at_every_turn(seats: int) -> None:
    for seed in range(15):
        rng = Rng(seed)
        state = apply(setup(Options(), seats), CHANCE, chance(setup(Options(), seats), rng)).state
        while isinstance(state.phase, Turn):
            assert all(slot.free > 0 for slot in state.ring)
            assert state.stones[state.phase.seat] > 0
            seat = state.phase.seat
            state = apply(state, seat, GAME.sample(GAME.view(state, seat), seat, rng)).state
