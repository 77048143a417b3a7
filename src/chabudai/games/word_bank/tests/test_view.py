"""What a seat may know of a table of Word Bank: all but the order of the pile and hidden votes."""

from collections import Counter

import msgspec
import pytest

from chabudai.core import CHANCE, Rng, Seat, Why, events_for
from chabudai.games.word_bank import moves
from chabudai.games.word_bank.rules import apply, chance, setup
from chabudai.games.word_bank.state import (
    Inputs,
    Judged,
    Options,
    Pass,
    Say,
    State,
    Turn,
    Vote,
    Voted,
    Ways,
)
from chabudai.games.word_bank.tests.support import clockwise, table
from chabudai.games.word_bank.view import Doubt, determinize, view


def doubted(*ballots: tuple[Seat, bool], seats: int = 4) -> State:
    """Seat 0 has said a word that no dictionary has, and some have voted."""
    state = table("SEIRFGI", stones=(9,) * seats, word_vote=True)
    state = apply(state, 0, clockwise("SIRRAHX", 0, 2)).state
    for seat, accept in ballots:
        state = apply(state, seat, Vote(accept)).state
    return state


def votes(state: State, seat: Seat | None) -> tuple[object, ...]:
    phase = view(state, seat).phase
    assert isinstance(phase, Doubt)
    return phase.votes


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_wb_4_everybody_sees_everything_but_the_pile(seat: Seat | None) -> None:
    state = table("SEIRFGI", lying={2: (1, 2)}, used=("AT",), won=(1, 0, 2), barren=1)
    seen = msgspec.to_builtins(view(state, seat))
    true = msgspec.to_builtins(state)
    assert seen.pop("pile") == len(true.pop("pile")) == 8
    assert seen == true


def test_wb_a18_only_ones_own_vote_shows_until_all_are_in() -> None:
    state = doubted((1, True), (3, False))
    assert votes(state, 0) == (None, "hidden", None, "hidden")
    assert votes(state, 1) == (None, True, None, "hidden")
    assert votes(state, 2) == (None, "hidden", None, "hidden")
    assert votes(state, 3) == (None, "hidden", None, False)
    assert votes(state, None) == (None, "hidden", None, "hidden")


def test_wb_a18_that_somebody_voted_is_told_but_not_how() -> None:
    state = doubted()
    yes, no = (apply(state, 2, Vote(accept)).news for accept in (True, False))
    for seat in (0, 1, 2, 3, None):
        assert events_for(yes, seat) == events_for(no, seat) == (Voted(2),)


def test_wb_a18_the_last_vote_shows_all() -> None:
    step = apply(doubted((1, True), (3, False)), 2, Vote(True))
    for seat in (0, 1, 2, 3, None):
        assert events_for(step.news, seat)[0] == Judged(
            0, "SIRRAHX", False, (None, True, True, False)
        )


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_wb_4_an_imagined_pile_holds_the_cards_that_are_not_to_be_seen(seats: int) -> None:
    rng = Rng(seats)
    state = setup(Options(), seats)
    assert determinize(view(state, 0), rng) == state
    state = apply(state, CHANCE, chance(state, rng)).state
    for _ in range(6):
        assert isinstance(state.phase, Turn)
        seat = state.phase.seat
        state = apply(state, seat, moves.sample(view(state, seat), seat, rng)).state
        imagined = determinize(view(state, 0), rng)
        assert Counter(imagined.pile) == Counter(state.pile)
        assert imagined.pile != state.pile
        assert msgspec.structs.replace(imagined, pile=state.pile) == state


def test_wb_4_any_order_of_the_pile_is_imagined() -> None:
    state = setup(Options(), 2)
    state = apply(state, CHANCE, chance(state, Rng(1))).state
    tops = {determinize(view(state, 0), Rng(seed)).pile[0] for seed in range(200)}
    assert tops == set(state.pile)


def test_wb_a18_hidden_votes_are_imagined_either_way_and_ones_own_as_it_is() -> None:
    state = doubted((1, True), (3, False))
    imagined = [determinize(view(state, 1), Rng(seed)).phase for seed in range(30)]
    cast = {phase.votes for phase in imagined if hasattr(phase, "votes")}
    assert cast == {(None, True, None, True), (None, True, None, False)}


# --- What may be asked


def asked(state: State, word: str, seat: Seat = 0) -> Ways:
    return moves.ask(view(state, seat), seat, Inputs(word))


def test_wb_18_a_question_is_answered_with_every_way_most_stones_first() -> None:
    ways = asked(table("SEIRFGI"), "sir")
    assert ways.word == "SIR"
    assert ways.against is None
    assert [(way.direction, way.positions) for way in ways.inputs] == [
        ("clockwise", (0, 2, 3)),
        ("anticlockwise", (0, 6, 3)),
        ("clockwise", (0, 2)),
        ("clockwise", (0, 3)),
        ("clockwise", (0, 6)),
        ("anticlockwise", (0, 6)),
        ("anticlockwise", (0, 3)),
        ("anticlockwise", (0, 2)),
        ("clockwise", (0,)),
    ]


def test_wb_20_an_answer_tells_which_safes_would_close() -> None:
    ways = asked(table("SEIRFGI", lying={0: (1, 1, 2), 2: (1, 1), 3: (1, 2, 2)}), "SIR")
    assert {way.positions: way.closes for way in ways.inputs}[0, 2, 3] == (0, 3)


def test_wb_17_wb_19_an_answer_knows_full_safes_and_missing_stones() -> None:
    ways = asked(table("SEIRFGI", stones=(2, 2), spaces="4434444", lying={2: (1, 1, 1)}), "SIR")
    assert [way.positions for way in ways.inputs] == [(0, 3), (0, 6), (0, 6), (0, 3), (0,)]


def test_wb_8_whether_a_word_is_in_the_dictionary_is_not_told() -> None:
    known, unknown = (asked(table("SEIRFGI"), word) for word in ("SIR", "SIRX"))
    assert known.against is None
    assert unknown.against is None
    assert [way.positions for way in unknown.inputs] == [way.positions for way in known.inputs]


@pytest.mark.parametrize(
    ("rule", "word"),
    [("WB-7", "ANT"), ("WB-9", "SIR"), ("WB-10", "SIRE"), ("WB-11", "RUNS"), ("WB-A8", "S")],
)
def test_wb_24_what_anybody_can_see_to_be_wrong_is_told(rule: str, word: str) -> None:
    ways = asked(table("SEIRFGI", used=("SIR", "RUNNING")), word)
    assert ways.against is not None
    assert ways.against.rule == rule
    assert ways.against.text.format(**ways.against.facts)


@pytest.mark.parametrize("word", ["CO-OP", "S1", "安全", "\u0301"])
def test_wb_12_other_signs_have_no_ways(word: str) -> None:
    ways = asked(table("SEIRFGI"), word)
    text = "A password is written with the letters A to Z only."
    assert (ways.inputs, ways.against) == ((), Why("WB-12", text, {}))


def test_wb_a7_where_one_may_try_again_the_dictionary_is_told() -> None:
    state = table("SEIRFGI", retry_words=True)
    against = asked(state, "SIRX").against
    assert against == Why("WB-8", "{word} is not in the dictionary.", {"word": "SIRX"})
    assert asked(state, "SIR").against is None
    first = asked(state, "XQ").against
    assert first is not None
    assert first.rule == "WB-7"


def test_wb_a18_where_others_vote_the_dictionary_is_not_told() -> None:
    assert asked(table("SEIRFGI", retry_words=True, word_vote=True), "SIRX").against is None


def test_a_question_before_the_deal_has_no_ways() -> None:
    assert asked(setup(Options(), 2), "SIR").inputs == ()


# --- What needs no word


def test_wb_a9_whose_turn_it_is_may_pass_and_nobody_else() -> None:
    state = table("SEIRFGI", turn=1)
    assert [moves.menu(view(state, seat), seat) for seat in range(3)] == [(), (Pass(),), ()]


def test_wb_a18_who_has_not_voted_may_vote_and_nobody_else() -> None:
    state = doubted((1, True))
    both = (Vote(True), Vote(False))
    assert [moves.menu(view(state, seat), seat) for seat in range(4)] == [(), (), both, both]


def test_wb_a19_who_runs_out_of_time_passes_or_votes_no() -> None:
    assert moves.idle(view(table("SEIRFGI"), 0), 0) == Pass()
    assert moves.idle(view(doubted(), 1), 1) == Vote(False)


def test_a_random_password_is_found_or_one_passes() -> None:
    rich, poor = table("SEIRFGI"), table("QQQQQQQ", used=("U",))
    says = [moves.sample(view(rich, 0), 0, Rng(seed)) for seed in range(50)]
    assert sum(isinstance(say, Say) for say in says) > 40
    assert Pass() in [moves.sample(view(poor, 0), 0, Rng(seed)) for seed in range(50)]


def test_a_random_password_may_put_its_second_letter_on_the_next_safe() -> None:
    state = table("SEIRTAN")
    says = [moves.sample(view(state, 0), 0, Rng(seed)) for seed in range(600)]
    ways = set()
    for say in says:
        if isinstance(say, Say) and len(say.positions) > 1:
            start, second = say.positions[:2]
            letter = state.ring[second].safe.letter
            if (second - start) % 7 in (1, 6) and say.word.rfind(letter) == 1:
                ways.add(say.direction)
    assert ways == {"clockwise", "anticlockwise"}
