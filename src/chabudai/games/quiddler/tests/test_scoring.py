"""The score sheet and the end: QD-29 to QD-36, QD-A2, QD-A11, QD-A15, QD-A22."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from chabudai.core import Outcome, Seat, play
from chabudai.games.quiddler import GAME
from chabudai.games.quiddler.rules.scoring import line, tops, winner
from chabudai.games.quiddler.state import (
    Challenge,
    Ended,
    Finished,
    Laid,
    Line,
    Options,
    Over,
    Ready,
    Scored,
    Settling,
    State,
    Tally,
    Top,
    Verdict,
)
from chabudai.games.quiddler.tests.tables import laid, make, table, totals
from tests.support.moves import events

BOX = Options()


def bonuses(options: Options, words: Sequence[Laid], seats: int) -> tuple[Seat | None, Seat | None]:
    """Who gets the two bonuses."""
    most, longest = tops(options, words, seats)
    return winner(most), winner(longest)


def settled(*hands: str, on_table: Sequence[Laid] = (), **fields: object) -> State:
    """A round that is over; the last seat is still to say that it is ready."""
    ready = (*(True for _ in hands[1:]), False)
    given: dict[str, object] = {"phase": Settling(ready), "laid": tuple(on_table), **fields}
    return table(*hands, **given)  # type: ignore[arg-type]  # each value in turn


def written(state: State) -> tuple[Line, ...]:
    """The round as it is written down."""
    seat = len(state.hands) - 1
    return make(state, (seat, Ready())).sheet[-1]


def test_qd_29_points_of_words_less_points_of_cards_kept_never_below_zero() -> None:
    sheet = written(settled("V", "S", "", on_table=(laid(0, "A T"), laid(1, "A T S"))))
    assert (sheet[0].words, sheet[0].left, sheet[0].points) == (5, 11, 0)  # QD-T5
    assert (sheet[1].words, sheet[1].left) == (8, 3)
    assert line(BOX, 5, 3, 0, 0, 0, 0).points == 2  # QD-T6


def test_qd_30_and_qd_31_most_words_and_the_longest_word_are_worth_ten_each() -> None:
    words = (laid(0, "TH IN"), laid(1, "H O G"), laid(1, "L I E"), laid(2, "C A T"))
    assert bonuses(BOX, words, 3) == (1, 0)
    sheet = written(settled("", "", "", on_table=words))
    assert [(each.most, each.longest) for each in sheet] == [(0, 10), (10, 0), (0, 0)]
    assert [each.points for each in sheet] == [26, 32, 13]


def test_qd_31_letters_are_counted_and_not_cards() -> None:
    words = (laid(0, "QU I ER"), laid(1, "C A T S"))  # QD-T8
    assert bonuses(BOX, words, 3) == (None, 0)


def test_qd_32_nobody_gets_a_bonus_that_two_have_earned() -> None:
    words = (laid(0, "TH IN"), laid(1, "H O G"), laid(1, "L I E"), laid(2, "C A T S"))  # QD-T7
    assert bonuses(BOX, words, 3) == (1, None)
    assert bonuses(BOX, (laid(0, "A T"), laid(1, "O N")), 3) == (None, None)


def test_qd_32_two_long_words_of_one_player_are_no_tie_and_one_may_have_both() -> None:
    words = (laid(2, "D O G"), laid(2, "C A T"), laid(0, "A T"))
    assert bonuses(BOX, words, 3) == (2, 2)


def test_qd_32_without_a_word_there_is_no_bonus() -> None:
    assert bonuses(BOX, (), 3) == (None, None)


def test_qd_27_a_struck_word_counts_for_no_bonus() -> None:
    struck = replace(laid(0, "X Q Z"), verdict=Verdict(1, False, 0, 41))
    assert bonuses(BOX, (struck, laid(1, "A T")), 3) == (1, 1)
    stood = replace(laid(0, "H O G"), verdict=Verdict(1, True, 1, 15))
    assert bonuses(BOX, (stood, laid(1, "A T")), 3) == (None, 0)


@pytest.mark.parametrize(("option", "bonus"), [("longest", (None, 1)), ("most", (0, None))])
def test_qd_33_and_qd_a15_two_players_have_one_bonus(
    option: str, bonus: tuple[int | None, int | None]
) -> None:
    words = (laid(0, "A T"), laid(0, "D O"), laid(1, "C A T"))
    options = Options(two_player_bonus=option)  # type: ignore[arg-type]  # each value in turn
    assert bonuses(options, words, 2) == bonus
    assert bonuses(options, words, 3) == (0, 1)


def test_qd_a15_for_two_it_is_the_longest_word_unless_agreed_otherwise() -> None:
    assert BOX.two_player_bonus == "longest"


def test_qd_34_the_round_is_words_and_bonuses_less_what_challenges_cost() -> None:
    state = settled("", "", "A", on_table=(laid(0, "H O G"), laid(1, "V X J")))
    state = make(state, (2, Challenge(1, 0)), (2, Challenge(1, 1)))
    sheet = written(state)
    assert sheet == (
        Line(15, 0, 10, 10, 0, 35, 35),
        Line(0, 0, 0, 0, 36, -36, 0),
        Line(0, 2, 0, 0, 15, -15, 0),
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
def test_qd_a2_what_cannot_go_below_zero(
    floor: str, low: tuple[int, int], lost: tuple[int, int]
) -> None:
    options = Options(score_floor=floor)  # type: ignore[arg-type]  # each value in turn
    kept = line(options, 5, 11, 0, 0, 0, 5)
    assert (kept.points, kept.total) == low
    challenged = line(options, 0, 0, 0, 0, 14, 5)  # QD-T10
    assert (challenged.points, challenged.total) == lost


def test_qd_34_rounds_are_added_up() -> None:
    before = (Line(0, 0, 0, 0, 0, 20, 20), Line(0, 0, 0, 0, 0, 3, 3))
    state = settled("", "D", on_table=(laid(0, "H O G"),), sheet=(before,), round=2)
    after = make(state, (1, Ready()))
    assert totals(after) == (20 + 15 + 10, 3)
    assert len(after.sheet) == 2


def test_qd_35_everybody_sees_the_sheet_and_what_lay_on_the_table() -> None:
    state = settled("V", "", on_table=(laid(1, "H O G"),))
    step = play(GAME, state, 1, Ready())
    scored = events(step)[-1]
    assert scored == Scored(1, step.state.sheet[-1], None, 1, None, Top(3, (1,)))
    for seat in (0, 1, None):
        view = GAME.view(step.state, seat)
        assert view.sheet == step.state.sheet
        assert view.previous == Finished(state.laid, state.hands)
        assert view.tally == Tally(step.state.sheet[-1], None, Top(3, (1,)))


def test_qd_35_while_a_round_is_settled_everybody_sees_how_it_would_be_written_down() -> None:
    state = settled("V", "", "", on_table=(laid(1, "H O G"), laid(2, "V X J")))
    assert GAME.view(table("A", "B"), 0).tally is None
    before = GAME.view(state, None).tally
    assert before == Tally(written(state), Top(1, (1, 2)), Top(3, (1, 2)))
    struck = make(state, (1, Challenge(1, 1)))
    after = GAME.view(struck, 0).tally
    assert after == Tally(written(struck), Top(1, (1,)), Top(3, (1,)))
    assert [line.points for line in after.lines] == [0, 35, -36]


def test_qd_36_after_eight_rounds_the_highest_score_wins() -> None:
    before = (Line(0, 0, 0, 0, 0, 20, 20), Line(0, 0, 0, 0, 0, 44, 44))
    state = settled("", "", on_table=(laid(0, "H O G"),), sheet=(before,) * 7, round=8)
    assert GAME.outcome(state) is None
    step = play(GAME, state, 1, Ready())
    assert step.state.phase == Over()
    assert GAME.outcome(step.state) == Outcome((45, 44), (0,))
    assert events(step)[-1] == Ended(Outcome((45, 44), (0,)))
    assert GAME.to_act(step.state) == GAME.may_act(step.state) == ()
    assert step.state.laid == state.laid
    assert GAME.view(step.state, 0).tally == Tally(step.state.sheet[-1], None, Top(3, (0,)))


def test_qd_a11_a_tie_is_shared() -> None:
    before = (Line(0, 0, 0, 0, 0, 20, 20), Line(0, 0, 0, 0, 0, 45, 45))
    state = settled("", "", on_table=(laid(0, "H O G"),), sheet=(before,) * 7, round=8)
    assert GAME.outcome(make(state, (1, Ready()))) == Outcome((45, 45), (0, 1))


def test_qd_a22_going_out_earns_nothing_by_itself() -> None:
    words = (laid(0, "H O G"), laid(1, "H O P"), laid(2, "A T"))
    sheet = written(settled("", "", "", on_table=words))
    assert [each.points for each in sheet] == [15, 15, 5]
