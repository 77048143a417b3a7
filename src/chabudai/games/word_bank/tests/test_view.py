"""Word Bank: a seat's view, its questions, and random passwords."""

from collections import Counter

import msgspec
import pytest
from msgspec.structs import replace

from chabudai.core import Rng, Seat, Why
from chabudai.games.word_bank import GAME
from chabudai.games.word_bank.state import Inputs, Options, Pass, Say, State, Ways
from chabudai.games.word_bank.tests.support import dealt, later, table


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_wb_4_all_seats_see_everything_except_the_pile(seat: Seat | None) -> None:
    state = table("SEIRFGI", lying={2: (1, 2)}, used=("AT",), won=(1, 0, 2), barren=1)
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


@pytest.mark.parametrize(
    ("rule", "word"),
    [
        *(("WB-7", "ANT"), ("WB-9", "SIR"), ("WB-10", "SIRE"), ("WB-11", "RUNS"), ("WB-A8", "S")),
        *(("WB-12", word) for word in ("CO-OP", "S1", "安全", "\u0301")),
    ],
)
def test_wb_24_wb_12_an_answer_names_the_rule_against_a_word(rule: str, word: str) -> None:
    for retry_words in (False, True):
        ways = asked(table("SEIRFGI", used=("SIR", "RUNNING"), retry_words=retry_words), word)
        assert ways.against is not None
        assert ways.against.rule == rule
        assert "{" not in ways.against.text.format(**ways.against.facts)
        assert rule != "WB-12" or ways.inputs == ()


# --- Random passwords


def test_a_random_password_is_found_or_the_player_passes() -> None:
    rich, poor = table("SEIRFGI"), table("QQQQQQQ", used=("U",))
    says = [GAME.sample(GAME.view(rich, 0), 0, Rng(seed)) for seed in range(50)]
    assert sum(isinstance(say, Say) for say in says) > 40
    assert Pass() in [GAME.sample(GAME.view(poor, 0), 0, Rng(seed)) for seed in range(50)]


def test_a_random_password_may_put_its_second_letter_on_the_next_safe() -> None:
    state, ways = table("SEIRTAN"), set()
    for seed in range(600):
        say = GAME.sample(GAME.view(state, 0), 0, Rng(seed))
        if isinstance(say, Say) and len(say.positions) > 1:
            start, second = say.positions[:2]
            letter = state.ring[second].safe.letter
            if (second - start) % 7 in (1, 6) and say.word.rfind(letter) == 1:
                ways.add(say.direction)
    assert ways == {"clockwise", "anticlockwise"}
