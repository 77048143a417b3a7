"""The printed example, worked out on each circle on which it can be played (WB-T1 to WB-T16).

The example has two I safes; leaving the places to be found, three circles allow all of its turns.
"""

from collections.abc import Iterator
from itertools import combinations

import pytest

from chabudai.core import CHANCE, Illegal, Outcome
from chabudai.core.transcript import replay
from chabudai.games.word_bank import GAME
from chabudai.games.word_bank.components import Safe
from chabudai.games.word_bank.rules import apply, outcome, setup
from chabudai.games.word_bank.state import (
    Closed,
    Ended,
    Inputs,
    Options,
    Over,
    Refilled,
    Rejected,
    Said,
    State,
    Turn,
    Ways,
)
from chabudai.games.word_bank.tests.support import (
    PLACES,
    RINGS,
    anticlockwise,
    clockwise,
    example_shuffle,
    examples,
    letters,
    table,
)
from chabudai.words import LEXICONS, lexicon
from tests.support.moves import events

BLUE, RED, GREEN = range(3)
on_each_circle = pytest.mark.parametrize("ring", RINGS)


def turns(ring: str) -> tuple[State, State, State, State]:
    """The circle before the first turn, and after each of the three."""
    example = dict(examples())[f"example {ring}"]
    dealing, *states = replay(GAME, example)
    before, groupies, specific, firefighter = states
    assert GAME.to_act(dealing) == (CHANCE,)
    return before, groupies, specific, firefighter


def whose(state: State, owner: int) -> str:
    """The letters on which somebody has a stone, in alphabetical order; a locked I is gone."""
    return "".join(sorted(slot.safe.letter for slot in state.ring if owner in slot.stones))


def count(ring: str, word: str, direction: str) -> tuple[int, int]:
    """How many ways there are to place a word in one direction, and the most stones of any.

    Counted by trying every set of places on the judge, and by asking; both must agree.
    """
    state = turns(ring)[0]
    accepted = {places for places in rounds(direction) if stands(state, word, direction, places)}
    ways = GAME.ask(GAME.view(state, BLUE), BLUE, Inputs(word))
    assert isinstance(ways, Ways)
    asked = [
        way.positions
        for way in ways.inputs
        if way.direction == direction or len(way.positions) == 1
    ]
    assert sorted(asked) == sorted(accepted)
    return len(accepted), max(map(len, accepted))


def rounds(direction: str) -> Iterator[tuple[int, ...]]:
    """Every way to visit some of the seven places in one round."""
    step = 1 if direction == "clockwise" else -1
    for start in range(7):
        for more in range(7):
            for gone in combinations(range(1, 7), more):
                yield (start, *((start + step * away) % 7 for away in gone))


def stands(state: State, word: str, direction: str, places: tuple[int, ...]) -> bool:
    """Whether the judge lets the word be placed so."""
    say = clockwise if direction == "clockwise" else anticlockwise
    try:
        return isinstance(events(apply(state, BLUE, say(word, *places)))[0], Said)
    except Illegal:
        return False


@on_each_circle
def test_wb_t1_groupies_leaves_blue_thirteen_stones(ring: str) -> None:
    before, after, *_ = turns(ring)
    assert letters(before) == ring
    assert before.stones == (18, 18, 18)
    assert after.stones == (13, 18, 18)
    assert whose(after, BLUE) == "EGIRS"
    assert after.ring[2].stones == (BLUE,)
    assert after.won == ((), (), ())
    assert after.phase == Turn(RED)


@on_each_circle
def test_wb_t2_specific_leaves_red_thirteen_stones(ring: str) -> None:
    after = turns(ring)[2]
    assert after.stones == (13, 13, 18)
    assert whose(after, RED) == "EFIIS"
    assert after.won == ((), (), ())
    assert after.phase == Turn(GREEN)


@on_each_circle
def test_wb_t3_firefighter_closes_the_first_i(ring: str) -> None:
    before, after = turns(ring)[2:]
    step = apply(before, GREEN, clockwise("FIREFIGHTER", *PLACES[ring][2]))
    assert step.state == after
    assert events(step)[1:] == (
        Closed(GREEN, 2, Safe("I", 3), (BLUE, RED, GREEN)),
        Refilled(2, Safe("O", 3)),
    )
    assert after.stones == (13, 13, 13)
    assert after.boxed == (1, 1, 1)
    assert after.won == ((), (), (Safe("I", 3),))
    assert letters(after) == f"{ring[:2]}O{ring[3:]}"
    assert after.ring[2].stones == ()
    assert whose(after, GREEN) == "EFIR"
    lying = [owner for slot in after.ring for owner in slot.stones]
    totals = [after.stones[seat] + lying.count(seat) for seat in range(3)]
    assert totals == [17, 17, 17]


@on_each_circle
def test_wb_t3_the_example_could_not_be_played_with_fewer_spaces(ring: str) -> None:
    after = turns(ring)[3]
    stones = {slot.safe.letter: len(slot.stones) for slot in after.ring}
    assert stones == {"S": 2, "E": 3, "O": 0, "R": 2, "F": 2, "G": 1, "I": 2}


@pytest.mark.parametrize(
    ("ring", "word", "direction", "ways", "most"),
    [
        ("SEIRFGI", "GROUPIES", "clockwise", 8, 3),
        ("SEIRFGI", "GROUPIES", "anticlockwise", 18, 5),
        ("SEIRFGI", "SPECIFIC", "clockwise", 16, 5),
        ("SEIRFGI", "SPECIFIC", "anticlockwise", 9, 4),
        ("SEIRFGI", "FIREFIGHTER", "clockwise", 20, 5),
        ("SEIRFGI", "FIREFIGHTER", "anticlockwise", 27, 5),
        ("SEIRFIG", "GROUPIES", "clockwise", 7, 3),
        ("SEIRFIG", "GROUPIES", "anticlockwise", 20, 5),
        ("SEIRFIG", "SPECIFIC", "clockwise", 16, 5),
        ("SEIRFIG", "SPECIFIC", "anticlockwise", 9, 4),
        ("SEIRFIG", "FIREFIGHTER", "clockwise", 24, 5),
        ("SEIRFIG", "FIREFIGHTER", "anticlockwise", 21, 4),
        ("SEIRGFI", "GROUPIES", "clockwise", 8, 3),
        ("SEIRGFI", "GROUPIES", "anticlockwise", 18, 5),
        ("SEIRGFI", "SPECIFIC", "clockwise", 16, 5),
        ("SEIRGFI", "SPECIFIC", "anticlockwise", 9, 4),
        ("SEIRGFI", "FIREFIGHTER", "clockwise", 27, 5),
        ("SEIRGFI", "FIREFIGHTER", "anticlockwise", 17, 4),
    ],
)
def test_wb_t4_t5_so_many_ways_and_so_many_stones_at_most(
    ring: str, word: str, direction: str, ways: int, most: int
) -> None:
    assert count(ring, word, direction) == (ways, most)


def test_wb_t4_firefighter_has_two_longest_ways_anticlockwise_on_the_first_circle() -> None:
    state = turns("SEIRFGI")[0]
    ways = GAME.ask(GAME.view(state, BLUE), BLUE, Inputs("FIREFIGHTER")).inputs
    spelt = {
        "".join("SEIRFGI"[place] for place in way.positions)
        for way in ways
        if way.direction == "anticlockwise" and len(way.positions) == 5
    }
    assert spelt == {"FIEIG", "FREIG"}


@on_each_circle
def test_wb_t6_groupies_goes_anticlockwise_only_but_its_g_alone_always_stands(ring: str) -> None:
    state = turns(ring)[0]
    places = PLACES[ring][0]
    with pytest.raises(Illegal) as refusal:
        apply(state, BLUE, clockwise("GROUPIES", *places))
    assert refusal.value.rule == "WB-15"
    for one_stone in (clockwise, anticlockwise):
        after = apply(state, BLUE, one_stone("GROUPIES", places[0])).state
        assert after.stones == (17, 18, 18)


@on_each_circle
def test_wb_t7_specific_puts_one_stone_on_each_i_and_does_not_go_round_again(ring: str) -> None:
    state = turns(ring)[1]
    s, e, first, f, second = PLACES[ring][1]
    refusals = []
    for places in ((s, e, first, f, first), (s, e, second, second), (s, e, first, f, second, s)):
        with pytest.raises(Illegal) as refusal:
            apply(state, RED, clockwise("SPECIFIC", *places))
        refusals.append(refusal.value.rule)
    assert refusals == ["WB-17", "WB-17", "WB-17"]
    with pytest.raises(Illegal) as refusal:
        apply(state, RED, clockwise("SPECIFIC", s, second, e))
    assert refusal.value.rule == "WB-15"


@on_each_circle
def test_wb_t8_after_protect_only_words_of_other_roots_stand(ring: str) -> None:
    pring = ring.replace("G", "P")
    place = pring.index("P")
    state = table(pring, used=("PROTECT",))
    for word, rule in (("PROTECTION", "WB-10"), ("PROTECTOR", "WB-10"), ("PROTECT", "WB-9")):
        event = events(apply(state, BLUE, clockwise(word, place)))[0]
        assert isinstance(event, Rejected)
        assert event.rule == rule
    literal_off = table(pring, used=("PROTECT",), contains_rule="off")
    for word in ("PROTECTION", "PROTECTOR"):
        event = events(apply(literal_off, BLUE, clockwise(word, place)))[0]
        assert isinstance(event, Rejected)
        assert event.rule == "WB-11"
    assert isinstance(events(apply(state, BLUE, clockwise("PROTEST", place)))[0], Said)


@on_each_circle
def test_wb_t9_after_protection_the_root_alone_bars_protect(ring: str) -> None:
    pring = ring.replace("G", "P")
    protect = clockwise("PROTECT", pring.index("P"))
    event = events(apply(table(pring, used=("PROTECTION",)), BLUE, protect))[0]
    assert isinstance(event, Rejected)
    assert event.rule == "WB-11"
    free = table(pring, used=("PROTECTION",), root_rule="off")
    assert isinstance(events(apply(free, BLUE, protect))[0], Said)


@on_each_circle
def test_wb_t10_after_art_the_literal_rule_bars_party(ring: str) -> None:
    pring = ring.replace("G", "P")
    party = clockwise("PARTY", pring.index("P"))
    event = events(apply(table(pring, used=("ART",)), BLUE, party))[0]
    assert isinstance(event, Rejected)
    assert event.rule == "WB-10"
    free = table(pring, used=("ART",), contains_rule="off")
    assert isinstance(events(apply(free, BLUE, party))[0], Said)


@on_each_circle
def test_wb_t11_a_misspelt_word_moves_no_stone_and_is_not_used(ring: str) -> None:
    before = turns(ring)[0]
    step = apply(before, BLUE, anticlockwise("GROUPYS", *PLACES[ring][0]))
    assert isinstance(events(step)[0], Rejected)
    assert step.state.ring == before.ring
    assert step.state.stones == (18, 18, 18)
    assert step.state.used == ()
    assert step.state.phase == Turn(RED)


@on_each_circle
def test_wb_t12_two_stones_are_all_that_can_be_placed_and_then_it_ends(ring: str) -> None:
    state = table(ring, stones=(2, 18, 18), lying={PLACES[ring][0][1]: (1, 2, 1)})
    places = PLACES[ring][0]
    with pytest.raises(Illegal) as refusal:
        apply(state, BLUE, anticlockwise("GROUPIES", *places[:3]))
    assert refusal.value.rule == "WB-19"
    ways = GAME.ask(GAME.view(state, BLUE), BLUE, Inputs("GROUPIES")).inputs
    assert max(len(way.positions) for way in ways) == 2
    step = apply(state, BLUE, anticlockwise("GROUPIES", *places[:2]))
    assert [type(event) for event in events(step)] == [Said, Closed, Refilled, Ended]
    assert step.state.phase == Over(BLUE)


@on_each_circle
def test_wb_t13_two_safes_that_fill_in_one_turn_are_both_locked(ring: str) -> None:
    e = ring.index("E")
    state = table(ring, lying={0: (1, 1, 1), e: (2, 2, 2)}, pile="OAT")
    step = apply(state, BLUE, clockwise("SPECIFIC", 0, e))
    assert step.state.won[BLUE] == (Safe("S", 4), Safe("E", 4))
    assert letters(step.state) == f"OA{ring[2:]}"
    assert step.state.boxed == (2, 3, 3)


@on_each_circle
def test_wb_t14_the_last_stone_may_close_a_safe_and_still_ends_the_game(ring: str) -> None:
    state = table(ring, stones=(1, 5, 5), lying={0: (0, 1, 2)})
    after = apply(state, BLUE, clockwise("SPECIFIC", 0)).state
    assert after.boxed == (2, 1, 1)
    assert after.phase == Over(BLUE)
    assert outcome(after) == Outcome((0, 5, 5), (BLUE,))


@pytest.mark.parametrize(
    ("totals", "safes", "winners"),
    [
        pytest.param((4, 4, 6), (2, 3, 9), (1,), id="more safes break the tie"),
        pytest.param((4, 4), (3, 3), (0, 1), id="a win for both"),
        pytest.param((4, 4, 4), (3, 1, 3), (0, 2), id="a win for two of three"),
        pytest.param((4, 3, 6), (9, 0, 9), (1,), id="no tie, so no safes"),
    ],
)
@on_each_circle
def test_wb_t15_fewest_stones_then_most_safes_then_together(
    ring: str, totals: tuple[int, ...], safes: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    """The first has one stone in front and the others of its total in the circle."""
    lying = dict.fromkeys(range(1, totals[0]), (0,))
    state = table(ring, stones=(1, *totals[1:]), won=safes, lying=lying)
    assert outcome(apply(state, 0, clockwise("SPECIFIC", 0)).state) == Outcome(totals, winners)


@pytest.mark.parametrize("word", ["GROUPIES", "SPECIFIC", "FIREFIGHTER", "PROTECT", "PROTECTION"])
def test_wb_t16_every_dictionary_has_the_words_of_the_example(word: str) -> None:
    assert [name for name in LEXICONS if word in lexicon(name)] == list(LEXICONS)


@on_each_circle
def test_wb_t16_the_example_is_dealt_from_the_box(ring: str) -> None:
    step = apply(setup(Options(), 3), CHANCE, example_shuffle(ring))
    assert letters(step.state) == ring
