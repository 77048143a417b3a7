"""A process in which bots think: a line in, with what one seat may know; a line out, its action.

Started by `bots`; it holds no table, no socket and no database.
"""

import os
import sys
from functools import cache

import msgspec

from chabudai.core import AnyGame, Bot, Rng, Seat, Struct
from chabudai.games import GAMES


class Thought(Struct):
    """What a bot is given to think about."""

    game: str
    level: str
    persona: int
    seat: Seat
    seed: int
    view: msgspec.Raw


@cache
def bot_of(game: str, level: str, persona: int) -> Bot[Struct, object]:
    """A bot, kept for the next time it is asked."""
    return GAMES[game].bots[level](persona)


def think(thought: Thought) -> bytes:
    """The action a bot decides on, as one line of JSON."""
    game: AnyGame = GAMES[thought.game]
    view = msgspec.json.decode(thought.view, type=game.views)
    bot = bot_of(thought.game, thought.level, thought.persona)
    return msgspec.json.encode(bot(view, thought.seat, Rng(thought.seed)))


def main() -> None:
    """Think until there is nothing more to read."""
    os.nice(5)  # people's moves come first
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(think(msgspec.json.decode(line, type=Thought)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
