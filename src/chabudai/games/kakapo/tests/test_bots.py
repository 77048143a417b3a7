"""The bots: they finish missions by the rules, and know only what their seat may know."""

import pytest

from chabudai.core import CHANCE, Rng, play
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.bots.planning import worlds
from chabudai.games.kakapo.bots.policy import BOTS, STRENGTHS
from chabudai.games.kakapo.solver.card_sets import named
from chabudai.games.kakapo.state import Options, Over, Placing, Revealing, Selecting, State
from chabudai.games.kakapo.view import view


def mission(seats: int, level: str, seed: int, number: int) -> list[State]:
    """All states of one mission played by bots."""
    rng = Rng(seed)
    bots = [BOTS[level](seat) for seat in range(seats)]
    states = [GAME.setup(Options(mission=number), seats)]
    while owing := GAME.to_act(states[-1]):
        state, seat = states[-1], owing[0]
        if seat == CHANCE:
            action = GAME.chance(state, rng)
        else:
            action = bots[seat](view(state, seat), seat, rng)
        states.append(play(GAME, state, seat, action).state)
    return states


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bots_play_a_mission_to_its_end(level: str, seats: int) -> None:
    for seed in range(2):
        assert isinstance(mission(seats, level, seed, 3 + 8 * seed)[-1].phase, Over)


def test_experts_scan_a_gentle_flock_in_silence() -> None:
    over = mission(2, "expert", 4, 1)[-1].phase
    assert isinstance(over, Over)
    assert over.reason == "scanned"


@pytest.mark.parametrize("kind", [Revealing, Selecting, Placing])
def test_kk_13_the_same_view_and_dice_give_the_same_action(kind: type[object]) -> None:
    states = mission(4, "normal", 9, 7)
    state = next(state for state in states if isinstance(state.phase, kind))
    seat = GAME.to_act(state)[0]
    seen = view(state, seat)
    action = BOTS["hard"](0)(seen, seat, Rng(1))
    assert action == BOTS["hard"](3)(seen, seat, Rng(1))
    play(GAME, state, seat, action)


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_a_view_in_which_a_bot_owes_no_move_is_refused_in_a_sentence(level: str) -> None:
    bot = BOTS[level](0)
    for state in mission(3, "easy", 2, 5):
        owing = GAME.to_act(state)
        for seat in range(3):
            for eyes in {0, 1, 2, None} - ({seat} if seat in owing else set()):
                # The board and what is selected are open to all: only the cards are not.
                if seat in owing and not isinstance(state.phase, Revealing):
                    continue
                with pytest.raises(ValueError, match=f"^Seat {seat} owes no move that can be seen"):
                    bot(view(state, eyes), seat, Rng(1))


def test_kk_13_imagined_hands_are_of_the_cards_a_seat_does_not_see() -> None:
    state = mission(3, "easy", 2, 5)[20]
    seen = view(state, 1)
    for world in worlds(seen, Rng(3), 20):
        assert set(named(world.hands[1])) == set(state.hands[1])
        together = [card for hand in world.hands for card in named(hand)]
        assert sorted(together) == sorted(card for hand in state.hands for card in hand)


def test_levels_think_about_more() -> None:
    assert list(STRENGTHS) == ["easy", "normal", "hard", "expert"]
    assert sorted(mind.deals for mind in STRENGTHS.values()) == [
        m.deals for m in STRENGTHS.values()
    ]
