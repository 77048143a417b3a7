"""Dealing, the turn, going out and the last lap: QD-1 to QD-17, and the rulings on them."""

import re

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng, Seat, events_for, play
from chabudai.games import folder_of
from chabudai.games.quiddler import GAME, state as qd
from chabudai.games.quiddler.components.cards import COUNTS, DECK, DOUBLES, POINTS, points
from chabudai.games.quiddler.tests.support import lays, quiet
from chabudai.games.quiddler.tests.tables import (
    cards,
    dealt,
    last,
    last_turn,
    make,
    out,
    refused,
    refused_table,
    table,
)
from tests.support.moves import course, events

# --- The box and the deal

TWO = GAME.setup(qd.Options(), 2)


def test_qd_1_one_to_eight_play() -> None:
    assert tuple(GAME.seats) == tuple(range(1, 9))
    assert refused_table(0) == refused_table(9) == "QD-1"


def test_qd_2_the_deck_matches_the_printed_list() -> None:
    assert (len(COUNTS), len(DECK), points(DECK)) == (31, 118, 592)  # QD-T1
    printed = """A10 B2 C2 D4 E12 F2 G4 H2 I8 J2 K2 L4 M2 N6 O8 P2 Q2 R6 S4 T6 U6 V2 W2 X2 Y4 Z2
    QU2 IN2 ER2 CL2 TH2"""
    assert {f"{face}{count}" for face, count in COUNTS.items()} == set(printed.split())
    assert DOUBLES == ("CL", "ER", "IN", "QU", "TH")


def test_qd_3_every_card_has_points_that_the_screen_prints_and_a_word_is_worth_its_cards() -> None:
    assert POINTS.keys() == COUNTS.keys()
    assert (min(POINTS.values()), max(POINTS.values())) == (2, 15)
    faces = (folder_of("quiddler") / "web" / "faces.ts").read_text(encoding="utf-8")
    printed = re.findall(r"\b([A-Z]{1,2}): (\d+)", faces)
    assert {face: int(points) for face, points in printed} == POINTS
    words = {"QU I D D L ER": 31, "H O G": 15, "TH IN": 16, "T H I N": 17, "I N QU I R IN G": 36}
    assert {word: points(cards(word)) for word in words} == words  # QD-T3


def test_qd_5_qd_6_rounds_have_3_to_10_cards_and_the_rest_is_the_draw_pile() -> None:
    for seats, left in ((2, (111, 109, 107, 105, 103, 101, 99, 97)), (8, (93, 85, 77, 69))):
        for number, size in enumerate(left, 1):  # QD-T2
            start = replace(GAME.setup(qd.Options(), seats), round=number)
            after = make(start, (CHANCE, GAME.chance(start, Rng(number))))
            assert (len(after.pile), len(after.discards)) == (size, 1)
            assert {len(hand) for hand in after.hands} == {number + 2}


def test_qd_6_cards_are_dealt_one_at_a_time_and_each_seat_sees_only_its_own() -> None:
    deck = DECK[::-1]
    step = play(GAME, GAME.setup(qd.Options(), 3), CHANCE, qd.Shuffle(deck, 1))
    for seat, first in ((2, 0), (0, 1), (1, 2)):
        assert step.state.hands[seat] == tuple(sorted(deck[first:9:3]))
        received = qd.Received(seat, step.state.hands[seat])
        assert events_for(step.news, seat) == (qd.Dealt(1, 1, 2, deck[9]), received)
    assert (step.state.discards, step.state.pile) == ((deck[9],), deck[10:])
    assert events_for(step.news, None) == (qd.Dealt(1, 1, 2, deck[9]),)


def test_qd_6_qd_7_qd_8_all_cards_are_collected_and_the_deal_passes_to_the_left() -> None:
    start = GAME.setup(qd.Options(turn_cap=1, first_dealer=1), 3)
    bots = [lambda view, seat, _: GAME.idle(view, seat)] * 3
    deals = [ply for ply in course(GAME, start, Rng(1), *bots) if ply.seat == CHANCE]
    assert [ply.step.state.dealer for ply in deals] == [(1 + number) % 3 for number in range(8)]
    for ply in deals:
        before, after = ply.before, ply.step.state
        assert sorted(before.pile) == list(DECK)
        assert (before.hands, before.discards, before.laid) == (((),) * 3, (), ())
        assert after.phase == qd.Drawing((after.dealer + 1) % 3)  # QD-T13


REFILLING = table("A B C", "D E F", pile="", discards="G H A", phase=qd.Refilling(1))


def test_qd_2_qd_8_qd_a1_qd_a6_other_deals_are_refused() -> None:
    for rule, state, deals in (
        ("QD-2", TWO, [qd.Shuffle(DECK[1:], 0), qd.Shuffle((*DECK[1:], "Z"), 0)]),
        ("QD-8", TWO, [qd.Shuffle(DECK, 2)]),
        ("QD-8", replace(TWO, round=2, dealer=1), [qd.Shuffle(DECK, 0)]),
        ("QD-A1", GAME.setup(qd.Options(first_dealer=2), 4), [qd.Shuffle(DECK, 1)]),
        ("QD-A6", REFILLING, [qd.Refill(cards(wrong)) for wrong in ("A G", "G", "G H H", "G H A")]),
        ("QD-6", REFILLING, [qd.Shuffle(DECK, 0)]),
        ("QD-A6", TWO, [qd.Refill(())]),
    ):
        assert {refused(state, CHANCE, deal) for deal in deals} == {rule}


def test_qd_33_qd_a1_the_first_dealer_is_drawn_or_named_and_two_play_for_one_bonus() -> None:
    assert {dealt(4, seed).dealer for seed in range(40)} == {0, 1, 2, 3}
    assert {dealt(4, seed, first_dealer=2).dealer for seed in range(9)} == {2}
    assert refused_table(4, first_dealer=4) == "QD-A1"
    assert refused_table(2, two_player_bonus="both") == "QD-33"  # QD-T16
    assert dealt(3, two_player_bonus="both").options.two_player_bonus == "both"


def test_qd_a6_all_discards_except_the_top_one_become_the_draw_pile_also_for_a_last_turn() -> None:
    options = qd.Options(turn_cap=1)
    state = table("A B C", "D E F", pile="U", discards="G H I J", options=options, turns=1)
    state = make(state, *quiet(0, "A"))
    assert state.last is not None
    assert (state.phase, GAME.to_act(state)) == (qd.Refilling(1), (CHANCE,))
    refill = GAME.chance(state, Rng(1))
    assert isinstance(refill, qd.Refill)
    assert sorted(refill.pile) == list("GHIJ")  # QD-T14
    step = play(GAME, state, CHANCE, refill)
    assert (step.state.discards, step.state.pile) == (("A",), refill.pile)
    assert step.state.phase == qd.Drawing(1)
    assert events(step) == (qd.Refilled(4),)


def test_qd_a6_a_single_discard_must_be_taken_if_nothing_else_is_left() -> None:
    state = table("A B C", "D E F", pile="", discards="G")
    view = GAME.view(state, 0)
    assert GAME.menu(view, 0) == (qd.Draw("discards"),)
    assert GAME.idle(view, 0) == qd.Draw("discards")
    assert refused(state, 0, qd.Draw("pile")) == "QD-A6"
    after = make(state, (0, qd.Draw("discards")))
    assert (after.discards, after.hands[0]) == ((), cards("A B C G"))


# --- Turns

PILE, TOP = qd.Draw("pile"), qd.Draw("discards")
ABC = table("A B C", "D E F", pile="X Y", discards="K M")
DRAWN = make(ABC, (0, PILE))
QUIT = table("QU I T Z", "D E F", drawn="Z")
STRICT = table("QU I T Z", "D E F", drawn="Z", options=qd.Options(no_first_turn_out=True))
QUIET = table("A T Q V", "D E F", drawn="V")
OVER = table("A B C", "D E F", phase=qd.Settling((False, False)))
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
    after = make(CATS, (0, last("C A T", "S")))
    assert (after.hands[0], after.last, after.discards[-1]) == ((), qd.LastLap(1, ()), "S")
    # A bot that lays nothing must give its reason immediately.
    assert GAME.extras.reason_disclosure(last("", "Q")) == "open"


def test_qd_a21_after_the_agreed_turns_all_seats_have_a_last_one() -> None:
    state = table("U A B", "U C D", "U E F", pile="O O O O O O O", options=qd.Options(turn_cap=1))
    state = make(state, *quiet(0, "U"), *quiet(1, "U"))
    assert state.last is None
    step = play(GAME, make(state, (2, PILE)), 2, qd.Discard("U"))
    assert events(step) == (qd.Discarded(2, "U"), qd.Capped())
    assert step.state.last == qd.LastLap(None, (0, 1, 2))
    state = make(step.state, *lays(0, last("B O A", "O")), *quiet(1, "C"), *quiet(2, "E"))
    assert isinstance(state.phase, qd.Settling)


def test_qd_a21_going_out_earlier_ends_the_round_which_without_a_limit_continues() -> None:
    state = table("U A B", "QU I T", pile="O Z", options=qd.Options(turn_cap=1))
    assert make(state, *quiet(0, "U"), *lays(1, out("QU I T", "Z"))).last == qd.LastLap(1, (0,))
    state = make(table("U A B", "U C D", turns=4000, pile="O P R"), *quiet(0, "U"))
    assert (state.last, state.turns) == (None, 4001)
