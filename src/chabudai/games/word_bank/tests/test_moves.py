"""Word Bank: the listed moves, and the paths of passwords around the circle."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from chabudai.core import Rng
from chabudai.games.word_bank import GAME, moves, rules
from chabudai.games.word_bank.components import RING, Safe
from chabudai.games.word_bank.moves.paths import WAYS, Laps, barred
from chabudai.games.word_bank.state import Options, Pass, Say, Slot, State, Turn
from chabudai.games.word_bank.tests.support import dealt, later
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


def every_path(most: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield every choice of places on one lap, in each direction."""
    for start, (direction, way), more in product(range(RING), WAYS, range(most)):
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
        if any(map(is_good, lexicon(state.options.lexicon).containing(first, "".join(rest)))):
            found.add((direction, positions))
    return found


@pytest.mark.parametrize(
    ("seed", "turns", "options"),
    [
        (1, 0, {"lexicon": "casual"}),
        (3, 9, {"lexicon": "casual", "contains_rule": "off", "root_rule": "inflection"}),
        (4, 5, {"contains_rule": 4, "root_rule": "off", "min_length": 6}),
    ],
)
def test_wb_18_one_password_is_listed_for_every_path_that_has_one(
    seed: int, turns: int, options: dict[str, Any]
) -> None:
    state = later(dealt(2, seed, **options), turns, Rng(seed))
    (seat,) = GAME.to_act(state)
    passing, *says = GAME.legal_actions(GAME.view(state, seat), seat)
    paths = [(say.direction, say.positions) for say in says if isinstance(say, Say)]
    assert len(set(paths)) == len(paths) == len(says)
    assert set(paths) == paths_with_a_good_password(state, state.stones[seat])
    assert passing == Pass()


def test_wb_19_listed_passwords_use_no_more_stones_than_the_player_has() -> None:
    state = replace(dealt(2, 5, lexicon="casual"), phase=Turn(0), stones=(2, 20))
    legal = GAME.legal_actions(GAME.view(state, 0), 0)
    assert {len(action.positions) for action in legal if isinstance(action, Say)} == {1, 2}


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
        st.sampled_from("ART PROTECT RUN STARS IN CARES REST BAT".split()), unique=True
    ).map(tuple),
    options=st.builds(
        Options,
        contains_rule=st.sampled_from(["literal", "off", 3, 4]),
        min_length=st.integers(2, 4),
        root_rule=st.sampled_from(["derivation", "inflection", "off"]),
    ),
)
def test_wb_11_many_words_are_barred_like_single_ones(
    used: tuple[str, ...], options: Options
) -> None:
    ring = tuple(Slot(Safe(letter, 3)) for letter in "APRSICB")
    bad = barred(options, used)
    for word in "PARTY PROTECTION PROTEST RAN RUNS STAR INK IT CAREFUL CAR RESTED BATS AS".split():
        assert bad(word) == (rules.against_word(options, ring, used, word) is not None)
