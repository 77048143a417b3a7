"""Challenges and the end of a round: QD-24 to QD-28, QD-35, QD-A3 to QD-A5, QD-A7."""

from typing import Any

import pytest

from chabudai.core import Seat, Why, play
from chabudai.games.quiddler import GAME, state as qd
from chabudai.games.quiddler.questions import Stake, Staked
from chabudai.games.quiddler.tests.tables import all_ready, laid, make, refused, table, totals
from tests.support.moves import events

WORDS = (laid(0, "H O G"), laid(1, "V X J"))
HOG, VXJ = qd.Challenge(1, 0), qd.Challenge(1, 1)


def playing(**fields: Any) -> qd.State:
    """Return seat 2's turn at a table of three. Seat 0's HOG is a word. Seat 1's VXJ is not."""
    return table("", "", "A B C", turn=2, **{"laid": WORDS, "last": qd.LastLap(0, (2,)), **fields})


def settling(**fields: Any) -> qd.State:
    return playing(phase=qd.Settling((False, False, False)), last=qd.LastLap(0, ()), **fields)


@pytest.mark.parametrize("state", [playing(), make(playing(), (2, qd.Draw("pile"))), settling()])
def test_qd_24_qd_28_qd_a4_words_of_other_seats_can_be_challenged_at_any_time(
    state: qd.State,
) -> None:
    for seat, challenge in ((1, HOG), (2, HOG), (0, VXJ), (2, VXJ)):
        after = make(state, (seat, challenge))
        assert after.laid[challenge.word].verdict is not None
        assert (after.phase, after.hands, after.last) == (state.phase, state.hands, state.last)


def test_qd_24_qd_26_a_seat_may_act_if_it_can_challenge_a_word_of_another_seat() -> None:
    assert GAME.may_act(playing()) == (0, 1)
    assert GAME.may_act(playing(laid=WORDS[:1])) == (1,)
    assert GAME.may_act(playing(laid=())) == ()
    doubted = make(playing(), (2, HOG))
    assert GAME.may_act(doubted) == (0,)
    assert [GAME.menu(GAME.view(doubted, seat), seat) for seat in (0, 1)] == [(VXJ,), ()]


@pytest.mark.parametrize(
    ("rule", "state", "seat", "challenge"),
    [
        # the challenger's own words; words, seats and rounds that do not exist
        ("QD-24", playing(), 0, HOG),
        ("QD-24", playing(), 1, VXJ),
        ("QD-24", playing(), 1, qd.Challenge(1, 2)),
        ("QD-24", playing(), 1, qd.Challenge(1, -1)),
        ("QD-24", playing(), 3, HOG),
        ("QD-24", playing(round=2), 1, HOG),
        # after the cards are collected
        ("QD-24", playing(phase=qd.Dealing()), 1, HOG),
        ("QD-24", playing(phase=qd.Over()), 1, HOG),
        # QD-A5: the first challenge counts
        ("QD-26", make(playing(), (1, HOG)), 2, HOG),
        ("QD-26", make(playing(), (1, HOG)), 1, HOG),
        ("QD-26", make(settling(), (2, VXJ)), 0, VXJ),
        ("QD-A7", make(settling(), (0, qd.Ready())), 0, qd.Ready()),
        ("QD-A7", playing(), 2, qd.Ready()),
    ],
)
def test_qd_24_qd_26_qd_a5_qd_a7_invalid_challenges_are_refused(
    rule: str, state: qd.State, seat: Seat, challenge: qd.Challenge | qd.Ready
) -> None:
    assert refused(state, seat, challenge) == rule


def test_qd_25_a_wrong_challenge_costs_the_challenger_the_points_and_is_remembered() -> None:
    step = play(GAME, settling(), 1, HOG)  # QD-T9
    assert step.state.laid[0].verdict == qd.Verdict(1, True, 1, 15)
    assert events(step) == (qd.Challenged(1, 0, ("H", "O", "G"), True, 1, 15),)
    state = make(step.state, (2, VXJ))
    assert state.upheld == GAME.view(all_ready(state), None).upheld == ("HOG",)


@pytest.mark.parametrize(("option", "loss"), [("minus", 36), ("zero", 0)])
def test_qd_25_qd_27_qd_a3_a_struck_word_stays_earns_nothing_and_costs_its_points(
    option: Any, loss: int
) -> None:
    step = play(GAME, settling(options=qd.Options(struck_word=option)), 2, VXJ)
    assert events(step) == (qd.Challenged(2, 1, ("V", "X", "J"), False, 1, loss),)
    assert step.state.laid[1].verdict == qd.Verdict(2, False, 1, loss)
    assert step.state.laid[1].struck
    assert [word.cards for word in step.state.laid] == [word.cards for word in WORDS]
    lines = all_ready(step.state).sheet[0]
    assert [(line.words, line.lost) for line in lines] == [(15, 0), (0, loss), (0, 0)]


def test_qd_a7_all_may_challenge_until_the_last_one_is_ready() -> None:
    state = make(settling(), (0, qd.Ready()))
    assert (GAME.to_act(state), GAME.may_act(state)) == ((1, 2), (0,))
    state = make(state, (0, VXJ), (2, qd.Ready()))
    assert isinstance(state.phase, qd.Settling)
    step = play(GAME, state, 1, qd.Ready())
    assert isinstance(step.state.phase, qd.Dealing)
    assert events(step)[0] == qd.Readied(1)
    assert isinstance(events(step)[1], qd.Scored)


def test_qd_35_qd_a7_scores_are_written_down_when_all_are_ready_in_any_order() -> None:
    ready = [(seat, qd.Ready()) for seat in range(3)]
    assert make(settling(), *ready[:2]).sheet == ()
    (state,) = {make(settling(), *order) for order in (ready, ready[::-1], (*ready[1:], ready[0]))}
    assert totals(state) == (15 + 0, 36 + 0, 0)
    assert (state.round, state.turns, state.last) == (2, 0, None)


def test_qd_25_and_qd_a3_the_stakes_can_be_seen_before() -> None:
    view = GAME.view(playing(), 2)
    assert GAME.ask(view, 2, Stake(0)) == Staked(0, 15, 15, None)
    kinder = GAME.view(playing(options=qd.Options(struck_word="zero")), 2)
    assert GAME.ask(kinder, 2, Stake(1)) == Staked(1, 36, 0, None)
    own = GAME.ask(GAME.view(playing(), 0), 0, Stake(0))
    assert own.against == Why("QD-24", "You cannot challenge your own word.", {})
    missing = GAME.ask(view, 2, Stake(9))
    assert (missing.owner, missing.against and missing.against.rule) == (None, "QD-24")
    assert GAME.ask(GAME.view(playing(phase=qd.Over()), 2), 2, Stake(0)).against is not None
