"""Word Bank: a seat's view, its questions, and random passwords."""

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from chabudai.core import Rng, Why
from chabudai.games.word_bank import GAME, moves, rules
from chabudai.games.word_bank.components import RING, Safe
from chabudai.games.word_bank.moves.paths import Laps, barred
from chabudai.games.word_bank.state import Inputs, Options, Pass, Say, Slot, State, Ways
from chabudai.games.word_bank.tests.brute_force import every_password
from chabudai.games.word_bank.tests.support import dealt, later, table


def test_wb_4_all_seats_see_everything_except_the_pile() -> None:
    state = table("SEIRFGI", lying={2: (1, 2)}, used=("AT",), won=(1, 0, 2), barren=1)
    for seat in (0, 1, 2, None):
        seen, true = msgspec.to_builtins(GAME.view(state, seat)), msgspec.to_builtins(state)
        assert seen.pop("pile") == len(true.pop("pile")) == 8
        assert seen == true


def test_wb_4_a_sampled_pile_has_the_hidden_safes_in_any_order() -> None:
    start = GAME.setup(Options(), 2)
    assert GAME.determinize(GAME.view(start, 0), Rng(1)) == start
    state = later(dealt(3), 6, Rng(1))
    imagined = [GAME.determinize(GAME.view(state, 0), Rng(seed)) for seed in range(200)]
    for one in imagined:
        assert Counter(one.pile) == Counter(state.pile)
        assert replace(one, pile=state.pile) == state
    assert {one.pile[0] for one in imagined} == set(state.pile)


# --- Questions


def asked(state: State, word: str) -> Ways:
    answer = GAME.ask(GAME.view(state, 0), 0, Inputs(word))
    assert isinstance(answer, Ways)
    return answer


def test_wb_18_an_answer_lists_every_way_most_stones_first() -> None:
    ways = asked(table("SEIRFGI"), "sir")
    assert (ways.word, ways.against) == ("SIR", None)
    assert [(way.direction, way.positions) for way in ways.inputs] == [
        ("clockwise", (0, 2, 3)),
        ("anticlockwise", (0, 6, 3)),
        *(("clockwise", (0, place)) for place in (2, 3, 6)),
        *(("anticlockwise", (0, place)) for place in (6, 3, 2)),
        ("clockwise", (0,)),
    ]
    assert asked(GAME.setup(Options(), 2), "SIR").inputs == ()


def test_wb_17_wb_19_wb_20_an_answer_considers_full_safes_and_missing_stones() -> None:
    ways = asked(table("SEIRFGI", lying={0: (1, 1, 2), 2: (1, 1), 3: (1, 2, 2)}), "SIR")
    assert {way.positions: way.closes for way in ways.inputs}[0, 2, 3] == (0, 3)
    ways = asked(table("SEIRFGI", stones=(2, 2), spaces="4434444", lying={2: (1, 1, 1)}), "SIR")
    assert [way.positions for way in ways.inputs] == [(0, 3), (0, 6), (0, 6), (0, 3), (0,)]


def test_wb_8_wb_a7_wb_a18_an_answer_consults_the_dictionary_only_if_retries_are_agreed() -> None:
    known, unknown = (asked(table("SEIRFGI"), word) for word in ("SIR", "SIRX"))
    assert (known.against, unknown.against) == (None, None)
    assert [way.positions for way in unknown.inputs] == [way.positions for way in known.inputs]
    patient = table("SEIRFGI", retry_words=True)
    against = asked(patient, "SIRX").against
    assert against == Why("WB-8", "{word} is not in the dictionary.", {"word": "SIRX"})
    assert asked(patient, "SIR").against is None
    assert asked(table("SEIRFGI", retry_words=True, word_vote=True), "SIRX").against is None


def test_wb_24_wb_12_an_answer_names_the_rule_against_a_word() -> None:
    for rule, words in {
        "WB-7": "ANT",
        "WB-9": "SIR",
        "WB-10": "SIRE",
        "WB-11": "RUNS",
        "WB-A8": "S",
        "WB-12": "CO-OP S1 安全 \u0301",
    }.items():
        for word in words.split():
            ways = asked(table("SEIRFGI", used=("SIR", "RUNNING")), word)
            assert ways.against is not None
            assert ways.against.rule == rule
            assert rule != "WB-12" or ways.inputs == ()


# --- Random passwords


def test_a_random_password_is_found_or_the_player_passes() -> None:
    state, ways = table("SEIRTAN"), set()
    says = [GAME.sample(GAME.view(state, 0), 0, Rng(seed)) for seed in range(400)]
    assert sum(isinstance(say, Say) for say in says) > 320
    for say in says:
        if isinstance(say, Say) and len(say.positions) > 1:
            start, second = say.positions[:2]
            letter = state.ring[second].safe.letter
            if (second - start) % 7 in (1, 6) and say.word.rfind(letter) == 1:
                ways.add(say.direction)
    # The second letter of the word may be on the next safe, either way.
    assert ways == {"clockwise", "anticlockwise"}
    poor = GAME.view(table("QQQQQQQ", used=("U",)), 0)
    assert Pass() in [GAME.sample(poor, 0, Rng(seed)) for seed in range(50)]


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


@pytest.mark.parametrize(
    ("seed", "turns", "stones", "options"),
    [
        (3, 9, 2, {"lexicon": "casual", "contains_rule": "off", "root_rule": "inflection"}),
        (4, 5, 5, {"contains_rule": 4, "root_rule": "off", "min_length": 8}),
    ],
)
def test_wb_18_wb_19_one_password_is_listed_for_every_path_that_has_one(
    seed: int, turns: int, stones: int, options: dict[str, Any]
) -> None:
    state = later(dealt(2, seed, **options), turns, Rng(seed))
    (seat,) = GAME.to_act(state)
    state = replace(state, stones=(stones, stones))
    passing, *says = GAME.legal_actions(GAME.view(state, seat), seat)
    paths = [(say.direction, say.positions) for say in says if isinstance(say, Say)]
    assert len(set(paths)) == len(paths) == len(says)
    every = every_password(state, stones)
    assert set(paths) == {(way.direction, way.positions) for _, way in every}
    assert passing == Pass()


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
