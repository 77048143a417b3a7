"""Jobs of a game, which may take seconds: declared in the contract, and imported on demand."""

import subprocess
import sys
from typing import get_args

import pytest

from chabudai.core import AnyGame, Job, Jobs, Slow, Struct
from chabudai.games import GAMES


def twice(game: AnyGame, number: int) -> Struct:
    return Struct()


def test_jobs_are_known_by_name_before_they_are_loaded() -> None:
    loaded: list[str] = []

    def load() -> dict[str, Job]:
        loaded.append("now")
        return {"twice": Job(takes=int, run=twice)}

    jobs = Jobs(("twice",), load)
    assert ("twice" in jobs, "thrice" in jobs, list(jobs), len(jobs)) == (True, False, ["twice"], 1)
    with pytest.raises(KeyError):
        jobs["thrice"]
    assert loaded == []
    assert jobs["twice"].run is twice
    assert loaded == ["now"]
    assert dict(Jobs()) == {}


def test_importing_the_games_imports_no_slow_modules() -> None:
    code = """
import sys
from chabudai.games import GAMES
print(len(GAMES), *(name for name in sys.modules if ".review" in name))
print(*sys.modules.keys() & {"asyncio", "http.client", "_hashlib", "ssl", "socket"})
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(len(GAMES))]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_with_a_slow_question_has_a_job_that_answers_it(game: AnyGame) -> None:
    questions = get_args(game.questions) or (game.questions,)
    slow = [question for question in questions if question and issubclass(question, Slow)]
    assert ("ask" in game.extras.jobs) == bool(slow)
