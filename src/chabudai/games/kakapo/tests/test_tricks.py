"""Phase 1: cards are revealed, and one of them decides (KK-14 to KK-20)."""

import pytest

from chabudai.core import play
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.state import (
    Decided,
    Options,
    Reveal,
    Revealed,
    Revealing,
    Round,
    Select,
    Selecting,
)
from chabudai.games.kakapo.tests.tables import make, refused, reveals, round_of, table
from tests.support.moves import events

FREE = Options(leader_free_second=True)


def decides(revealed: str, *, top: str = "", start: int = 0, seats: int = 2) -> Selecting:
    """The decision card of cards that lie there; `top` is the card on top of the deck."""
    *before, last = revealed.split()
    hands = [""] * seats
    place = (start + len(before)) % seats
    hands[place] = last
    rounds = (round_of(f"{top} B1 B2 B3", top),) if top else ()
    state = table(*hands, start=start, revealed=" ".join(before), rounds=rounds)
    phase = reveals(state, last).phase
    assert isinstance(phase, Selecting)
    return phase


def test_kk_15_two_reveal_in_turn_until_each_has_revealed_two() -> None:
    state = table("O1 O2", "O3 O4", start=1)
    turns = []
    for card in ("O3", "O1", "O4", "O2"):
        turns.append(GAME.to_act(state))
        state = reveals(state, card)
    assert turns == [(1,), (0,), (1,), (0,)]
    assert state.phase == Selecting(1, "O4")


@pytest.mark.parametrize("seats", [3, 4])
def test_kk_15_more_reveal_one_each_clockwise(seats: int) -> None:
    state = table(*[f"O{n + 1} O{n + 5}" for n in range(seats)], start=2)
    turns = []
    while isinstance(state.phase, Revealing):
        (seat,) = GAME.to_act(state)
        turns.append(seat)
        state = reveals(state, state.hands[seat][0])
    assert turns == [(2 + n) % seats for n in range(seats)]


def test_kk_15_a_card_is_told_to_all_and_leaves_the_hand() -> None:
    step = play(GAME, table("O1 O2", "O3 O4"), 0, Reveal("O2"))
    assert [news.to for news in step.news] == [None]
    assert events(step) == (Revealed(0, "O2"),)
    assert step.state.hands == (("O1",), ("O3", "O4"))
    assert step.state.revealed == ("O2",)


def test_kk_15_a_card_not_held_is_refused() -> None:
    assert refused(table("O1", "O2"), 0, Reveal("O2")) == "KK-15"
    assert refused(table("O1", "O2"), 0, Reveal("P8")) == "KK-15"


def test_kk_15_nobody_reveals_out_of_turn_or_too_much() -> None:
    assert refused(table("O1", "O2"), 1, Reveal("O2")) == "KK-15"
    done = reveals(table("O1 O2 P1", "O3 O4"), "O1 O3 O2 O4")
    assert GAME.to_act(done) == (1,)
    assert refused(done, 1, Reveal("P1")) == "KK-15"


def test_kk_16_kk_17_kk_t3_the_first_card_is_the_lead_and_is_followed() -> None:
    led = reveals(table("O2 P1", "O1 P8"), "O2")
    assert refused(led, 1, Reveal("P8")) == "KK-17"
    view = GAME.view(led, 1)
    assert [a for a in GAME.menu(view, 1) if isinstance(a, Reveal)] == [Reveal("O1")]


def test_kk_17_kk_t3_who_has_no_lead_reveals_anything() -> None:
    led = reveals(table("O2 P1", "P8 G2"), "O2")
    view = GAME.view(led, 1)
    allowed = [a for a in GAME.menu(view, 1) if isinstance(a, Reveal)]
    assert allowed == [Reveal("P8"), Reveal("G2")]
    assert reveals(led, "P8").revealed == ("O2", "P8")


def test_kk_17_among_cards_of_the_lead_the_choice_is_free() -> None:
    led = reveals(table("O2 P1", "O1 O8 P8"), "O2")
    for card in ("O1", "O8"):
        assert reveals(led, card).revealed == ("O2", card)


def test_kk_17_kk_a1_kk_t4_the_leaders_second_card_follows() -> None:
    led = reveals(table("O2 O6 G1", "O5 Y3 Y1"), "O2 O5")
    assert refused(led, 0, Reveal("G1")) == "KK-17"
    after = reveals(led, "O6")
    for card in ("Y3", "Y1"):
        assert reveals(after, card).revealed == ("O2", "O5", "O6", card)


def test_kk_a1_kk_t4_a_table_may_leave_the_leaders_second_card_free() -> None:
    led = reveals(table("O2 O6 G1", "O5 O1 Y1", options=FREE), "O2 O5")
    for card in ("O6", "G1"):
        assert refused(reveals(led, card), 1, Reveal("Y1")) == "KK-17"
    for seats in (3, 4):
        hands = ("O2", "O5", "O6 G1", "O7")[:seats]
        assert refused(reveals(table(*hands, options=FREE), "O2 O5"), 2, Reveal("G1")) == "KK-17"


def test_kk_18_the_top_colour_is_that_of_the_last_decision_card() -> None:
    first = make(reveals(table("O3 G2 O6", "O1 G4 G8"), "O3 O1 O6 G4"), (0, Select()))
    assert first.rounds == (Round(0, ("O3", "O1", "O6", "G4"), 0, "O6", None, ("O6",)),)
    assert decides("G1 G2 O1 G4", top="O6") == Selecting(0, "O1")


def test_kk_18_older_decision_cards_count_no_more() -> None:
    rounds = (round_of("G8 B1 B2 B3", "G8"), round_of("O6 Y1 Y2 Y3", "O6"))
    state = table("Y4 B5", "G2 O1", rounds=rounds)
    assert reveals(state, "Y4 G2 B5 O1").phase == Selecting(1, "O1")


@pytest.mark.parametrize(
    ("revealed", "decision"),
    [("O5 O7 P1 O8", "P1"), ("O5 O7 G8 O6", "O7"), ("P3 P5 P8 O8", "P8")],
)
def test_kk_18_kk_19_kk_a3_kk_t1_in_the_first_round_purple_is_the_top_colour(
    revealed: str, decision: str
) -> None:
    owner = revealed.split().index(decision) % 2
    assert decides(revealed) == Selecting(owner, decision)


@pytest.mark.parametrize(("revealed", "decision"), [("O8 G1 G4 B8", "G4"), ("O2 B8 O3 Y7", "O3")])
def test_kk_19_kk_20_kk_a2_kk_t2_the_top_colour_beats_the_lead_and_others_never_decide(
    revealed: str, decision: str
) -> None:
    phase = decides(revealed, top="G8")
    assert phase.decision == decision


@pytest.mark.parametrize("seats", [3, 4])
def test_kk_19_the_decision_card_tells_who_is_in_charge(seats: int) -> None:
    shown = "O2 O7 O4 B8".split()[:seats]
    assert decides(" ".join(shown), start=1, seats=seats) == Selecting(2, "O7")


def test_kk_19_all_are_told_which_card_decides() -> None:
    state = reveals(table("O1 O2", "O3 O4"), "O1 O3 O2")
    step = play(GAME, state, 1, Reveal("O4"))
    assert events(step) == (Revealed(1, "O4"), Decided(1, "O4"))
    assert [news.to for news in step.news] == [None, None]


def test_kk_a19_the_next_player_of_two_is_the_other() -> None:
    for start in (0, 1):
        state = table("O1 O2", "O3 O4", start=start)
        assert GAME.to_act(reveals(state, state.hands[start][0])) == (1 - start,)
