"""The score sheet and the end: QD-29 to QD-36, QD-A2, QD-A11, QD-A15, QD-A22."""

from collections.abc import Sequence
from typing import Any

import pytest

from chabudai.core import Outcome, Seat, play
from chabudai.games.quiddler import GAME, state as qd
from chabudai.games.quiddler.rules.scoring import line, tops, winner
from chabudai.games.quiddler.tests.tables import laid, make, table, totals
from tests.support.moves import events

BOX = qd.Options()


def settled(*hands: str, on_table: Sequence[qd.Laid] = (), **fields: Any) -> qd.State:
    """Return a finished round. All seats except the last are ready."""
    ready = (*(True for _ in hands[1:]), False)
    return table(*hands, **{"phase": qd.Settling(ready), "laid": tuple(on_table), **fields})


def written(state: qd.State) -> tuple[qd.Line, ...]:
    return make(state, (len(state.hands) - 1, qd.Ready())).sheet[-1]


def words(text: str) -> tuple[qd.Laid, ...]:
    """Return words on the table, such as "0: TH IN, 1: H O G"; "!" marks a struck one."""
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


@pytest.mark.parametrize(
    ("laid_words", "bonuses", "points"),
    [
        ("0: TH IN, 1: H O G, 1: L I E, 2: C A T", [(0, 10), (10, 0), (0, 0)], [26, 32, 13]),
        # QD-A22: going out earns nothing by itself
        ("0: H O G, 1: H O P, 2: A T", [(0, 0)] * 3, [15, 15, 5]),
    ],
)
def test_qd_30_qd_31_qd_a22_bonuses_are_worth_ten_each(
    laid_words: str, bonuses: list[tuple[int, int]], points: list[int]
) -> None:
    sheet = written(settled("", "", "", on_table=words(laid_words)))
    assert [(each.most, each.longest) for each in sheet] == bonuses
    assert [each.points for each in sheet] == points


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


def total(points: int) -> qd.Line:
    return qd.Line(0, 0, 0, 0, 0, points, points)


def test_qd_34_rounds_are_added_up() -> None:
    before = ((total(20), total(3)),)
    state = settled("", "D", on_table=words("0: H O G"), sheet=before, round=2)
    after = make(state, (1, qd.Ready()))
    assert totals(after) == (20 + 15 + 10, 3)
    assert len(after.sheet) == 2


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


@pytest.mark.parametrize(("rival", "winners"), [(44, (0,)), (45, (0, 1))])
def test_qd_36_qd_a11_after_eight_rounds_the_highest_scores_win(
    rival: int, winners: tuple[Seat, ...]
) -> None:
    before = ((total(20), total(rival)),) * 7
    state = settled("", "", on_table=words("0: H O G"), sheet=before, round=8)
    assert GAME.outcome(state) is None
    step = play(GAME, state, 1, qd.Ready())
    final = step.state
    assert (final.phase, final.laid) == (qd.Over(), state.laid)
    assert GAME.outcome(final) == Outcome((45, rival), winners)
    assert events(step)[-1] == qd.Ended(Outcome((45, rival), winners))
    assert GAME.to_act(final) == GAME.may_act(final) == ()
    assert GAME.view(final, 0).tally == qd.Tally(final.sheet[-1], None, qd.Top(3, (0,)))
