"""The box and the deal: QD-1 to QD-8, QD-33, QD-A1, QD-A6, QD-A18."""

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Illegal, Rng, events_for, play
from chabudai.games.quiddler import GAME
from chabudai.games.quiddler.components.cards import COUNTS, DECK, DOUBLES, POINTS, points
from chabudai.games.quiddler.rules import cards_in
from chabudai.games.quiddler.state import (
    Dealing,
    Dealt,
    Draw,
    Drawing,
    Options,
    Ready,
    Received,
    Refill,
    Refilled,
    Refilling,
    Settling,
    Shuffle,
    State,
)
from chabudai.games.quiddler.tests.support import pieces, quiet
from chabudai.games.quiddler.tests.tables import cards, make, refused, stacked, table
from tests.support.moves import events


def dealt(seats: int, **options: object) -> State:
    state = GAME.setup(Options(**options), seats)  # type: ignore[arg-type]  # each value in turn
    return play(GAME, state, CHANCE, GAME.chance(state, Rng(seats))).state


def dealer(start: State, seed: int) -> int:
    shuffle = GAME.chance(start, Rng(seed))
    assert isinstance(shuffle, Shuffle)
    return shuffle.dealer


@pytest.mark.parametrize("seats", range(2, 9))
def test_qd_1_two_to_eight_sit_down(seats: int) -> None:
    assert len(dealt(seats).hands) == seats


@pytest.mark.parametrize("seats", [0, 9])
def test_qd_1_nobody_and_nine_cannot_play(seats: int) -> None:
    with pytest.raises(Illegal) as refusal:
        GAME.setup(Options(), seats)
    assert refusal.value.rule == "QD-1"


def test_qd_2_the_deck_is_that_of_the_printed_list() -> None:
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


def test_qd_3_every_card_has_points() -> None:
    assert POINTS.keys() == COUNTS.keys()
    assert (min(POINTS.values()), max(POINTS.values())) == (2, 15)


def test_qd_5_three_cards_first_and_ten_in_the_eighth_round() -> None:
    assert [cards_in(number) for number in range(1, 9)] == [3, 4, 5, 6, 7, 8, 9, 10]


@pytest.mark.parametrize(
    ("seats", "left"),
    [(2, (111, 109, 107, 105, 103, 101, 99, 97)), (8, (93, 85, 77, 69, 61, 53, 45, 37))],
)
def test_qd_6_the_rest_is_the_draw_pile(seats: int, left: tuple[int, ...]) -> None:
    start = GAME.setup(Options(), seats)
    for number, size in enumerate(left, 1):  # QD-T2
        state = replace(start, round=number)
        after = play(GAME, state, CHANCE, GAME.chance(state, Rng(number))).state
        assert len(after.pile) == size
        assert len(after.discards) == 1
        assert {len(hand) for hand in after.hands} == {number + 2}


def test_qd_6_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    shuffle = Shuffle(DECK[::-1], 1)
    step = play(GAME, GAME.setup(Options(), 3), CHANCE, shuffle)
    deck = shuffle.deck
    assert step.state.hands[2] == tuple(sorted((deck[0], deck[3], deck[6])))
    assert step.state.hands[0] == tuple(sorted((deck[1], deck[4], deck[7])))
    assert step.state.hands[1] == tuple(sorted((deck[2], deck[5], deck[8])))
    assert (step.state.discards, step.state.pile) == ((deck[9],), deck[10:])
    assert events(step)[0] == Dealt(1, 1, 2, deck[9])


def test_qd_6_nobody_hears_of_the_hands_of_others() -> None:
    step = play(GAME, GAME.setup(Options(), 3), CHANCE, Shuffle(DECK, 0))
    for seat in range(3):
        assert events_for(step.news, seat)[1:] == (Received(seat, step.state.hands[seat]),)
    assert len(events_for(step.news, None)) == 1


def test_qd_2_only_the_cards_of_the_box_are_dealt() -> None:
    start = GAME.setup(Options(), 2)
    assert refused(start, CHANCE, Shuffle(DECK[1:], 0)) == "QD-2"
    assert refused(start, CHANCE, Shuffle((*DECK[1:], "Z"), 0)) == "QD-2"
    assert refused(start, CHANCE, Shuffle(DECK, 2)) == "QD-8"


def test_qd_7_the_dealers_left_neighbour_begins_and_turns_go_clockwise() -> None:
    state = GAME.setup(Options(), 3)
    state = make(state, (CHANCE, stacked(("U A B", "U C D", "U E F"), "Z", "G O T", 1)))
    order = []
    for _ in range(3):
        (seat,) = GAME.to_act(state)
        order.append(seat)
        state = make(state, *quiet(seat, "U"))
    assert order == [2, 0, 1]
    assert GAME.to_act(state) == (2,)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_qd_8_the_deal_passes_to_the_left(first: int) -> None:
    state = GAME.setup(Options(turn_cap=1, first_dealer=first), 3)
    dealers = []
    rng = Rng(first)
    while GAME.outcome(state) is None:
        if GAME.to_act(state) == (CHANCE,):
            state = make(state, (CHANCE, GAME.chance(state, rng)))
            dealers.append(state.dealer)
            assert state.phase == Drawing((first + len(dealers)) % 3)  # QD-T13
        seat = GAME.to_act(state)[0]
        state = make(state, (seat, GAME.idle(GAME.view(state, seat), seat)))
    assert dealers == [(first + number) % 3 for number in range(8)]


def test_qd_8_nobody_else_deals_the_next_round() -> None:
    state = table("A", "B", phase=Settling((True, False)), dealer=0, pile=" ".join(DECK[:115]))
    state = make(replace(state, pile=DECK[1:], hands=((), ())), (1, Ready()))
    assert isinstance(state.phase, Dealing)
    assert refused(state, CHANCE, Shuffle(DECK, 0)) == "QD-8"
    assert make(state, (CHANCE, Shuffle(DECK, 1))).dealer == 1


def test_qd_6_all_cards_are_collected_for_the_next_round() -> None:
    state = GAME.setup(Options(turn_cap=1), 2)
    rng = Rng(4)
    while state.round == 1:
        seat = GAME.to_act(state)[0]
        action = (
            GAME.chance(state, rng)
            if seat == CHANCE
            else GAME.sample(GAME.view(state, seat), seat, rng)
        )
        state = make(state, (seat, action))
    assert isinstance(state.phase, Dealing)
    assert sorted(state.pile) == list(DECK)
    assert (state.hands, state.discards, state.laid) == (((), ()), (), ())


def test_qd_a1_the_first_dealer_is_drawn_by_lot() -> None:
    start = GAME.setup(Options(), 4)
    assert {dealer(start, seed) for seed in range(40)} == {0, 1, 2, 3}


def test_qd_a1_a_table_may_name_the_first_dealer() -> None:
    start = GAME.setup(Options(first_dealer=2), 4)
    assert {dealer(start, seed) for seed in range(9)} == {2}
    assert refused(start, CHANCE, Shuffle(DECK, 1)) == "QD-A1"
    with pytest.raises(Illegal) as refusal:
        GAME.setup(Options(first_dealer=4), 4)
    assert refusal.value.rule == "QD-A1"


def test_qd_33_two_players_cannot_start_with_both_bonuses() -> None:
    with pytest.raises(Illegal) as refusal:  # QD-T16
        GAME.setup(Options(two_player_bonus="both"), 2)
    assert refusal.value.rule == "QD-33"
    assert GAME.setup(Options(two_player_bonus="both"), 3).options.two_player_bonus == "both"


def test_qd_a6_the_discards_but_the_top_one_become_the_draw_pile() -> None:
    state = table("A B C", "D E F", pile="U", discards="G H I J")
    state = make(state, *quiet(0, "A"))
    assert state.phase == Refilling(1)
    assert GAME.to_act(state) == (CHANCE,)
    refill = GAME.chance(state, Rng(1))
    assert isinstance(refill, Refill)
    assert sorted(refill.pile) == list("GHIJ")  # QD-T14
    step = play(GAME, state, CHANCE, refill)
    assert (step.state.discards, step.state.pile) == (("A",), refill.pile)
    assert step.state.phase == Drawing(1)
    assert events(step) == (Refilled(4),)
    assert pieces(step.state) == pieces(state)


def test_qd_a6_only_the_cards_under_the_top_discard_are_refilled() -> None:
    state = table("A B C", "D E F", pile="", discards="G H A", phase=Refilling(1))
    for wrong in ("A G", "G", "G H H", "G H A"):
        assert refused(state, CHANCE, Refill(cards(wrong))) == "QD-A6"
    assert refused(state, CHANCE, Shuffle(DECK, 0)) == "QD-6"
    assert refused(GAME.setup(Options(), 2), CHANCE, Refill(())) == "QD-A6"


def test_qd_a6_a_single_discard_must_be_taken_when_nothing_else_is_left() -> None:
    state = table("A B C", "D E F", pile="", discards="G")
    assert GAME.menu(GAME.view(state, 0), 0) == (Draw("discards"),)
    assert refused(state, 0, Draw("pile")) == "QD-A6"
    assert GAME.idle(GAME.view(state, 0), 0) == Draw("discards")
    after = make(state, (0, Draw("discards")))
    assert after.discards == ()
    assert after.hands[0] == cards("A B C G")


def test_qd_a6_nothing_is_refilled_when_the_last_turn_is_over() -> None:
    state = table("A B C", "D E F", pile="U", discards="G H", turns=4)
    capped = replace(state, options=Options(turn_cap=1), turns=1)
    state = make(capped, *quiet(0, "A"))
    assert state.last is not None
    assert state.phase == Refilling(1)
