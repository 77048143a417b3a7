"""The box and the deal: QD-1 to QD-8, QD-33, QD-A1, QD-A6, QD-A18."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng, events_for, play
from chabudai.games import folder_of
from chabudai.games.quiddler import GAME, state as qd
from chabudai.games.quiddler.components.cards import COUNTS, DECK, DOUBLES, POINTS, points
from chabudai.games.quiddler.rules import cards_in
from chabudai.games.quiddler.tests.support import pieces, quiet
from chabudai.games.quiddler.tests.tables import (
    cards,
    dealt,
    make,
    refused,
    refused_table,
    stacked,
    table,
)
from tests.support.moves import course, events

TWO = GAME.setup(qd.Options(), 2)


def dealers(seeds: int, **options: Any) -> set[int | None]:
    return {dealt(4, seed, **options).dealer for seed in range(seeds)}


@pytest.mark.parametrize("seats", [0, 9])
def test_qd_1_two_to_eight_play(seats: int) -> None:
    assert tuple(GAME.seats) == tuple(range(1, 9))
    assert refused_table(seats) == "QD-1"


def test_qd_2_the_deck_matches_the_printed_list() -> None:
    assert (len(COUNTS), len(DECK), points(DECK)) == (31, 118, 592)  # QD-T1
    printed = """A10 B2 C2 D4 E12 F2 G4 H2 I8 J2 K2 L4 M2 N6 O8 P2 Q2 R6 S4 T6 U6 V2 W2 X2 Y4 Z2
    QU2 IN2 ER2 CL2 TH2"""
    assert {f"{face}{count}" for face, count in COUNTS.items()} == set(printed.split())
    assert DOUBLES == ("CL", "ER", "IN", "QU", "TH")


@pytest.mark.parametrize(
    ("word", "worth", "letters"),
    [
        ("QU I D D L ER", 31, 8),
        ("H O G", 15, 3),
        ("L I E", 7, 3),
        ("TH IN", 16, 4),
        ("T H I N", 17, 4),
        ("I N QU I R IN G", 36, 9),
        ("I N Q U I R I N G", 46, 9),
        ("QU I T", 14, 4),
    ],
)
def test_qd_3_a_word_is_worth_its_cards(word: str, worth: int, letters: int) -> None:
    assert points(cards(word)) == worth  # QD-T3
    assert len("".join(cards(word))) == letters


def test_qd_3_every_card_has_points_and_the_screen_prints_them() -> None:
    assert POINTS.keys() == COUNTS.keys()
    assert (min(POINTS.values()), max(POINTS.values())) == (2, 15)
    faces = (folder_of("quiddler") / "web" / "faces.ts").read_text(encoding="utf-8")
    printed = re.findall(r"\b([A-Z]{1,2}): (\d+)", faces)
    assert {face: int(points) for face, points in printed} == POINTS


@pytest.mark.parametrize(
    ("seats", "left"),
    [(2, (111, 109, 107, 105, 103, 101, 99, 97)), (8, (93, 85, 77, 69, 61, 53, 45, 37))],
)
def test_qd_5_qd_6_rounds_have_3_to_10_cards_and_the_rest_is_the_draw_pile(
    seats: int, left: tuple[int, ...]
) -> None:
    assert [cards_in(number) for number in range(1, 9)] == [3, 4, 5, 6, 7, 8, 9, 10]
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


def test_qd_7_the_dealers_left_neighbour_begins_and_turns_go_clockwise() -> None:
    state, order = GAME.setup(qd.Options(), 3), []
    state = make(state, (CHANCE, stacked(("U A B", "U C D", "U E F"), "Z", "G O T", 1)))
    for _ in range(4):
        (seat,) = GAME.to_act(state)
        order.append(seat)
        state = make(state, *quiet(seat, state.hands[seat][-1]))
    assert order == [2, 0, 1, 2]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_qd_8_the_deal_passes_to_the_left(first: int) -> None:
    start = GAME.setup(qd.Options(turn_cap=1, first_dealer=first), 3)
    bots = [lambda view, seat, _: GAME.idle(view, seat)] * 3
    deals = [ply.step.state for ply in course(GAME, start, Rng(first), *bots) if ply.seat == CHANCE]
    assert [state.dealer for state in deals] == [(first + number) % 3 for number in range(8)]
    for state in deals:
        assert state.phase == qd.Drawing((state.dealer + 1) % 3)  # QD-T13


def collected() -> qd.State:
    """Return a table of two after the first round, whose dealer was seat 0."""
    plies = course(GAME, GAME.setup(qd.Options(turn_cap=1, first_dealer=0), 2), Rng(4))
    state: qd.State = next(ply.before for ply in plies if ply.before.round == 2)
    return state


def test_qd_6_all_cards_are_collected_for_the_next_round() -> None:
    state = collected()
    assert isinstance(state.phase, qd.Dealing)
    assert sorted(state.pile) == list(DECK)
    assert (state.hands, state.discards, state.laid) == (((), ()), (), ())
    assert make(state, (CHANCE, qd.Shuffle(DECK, 1))).dealer == 1


REFILLING = table("A B C", "D E F", pile="", discards="G H A", phase=qd.Refilling(1))


@pytest.mark.parametrize(
    ("rule", "state", "deals"),
    [
        ("QD-2", TWO, [qd.Shuffle(DECK[1:], 0), qd.Shuffle((*DECK[1:], "Z"), 0)]),
        ("QD-8", TWO, [qd.Shuffle(DECK, 2)]),
        ("QD-8", collected(), [qd.Shuffle(DECK, 0)]),
        ("QD-A1", GAME.setup(qd.Options(first_dealer=2), 4), [qd.Shuffle(DECK, 1)]),
        ("QD-A6", REFILLING, [qd.Refill(cards(wrong)) for wrong in ("A G", "G", "G H H", "G H A")]),
        ("QD-6", REFILLING, [qd.Shuffle(DECK, 0)]),
        ("QD-A6", TWO, [qd.Refill(())]),
    ],
)
def test_qd_2_qd_8_qd_a1_qd_a6_other_deals_are_refused(
    rule: str, state: qd.State, deals: Sequence[qd.Action]
) -> None:
    assert {refused(state, CHANCE, deal) for deal in deals} == {rule}


def test_qd_33_qd_a1_chance_or_the_table_names_the_first_dealer_and_two_play_for_one_bonus() -> (
    None
):
    assert dealers(40) == {0, 1, 2, 3}
    assert dealers(9, first_dealer=2) == {2}
    assert refused_table(4, first_dealer=4) == "QD-A1"
    assert refused_table(2, two_player_bonus="both") == "QD-33"  # QD-T16
    assert dealt(3, two_player_bonus="both").options.two_player_bonus == "both"


def test_qd_a6_all_discards_except_the_top_one_become_the_draw_pile() -> None:
    state = make(table("A B C", "D E F", pile="U", discards="G H I J"), *quiet(0, "A"))
    assert (state.phase, GAME.to_act(state)) == (qd.Refilling(1), (CHANCE,))
    refill = GAME.chance(state, Rng(1))
    assert isinstance(refill, qd.Refill)
    assert sorted(refill.pile) == list("GHIJ")  # QD-T14
    step = play(GAME, state, CHANCE, refill)
    assert (step.state.discards, step.state.pile) == (("A",), refill.pile)
    assert step.state.phase == qd.Drawing(1)
    assert events(step) == (qd.Refilled(4),)
    assert pieces(step.state) == pieces(state)


def test_qd_a6_a_single_discard_must_be_taken_if_nothing_else_is_left() -> None:
    state = table("A B C", "D E F", pile="", discards="G")
    view = GAME.view(state, 0)
    assert GAME.menu(view, 0) == (qd.Draw("discards"),)
    assert GAME.idle(view, 0) == qd.Draw("discards")
    assert refused(state, 0, qd.Draw("pile")) == "QD-A6"
    after = make(state, (0, qd.Draw("discards")))
    assert (after.discards, after.hands[0]) == ((), cards("A B C G"))


def test_qd_a6_the_pile_is_also_refilled_for_a_last_turn() -> None:
    state = table(
        "A B C", "D E F", pile="U", discards="G H", options=qd.Options(turn_cap=1), turns=1
    )
    state = make(state, *quiet(0, "A"))
    assert state.last is not None
    assert state.phase == qd.Refilling(1)
