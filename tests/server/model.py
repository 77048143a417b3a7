"""A scripted language model. It knows no game, and bases its moves only on the tools' texts."""

from collections.abc import Awaitable, Callable
from random import Random
from typing import NamedTuple, TypeAlias

WORDS = """APPLE BREAD CHAIR DREAM EAGLE FLOWER GARDEN HOUSE ISLAND JACKET KITCHEN LEMON MOUNTAIN
NIGHT ORANGE PAPER QUEEN RIVER STONE TABLE UNCLE VILLAGE WINTER XYLEM YELLOW ZEBRA""".split()
"""Words to try if no move is offered. Some do not fit the circle, or have been used."""
TRIES = 4


class Said(NamedTuple):
    """A tool's answer."""

    text: str
    is_refusal: bool = False


Calls: TypeAlias = Callable[..., Awaitable[Said]]
"""A function that calls a tool, and returns its answer."""


async def play(call: Calls, seed: int, turn: str = "It is your turn: ") -> list[Said]:
    """Play for the model's seat until the game is over. Returns the answers to its moves."""
    rng, story = Random(seed), list[Said]()
    said = await call("look")
    while "The game is over." not in said.text:
        if turn in said.text:
            said = await moved(call, rng)
            story.append(said)
        else:
            said = await call("wait", seconds=10)
        assert not said.is_refusal, said
    return story


async def moved(call: Calls, rng: Random) -> Said:
    """Make an offered move, but never give up. If none is offered, try some words, then pass."""
    listed = (await call("moves")).text.partition("Legal now, ")[2].splitlines()[1:]
    offered = [line for line in listed if not line.startswith("concede")]
    if offered:
        return await call("move", line=rng.choice(offered))
    for word in rng.sample(WORDS, TRIES):
        said = await call("move", line=word)
        if not said.is_refusal:
            return said
        assert " Rule WB-" in said.text, said
    return await call("move", line="pass")
