"""Placing porters (WP-18 to WP-31), the children's rules, and verdicts on the bots' hints."""

import csv
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng, Seat
from chabudai.games.word_porters import GAME, state as wp
from chabudai.games.word_porters.components import BOX
from chabudai.games.word_porters.rules.placement import FREE, SURCHARGE
from chabudai.games.word_porters.state import Hinting, Options, Passed, Shuffle, Voting
from chabudai.games.word_porters.tests.tables import (
    PASS,
    dealt,
    held,
    make,
    open_to,
    placed,
    refused,
    spot,
    stacked,
    step_of,
    table,
    voting,
)
from tests.support.moves import events
from tools.list_hints import listing

ALL_TAKEN = " ".join(f"{at % 3}{card}1:1" for at, card in enumerate("ABCDEFGHIJ"))
"""Porters on every card, placed by seats 0, 1 and 2 of four."""
NINE_TAKEN = ALL_TAKEN.removesuffix(" 0J1:1")
TAKEN = table(4, "0A1:1", turn=1)


def test_wp_18_one_placement_is_made_in_turn() -> None:
    step = step_of(table(4), 0, spot("C2"))
    assert events(step) == (wp.Placed(0, 2, 1, (1,)),)
    assert step.state.placed == placed("0C2:1")
    assert step.state.phase == wp.Hinting(1)


@pytest.mark.parametrize(
    ("rule", "state", "seat", "action"),
    [
        ("WP-18", make(table(4), (0, spot("C2"))), 0, spot("D1")),
        ("WP-18", table(4), 1, spot("C2")),
        ("WP-19", TAKEN, 1, spot("A1")),
        ("WP-20", table(4, "0A1:1"), 0, spot("A1")),
        ("WP-20", table(4, "0A1:1"), 0, spot("A2")),
        ("WP-22", table(4, "1A1:1", tokens="3 23 123 123"), 0, spot("A2")),
        ("WP-22", table(4, "1A1:1", tokens="2 23 123 123"), 0, spot("A2")),
        # WP-A1: also where hint words are shared
        ("WP-20", table(4, "0A1:1", shared_hint_words=True), 0, spot("A1")),
        ("WP-22", table(4, "1A1:1", tokens="2 23 123 123", shared_hint_words=True), 0, spot("A1")),
        # WP-A7: a player who can place must not pass
        ("WP-24", table(4), 0, PASS),
        ("WP-24", TAKEN, 1, PASS),
        ("WP-24", table(4, NINE_TAKEN, turn=3, tokens="23 23 23 3"), 3, PASS),
        ("WP-26", table(4, tokens="- 123 123 123"), 0, spot("A1")),
        ("WP-28", voting(4), 0, spot("A1")),
        ("WP-28", replace(voting(4), phase=wp.Resting((False,) * 4)), 0, PASS),
        # cards and words that are not on the table
        *(
            ("WP-13", table(3), 0, place)
            for place in (spot("J1"), wp.Place(-1, 0), wp.Place(0, 2), wp.Place(0, -1))
        ),
    ],
)
def test_wp_13_wp_19_wp_20_wp_22_wp_24_wp_26_wp_28_wp_a1_wp_a7_these_placements_are_refused(
    rule: str, state: wp.State, seat: Seat, action: wp.Action
) -> None:
    assert refused(state, seat, action) == rule
    if isinstance(action, wp.Place) and rule in ("WP-19", "WP-20", "WP-22"):
        assert f"{chr(65 + action.card)}{action.word + 1}" not in open_to(state, seat)


def test_wp_21_wp_22_wp_a3_wp_a4_wp_a8_a_placement_costs_one_porter_or_two() -> None:
    for tokens, where, paid in (
        ("123", "B1", "1"),
        ("23", "B1", "2"),
        ("2", "B1", "2"),
        ("3", "B1", "3"),  # WP-A8
        # WP-22, WP-A3, WP-A4: on a taken card, the smallest porter is put on top of the 3
        ("123", "A2", "13"),
        ("23", "A2", "23"),
    ):
        state = table(4, "1A1:1", tokens=f"{tokens} 23 123 123")
        assert {where, "B1", "B2"} <= open_to(state, 0)
        (event,) = events(step_of(state, 0, spot(where)))
        assert isinstance(event, wp.Placed)
        assert event.tokens == held(paid)
        after = make(state, (0, spot(where)))
        assert after.tokens[0] == tuple(token for token in held(tokens) if token not in held(paid))
        assert GAME.view(after, None).placed[-1] == event
        assert (len(FREE), len(SURCHARGE)) == (4, 2)


def test_wp_25_wp_28_wp_a2_players_who_cannot_place_pass_automatically_until_all_vote() -> None:
    state = table(4, NINE_TAKEN, turn=0, tokens="23 23 23 3")
    state = make(state, (0, spot("J1")))
    assert state.phase == wp.Hinting(1)
    third = step_of(make(state, (1, spot("A2"))), 2, spot("B2"))
    assert events(third)[1:] == (wp.Passed(3, forced=True), wp.Passed(0, forced=True))
    assert third.state.phase == wp.Voting(((),) * 4)
    assert GAME.view(third.state, None).tokens == third.state.tokens == ((3,), (), (), (3,))


# --- Consequences of these rules


def played_hints(seats: int, seed: int, *, untouched_first: bool) -> wp.State:
    """Play a random round of hints, checking that no seat has a turn after passing."""
    state, rng, passed = dealt(seats, seed), Rng(seed), list[Seat]()
    while isinstance(state.phase, wp.Hinting):
        seat = state.phase.seat
        legal = list(GAME.legal_actions(GAME.view(state, seat), seat))
        touched = {one.card for one in state.placed}
        free = [one for one in legal if isinstance(one, wp.Place) and one.card not in touched]
        chosen: list[wp.Action] = [*free] if free and untouched_first else legal
        assert seat not in passed
        step = step_of(state, seat, rng.choice(chosen))
        passed += [one.seat for one in events(step) if isinstance(one, wp.Passed)]
        state = step.state
    assert Counter(passed) == Counter(seat for seat in range(seats) if state.tokens[seat])
    return state


@pytest.mark.parametrize(("seats", "left"), [(3, 0), (4, 2), (5, 4), (6, 6)])
def test_wp_27_wp_29_wp_30_wp_31_the_fewest_porters_are_left_if_free_cards_are_used_last(
    seats: int, left: int
) -> None:
    """Three players place all porters, and some hint words always stay free."""
    for seed in range(25):
        state = played_hints(seats, seed, untouched_first=True)
        mixed = played_hints(seats, seed, untouched_first=False)
        assert sum(map(len, state.tokens)) == left
        assert sum(map(len, mixed.tokens)) <= left
        assert len(state.placed) <= 3 * seats < 2 * len(state.hints)


# Verdicts on 200 hints of bots, judged in both languages by the words alone. "odd" means no better
# than chance although an open hint fits, and "none" that no open hint fits. If the bots' hints have
# changed, judge the ones that `python -m tools.list_hints` (and `--lang ja`) lists.
FILE = Path(__file__).parent / "hints.tsv"
with FILE.open(encoding="utf-8", newline="") as text:
    JUDGED = list(csv.DictReader(text, delimiter="\t"))


def test_the_judged_hints_are_those_that_bots_give() -> None:
    given = [each.line("en")[:3] for each in listing()]
    assert [(one["level"], one["word"], one["hint"]) for one in JUDGED] == given


@pytest.mark.parametrize("tongue", ["en", "ja"])
def test_most_hints_of_every_level_fit_and_at_most_one_in_twenty_is_odd(tongue: str) -> None:
    verdicts = Counter(one[tongue] for one in JUDGED)
    assert set(verdicts) == {"fits", "none", "odd"}
    assert verdicts["odd"] <= len(JUDGED) / 20
    fitting = Counter(one["level"] for one in JUDGED if one[tongue] == "fits")
    assert len(fitting) == 4
    assert min(fitting.values()) >= 35


# --- The children's rules: WP-45 to WP-48


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
