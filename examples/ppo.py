"""Masked PPO with NumPy: an agent in one seat learns a game against bots, from compact
observations.

python examples/ppo.py word-bank --bots easy --minutes 20 --against random easy

It prints a learning curve: the minutes and steps so far, and the share of 200 separate games won
against each opponent, with Wilson's 95 % interval. Its first line is for random play. It needs the
extra `gymnasium`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, islice
from time import monotonic
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from chabudai.adapters.episode import Reward
from chabudai.adapters.spaces import Seen
from chabudai.adapters.vector import SeatsEnv, vector_env
from chabudai.arena.statistics import wilson

Floats: TypeAlias = NDArray[np.floating]
Numbers: TypeAlias = NDArray[np.int64]
Weights: TypeAlias = list[Floats]
HIDDEN = 128
DISCOUNT = 0.99
TRACE = 0.95
"""Decay of the generalised advantage estimate."""
HORIZON, EPOCHS, BATCH = 64, 4, 512
CLIP, ENTROPY, RATE = 0.2, 0.01, 1e-3
STEEPEST = 0.5
"""Maximum norm of a gradient."""
GAMES, EVERY = 200, 16
"""Number of games in an evaluation of the network, and of rollouts between two evaluations."""


class Batch(NamedTuple):
    """Steps of the learner, one per row."""

    seen: Floats
    masks: NDArray[np.int8]
    actions: Numbers
    chances: Floats
    """Logarithms of the probabilities with which the actions were chosen."""
    gains: Floats
    """Estimated advantages of the actions."""
    returns: Floats

    def rows(self, which: Numbers) -> Batch:
        """Return the rows that `which` selects."""
        return Batch._make(column[which] for column in self)


class Passed(NamedTuple):
    """The outputs and hidden layers of one pass through the network."""

    first: Floats
    second: Floats
    chances: Floats
    """Logarithms of the probabilities of all actions, very low if they are not offered."""
    values: Floats


def weights(seen: int, actions: int, rng: np.random.Generator) -> Weights:
    """Return a new network: two hidden layers, then a policy and a value, each with its biases."""
    shapes = ((seen, HIDDEN, 1.0), (HIDDEN, HIDDEN, 1.0), (HIDDEN, actions, 0.01), (HIDDEN, 1, 1.0))
    found: Weights = []
    for rows, columns, scale in shapes:
        layer = rng.standard_normal((rows, columns)) * scale / np.sqrt(rows)
        found += [np.asarray(layer, np.float32), np.zeros(columns, np.float32)]
    return found


def passed(net: Weights, seen: Floats, masks: NDArray[np.int8]) -> Passed:
    """Return the policy and the value for observations. The policy includes only the steps that the
    masks offer.
    """
    w1, b1, w2, b2, w3, b3, w4, b4 = net
    first = np.tanh(seen @ w1 + b1)
    second = np.tanh(first @ w2 + b2)
    logits = np.where(masks > 0, second @ w3 + b3, np.float32(-1e9))
    logits -= logits.max(1, keepdims=True)
    chances = logits - np.log(np.exp(logits).sum(1, keepdims=True))
    return Passed(first, second, chances, (second @ w4 + b4)[:, 0])


def gradient(net: Weights, batch: Batch) -> Weights:
    """Return the gradient of PPO's loss: clipped policy, entropy and squared error of the value."""
    w2, w3, w4 = net[2], net[4], net[6]
    at, rows = passed(net, batch.seen, batch.masks), np.arange(len(batch.actions))
    gains = (batch.gains - batch.gains.mean()) / (batch.gains.std() + 1e-8)
    ratios = np.exp(at.chances[rows, batch.actions] - batch.chances)
    is_clipped = np.where(gains > 0, ratios > 1 + CLIP, ratios < 1 - CLIP)
    pull = np.where(is_clipped, 0, ratios * gains).astype(np.float32)
    shares = np.exp(at.chances)
    logs = np.where(shares > 0, at.chances, 0)
    entropy = -(shares * logs).sum(1, keepdims=True)
    to_policy = shares * pull[:, None] + ENTROPY * shares * (logs + entropy)
    to_policy[rows, batch.actions] -= pull
    to_value = 0.5 * (at.values - batch.returns)[:, None]
    to_second = (to_policy @ w3.T + to_value @ w4.T) * (1 - at.second**2)
    to_first = (to_second @ w2.T) * (1 - at.first**2)
    layers = (
        (batch.seen, to_first),
        (at.first, to_second),
        (at.second, to_policy),
        (at.second, to_value),
    )
    found: Weights = []
    for below, error in layers:
        found += [below.T @ error / len(rows), error.mean(0)]
    norm = float(np.sqrt(sum(float((each**2).sum()) for each in found)))
    return [each * min(1.0, STEEPEST / (norm + 1e-8)) for each in found]


class Adam:
    """The optimiser of a network's weights, which it changes in place."""

    def __init__(self, net: Weights) -> None:
        self.net, self.steps = net, 0
        self.means = [np.zeros_like(each) for each in net]
        self.squares = [np.zeros_like(each) for each in net]

    def step(self, slopes: Weights) -> None:
        """Move the weights against a gradient."""
        self.steps += 1
        rate = RATE * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for weight, mean, square, slope in zip(
            self.net, self.means, self.squares, slopes, strict=True
        ):
            mean[:] += 0.1 * (slope - mean)
            square[:] += 0.001 * (slope**2 - square)
            weight[:] -= rate * mean / (np.sqrt(square) + 1e-8)


@dataclass(frozen=True, slots=True)
class Table:
    """The configuration of tables: the game, the number of seats, and the options."""

    game: str
    seats: int | None = None
    options: dict[str, object] | None = None

    def envs(self, bots: str, count: int, reward: Reward, workers: int) -> SeatsEnv:
        """Return environments in which one seat plays against these bots."""
        return vector_env(
            self.game,
            self.seats,
            options=self.options,
            num_envs=count,
            workers=workers,
            autoreset_mode="SameStep",
            seat="random",
            bots=bots,
            form="compact",
            reward=reward,
            discount=DISCOUNT,
        )


def scaled(many: SeatsEnv, seen: Seen) -> Floats:
    """Return observations, each number divided by its upper bound if that is above 1."""
    return np.asarray(seen, np.float32) / np.maximum(1, many.place.observations.bounds[1])


def drawn(chances: Floats, rng: np.random.Generator) -> Numbers:
    """Draw an action for each row (with the Gumbel trick)."""
    return np.asarray((chances + rng.gumbel(size=chances.shape)).argmax(1))


def learning(
    table: Table, bots: str, seed: int, *, envs: int = 64, workers: int = 0
) -> Generator[tuple[int, Weights]]:
    """Yield the number of steps so far and the network, after each rollout and its updates."""
    rng = np.random.default_rng(seed)
    many = table.envs(bots, envs, "shaped", workers)
    try:
        net = weights(many.place.observations.size, many.place.numbering.size, rng)
        adam, steps = Adam(net), 0
        seen = scaled(many, many.reset(seed=seed)[0])
        while True:
            batch, seen = rollout(many, net, seen, rng)
            for _ in range(EPOCHS):
                order = rng.permutation(len(batch.actions))
                for start in range(0, len(order), BATCH):
                    adam.step(gradient(net, batch.rows(order[start : start + BATCH])))
            steps += len(batch.actions)
            yield steps, net
    finally:
        many.close()


def rollout(
    many: SeatsEnv, net: Weights, seen: Floats, rng: np.random.Generator
) -> tuple[Batch, Floats]:
    """Play HORIZON more steps, and return them with the next observations."""
    columns: list[tuple[NDArray[np.generic], ...]] = []
    rewards, values, ends = [], [], []
    every = np.arange(many.num_envs)
    for _ in range(HORIZON):
        masks = many.action_masks()
        at = passed(net, seen, masks)
        actions = drawn(at.chances, rng)
        columns.append((seen, masks, actions, at.chances[every, actions]))
        following, paid, terminated, truncated, _ = many.step(actions)
        seen = scaled(many, following)
        rewards.append(paid.astype(np.float32))
        values.append(at.values)
        ends.append(terminated | truncated)
    after = passed(net, seen, many.action_masks()).values
    gains = advantages(rewards, values, ends, after)
    returns = gains + np.asarray(values)
    rows = [np.concatenate(column) for column in zip(*columns, strict=True)]
    return Batch._make([*rows, gains.ravel(), returns.ravel()]), seen


def advantages(
    rewards: Sequence[Floats],
    values: Sequence[Floats],
    ends: Sequence[NDArray[np.bool_]],
    after: Floats,
) -> Floats:
    """Return the generalised advantage estimates of a rollout, by step and environment."""
    found, later = list[Floats](), np.zeros_like(after)
    for reward, value, end in zip(rewards[::-1], values[::-1], ends[::-1], strict=True):
        later = reward - value + DISCOUNT * np.where(end, 0, after + TRACE * later)
        found.append(later)
        after = value
    return np.asarray(found[::-1], np.float32)


def games_won(
    table: Table, bots: str, net: Weights | None, *, workers: int = 0
) -> tuple[float, float, float]:
    """Return the share of GAMES separate games that the network wins, with Wilson's 95 % interval.
    If `net` is None, steps are random.
    """
    many = table.envs(bots, GAMES, "win", workers)
    rng = np.random.default_rng(0)
    try:
        seen = scaled(many, many.reset(seed=1_000_000)[0])
        won, is_over = np.zeros(GAMES), np.zeros(GAMES, np.bool_)
        while not is_over.all():
            masks = many.action_masks()
            chances = np.log(masks + 1e-9) if net is None else passed(net, seen, masks).chances
            following, rewards, terminated, truncated, _ = many.step(drawn(chances, rng))
            seen = scaled(many, following)
            won += (rewards > 0) & ~is_over
            is_over |= terminated | truncated
        share = float(won.mean())
        return share, *wilson(share, GAMES)
    finally:
        many.close()


def main() -> int:
    """Learn, print the curve, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--options", type=json.loads, help='such as {"mission": "buddy/7"}')
    parser.add_argument("--bots", default="easy", help="the opponents to learn from")
    parser.add_argument("--against", nargs="+", default=["random", "easy"])
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    table = Table(args.game, args.seats, args.options)
    heads = ("minutes", "steps", *(f"won against {bots}" for bots in args.against))
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    started, played = monotonic(), learning(table, args.bots, args.seed, workers=args.workers)
    with closing(played):
        for steps, net in chain([(0, None)], islice(played, EVERY - 1, None, EVERY)):
            minutes = (monotonic() - started) / 60
            won = [games_won(table, bots, net, workers=args.workers) for bots in args.against]
            cells = (f"{share:.3f} ({low:.3f} to {high:.3f}) |" for share, low, high in won)
            print(f"| {minutes:.1f} | {steps:,} |", *cells, flush=True)
            if minutes >= args.minutes:
                return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
