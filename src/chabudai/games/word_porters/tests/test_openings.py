"""Each player's openings, compared with the legal placements at the time."""

import pytest

from chabudai.core import Rng
from chabudai.games.word_porters import GAME, moves
from chabudai.games.word_porters.rules.openings import Opening, Turn, opening, turns
from chabudai.games.word_porters.state import Options, Place, Placed
from chabudai.games.word_porters.tests.tables import table
from tests.support.moves import course


@pytest.mark.parametrize("seats", range(3, 7))
@pytest.mark.parametrize("options", [Options(), Options(children=True, shared_hint_words=True)])
def test_wp_23_openings_are_the_places_of_the_menu(seats: int, options: Options) -> None:
    menus: list[set[int]] = []
    for ply in course(GAME, GAME.setup(options, seats), Rng(seats)):
        if isinstance(ply.action, Place):
            places = moves.places_of(GAME.view(ply.before, ply.seat), ply.seat)
            menus.append({2 * one.card + one.word for one in places})
        if ply.step.state.rounds:
            break
    finished = ply.step.state.rounds[0]
    made = list(turns(options, len(finished.hints), finished.placed))
    assert [set(turn.opening.all) for turn in made] == menus
    for one, turn in zip(finished.placed, made, strict=True):
        assert (turn.seat, turn.taken >> 1, turn.taken & 1) == (one.seat, one.card, one.word)
        assert (turn.taken in turn.opening.dear) == (len(one.tokens) == 2)


def test_wp_22_the_second_hint_word_of_a_card_costs_two_porters() -> None:
    state = table(3, "0A1:1", turn=1)
    found = opening(state.options, 9, state.placed, 1, (1, 2, 3))
    assert found == Opening(tuple(range(2, 18)), (1,))
    assert opening(state.options, 9, state.placed, 1, (2,)).dear == ()
    assert opening(state.options, 9, state.placed, 0, (2, 3)).dear == ()


def test_wp_26_a_player_without_porters_has_no_openings() -> None:
    assert opening(Options(), 9, (), 0, ()) == Opening((), ())
    assert list(turns(Options(), 9, ())) == []


def test_wp_21_the_porters_that_were_paid_are_gone() -> None:
    placed = (Placed(0, 0, 0, (1,)), Placed(1, 0, 1, (1, 3)), Placed(1, 1, 0, (2,)))
    *_, last = turns(Options(), 9, placed)
    assert last == Turn(1, 2, Opening(tuple(range(2, 18)), ()))
