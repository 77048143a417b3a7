"""Priors for searches: weights of the actions to consider."""

from typing import Any

from chabudai.core import AnyGame, Anytime, Rng, Seat, Struct
from chabudai.search.ismcts import Prior
from chabudai.search.policies import Policy, chosen


def around(game: AnyGame, policy: Policy, draws: int = 0, weight: float = 0.5) -> Prior:
    """Return a prior that gives `weight` to the policy's choice and shares the rest equally among
    the other actions. These are the menu and the results of `draws` calls to `sample`. It considers
    `Anytime` moves, such as giving up, only if the policy chooses them.
    """

    def prior(view: Struct, seat: Seat, rng: Rng) -> dict[Any, float]:
        best = chosen(game, policy, view, seat, rng)
        listed = (*game.menu(view, seat), *(game.sample(view, seat, rng) for _ in range(draws)))
        turns = [each for each in listed if not isinstance(each, Anytime) and each != best]
        others = dict.fromkeys(turns)
        return {best: weight, **dict.fromkeys(others, (1 - weight) / max(len(others), 1))}

    return prior
