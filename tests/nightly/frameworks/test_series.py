"""Series of games on a real local Ray or Dask cluster, and tables and pictures."""

from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest
import ray
from distributed import LocalCluster
from msgspec.structs import replace as but
from pyarrow import parquet

from chabudai.arena import Estimate, engines, plots
from chabudai.arena.comparison import compare
from chabudai.arena.engines import EngineName
from chabudai.arena.evaluation import Compared, Evaluated, Graded, evaluate, share_of
from chabudai.arena.evaluation_plan import check, read_plan
from chabudai.arena.records import record
from chabudai.arena.results import results_of
from chabudai.arena.simulation import plan_of, series
from chabudai.arena.tables import columns_of, write_table
from chabudai.cli import compare as compare_command
from chabudai.cli.evaluate import draw
from chabudai.games import GAMES
from tests.nightly.frameworks.support import dying_once
from tests.unit.arena.playing import play_all
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
    """A running engine with two workers, and its address, or None for Ray, which needs none."""
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
    with pytest.raises(ValueError, match=r"invalid literal for int.* 'one'"):
        list(engines.run(kind, int, ["one", "two"], 1, cluster))


def test_an_unreachable_cluster_is_reported_in_a_sentence() -> None:
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
def test_a_program_without_a_main_guard_ends_with_one_sentence(body: str, tmp_path: Path) -> None:
    done = run_program(tmp_path, body)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{SENTENCE}\n")


GAME = GAMES["word-bank"]
PLAN = plan_of(GAME, ("random", "greedy"), 4, 1)
RECORDS = [record(GAME, one) for one in series(GAME, PLAN, range(4))]


def test_the_table_in_parquet_has_the_rows_of_the_games(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    write_table(file, columns_of(GAME), PLAN, RECORDS)
    table = parquet.read_table(file)
    assert table.column_names == [*columns_of(GAME)]
    scores = [one.scores[seat] for one in RECORDS for seat in (0, 1)]
    assert table.column("score").to_pylist() == scores
    assert table.column("first").to_pylist() == [
        one.first == seat for one in RECORDS for seat in (0, 1)
    ]


def test_pictures_are_drawn(tmp_path: Path) -> None:
    files = plots.draw(tmp_path, PLAN, RECORDS, results_of(GAME, PLAN, RECORDS, 1.0))
    assert [file.name for file in files] == ["scores.png", "bots.png", "seats.png", "lengths.png"]
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in files)
    series = (results_of(GAME, PLAN, RECORDS, 1.0), RECORDS)
    compare_command.draw(tmp_path, GAME.name, compare(series, series), (RECORDS, RECORDS))
    assert (tmp_path / "rates.png").read_bytes().startswith(b"\x89PNG")


def test_constant_wins_are_drawn_and_a_ladder_of_points_has_no_wins(tmp_path: Path) -> None:
    always = Compared("a", "b", 20, Estimate(0.0, (0.0, 0.0)), Estimate(1.0, (1.0, 1.0)))
    won = but(always, rates=(share_of([1.0] * 20), share_of([0.0] * 20)), together=True)
    missions = {f"buddy/{at}": share_of([1.0] * 20) for at in range(20)}
    graded = Graded("expert", "mission", 20, missions)
    draw(tmp_path, Evaluated("kakapo", (always, won), (graded,), ()))
    assert {file.name for file in tmp_path.iterdir()} == {"ladder.png", "wins.png", "grades-1.png"}
    points = tmp_path / "points"
    points.mkdir()
    draw(points, Evaluated("word-porters", (but(always, together=True),), (), ()))
    assert [file.name for file in points.iterdir()] == ["ladder.png"]


def test_ratings_put_the_greedy_bot_above_the_random_one() -> None:
    asked = read_plan(
        b'game = "word-bank"\ntable = [{ bots = ["random", "greedy"], first = 0, deals = 4 }]'
    )
    found = evaluate(check(asked), asked, play_all)
    assert [one.bot for one in found.ratings] == ["greedy", "random"]
    assert found.ratings[0].mu > 25 > found.ratings[1].mu
