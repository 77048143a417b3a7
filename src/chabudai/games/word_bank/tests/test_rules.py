"""The table, turns, votes and the end: WB-1 to WB-6, WB-26 to WB-31, and the rulings on them."""

from collections import Counter
from string import ascii_uppercase
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Outcome, Rng, Seat, events_for, play
from chabudai.core.text import Reader
from chabudai.games.word_bank import GAME, state as wb
from chabudai.games.word_bank.components import SAFES, STONES, Safe
from chabudai.games.word_bank.tests.support import (
    clockwise,
    make,
    refused,
    refused_table,
    said,
    table,
)
from chabudai.games.word_bank.view import Doubt
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


def test_wb_1_two_to_five_play() -> None:
    assert {refused_table(seats) for seats in (-1, 0, 1, 6, 100)} == {"WB-1"}
    assert tuple(GAME.seats) == (2, 3, 4, 5)


def test_wb_2_the_safes_agree_with_the_published_facts() -> None:
    assert len(SAFES) == 52
    assert {safe.letter for safe in SAFES} == set(ascii_uppercase) - set("YZ")
    assert {safe.spaces for safe in SAFES} == {2, 3, 4, 5}
    spaces = {letter: [s.spaces for s in SAFES if s.letter == letter] for letter in "WEIF"}
    assert (spaces["W"], set(spaces["E"])) == ([2], {3, 4, 5})
    assert 3 in spaces["I"]
    assert min(spaces["F"]) >= 3


def test_wb_3_wb_5_the_number_of_players_sets_the_stones_in_front() -> None:
    for seats, stones in ((2, 20), (3, 18), (4, 15), (5, 12)):
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


def test_wb_4_wb_6_only_the_safes_of_the_box_are_shuffled_and_a_seat_starts() -> None:
    start = GAME.setup(wb.Options(), 3)
    for safes in (SAFES[:-1], (*SAFES, SAFES[0]), (*SAFES[:-1], Safe("Z", 2)), ()):
        assert refused(start, CHANCE, wb.Shuffle(safes, 0)) == "WB-4"
    for first in (-1, 3, 99):
        assert refused(start, CHANCE, wb.Shuffle(SAFES, first)) == "WB-6"


def test_wb_6_turns_go_clockwise_from_the_first_player() -> None:
    state, order = started(3, first=1), list[Seat]()
    for _ in range(5):
        order += GAME.to_act(state)
        state = make(state, (order[-1], wb.Pass()))
    assert order == [1, 2, 0, 1, 2]
    for action in (wb.Pass(), SIR, WRONG):
        state = make(table("SEIRFGI", turn=2), (2, action))
        assert GAME.to_act(state) == (0,)
        assert refused(state, 2, action) == "WB-6"


@each_number
def test_wb_4_wb_a14_chance_shuffles_all_safes_and_draws_the_first_player(seats: int) -> None:
    found = shuffles(seats, 60)
    assert {one.first for one in found} == set(range(seats))
    assert all(Counter(one.safes) == Counter(SAFES) for one in found)
    assert len(set(map(msgspec.json.encode, found))) == 60


def test_wb_a14_the_table_may_name_the_first_player() -> None:
    for first in range(5):
        assert {one.first for one in shuffles(5, 5, first_player=first)} == {first}
        start = GAME.setup(wb.Options(first_player=first), 5)
        assert refused(start, CHANCE, wb.Shuffle(SAFES, (first + 1) % 5)) == "WB-A14"
    assert refused_table(2, first_player=2) == refused_table(4, first_player=4) == "WB-A14"


@each_number
def test_wb_a21_later_players_start_with_fewer_stones_if_agreed(seats: int) -> None:
    for first in range(seats):
        fair = started(seats, first, balanced_start=True)
        in_order = [fair.stones[(first + turn) % seats] for turn in range(seats)]
        fewer = ((0, 4), (0, 2, 4), (0, 1, 2, 3), (0, 1, 1, 4, 5))[seats - 2]
        assert in_order == [STONES[seats] - each for each in fewer]


def test_wb_a20_the_rules_know_seats_and_not_colours() -> None:
    assert not [field.name for field in msgspec.structs.fields(wb.State) if "colo" in field.name]
    assert table("SEIRFGI", lying={0: (0, 1, 2)}).ring[0].stones == (0, 1, 2)


# --- The end


def test_wb_26_the_game_ends_when_a_player_has_no_stone_left_after_safes_are_locked() -> None:
    two = clockwise("SIR", 0, 2)
    step = play(GAME, table("SEIRFGI", stones=(5, 2, 5), lying={0: (0, 0, 2)}, turn=1), 1, two)
    assert [type(event) for event in events(step)] == [wb.Said, wb.Closed, wb.Refilled, wb.Ended]
    assert events(step)[-1] == wb.Ended(1, Outcome((5, 1, 5), (1,)))
    assert (step.state.phase, GAME.to_act(step.state)) == (wb.Over(1), ())
    assert step.state.won[1] == (Safe("S", 4),)
    state = make(table("SEIRFGI", stones=(3, 9)), (0, two))
    assert (state.phase, GAME.outcome(state)) == (wb.Turn(1), None)


def test_wb_27_wb_28_wb_29_wb_a13_fewest_stones_win_then_most_safes() -> None:
    for settled, scores, winners in (
        # WB-27: stones in front and in the circle count, those in the box do not
        (
            {"stones": (1, 3, 4), "lying": {1: (1, 1), 2: (2,), 3: (1, 2, 2)}},
            (1, 6, 7),
            (0,),
        ),
        ({"stones": (1, 3, 4), "lying": {0: (1, 1, 2)}}, (0, 3, 4), (0,)),
        # WB-28: a tie goes to the player with more safes
        ({"stones": (1, 1, 4), "won": (0, 1, 3)}, (1, 1, 4), (1,)),
        # WB-A13: after two ties the win is shared
        ({"stones": (1, 1, 1), "won": (2, 1, 2)}, (1, 1, 1), (0, 2)),
        ({"stones": (1, 1, 2), "won": (1, 1, 9)}, (1, 1, 2), (0, 1)),
        # WB-29: the player who ends the game may lose
        ({"stones": (1, 2), "lying": {1: (0, 0), 2: (0,)}}, (4, 2), (1,)),
    ):
        final = make(table("SEIRFGI", **settled), (0, SIR))
        assert (final.phase, GAME.outcome(final)) == (wb.Over(0), Outcome(scores, winners))


def test_wb_30_the_pile_cannot_run_out() -> None:
    most = max(seats * stones for seats, stones in STONES.items())
    assert most // min(safe.spaces for safe in SAFES) < len(SAFES) - 7


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


@each_number
def test_wb_a9_the_game_ends_after_the_agreed_rounds_without_a_stone(seats: int) -> None:
    final = Outcome((5, 6, *(5,) * (seats - 2)), tuple({0, *range(2, seats)}))
    for rounds in (1, 2, 9):
        start = table("SEIRFGI", stones=(5,) * seats, lying={0: (1,)}, stalemate_rounds=rounds)
        state = passes(start, rounds * seats - 1)
        assert GAME.outcome(state) is None
        (last,) = GAME.to_act(state)
        step = play(GAME, state, last, wb.Pass())
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


def test_wb_a19_a_table_may_agree_on_a_clock_and_a_slow_player_passes_or_votes_no() -> None:
    for turn_clock, seconds in (("off", None), (10, 10), (3600, 3600)):
        state = table("SEIRFGI", turn_clock=turn_clock, word_vote=True)
        view = GAME.view(state, 0)
        assert (GAME.clock(view, 0), GAME.idle(view, 0)) == (seconds, wb.Pass())
        assert GAME.idle(GAME.view(make(state, (0, WRONG)), 1), 1) == wb.Vote(accept=False)


def test_options_outside_their_range_are_refused() -> None:
    for name, values in {
        "first_player": (5,),
        "contains_rule": (2, 9),
        "min_length": (1, 9),
        "stalemate_rounds": (0, 10),
        "turn_clock": (9, 3601),
    }.items():
        for value in values:
            with pytest.raises(msgspec.ValidationError):
                msgspec.convert({name: value}, wb.Options)


# --- Votes

SAY = clockwise("SIRRE", 0, 2)
YES, NO = wb.Vote(accept=True), wb.Vote(accept=False)


def doubt(*ballots: bool | None, **settled: Any) -> wb.State:
    """Return the table after seat 0 has said SIRRE, and seats 1, 2, … have voted."""
    state = table("SEIRFGI", **{"stones": (9, 9, 9), "word_vote": True, **settled})
    votes = [(seat, wb.Vote(vote)) for seat, vote in enumerate(ballots, 1) if vote is not None]
    return make(state, (0, SAY), *votes)


def test_wb_a18_only_the_dictionary_is_put_to_the_vote_and_only_if_agreed() -> None:
    assert said("SIRRE") == "WB-8"
    assert refused(table("SEIRFGI", word_vote=True), 0, clockwise("SIRRE", 0, 4)) == "WB-16"
    assert said("ARRE", word_vote=True) == "WB-7"
    assert said("SIRRE", word_vote=True, used=("SIRRE",)) == "WB-9"
    assert said("SIRRE", word_vote=True, used=("IRR",)) == "WB-10"
    assert said("SIRRE", word_vote=True, min_length=6) == "WB-A8"


def test_wb_a18_other_moves_wait_for_the_vote() -> None:
    assert refused(table("SEIRFGI"), 0, YES) == "WB-A18"
    for action in (wb.Pass(), clockwise("SIR", 0), clockwise("SIRRE", 0)):
        assert {refused(doubt(True), seat, action) for seat in (0, 2)} == {"WB-A18"}


@pytest.mark.parametrize("retry_words", [False, True])
def test_wb_a18_all_other_seats_vote_on_an_unknown_word(retry_words: bool) -> None:
    before = table("SEIRFGI", word_vote=True, retry_words=retry_words)
    step = play(GAME, before, 0, SAY)
    assert events(step) == (wb.Doubted(0, "SIRRE"),)
    assert step.state == replace(before, phase=wb.Judging(0, SAY, (None, None, None)))
    assert GAME.to_act(step.state) == (1, 2)
    for legal in (GAME.menu, GAME.legal_actions):
        seats = [tuple(legal(GAME.view(doubt(True), seat), seat)) for seat in range(3)]
        assert seats == [(), (), (YES, NO)]
    assert {GAME.sample(GAME.view(doubt(), 1), 1, Rng(seed)) for seed in range(20)} == {YES, NO}


def test_wb_a18_a_word_that_all_seats_accept_stands() -> None:
    for seats in (2, 3, 4, 5):
        state = doubt(*(True,) * (seats - 2), stones=(9,) * seats)
        assert GAME.to_act(state) == (seats - 1,)
        step = play(GAME, state, seats - 1, YES)
        assert events(step) == (
            wb.Judged(0, "SIRRE", accepted=True, votes=(None, *(True,) * (seats - 1))),
            wb.Said(0, "SIRRE", "clockwise", (0, 2)),
        )
        assert (step.state.stones[0], step.state.used) == (7, ("SIRRE",))
        assert GAME.to_act(step.state) == (1,)


@pytest.mark.parametrize("accept", [False, True])
def test_wb_a18_the_reason_for_a_doubted_word_is_disclosed_once_all_votes_are_in(
    accept: bool,
) -> None:
    before = table("SEIRFGI", stones=(9, 9, 9), word_vote=True)
    assert not any(map(GAME.extras.discloses_reasons, events(play(GAME, before, 0, SAY))))
    disclosures = [
        GAME.extras.reason_disclosure(each) for each in (SAY, wb.Vote(accept), wb.Pass())
    ]
    assert disclosures == ["kept", "kept", "open"]
    assert GAME.extras.why is not None
    known = GAME.view(before, 0)
    assert GAME.extras.why()(known, 0, SAY, GAME.view(doubt(accept), None)) is None
    step = play(GAME, doubt(True), 2, wb.Vote(accept))
    assert any(map(GAME.extras.discloses_reasons, events(step)))
    reason = GAME.extras.why()(known, 0, SAY, GAME.view(step.state, None))
    assert reason is not None
    assert Reader("en", {}, str).sentence(reason) == (
        "Best word I found: SIRRE, for 2 stones. That is about 3 stones better than a pass."
        if accept
        else "It thought SIRRE was a word."
    )


def test_wb_a18_an_accepted_word_may_lock_safes_and_end_the_game() -> None:
    step = play(GAME, doubt(True, stones=(2, 9, 9), lying={0: (1, 1, 2)}), 2, YES)
    kinds = [type(event).__name__ for event in events(step)]
    assert kinds == ["Judged", "Said", "Closed", "Refilled", "Ended"]


@pytest.mark.parametrize("retry_words", [False, True])
def test_wb_a18_a_single_rejection_loses_the_turn(retry_words: bool) -> None:
    for first, second in ((True, False), (False, True), (False, False)):
        step = play(GAME, doubt(first, retry_words=retry_words), 2, wb.Vote(second))
        judged = wb.Judged(0, "SIRRE", accepted=False, votes=(None, first, second))
        for seat in (0, 1, 2, None):
            assert events_for(step.news, seat)[0] == judged
        assert [each.rule for each in events(step) if isinstance(each, wb.Rejected)] == ["WB-8"]
        assert (step.state.phase, step.state.barren) == (wb.Turn(1), 1)
        assert (step.state.stones, step.state.used) == ((9, 9, 9), ())


def test_wb_a18_a_seat_sees_only_its_own_vote_before_the_last_and_that_others_have_voted() -> None:
    state = doubt(True, None, False, stones=(9,) * 4)

    def votes(seat: Seat | None) -> tuple[object, ...]:
        phase = GAME.view(state, seat).phase
        assert isinstance(phase, Doubt)
        return phase.votes

    hidden = (None, "hidden", None, "hidden")
    assert votes(0) == votes(2) == votes(None) == hidden
    assert votes(1) == (None, True, None, "hidden")
    assert votes(3) == (None, "hidden", None, False)
    imagined = [GAME.determinize(GAME.view(state, 1), Rng(seed)).phase for seed in range(30)]
    cast = {phase.votes for phase in imagined if isinstance(phase, wb.Judging)}
    assert cast == {(None, True, None, True), (None, True, None, False)}
    yes, no = (play(GAME, doubt(), 2, vote) for vote in (YES, NO))
    assert GAME.to_act(yes.state) == (1,)
    for seat in (0, 1, 2, None):
        assert events_for(yes.news, seat) == events_for(no.news, seat) == (wb.Voted(2),)
