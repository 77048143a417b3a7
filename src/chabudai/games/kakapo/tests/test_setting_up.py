"""The box, the deal, and the silence round the table (KK-1 to KK-14)."""

from collections import Counter
from itertools import combinations

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Illegal, Rng, events_for, play
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.components.board import ALL, WAYS
from chabudai.games.kakapo.components.cards import DECK, SUITS, VALUE
from chabudai.games.kakapo.components.missions import Mission, Title, book
from chabudai.games.kakapo.state import (
    Dealing,
    Dealt,
    Options,
    Over,
    Received,
    Revealing,
    Shuffle,
    State,
)
from chabudai.games.kakapo.tests.support import own_mission
from chabudai.games.kakapo.tests.tables import FAR, bird, make, mission, refused, stacked
from tests.support.moves import events

SEATS = (2, 3, 4)


def dealt(*hands: str, box: str = "", start: int = 0) -> State:
    """A table after the deal."""
    empty = GAME.setup(Options(), len(hands))
    return make(empty, (CHANCE, stacked(*hands, box=box, start=start)))


@pytest.mark.parametrize("seats", SEATS)
def test_kk_1_all_win_or_all_lose(seats: int) -> None:
    state = GAME.setup(Options(), seats)
    assert GAME.outcome(state) is None
    won = GAME.outcome(replace(state, phase=Over("scanned")))
    assert won is not None
    assert won.scores == (1,) * seats
    assert won.winners == tuple(range(seats))
    lost = GAME.outcome(replace(state, phase=Over("last-round")))
    assert lost is not None
    assert (lost.scores, lost.winners) == ((0,) * seats, ())


@pytest.mark.parametrize("seats", [1, 5])
def test_kk_1_one_or_five_cannot_play(seats: int) -> None:
    with pytest.raises(Illegal, match="KK-1"):
        GAME.setup(Options(), seats)


def test_kk_2_kk_3_there_is_a_card_for_each_of_five_colours_and_eight_numbers() -> None:
    assert Counter(DECK) == Counter(f"{suit}{value}" for suit in "POBGY" for value in range(1, 9))
    assert len(SUITS) == 5
    assert all(len(way) == VALUE[card] for card in DECK for way in WAYS[VALUE[card]])


def test_kk_2_other_cards_are_not_dealt() -> None:
    empty = GAME.setup(Options(), 2)
    deck = stacked("", "").deck
    for wrong in (deck[1:], (*deck, "P1"), (*deck[1:], "P9"), ("P2", *deck[1:])):
        assert refused(empty, CHANCE, Shuffle(wrong, 0)) == "KK-2"


def test_kk_4_kk_5_kk_8_the_board_is_empty_and_counters_are_five_or_three() -> None:
    assert ALL.bit_count() == 144
    assert [GAME.setup(Options(), seats).counters for seats in SEATS] == [5, 3, 3]
    assert [GAME.setup(Options(), seats).board for seats in SEATS] == [(), (), ()]


def test_kk_6_a_mission_is_for_two_or_for_more() -> None:
    assert GAME.setup(Options(mission="buddy/7"), 2).mission.number == 7
    assert GAME.setup(Options(mission="party/20"), 4).mission.mode == "party"
    for name, seats in (("party/1", 2), ("buddy/1", 3), ("buddy/1", 4)):
        with pytest.raises(Illegal, match="KK-6"):
            GAME.setup(Options(mission=name), seats)


def test_kk_6_kk_7_any_mission_may_be_chosen() -> None:
    for seats in (2, 3):
        chosen = [GAME.setup(Options(mission=n), seats).mission for n in range(1, 21)]
        assert chosen == list(book("buddy" if seats == 2 else "party"))
        assert len({one.title for one in chosen}) == 20


def test_kk_a24_one_may_play_a_mission_of_ones_own() -> None:
    own = own_mission(2)
    assert isinstance(own, Mission)
    state = GAME.setup(Options(mission=replace(own, number=20)), 2)
    assert state.mission == own
    assert state.mission.number == 0
    with pytest.raises(Illegal, match="KK-6"):
        GAME.setup(Options(mission=own), 3)


@pytest.mark.parametrize(
    ("wrong", "rule"),
    [
        (replace(mission(FAR), title=Title("\x1b[2J", "鳥")), "KK-A24"),
        (mission(bird("A5")), "KK-A9"),
        (mission(bird("C5"), bird("D5")), "KK-A10"),
        (mission(bird("C5"), bird("C5")), "KK-34"),
        (mission(bird("C5", "C5EO"), bird("E5", "E5WB")), "KK-40"),
        (mission(FAR, required=2), "KK-41"),
    ],
)
def test_kk_a24_a_mission_that_cannot_be_met_is_refused(wrong: Mission, rule: str) -> None:
    with pytest.raises(Illegal) as refusal:
        GAME.setup(Options(mission=wrong), 2)
    assert refusal.value.rule == rule


def test_kk_9_two_get_sixteen_cards_each_and_eight_go_into_the_box() -> None:
    state = dealt("P8", "")
    assert [len(hand) for hand in state.hands] == [16, 16]
    assert len(state.box) == 8


@pytest.mark.parametrize(("seats", "size"), [(3, 13), (4, 10)])
def test_kk_10_more_divide_all_cards(seats: int, size: int) -> None:
    state = dealt(*[""] * seats)
    assert [len(hand) for hand in state.hands] == [size] * seats
    assert state.box == ()
    assert ("P1" in {*state.hands[0], *state.hands[1], *state.hands[2]}) == (seats == 4)


def test_kk_10_purple_1_is_not_dealt_to_three() -> None:
    empty = GAME.setup(Options(), 3)
    deck = stacked("", "", "").deck
    assert refused(empty, CHANCE, Shuffle(("P1", *deck[1:]), 0)) == "KK-2"


def test_kk_9_cards_are_dealt_once() -> None:
    assert refused(dealt("P8", ""), CHANCE, stacked("", "P8")) == "KK-15"
    with pytest.raises(Illegal, match="KK-9"):
        GAME.apply(dealt("P8", ""), CHANCE, stacked("", "P8"))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_kk_11_kk_a18_purple_8_is_announced_and_its_holder_starts(seat: int) -> None:
    hands = ["", "", ""]
    hands[seat] = "P8"
    step = play(GAME, GAME.setup(Options(), 3), CHANCE, stacked(*hands))
    assert step.state.declared == step.state.start == seat
    assert GAME.to_act(step.state) == (seat,)
    for hearer in (0, 1, 2, None):
        assert events_for(step.news, hearer)[0] == Dealt(13, 0, seat, seat)


def test_kk_11_the_holder_of_purple_8_need_not_lead_it() -> None:
    state = dealt("P8 O3", "")
    view = GAME.view(state, 0)
    assert len(GAME.menu(view, 0)) == 16 + 1  # every card, and to give up


def test_kk_11_nobody_else_starts() -> None:
    empty = GAME.setup(Options(), 3)
    deck = stacked("P8", "", "").deck
    assert refused(empty, CHANCE, Shuffle(deck, 1)) == "KK-11"


@pytest.mark.parametrize("start", [0, 1])
def test_kk_12_if_nobody_has_purple_8_somebody_is_drawn(start: int) -> None:
    empty = GAME.setup(Options(), 2)
    deal = stacked("", "", box="P8", start=start)
    step = play(GAME, empty, CHANCE, deal)
    assert events(step)[0] == Dealt(16, 8, None, start)
    assert step.state.phase == Revealing(start)
    assert refused(empty, CHANCE, replace(deal, start=2)) == "KK-12"


def test_kk_12_the_draw_is_open() -> None:
    empty = GAME.setup(Options(), 2)
    shuffles = [GAME.chance(empty, Rng(seed)) for seed in range(200)]
    undeclared = [one for one in shuffles if isinstance(one, Shuffle) and "P8" in one.deck[32:]]
    assert {one.start for one in undeclared} == {0, 1}


@pytest.mark.parametrize("seats", SEATS)
def test_kk_13_everybody_is_told_their_own_cards_only(seats: int) -> None:
    step = play(GAME, GAME.setup(Options(), seats), CHANCE, stacked(*[""] * seats))
    for seat in range(seats):
        assert events_for(step.news, seat)[1:] == (Received(seat, step.state.hands[seat]),)
        hands = GAME.view(step.state, seat).hands
        assert hands[seat] == step.state.hands[seat]
        assert all(isinstance(hand, int) for owner, hand in enumerate(hands) if owner != seat)
    assert events_for(step.news, None)[1:] == ()
    assert GAME.view(step.state, None).hands == tuple(map(len, step.state.hands))


def test_kk_13_a_hand_lies_in_the_order_of_the_deck_so_that_its_places_tell_nothing() -> None:
    one = dealt("Y8 P8 O1", "")
    assert one.hands == dealt("O1 Y8 P8", "").hands
    for hand, other in combinations(one.hands, 2):
        assert [*hand] == sorted(hand, key=DECK.index)
        assert [*other] == sorted(other, key=DECK.index)


def test_nothing_is_dealt_before_chance_moves() -> None:
    state = GAME.setup(Options(), 2)
    assert state.phase == Dealing()
    assert GAME.to_act(state) == (CHANCE,)
    assert GAME.may_act(state) == ()
