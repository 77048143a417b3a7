"""Who may know what: QD-6, QD-9, QD-29, QD-A12."""

from collections.abc import Iterable
from itertools import chain

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng, Seat, events_for, play
from chabudai.games.quiddler import GAME
from chabudai.games.quiddler.components.cards import Face
from chabudai.games.quiddler.state import (
    Acting,
    Added,
    Discard,
    Discarded,
    Draw,
    Held,
    LastLap,
    Options,
    Over,
    Settling,
    Shown,
    Solo,
    Took,
    WentOut,
)
from chabudai.games.quiddler.tests.support import pieces
from chabudai.games.quiddler.tests.tables import cards, laid, make, table
from chabudai.games.quiddler.view import Choosing


def test_a_hand_is_its_owners_and_the_others_see_how_many_cards_it_has() -> None:
    state = table("A B C", "D E F")
    assert GAME.view(state, 0).hands == (cards("A B C"), 3)
    assert GAME.view(state, 1).hands == (3, cards("D E F"))
    assert GAME.view(state, None).hands == (3, 3)


@pytest.mark.parametrize("phase", [Settling((True, False)), Over()])
def test_qd_29_cards_kept_are_shown_when_they_are_counted(phase: Settling | Over) -> None:
    state = replace(table("A B C", "D E F"), phase=phase)
    for seat in (0, 1, None):
        assert GAME.view(state, seat).hands == state.hands


def test_qd_6_of_the_draw_pile_only_the_size_is_known() -> None:
    assert GAME.view(table("A B C", "D E F", pile="X Y Z"), 0).pile == 3


def test_qd_a12_every_discard_can_be_seen() -> None:
    assert GAME.view(table("A", "B", discards="X Y Z"), None).discards == cards("X Y Z")


def test_qd_9_only_its_owner_sees_a_card_from_the_pile() -> None:
    state = make(table("A B C", "D E F", pile="X"), (0, Draw("pile")))
    assert GAME.view(state, 0).phase == Choosing(0, "X", "pile")
    for seat in (1, None):
        assert GAME.view(state, seat).phase == Choosing(0, None, "pile")
    taken = make(table("A B C", "D E F", discards="X"), (0, Draw("discards")))
    for seat in (0, 1, None):
        assert GAME.view(taken, seat).phase == Choosing(0, "X", "discards")


def test_hands_lie_in_alphabetical_order_so_that_places_tell_nothing() -> None:
    state = make(table("B QU", "D E F", pile="IN"), (0, Draw("pile")))
    assert state.hands[0] == cards("B IN QU")


def test_an_imagined_hand_holds_the_card_that_all_saw_being_taken() -> None:
    start = GAME.setup(Options(), 3)
    state = make(start, (CHANCE, GAME.chance(start, Rng(2))))
    (seat,) = GAME.to_act(state)
    state = make(state, (seat, Draw("discards")))
    assert isinstance(state.phase, Acting)
    for viewer in (None, *range(3)):
        for seed in range(20):
            imagined = GAME.determinize(GAME.view(state, viewer), Rng(seed))
            assert state.phase.card in imagined.hands[seat]
            assert imagined.phase == state.phase
            assert pieces(imagined) == pieces(state)


def test_an_imagined_hand_keeps_what_all_saw_being_taken_until_it_leaves() -> None:
    state = make(table("A B X", "D E F", discards="X"), (0, Draw("discards")))
    for viewer in (0, 1, None):
        assert GAME.view(state, viewer).held == (Held(0, "X"),)
    kept = make(state, (0, Discard("A")))
    assert GAME.view(kept, 1).held == (Held(0, "X"),)
    # One X of two: it may have been the one that was taken.
    assert GAME.view(make(state, (0, Discard("X"))), 1).held == ()
    for seed in range(9):
        imagined = GAME.determinize(GAME.view(kept, 1), Rng(seed))
        assert "X" in imagined.hands[0]
        assert imagined.held == kept.held


def test_what_is_known_of_hands_follows_from_what_all_were_told() -> None:
    for seed in range(3):
        rng = Rng(seed)
        state = GAME.setup(Options(turn_cap=3), 3)
        known: list[tuple[Seat, Face]] = []
        while owing := GAME.to_act(state):
            seat = owing[0]
            action = (
                GAME.chance(state, rng)
                if seat == CHANCE
                else GAME.sample(GAME.view(state, seat), seat, rng)
            )
            step = play(GAME, state, seat, action)
            state = step.state
            for event in events_for(step.news, None):
                match event:
                    case Took(seat=seat, card=card):
                        known.append((seat, card))
                    case Discarded(seat=seat, card=card):
                        known = without(known, seat, (card,))
                    case WentOut(seat=seat, words=words) | Added(seat=seat, words=words):
                        known = without(known, seat, chain.from_iterable(words))
                    case Shown():
                        known = []
                    case _:
                        pass
            seen = GAME.view(state, None).held
            assert sorted((held.seat, held.card) for held in seen) == sorted(known)


def without(
    known: list[tuple[Seat, Face]], seat: Seat, gone: Iterable[Face]
) -> list[tuple[Seat, Face]]:
    left = list(known)
    for card in gone:
        if (seat, card) in left:
            left.remove((seat, card))
    return left


def test_an_imagined_hand_holds_the_card_that_nobody_saw_being_drawn() -> None:
    start = GAME.setup(Options(), 3)
    state = make(start, (CHANCE, GAME.chance(start, Rng(2))))
    (seat,) = GAME.to_act(state)
    state = make(state, (seat, Draw("pile")))
    drawn = set()
    for seed in range(30):
        imagined = GAME.determinize(GAME.view(state, None), Rng(seed))
        assert isinstance(imagined.phase, Acting)
        assert imagined.phase.card in imagined.hands[seat]
        drawn.add(imagined.phase.card)
    assert len(drawn) > 5


def test_qd_a18_an_imagined_column_has_the_card_that_is_open() -> None:
    start = GAME.setup(Options(solo="columns"), 1)
    state = make(start, (CHANCE, GAME.chance(start, Rng(2))))
    assert isinstance(state.phase, Solo)
    imagined = GAME.determinize(GAME.view(state, 0), Rng(3)).phase
    assert isinstance(imagined, Solo)
    assert [column[-1] for column in imagined.columns] == [c[-1] for c in state.phase.columns]
    assert imagined != state.phase
    emptied = replace(state, phase=Solo((*state.phase.columns[:7], ())))
    again = GAME.determinize(GAME.view(emptied, 0), Rng(3)).phase
    assert isinstance(again, Solo)
    assert again.columns[7] == ()


def test_qd_a18_after_the_game_for_one_the_columns_are_open() -> None:
    state = GAME.setup(Options(solo="columns"), 1)
    left = (cards("A B"), *[()] * 7)
    over = replace(state, phase=Over(left), laid=(laid(0, "C A T"),))
    assert GAME.view(over, None).phase == Over(left)
    assert GAME.determinize(GAME.view(over, None), Rng(1)).phase == Over(left)


def test_the_last_lap_and_the_words_are_seen_by_all() -> None:
    state = table("A", "B", laid=(laid(0, "C A T"),), last=LastLap(0, (1,)))
    for seat in (0, 1, None):
        view = GAME.view(state, seat)
        assert (view.laid, view.last) == (state.laid, state.last)
