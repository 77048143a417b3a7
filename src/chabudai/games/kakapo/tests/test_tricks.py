"""Phase 1: cards are revealed, and one of them decides (KK-14 to KK-20)."""

import pytest

from chabudai.core import Seat, play
from chabudai.games.kakapo import GAME, state as kk
from chabudai.games.kakapo.tests.tables import cards, make, refused, reveals, round_of, table
from tests.support.moves import events

FREE = kk.Options(leader_free_second=True)


def allowed(state: kk.State) -> tuple[str, ...]:
    (seat,) = GAME.to_act(state)
    menu = GAME.menu(GAME.view(state, seat), seat)
    return tuple(action.card for action in menu if isinstance(action, kk.Reveal))


@pytest.mark.parametrize(
    ("hands", "start", "order"),
    [
        (("O1 O2", "O3 O4"), 1, (1, 0, 1, 0)),
        (("O1 O2", "O3 O4"), 0, (0, 1, 0, 1)),
        (("O1 O5", "O2 O6", "O3 O7"), 2, (2, 0, 1)),
        (("O1 O5", "O2 O6", "O3 O7", "O4 O8"), 2, (2, 3, 0, 1)),
    ],
)
def test_kk_14_kk_15_kk_a19_two_reveal_two_cards_each_and_more_one_each_clockwise(
    hands: tuple[str, ...], start: Seat, order: tuple[Seat, ...]
) -> None:
    state, turns = table(*hands, start=start), list[Seat]()
    while isinstance(state.phase, kk.Revealing):
        turns += GAME.to_act(state)
        state = reveals(state, allowed(state)[0])
    assert tuple(turns) == order


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


@pytest.mark.parametrize(
    ("rule", "state", "seat", "card"),
    [
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
    ],
)
def test_kk_15_kk_17_kk_a1_kk_t3_kk_t4_these_cards_are_refused(
    rule: str, state: kk.State, seat: Seat, card: str
) -> None:
    assert refused(state, seat, kk.Reveal(card)) == rule


@pytest.mark.parametrize(
    ("state", "free"),
    [
        (LED, "O1 O8"),
        (reveals(table("O2 P1", "P8 G2"), "O2"), "P8 G2"),
        (SECOND, "O6"),
        (reveals(SECOND, "O6"), "Y1 Y3"),
        (reveals(table("O2 O6 G1", "O5 O1 Y1", options=FREE), "O2 O5"), "O6 G1"),
    ],
)
def test_kk_16_kk_17_kk_a1_kk_t3_the_first_card_leads_and_players_without_its_colour_are_free(
    state: kk.State, free: str
) -> None:
    assert allowed(state) == cards(free)
    for card in allowed(state):
        reveals(state, card)


@pytest.mark.parametrize(
    ("top", "start", "revealed", "decision"),
    [
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
    ],
)
def test_kk_18_kk_19_kk_20_kk_a2_kk_a3_kk_t1_kk_t2_the_highest_card_of_the_top_colour_decides(
    top: str, start: Seat, revealed: str, decision: str
) -> None:
    *before, last = revealed.split()
    seats = 2 if start == 0 else len(before) + 1
    hands = [""] * seats
    hands[(start + len(before)) % seats] = last
    rounds = (round_of(f"{top} B1 B2 B3", top),) if top else ()
    state = table(*hands, start=start, revealed=" ".join(before), rounds=rounds)
    owner = (start + revealed.split().index(decision)) % seats
    assert reveals(state, last).phase == kk.Selecting(owner, decision)


def test_kk_18_the_top_colour_is_that_of_the_last_decision_card_only() -> None:
    first = make(reveals(table("O3 G2 O6", "O1 G4 G8"), "O3 O1 O6 G4"), (0, kk.Select()))
    assert first.rounds == (kk.Round(0, ("O3", "O1", "O6", "G4"), 0, "O6", None, ("O6",)),)
    rounds = (round_of("G8 B1 B2 B3", "G8"), round_of("O6 Y1 Y2 Y3", "O6"))
    state = table("Y4 B5", "G2 O1", rounds=rounds)
    assert reveals(state, "Y4 G2 B5 O1").phase == kk.Selecting(1, "O1")
