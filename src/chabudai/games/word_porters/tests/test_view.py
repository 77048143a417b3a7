"""What a seat sees, and tables that look like it."""

from msgspec.structs import replace

from chabudai.core import Rng
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.state import Options, Over, Ready, Resting, Vote, Voting
from chabudai.games.word_porters.tests.tables import (
    OWN_HINTS,
    OWN_WORDS,
    dealt,
    hand_in,
    make,
    table,
    voting,
)


def test_decks_are_seen_as_so_many_cards() -> None:
    view = GAME.view(table(4), 0)
    assert (view.word_deck, view.hint_deck) == (140, 43)


def test_all_identities_are_seen_once_the_round_is_scored() -> None:
    state = hand_in(voting(3), (0, 1, 2), (1, 0, 2), (1, 2, 0))
    assert isinstance(state.phase, Resting)
    for seat in (0, 1, 2, None):
        assert GAME.view(state, seat).identities == (7, 2, 10)
        assert GAME.view(replace(state, phase=Over()), seat).identities == (7, 2, 10)


def test_an_imagined_table_keeps_what_one_knows_and_deals_the_rest_anew() -> None:
    state = make(voting(4), (0, Vote((0, 1, 2, 3))), (3, Vote((4, 5, 6, 0))))
    view = GAME.view(state, 0)
    imagined = [GAME.determinize(view, Rng(seed)) for seed in range(40)]
    assert {one.identities[0] for one in imagined} == {7}
    assert len({one.identities[1] for one in imagined}) == 9
    for one in imagined:
        assert isinstance(one.phase, Voting)
        assert one.phase.votes[:3] == ((0, 1, 2, 3), (), ())
        assert one.phase.votes[3][3] == 0
        assert len(set(one.phase.votes[3])) == 4
        assert sorted(face // 2 for face in (*one.words, *one.word_deck)) == list(range(150))
    assert len({one.word_deck for one in imagined}) == 40
    assert len({one.hint_deck for one in imagined}) == 40


def test_a_spectator_imagines_all_identities_and_votes() -> None:
    state = make(voting(4), (0, Vote((0, 1, 2, 3))))
    imagined = [GAME.determinize(GAME.view(state, None), Rng(seed)) for seed in range(40)]
    assert len({one.identities[0] for one in imagined}) == 10
    assert all(isinstance(one.phase, Voting) and one.phase.votes[0][0] == 0 for one in imagined)


def test_own_cards_are_imagined_too() -> None:
    state = dealt(3, own_words=OWN_WORDS, own_hints=OWN_HINTS)
    imagined = GAME.determinize(GAME.view(state, 1), Rng(5))
    assert sorted((*imagined.words, *imagined.word_deck)) == list(range(40))
    assert sorted((*imagined.hints, *imagined.hint_deck)) == list(range(12))
    assert GAME.view(imagined, 1) == GAME.view(state, 1)


def test_cards_that_have_been_seen_do_not_come_up_in_an_imagined_deck() -> None:
    state = hand_in(voting(3), (0, 1, 2), (1, 0, 2), (1, 2, 0))
    assert GAME.determinize(GAME.view(state, 0), Rng(1)).identities == (7, 2, 10)
    state = make(state, *((seat, Ready()) for seat in range(3)))
    for seed in range(20):
        imagined = GAME.determinize(GAME.view(state, 0), Rng(seed))
        cards = {face // 2 for face in imagined.word_deck}
        assert len(cards) == 130
        assert cards.isdisjoint(face // 2 for face in (*state.words, *state.rounds[0].words))
        hints = {face // 2 for face in imagined.hint_deck}
        assert len(hints) == 35
        assert hints.isdisjoint(face // 2 for face in (*state.hints, *state.hint_discards))


def test_before_the_cards_are_shuffled_no_deck_is_imagined() -> None:
    start = GAME.setup(Options(), 3)
    assert GAME.determinize(GAME.view(start, 0), Rng(1)) == start
