"""What was open to each player: against what the rules said at the time."""

import pytest

from chabudai.core import CHANCE, Rng, play
from chabudai.games.word_porters import GAME, moves
from chabudai.games.word_porters.rules.openings import Opening, Turn, opening, turns
from chabudai.games.word_porters.state import Hinting, Options, Place, Placed
from chabudai.games.word_porters.tests.tables import table


@pytest.mark.parametrize("seats", range(3, 7))
@pytest.mark.parametrize("options", [Options(), Options(children=True, shared_hint_words=True)])
def test_wp_23_what_was_open_is_what_the_menu_had(seats: int, options: Options) -> None:
    rng = Rng(seats)
    state = GAME.setup(options, seats)
    menus: list[set[int]] = []
    while len(state.rounds) < 1:
        seat = GAME.to_act(state)[0]
        if seat == CHANCE:
            action = GAME.chance(state, rng)
        else:
            view = GAME.view(state, seat)
            action = GAME.sample(view, seat, rng)
            if isinstance(state.phase, Hinting) and isinstance(action, Place):
                menus.append({2 * one.card + one.word for one in moves.places_of(view, seat)})
        state = play(GAME, state, seat, action).state
    finished = state.rounds[0]
    made = list(turns(options, len(finished.hints), finished.placed))
    assert [set(turn.opening.all) for turn in made] == menus
    assert [(turn.seat, turn.taken >> 1, turn.taken & 1) for turn in made] == [
        (one.seat, one.card, one.word) for one in finished.placed
    ]
    for one, turn in zip(finished.placed, made, strict=True):
        assert (turn.taken in turn.opening.dear) == (len(one.tokens) == 2)


def test_wp_22_the_second_hint_word_of_a_card_costs_two_porters() -> None:
    state = table(3, "0A1:1", turn=1)
    found = opening(state.options, 9, state.placed, 1, (1, 2, 3))
    assert found == Opening(tuple(range(2, 18)), (1,))
    assert opening(state.options, 9, state.placed, 1, (2,)).dear == ()
    assert opening(state.options, 9, state.placed, 0, (2, 3)).dear == ()


def test_wp_26_who_has_no_porters_has_no_openings() -> None:
    assert opening(Options(), 9, (), 0, ()) == Opening((), ())
    assert list(turns(Options(), 9, ())) == []


def test_wp_21_the_porters_that_were_paid_are_gone() -> None:
    placed = (Placed(0, 0, 0, (1,)), Placed(1, 0, 1, (1, 3)), Placed(1, 1, 0, (2,)))
    *_, last = turns(Options(), 9, placed)
    assert last == Turn(1, 2, Opening(tuple(range(2, 18)), ()))
