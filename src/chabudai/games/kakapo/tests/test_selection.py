"""Phase 2: a piece is selected, with a skill or without (KK-21 to KK-31)."""

import pytest

from chabudai.core import Rng, play
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.components.cards import DECK, SUITS
from chabudai.games.kakapo.questions import Consider, Considered
from chabudai.games.kakapo.rules.selection import Trick, against_skill, skills_open
from chabudai.games.kakapo.state import (
    Began,
    Double,
    Options,
    Over,
    Place,
    Placing,
    Revealing,
    Round,
    Select,
    Selected,
    Selecting,
    Shift,
    Skill,
    State,
    Wild,
)
from chabudai.games.kakapo.tests.tables import FAR, deciding, dotted, make, refused, reveals, table
from chabudai.search import playout
from tests.support.moves import events

ORANGE = "O1 O4 O6 O8"
MIXED = "O1 O4 O6 P2"
USED = {"O4": "A1 A2 A3 B3"}
DOUBLE, UP, DOWN = Select(Double()), Select(Shift(1)), Select(Shift(-1))


def selected(state: State, action: Select) -> tuple[str, ...]:
    """The pieces that are selected."""
    (seat,) = GAME.to_act(state)
    phase = play(GAME, state, seat, action).state.phase
    return phase.pieces if isinstance(phase, Placing) else ()


def choices(state: State) -> set[Skill | None]:
    """How one may select."""
    (seat,) = GAME.to_act(state)
    menu = GAME.menu(GAME.view(state, seat), seat)
    return {action.skill for action in menu if isinstance(action, Select)}


def test_kk_21_who_is_in_charge_selects_and_nobody_else() -> None:
    state = deciding("O1 O4 O2 O3", "O4")
    assert GAME.to_act(state) == (1,)
    assert refused(state, 0, Select()) == "KK-21"
    assert GAME.to_act(make(state, (1, Select()))) == (1,)


def test_kk_21_a_skill_costs_a_counter_and_none_does_not() -> None:
    state = deciding(ORANGE, "O8", counters=2)
    assert make(state, (1, DOUBLE)).counters == 1
    assert make(state, (1, Select())).counters == 2


def test_kk_21_without_a_counter_there_is_no_skill() -> None:
    state = deciding(ORANGE, "O8", counters=0)
    for skill in (Double(), Wild("G"), Shift(-1)):
        assert refused(state, 1, Select(skill)) == "KK-21"
    assert choices(state) == {None}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_kk_21_those_skills_are_open_that_there_is_nothing_against(seats: int) -> None:
    every: list[Skill] = [Double(), *map(Wild, SUITS), Shift(1), Shift(-1)]
    rng = Rng(seats)
    for _ in range(100):
        cards = rng.shuffled(DECK)
        revealed, used = cards[:4], frozenset(cards[: rng.below(len(DECK))])
        if rng.below(2):
            revealed = tuple([card for card in cards if card[0] == cards[0][0]][:4])
        trick = Trick(Options(), seats, rng.below(2), revealed, rng.choice(revealed), used)
        usable = [skill for skill in every if against_skill(trick, skill) is None]
        assert list(skills_open(trick)) == usable


def test_kk_21_kk_t8_at_most_one_skill_is_used_in_a_round() -> None:
    state = make(deciding(ORANGE, "O8"), (1, DOUBLE))
    assert refused(state, 1, DOWN) == "KK-21"
    assert refused(state, 1, Select()) == "KK-21"


def test_kk_21_nothing_is_selected_before_all_cards_are_revealed() -> None:
    assert refused(table("O1", "O2"), 0, Select()) == "KK-21"


def test_kk_21_kk_t8_three_double_scans_in_a_party_game_and_the_fourth_is_refused() -> None:
    state = table("O8 B8 G8 Y8", "O7 B7 G7 Y7", "O6 B6 G6 Y6", counters=3, birds=(FAR,), start=0)
    for number, suit in enumerate("OBG"):
        state = make(reveals(state, f"{suit}8 {suit}7 {suit}6"), (0, DOUBLE))
        assert state.counters == 2 - number
        for _ in range(2):
            state = make(state, (0, GAME.sample(GAME.view(state, 0), 0, Rng(number))))
    assert refused(reveals(state, "Y8 Y7 Y6"), 0, DOUBLE) == "KK-21"


def test_kk_22_without_a_skill_the_piece_of_the_decision_card_is_selected() -> None:
    state = deciding(MIXED, "P2")
    assert selected(state, Select()) == ("P2",)


@pytest.mark.parametrize(("revealed", "seats"), [(ORANGE, 2), ("O1 O6 O8", 3), (ORANGE, 4)])
def test_kk_23_kk_t5_a_double_scan_takes_the_lowest_cards_piece_as_well(
    revealed: str, seats: int
) -> None:
    assert selected(deciding(revealed, "O8", seats=seats), DOUBLE) == ("O8", "O1")


def test_kk_23_kk_t5_there_is_no_double_scan_of_mixed_colours() -> None:
    assert refused(deciding(MIXED, "P2"), 1, DOUBLE) == "KK-23"
    assert refused(deciding("O1 O6 G8", "O6", seats=3), 1, DOUBLE) == "KK-23"


def test_kk_24_kk_t6_wild_colour_takes_another_colour_of_the_same_number() -> None:
    state = deciding("O4 O1 O2 O3", "O4", board={"G4": "A1 A2 A3 B3"})
    assert {s for s in choices(state) if isinstance(s, Wild)} == {Wild("P"), Wild("B"), Wild("Y")}
    assert selected(state, Select(Wild("Y"))) == ("Y4",)
    assert refused(state, 0, Select(Wild("G"))) == "KK-24"
    assert refused(state, 0, Select(Wild("O"))) == "KK-24"


@pytest.mark.parametrize(("decision", "allowed"), [("O8", {-1}), ("O1", {1}), ("O5", {1, -1})])
def test_kk_25_kk_t6_shift_change_takes_the_next_number(decision: str, allowed: set[int]) -> None:
    state = deciding(f"{decision} B2 B3 B4", decision)
    assert {s.by for s in choices(state) if isinstance(s, Shift)} == allowed
    for by, action in ((1, UP), (-1, DOWN)):
        if by in allowed:
            assert selected(state, action) == (f"O{int(decision[1]) + by}",)
        else:
            assert refused(state, 0, action) == "KK-25"


def test_kk_25_not_a_piece_that_is_on_the_board() -> None:
    assert refused(deciding("O3 O1 O2 B3", "O3", board=USED), 0, UP) == "KK-25"


def test_kk_24_kk_25_kk_t6_neither_is_a_skill_of_party() -> None:
    state = deciding("O4 O1 O2", "O4", seats=3)
    assert refused(state, 0, Select(Wild("G"))) == "KK-24"
    assert refused(state, 0, UP) == "KK-25"
    assert choices(state) == {None, Double()}


def test_kk_26_wild_colour_and_shift_change_need_no_equal_colours() -> None:
    state = deciding(MIXED, "P2")
    assert selected(state, Select(Wild("G"))) == ("G2",)
    assert selected(state, UP) == ("P3",)


def test_kk_27_all_are_told_the_skill_and_the_pieces() -> None:
    step = play(GAME, deciding(ORANGE, "O8"), 1, DOUBLE)
    assert events(step) == (Selected(1, Double(), ("O8", "O1")),)
    assert [news.to for news in step.news] == [None]


def test_kk_28_kk_29_the_cards_are_put_away_and_stay_open() -> None:
    state = make(deciding(MIXED, "P2"), (1, Select()))
    assert state.revealed == ()
    assert state.rounds == (Round(0, ("O1", "O4", "O6", "P2"), 1, "P2", None, ("P2",)),)
    for seat in (0, 1, None):
        assert GAME.view(state, seat).rounds == state.rounds


def test_kk_28_kk_a8_the_top_colour_is_that_of_the_card_whatever_the_piece() -> None:
    state = deciding("O4 O3 O2 O1", "O4")
    after = make(state, (0, Select(Wild("G"))), (0, Place("G4", 0, 0, 0)))
    assert after.rounds[-1].decision == "O4"
    assert after.rounds[-1].pieces == ("G4",)
    again = table("G1 O5", "G2 O6", rounds=after.rounds, board={"G4": "A1 A2 A3 B3"})
    assert reveals(again, "G1 G2 O5 O6").phase == Selecting(1, "O6")


def test_kk_30_a_decision_card_whose_piece_is_used_selects_none() -> None:
    step = play(GAME, deciding("O4 O1 O2 O3", "O4", board=USED), 0, Select())
    assert events(step) == (Selected(0, None, ()), Began(2, 0))
    assert step.state.phase == Revealing(0)
    assert step.state.rounds[-1].decision == "O4"
    assert step.state.counters == 5


def test_kk_30_kk_t7_a_piece_that_wild_colour_took_before_is_there_no_more() -> None:
    hands = ("O4 O2 G4 G2 Y1 Y2", "O3 O1 G3 G1 G8 B3")
    state = make(reveals(table(*hands), "O4 O3 O2 O1"), (0, Select(Wild("G"))))
    state = reveals(make(state, (0, Place("G4", 0, 0, 0))), "G4 G3 G2 G1")
    assert selected(state, Select(Double())) == ("G1",)
    step = play(GAME, state, 0, Select())
    assert events(step) == (Selected(0, None, ()), Began(3, 0))
    assert (step.state.counters, len(step.state.board)) == (4, 1)
    assert reveals(step.state, "Y1 G8 Y2 B3").phase == Selecting(1, "G8")


def test_kk_30_kk_a4_a_skill_may_come_to_the_rescue_and_need_not() -> None:
    state = deciding("O4 O1 O2 O3", "O4", board=USED)
    assert None in choices(state)
    assert selected(state, UP) == ("O5",)


def test_kk_a4_a_table_may_force_the_rescue() -> None:
    forced = Options(rescue_forced=True)
    state = deciding("O4 O1 O2 O3", "O4", board=USED, options=forced)
    assert refused(state, 0, Select()) == "KK-A4"
    assert None not in choices(state)
    poor = deciding("O4 O1 O2 O3", "O4", board=USED, options=forced, counters=0)
    assert choices(poor) == {None}
    assert selected(deciding("O4 O1 O2 O3", "O4", options=forced), Select()) == ("O4",)


def test_kk_a5_a_double_scan_without_the_first_piece_selects_the_second() -> None:
    state = deciding("O4 O1 O2 O3", "O4", board=USED)
    assert selected(state, DOUBLE) == ("O1",)


def test_kk_a6_there_is_no_double_scan_without_the_second_piece() -> None:
    state = deciding("O8 O4 O5 O6", "O8", board=USED)
    assert refused(state, 0, DOUBLE) == "KK-A6"
    assert Double() not in choices(state)


def test_kk_31_kk_t10_in_party_there_is_always_a_piece() -> None:
    for seats in (3, 4):
        for seed in range(20):
            start = GAME.setup(Options(double_scan_forgiving=True), seats)
            for _, _, step in playout(GAME, start, Rng(seed)):
                for event in events(step):
                    assert not isinstance(event, Selected) or event.pieces


def test_kk_a16_one_is_warned_of_a_piece_without_a_place_and_selected_is_selected() -> None:
    state = deciding("O4 B2 B3 B4", "O4", board=dotted("A1 A2 A3 L12", FAR))
    view = GAME.view(state, 0)
    assert GAME.ask(view, 0, Consider()) == Considered(("O4",), ("O4",), None)
    assert GAME.ask(view, 0, Consider(Shift(-1))) == Considered(("O3",), ("O3",), None)
    assert GAME.ask(view, 0, Consider(Wild("G"))) == Considered(("G4",), ("G4",), None)
    assert make(state, (0, Select())).phase == Over("no-place", "O4")


def test_kk_21_what_is_considered_is_refused_as_the_move_would_be() -> None:
    state = deciding(MIXED, "P2")
    for seat in (0, 1):
        answer = GAME.ask(GAME.view(state, seat), seat, Consider(Double()))
        assert isinstance(answer, Considered)
        assert answer.against is not None
        assert (answer.against.rule, answer.pieces) == ("KK-23", ())
    early = GAME.ask(GAME.view(table("O1", "O2"), 0), 0, Consider())
    assert isinstance(early, Considered)
    assert early.against is not None
    assert early.against.rule == "KK-21"
