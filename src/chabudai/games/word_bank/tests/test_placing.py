"""RULES.md, rule by rule: placing the stones and locking safes."""

import msgspec
import pytest

from chabudai.core import Illegal
from chabudai.games.word_bank.components import Safe
from chabudai.games.word_bank.rules import apply
from chabudai.games.word_bank.state import (
    Closed,
    Refilled,
    Said,
    Say,
)
from chabudai.games.word_bank.tests.support import anticlockwise, clockwise, letters, table
from tests.support.moves import events

# --- Placing the stones


@pytest.mark.parametrize(
    ("rule", "text", "say"),
    [
        pytest.param(
            "WB-14", "The first stone is compulsory.", clockwise("FIRE"), id="no stone at all"
        ),
        pytest.param(
            "WB-14",
            "The first stone goes on a safe showing F.",
            clockwise("FIRE", 6, 1),
            id="starts at the second letter",
        ),
        pytest.param(
            "WB-15",
            "Go round once only, without turning back.",
            clockwise("SERIES", 0, 3, 2),
            id="turns back",
        ),
        pytest.param(
            "WB-15",
            "Go round once only, without turning back.",
            clockwise("FIREFIGHTER", 4, 1, 3, 5),
            id="goes round twice",
        ),
        pytest.param(
            "WB-15",
            "Go round once only, without turning back.",
            anticlockwise("SPECIFIC", 0, 1, 2, 4, 6),
            id="goes the other way",
        ),
        pytest.param(
            "WB-16", "F does not follow in SIR.", clockwise("SIR", 0, 2, 4), id="not in the word"
        ),
        pytest.param(
            "WB-16",
            "E does not follow in FIR.",
            clockwise("FIR", 4, 6, 1),
            id="nor across the seam",
        ),
        pytest.param(
            "WB-16", "R does not follow in GREIGE.", clockwise("GREIGE", 5, 1, 3), id="order broken"
        ),
        pytest.param(
            "WB-16", "I does not follow in SIR.", clockwise("SIR", 0, 2, 6), id="letter taken twice"
        ),
        pytest.param(
            "WB-17",
            "One stone in a safe each turn.",
            clockwise("SERIES", 0, 1, 1),
            id="two at once",
        ),
        pytest.param(
            "WB-17", "One stone in a safe each turn.", clockwise("SAFES", 0, 4, 0), id="back at S"
        ),
        pytest.param(
            "WB-19",
            "Stones in front of you: only 3.",
            anticlockwise("GROUPIES", 5, 3, 2, 1),
            id="one stone short",
        ),
        pytest.param(
            "WB-4",
            "The circle has seven places, 1 to 7.",
            clockwise("SIR", 0, 7),
            id="off the circle",
        ),
        pytest.param(
            "WB-4",
            "The circle has seven places, 1 to 7.",
            clockwise("SIR", -7),
            id="before the circle",
        ),
    ],
)
def test_wb_14_to_19_a_wrong_placement_is_refused(rule: str, text: str, say: Say) -> None:
    state = table("SEIRFGI", stones=(3 if rule == "WB-19" else 9, 9, 9))
    before = msgspec.json.encode(state)
    with pytest.raises(Illegal) as refusal:
        apply(state, 0, say)
    assert refusal.value.rule == rule
    assert refusal.value.text.format(**refusal.value.facts) == text
    assert msgspec.json.encode(state) == before


def test_wb_14_the_first_stone_lies_on_the_first_letter() -> None:
    state = apply(table("SEIRFGI"), 0, clockwise("FIRE", 4)).state
    assert [slot.stones for slot in state.ring] == [(), (), (), (), (0,), (), ()]


def test_wb_15_the_round_goes_either_way_and_across_the_seam() -> None:
    for say in (
        clockwise("FIREFIGHTER", 4, 6, 1, 2, 3),
        anticlockwise("GROUPIES", 5, 3, 2, 1, 0),
        anticlockwise("SIRES", 0, 6, 3, 1),
    ):
        step = apply(table("SEIRFGI"), 0, say)
        assert events(step) == (Said(0, say.word, say.direction, say.positions),)
        for place, slot in enumerate(step.state.ring):
            assert slot.stones == ((0,) if place in say.positions else ())


def test_wb_15_two_places_lie_one_behind_the_other_either_way() -> None:
    for say in (clockwise("FIRE", 4, 2), anticlockwise("FIRE", 4, 2)):
        assert isinstance(events(apply(table("SEIRFGI"), 0, say))[0], Said)


def test_wb_15_a_single_stone_may_go_in_either_direction() -> None:
    one, other = (apply(table("SEIRFGI"), 0, way("SIR", 0)) for way in (clockwise, anticlockwise))
    assert one.state == other.state


def test_wb_16_letters_may_be_skipped_but_not_reordered() -> None:
    assert apply(table("SEIRFGI"), 0, clockwise("SPECIFIC", 0, 4)).state.stones[0] == 16
    with pytest.raises(Illegal) as refusal:
        apply(table("SEIRFGI"), 0, clockwise("SPECIFIC", 0, 4, 1))
    assert refusal.value.rule == "WB-15"
    with pytest.raises(Illegal) as refusal:
        apply(table("SEFIRGI"), 0, anticlockwise("SPECIFIC", 0, 2, 1))
    assert refusal.value.rule == "WB-16"


def test_wb_16_the_first_fit_is_not_the_only_one() -> None:
    """The second E of SERENE may serve although the first one would fit as well."""
    state = apply(table("SRNEIGT"), 0, clockwise("SERENE", 0, 1, 2, 3)).state
    assert state.stones[0] == 14


def test_wb_17_a_full_safe_takes_no_stone() -> None:
    """By WB-31 no safe is full when a turn starts; were there one, it would be closed to all."""
    state = table("SEIRFGI", spaces="4434444", lying={2: (0, 1, 2)})
    with pytest.raises(Illegal) as refusal:
        apply(state, 0, clockwise("SIR", 0, 2))
    assert refusal.value.rule == "WB-17"
    assert refusal.value.facts == {"letter": "I"}


def test_wb_17_stones_of_others_leave_room_as_long_as_there_is_a_space() -> None:
    state = apply(table("SEIRFGI", lying={0: (1, 2)}), 0, clockwise("SIR", 0)).state
    assert state.ring[0].stones == (1, 2, 0)


def test_wb_18_every_choice_of_the_places_that_fit_is_accepted() -> None:
    for places in ((0,), (0, 1), (0, 2), (0, 6), (0, 1, 2), (0, 1, 4), (0, 4, 6), (0, 1, 2, 4, 6)):
        state = apply(table("SEIRFGI"), 0, clockwise("SPECIFIC", *places)).state
        assert state.stones == (18 - len(places), 18, 18)


def test_wb_19_all_stones_in_front_may_be_placed() -> None:
    state = apply(table("SEIRFGI", stones=(3, 9)), 0, clockwise("SPECIFIC", 0, 1, 2)).state
    assert state.stones == (0, 9)


# --- Locking safes


def test_wb_20_a_safe_without_a_free_space_is_locked_and_others_are_not() -> None:
    state = table("SEIRFGI", spaces="3333333", lying={0: (1, 2), 1: (1,)})
    step = apply(state, 0, clockwise("SERIF", 0, 1))
    assert events(step)[1:] == (
        Closed(0, 0, Safe("S", 3), (1, 2, 0)),
        Refilled(0, Safe("O", 3)),
    )
    assert step.state.ring[1].stones == (1, 0)


def test_wb_21_all_stones_of_a_locked_safe_leave_the_game() -> None:
    state = table("SEIRFGI", lying={0: (1, 1, 2)}, stones=(5, 6, 7))
    after = apply(state, 0, clockwise("SIR", 0)).state
    assert after.boxed == (1, 2, 1)
    assert after.stones == (4, 6, 7)
    assert after.ring[0].stones == ()


def test_wb_22_the_card_goes_to_whose_turn_it_is() -> None:
    state = table("SEIRFGI", spaces="5444444", lying={0: (1, 1, 2, 2)}, won=(1, 0, 2))
    after = apply(state, 0, clockwise("SIR", 0)).state
    assert after.won == ((Safe("T", 3), Safe("S", 5)), (), (Safe("T", 3),) * 2)


def test_wb_23_the_top_card_of_the_pile_takes_the_same_place_and_is_empty() -> None:
    state = table("SEIRFGI", lying={3: (1, 1, 2)}, pile="OAT")
    after = apply(state, 0, clockwise("RUN", 3)).state
    assert letters(after) == "SEIOFGI"
    assert after.ring[3].stones == ()
    assert after.pile == (Safe("A", 3), Safe("T", 3))
