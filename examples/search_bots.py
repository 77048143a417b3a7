"""Bots that search with the greedy bot as their policy, in Quiddler and The Kakapo.

chabudai simulate quiddler --games 20 --bots examples/search_bots.py:quiddler,greedy
chabudai evaluate bench/plans/kakapo-search.toml
"""

from chabudai.core import AnyGame, Bot, Rng, Seat
from chabudai.games.kakapo import GAME as KAKAPO
from chabudai.games.kakapo.state import Action as Move
from chabudai.games.kakapo.view import View as Board
from chabudai.games.quiddler import GAME as QUIDDLER
from chabudai.games.quiddler.state import Action, State
from chabudai.games.quiddler.view import View
from chabudai.search import Ismcts, around
from chabudai.search.ismcts import Value


def searching(game: AnyGame, value: Value | None = None) -> Ismcts:
    """Return a search that uses a game's greedy bot as its policy.

    Raises LookupError if the game has no greedy bot.
    """
    greedy = game.extras.greedy
    if greedy is None:
        raise LookupError(f"{game.title} has no greedy bot.")
    policy = greedy(0)
    prior = around(game, policy)
    return Ismcts(game=game, rollout=policy, prior=prior, value=value, iterations=60)


def lead(state: State, seat: Seat) -> float:
    """Return a seat's lead after the last scored round, in points."""
    totals = [line.total for line in state.sheet[-1]]
    return float(totals[seat] - max(totals[:seat] + totals[seat + 1 :]))


def quiddler(view: View, seat: Seat, rng: Rng) -> Action:
    """Search to the end of the round, and maximize the lead."""

    def value(state: State, seat: Seat) -> float | None:
        return lead(state, seat) if len(state.sheet) >= view.round else None

    bot: Bot[View, Action] = searching(QUIDDLER, value)
    return bot(view, seat, rng)


def kakapo(view: Board, seat: Seat, rng: Rng) -> Move:
    """Search to the end of the game, and maximize the chance of success."""
    bot: Bot[Board, Move] = searching(KAKAPO)
    return bot(view, seat, rng)
