"""The box, the deal, and silence (KK-1 to KK-14)."""

from collections import Counter

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Illegal, Outcome, Rng, events_for, play
from chabudai.games.kakapo import GAME, state as kk
from chabudai.games.kakapo.components.board import ALL, WAYS
from chabudai.games.kakapo.components.cards import DECK, VALUE, Mode
from chabudai.games.kakapo.components.missions import Mission, book
from chabudai.games.kakapo.tests.support import own_mission
from chabudai.games.kakapo.tests.tables import bird, make, mission, refused, refused_table, stacked
from tests.support.moves import events

EMPTY = {seats: GAME.setup(kk.Options(), seats) for seats in GAME.seats}
TWO, THREE = (stacked(*[""] * seats).deck for seats in (2, 3))
each_number = pytest.mark.parametrize("seats", [2, 3, 4])


def dealt(*hands: str) -> kk.State:
    return make(EMPTY[len(hands)], (CHANCE, stacked(*hands)))


@each_number
def test_kk_1_all_win_or_all_lose(seats: int) -> None:
    won, lost = (replace(EMPTY[seats], phase=kk.Over(how)) for how in ("scanned", "last-round"))
    assert GAME.outcome(EMPTY[seats]) is None
    assert GAME.outcome(won) == Outcome((1,) * seats, tuple(range(seats)))
    assert GAME.outcome(lost) == Outcome((0,) * seats, ())


def test_kk_2_kk_3_kk_4_kk_5_kk_8_the_box_has_all_cards_an_empty_board_and_counters() -> None:
    assert Counter(DECK) == Counter(f"{suit}{value}" for suit in "POBGY" for value in range(1, 9))
    assert all(len(way) == VALUE[card] for card in DECK for way in WAYS[VALUE[card]])
    assert ALL.bit_count() == 144
    assert [state.counters for state in EMPTY.values()] == [5, 3, 3]
    assert {state.board for state in EMPTY.values()} == {()}


@pytest.mark.parametrize(("seats", "mode"), [(2, "buddy"), (3, "party"), (4, "party")])
def test_kk_6_kk_7_any_mission_for_the_number_of_players_may_be_chosen(
    seats: int, mode: Mode
) -> None:
    chosen = [GAME.setup(kk.Options(mission=number), seats).mission for number in range(1, 21)]
    assert chosen == list(book(mode))
    assert GAME.setup(kk.Options(mission=f"{mode}/7"), seats).mission.number == 7
    assert refused_table(seats, mission="party/1" if mode == "buddy" else "buddy/1") == "KK-6"


def test_kk_a24_a_table_may_play_a_possible_mission_of_its_own() -> None:
    own = own_mission(2)
    assert isinstance(own, Mission)
    assert GAME.setup(kk.Options(mission=replace(own, number=20)), 2).mission == own
    assert own.number == 0
    assert refused_table(3, mission=own) == "KK-6"
    assert refused_table(2, mission=mission(bird("A5"))) == "KK-A9"


@pytest.mark.parametrize(("seats", "size", "box"), [(2, 16, 8), (3, 13, 0), (4, 10, 0)])
def test_kk_9_kk_10_two_get_sixteen_cards_and_more_divide_all(
    seats: int, size: int, box: int
) -> None:
    state = dealt("P8", *[""] * (seats - 1))
    assert [len(hand) for hand in state.hands] == [size] * seats
    assert len(state.box) == box
    assert ("P1" in {card for hand in state.hands for card in hand}) == (seats != 3)


def test_kk_2_kk_10_kk_11_kk_12_other_deals_are_refused() -> None:
    for rule, seats, deals in (
        ("KK-2", 2, [(TWO[1:], 0), ((*TWO, "P1"), 0), ((*TWO[1:], "P9"), 0)]),
        ("KK-2", 2, [(("P2", *TWO[1:]), 0)]),
        ("KK-2", 3, [(("P1", *THREE[1:]), 0)]),
        ("KK-11", 3, [(stacked("P8", "", "").deck, 1)]),
        ("KK-12", 2, [(stacked("", "", box="P8").deck, 2)]),
    ):
        for deck, start in deals:
            assert refused(EMPTY[seats], CHANCE, kk.Shuffle(deck, start)) == rule


def test_kk_9_cards_are_dealt_once() -> None:
    assert EMPTY[2].phase == kk.Dealing()
    assert (GAME.to_act(EMPTY[2]), GAME.may_act(EMPTY[2])) == ((CHANCE,), ())
    assert refused(dealt("P8", ""), CHANCE, stacked("", "P8")) == "KK-15"
    with pytest.raises(Illegal, match="KK-9"):
        GAME.apply(dealt("P8", ""), CHANCE, stacked("", "P8"))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_kk_11_kk_a18_purple_8_is_announced_and_its_holder_starts_with_any_card(seat: int) -> None:
    hands = ["", "", ""]
    hands[seat] = "P8"
    step = play(GAME, EMPTY[3], CHANCE, stacked(*hands))
    assert step.state.declared == step.state.start == seat
    assert GAME.to_act(step.state) == (seat,)
    assert len(GAME.menu(GAME.view(step.state, seat), seat)) == 13 + 1  # every card, and to give up
    for hearer in (0, 1, 2, None):
        assert events_for(step.news, hearer)[0] == kk.Dealt(13, 0, seat, seat)


@pytest.mark.parametrize("start", [0, 1])
def test_kk_12_chance_draws_the_first_player_if_purple_8_is_in_the_box(start: int) -> None:
    step = play(GAME, EMPTY[2], CHANCE, stacked("", "", box="P8", start=start))
    assert events(step)[0] == kk.Dealt(16, 8, None, start)
    assert step.state.phase == kk.Revealing(start)
    shuffles = [GAME.chance(EMPTY[2], Rng(seed)) for seed in range(200)]
    undeclared = [one for one in shuffles if isinstance(one, kk.Shuffle) and "P8" in one.deck[32:]]
    assert start in {one.start for one in undeclared}


@each_number
def test_kk_13_each_seat_receives_only_its_own_cards(seats: int) -> None:
    step = play(GAME, EMPTY[seats], CHANCE, stacked(*[""] * seats))
    sizes = tuple(map(len, step.state.hands))
    for seat, hand in enumerate(step.state.hands):
        assert events_for(step.news, seat)[1:] == (kk.Received(seat, hand),)
        assert GAME.view(step.state, seat).hands == (*sizes[:seat], hand, *sizes[seat + 1 :])
    assert events_for(step.news, None)[1:] == ()
    assert GAME.view(step.state, None).hands == sizes


def test_kk_13_the_order_of_a_hand_reveals_nothing() -> None:
    one = dealt("Y8 P8 O1", "")
    assert one.hands == dealt("O1 Y8 P8", "").hands
    assert all([*hand] == sorted(hand, key=DECK.index) for hand in one.hands)
