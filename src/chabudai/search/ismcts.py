"""Information set Monte Carlo tree search, for any game and around any policy.

Each iteration imagines a state that agrees with the view (`Game.determinize`). The searching seat's
moves follow a tree; its nodes are that seat's views, so a node never depends on hidden information.
The other seats, and all seats beyond the tree, play with the rollout policy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf, isfinite, sqrt
from typing import Any, TypeAlias

from chabudai.core import CHANCE, AnyGame, Rng, Seat, Struct
from chabudai.search.policies import Policy, PolicyFailed, called, chosen, made

Prior: TypeAlias = Callable[[Any, Seat, Rng], Mapping[Any, float]]
"""Return the weights of the actions to consider, the most promising first."""
Value: TypeAlias = Callable[[Any, Seat], float | None]
"""Return the value of a state for a seat, or None if play continues."""


@dataclass(slots=True)
class Tried:
    """The weight of an action, and the number, sum and sum of squares of its values so far."""

    weight: float
    visits: int = 0
    total: float = 0.0
    squares: float = 0.0

    @property
    def mean(self) -> float:
        """The mean value."""
        return self.total / self.visits

    @property
    def error(self) -> float:
        """The variance of the mean, infinite before the second visit."""
        if self.visits < 2:
            return inf
        return max(self.squares / self.visits - self.mean**2, 0.0) / (self.visits - 1)


Node: TypeAlias = dict[Any, Tried]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ismcts:
    """A bot that searches for better moves than its policy makes.

    `iterations` is the number of imagined games for each move. `exploration` is the weight of the
    prior relative to the values seen (PUCT). The search plays the first action of the prior unless
    another one's mean value is higher by `margin` standard errors. `value` ends an imagined game
    early, for example after a round; without it, a game's winners get 1.0 and the others -1.0.
    """

    game: AnyGame
    rollout: Policy
    prior: Prior
    value: Value | None = None
    iterations: int = 200
    exploration: float = 0.7
    margin: float = 1.0

    def __call__(self, view: Any, seat: Seat, rng: Rng) -> Any:
        """Return an action for a seat that owes a move. Raises PolicyFailed if the prior, the
        policy or the value raises or returns something unusable.
        """
        search = Search(self, seat, rng)
        root = search.node(view)
        if len(root) > 1:
            for _ in range(self.iterations):
                search.iterate(view)
        first, *others = root
        kept = root[first]
        better = [
            action
            for action in others
            if root[action].visits > 1 < kept.visits
            and root[action].mean - kept.mean > self.margin * sqrt(root[action].error + kept.error)
        ]
        return max(better, key=lambda action: root[action].mean, default=first)


@dataclass(slots=True)
class Search:
    """A search for one move: its tree, by view, and the range of the values seen."""

    bot: Ismcts
    seat: Seat
    rng: Rng
    tree: dict[Any, Node] = field(default_factory=dict[Any, Node])
    low: float = inf
    high: float = -inf

    def node(self, view: Struct) -> Node:
        """Return a new node of the tree. Raises PolicyFailed for an unusable prior."""
        weights = called("prior", self.seat, lambda: self.bot.prior(view, self.seat, self.rng))
        total = called("prior", self.seat, lambda: sum(weights.values()))
        if not 0 < total < inf or min(weights.values()) < 0:
            raise PolicyFailed(f"The prior of seat {self.seat} has no usable weights: {weights!r}")
        self.tree[view] = node = {action: Tried(each / total) for action, each in weights.items()}
        return node

    def iterate(self, view: Struct) -> None:
        """Play one imagined game, and add its value to the actions chosen in the tree."""
        game, path, is_in_tree = self.bot.game, dict[Any, Tried](), True
        state = game.determinize(view, self.rng)
        while (value := self.worth(state)) is None:
            owing = game.to_act(state)
            mover = owing[0] if len(owing) == 1 else self.rng.choice(owing)
            if mover == CHANCE:
                state = game.apply(state, CHANCE, game.chance(state, self.rng)).state
                continue
            seen = game.view(state, mover)
            if mover == self.seat and is_in_tree and seen not in path:
                is_in_tree = seen in self.tree
                node = self.tree[seen] if is_in_tree else self.node(seen)
                action = self.select(node)
                path[seen] = node[action]
            else:
                action = chosen(game, self.bot.rollout, seen, mover, self.rng)
            state = made(game, state, mover, action).state
        self.low, self.high = min(self.low, value), max(self.high, value)
        for tried in path.values():
            tried.visits += 1
            tried.total += value
            tried.squares += value * value

    def select(self, node: Node) -> Any:
        """Return the action with the highest sum of its value, scaled to 0 … 1, and its bonus."""
        reach = self.bot.exploration * sqrt(1 + sum(tried.visits for tried in node.values()))
        span = (self.high - self.low) or 1.0

        def score(tried: Tried) -> float:
            scaled = (tried.mean - self.low) / span if tried.visits else 0.5
            return scaled + reach * tried.weight / (1 + tried.visits)

        return max(node, key=lambda action: score(node[action]))

    def worth(self, state: Struct) -> float | None:
        """Return a state's value, or None if the imagined game continues. Raises PolicyFailed."""
        value, seat = self.bot.value, self.seat
        found = None if value is None else called("value", seat, lambda: value(state, seat))
        if found is None:
            outcome = self.bot.game.outcome(state)
            return None if outcome is None else 1.0 if seat in outcome.winners else -1.0
        if not called("value", seat, lambda: isfinite(found)):
            raise PolicyFailed(f"The value of seat {seat} is not a finite number: {found!r}")
        return found
