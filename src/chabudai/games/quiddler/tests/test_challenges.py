"""Challenges and the end of a round: QD-24 to QD-28, QD-35, QD-A3 to QD-A5, QD-A7."""

import pytest

from chabudai.core import Why, play
from chabudai.games.quiddler import GAME
from chabudai.games.quiddler.questions import Stake, Staked
from chabudai.games.quiddler.state import (
    Challenge,
    Challenged,
    Dealing,
    Draw,
    LastLap,
    Options,
    Over,
    Readied,
    Ready,
    Scored,
    Settling,
    State,
    Verdict,
)
from chabudai.games.quiddler.tests.tables import laid, make, refused, table, totals
from tests.support.moves import events

WORDS = (laid(0, "H O G"), laid(1, "V X J"))


def playing(**fields: object) -> State:
    """Three players; it is seat 2's turn. HOG of seat 0 is a word, VXJ of seat 1 is none."""
    given: dict[str, object] = {"laid": WORDS, "last": LastLap(0, (2,)), **fields}
    return table("", "", "A B C", turn=2, **given)  # type: ignore[arg-type]  # each value in turn


def settling(**fields: object) -> State:
    return playing(phase=Settling((False, False, False)), last=LastLap(0, ()), **fields)


def test_qd_24_any_word_of_another_can_be_challenged_at_any_time() -> None:
    drawing = playing()
    for state in (drawing, make(drawing, (2, Draw("pile"))), settling()):
        for seat, word in ((1, 0), (2, 0), (0, 1), (2, 1)):
            after = make(state, (seat, Challenge(1, word)))
            assert after.laid[word].verdict is not None
            assert (after.phase, after.hands) == (state.phase, state.hands)


def test_qd_24_who_owes_nothing_may_challenge() -> None:
    assert GAME.may_act(playing()) == (0, 1)
    assert GAME.may_act(playing(laid=WORDS[:1])) == (1,)
    assert GAME.may_act(playing(laid=())) == ()
    assert GAME.may_act(make(playing(), (2, Challenge(1, 0)))) == (0,)


def test_qd_24_nobody_challenges_a_word_of_their_own_or_one_that_is_not_there() -> None:
    assert refused(playing(), 0, Challenge(1, 0)) == "QD-24"
    assert refused(playing(), 1, Challenge(1, 1)) == "QD-24"
    assert refused(playing(), 1, Challenge(1, 2)) == "QD-24"
    assert refused(playing(), 1, Challenge(1, -1)) == "QD-24"
    assert refused(playing(), 3, Challenge(1, 0)) == "QD-24"
    assert refused(playing(round=2), 1, Challenge(1, 0)) == "QD-24"


def test_qd_24_nothing_is_challenged_once_the_cards_are_collected() -> None:
    assert refused(playing(phase=Dealing()), 1, Challenge(1, 0)) == "QD-24"
    assert refused(playing(phase=Over()), 1, Challenge(1, 0)) == "QD-24"


def test_qd_25_a_wrong_challenge_costs_the_challenger_the_points_of_the_word() -> None:
    step = play(GAME, playing(), 1, Challenge(1, 0))  # QD-T9
    assert step.state.laid[0].verdict == Verdict(1, True, 1, 15)
    assert events(step) == (Challenged(1, 0, ("H", "O", "G"), True, 1, 15),)


def test_qd_25_what_a_challenge_has_allowed_is_remembered_all_game() -> None:
    state = make(settling(), (1, Challenge(1, 0)), (2, Challenge(1, 1)))
    assert state.upheld == ("HOG",)
    after = make(state, (0, Ready()), (1, Ready()), (2, Ready()))
    assert GAME.view(after, None).upheld == ("HOG",)


def test_qd_25_a_right_challenge_costs_the_owner_the_points_of_the_word() -> None:
    step = play(GAME, playing(), 2, Challenge(1, 1))
    assert step.state.laid[1].verdict == Verdict(2, False, 1, 36)
    assert events(step) == (Challenged(2, 1, ("V", "X", "J"), False, 1, 36),)


def test_qd_26_a_word_is_challenged_once() -> None:
    state = make(playing(), (1, Challenge(1, 0)))
    assert refused(state, 2, Challenge(1, 0)) == "QD-26"
    assert refused(state, 1, Challenge(1, 0)) == "QD-26"
    assert make(state, (2, Challenge(1, 1))).laid[1].struck


def test_qd_a5_the_first_who_speaks_makes_the_challenge() -> None:
    state = make(settling(), (2, Challenge(1, 1)))
    assert refused(state, 0, Challenge(1, 1)) == "QD-26"


def test_qd_27_a_struck_word_stays_on_the_table_and_earns_nothing() -> None:
    state = make(settling(), (2, Challenge(1, 1)))
    assert state.laid[1].struck
    assert [word.cards for word in state.laid] == [word.cards for word in WORDS]
    after = make(state, (0, Ready()), (1, Ready()), (2, Ready()))
    assert [line.words for line in after.sheet[0]] == [15, 0, 0]
    assert [line.lost for line in after.sheet[0]] == [0, 36, 0]


def test_qd_28_and_qd_a4_going_out_is_not_undone() -> None:
    state = playing(laid=(laid(0, "V X J"),), last=LastLap(0, (2,)))
    after = make(state, (2, Challenge(1, 0)))
    assert (after.last, after.phase, after.hands) == (state.last, state.phase, state.hands)


@pytest.mark.parametrize(("option", "loss"), [("minus", 36), ("zero", 0)])
def test_qd_a3_a_struck_word_costs_its_points_or_nothing(option: str, loss: int) -> None:
    options = Options(struck_word=option)  # type: ignore[arg-type]  # each value in turn
    state = make(settling(options=options), (2, Challenge(1, 1)))
    assert state.laid[1].verdict == Verdict(2, False, 1, loss)
    after = make(state, (0, Ready()), (1, Ready()), (2, Ready()))
    assert after.sheet[0][1].lost == loss
    assert after.sheet[0][1].words == 0


def test_qd_a7_all_may_challenge_until_the_last_one_is_ready() -> None:
    state = make(settling(), (0, Ready()))
    assert GAME.to_act(state) == (1, 2)
    assert GAME.may_act(state) == (0,)
    state = make(state, (0, Challenge(1, 1)), (2, Ready()))
    assert isinstance(state.phase, Settling)
    step = play(GAME, state, 1, Ready())
    assert isinstance(step.state.phase, Dealing)
    assert events(step)[0] == Readied(1)
    assert isinstance(events(step)[1], Scored)


def test_qd_a7_it_does_not_matter_who_is_ready_first() -> None:
    ready = [(seat, Ready()) for seat in range(3)]
    orders = [ready, ready[::-1], [ready[1], ready[2], ready[0]]]
    assert len({GAME.apply(make(settling(), *order[:2]), *order[2]).state for order in orders}) == 1


def test_qd_a7_one_is_ready_once_and_not_before_the_round_is_over() -> None:
    assert refused(make(settling(), (0, Ready())), 0, Ready()) == "QD-A7"
    assert refused(playing(), 2, Ready()) == "QD-A7"


def test_qd_35_scores_are_written_down_when_all_are_ready() -> None:
    state = make(settling(), (0, Ready()), (1, Ready()))
    assert state.sheet == ()
    after = make(state, (2, Ready()))
    assert totals(after) == (15 + 0, 36 + 0, 0)
    assert (after.round, after.turns, after.last) == (2, 0, None)


def test_qd_25_and_qd_a3_the_stakes_can_be_seen_before() -> None:
    view = GAME.view(playing(), 2)
    assert GAME.ask(view, 2, Stake(0)) == Staked(0, 15, 15, None)
    kinder = GAME.view(playing(options=Options(struck_word="zero")), 2)
    assert GAME.ask(kinder, 2, Stake(1)) == Staked(1, 36, 0, None)
    own = GAME.ask(GAME.view(playing(), 0), 0, Stake(0))
    assert own.against == Why("QD-24", "Nobody challenges a word of their own.", {})
    missing = GAME.ask(view, 2, Stake(9))
    assert (missing.owner, missing.against and missing.against.rule) == (None, "QD-24")
    over = GAME.ask(GAME.view(playing(phase=Over()), 2), 2, Stake(0))
    assert over.against is not None


def test_qd_26_what_has_been_challenged_is_no_longer_offered() -> None:
    state = make(playing(), (1, Challenge(1, 0)))
    assert GAME.menu(GAME.view(state, 0), 0) == (Challenge(1, 1),)
    assert GAME.menu(GAME.view(state, 1), 1) == ()
