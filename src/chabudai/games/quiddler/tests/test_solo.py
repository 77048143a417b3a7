"""One player: QD-A18."""

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Illegal, Outcome, Rng, play
from chabudai.core.transcript import replay
from chabudai.games.quiddler import GAME
from chabudai.games.quiddler.components.cards import DECK
from chabudai.games.quiddler.questions import Found, Lookup, Pick, Picked
from chabudai.games.quiddler.state import (
    Challenge,
    Discard,
    Draw,
    Ended,
    Options,
    Over,
    Ready,
    Shuffle,
    Solo,
    Spell,
    Spelled,
    Spread,
    State,
    Stop,
)
from chabudai.games.quiddler.tests.support import cleared, pieces
from chabudai.games.quiddler.tests.tables import cards, last, make, out, refused
from chabudai.games.quiddler.view import Column, Columns
from tests.support.moves import events


def columns(*texts: str) -> State:
    """A game for one; the last card of each column is open."""
    start = GAME.setup(Options(solo="columns"), 1)
    laid_out = tuple(cards(text) for text in (*texts, *[""] * (8 - len(texts))))
    return replace(start, phase=Solo(laid_out), dealer=0, pile=cards("A B C"))


def test_qd_a18_nobody_sits_alone_at_a_table_of_many() -> None:
    with pytest.raises(Illegal) as refusal:
        GAME.setup(Options(), 1)
    assert refusal.value.rule == "QD-A18"
    assert len(GAME.setup(Options(solo="columns"), 3).hands) == 3


def test_qd_a18_eight_columns_of_six_are_laid_out() -> None:
    start = GAME.setup(Options(solo="columns"), 1)
    step = play(GAME, start, CHANCE, Shuffle(DECK, 0))
    assert step.state.phase == Solo(tuple(DECK[at : at + 6] for at in range(0, 48, 6)))
    assert step.state.pile == DECK[48:]
    assert events(step) == (Spread(DECK[5:48:6]),)
    assert pieces(step.state) == pieces(start)
    assert GAME.to_act(step.state) == (0,)
    assert GAME.view(step.state, 0).phase == Columns(
        tuple(Column(card, 5) for card in DECK[5:48:6])
    )


def test_qd_a18_a_word_of_open_cards_takes_them_away() -> None:
    state = columns("S O T", "QU", "E I", "X")
    step = play(GAME, state, 0, Spell((1, 2, 0)))
    assert step.state.phase == Solo((("S", "O"), (), ("E",), ("X",), (), (), (), ()))
    assert [(word.word, word.points) for word in step.state.laid] == [("QUIT", 14)]
    assert events(step) == (Spelled(("QU", "I", "T"), ("O", "", "E", "X", "", "", "", "")),)
    assert GAME.view(step.state, 0).phase == Columns(
        (Column("O", 1), Column("", 0), Column("E", 0), Column("X", 0), *[Column("", 0)] * 4)
    )


def test_qd_a18_only_open_cards_of_different_columns_spell_a_word() -> None:
    state = columns("S O T", "QU", "E I", "X")
    assert refused(state, 0, Spell((1, 2, 2, 0))) == "QD-A18"
    assert refused(state, 0, Spell((1, 7))) == "QD-A18"
    assert refused(state, 0, Spell((1, 8))) == "QD-A18"
    assert refused(state, 0, Spell((1, -1))) == "QD-A18"
    assert refused(state, 0, Spell((1,))) == "QD-18"
    assert refused(state, 0, Spell(())) == "QD-18"
    assert refused(state, 0, Spell((3, 1))) == "QD-22"


def test_qd_a18_it_is_won_when_every_column_is_cleared() -> None:
    states = list(replay(GAME, cleared()))
    assert GAME.outcome(states[-2]) is None
    assert states[-1].phase == Over(((),) * 8)
    worth = sum(word.points for word in states[-1].laid)
    assert GAME.outcome(states[-1]) == Outcome((worth,), (0,))
    assert len(states[-1].laid) == 12


def test_qd_a18_one_may_stop_and_has_not_won() -> None:
    state = make(columns("S O T", "QU", "E I", "X"), (0, Spell((1, 2, 0))))
    step = play(GAME, state, 0, Stop())
    assert isinstance(state.phase, Solo)
    assert step.state.phase == Over(state.phase.columns)
    assert GAME.outcome(step.state) == Outcome((14,), ())
    assert events(step) == (Ended(Outcome((14,), ())),)
    assert pieces(step.state) == pieces(state)


def test_qd_a18_turns_and_columns_do_not_mix() -> None:
    state = columns("S O T", "QU", "E I", "X")
    for action in (Draw("pile"), Discard("T"), out("QU I", "T"), last("QU I", "T")):
        assert refused(state, 0, action) == "QD-A18"
    assert refused(state, 0, Ready()) == "QD-A7"
    assert refused(state, 0, Challenge(1, 0)) == "QD-24"
    assert refused(state, CHANCE, Shuffle(DECK, 0)) == "QD-A18"
    at_table = GAME.setup(Options(), 2)
    at_table = make(at_table, (CHANCE, GAME.chance(at_table, Rng(1))))
    (seat,) = GAME.to_act(at_table)
    assert refused(at_table, seat, Stop()) == "QD-A18"
    assert refused(at_table, seat, Spell((0, 1))) == "QD-A18"


def test_qd_a18_every_set_of_columns_that_spells_a_word_is_listed_once() -> None:
    state = columns("S O T", "QU", "E I", "T", "A")
    listed = list(GAME.legal_actions(GAME.view(state, 0), 0))
    assert listed[0] == Stop()
    sets = [frozenset(action.columns) for action in listed if isinstance(action, Spell)]
    assert len(sets) == len(listed) - 1
    assert len(set(sets)) == len(sets)
    assert {frozenset((0, 1, 2)), frozenset((1, 2, 3)), frozenset((0, 4))} <= set(sets)
    for action in listed:
        make(state, (0, action))


def test_qd_23_the_dictionary_is_closed_in_the_game_for_one() -> None:
    view = GAME.view(columns("A T"), 0)
    found = GAME.ask(view, 0, Lookup("cat"))
    assert isinstance(found, Found)
    assert found.against is not None
    assert found.against.rule == "QD-23"


def test_qd_a18_open_cards_can_be_picked_for_a_word() -> None:
    view = GAME.view(columns("S O T", "QU", "E I", "U"), 0)
    assert GAME.ask(view, 0, Pick("quit", cards("T QU I"))) == Picked("QUIT", (cards("QU I T"),))


def test_qd_a18_at_random_one_plays_on_while_short_words_are_found() -> None:
    state = columns("X", "QU")
    assert GAME.sample(GAME.view(state, 0), 0, Rng(1)) == Stop()
    state = columns("A T", "X", "A")
    assert isinstance(GAME.sample(GAME.view(state, 0), 0, Rng(1)), Spell)


def test_qd_a23_the_clock_ends_the_game_for_one() -> None:
    view = GAME.view(replace(columns("A T"), options=Options(solo="columns", turn_clock=30)), 0)
    assert GAME.clock(view, 0) == 30
    assert GAME.idle(view, 0) == Stop()
