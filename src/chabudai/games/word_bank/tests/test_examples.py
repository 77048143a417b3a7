"""The printed example on the three circles that allow it (WB-T1 to WB-T16 except 11, 14, 15)."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from chabudai.core import CHANCE, Illegal, play
from chabudai.core.transcript import replay
from chabudai.games.word_bank import GAME, state as wb
from chabudai.games.word_bank.components import Safe
from chabudai.games.word_bank.tests.support import (
    PLACES,
    RINGS,
    anticlockwise,
    clockwise,
    example_shuffle,
    examples,
    letters,
    make,
    refused,
    said,
    table,
)
from chabudai.words import LEXICONS, lexicon
from tests.support.moves import events

BLUE, RED, GREEN = range(3)
WAYS = {"clockwise": clockwise, "anticlockwise": anticlockwise}
on_each_circle = pytest.mark.parametrize("ring", RINGS)


def turns(ring: str) -> tuple[wb.State, wb.State, wb.State, wb.State]:
    """Return the states before the first turn, and after each of the three turns."""
    dealing, *states = replay(GAME, dict(examples())[f"example {ring}"])
    before, groupies, specific, firefighter = states
    assert GAME.to_act(dealing) == (CHANCE,)
    return before, groupies, specific, firefighter


def letters_with(state: wb.State, owner: int) -> str:
    """Return the letters that hold stones of a seat, in alphabetical order."""
    return "".join(sorted(slot.safe.letter for slot in state.ring if owner in slot.stones))


@on_each_circle
def test_wb_t1_t2_t3_the_three_turns_of_the_example(ring: str) -> None:
    before, groupies, specific, firefighter = turns(ring)
    assert letters(before) == ring
    assert before.stones == (18, 18, 18)
    assert (groupies.stones, specific.stones) == ((13, 18, 18), (13, 13, 18))
    assert letters_with(groupies, BLUE) == "EGIRS"
    assert letters_with(specific, RED) == "EFIIS"
    assert groupies.ring[2].stones == (BLUE,)
    assert (groupies.won, specific.won) == (((), (), ()),) * 2
    assert (groupies.phase, specific.phase) == (wb.Turn(RED), wb.Turn(GREEN))
    step = play(GAME, specific, GREEN, clockwise("FIREFIGHTER", *PLACES[ring][2]))
    assert step.state == firefighter
    assert events(step)[1:] == (
        wb.Closed(GREEN, 2, Safe("I", 3), (BLUE, RED, GREEN)),
        wb.Refilled(2, Safe("O", 3)),
    )
    assert (firefighter.stones, firefighter.boxed) == ((13, 13, 13), (1, 1, 1))
    assert firefighter.won == ((), (), (Safe("I", 3),))
    assert letters(firefighter) == f"{ring[:2]}O{ring[3:]}"
    assert letters_with(firefighter, GREEN) == "EFIR"
    lying = {slot.safe.letter: len(slot.stones) for slot in firefighter.ring}
    assert lying == {"S": 2, "E": 3, "O": 0, "R": 2, "F": 2, "G": 1, "I": 2}


def rounds(direction: str) -> Iterator[tuple[int, ...]]:
    """Yield every way to visit some of the seven places in one round."""
    step = 1 if direction == "clockwise" else -1
    for start in range(7):
        for more in range(7):
            for gone in combinations(range(1, 7), more):
                yield (start, *((start + step * away) % 7 for away in gone))


def stands(state: wb.State, word: str, direction: str, places: tuple[int, ...]) -> bool:
    try:
        return isinstance(
            events(play(GAME, state, BLUE, WAYS[direction](word, *places)))[0], wb.Said
        )
    except Illegal:
        return False


@pytest.mark.parametrize(
    ("ring", "word", "clockwise", "anticlockwise"),
    [
        # in each direction: the number of ways, and their maximum number of stones
        ("SEIRFGI", "GROUPIES", (8, 3), (18, 5)),
        ("SEIRFGI", "SPECIFIC", (16, 5), (9, 4)),
        ("SEIRFGI", "FIREFIGHTER", (20, 5), (27, 5)),
        ("SEIRFIG", "GROUPIES", (7, 3), (20, 5)),
        ("SEIRFIG", "SPECIFIC", (16, 5), (9, 4)),
        ("SEIRFIG", "FIREFIGHTER", (24, 5), (21, 4)),
        ("SEIRGFI", "GROUPIES", (8, 3), (18, 5)),
        ("SEIRGFI", "SPECIFIC", (16, 5), (9, 4)),
        ("SEIRGFI", "FIREFIGHTER", (27, 5), (17, 4)),
    ],
)
def test_wb_t4_t5_a_word_has_as_many_ways_as_brute_force_finds(
    ring: str, word: str, clockwise: tuple[int, int], anticlockwise: tuple[int, int]
) -> None:
    state = turns(ring)[0]
    ways = GAME.ask(GAME.view(state, BLUE), BLUE, wb.Inputs(word))
    assert isinstance(ways, wb.Ways)
    for direction, counted in (("clockwise", clockwise), ("anticlockwise", anticlockwise)):
        accepted = [at for at in rounds(direction) if stands(state, word, direction, at)]
        assert (len(accepted), max(map(len, accepted))) == counted
        asked = [w.positions for w in ways.inputs if w.direction == direction]
        single = [w.positions for w in ways.inputs if len(w.positions) == 1]
        assert sorted({*asked, *single}) == sorted(accepted)


@on_each_circle
def test_wb_t6_t7_the_example_words_go_round_once_in_one_direction(ring: str) -> None:
    before, second, *_ = turns(ring)
    places = PLACES[ring][0]
    assert refused(before, BLUE, clockwise("GROUPIES", *places)) == "WB-15"
    for one_stone in WAYS.values():
        assert make(before, (BLUE, one_stone("GROUPIES", places[0]))).stones == (17, 18, 18)
    s, e, first, f, other = PLACES[ring][1]
    for again in ((s, e, first, f, first), (s, e, other, other), (s, e, first, f, other, s)):
        assert refused(second, RED, clockwise("SPECIFIC", *again)) == "WB-17"
    assert refused(second, RED, clockwise("SPECIFIC", s, other, e)) == "WB-15"


@pytest.mark.parametrize(
    ("used", "word", "rule", "freed_by", "then"),
    [
        ("PROTECT", "PROTECTION", "WB-10", {"contains_rule": "off"}, "WB-11"),
        ("PROTECT", "PROTECTOR", "WB-10", {"contains_rule": "off"}, "WB-11"),
        ("PROTECT", "PROTECT", "WB-9", {}, "WB-9"),
        ("PROTECT", "PROTEST", "", {}, ""),
        ("PROTECTION", "PROTECT", "WB-11", {"root_rule": "off"}, ""),
        ("ART", "PARTY", "WB-10", {"contains_rule": "off"}, ""),
    ],
)
@on_each_circle
def test_wb_t8_t9_t10_used_words_bar_by_their_letters_and_by_their_roots(
    ring: str, used: str, word: str, rule: str, freed_by: dict[str, Any], then: str
) -> None:
    pring = ring.replace("G", "P")
    assert said(word, pring, used=(used,)) == rule
    assert said(word, pring, used=(used,), **freed_by) == then


@on_each_circle
def test_wb_t12_two_stones_are_the_most_that_can_be_placed_and_end_the_game(ring: str) -> None:
    places = PLACES[ring][0]
    state = table(ring, stones=(2, 18, 18), lying={places[1]: (1, 2, 1)})
    assert refused(state, BLUE, anticlockwise("GROUPIES", *places[:3])) == "WB-19"
    ways = GAME.ask(GAME.view(state, BLUE), BLUE, wb.Inputs("GROUPIES")).inputs
    assert max(len(way.positions) for way in ways) == 2
    step = play(GAME, state, BLUE, anticlockwise("GROUPIES", *places[:2]))
    assert [type(event) for event in events(step)] == [wb.Said, wb.Closed, wb.Refilled, wb.Ended]
    assert step.state.phase == wb.Over(BLUE)


@on_each_circle
def test_wb_t13_two_safes_that_fill_in_one_turn_are_both_locked(ring: str) -> None:
    e = ring.index("E")
    state = table(ring, lying={0: (1, 1, 1), e: (2, 2, 2)}, pile="OAT")
    after = make(state, (BLUE, clockwise("SPECIFIC", 0, e)))
    assert after.won[BLUE] == (Safe("S", 4), Safe("E", 4))
    assert (letters(after), after.boxed) == (f"OA{ring[2:]}", (2, 3, 3))


@on_each_circle
def test_wb_t16_the_example_is_dealt_from_the_box_and_its_words_are_in_every_dictionary(
    ring: str,
) -> None:
    assert letters(make(GAME.setup(wb.Options(), 3), (CHANCE, example_shuffle(ring)))) == ring
    for word in ("GROUPIES", "SPECIFIC", "FIREFIGHTER", "PROTECT", "PROTECTION"):
        assert all(word in lexicon(name) for name in LEXICONS)
