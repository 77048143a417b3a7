"""Placing stones and locking safes: WB-14 to WB-23, and the rulings on both."""

import pytest
from msgspec.structs import replace

from chabudai.core import Outcome, Rng, play
from chabudai.games.word_bank import GAME
from chabudai.games.word_bank.components import Safe
from chabudai.games.word_bank.state import EMPTY, Closed, Ended, Over, Refilled, Said, Say, Turn
from chabudai.games.word_bank.tests.support import (
    anticlockwise,
    clockwise,
    letters,
    make,
    refused,
    table,
)
from tests.support.moves import events


@pytest.mark.parametrize(
    ("rule", "ring", "say"),
    [
        # no stone, or not on the first letter
        ("WB-14", "SEIRFGI", clockwise("FIRE")),
        ("WB-14", "SEIRFGI", clockwise("FIRE", 6, 1)),
        # stepping back, going round twice, going against the direction
        ("WB-15", "SEIRFGI", clockwise("SERIES", 0, 3, 2)),
        ("WB-15", "SEIRFGI", clockwise("FIREFIGHTER", 4, 1, 3, 5)),
        ("WB-15", "SEIRFGI", anticlockwise("SPECIFIC", 0, 1, 2, 4, 6)),
        ("WB-15", "SEIRFGI", clockwise("SPECIFIC", 0, 4, 1)),
        # a letter that is not in the word, out of order, or used twice
        ("WB-16", "SEIRFGI", clockwise("SIR", 0, 2, 4)),
        ("WB-16", "SEIRFGI", clockwise("FIR", 4, 6, 1)),
        ("WB-16", "SEIRFGI", clockwise("GREIGE", 5, 1, 3)),
        ("WB-16", "SEIRFGI", clockwise("SIR", 0, 2, 6)),
        ("WB-16", "SEFIRGI", anticlockwise("SPECIFIC", 0, 2, 1)),
        ("WB-16", "SEEIRFG", clockwise("SET", 0, 1, 2)),  # WB-A3: one letter for two neighbours
        # two stones in a safe
        ("WB-17", "SEIRFGI", clockwise("SERIES", 0, 1, 1)),
        ("WB-17", "SEIRFGI", clockwise("SAFES", 0, 4, 0)),
        # more stones than the player has, places outside the circle
        ("WB-19", "SEIRFGI", clockwise("FIREFIGHTER", 4, 6, 1, 2, 3)),
        ("WB-4", "SEIRFGI", clockwise("SIR", 0, 7)),
        ("WB-4", "SEIRFGI", clockwise("SIR", -7)),
    ],
)
def test_wb_14_to_19_a_wrong_placement_is_refused(rule: str, ring: str, say: Say) -> None:
    assert refused(table(ring, stones=(4 if rule == "WB-19" else 9, 9, 9)), 0, say) == rule


@pytest.mark.parametrize(
    ("ring", "say"),
    [
        ("SEIRFGI", clockwise("FIRE", 4)),
        ("SEIRFGI", anticlockwise("FIRE", 4)),
        ("SEIRFGI", clockwise("FIRE", 4, 2)),
        ("SEIRFGI", anticlockwise("FIRE", 4, 2)),
        ("SEIRFGI", clockwise("FIREFIGHTER", 4, 6, 1, 2, 3)),
        ("SEIRFGI", anticlockwise("GROUPIES", 5, 3, 2, 1, 0)),
        ("SEIRFGI", anticlockwise("SIRES", 0, 6, 3, 1)),
        ("SRNEIGT", clockwise("SERENE", 0, 1, 2, 3)),  # by its second E
        ("SEEIRFG", clockwise("SEE", 0, 1, 2)),
    ],
)
def test_wb_14_wb_15_wb_16_wb_a3_stones_go_round_either_way_and_across_the_seam(
    ring: str, say: Say
) -> None:
    step = play(GAME, table(ring), 0, say)
    assert events(step) == (Said(0, say.word, say.direction, say.positions),)
    assert step.state.stones[0] == 18 - len(say.positions)
    for place, slot in enumerate(step.state.ring):
        assert slot.stones == ((0,) if place in say.positions else ())


def test_wb_17_a_full_safe_takes_no_stone() -> None:
    """WB-31: no safe is full at the start of a turn. If one were, it would take no stone."""
    state = table("SEIRFGI", spaces="4434444", lying={2: (0, 1, 2)})
    assert refused(state, 0, clockwise("SIR", 0, 2)) == "WB-17"
    roomy = table("SEIRFGI", lying={0: (1, 2)})
    assert make(roomy, (0, clockwise("SIR", 0))).ring[0].stones == (1, 2, 0)


SPECIFIC = ((0,), (0, 1), (0, 2), (0, 6), (0, 1, 2), (0, 1, 4), (0, 4, 6), (0, 1, 2, 4, 6))


@pytest.mark.parametrize("places", SPECIFIC)
def test_wb_18_wb_a1_wb_a2_any_choice_of_the_places_that_fit_is_accepted(
    places: tuple[int, ...],
) -> None:
    state = make(table("SEIRFGI"), (0, clockwise("SPECIFIC", *places)))
    assert state.stones == (18 - len(places), 18, 18)


@pytest.mark.parametrize("places", [(0, 1), (0, 2), (0, 6)])
def test_wb_19_wb_a17_a_player_may_place_all_stones_if_there_are_too_few(
    places: tuple[int, int],
) -> None:
    state = make(table("SEIRFGI", stones=(2, 9)), (0, clockwise("SPECIFIC", *places)))
    assert (state.stones, state.phase) == ((0, 9), Over(0))


# --- Locking safes


def test_wb_20_wb_21_wb_22_wb_23_wb_a4_a_full_safe_is_locked_won_and_replaced() -> None:
    state = table(
        "SEIRFGI", spaces="4333333", lying={0: (1, 1, 2), 1: (1,)}, stones=(5, 6, 7), won=(1, 0, 2)
    )
    step = play(GAME, state, 0, clockwise("SERIF", 0, 1))
    assert events(step)[1:] == (Closed(0, 0, Safe("S", 4), (1, 1, 2, 0)), Refilled(0, Safe("O", 3)))
    after = step.state
    assert [slot.stones for slot in after.ring[:2]] == [(), (1, 0)]
    assert (after.stones, after.boxed) == ((3, 6, 7), (1, 2, 1))
    assert after.won == ((Safe("T", 3), Safe("S", 4)), (), (Safe("T", 3),) * 2)
    assert (letters(after), after.pile) == ("OEIRFGI", state.pile[1:])
    assert after.phase == Turn(1)


@pytest.mark.parametrize(
    ("say", "order"),
    [
        (clockwise("SERIES", 5, 0, 1), (5, 0, 1)),
        (anticlockwise("SERIES", 5, 1, 0), (5, 0, 1)),
        (anticlockwise("RISE", 1, 6, 5), (1, 5, 6)),
    ],
)
def test_wb_a5_places_are_filled_clockwise_from_the_start(say: Say, order: tuple[int, ...]) -> None:
    full = dict.fromkeys(range(7), (1, 2, 1))
    step = play(GAME, table("ERAFGSI", lying=full, pile="XWV"), 0, say)
    assert [event for event in events(step) if isinstance(event, Refilled)] == [
        Refilled(place, Safe(letter, 3)) for place, letter in zip(order, "XWV", strict=False)
    ]


def test_wb_a15_a_place_that_cannot_be_filled_stays_empty() -> None:
    state = table("SEIRFGI", lying={0: (1, 1, 1), 2: (2, 2, 2)}, pile="O")
    step = play(GAME, state, 0, clockwise("SIR", 0, 2))
    assert events(step)[-2:] == (Refilled(0, Safe("O", 3)), Refilled(2, None))
    assert (letters(step.state), step.state.phase) == ("OE-RFGI", Turn(1))


def test_wb_a15_an_empty_place_is_skipped() -> None:
    state = table("SEIRFGI")
    state = replace(state, ring=(*state.ring[:2], EMPTY, *state.ring[3:]))
    assert make(state, (0, clockwise("SERIES", 0, 1, 3, 6))).stones[0] == 14
    assert refused(state, 0, clockwise("SIR", 0, 2)) == "WB-17"
    assert refused(state, 0, clockwise("IRE", 2)) == "WB-14"
    seen = GAME.view(state, 0)
    sampled = [GAME.sample(seen, 0, Rng(seed)) for seed in range(40)]
    for action in (*sampled, *GAME.legal_actions(seen, 0)):
        assert 2 not in getattr(action, "positions", ())
        make(state, (0, action))


def test_wb_a15_the_game_ends_when_the_circle_is_empty() -> None:
    state = table("SEIRFGI", lying={0: (1, 1, 2)}, pile="")
    state = replace(state, ring=(state.ring[0], *(EMPTY,) * 6))
    step = play(GAME, state, 0, clockwise("SIR", 0))
    assert step.state.phase == Over(None)
    assert events(step)[-1] == Ended(None, Outcome((17, 18, 18), (0,)))
