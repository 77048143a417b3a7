"""The box, and the setup of a round: WP-1 to WP-17, and the rulings on them."""

from collections import Counter

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng, events_for
from chabudai.games.word_porters import GAME, state as wp
from chabudai.games.word_porters.components import (
    BOX,
    hint_cards,
)
from chabudai.games.word_porters.tests.tables import (
    dealt,
    make,
    open_to,
    refused,
    refused_table,
    round_of,
    spot,
    stacked,
    step_of,
    table,
)
from tests.support.moves import course, events

SHUFFLE, _ = stacked(4)
START = GAME.setup(wp.Options(), 4)
THREE = make(GAME.setup(wp.Options(), 3), (CHANCE, stacked(3)[0]))
each_number = pytest.mark.parametrize(("seats", "cards"), [(3, 9), (4, 10), (5, 11), (6, 12)])


# --- The box


@pytest.mark.parametrize("seats", [0, 1, 2, 7])
def test_wp_1_wp_a18_three_to_six_play(seats: int) -> None:
    assert tuple(GAME.seats) == (3, 4, 5, 6)
    assert refused_table(seats) == "WP-A18"


LAST_READY = replace(table(6), phase=wp.Resting((True,) * 5 + (False,)))
SHORT = make(
    replace(LAST_READY, hint_deck=(100, 102), hint_discards=tuple(range(12, 94, 2))),
    (5, wp.Ready()),
)
"""A table of six after a round, with two hint cards to draw and 41 discarded."""
DISCARDS = SHORT.hint_discards


def with_words(*words: int) -> wp.Shuffle:
    return replace(SHUFFLE, words=words)


def with_hints(*hints: int) -> wp.Shuffle:
    return replace(SHUFFLE, hints=hints)


def test_wp_2_wp_3_wp_4_wp_8_wp_10_wp_14_wp_15_wp_a12_other_deals_are_refused() -> None:
    for rule, state, deals in (
        ("WP-2", START, [with_words(*SHUFFLE.words[1:]), with_words(1, *SHUFFLE.words[:-1])]),
        ("WP-2", START, [with_words(300, *SHUFFLE.words[1:])]),
        ("WP-3", START, [with_hints(*SHUFFLE.hints[1:]), with_hints(1, *SHUFFLE.hints[:-1])]),
        ("WP-3", START, [with_hints(106, *SHUFFLE.hints[1:])]),
        ("WP-4", THREE, [wp.Deal((0, 1, 2)), wp.Deal((9, 10, 11))]),
        ("WP-8", make(START, (CHANCE, SHUFFLE)), [SHUFFLE]),
        ("WP-10", START, [replace(SHUFFLE, first=first) for first in (4, -1)]),
        ("WP-15", THREE, [wp.Deal((1, 2)), wp.Deal((1, 2, 3, 4)), wp.Deal((1, 2, 2))]),
        ("WP-15", START, [wp.Deal((1, 2, 3, 4))]),
        (
            "WP-14",
            SHORT,
            [
                wp.Reshuffle(hints)
                for hints in (DISCARDS[1:], (*DISCARDS[1:], 100), (*DISCARDS[1:], DISCARDS[-1]))
            ],
        ),
        ("WP-14", make(SHORT, (CHANCE, wp.Reshuffle(DISCARDS))), [wp.Reshuffle(DISCARDS)]),
        ("WP-A12", GAME.setup(wp.Options(first_player=1), 4), [SHUFFLE]),
    ):
        assert {refused(state, CHANCE, deal) for deal in deals} == {rule}


def test_wp_5_wp_6_wp_16_all_have_three_porters_no_points_and_a_vote_for_each_other() -> None:
    state = dealt(5)
    assert (state.tokens, state.scores) == (((1, 2, 3),) * 5, (0,) * 5)
    after = round_of(state)
    for seat, votes in enumerate(after.rounds[0].votes):
        assert [target for target, vote in enumerate(votes) if not vote] == [seat]
    following = make(after, *((seat, wp.Ready()) for seat in range(5)))
    assert (following.tokens, following.placed) == (((1, 2, 3),) * 5, ())


# --- Before the game


def test_wp_8_chance_shuffles_and_turns_the_cards() -> None:
    one, other = (GAME.chance(START, Rng(seed)) for seed in (1, 2))
    assert isinstance(one, wp.Shuffle)
    assert isinstance(other, wp.Shuffle)
    assert (one.words != other.words, one.hints != other.hints) == (True, True)
    for faces in (one.words, one.hints):
        assert {face % 2 for face in faces} == {0, 1}


def test_wp_9_words_are_numbered_in_the_order_in_which_they_are_turned_up() -> None:
    shuffle, deal = stacked(4, 3, 10, 1, 2)
    state = make(START, (CHANCE, shuffle), (CHANCE, deal))
    assert state.words == shuffle.words[:10]
    assert [state.words[number - 1] for number in state.identities] == [4, 18, 0, 2]


def test_wp_10_wp_a12_chance_or_the_table_names_the_first_player() -> None:
    assert {dealt(4, seed).first for seed in range(40)} == {0, 1, 2, 3}
    assert {dealt(4, seed, first_player=2).first for seed in range(10)} == {2}
    assert dealt(3).phase == wp.Hinting(dealt(3).first)
    assert refused_table(3, first_player=3) == "WP-A12"


# --- Setting up a round


@each_number
def test_wp_12_wp_13_wp_a10_ten_words_and_enough_hint_cards_lie_open(
    seats: int, cards: int
) -> None:
    state = dealt(seats)
    assert (len(state.words), len(state.word_deck)) == (10, 140)
    assert len(state.hints) == cards == hint_cards(seats)
    assert len(open_to(state, state.first)) == 2 * cards
    for seat in (0, 2, None):
        assert GAME.view(state, seat).words == state.words


def test_wp_14_when_hint_cards_run_out_the_discards_are_shuffled_and_drawn_from() -> None:
    assert (SHORT.phase, GAME.to_act(SHORT)) == (wp.Reshuffling(), (CHANCE,))
    assert SHORT.hints == (100, 102)
    reshuffle = GAME.chance(SHORT, Rng(1))
    assert isinstance(reshuffle, wp.Reshuffle)
    step = step_of(SHORT, CHANCE, reshuffle)
    assert events(step) == (wp.Reshuffled(len(DISCARDS)),)
    assert step.state.hints == (100, 102, *reshuffle.hints[:10])
    assert (step.state.hint_deck, step.state.hint_discards) == (reshuffle.hints[10:], ())
    assert step.state.phase == wp.Dealing()


def test_wp_14_discards_are_shuffled_immediately_when_the_last_hint_card_is_drawn() -> None:
    deck = tuple(range(0, 24, 2))
    state = replace(LAST_READY, hint_deck=deck, hint_discards=tuple(range(24, 94, 2)))
    drawn = make(state, (5, wp.Ready()))
    assert (drawn.phase, drawn.hints) == (wp.Reshuffling(), deck)
    reshuffle = GAME.chance(drawn, Rng(1))
    assert isinstance(reshuffle, wp.Reshuffle)
    dealing = make(drawn, (CHANCE, reshuffle))
    assert (dealing.phase, dealing.hints) == (wp.Dealing(), deck)
    assert (dealing.hint_deck, dealing.hint_discards) == (reshuffle.hints, ())


@pytest.mark.parametrize(("children", "reshuffles"), [(False, 0), (True, 1)])
def test_wp_14_wp_a11_only_the_cards_with_a_chick_run_out(children: bool, reshuffles: int) -> None:
    chicks = sum(card.chick for card in BOX.hints)
    assert hint_cards(6) <= chicks < 4 * hint_cards(6) <= len(BOX.hints)
    plies = course(GAME, GAME.setup(wp.Options(children=children), 6), Rng(3))
    told = [event for ply in plies for event in events(ply.step)]
    assert sum(isinstance(event, wp.Reshuffled) for event in told) == reshuffles


def test_wp_15_wp_17_each_seat_learns_its_own_number_and_no_other() -> None:
    shuffle, deal = stacked(3, 4, 9, 1)
    step = step_of(THREE, CHANCE, deal)
    begun = wp.Dealt(1, shuffle.words[:10], shuffle.hints[:9], 0)
    assert events_for(step.news, 1) == (begun, wp.Received(1, 9))
    assert events_for(step.news, None) == (begun,)
    numbers = [GAME.view(step.state, seat).identities for seat in (0, 1, 2, None)]
    assert numbers == [(4, 0, 0), (0, 9, 0), (0, 0, 1), (0, 0, 0)]


def test_wp_15_every_number_is_dealt_to_every_seat() -> None:
    state = make(GAME.setup(wp.Options(), 6), (CHANCE, stacked(6)[0]))
    seen: Counter[tuple[int, int]] = Counter()
    for seed in range(300):
        deal = GAME.chance(state, Rng(seed))
        assert isinstance(deal, wp.Deal)
        seen.update(enumerate(deal.identities))
    assert len(seen) == 60


# --- Rulings


def test_wp_a13_porters_have_one_name() -> None:
    sentences = GAME.text.usage("en")
    assert "porter" in sentences
    assert "token" not in sentences


def test_wp_a16_hints_are_seen_in_their_order_and_with_the_3_underneath() -> None:
    state = make(table(4, "1A1:1"), (0, spot("A2")))
    for seat in (0, 3, None):
        assert GAME.view(state, seat).placed == state.placed
    assert state.placed[-1].tokens == (1, 3)
