"""The turn, going out and the last lap: QD-9 to QD-17, QD-A13, QD-A14, QD-A16, QD-A17, QD-A21."""

import pytest
from msgspec.structs import replace

from chabudai.core import events_for, play
from chabudai.games.quiddler import GAME
from chabudai.games.quiddler.state import (
    Acting,
    Added,
    Capped,
    Discard,
    Discarded,
    Draw,
    Drawing,
    Drew,
    LastLap,
    Options,
    Ready,
    Settling,
    Shown,
    State,
    Took,
    WentOut,
)
from chabudai.games.quiddler.tests.support import lays, quiet
from chabudai.games.quiddler.tests.tables import cards, last, make, out, refused, table
from tests.support.moves import events


def four() -> State:
    """Four players in the first round."""
    return table("U A B", "U C D", "U E F", "QU I T", pile="Z A E O N R", turn=3)


def test_qd_9_a_turn_begins_with_a_card_from_the_draw_pile_or_the_discards() -> None:
    state = table("A B C", "D E F", pile="X Y", discards="K M")
    drawn = make(state, (0, Draw("pile")))
    assert (drawn.hands[0], drawn.pile) == (cards("A B C X"), ("Y",))
    assert drawn.phase == Acting(0, "X", "pile")
    taken = make(state, (0, Draw("discards")))
    assert (taken.hands[0], taken.discards) == (cards("A B C M"), ("K",))
    assert taken.phase == Acting(0, "M", "discards")


def test_qd_9_only_the_top_discard_can_be_seen_to_be_taken_and_the_pile_is_secret() -> None:
    state = table("A B C", "D E F", pile="X Y", discards="K M")
    hidden = play(GAME, state, 0, Draw("pile")).news
    assert events_for(hidden, 0) == (Drew(0, "X"),)
    assert events_for(hidden, 1) == events_for(hidden, None) == (Drew(0, None),)
    assert events_for(play(GAME, state, 0, Draw("discards")).news, 1) == (Took(0, "M"),)


def test_qd_9_nothing_is_discarded_or_laid_before_a_card_is_drawn() -> None:
    state = table("C A T", "D E F")
    assert refused(state, 0, Discard("C")) == "QD-9"
    assert refused(state, 0, out("C A", "T")) == "QD-9"
    assert refused(state, 0, last("C A", "T")) == "QD-9"


def test_qd_10_a_turn_ends_with_one_discard() -> None:
    state = make(table("A B C", "D E F", pile="X Y"), (0, Draw("pile")))
    assert refused(state, 0, Draw("pile")) == "QD-10"
    assert refused(state, 0, Draw("discards")) == "QD-10"
    step = play(GAME, state, 0, Discard("B"))
    assert step.state.hands[0] == cards("A C X")
    assert step.state.discards == ("M", "B")
    assert step.state.phase == Drawing(1)
    assert events(step) == (Discarded(0, "B"),)


def test_qd_10_a_card_that_one_does_not_hold_cannot_be_discarded() -> None:
    state = make(table("A B C", "D E F", pile="X Y"), (0, Draw("pile")))
    for card in ("D", "QU", "☃", ""):
        assert refused(state, 0, Discard(card)) == "QD-10"


def test_qd_10_one_card_is_kept_for_the_discard() -> None:
    state = table("QU I T Z", "D E F", drawn="Z")
    assert refused(state, 0, out("QU I T Z", "Z")) == "QD-10"
    assert refused(state, 0, out("QU I T", "T")) == "QD-10"
    lap = LastLap(1, (0,))
    assert refused(replace(state, last=lap), 0, last("QU I, T Z", "Z")) == "QD-10"
    assert refused(replace(state, last=lap), 0, last("QU I T", "A")) == "QD-10"


def test_qd_11_words_are_not_laid_before_somebody_goes_out() -> None:
    state = table("A T Q V", "D E F", drawn="V")
    assert refused(state, 0, last("A T", "Q")) == "QD-11"
    assert refused(state, 0, last("", "Q")) == "QD-11"


def test_qd_12_going_out_takes_all_cards_but_one() -> None:
    state = table("QU I T Z", "D E F", drawn="Z")
    step = play(GAME, state, 0, out("QU I T", "Z"))  # QD-T4
    assert step.state.hands[0] == ()
    assert [word.word for word in step.state.laid] == ["QUIT"]
    assert events(step) == (WentOut(0, (("QU", "I", "T"),)), Discarded(0, "Z"))
    assert refused(state, 0, out("QU I", "Z")) == "QD-12"
    assert refused(state, 0, out("", "Z")) == "QD-12"


def test_qd_12_nobody_has_to_go_out() -> None:
    state = table("QU I T Z", "D E F", drawn="Z")
    assert make(state, (0, Discard("Z"))).last is None


def test_qd_13_a_quiet_turn_is_a_draw_and_a_discard() -> None:
    state = make(table("A B C", "D E F", pile="X Y"), *quiet(0, "X"))
    assert state.hands[0] == cards("A B C")
    assert state.phase == Drawing(1)


def test_qd_14_everybody_else_has_one_more_turn_in_order() -> None:
    state = make(four(), *lays(3, out("QU I T", "Z")))  # QD-T12, seats counted from 0
    assert state.last == LastLap(3, (0, 1, 2))
    order = []
    for card in "UUU":
        (seat,) = GAME.to_act(state)
        order.append(seat)
        state = make(state, *quiet(seat, card))
    assert order == [0, 1, 2]
    assert isinstance(state.phase, Settling)


def test_qd_14_no_turns_come_after_the_last_lap() -> None:
    state = table("A B C", "D E F", phase=Settling((False, False)))
    assert refused(state, 0, Draw("pile")) == "QD-14"
    assert refused(state, 0, Discard("A")) == "QD-14"
    assert refused(state, 1, out("D E", "F")) == "QD-14"
    assert refused(state, 1, last("D E", "F")) == "QD-14"


def last_turn(hand: str) -> State:
    """The last turn of the round, seat 0's; seat 1 has gone out."""
    return table(hand, "", drawn=hand[0], last=LastLap(1, (0,)))


def test_qd_15_in_the_last_lap_any_words_can_be_laid_or_none() -> None:
    state = last_turn("A T Q V")
    step = play(GAME, state, 0, last("A T", "Q"))  # QD-T5
    assert step.state.hands[0] == ("V",)
    assert events(step)[:2] == (Added(0, (("A", "T"),)), Discarded(0, "Q"))
    none = play(GAME, state, 0, last("", "Q"))
    quietly = play(GAME, state, 0, Discard("Q"))
    assert none == quietly
    assert none.state.hands[0] == cards("A T V")
    # A bot that lays nothing may be asked why at once.
    assert GAME.extras.reason_disclosure(last("", "Q")) == "open"


def test_qd_15_the_cards_kept_are_shown_after_the_last_turn() -> None:
    step = play(GAME, last_turn("A T Q V"), 0, last("A T", "Q"))
    assert events(step)[-1] == Shown((("V",), ()))
    assert GAME.view(step.state, 1).hands == (("V",), ())


def test_qd_16_only_one_goes_out() -> None:
    state = last_turn("C A T S")
    assert refused(state, 0, out("C A T", "S")) == "QD-16"
    after = make(state, (0, last("C A T", "S")))
    assert after.hands[0] == ()
    assert after.last == LastLap(1, ())


def test_qd_17_the_next_player_may_take_the_discard_of_who_went_out() -> None:
    state = make(four(), *lays(3, out("QU I T", "Z")), (0, Draw("discards")))
    assert "Z" in state.hands[0]


def test_qd_a13_the_card_just_taken_may_be_discarded() -> None:
    state = table("A B C", "D E F", discards="K M")
    after = make(state, (0, Draw("discards")), (0, Discard("M")))
    assert (after.hands, after.discards) == (state.hands, state.discards)


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_qd_a14_a_table_may_bar_going_out_in_the_first_turn(turns: int) -> None:
    state = table("QU I T Z", "D E F", drawn="Z", turns=turns)
    assert make(state, (0, out("QU I T", "Z"))).last is not None
    strict = replace(state, options=Options(no_first_turn_out=True))
    if turns < 2:
        assert refused(strict, 0, out("QU I T", "Z")) == "QD-A14"
    else:
        assert make(strict, (0, out("QU I T", "Z"))).last == LastLap(0, (1,))


def test_qd_a16_nobody_has_to_lay_a_word_in_the_last_lap() -> None:
    assert make(last_turn("C A T S"), (0, Discard("S"))).laid == ()


def test_qd_a17_the_last_turn_too_ends_with_a_discard() -> None:
    after = make(last_turn("C A T S"), (0, last("C A T", "S")))
    assert after.discards[-1] == "S"
    assert refused(last_turn("C A T S"), 0, last("C A T S", "S")) == "QD-10"


def test_qd_a21_after_the_turns_agreed_everybody_has_a_last_one() -> None:
    state = table("U A B", "U C D", "U E F", pile="O O O O O O O", options=Options(turn_cap=1))
    state = make(state, *quiet(0, "U"), *quiet(1, "U"))
    assert state.last is None
    step = play(GAME, make(state, (2, Draw("pile"))), 2, Discard("U"))
    assert events(step) == (Discarded(2, "U"), Capped())
    assert step.state.last == LastLap(None, (0, 1, 2))
    state = make(step.state, *lays(0, last("B O A", "O")), *quiet(1, "C"), *quiet(2, "E"))
    assert isinstance(state.phase, Settling)


def test_qd_a21_who_goes_out_before_ends_it_as_usual() -> None:
    state = table("U A B", "QU I T", pile="O Z", options=Options(turn_cap=1))
    state = make(state, *quiet(0, "U"), *lays(1, out("QU I T", "Z")))
    assert state.last == LastLap(1, (0,))


def test_qd_a21_without_a_limit_a_round_goes_on() -> None:
    state = table("U A B", "U C D", turns=4000, pile="O P R")
    state = make(state, *quiet(0, "U"))
    assert (state.last, state.turns) == (None, 4001)
    assert refused(state, 1, Ready()) == "QD-A7"
