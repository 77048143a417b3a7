"""Cached reviews of The Kakapo's recorded games."""

from functools import cache

from chabudai.core.transcript import Transcript, loads, replay, replayed
from chabudai.games import folder_of
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.review.hindsight import Looked
from chabudai.games.kakapo.review.jobs import JOBS
from chabudai.games.kakapo.state import State

GOLDEN = {path.stem: path for path in sorted((folder_of("kakapo") / "golden").glob("*.jsonl"))}


@cache
def recorded(name: str) -> Transcript:
    return loads(GOLDEN[name].read_bytes())


@cache
def states(name: str) -> tuple[State, ...]:
    return tuple(replay(GAME, recorded(name)))


@cache
def looked(name: str) -> Looked:
    answer = JOBS["review"].run(GAME, replayed(GAME, recorded(name)))
    assert isinstance(answer, Looked)
    return answer
