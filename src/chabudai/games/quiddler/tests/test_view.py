"""A seat's view, states sampled from it, and the solo game: QD-6, QD-9, QD-29, QD-A12, QD-A18."""

from collections.abc import Iterable
from itertools import chain
from typing import Any

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Outcome, Rng, Seat, events_for, play
from chabudai.core.transcript import replay
from chabudai.games.quiddler import GAME, state as qd
from chabudai.games.quiddler.components.cards import DECK, Face
from chabudai.games.quiddler.questions import Found, Lookup, Pick, Picked
from chabudai.games.quiddler.tests.support import cleared
from chabudai.games.quiddler.tests.tables import (
    cards,
    columns,
    dealt,
    laid,
    last,
    make,
    out,
    refused,
    refused_table,
    table,
)
from chabudai.games.quiddler.view import Choosing, Column, Columns
from tests.support.moves import course, events

VIEWERS = (0, 1, None)


def test_qd_6_qd_29_qd_a12_hands_are_counted_until_the_round_is_over_and_the_rest_is_open() -> None:
    words = (laid(0, "C A T"),)
    state = table(
        "A B C", "D E F", pile="X Y Z", discards="X Y", laid=words, last=qd.LastLap(0, (1,))
    )
    for seat in VIEWERS:
        view = GAME.view(state, seat)
        hands = tuple(hand if owner == seat else 3 for owner, hand in enumerate(state.hands))
        assert (view.hands, view.pile) == (hands, 3)
        assert (view.discards, view.laid, view.last) == (cards("X Y"), words, state.last)
        for phase in (qd.Settling((True, False)), qd.Over()):
            assert GAME.view(replace(state, phase=phase), seat).hands == state.hands


def test_qd_9_only_its_owner_sees_a_card_from_the_pile() -> None:
    state = make(table("A B C", "D E F", pile="X"), (0, qd.Draw("pile")))
    taken = make(table("A B Z", "D E F", discards="X"), (0, qd.Draw("discards")))
    for seat in VIEWERS:
        assert GAME.view(state, seat).phase == Choosing(0, "X" if seat == 0 else None, "pile")
        assert GAME.view(taken, seat).phase == Choosing(0, "X", "discards")
    assert taken.hands[0] == cards("A B X Z")  # sorted, so that positions reveal nothing


@pytest.mark.parametrize(("source", "cards"), [("pile", 6), ("discards", 1)])
def test_a_sampled_hand_contains_the_drawn_card(source: Any, cards: int) -> None:
    state = dealt(3, 2)
    (seat,) = GAME.to_act(state)
    state = make(state, (seat, qd.Draw(source)))
    drawn = set()
    for viewer in (None, *range(3)):
        for seed in range(20):
            imagined = GAME.determinize(GAME.view(state, viewer), Rng(seed))
            assert isinstance(imagined.phase, qd.Acting)
            assert imagined.phase.card in imagined.hands[seat]
            drawn.add(imagined.phase.card)
    assert len(drawn) >= cards
    assert source == "pile" or len(drawn) == 1


@pytest.mark.parametrize("seed", range(3))
def test_known_cards_of_hands_follow_from_public_events(seed: int) -> None:
    known: list[tuple[Seat, Face]] = []
    for ply in course(GAME, GAME.setup(qd.Options(turn_cap=3), 3), Rng(seed)):
        for event in events_for(ply.step.news, None):
            match event:
                case qd.Took(seat=seat, card=card):
                    known.append((seat, card))
                case qd.Discarded(seat=seat, card=card):
                    known = without(known, seat, (card,))
                case qd.WentOut(seat=seat, words=words) | qd.Added(seat=seat, words=words):
                    known = without(known, seat, chain.from_iterable(words))
                case qd.Shown():
                    known = []
                case _:
                    pass
        seen = GAME.view(ply.step.state, None).held
        assert sorted((held.seat, held.card) for held in seen) == sorted(known)


def without(
    known: list[tuple[Seat, Face]], seat: Seat, gone: Iterable[Face]
) -> list[tuple[Seat, Face]]:
    left = list(known)
    for card in gone:
        if (seat, card) in left:
            left.remove((seat, card))
    return left


# --- The solo game

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
    assert GAME.to_act(step.state) == (0,)
    view = GAME.view(step.state, 0)
    assert view.phase == Columns(tuple(Column(card, 5) for card in DECK[5:48:6]))
    assert GAME.determinize(view, Rng(3)).phase != step.state.phase


def test_qd_a18_a_word_of_open_cards_takes_them_away() -> None:
    step = play(GAME, FOUR, 0, qd.Spell((1, 2, 0)))
    assert step.state.phase == qd.Solo((("S", "O"), (), ("E",), ("X",), (), (), (), ()))
    assert [(word.word, word.points) for word in step.state.laid] == [("QUIT", 14)]
    assert events(step) == (qd.Spelled(("QU", "I", "T"), ("O", "", "E", "X", "", "", "", "")),)
    assert GAME.view(step.state, 0).phase == Columns(
        (Column("O", 1), Column("", 0), Column("E", 0), Column("X", 0), *[Column("", 0)] * 4)
    )


def test_qd_18_qd_22_qd_a18_invalid_moves_are_refused() -> None:
    moves: dict[str, list[qd.Action]] = {
        # cards that are not open cards of different columns, and moves of other games
        "QD-A18": [
            *(qd.Spell(columns) for columns in ((1, 2, 2, 0), (1, 7), (1, 8), (1, -1))),
            *(qd.Draw("pile"), qd.Discard("T"), out("QU I", "T"), last("QU I", "T")),
        ],
        "QD-18": [qd.Spell((1,)), qd.Spell(())],
        "QD-22": [qd.Spell((3, 1))],
        "QD-A7": [qd.Ready()],
        "QD-24": [qd.Challenge(1, 0)],
    }
    for rule, actions in moves.items():
        assert {refused(FOUR, 0, action) for action in actions} == {rule}
    assert refused(FOUR, CHANCE, qd.Shuffle(DECK, 0)) == "QD-A18"
    at_table = dealt(2, first_dealer=1)
    assert refused(at_table, 0, qd.Stop()) == refused(at_table, 0, qd.Spell((0, 1))) == "QD-A18"


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
    assert step.state.phase == GAME.view(step.state, None).phase == qd.Over(state.phase.columns)
    assert GAME.outcome(step.state) == Outcome((14,), ())
    assert events(step) == (qd.Ended(Outcome((14,), ())),)


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
