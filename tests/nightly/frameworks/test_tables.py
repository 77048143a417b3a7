"""Parquet tables, and pictures, which need optional packages."""

from pathlib import Path

from msgspec.structs import replace as but
from pyarrow import parquet

from chabudai.arena import Estimate, plots
from chabudai.arena.comparison import compare
from chabudai.arena.evaluation import Compared, Evaluated, Graded, evaluate, share_of
from chabudai.arena.evaluation_plan import check, read_plan
from chabudai.arena.records import record
from chabudai.arena.results import results_of
from chabudai.arena.simulation import plan_of, series
from chabudai.arena.tables import columns_of, write_table
from chabudai.cli import compare as compare_command
from chabudai.cli.evaluate import draw
from chabudai.games import GAMES
from tests.unit.arena.playing import play_all

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
