"""The process in which bots think, from views alone. `pool` starts it."""

import os
from functools import cache

import msgspec

from chabudai.core import AnyGame, Bot, Rng, Seat, Struct
from chabudai.games import GAMES
from chabudai.server.workers.process import serve_requests


class BotRequest(Struct):
    """The view of a seat, and the bot that is to act there. `seed` is of the bot's own choices."""

    game: str
    level: str
    persona: int
    seat: Seat
    seed: int
    view: msgspec.Raw


@cache
def bot_of(game: str, level: str, persona: int) -> Bot[Struct, object]:
    """A bot, kept for the next request."""
    return GAMES[game].bots[level](persona)


def action_of(request: BotRequest) -> bytes:
    """The action a bot decides on, as one line of JSON."""
    game: AnyGame = GAMES[request.game]
    view = msgspec.json.decode(request.view, type=game.views)
    bot = bot_of(request.game, request.level, request.persona)
    return msgspec.json.encode(bot(view, request.seat, Rng(request.seed)))


def main() -> None:
    """Answer requests until standard input is closed."""
    os.nice(5)  # people's moves come first
    serve_requests(BotRequest, action_of)


if __name__ == "__main__":
    main()
