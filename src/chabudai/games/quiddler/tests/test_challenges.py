"""Challenges, the score sheet and the end: QD-24 to QD-36, and the rulings on them."""

from collections.abc import Sequence
from typing import Any

import pytest

from chabudai.core import Outcome, Seat, Why, play
from chabudai.games.quiddler import GAME, state as qd
from chabudai.games.quiddler.questions import Stake, Staked
from chabudai.games.quiddler.rules.scoring import line, tops, winner
from chabudai.games.quiddler.tests.tables import laid, make, refused, table
from tests.support.moves import events

# --- Challenges

WORDS = (laid(0, "H O G"), laid(1, "V X J"))
HOG, VXJ = qd.Challenge(1, 0), qd.Challenge(1, 1)
READY = [(seat, qd.Ready()) for seat in range(3)]


def playing(**fields: Any) -> qd.State:
    """Return seat 2's turn at a table of three. Seat 0's HOG is a word. Seat 1's VXJ is not."""
    return table("", "", "A B C", turn=2, **{"laid": WORDS, "last": qd.LastLap(0, (2,)), **fields})


def settling(**fields: Any) -> qd.State:
    return playing(phase=qd.Settling((False, False, False)), last=qd.LastLap(0, ()), **fields)


def test_qd_24_qd_28_qd_a4_words_of_other_seats_can_be_challenged_at_any_time() -> None:
    for state in (playing(), make(playing(), (2, qd.Draw("pile"))), settling()):
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


def test_qd_24_qd_26_qd_a5_qd_a7_invalid_challenges_are_refused() -> None:
    for rule, state, seat, challenge in (
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
    ):
        assert refused(state, seat, challenge) == rule


def test_qd_25_a_wrong_challenge_costs_the_challenger_the_points_and_is_remembered() -> None:
    step = play(GAME, settling(), 1, HOG)  # QD-T9
    assert step.state.laid[0].verdict == qd.Verdict(1, True, 1, 15)
    assert events(step) == (qd.Challenged(1, 0, ("H", "O", "G"), True, 1, 15),)
    state = make(step.state, (2, VXJ))
    assert state.upheld == ("HOG",)
    state = make(state, *READY)
    assert GAME.view(state, None).upheld == ("HOG",)


def test_qd_25_qd_27_qd_a3_a_struck_word_stays_earns_nothing_and_costs_its_points() -> None:
    for options, loss in ((qd.Options(), 36), (qd.Options(struck_word="zero"), 0)):
        step = play(GAME, settling(options=options), 2, VXJ)
        assert events(step) == (qd.Challenged(2, 1, ("V", "X", "J"), False, 1, loss),)
        assert step.state.laid[1].verdict == qd.Verdict(2, False, 1, loss)
        assert step.state.laid[1].struck
        assert [word.cards for word in step.state.laid] == [word.cards for word in WORDS]
        lines = make(step.state, *READY).sheet[0]
        assert [(line.words, line.lost) for line in lines] == [(15, 0), (0, loss), (0, 0)]


def test_qd_35_qd_a7_all_may_challenge_until_the_last_is_ready_and_scores_are_written() -> None:
    state = make(settling(), (0, qd.Ready()))
    assert (GAME.to_act(state), GAME.may_act(state)) == ((1, 2), (0,))
    state = make(state, (0, VXJ), (2, qd.Ready()))
    assert (isinstance(state.phase, qd.Settling), state.sheet) == (True, ())
    step = play(GAME, state, 1, qd.Ready())
    assert isinstance(step.state.phase, qd.Dealing)
    assert (step.state.round, step.state.turns, step.state.last) == (2, 0, None)
    assert [line.total for line in step.state.sheet[-1]] == [35, 0, 0]
    assert events(step)[0] == qd.Readied(1)
    assert isinstance(events(step)[1], qd.Scored)


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


# --- Scores

BOX = qd.Options()


def settled(*hands: str, on_table: Sequence[qd.Laid] = (), **fields: Any) -> qd.State:
    """Return a finished round. All seats except the last are ready."""
    ready = (*(True for _ in hands[1:]), False)
    return table(*hands, **{"phase": qd.Settling(ready), "laid": tuple(on_table), **fields})


def written(state: qd.State) -> tuple[qd.Line, ...]:
    return make(state, (len(state.hands) - 1, qd.Ready())).sheet[-1]


def words(text: str) -> tuple[qd.Laid, ...]:
    """Parse words on the table, such as "0: TH IN, 1: H O G"; "!" marks a struck word."""
    verdicts = {"!": qd.Verdict(1, False, 0, 41), "?": qd.Verdict(1, True, 1, 15)}
    pairs = (each.split(": ") for each in text.split(", "))
    return tuple(laid(int(seat[0]), spelt, verdicts.get(seat[1:])) for seat, spelt in pairs)


def test_qd_29_a_round_scores_words_minus_cards_kept_but_at_least_zero() -> None:
    sheet = written(settled("V", "S", "", on_table=words("0: A T, 1: A T S")))
    assert (sheet[0].words, sheet[0].left, sheet[0].points) == (5, 11, 0)  # QD-T5
    assert (sheet[1].words, sheet[1].left) == (8, 3)
    assert line(BOX, 5, 3, 0, 0, 0, 0).points == 2  # QD-T6


@pytest.mark.parametrize(
    ("option", "seats", "laid_words", "winners"),
    [
        ("longest", 3, "0: TH IN, 1: H O G, 1: L I E, 2: C A T", (1, 0)),
        ("longest", 3, "0: QU I ER, 1: C A T S", (None, 0)),  # QD-T8: letters, not cards
        # QD-32: a tie between seats, but not between one seat's words; one seat wins both; no word
        ("longest", 3, "0: TH IN, 1: H O G, 1: L I E, 2: C A T S", (1, None)),  # QD-T7
        ("longest", 3, "0: A T, 1: O N", (None, None)),
        ("longest", 3, "2: D O G, 2: C A T, 0: A T", (2, 2)),
        # QD-27: a struck word counts for no bonus
        ("longest", 3, "0!: X Q Z, 1: A T", (1, 1)),
        ("longest", 3, "0?: H O G, 1: A T", (None, 0)),
        # QD-33, QD-A15: two players compete for one bonus
        ("longest", 2, "0: A T, 0: D O, 1: C A T", (None, 1)),
        ("most", 2, "0: A T, 0: D O, 1: C A T", (0, None)),
        ("most", 3, "0: A T, 0: D O, 1: C A T", (0, 1)),
    ],
)
def test_qd_27_qd_30_qd_31_qd_32_qd_33_qd_a15_the_bonuses_go_to_single_winners(
    option: Any, seats: int, laid_words: str, winners: tuple[Seat | None, Seat | None]
) -> None:
    most, longest = tops(qd.Options(two_player_bonus=option), words(laid_words), seats)
    assert (winner(most), winner(longest)) == winners
    assert tuple(map(winner, tops(BOX, (), 3))) == (None, None)


def test_qd_30_qd_31_qd_a22_bonuses_are_worth_ten_each_and_going_out_nothing() -> None:
    for laid_words, lines in (
        ("0: TH IN, 1: H O G, 1: L I E, 2: C A T", [(0, 10, 26), (10, 0, 32), (0, 0, 13)]),
        ("0: H O G, 1: H O P, 2: A T", [(0, 0, 15), (0, 0, 15), (0, 0, 5)]),
    ):
        sheet = written(settled("", "", "", on_table=words(laid_words)))
        assert [(each.most, each.longest, each.points) for each in sheet] == lines


def test_qd_34_a_round_is_words_plus_bonuses_minus_the_cost_of_challenges() -> None:
    state = settled("", "", "A", on_table=words("0: H O G, 1: V X J"))
    state = make(state, (2, qd.Challenge(1, 0)), (2, qd.Challenge(1, 1)))
    assert written(state) == (
        qd.Line(15, 0, 10, 10, 0, 35, 35),
        qd.Line(0, 0, 0, 0, 36, -36, 0),
        qd.Line(0, 2, 0, 0, 15, -15, 0),
    )


@pytest.mark.parametrize(
    ("floor", "low", "lost"),
    [
        ("round+total", (0, 5), (-14, 0)),
        ("round", (0, 5), (-14, -9)),
        ("total", (-6, 0), (-14, 0)),
        ("none", (-6, -1), (-14, -9)),
    ],
)
def test_qd_a2_the_table_agrees_which_scores_cannot_go_below_zero(
    floor: Any, low: tuple[int, int], lost: tuple[int, int]
) -> None:
    options = qd.Options(score_floor=floor)
    kept, challenged = line(options, 5, 11, 0, 0, 0, 5), line(options, 0, 0, 0, 0, 14, 5)  # QD-T10
    assert ((kept.points, kept.total), (challenged.points, challenged.total)) == (low, lost)


def test_qd_35_all_seats_see_the_score_sheet_and_the_words_of_the_last_round() -> None:
    state = settled("V", "", on_table=words("1: H O G"))
    step = play(GAME, state, 1, qd.Ready())
    sheet = step.state.sheet
    assert events(step)[-1] == qd.Scored(1, sheet[-1], None, 1, None, qd.Top(3, (1,)))
    for seat in (0, 1, None):
        view = GAME.view(step.state, seat)
        assert (view.sheet, view.previous) == (sheet, qd.Finished(state.laid, state.hands))
        assert view.tally == qd.Tally(sheet[-1], None, qd.Top(3, (1,)))


def test_qd_35_while_a_round_is_settled_all_seats_see_its_scores_so_far() -> None:
    state = settled("V", "", "", on_table=words("1: H O G, 2: V X J"))
    assert GAME.view(table("A", "B"), 0).tally is None
    before = GAME.view(state, None).tally
    assert before == qd.Tally(written(state), qd.Top(1, (1, 2)), qd.Top(3, (1, 2)))
    struck = make(state, (1, qd.Challenge(1, 1)))
    after = GAME.view(struck, 0).tally
    assert after == qd.Tally(written(struck), qd.Top(1, (1,)), qd.Top(3, (1,)))
    assert [line.points for line in after.lines] == [0, 35, -36]


def test_qd_36_qd_a11_after_eight_rounds_the_highest_scores_win() -> None:
    for rival, winners in ((44, (0,)), (45, (0, 1))):
        before = (tuple(qd.Line(0, 0, 0, 0, 0, points, points) for points in (20, rival)),) * 7
        state = settled("", "", on_table=words("0: H O G"), sheet=before, round=8)
        assert GAME.outcome(state) is None
        step = play(GAME, state, 1, qd.Ready())
        final = step.state
        assert (final.phase, final.laid) == (qd.Over(), state.laid)
        assert GAME.outcome(final) == Outcome((45, rival), winners)
        assert events(step)[-1] == qd.Ended(Outcome((45, rival), winners))
        assert GAME.view(final, 0).tally == qd.Tally(final.sheet[-1], None, qd.Top(3, (0,)))
