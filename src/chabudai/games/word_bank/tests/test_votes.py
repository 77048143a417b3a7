"""RULES.md: the vote on a word that is not in the dictionary (WB-A18)."""

from typing import Any

import msgspec
import pytest

from chabudai.core import Illegal, Rng, Step
from chabudai.games.word_bank import GAME
from chabudai.games.word_bank.rules import apply, to_act
from chabudai.games.word_bank.state import (
    Doubted,
    Event,
    Judged,
    Judging,
    Over,
    Pass,
    Rejected,
    Said,
    State,
    Turn,
    Vote,
    Voted,
)
from chabudai.games.word_bank.tests.support import clockwise, table
from chabudai.games.word_bank.view import discloses_reasons, view
from tests.support.moves import events


def rejected(step: Step[State, Event]) -> str:
    """By which rule the password was wrong."""
    return next(event.rule for event in events(step) if isinstance(event, Rejected))


def doubt(*ballots: bool | None, **settled: Any) -> State:
    """Seat 0 has said SIRRE, which is no word, and seats 1, 2, … have voted so."""
    state = table("SEIRFGI", **{"stones": (9, 9, 9), "word_vote": True, **settled})
    state = apply(state, 0, clockwise("SIRRE", 0, 2)).state
    for seat, accept in enumerate(ballots, start=1):
        if accept is not None:
            state = apply(state, seat, Vote(accept)).state
    return state


def test_wb_a18_the_dictionary_alone_judges_unless_agreed_otherwise() -> None:
    assert rejected(apply(table("SEIRFGI"), 0, clockwise("SIRRE", 0))) == "WB-8"
    with pytest.raises(Illegal) as refusal:
        apply(table("SEIRFGI"), 0, Vote(accept=True))
    assert refusal.value.rule == "WB-A18"
    assert refusal.value.text == "There is no word to vote on."


@pytest.mark.parametrize("retry_words", [False, True])
def test_wb_a18_an_unknown_word_is_put_to_all_the_others_at_once(retry_words: bool) -> None:
    before = table("SEIRFGI", word_vote=True, retry_words=retry_words)
    say = clockwise("SIRRE", 0, 2)
    step = apply(before, 0, say)
    assert events(step) == (Doubted(0, "SIRRE"),)
    assert step.state.phase == Judging(0, say, (None, None, None))
    assert to_act(step.state) == (1, 2)
    assert step.state == msgspec.structs.replace(before, phase=step.state.phase)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_wb_a18_if_all_accept_it_the_word_stands(seats: int) -> None:
    state = doubt(*(True,) * (seats - 2), stones=(9,) * seats)
    assert to_act(state) == (seats - 1,)
    step = apply(state, seats - 1, Vote(accept=True))
    assert events(step) == (
        Judged(0, "SIRRE", accepted=True, votes=(None, *(True,) * (seats - 1))),
        Said(0, "SIRRE", "clockwise", (0, 2)),
    )
    assert step.state.stones[0] == 7
    assert step.state.used == ("SIRRE",)
    assert to_act(step.state) == (1,)


@pytest.mark.parametrize("accept", [False, True])
def test_wb_a18_why_a_doubted_word_was_said_is_told_once_all_votes_are_in(accept: bool) -> None:
    say, before = clockwise("SIRRE", 0, 2), table("SEIRFGI", stones=(9, 9, 9), word_vote=True)
    step = apply(before, 0, say)
    assert not any(map(discloses_reasons, events(step)))
    assert [GAME.extras.reason_disclosure(each) for each in (say, Vote(accept), Pass())] == [
        "kept",
        "kept",
        "open",
    ]
    assert GAME.extras.why is not None
    assert GAME.extras.why()(view(before, 0), 0, say, view(doubt(accept), None)) is None
    step = apply(doubt(True), 2, Vote(accept))
    assert any(map(discloses_reasons, events(step)))
    reason = GAME.extras.why()(view(before, 0), 0, say, view(step.state, None))
    assert reason is not None
    assert reason.text.startswith("{word} placed {n}" if accept else "It took {word} for a word.")


def test_wb_a18_an_accepted_word_may_lock_safes_and_end_the_game() -> None:
    state = doubt(True, stones=(2, 9, 9), lying={0: (1, 1, 2)})
    step = apply(state, 2, Vote(accept=True))
    kinds = [type(event).__name__ for event in events(step)]
    assert kinds == ["Judged", "Said", "Closed", "Refilled", "Ended"]
    assert step.state.phase == Over(0)


@pytest.mark.parametrize("ballots", [(True, False), (False, True), (False, False)])
@pytest.mark.parametrize("retry_words", [False, True])
def test_wb_a18_if_one_does_not_the_turn_is_lost(
    ballots: tuple[bool, bool], retry_words: bool
) -> None:
    state = doubt(ballots[0], retry_words=retry_words)
    step = apply(state, 2, Vote(ballots[1]))
    assert events(step)[0] == Judged(0, "SIRRE", accepted=False, votes=(None, *ballots))
    assert rejected(step) == "WB-8"
    assert step.state.phase == Turn(1)
    assert step.state.barren == 1
    assert (step.state.stones, step.state.used) == ((9, 9, 9), ())


def test_wb_a18_votes_come_in_any_order_and_each_once() -> None:
    state = doubt()
    step = apply(state, 2, Vote(accept=True))
    assert events(step) == (Voted(2),)
    assert to_act(step.state) == (1,)


def test_wb_a18_at_random_one_votes_either_way() -> None:
    seen = GAME.view(doubt(), 1)
    votes = {GAME.sample(seen, 1, Rng(seed)) for seed in range(20)}
    assert votes == {Vote(accept=True), Vote(accept=False)}


@pytest.mark.parametrize("action", [Pass(), clockwise("SIR", 0), clockwise("SIRRE", 0)], ids=str)
def test_wb_a18_nothing_else_is_done_before_the_vote_is_over(action: Any) -> None:
    state = doubt(True)
    before = msgspec.json.encode(state)
    with pytest.raises(Illegal) as refusal:
        apply(state, 2, action)
    assert refusal.value.rule == "WB-A18"
    assert refusal.value.text.format(**refusal.value.facts) == "First vote on SIRRE."
    assert msgspec.json.encode(state) == before


@pytest.mark.parametrize(
    ("rule", "word", "settled"),
    [
        pytest.param("WB-7", "ARRE", {}, id="first letter"),
        pytest.param("WB-9", "SIRRE", {"used": ("SIRRE",)}, id="used"),
        pytest.param("WB-10", "SIRRE", {"used": ("IRR",)}, id="contains a used one"),
        pytest.param("WB-A8", "SIRRE", {"min_length": 6}, id="too short"),
    ],
)
def test_wb_a18_only_the_dictionary_is_put_to_the_vote(
    rule: str, word: str, settled: dict[str, Any]
) -> None:
    state = table("SEIRFGI", word_vote=True, **settled)
    assert rejected(apply(state, 0, clockwise(word, 0))) == rule


def test_wb_a18_a_doubtful_word_must_be_placed_rightly_all_the_same() -> None:
    with pytest.raises(Illegal) as refusal:
        apply(table("SEIRFGI", word_vote=True), 0, clockwise("SIRRE", 0, 4))
    assert refusal.value.rule == "WB-16"
