"""A process for bots, which choose actions from views only. `pool` starts it."""

import os
from functools import cache

import msgspec

from chabudai.core import AnyGame, Bot, Rng, Seat, Struct
from chabudai.games import GAMES
from chabudai.server.workers.process import serve_requests


class BotRequest(Struct):
    """A request for a bot's action. `seed` is for the bot's own random choices."""

    game: str
    level: str
    persona: int
    seat: Seat
    seed: int
    view: msgspec.Raw


@cache
def bot_of(game: str, level: str, persona: int) -> Bot[Struct, object]:
    """Return a bot, which is cached for further requests."""
    return GAMES[game].bots[level](persona)


def action_of(request: BotRequest) -> bytes:
    """Return the action that a bot chooses, as one line of JSON."""
    game: AnyGame = GAMES[request.game]
    view = msgspec.json.decode(request.view, type=game.views)
    bot = bot_of(request.game, request.level, request.persona)
    return msgspec.json.encode(bot(view, request.seat, Rng(request.seed)))


def main() -> None:
    """Answer requests until standard input reaches EOF."""
    os.nice(5)  # people's moves have priority
    serve_requests(BotRequest, action_of)


if __name__ == "__main__":
    main()
