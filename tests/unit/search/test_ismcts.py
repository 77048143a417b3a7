"""The search around a policy, and reports of policies that fail."""

from collections.abc import Callable
from math import nan
from threading import Event
from typing import Any

import pytest

from chabudai.core import CHANCE, AnyGame, Rng, Seat, Struct, play
from chabudai.games import GAMES
from chabudai.search import Ismcts, PolicyFailed, around, limited, playout
from chabudai.search.policies import Policy
from tests.support.game_cases import CASES, Case, playable

QUIDDLER = GAMES["quiddler"]


def dealt(game: AnyGame, options: Struct, seats: int, seed: int = 1) -> Any:
    """Return the first state where a seat owes a move."""
    state, rng = game.setup(options, seats), Rng(seed)
    while game.to_act(state) == (CHANCE,):
        state = play(game, state, CHANCE, game.chance(state, rng)).state
    return state


def search(game: AnyGame, **choices: Any) -> Ismcts:
    few: dict[str, Any] = {"rollout": game.sample, "prior": around(game, game.sample, 3)}
    return Ismcts(game=game, iterations=6, **{**few, **choices})


@pytest.mark.parametrize("room", CASES, ids=str)
def test_a_search_makes_a_legal_move_that_follows_from_the_random_numbers(room: Case) -> None:
    game, options = room.game, room.game.options()
    state = dealt(game, options, next(each for each in game.seats if playable(room, options, each)))
    seat = game.to_act(state)[0]
    view = game.view(state, seat)
    one, again = (search(game)(view, seat, Rng(3)) for _ in range(2))
    assert one == again
    assert play(game, state, seat, one).state != state


def winners(game: AnyGame, options: Struct, bot: Policy, seed: int) -> tuple[Seat, ...]:
    *_, (_, _, last) = playout(game, dealt(game, options, 2, seed), Rng(seed), bot)
    outcome = game.outcome(last.state)
    assert outcome is not None
    return outcome.winners


def test_a_team_of_searches_wins_deals_that_its_policy_loses() -> None:
    game = GAMES["kakapo"]
    assert game.extras.greedy is not None
    policy, options = game.extras.greedy(0), game.options(mission="buddy/12")
    bot = Ismcts(game=game, rollout=policy, prior=around(game, policy), iterations=12)
    lost = [deal for deal in range(4) if not winners(game, options, policy, deal)]
    assert lost
    assert all(winners(game, options, bot, deal) for deal in lost)


def raising(*_: object) -> Any:
    raise LookupError("no idea")


def hanging(*_: object) -> Any:
    Event().wait()


def returning(value: object) -> Callable[..., Any]:
    return lambda *_: value


illegal = returning(QUIDDLER.action_types[1]("zz"))


FAILURES: tuple[tuple[dict[str, Any], str], ...] = (
    ({"rollout": raising}, r"^The policy of seat 1 raised LookupError: no idea$"),
    ({"rollout": returning(nan)}, r"^The policy of seat 1 returned no action: nan is not an act"),
    ({"rollout": illegal}, r"^The policy of seat 1 chose an illegal move: .*\(QD-9\)$"),
    ({"rollout": limited(hanging, 0.01)}, r"^The policy of seat 1 took longer than 0\.01 s\.$"),
    ({"prior": around(QUIDDLER, raising)}, r"^The policy of seat 0 raised LookupError: no idea$"),
    ({"prior": raising}, r"^The prior of seat 0 raised LookupError: no idea$"),
    ({"prior": returning({1: nan})}, r"^The prior of seat 0 has no usable weights: \{1: nan\}$"),
    ({"prior": returning({})}, r"^The prior of seat 0 has no usable weights: \{\}$"),
    ({"prior": returning({1: -1.0, 2: 3.0})}, r"^The prior of seat 0 has no usable weights: "),
    ({"value": returning(nan)}, r"^The value of seat 0 is not a finite number: nan$"),
    ({"value": returning("x")}, r"^The value of seat 0 raised TypeError: must be real number"),
)


@pytest.mark.parametrize(("choices", "sentence"), FAILURES)
def test_a_failure_is_reported_with_its_seat(choices: dict[str, Any], sentence: str) -> None:
    state = dealt(QUIDDLER, QUIDDLER.options(first_dealer=1), 2)
    with pytest.raises(PolicyFailed, match=sentence):
        search(QUIDDLER, **choices)(QUIDDLER.view(state, 0), 0, Rng(1))


def test_a_playout_reports_the_failure_of_its_policy() -> None:
    state = dealt(QUIDDLER, QUIDDLER.options(first_dealer=1), 2)
    with pytest.raises(PolicyFailed, match=r"^The policy of seat 0 raised LookupError: no idea$"):
        list(playout(QUIDDLER, state, Rng(1), raising))
    with pytest.raises(ValueError, match=r"positive number of seconds, not nan"):
        limited(raising, nan)
