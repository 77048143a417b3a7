"""Bots for the other seats of `single.SeatEnv`: levels of the game by name, and policies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias, cast

from chabudai.core import AnyGame, Bot, Rng, Seat
from chabudai.search import limited
from chabudai.search.policies import Policy

RANDOM = "random"
"""Name of a bot that plays the game's random `sample`."""
GREEDY = "greedy"
"""Name of the bot that takes the best immediate move (`Extras.greedy`), in games that have one."""
MIXED = {"easy-25": 25, "easy-50": 50, "easy-75": 75}
"""Names of bots between random and easy, with the percentage of moves that the easy bot chooses."""
LIMIT_S = 10.0
"""Default time limit for each move of a policy, in seconds."""
Opponent: TypeAlias = str | Policy


def bots_of(game: AnyGame) -> dict[str, Callable[[int], Bot[Any, Any]]]:
    """Return the game's bots that have a persona, by name: all levels, the greedy bot, and the bots
    between random and easy.
    """
    greedy = {} if game.extras.greedy is None else {GREEDY: game.extras.greedy}
    weak = {name: partial(mixed, game, percent) for name, percent in MIXED.items()}
    return {**game.bots, **greedy, **weak}


def mixed(game: AnyGame, percent: int, persona: int) -> Bot[Any, Any]:
    """Return a bot that makes `percent` per cent of its moves like an easy bot, and the others at
    random.
    """
    easy = game.bots["easy"](persona)

    def bot(view: Any, seat: Seat, rng: Rng) -> Any:
        choose = easy if rng.below(100) < percent else game.sample
        return choose(view, seat, rng)

    return bot


def opponents(game: AnyGame, bots: object, seats: int) -> tuple[Opponent, ...]:
    """Return an opponent for each of the other `seats`. A single name or policy applies to all.
    Raises ValueError or TypeError if `bots` is invalid.
    """
    if isinstance(bots, str) or callable(bots):
        found: tuple[Opponent, ...] = (bots,) * seats
    elif isinstance(bots, Sequence):
        found = tuple(cast("Sequence[Opponent]", bots))
    else:
        raise TypeError(f"bots is a level, a policy, or one for each other seat, not {bots!r}.")
    if len(found) != seats:
        raise ValueError(f"There are {seats} seats for bots, not {len(found)}.")
    known = (RANDOM, *bots_of(game))
    for each in found:
        if not callable(each) and each not in known:
            raise ValueError(f"There is no bot {each!r}. Available: {', '.join(known)}.")
    return found


def seated(game: AnyGame, opponent: Opponent, persona: int, limit: float | None) -> Policy:
    """Return the bot of a seat, with a persona if it is a level. A policy gets `limit` seconds for
    each move, or unlimited time if `limit` is None.
    """
    if isinstance(opponent, str):
        return game.sample if opponent == RANDOM else bots_of(game)[opponent](persona)
    return opponent if limit is None else limited(opponent, limit)
