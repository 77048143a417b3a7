"""The solo game: QD-A18."""

from typing import Any

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Outcome, Rng, play
from chabudai.core.transcript import replay
from chabudai.games.quiddler import GAME, state as qd
from chabudai.games.quiddler.components.cards import DECK
from chabudai.games.quiddler.questions import Found, Lookup, Pick, Picked
from chabudai.games.quiddler.tests.support import cleared, pieces
from chabudai.games.quiddler.tests.tables import cards, last, make, out, refused, refused_table
from chabudai.games.quiddler.view import Column, Columns
from tests.support.moves import events


def columns(*texts: str, **options: Any) -> qd.State:
    """Return a solo game. The last card of each column is open."""
    start = GAME.setup(qd.Options(solo="columns", **options), 1)
    laid_out = tuple(cards(text) for text in (*texts, *[""] * (8 - len(texts))))
    return replace(start, phase=qd.Solo(laid_out), dealer=0, pile=cards("A B C"))


START = GAME.setup(qd.Options(solo="columns"), 1)
FOUR = columns("S O T", "QU", "E I", "X")


def test_qd_a18_one_player_needs_the_game_of_columns() -> None:
    assert refused_table(1) == "QD-A18"
    assert len(GAME.setup(qd.Options(solo="columns"), 3).hands) == 3


def test_qd_a18_eight_columns_of_six_are_laid_out() -> None:
    step = play(GAME, START, CHANCE, qd.Shuffle(DECK, 0))
    assert step.state.phase == qd.Solo(tuple(DECK[at : at + 6] for at in range(0, 48, 6)))
    assert step.state.pile == DECK[48:]
    assert events(step) == (qd.Spread(DECK[5:48:6]),)
    assert pieces(step.state) == pieces(START)
    assert GAME.to_act(step.state) == (0,)
    shown = tuple(Column(card, 5) for card in DECK[5:48:6])
    assert GAME.view(step.state, 0).phase == Columns(shown)


def test_qd_a18_a_word_of_open_cards_takes_them_away() -> None:
    step = play(GAME, FOUR, 0, qd.Spell((1, 2, 0)))
    assert step.state.phase == qd.Solo((("S", "O"), (), ("E",), ("X",), (), (), (), ()))
    assert [(word.word, word.points) for word in step.state.laid] == [("QUIT", 14)]
    assert events(step) == (qd.Spelled(("QU", "I", "T"), ("O", "", "E", "X", "", "", "", "")),)
    assert GAME.view(step.state, 0).phase == Columns(
        (Column("O", 1), Column("", 0), Column("E", 0), Column("X", 0), *[Column("", 0)] * 4)
    )


def at_table() -> qd.State:
    start = GAME.setup(qd.Options(first_dealer=1), 2)
    return make(start, (CHANCE, GAME.chance(start, Rng(1))))


@pytest.mark.parametrize(
    ("rule", "state", "actions"),
    [
        # open cards of different columns that spell a word
        ("QD-A18", FOUR, [qd.Spell((1, 2, 2, 0)), *(qd.Spell((1, other)) for other in (7, 8, -1))]),
        ("QD-18", FOUR, [qd.Spell((1,)), qd.Spell(())]),
        ("QD-22", FOUR, [qd.Spell((3, 1))]),
        # turns and columns do not mix
        ("QD-A18", FOUR, [qd.Draw("pile"), qd.Discard("T"), out("QU I", "T"), last("QU I", "T")]),
        ("QD-A7", FOUR, [qd.Ready()]),
        ("QD-24", FOUR, [qd.Challenge(1, 0)]),
        ("QD-A18", at_table(), [qd.Stop(), qd.Spell((0, 1))]),
    ],
)
def test_qd_18_qd_22_qd_a18_invalid_moves_are_refused(
    rule: str, state: qd.State, actions: list[qd.Action]
) -> None:
    assert {refused(state, 0, action) for action in actions} == {rule}
    assert refused(FOUR, CHANCE, qd.Shuffle(DECK, 0)) == "QD-A18"


def test_qd_a18_the_game_is_won_when_every_column_is_cleared() -> None:
    *_, before, after = replay(GAME, cleared())
    assert GAME.outcome(before) is None
    assert after.phase == qd.Over(((),) * 8)
    assert GAME.outcome(after) == Outcome((sum(word.points for word in after.laid),), (0,))
    assert len(after.laid) == 12


def test_qd_a18_a_player_who_stops_has_not_won() -> None:
    state = make(FOUR, (0, qd.Spell((1, 2, 0))))
    step = play(GAME, state, 0, qd.Stop())
    assert isinstance(state.phase, qd.Solo)
    assert step.state.phase == qd.Over(state.phase.columns)
    assert GAME.outcome(step.state) == Outcome((14,), ())
    assert events(step) == (qd.Ended(Outcome((14,), ())),)
    assert pieces(step.state) == pieces(state)


def test_qd_a18_every_set_of_columns_that_spells_a_word_is_listed_once() -> None:
    listed = list(GAME.legal_actions(GAME.view(columns("S O T", "QU", "E I", "T", "A"), 0), 0))
    assert listed[0] == qd.Stop()
    sets = [frozenset(action.columns) for action in listed if isinstance(action, qd.Spell)]
    assert len(set(sets)) == len(sets) == len(listed) - 1
    assert {frozenset((0, 1, 2)), frozenset((1, 2, 3)), frozenset((0, 4))} <= set(sets)


def test_qd_23_qd_a18_the_dictionary_is_closed_but_open_cards_can_be_picked() -> None:
    view = GAME.view(columns("S O T", "QU", "E I", "U"), 0)
    found = GAME.ask(view, 0, Lookup("cat"))
    assert isinstance(found, Found)
    assert found.against is not None
    assert found.against.rule == "QD-23"
    assert GAME.ask(view, 0, Pick("quit", cards("T QU I"))) == Picked("QUIT", (cards("QU I T"),))


def test_qd_a18_qd_a23_random_and_slow_players_stop() -> None:
    for state, kind in ((columns("X", "QU"), qd.Stop), (columns("A T", "X", "A"), qd.Spell)):
        assert isinstance(GAME.sample(GAME.view(state, 0), 0, Rng(1)), kind)
    view = GAME.view(columns("A T", turn_clock=30), 0)
    assert (GAME.clock(view, 0), GAME.idle(view, 0)) == (30, qd.Stop())
