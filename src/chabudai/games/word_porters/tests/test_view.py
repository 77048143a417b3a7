"""A seat's view, and tables imagined from it."""

import pytest
from msgspec.structs import replace

from chabudai.core import Rng, Seat
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.state import Options, Over, Ready, Vote, Voting
from chabudai.games.word_porters.tests.tables import (
    OWN_HINTS,
    OWN_WORDS,
    dealt,
    hand_in,
    make,
    table,
    voting,
)

REST = hand_in(voting(3), (0, 1, 2), (1, 0, 2), (1, 2, 0))


def test_decks_are_seen_as_numbers_of_cards_and_not_imagined_before_the_shuffle() -> None:
    view = GAME.view(table(4), 0)
    assert (view.word_deck, view.hint_deck) == (140, 43)
    start = GAME.setup(Options(), 3)
    assert GAME.determinize(GAME.view(start, 0), Rng(1)) == start


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_all_identities_are_seen_once_the_round_is_scored(seat: Seat | None) -> None:
    for state in (REST, replace(REST, phase=Over())):
        view = GAME.view(state, seat)
        assert view.identities == GAME.determinize(view, Rng(1)).identities == (7, 2, 10)


@pytest.mark.parametrize("seat", [0, None])
def test_an_imagined_table_keeps_known_facts_and_deals_the_rest_again(seat: Seat | None) -> None:
    view = GAME.view(make(voting(4), (0, Vote((0, 1, 2, 3))), (3, Vote((4, 5, 6, 0)))), seat)
    imagined = [GAME.determinize(view, Rng(number)) for number in range(40)]
    every = set(range(1, 11))
    assert {one.identities[0] for one in imagined} == ({7} if seat == 0 else every)
    assert {one.identities[1] for one in imagined} - {1} == every - {1, 7 if seat == 0 else 1}
    for one in imagined:
        assert isinstance(one.phase, Voting)
        assert one.phase.votes[1:3] == ((), ())
        assert one.phase.votes[0] == (0, 1, 2, 3) or seat is None
        assert (one.phase.votes[0][0], one.phase.votes[3][3]) == (0, 0)
        assert len(set(one.phase.votes[3])) == 4
        assert sorted(face // 2 for face in (*one.words, *one.word_deck)) == list(range(150))
    assert len({one.word_deck for one in imagined}) == 40
    assert len({one.hint_deck for one in imagined}) == 40


def test_own_cards_are_imagined_too() -> None:
    state = dealt(3, own_words=OWN_WORDS, own_hints=OWN_HINTS)
    imagined = GAME.determinize(GAME.view(state, 1), Rng(5))
    assert sorted((*imagined.words, *imagined.word_deck)) == list(range(40))
    assert sorted((*imagined.hints, *imagined.hint_deck)) == list(range(12))
    assert GAME.view(imagined, 1) == GAME.view(state, 1)


def test_cards_that_have_been_seen_do_not_come_up_in_an_imagined_deck() -> None:
    state = make(REST, *((seat, Ready()) for seat in range(3)))
    words = {face // 2 for face in (*state.words, *state.rounds[0].words)}
    hints = {face // 2 for face in (*state.hints, *state.hint_discards)}
    for seed in range(20):
        imagined = GAME.determinize(GAME.view(state, 0), Rng(seed))
        assert {face // 2 for face in imagined.word_deck} == set(range(150)) - words
        assert {face // 2 for face in imagined.hint_deck} == set(range(53)) - hints
