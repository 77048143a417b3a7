"""Word Bank: the moves that are listed are the moves there are."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from chabudai.core import CHANCE, Rng
from chabudai.games.word_bank import moves, rules
from chabudai.games.word_bank.components import RING, Safe
from chabudai.games.word_bank.moves.paths import WAYS, Laps, barred
from chabudai.games.word_bank.state import (
    EMPTY,
    Inputs,
    Judging,
    Options,
    Pass,
    Rejected,
    Say,
    Slot,
    State,
    Turn,
    Vote,
    Ways,
)
from chabudai.games.word_bank.view import view
from chabudai.words import lexicon

rings = st.lists(
    st.builds(
        lambda letter, spaces, taken: Slot(Safe(letter, spaces), (0,) * (taken % spaces)),
        st.sampled_from("ABCEIRST"),
        st.integers(2, 4),
        st.integers(0, 3),
    ),
    min_size=RING,
    max_size=RING,
).map(tuple)


def dealt(seed: int, options: Options, seats: int = 2) -> State:
    start = rules.setup(options, seats)
    return rules.apply(start, CHANCE, rules.chance(start, Rng(seed))).state


def played(state: State, turns: int, seed: int) -> State:
    """The game some random turns later."""
    rng = Rng(seed)
    for _ in range(turns):
        if isinstance(state.phase, Turn):
            seat = state.phase.seat
            state = rules.apply(state, seat, moves.sample(view(state, seat), seat, rng)).state
    return state


def every_path(most: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Each direction and each choice of places on one lap, by trying all."""
    for start in range(RING):
        for direction, way in WAYS:
            for more in range(most):
                for stops in combinations(range(1, RING), more):
                    if stops or way == 1:
                        yield direction, (start, *((start + way * stop) % RING for stop in stops))


def paths_with_a_good_password(state: State, most: int) -> set[tuple[str, tuple[int, ...]]]:
    @cache
    def is_good(word: str) -> bool:
        return rules.against_word(state.options, state.ring, state.used, word) is None

    found: set[tuple[str, tuple[int, ...]]] = set()
    for direction, positions in every_path(most):
        if any(state.ring[position].free <= 0 for position in positions):
            continue
        first, *rest = (state.ring[position].safe.letter for position in positions)
        words = lexicon(state.options.lexicon).containing(first, "".join(rest))
        if any(map(is_good, words)):
            found.add((direction, positions))
    return found


@pytest.mark.parametrize(
    ("seed", "turns", "options"),
    [
        (1, 0, Options("casual")),
        (2, 6, Options("casual")),
        (3, 9, Options("casual", contains_rule="off", root_rule="inflection")),
        (4, 5, Options("standard", contains_rule=4, root_rule="off", min_length=6)),
    ],
)
def test_wb_18_one_password_is_listed_for_every_path_that_has_one(
    seed: int, turns: int, options: Options
) -> None:
    state = played(dealt(seed, options), turns, seed)
    assert isinstance(state.phase, Turn)
    seat = state.phase.seat
    listed = list(moves.legal_actions(view(state, seat), seat))
    says = [action for action in listed if isinstance(action, Say)]
    paths = [(say.direction, say.positions) for say in says]
    assert len(set(paths)) == len(paths)
    assert set(paths) == paths_with_a_good_password(state, state.stones[seat])
    assert [action for action in listed if not isinstance(action, Say)] == [Pass()]
    for say in says:
        first, *_ = rules.apply(state, seat, say).news
        assert not isinstance(first.event, Rejected)


def test_wb_19_no_more_stones_are_offered_than_one_has() -> None:
    start = dealt(5, Options("casual"))
    state = State(
        start.options, Turn(0), (2, 20), start.boxed, start.won, start.ring, pile=start.pile
    )
    sizes = {
        len(action.positions)
        for action in moves.legal_actions(view(state, 0), 0)
        if isinstance(action, Say)
    }
    assert sizes == {1, 2}


def test_wb_a15_an_empty_place_is_left_out() -> None:
    start = dealt(5, Options("casual"))
    ring = (EMPTY, *start.ring[1:])
    state = State(start.options, Turn(0), (20, 20), start.boxed, start.won, ring)
    says = [s for s in moves.legal_actions(view(state, 0), 0) if isinstance(s, Say)]
    assert says
    assert all(0 not in say.positions for say in says)


def test_wb_a18_the_others_may_vote_and_the_author_may_not() -> None:
    start = dealt(5, Options("casual", word_vote=True), 3)
    letter = start.ring[0].safe.letter
    phase = Judging(1, Say(f"{letter}QXQ", "clockwise", (0,)), (True, None, None))
    state = State(
        start.options, phase, start.stones, start.boxed, start.won, start.ring, pile=start.pile
    )
    by_seat = [list(moves.legal_actions(view(state, seat), seat)) for seat in range(3)]
    assert by_seat == [[], [], [Vote(True), Vote(False)]]


@given(ring=rings, word=st.text("ABCEIRST", min_size=1, max_size=9), stones=st.integers(1, 7))
def test_wb_16_the_paths_of_a_word_are_its_inputs(
    ring: tuple[Slot, ...], word: str, stones: int
) -> None:
    laps = Laps(ring, word[0])
    groups = laps.by_reach(lambda _: [f"{word}\n".encode()], stones)
    paths = [path for reach in groups for path in laps.paths(reach)]
    inputs = [(way.direction, way.positions) for way in moves.inputs(ring, word, stones)]
    assert sorted(paths) == sorted(inputs)
    for places in {frozenset(stops) for _, stops in paths}:
        on = laps.paths(laps.paths_on(sum(1 << place for place in places)))
        assert {path for path in on if path in paths} == {
            (way, stops) for way, stops in paths if frozenset(stops) == places
        }
        assert all(frozenset(stops) == places for _, stops in on)


def test_wb_16_a_word_whose_first_letter_no_safe_shows_has_no_path() -> None:
    ring = (Slot(Safe("A", 2)),) * RING
    assert Laps(ring, "B").by_reach(lambda _: [b"BA\n"], 3) == {}
    assert Laps(ring, "A").by_reach(lambda _: [b"AA\n"], 3)


@settings(max_examples=30)
@given(
    used=st.lists(
        st.sampled_from(["ART", "PROTECT", "RUN", "STARS", "IN", "CARES", "REST", "BAT"]),
        unique=True,
    ),
    options=st.builds(
        Options,
        contains_rule=st.sampled_from(["literal", "off", 3, 4]),
        min_length=st.integers(2, 4),
        root_rule=st.sampled_from(["derivation", "inflection", "off"]),
    ),
)
def test_wb_11_many_words_are_barred_as_one_word_is(used: list[str], options: Options) -> None:
    ring = tuple(Slot(Safe(letter, 3)) for letter in "APRSICB")
    bad = barred(options, tuple(used))
    for word in [
        "PARTY",
        "PROTECTION",
        "PROTEST",
        "RAN",
        "RUNS",
        "STAR",
        "INK",
        "IT",
        "CAREFUL",
        "CAR",
        "RESTED",
        "BATS",
        "AS",
    ]:
        refused = rules.against_word(options, ring, tuple(used), word) is not None
        assert bad(word) == refused


RINGS = {
    "SEIRFGI": ((8, 18), (16, 9), (20, 27)),
    "SEIRFIG": ((7, 20), (16, 9), (24, 21)),
    "SEIRGFI": ((8, 18), (16, 9), (27, 17)),
}
WORDS = ("GROUPIES", "SPECIFIC", "FIREFIGHTER")


@pytest.mark.parametrize("letters", RINGS)
def test_wb_18_the_examples_have_as_many_inputs_as_counted_by_hand(letters: str) -> None:
    ring = tuple(Slot(Safe(letter, 4)) for letter in letters)
    for word, (clockwise, anticlockwise) in zip(WORDS, RINGS[letters], strict=True):
        inputs = moves.inputs(ring, word, RING)
        starts = sum(len(way.positions) == 1 for way in inputs)
        counts = {d: sum(way.direction == d for way in inputs) for d, _ in WAYS}
        assert counts == {"clockwise": clockwise, "anticlockwise": anticlockwise - starts}


def test_wb_a7_the_dictionary_is_asked_only_where_one_may_try_again() -> None:
    for retry in (False, True):
        state = dealt(5, Options("casual", retry_words=retry))
        word = f"{state.ring[0].safe.letter}QXQ"
        answer = moves.ask(view(state, 0), 0, Inputs(word.lower()))
        assert isinstance(answer, Ways)
        assert answer.word == word
        assert answer.inputs
        assert (answer.against is not None) == retry
