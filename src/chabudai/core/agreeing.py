"""Bots' agreement to proposals that need everyone's consent."""

from collections.abc import Collection, Iterable

from chabudai.core.game import A, E, Game, O, S, V
from chabudai.core.telling import Seat


def next_to_agree(
    game: Game[O, S, A, E, V], state: S, people: Collection[Seat], bots: Iterable[Seat]
) -> tuple[Seat, A] | None:
    """Return the first bot that should agree to a proposal accepted by all people, and the bot's
    action (`Extras.agree`).

    Return None if nothing is proposed, only bots play, or all have agreed.
    """
    agree, view = game.extras.agree, game.view
    if agree is None or not people:
        return None
    if any(agree(view(state, seat), seat) is not None for seat in people):
        return None
    wishes = ((seat, agree(view(state, seat), seat)) for seat in bots)
    return next(((seat, wish) for seat, wish in wishes if wish is not None), None)
