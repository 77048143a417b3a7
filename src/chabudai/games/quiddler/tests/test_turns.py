"""The turn, going out and the last lap: QD-9 to QD-17, QD-A13, QD-A14, QD-A16, QD-A17, QD-A21."""

import pytest
from msgspec.structs import replace

from chabudai.core import Seat, events_for, play
from chabudai.games.quiddler import GAME, state as qd
from chabudai.games.quiddler.tests.support import lays, quiet
from chabudai.games.quiddler.tests.tables import cards, last, make, out, refused, table
from tests.support.moves import events

PILE, TOP = qd.Draw("pile"), qd.Draw("discards")
ABC = table("A B C", "D E F", pile="X Y", discards="K M")
DRAWN = make(ABC, (0, PILE))
QUIT = table("QU I T Z", "D E F", drawn="Z")
STRICT = table("QU I T Z", "D E F", drawn="Z", options=qd.Options(no_first_turn_out=True))
QUIET = table("A T Q V", "D E F", drawn="V")
OVER = table("A B C", "D E F", phase=qd.Settling((False, False)))


def last_turn(hand: str) -> qd.State:
    """Return seat 0's turn, the last one of the round. Seat 1 has gone out."""
    return table(hand, "", drawn=hand[0], last=qd.LastLap(1, (0,)))


CATS = last_turn("C A T S")


@pytest.mark.parametrize(
    ("rule", "state", "seat", "action"),
    [
        ("QD-7", ABC, 1, PILE),
        # before a card is drawn
        *(
            ("QD-9", ABC, 0, action)
            for action in (qd.Discard("A"), out("A B", "C"), last("A B", "C"))
        ),
        # a second draw, cards of another player, no card kept for the discard
        *(("QD-10", DRAWN, 0, draw) for draw in (PILE, TOP)),
        *(("QD-10", DRAWN, 0, qd.Discard(card)) for card in ("D", "QU", "☃", "")),
        ("QD-10", QUIT, 0, out("QU I T Z", "Z")),
        ("QD-10", QUIT, 0, out("QU I T", "T")),
        ("QD-10", last_turn("Z QU I T"), 0, last("QU I, T Z", "Z")),
        ("QD-10", last_turn("Z QU I T"), 0, last("QU I T", "A")),
        ("QD-10", CATS, 0, last("C A T S", "S")),  # QD-A17
        # words laid before the last lap, or going out without using all cards
        *(("QD-11", QUIET, 0, last(words, "Q")) for words in ("A T", "")),
        *(("QD-12", QUIT, 0, out(words, "Z")) for words in ("QU I", "")),
        # after the last lap
        *(("QD-14", OVER, 0, action) for action in (PILE, qd.Discard("A"))),
        *(("QD-14", OVER, 1, action("D E", "F")) for action in (out, last)),
        ("QD-16", CATS, 0, out("C A T", "S")),
        *(("QD-A14", replace(STRICT, turns=n), 0, out("QU I T", "Z")) for n in (0, 1)),
        ("QD-A7", ABC, 0, qd.Ready()),
    ],
)
def test_qd_7_qd_9_qd_10_qd_11_qd_12_qd_14_qd_16_qd_a14_qd_a17_invalid_moves_are_refused(
    rule: str, state: qd.State, seat: Seat, action: qd.Action
) -> None:
    assert refused(state, seat, action) == rule


def test_qd_9_a_turn_begins_with_a_hidden_card_of_the_pile_or_the_open_discard() -> None:
    drawn, taken = (play(GAME, ABC, 0, draw) for draw in (PILE, TOP))
    assert (drawn.state.hands[0], drawn.state.pile) == (cards("A B C X"), ("Y",))
    assert (taken.state.hands[0], taken.state.discards) == (cards("A B C M"), ("K",))
    assert drawn.state.phase == qd.Acting(0, "X", "pile")
    assert taken.state.phase == qd.Acting(0, "M", "discards")
    assert events_for(drawn.news, 0) == (qd.Drew(0, "X"),)
    for seat in (1, None):
        assert events_for(drawn.news, seat) == (qd.Drew(0, None),)
        assert events_for(taken.news, seat) == (qd.Took(0, "M"),)


def test_qd_10_qd_13_qd_a13_a_turn_ends_with_one_discard_even_of_the_drawn_card() -> None:
    step = play(GAME, DRAWN, 0, qd.Discard("B"))
    assert (step.state.hands[0], step.state.discards) == (cards("A C X"), ("K", "M", "B"))
    assert (step.state.phase, events(step)) == (qd.Drawing(1), (qd.Discarded(0, "B"),))
    for draw, card in ((PILE, "X"), (TOP, "M")):
        after = make(ABC, (0, draw), (0, qd.Discard(card)))
        assert (after.hands, after.phase) == (ABC.hands, qd.Drawing(1))


def test_qd_12_going_out_takes_all_cards_except_one_and_is_optional() -> None:
    step = play(GAME, QUIT, 0, out("QU I T", "Z"))  # QD-T4
    assert step.state.hands[0] == ()
    assert [word.word for word in step.state.laid] == ["QUIT"]
    assert events(step) == (qd.WentOut(0, (("QU", "I", "T"),)), qd.Discarded(0, "Z"))
    assert step.state.last == qd.LastLap(0, (1,))
    assert make(QUIT, (0, qd.Discard("Z"))).last is None
    assert make(replace(STRICT, turns=2), (0, out("QU I T", "Z"))).last == qd.LastLap(0, (1,))


def test_qd_14_qd_17_all_other_seats_have_one_more_turn_in_order_and_may_take_the_discard() -> None:
    state = table("U A B", "U C D", "U E F", "QU I T", pile="Z A E O N R", turn=3)
    state = make(state, *lays(3, out("QU I T", "Z")))  # QD-T12, seats counted from 0
    assert state.last == qd.LastLap(3, (0, 1, 2))
    assert "Z" in make(state, (0, TOP)).hands[0]
    order = list[Seat]()
    for _ in range(3):
        order += GAME.to_act(state)
        state = make(state, *quiet(order[-1], "U"))
    assert order == [0, 1, 2]
    assert isinstance(state.phase, qd.Settling)


def test_qd_15_qd_a16_any_words_or_none_are_laid_in_the_last_lap_and_kept_cards_shown() -> None:
    state = last_turn("A T Q V")
    step = play(GAME, state, 0, last("A T", "Q"))  # QD-T5
    assert events(step) == (
        *(qd.Added(0, (("A", "T"),)), qd.Discarded(0, "Q")),
        qd.Shown((("V",), ())),
    )
    assert GAME.view(step.state, 1).hands == step.state.hands == (("V",), ())
    none, quietly = (play(GAME, state, 0, action) for action in (last("", "Q"), qd.Discard("Q")))
    assert none == quietly
    assert (none.state.hands[0], none.state.laid) == (cards("A T V"), ())
    # A bot that lays nothing must give its reason immediately.
    assert GAME.extras.reason_disclosure(last("", "Q")) == "open"


def test_qd_16_qd_a17_all_cards_except_the_discard_may_be_laid_in_the_last_lap() -> None:
    after = make(CATS, (0, last("C A T", "S")))
    assert (after.hands[0], after.last, after.discards[-1]) == ((), qd.LastLap(1, ()), "S")


def test_qd_a21_after_the_agreed_turns_all_seats_have_a_last_one() -> None:
    state = table("U A B", "U C D", "U E F", pile="O O O O O O O", options=qd.Options(turn_cap=1))
    state = make(state, *quiet(0, "U"), *quiet(1, "U"))
    assert state.last is None
    step = play(GAME, make(state, (2, PILE)), 2, qd.Discard("U"))
    assert events(step) == (qd.Discarded(2, "U"), qd.Capped())
    assert step.state.last == qd.LastLap(None, (0, 1, 2))
    state = make(step.state, *lays(0, last("B O A", "O")), *quiet(1, "C"), *quiet(2, "E"))
    assert isinstance(state.phase, qd.Settling)


def test_qd_a21_going_out_earlier_ends_the_round_as_usual_and_without_a_limit_it_continues() -> (
    None
):
    state = table("U A B", "QU I T", pile="O Z", options=qd.Options(turn_cap=1))
    assert make(state, *quiet(0, "U"), *lays(1, out("QU I T", "Z"))).last == qd.LastLap(1, (0,))
    state = make(table("U A B", "U C D", turns=4000, pile="O P R"), *quiet(0, "U"))
    assert (state.last, state.turns) == (None, 4001)
