"""Programs without `if __name__ == "__main__":` that start processes through the frameworks."""

from pathlib import Path

import pytest

from tests.unit.arena.program import SENTENCE, run_program

DASK = "arena.simulate(games.GAMES['word-bank'], ['random'] * 2, 8, 1, jobs=2, engine='dask')"
VECTOR = """from chabudai.adapters.vector import vector_env
vector_env('word-bank', num_envs=2, workers=2, bots='random').reset(seed=1)"""


@pytest.mark.parametrize("body", [DASK, VECTOR], ids=["dask", "vector"])
def test_a_program_without_a_main_guard_ends_in_one_sentence(body: str, tmp_path: Path) -> None:
    done = run_program(tmp_path, body)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{SENTENCE}\n")
