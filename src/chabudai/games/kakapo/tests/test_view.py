"""A seat's view, tables imagined from it, and the screen's data."""

import json
from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng, Seat
from chabudai.games import folder_of
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.components.board import WAYS
from chabudai.games.kakapo.components.cards import ABSENT, COUNTERS, DECK, ROUNDS, VALUES
from chabudai.games.kakapo.components.missions import BOOK
from chabudai.games.kakapo.review.certificates import certificate_of
from chabudai.games.kakapo.state import Concede, Options, Over, Round, State
from chabudai.games.kakapo.tests.support import options, pieces, shown_bare
from chabudai.games.kakapo.tests.tables import LOW, make, mission, reveals, stacked, table
from chabudai.search import playout
from tools.list_missions import PATH, listing

GIVE_UP = Concede(wish=True)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_kk_9_kk_13_kk_41_hands_and_missing_edges_are_open_after_the_mission_and_the_box_never(
    seat: Seat | None,
) -> None:
    state = make(GAME.setup(Options(mission=mission(LOW)), 2), (CHANCE, stacked("P8", "")))
    over = make(state, (0, GIVE_UP), (1, GIVE_UP))
    assert over.phase == Over("conceded")
    before, after = (GAME.view(each, seat) for each in (state, over))
    assert before.hands != state.hands
    assert after.hands == over.hands
    assert (before.lacking, after.lacking) == (None, 6)
    assert (before.box, after.box) == (8, 8)


def test_kk_18_all_seats_see_the_top_colour() -> None:
    before = table("O1", "O2")
    played = Round(0, ("G3", "Y4", "G5", "Y6"), 0, "Y4", None, ())
    for seat in (0, 1, None):
        assert GAME.view(before, seat).top == "P"
        assert GAME.view(replace(before, rounds=(played,)), seat).top == "Y"


@settings(max_examples=8)
@given(st.data())
def test_kk_11_kk_17_imagined_hands_agree_with_all_that_was_shown(data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from((2, 3, 4)))
    rng = Rng(data.draw(st.integers(0, 2**32)))
    state = GAME.setup(data.draw(options(seats)), seats)
    for _, _, step in playout(GAME, state, rng):
        state = step.state
        for seat in (*range(seats), None):
            imagined = GAME.determinize(GAME.view(state, seat), rng)
            assert pieces(imagined) == pieces(state)
            assert list(map(len, imagined.hands)) == list(map(len, state.hands))
            assert not breaches(imagined)


def breaches(state: State) -> list[tuple[int, str]]:
    """Return the cards dealt to seats that, according to the public facts, cannot hold them."""
    bare = shown_bare(state, None)
    found = [
        (seat, card)
        for seat, hand in enumerate(state.hands)
        for card in hand
        if (seat, card[0]) in bare or (card == "P8" and state.declared != seat)
    ]
    return found + [(-1, card) for card in state.box if card == "P8" and state.declared is not None]


def test_kk_17_imagined_deals_are_about_equally_likely() -> None:
    state = reveals(table("O1 P2 P3", "G1 P4 Y1", "O2 B1 B2", start=0, declared=2), "O1 G1")
    view = GAME.view(state, 0)
    rng = Rng(0)
    tries = 1000
    held = Counter(card for _ in range(tries) for card in GAME.determinize(view, rng).hands[1])
    assert held.keys().isdisjoint(card for card in DECK if card[0] == "O")
    free = [card for card in DECK if card[0] != "O" and card not in "P1 P8 P2 P3 G1".split()]
    share = 2 * tries / len(free)
    assert all(0.5 * share < held[card] < 1.6 * share for card in free)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_kk_12_kk_13_an_imagined_table_has_no_cards_before_the_deal_then_purple_8_in_the_box(
    seat: Seat | None,
) -> None:
    start = GAME.setup(Options(), 2)
    assert GAME.determinize(GAME.view(start, seat), Rng(1)).hands == start.hands == ((), ())
    state = make(start, (CHANCE, stacked("", "", box="P8")))
    for seed in range(20):
        assert "P8" in GAME.determinize(GAME.view(state, seat), Rng(seed)).box


BOX = json.loads((folder_of("kakapo") / "web/box.json").read_text())


def test_kk_2_kk_6_kk_8_kk_10_kk_14_the_screen_has_the_shapes_and_numbers_of_the_rules() -> None:
    for value in VALUES:
        assert {tuple(cell) for cell in BOX["shapes"][str(value)]} == set(WAYS[value][0])
    assert (BOX["rounds"], BOX["counters"]) == (ROUNDS, COUNTERS)
    assert (BOX["absent"], BOX["missions"]) == (ABSENT, BOOK)
    assert PATH.read_text(encoding="utf-8") == listing()


def test_the_stars_in_the_lobby_are_those_for_the_players_at_the_table() -> None:
    listed = json.loads(PATH.read_text(encoding="utf-8"))
    for mode, entries in listed.items():
        for entry in entries:
            grades = certificate_of(mode, entry["mission"]["number"]).grades
            assert entry["stars"] == {str(one.seats): one.stars for one in grades}
    assert listed["party"][10]["stars"]["3"] < listed["party"][7]["stars"]["3"]
    assert listed["party"][10]["stars"]["4"] >= listed["party"][7]["stars"]["4"]
