"""The bots: they finish missions by the rules, and use only their own seat's view."""

import pytest

from chabudai.core import Rng, play
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.bots.planning import worlds
from chabudai.games.kakapo.bots.policy import BOTS
from chabudai.games.kakapo.solver.card_sets import named
from chabudai.games.kakapo.state import Options, Over, Placing, Revealing, Selecting, State
from chabudai.games.kakapo.view import view
from tests.support.moves import course


def mission(seats: int, level: str, seed: int, number: int) -> list[State]:
    bots = [BOTS[level](seat) for seat in range(seats)]
    start = GAME.setup(Options(mission=number), seats)
    return [start, *(ply.step.state for ply in course(GAME, start, Rng(seed), *bots))]


@pytest.mark.parametrize(("level", "seats"), [("easy", 3), ("normal", 4), ("hard", 2)])
def test_bots_play_a_mission_to_its_end(level: str, seats: int) -> None:
    assert isinstance(mission(seats, level, 1, 3 + 4 * seats)[-1].phase, Over)


def test_experts_scan_a_gentle_flock_in_silence() -> None:
    over = mission(2, "expert", 4, 1)[-1].phase
    assert isinstance(over, Over)
    assert over.reason == "scanned"


@pytest.mark.parametrize("kind", [Revealing, Selecting, Placing])
def test_kk_13_the_same_view_and_dice_give_the_same_action(kind: type[object]) -> None:
    state = next(state for state in mission(4, "normal", 9, 7) if isinstance(state.phase, kind))
    seat = GAME.to_act(state)[0]
    seen = view(state, seat)
    action = BOTS["hard"](0)(seen, seat, Rng(1))
    assert action == BOTS["hard"](0)(seen, seat, Rng(1))
    play(GAME, state, seat, action)


def test_kk_13_imagined_hands_are_of_the_cards_a_seat_does_not_see() -> None:
    state = mission(3, "easy", 2, 5)[20]
    for world in worlds(view(state, 1), Rng(3), 20):
        assert set(named(world.hands[1])) == set(state.hands[1])
        together = [card for hand in world.hands for card in named(hand)]
        assert sorted(together) == sorted(card for hand in state.hands for card in hand)
