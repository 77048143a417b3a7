"""The vote on a word that is not in the dictionary (WB-A18), and its visibility."""

from typing import Any

import pytest
from msgspec.structs import replace

from chabudai.core import Illegal, Rng, Seat, events_for, play
from chabudai.core.text import Reader
from chabudai.games.word_bank import GAME, state as wb
from chabudai.games.word_bank.tests.support import clockwise, make, refused, said, table
from chabudai.games.word_bank.view import Doubt
from tests.support.moves import events

SAY = clockwise("SIRRE", 0, 2)
YES, NO = wb.Vote(accept=True), wb.Vote(accept=False)


def doubt(*ballots: bool | None, **settled: Any) -> wb.State:
    """Return the table after seat 0 has said SIRRE, and seats 1, 2, … have voted."""
    state = table("SEIRFGI", **{"stones": (9, 9, 9), "word_vote": True, **settled})
    votes = [(seat, wb.Vote(vote)) for seat, vote in enumerate(ballots, 1) if vote is not None]
    return make(state, (0, SAY), *votes)


def test_wb_a18_the_dictionary_alone_judges_unless_agreed_otherwise() -> None:
    assert said("SIRRE") == "WB-8"
    with pytest.raises(Illegal, match=r"^There is no word to vote on\. \(WB-A18\)$"):
        play(GAME, table("SEIRFGI"), 0, YES)
    # A word put to the vote must also be placed correctly.
    assert refused(table("SEIRFGI", word_vote=True), 0, clockwise("SIRRE", 0, 4)) == "WB-16"


@pytest.mark.parametrize("retry_words", [False, True])
def test_wb_a18_all_other_seats_vote_on_an_unknown_word(retry_words: bool) -> None:
    before = table("SEIRFGI", word_vote=True, retry_words=retry_words)
    step = play(GAME, before, 0, SAY)
    assert events(step) == (wb.Doubted(0, "SIRRE"),)
    assert step.state == replace(before, phase=wb.Judging(0, SAY, (None, None, None)))
    assert GAME.to_act(step.state) == (1, 2)
    for legal in (GAME.menu, GAME.legal_actions):
        seats = [tuple(legal(GAME.view(doubt(True), seat), seat)) for seat in range(3)]
        assert seats == [(), (), (YES, NO)]
    assert {GAME.sample(GAME.view(doubt(), 1), 1, Rng(seed)) for seed in range(20)} == {YES, NO}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_wb_a18_a_word_that_all_seats_accept_stands(seats: int) -> None:
    state = doubt(*(True,) * (seats - 2), stones=(9,) * seats)
    assert GAME.to_act(state) == (seats - 1,)
    step = play(GAME, state, seats - 1, YES)
    assert events(step) == (
        wb.Judged(0, "SIRRE", accepted=True, votes=(None, *(True,) * (seats - 1))),
        wb.Said(0, "SIRRE", "clockwise", (0, 2)),
    )
    assert (step.state.stones[0], step.state.used) == (7, ("SIRRE",))
    assert GAME.to_act(step.state) == (1,)


@pytest.mark.parametrize("accept", [False, True])
def test_wb_a18_the_reason_for_a_doubted_word_is_disclosed_once_all_votes_are_in(
    accept: bool,
) -> None:
    before = table("SEIRFGI", stones=(9, 9, 9), word_vote=True)
    assert not any(map(GAME.extras.discloses_reasons, events(play(GAME, before, 0, SAY))))
    disclosures = [
        GAME.extras.reason_disclosure(each) for each in (SAY, wb.Vote(accept), wb.Pass())
    ]
    assert disclosures == ["kept", "kept", "open"]
    assert GAME.extras.why is not None
    known = GAME.view(before, 0)
    assert GAME.extras.why()(known, 0, SAY, GAME.view(doubt(accept), None)) is None
    step = play(GAME, doubt(True), 2, wb.Vote(accept))
    assert any(map(GAME.extras.discloses_reasons, events(step)))
    reason = GAME.extras.why()(known, 0, SAY, GAME.view(step.state, None))
    assert reason is not None
    assert Reader("en", {}, str).sentence(reason) == (
        "Best word I found: SIRRE, for 2 stones. That is about 3 stones better than a pass."
        if accept
        else "It thought SIRRE was a word."
    )


def test_wb_a18_an_accepted_word_may_lock_safes_and_end_the_game() -> None:
    step = play(GAME, doubt(True, stones=(2, 9, 9), lying={0: (1, 1, 2)}), 2, YES)
    kinds = [type(event).__name__ for event in events(step)]
    assert kinds == ["Judged", "Said", "Closed", "Refilled", "Ended"]
    assert step.state.phase == wb.Over(0)


@pytest.mark.parametrize("ballots", [(True, False), (False, True), (False, False)])
@pytest.mark.parametrize("retry_words", [False, True])
def test_wb_a18_a_single_rejection_loses_the_turn(
    ballots: tuple[bool, bool], retry_words: bool
) -> None:
    step = play(GAME, doubt(ballots[0], retry_words=retry_words), 2, wb.Vote(ballots[1]))
    judged = wb.Judged(0, "SIRRE", accepted=False, votes=(None, *ballots))
    for seat in (0, 1, 2, None):
        assert events_for(step.news, seat)[0] == judged
    assert [each.rule for each in events(step) if isinstance(each, wb.Rejected)] == ["WB-8"]
    assert (step.state.phase, step.state.barren) == (wb.Turn(1), 1)
    assert (step.state.stones, step.state.used) == ((9, 9, 9), ())


@pytest.mark.parametrize("action", [wb.Pass(), clockwise("SIR", 0), clockwise("SIRRE", 0)], ids=str)
def test_wb_a18_other_moves_wait_for_the_vote(action: wb.Say | wb.Pass) -> None:
    assert [refused(doubt(True), seat, action) for seat in (0, 2)] == ["WB-A18"] * 2


@pytest.mark.parametrize(
    ("rule", "word", "settled"),
    [
        ("WB-7", "ARRE", {}),
        ("WB-9", "SIRRE", {"used": ("SIRRE",)}),
        ("WB-10", "SIRRE", {"used": ("IRR",)}),
        ("WB-A8", "SIRRE", {"min_length": 6}),
    ],
)
def test_wb_a18_only_the_dictionary_is_put_to_the_vote(
    rule: str, word: str, settled: dict[str, Any]
) -> None:
    assert said(word, word_vote=True, **settled) == rule


# --- Secret until all votes are in


def test_wb_a18_a_seat_sees_only_its_own_vote_before_the_last() -> None:
    state = doubt(True, None, False, stones=(9,) * 4)

    def votes(seat: Seat | None) -> tuple[object, ...]:
        phase = GAME.view(state, seat).phase
        assert isinstance(phase, Doubt)
        return phase.votes

    hidden = (None, "hidden", None, "hidden")
    assert votes(0) == votes(2) == votes(None) == hidden
    assert votes(1) == (None, True, None, "hidden")
    assert votes(3) == (None, "hidden", None, False)
    imagined = [GAME.determinize(GAME.view(state, 1), Rng(seed)).phase for seed in range(30)]
    cast = {phase.votes for phase in imagined if isinstance(phase, wb.Judging)}
    assert cast == {(None, True, None, True), (None, True, None, False)}


def test_wb_a18_all_seats_learn_that_a_seat_voted_but_not_how() -> None:
    yes, no = (play(GAME, doubt(), 2, vote) for vote in (YES, NO))
    assert GAME.to_act(yes.state) == (1,)
    for seat in (0, 1, 2, None):
        assert events_for(yes.news, seat) == events_for(no.news, seat) == (wb.Voted(2),)
