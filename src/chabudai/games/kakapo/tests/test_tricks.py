"""Phases 1 and 2: cards are revealed, one decides, and a piece is selected (KK-14 to KK-31)."""

from chabudai.core import play
from chabudai.games.kakapo import GAME, state as kk
from chabudai.games.kakapo.questions import Consider, Considered
from chabudai.games.kakapo.tests.tables import (
    FAR,
    deciding,
    dotted,
    make,
    refused,
    reveals,
    round_of,
    table,
)
from tests.support.moves import events

FREE = kk.Options(leader_free_second=True)


def test_kk_15_kk_19_a_revealed_card_leaves_the_hand_and_is_public() -> None:
    state = table("O1 O2", "O3 O4")
    step = play(GAME, state, 0, kk.Reveal("O2"))
    assert (step.state.hands, step.state.revealed) == ((("O1",), ("O3", "O4")), ("O2",))
    assert events(step) == (kk.Revealed(0, "O2"),)
    last = play(GAME, reveals(state, "O1 O3 O2"), 1, kk.Reveal("O4"))
    assert events(last) == (kk.Revealed(1, "O4"), kk.Decided(1, "O4"))
    assert {news.to for news in (*step.news, *last.news)} == {None}


LED = reveals(table("O2 P1", "O1 O8 P8"), "O2")
SECOND = reveals(table("O2 O6 G1", "O5 Y3 Y1"), "O2 O5")


def test_kk_15_kk_16_kk_17_kk_a1_kk_t3_kk_t4_these_cards_are_refused() -> None:
    for rule, state, seat, card in (
        # another seat's card, out of turn, one card too many
        ("KK-15", table("O1", "O2"), 0, "O2"),
        ("KK-15", table("O1", "O2"), 0, "P8"),
        ("KK-15", table("O1", "O2"), 1, "O2"),
        ("KK-15", reveals(table("O1 O2 P1", "O3 O4"), "O1 O3 O2 O4"), 1, "P1"),
        # the lead must be followed; KK-A1: also by the leader's second card
        ("KK-17", LED, 1, "P8"),
        ("KK-17", SECOND, 0, "G1"),
        ("KK-17", reveals(table("O2 O6 G1", "O5 O1 Y1", options=FREE), "O2 O5 O6"), 1, "Y1"),
        ("KK-17", reveals(table("O2 O6 G1", "O5 O1 Y1", options=FREE), "O2 O5 G1"), 1, "Y1"),
        ("KK-17", reveals(table("O2", "O5", "O6 G1", options=FREE), "O2 O5"), 2, "G1"),
        ("KK-17", reveals(table("O2", "O5", "O6 G1", "O7", options=FREE), "O2 O5"), 2, "G1"),
    ):
        assert refused(state, seat, kk.Reveal(card)) == rule


def test_kk_18_kk_19_kk_20_kk_a2_kk_a3_kk_t1_kk_t2_the_highest_card_of_the_top_colour_decides() -> (
    None
):
    for top, start, revealed, decision in (
        # KK-T1, KK-A3: purple is the top colour of the first round
        ("", 0, "O5 O7 P1 O8", "P1"),
        ("", 0, "O5 O7 G8 O6", "O7"),
        ("", 0, "P3 P5 P8 O8", "P8"),
        # KK-T2, KK-20, KK-A2: next comes the lead colour; other colours never decide
        ("G8", 0, "O8 G1 G4 B8", "G4"),
        ("G8", 0, "O2 B8 O3 Y7", "O3"),
        ("O6", 0, "G1 G2 O1 G4", "O1"),
        ("", 1, "O2 O7 O4", "O7"),
        ("", 1, "O2 O7 O4 B8", "O7"),
    ):
        *before, last = revealed.split()
        seats = 2 if start == 0 else len(before) + 1
        hands = [""] * seats
        hands[(start + len(before)) % seats] = last
        rounds = (round_of(f"{top} B1 B2 B3", top),) if top else ()
        state = table(*hands, start=start, revealed=" ".join(before), rounds=rounds)
        owner = (start + revealed.split().index(decision)) % seats
        assert reveals(state, last).phase == kk.Selecting(owner, decision)


# --- Phase 2


ORANGE = deciding("O1 O4 O6 O8", "O8")
MIXED = deciding("O1 O4 O6 P2", "P2")
USED = {"O4": "A1 A2 A3 B3"}
SPENT = deciding("O4 O1 O2 O3", "O4", board=USED)
FORCED = deciding("O4 O1 O2 O3", "O4", board=USED, options=kk.Options(rescue_forced=True))
PLAIN, DOUBLE, UP, DOWN = (
    kk.Select(),
    kk.Select(kk.Double()),
    kk.Select(kk.Shift(1)),
    kk.Select(kk.Shift(-1)),
)
GREEN, YELLOW = kk.Select(kk.Wild("G")), kk.Select(kk.Wild("Y"))


def selected(state: kk.State, action: kk.Select) -> str:
    (seat,) = GAME.to_act(state)
    phase = play(GAME, state, seat, action).state.phase
    return " ".join(phase.pieces) if isinstance(phase, kk.Placing) else ""


def test_kk_21_to_25_kk_a4_kk_a6_kk_t5_kk_t6_kk_t8_these_selections_are_refused() -> None:
    for rule, state, seat, action in (
        # a seat that is not in charge, too early, a second time
        ("KK-21", ORANGE, 0, PLAIN),
        ("KK-21", table("O1", "O2"), 0, PLAIN),
        ("KK-21", make(ORANGE, (1, DOUBLE)), 1, PLAIN),
        # no counter is left
        ("KK-21", deciding("O1 O4 O6 O8", "O8", counters=0), 1, DOUBLE),
        ("KK-23", MIXED, 1, DOUBLE),
        ("KK-23", deciding("O1 O6 G8", "O6", seats=3), 1, DOUBLE),
        ("KK-24", deciding("O4 O1 O2 O3", "O4", board={"G4": "A1 A2 A3 B3"}), 0, GREEN),
        ("KK-24", deciding("O4 O1 O2 O3", "O4"), 0, kk.Select(kk.Wild("O"))),
        ("KK-24", deciding("O4 O1 O2", "O4", seats=3), 0, GREEN),
        ("KK-25", deciding("O4 O1 O2", "O4", seats=3), 0, UP),
        ("KK-25", deciding("O8 B2 B3 B4", "O8"), 0, UP),
        ("KK-25", deciding("O1 B2 B3 B4", "O1"), 0, DOWN),
        ("KK-25", deciding("O3 O1 O2 B3", "O3", board=USED), 0, UP),
        ("KK-A4", FORCED, 0, PLAIN),
        ("KK-A6", deciding("O8 O4 O5 O6", "O8", board=USED), 0, DOUBLE),
    ):
        assert refused(state, seat, action) == rule
        if GAME.to_act(state) == (seat,):
            answer = GAME.ask(GAME.view(state, seat), seat, Consider(action.skill))
            assert isinstance(answer, Considered)
            assert (answer.against and answer.against.rule, answer.pieces) == (rule, ())


def test_kk_22_kk_23_kk_24_kk_25_kk_26_kk_a5_kk_t5_kk_t6_a_skill_selects_other_pieces() -> None:
    for state, action, pieces in (
        (MIXED, PLAIN, "P2"),
        (ORANGE, DOUBLE, "O8 O1"),
        (deciding("O1 O4 O6 O8", "O8", seats=4), DOUBLE, "O8 O1"),
        (deciding("O4 O1 O2 O3", "O4"), YELLOW, "Y4"),
        (deciding("O5 B2 B3 B4", "O5"), UP, "O6"),
        (deciding("O5 B2 B3 B4", "O5"), DOWN, "O4"),
        # KK-26: these skills do not need equal colours
        (MIXED, GREEN, "G2"),
        (MIXED, UP, "P3"),
        # KK-30, KK-A4, KK-A5: the piece of the decision card is on the board
        (SPENT, PLAIN, ""),
        (SPENT, UP, "O5"),
        (SPENT, DOUBLE, "O1"),
        (deciding("O4 O1 O2 O3", "O4", options=kk.Options(rescue_forced=True)), PLAIN, "O4"),
    ):
        assert selected(state, action) == pieces


def test_kk_28_kk_29_the_cards_are_put_away_and_stay_open() -> None:
    state = make(MIXED, (1, PLAIN))
    assert state.revealed == ()
    assert state.rounds == (kk.Round(0, ("O1", "O4", "O6", "P2"), 1, "P2", None, ("P2",)),)
    for seat in (0, 1, None):
        assert GAME.view(state, seat).rounds == state.rounds


def test_kk_28_kk_a8_the_top_colour_is_that_of_the_card_whatever_the_piece() -> None:
    after = make(deciding("O4 O3 O2 O1", "O4"), (0, GREEN), (0, kk.Place("G4", 0, 0, 0)))
    assert (after.rounds[-1].decision, after.rounds[-1].pieces) == ("O4", ("G4",))
    again = table("G1 O5", "G2 O6", rounds=after.rounds, board={"G4": "A1 A2 A3 B3"})
    assert reveals(again, "G1 G2 O5 O6").phase == kk.Selecting(1, "O6")


def test_kk_30_kk_t7_a_piece_that_wild_colour_took_is_used() -> None:
    hands = ("O4 O2 G4 G2 Y1 Y2", "O3 O1 G3 G1 G8 B3")
    state = make(reveals(table(*hands), "O4 O3 O2 O1"), (0, GREEN))
    state = reveals(make(state, (0, kk.Place("G4", 0, 0, 0))), "G4 G3 G2 G1")
    assert selected(state, DOUBLE) == "G1"
    step = play(GAME, state, 0, PLAIN)
    assert events(step) == (kk.Selected(0, None, ()), kk.Began(3, 0))
    assert (step.state.counters, len(step.state.board)) == (4, 1)
    assert reveals(step.state, "Y1 G8 Y2 B3").phase == kk.Selecting(1, "G8")


def test_kk_a16_a_question_warns_of_a_piece_without_a_place() -> None:
    state = deciding("O4 B2 B3 B4", "O4", board=dotted("A1 A2 A3 L12", FAR))
    view = GAME.view(state, 0)
    for skill, piece in ((None, "O4"), (kk.Shift(-1), "O3"), (kk.Wild("G"), "G4")):
        assert GAME.ask(view, 0, Consider(skill)) == Considered((piece,), (piece,), None)
    assert make(state, (0, PLAIN)).phase == kk.Over("no-place", "O4")
