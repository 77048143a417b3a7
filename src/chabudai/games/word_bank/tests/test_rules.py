"""The table, turns and the end: WB-1 to WB-6, WB-26 to WB-31, and the rulings on them."""

from collections import Counter
from string import ascii_uppercase
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Illegal, Outcome, Rng, Seat, play
from chabudai.games.word_bank import GAME, state as wb
from chabudai.games.word_bank.components import HANDICAP, SAFES, STONES, Safe
from chabudai.games.word_bank.tests.support import clockwise, dealt, later, make, refused, table
from tests.support.moves import events

SIR, WRONG = clockwise("SIR", 0), clockwise("SIRRE", 0)
each_number = pytest.mark.parametrize("seats", [2, 3, 4, 5])


def started(seats: int, first: Seat = 0, **options: Any) -> wb.State:
    return make(GAME.setup(wb.Options(**options), seats), (CHANCE, wb.Shuffle(SAFES, first)))


def shuffles(seats: int, count: int, **options: Any) -> list[wb.Shuffle]:
    start = GAME.setup(wb.Options(**options), seats)
    found = [GAME.chance(start, Rng(seed)) for seed in range(count)]
    return [one for one in found if isinstance(one, wb.Shuffle)]


# --- The table


@pytest.mark.parametrize("seats", [-1, 0, 1, 6, 100])
def test_wb_1_two_to_five_play(seats: int) -> None:
    with pytest.raises(Illegal) as refusal:
        GAME.setup(wb.Options(), seats)
    assert refusal.value.rule == "WB-1"
    assert tuple(GAME.seats) == (2, 3, 4, 5)


def test_wb_2_the_safes_agree_with_the_published_facts() -> None:
    assert len(SAFES) == 52
    assert {safe.letter for safe in SAFES} == set(ascii_uppercase) - set("YZ")
    assert {safe.spaces for safe in SAFES} == {2, 3, 4, 5}
    spaces = {letter: [s.spaces for s in SAFES if s.letter == letter] for letter in "WEIF"}
    assert (spaces["W"], set(spaces["E"])) == ([2], {3, 4, 5})
    assert 3 in spaces["I"]
    assert min(spaces["F"]) >= 3


@pytest.mark.parametrize(("seats", "stones"), [(2, 20), (3, 18), (4, 15), (5, 12)])
def test_wb_3_wb_5_the_number_of_players_sets_the_stones_in_front(seats: int, stones: int) -> None:
    state = started(seats)
    assert (state.stones, state.boxed) == ((stones,) * seats, (0,) * seats)
    assert stones <= 20 <= 100 // seats


def test_wb_4_seven_safes_form_a_circle_and_the_others_a_hidden_pile() -> None:
    shuffled = Rng(4).shuffled(SAFES)
    step = play(GAME, GAME.setup(wb.Options(), 3), CHANCE, wb.Shuffle(shuffled, 2))
    assert tuple(slot.safe for slot in step.state.ring) == shuffled[:7]
    assert all(slot.stones == () for slot in step.state.ring)
    assert step.state.pile == shuffled[7:]
    assert [(news.event, news.to) for news in step.news] == [(wb.Dealt(shuffled[:7], 2), None)]


@pytest.mark.parametrize(
    "safes",
    [SAFES[:-1], (*SAFES, SAFES[0]), (*SAFES[:-1], Safe("Z", 2)), ()],
    ids=["too few", "too many", "other", "none"],
)
def test_wb_4_only_the_safes_of_the_box_are_shuffled(safes: tuple[Safe, ...]) -> None:
    assert refused(GAME.setup(wb.Options(), 3), CHANCE, wb.Shuffle(safes, 0)) == "WB-4"


@pytest.mark.parametrize("action", [wb.Pass(), SIR, WRONG], ids=["pass", "password", "wrong"])
def test_wb_6_turns_go_clockwise_from_the_first_player(action: Any) -> None:
    state, order = started(3, first=1), list[Seat]()
    for _ in range(5):
        order += GAME.to_act(state)
        state = make(state, (order[-1], wb.Pass()))
    assert order == [1, 2, 0, 1, 2]
    state = make(table("SEIRFGI", turn=2), (2, action))
    assert GAME.to_act(state) == (0,)
    assert refused(state, 2, action) == "WB-6"


@pytest.mark.parametrize("first", [-1, 3, 99])
def test_wb_6_a_game_does_not_start_at_an_absent_seat(first: Seat) -> None:
    assert refused(GAME.setup(wb.Options(), 3), CHANCE, wb.Shuffle(SAFES, first)) == "WB-6"


@each_number
def test_wb_4_wb_a14_chance_shuffles_all_safes_and_draws_the_first_player(seats: int) -> None:
    found = shuffles(seats, 60)
    assert {one.first for one in found} == set(range(seats))
    assert all(Counter(one.safes) == Counter(SAFES) for one in found)
    assert len(set(map(msgspec.json.encode, found))) == 60


@pytest.mark.parametrize("first", range(5))
def test_wb_a14_the_table_may_name_the_first_player(first: Seat) -> None:
    assert {one.first for one in shuffles(5, 5, first_player=first)} == {first}
    start = GAME.setup(wb.Options(first_player=first), 5)
    assert refused(start, CHANCE, wb.Shuffle(SAFES, (first + 1) % 5)) == "WB-A14"


@pytest.mark.parametrize(("first", "seats"), [(2, 2), (4, 4), (3, 2)])
def test_wb_a14_an_absent_first_player_is_refused(first: Seat, seats: int) -> None:
    with pytest.raises(Illegal, match=rf"^Seat {first} cannot .*\(WB-A14\)$"):
        GAME.setup(wb.Options(first_player=first), seats)


@each_number
def test_wb_a21_later_players_start_with_fewer_stones_if_agreed(seats: int) -> None:
    for first in range(seats):
        fair = started(seats, first, balanced_start=True)
        in_order = [fair.stones[(first + turn) % seats] for turn in range(seats)]
        assert in_order == [STONES[seats] - fewer for fewer in HANDICAP[seats]]


def test_wb_a20_the_rules_know_seats_and_not_colours() -> None:
    assert not [field.name for field in msgspec.structs.fields(wb.State) if "colo" in field.name]
    assert table("SEIRFGI", lying={0: (0, 1, 2)}).ring[0].stones == (0, 1, 2)


# --- The end


def test_wb_26_the_game_ends_when_a_player_has_no_stone_left_in_front() -> None:
    two = clockwise("SIR", 0, 2)
    step = play(GAME, table("SEIRFGI", stones=(5, 2, 5), turn=1), 1, two)
    assert (step.state.phase, GAME.to_act(step.state)) == (wb.Over(1), ())
    assert events(step)[-1] == wb.Ended(1, Outcome((5, 2, 5), (1,)))
    state = make(table("SEIRFGI", stones=(3, 9)), (0, two))
    assert (state.phase, GAME.outcome(state)) == (wb.Turn(1), None)


def test_wb_26_safes_are_locked_before_the_game_ends() -> None:
    step = play(GAME, table("SEIRFGI", stones=(1, 5), lying={0: (1, 1, 1)}), 0, SIR)
    assert [type(event) for event in events(step)] == [wb.Said, wb.Closed, wb.Refilled, wb.Ended]
    assert step.state.won[0] == (Safe("S", 4),)


@pytest.mark.parametrize(
    ("stones", "lying", "won", "scores", "winners"),
    [
        # WB-27: stones in front and in the circle count, those in the box do not
        ((1, 3, 4), {1: (1, 1), 2: (2,), 3: (1, 2, 2)}, (), (1, 6, 7), (0,)),
        ((1, 3, 4), {0: (1, 1, 2)}, (), (0, 3, 4), (0,)),
        # WB-28: a tie goes to the player with more safes
        ((1, 1, 4), {}, (0, 1, 3), (1, 1, 4), (1,)),
        # WB-A13: after two ties the win is shared
        ((1, 1, 1), {}, (2, 1, 2), (1, 1, 1), (0, 2)),
        ((1, 1, 2), {}, (1, 1, 9), (1, 1, 2), (0, 1)),
        # WB-29: the player who ends the game may lose
        ((1, 2), {1: (0, 0), 2: (0,)}, (), (4, 2), (1,)),
    ],
)
def test_wb_27_wb_28_wb_29_wb_a13_fewest_stones_win_then_most_safes(
    stones: tuple[int, ...],
    lying: dict[int, tuple[Seat, ...]],
    won: tuple[int, ...],
    scores: tuple[int, ...],
    winners: tuple[Seat, ...],
) -> None:
    final = make(table("SEIRFGI", stones=stones, lying=lying, won=won), (0, SIR))
    assert (final.phase, GAME.outcome(final)) == (wb.Over(0), Outcome(scores, winners))


def test_wb_30_the_pile_cannot_run_out() -> None:
    most = max(seats * stones for seats, stones in STONES.items())
    assert most // min(safe.spaces for safe in SAFES) < len(SAFES) - 7


@each_number
def test_wb_31_a_start_is_free_at_every_turn(seats: int) -> None:
    for seed in range(8):
        rng, state = Rng(seed), dealt(seats, seed)
        while isinstance(state.phase, wb.Turn):
            assert all(slot.free > 0 for slot in state.ring)
            assert state.stones[state.phase.seat] > 0
            state = later(state, 1, rng)


# --- Turns without a stone


def passes(state: wb.State, turns: int) -> wb.State:
    for _ in range(turns):
        state = make(state, (GAME.to_act(state)[0], wb.Pass()))
    return state


def test_wb_a9_a_player_may_always_pass() -> None:
    state = table("SEIRFGI", used=("AT",))
    step = play(GAME, state, 0, wb.Pass())
    assert events(step) == (wb.Passed(0),)
    assert step.state == replace(state, phase=wb.Turn(1), barren=1)


@pytest.mark.parametrize("rounds", [1, 2, 9])
@each_number
def test_wb_a9_the_game_ends_after_the_agreed_rounds_without_a_stone(
    seats: int, rounds: int
) -> None:
    start = table("SEIRFGI", stones=(5,) * seats, lying={0: (1,)}, stalemate_rounds=rounds)
    state = passes(start, rounds * seats - 1)
    assert GAME.outcome(state) is None
    (last,) = GAME.to_act(state)
    step = play(GAME, state, last, wb.Pass())
    final = Outcome((5, 6, *(5,) * (seats - 2)), tuple({0, *range(2, seats)}))
    assert events(step) == (wb.Passed(last), wb.Ended(None, final))
    assert (step.state.phase, GAME.outcome(step.state)) == (wb.Over(None), final)


def test_wb_a9_a_wrong_password_counts_like_a_pass_and_a_stone_restarts_the_count() -> None:
    state = make(table("SEIRFGI", barren=4), (0, WRONG))
    assert state.barren == 5
    assert [type(event) for event in events(play(GAME, state, 1, WRONG))] == [wb.Rejected, wb.Ended]
    state = make(table("SEIRFGI", barren=5), (0, SIR))
    assert state.barren == 0
    assert GAME.outcome(passes(state, 5)) is None
    assert GAME.outcome(passes(state, 6)) is not None


# --- Time


@pytest.mark.parametrize(("turn_clock", "seconds"), [("off", None), (10, 10), (3600, 3600)])
def test_wb_a19_a_table_may_agree_on_a_clock(turn_clock: Any, seconds: int | None) -> None:
    assert GAME.clock(GAME.view(table("SEIRFGI", turn_clock=turn_clock), 0), 0) == seconds


def test_wb_a19_a_player_whose_time_runs_out_passes_or_votes_no() -> None:
    judging = make(table("SEIRFGI", word_vote=True), (0, WRONG))
    assert GAME.idle(GAME.view(table("SEIRFGI", turn_clock=10), 0), 0) == wb.Pass()
    assert GAME.idle(GAME.view(judging, 1), 1) == wb.Vote(accept=False)


@pytest.mark.parametrize(
    "options",
    [
        {"lexicon": "huge"},
        {"first_player": 5},
        {"balanced_start": 1},
        {"contains_rule": 2},
        {"contains_rule": 9},
        {"min_length": 1},
        {"min_length": 9},
        {"root_rule": "on"},
        {"stalemate_rounds": 0},
        {"stalemate_rounds": 10},
        {"turn_clock": 9},
        {"turn_clock": 3601},
        {"komi": 7},
    ],
    ids=str,
)
def test_options_outside_their_range_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(options, wb.Options)
