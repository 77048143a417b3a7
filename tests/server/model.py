"""A scripted language model: it knows no game, and what it does follows from texts alone."""

from collections.abc import Awaitable
from random import Random
from typing import NamedTuple, Protocol

WORDS = """APPLE BREAD CHAIR DREAM EAGLE FLOWER GARDEN HOUSE ISLAND JACKET KITCHEN LEMON MOUNTAIN
NIGHT ORANGE PAPER QUEEN RIVER STONE TABLE UNCLE VILLAGE WINTER XYLEM YELLOW ZEBRA""".split()
"""What it says where no move is offered; one of them in three is not among the letters, or used."""
TRIES = 4


class Said(NamedTuple):
    """What a tool has answered."""

    text: str
    is_refusal: bool = False


class Calls(Protocol):
    """Calls a tool."""

    def __call__(self, tool: str, **given: object) -> Awaitable[Said]:
        """The tool's answer."""


async def play(call: Calls, seed: int, turn: str = "It is your turn: ") -> list[Said]:
    """Play from one's seat until the game is over; return what the moves were answered with."""
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
    """Make a move that is offered, but never the one that gives up; else say a word, or pass."""
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
