"""The children's rules: WP-45 to WP-48, WP-A6 and WP-A7."""

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.components import BOX
from chabudai.games.word_porters.state import Hinting, Options, Passed, Shuffle, Voting
from chabudai.games.word_porters.tests.tables import (
    PASS,
    make,
    refused,
    spot,
    stacked,
    step_of,
    table,
)
from tests.support.moves import events

START = GAME.setup(Options(children=True), 3)


@pytest.mark.parametrize("seed", range(5))
def test_wp_45_wp_46_hint_cards_with_a_chick_are_used_and_words_lie_with_the_chick_up(
    seed: int,
) -> None:
    shuffle = GAME.chance(START, Rng(seed))
    assert isinstance(shuffle, Shuffle)
    cards = [face // 2 for face in shuffle.hints]
    assert all(BOX.hints[card].chick for card in cards)
    assert len(set(cards)) == len(cards) == sum(card.chick for card in BOX.hints)
    assert all(BOX.words[face // 2].chick == face % 2 for face in shuffle.words)
    assert len(set(shuffle.words)) == 150
    assert refused(START, CHANCE, replace(shuffle, hints=stacked(3)[0].hints)) == "WP-3"
    turned = (shuffle.words[0] ^ 1, *shuffle.words[1:])
    assert refused(START, CHANCE, replace(shuffle, words=turned)) == "WP-2"


def test_wp_47_children_may_place_nothing() -> None:
    state = table(4, children=True)
    step = step_of(state, 0, PASS)
    assert events(step) == (Passed(0, forced=False),)
    assert step.state == replace(state, phase=Hinting(1, passed=(0,)))
    assert PASS in GAME.menu(GAME.view(state, 0), 0)


def test_wp_48_the_hints_end_when_all_place_nothing_and_a_placement_restarts_the_count() -> None:
    state = make(table(4, children=True), (0, PASS), (1, PASS), (2, PASS))
    assert state.phase == Hinting(3, passed=(0, 1, 2))
    assert isinstance(make(state, (3, PASS)).phase, Voting)
    again = make(state, (3, spot("A1")))
    assert again.phase == Hinting(0)
    again = make(again, (0, PASS), (1, PASS), (2, PASS))
    assert again.phase == Hinting(3, passed=(0, 1, 2))


def test_wp_48_players_without_porters_are_not_waited_for() -> None:
    state = table(4, tokens="123 - 3 -", children=True)
    assert isinstance(make(state, (0, PASS), (2, PASS)).phase, Voting)


def test_wp_48_players_who_can_no_longer_place_are_not_asked_again() -> None:
    porters = " ".join(f"{at % 2}{card}1:1" for at, card in enumerate("ABCDEFGHIJ"))
    state = make(table(4, porters, tokens="23 23 3 -", children=True), (0, PASS))
    step = step_of(state, 1, spot("A2"))
    assert step.state.phase == Hinting(0, passed=(2,))
    assert events(step)[1:] == (Passed(2, forced=True),)
    last = step_of(step.state, 0, spot("B2"))
    assert len(events(last)) == 1
    assert isinstance(last.state.phase, Voting)


@pytest.mark.parametrize(("final", "phase"), [(True, Hinting(1, passed=(0,))), (False, Hinting(0))])
def test_wp_a6_players_who_placed_nothing_are_out_for_the_round_if_agreed(
    final: bool, phase: Hinting
) -> None:
    state = table(4, children=True, kids_pass_final=final)
    others = ((seat, spot(place)) for seat, place in enumerate(("A1", "B1", "C1"), 1))
    assert make(state, (0, PASS), *others).phase == phase
