"""A seat's view, and states sampled from it: QD-6, QD-9, QD-29, QD-A12."""

from collections.abc import Iterable
from itertools import chain

import pytest
from msgspec.structs import replace

from chabudai.core import Rng, Seat, events_for
from chabudai.games.quiddler import GAME, state as qd
from chabudai.games.quiddler.components.cards import Face
from chabudai.games.quiddler.tests.support import pieces
from chabudai.games.quiddler.tests.tables import cards, dealt, laid, make, table
from chabudai.games.quiddler.view import Choosing
from tests.support.moves import course

each_viewer = pytest.mark.parametrize("seat", [0, 1, None])


@each_viewer
def test_qd_6_qd_29_qd_a12_hands_are_counted_until_the_round_is_over_and_the_rest_is_open(
    seat: Seat | None,
) -> None:
    words = (laid(0, "C A T"),)
    state = table(
        "A B C", "D E F", pile="X Y Z", discards="X Y", laid=words, last=qd.LastLap(0, (1,))
    )
    view = GAME.view(state, seat)
    hands = tuple(hand if owner == seat else 3 for owner, hand in enumerate(state.hands))
    assert (view.hands, view.pile) == (hands, 3)
    assert (view.discards, view.laid, view.last) == (cards("X Y"), words, state.last)
    for phase in (qd.Settling((True, False)), qd.Over()):
        assert GAME.view(replace(state, phase=phase), seat).hands == state.hands


@each_viewer
def test_qd_9_only_its_owner_sees_a_card_from_the_pile(seat: Seat | None) -> None:
    state = make(table("A B C", "D E F", pile="X"), (0, qd.Draw("pile")))
    assert GAME.view(state, seat).phase == Choosing(0, "X" if seat == 0 else None, "pile")
    taken = make(table("A B C", "D E F", discards="X"), (0, qd.Draw("discards")))
    assert GAME.view(taken, seat).phase == Choosing(0, "X", "discards")


def test_hands_are_sorted_so_positions_reveal_nothing() -> None:
    state = make(table("B QU", "D E F", pile="IN"), (0, qd.Draw("pile")))
    assert state.hands[0] == cards("B IN QU")


@pytest.mark.parametrize("source", ["pile", "discards"])
def test_a_sampled_hand_contains_the_drawn_card(source: str) -> None:
    state = dealt(3, 2)
    (seat,) = GAME.to_act(state)
    state = make(state, (seat, qd.Draw("pile" if source == "pile" else "discards")))
    drawn = set()
    for viewer in (None, *range(3)):
        for seed in range(20):
            imagined = GAME.determinize(GAME.view(state, viewer), Rng(seed))
            assert isinstance(imagined.phase, qd.Acting)
            assert imagined.phase.card in imagined.hands[seat]
            assert pieces(imagined) == pieces(state)
            drawn.add(imagined.phase.card)
    assert len(drawn) == 1 if source == "discards" else len(drawn) > 5


def test_an_openly_taken_card_is_known_until_it_may_have_left_the_hand() -> None:
    state = make(table("A B X", "D E F", discards="X"), (0, qd.Draw("discards")))
    kept = make(state, (0, qd.Discard("A")))
    for one, viewer in ((state, 0), (state, 1), (state, None), (kept, 1)):
        assert GAME.view(one, viewer).held == (qd.Held(0, "X"),)
    # If one of two Xs is discarded, it may be the one that was taken.
    assert GAME.view(make(state, (0, qd.Discard("X"))), 1).held == ()
    for seed in range(9):
        imagined = GAME.determinize(GAME.view(kept, 1), Rng(seed))
        assert "X" in imagined.hands[0]
        assert imagined.held == kept.held


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


def test_qd_a18_a_sampled_column_has_its_open_card() -> None:
    state = dealt(1, 2, solo="columns")
    assert isinstance(state.phase, qd.Solo)
    for one in (state, replace(state, phase=qd.Solo((*state.phase.columns[:7], ())))):
        imagined = GAME.determinize(GAME.view(one, 0), Rng(3)).phase
        assert isinstance(imagined, qd.Solo)
        assert isinstance(one.phase, qd.Solo)
        assert [column[-1:] for column in imagined.columns] == [c[-1:] for c in one.phase.columns]
        assert imagined != one.phase


def test_qd_a18_after_the_solo_game_the_columns_are_open() -> None:
    left = (cards("A B"), *[()] * 7)
    over = replace(GAME.setup(qd.Options(solo="columns"), 1), phase=qd.Over(left))
    assert GAME.view(over, None).phase == qd.Over(left)
    assert GAME.determinize(GAME.view(over, None), Rng(1)).phase == qd.Over(left)
