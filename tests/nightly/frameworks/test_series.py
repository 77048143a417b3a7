"""Series of games on a real local Ray or Dask cluster match those of a single process."""

from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest
import ray
from distributed import LocalCluster

from chabudai.arena import engines
from chabudai.arena.engines import EngineName
from chabudai.arena.simulation import plan_of, series
from chabudai.games import GAMES
from tests.nightly.frameworks.support import dying_once, raising
from tests.unit.arena.program import SENTENCE, run_program

DASK_PROGRAM = (
    "arena.simulate(games.GAMES['word-bank'], ['random'] * 2, 8, 1, jobs=2, engine='dask')"
)
VECTOR_PROGRAM = """from chabudai.adapters.vector import vector_env
vector_env('word-bank', num_envs=2, workers=2, bots='random').reset(seed=1)"""
# When stopped, both libraries leave sockets and files to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module", params=["ray", "dask"])
def engine(request: pytest.FixtureRequest) -> Iterator[tuple[EngineName, str | None]]:
    """A running engine with two workers, and its address, or None for Ray, which finds its own."""
    if request.param == "ray":
        engines.begin_ray(2, None)
        yield "ray", None
        ray.shutdown()
        return
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield "dask", cluster.scheduler_address


Running = tuple[EngineName, str | None]


@pytest.mark.parametrize("name", GAMES)
def test_the_games_are_the_same_on_every_engine(engine: Running, name: str) -> None:
    game = GAMES[name]
    plan = plan_of(game, ("random",) * max(2, game.seats[0]), 24, 1_000_000)
    alone = list(series(game, plan, range(24)))
    kind, cluster = engine
    far = series(game, plan, range(24), jobs=2, engine=kind, cluster=cluster, batch=5)
    assert list(far) == alone


def test_a_dead_workers_item_is_repeated_and_no_other(engine: Running, tmp_path: Path) -> None:
    items = [(number, str(tmp_path)) for number in range(8)]
    kind, cluster = engine
    assert list(engines.run(kind, dying_once, items, 2, cluster)) == list(range(8))
    assert (tmp_path / "died").is_dir()


def test_errors_in_workers_are_raised_in_the_caller(engine: Running) -> None:
    kind, cluster = engine
    with pytest.raises(LookupError, match="nothing at 0"):
        list(engines.run(kind, raising, range(2), 1, cluster))


def test_an_unreachable_cluster_gets_a_sentence() -> None:
    with pytest.raises(engines.EngineFailed, match=r"^Dask cannot be reached: \w"):
        list(engines.run("dask", abs, range(2), 1, cluster="127.0.0.1:9"))


def test_an_engine_of_its_own_is_started_and_ended_with_the_series() -> None:
    game = GAMES["word-bank"]
    plan = plan_of(game, ("random", "random"), 6, 1)
    before = active_children()  # processes of the fixture, which end with this module
    games = series(game, plan, range(6), jobs=1, engine="dask", batch=1)
    assert next(games) == next(series(game, plan, range(1)))
    assert set(active_children()) > set(before)
    games.close()
    assert set(active_children()) <= set(before)


@pytest.mark.parametrize("body", [DASK_PROGRAM, VECTOR_PROGRAM], ids=["dask", "vector"])
def test_a_program_without_a_main_guard_ends_in_one_sentence(body: str, tmp_path: Path) -> None:
    done = run_program(tmp_path, body)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{SENTENCE}\n")
