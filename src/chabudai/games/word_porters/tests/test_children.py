"""RULES.md from WP-45 to WP-48, and the rulings on passing: the children's rules."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.components import BOX
from chabudai.games.word_porters.state import Hinting, Passed, Shuffle, State, Voting
from chabudai.games.word_porters.tests.tables import (
    PASS,
    dealt,
    make,
    refused,
    spot,
    stacked,
    step_of,
    table,
)
from tests.support.moves import events


def chick_shuffles() -> Iterator[Shuffle]:
    """Some shuffles of children's tables."""
    for seed in range(5):
        state = GAME.setup(dealt(3, children=True).options, 3)
        shuffle = GAME.chance(state, Rng(seed))
        assert isinstance(shuffle, Shuffle)
        yield shuffle


def test_wp_45_only_hint_cards_with_a_chick_are_used() -> None:
    for shuffle in chick_shuffles():
        cards = [face // 2 for face in shuffle.hints]
        assert all(BOX.hints[card].chick for card in cards)
        assert len(set(cards)) == len(cards) == sum(card.chick for card in BOX.hints)
    state = GAME.setup(dealt(3, children=True).options, 3)
    whole, _ = stacked(3)
    assert refused(state, CHANCE, replace(shuffle, hints=whole.hints)) == "WP-3"


def test_wp_46_words_lie_with_the_chick_up() -> None:
    for shuffle in chick_shuffles():
        assert all(BOX.words[face // 2].chick == face % 2 for face in shuffle.words)
        assert len(set(shuffle.words)) == 150
    state = GAME.setup(dealt(3, children=True).options, 3)
    turned = (shuffle.words[0] ^ 1, *shuffle.words[1:])
    assert refused(state, CHANCE, replace(shuffle, words=turned)) == "WP-2"


def test_wp_47_children_may_place_nothing() -> None:
    state = table(4, children=True)
    step = step_of(state, 0, PASS)
    assert events(step) == (Passed(0, forced=False),)
    assert step.state.phase == Hinting(1, passed=(0,))
    assert step.state.tokens == state.tokens
    assert PASS in GAME.menu(GAME.view(state, 0), 0)


def test_wp_48_the_hints_end_when_all_in_turn_place_nothing() -> None:
    state = make(table(4, children=True), (0, PASS), (1, PASS), (2, PASS))
    assert state.phase == Hinting(3, passed=(0, 1, 2))
    assert isinstance(make(state, (3, PASS)).phase, Voting)


def test_wp_48_a_placement_gives_everybody_a_turn_again() -> None:
    state = make(table(4, children=True), (0, PASS), (1, PASS), (2, PASS), (3, spot("A1")))
    assert state.phase == Hinting(0)
    state = make(state, (0, PASS), (1, PASS), (2, PASS))
    assert state.phase == Hinting(3, passed=(0, 1, 2))


def test_wp_48_who_has_no_porters_is_not_waited_for() -> None:
    state = table(4, tokens="123 - 3 -", children=True)
    assert isinstance(make(state, (0, PASS), (2, PASS)).phase, Voting)


def full(*, children: bool) -> State:
    """Ten cards taken; seats 0 and 1 can pay for a taken one, seat 2 cannot."""
    porters = " ".join(f"{at % 2}{card}1:1" for at, card in enumerate("ABCDEFGHIJ"))
    return table(4, porters, tokens="23 23 3 -", children=children)


def test_wp_48_who_cannot_place_any_more_is_not_asked_again() -> None:
    state = make(full(children=True), (0, PASS))
    step = step_of(state, 1, spot("A2"))
    assert step.state.phase == Hinting(0, passed=(2,))
    assert events(step)[1:] == (Passed(2, forced=True),)
    last = step_of(step.state, 0, spot("B2"))
    assert len(events(last)) == 1
    assert isinstance(last.state.phase, Voting)


def test_wp_a6_who_placed_nothing_may_be_out_for_the_round() -> None:
    state = table(4, children=True, kids_pass_final=True)
    state = make(state, (0, PASS), (1, spot("A1")), (2, spot("B1")), (3, spot("C1")))
    assert state.phase == Hinting(1, passed=(0,))


def test_wp_a6_otherwise_they_have_later_turns() -> None:
    state = make(table(4, children=True), (0, PASS), (1, spot("A1")), (2, spot("B1")))
    assert make(state, (3, spot("C1"))).phase == Hinting(0)


@pytest.mark.parametrize("untouched", [True, False])
def test_wp_a7_others_never_pass_freely(untouched: bool) -> None:
    assert refused(table(4) if untouched else full(children=False), 0, PASS) == "WP-24"
