"""Tables in Parquet and pictures, where the packages for them are installed."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from pyarrow import parquet

from chabudai.arena import plots
from chabudai.arena.evaluation import evaluate
from chabudai.arena.evaluation_plan import check, read_plan
from chabudai.arena.records import Games, Plan, record
from chabudai.arena.results import results_of
from chabudai.arena.simulation import abreast, plan_of, series
from chabudai.arena.tables import columns_of, write_table
from chabudai.core import AnyGame
from chabudai.games import GAMES

GAME = GAMES["word-bank"]
PLAN = plan_of(GAME, ("random", "greedy"), 4, 1)
RECORDS = [record(played) for played in series(GAME, PLAN, range(4))]


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
    results = results_of(GAME, PLAN, RECORDS, 1.0)
    files = plots.draw(tmp_path, PLAN, RECORDS, results)
    assert [file.name for file in files] == ["scores.png", "bots.png", "seats.png", "lengths.png"]
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in files)


def test_ratings_put_the_greedy_bot_above_the_random_one() -> None:
    asked = read_plan(
        b'game = "word-bank"\ntable = [{ bots = ["random", "greedy"], first = 0, deals = 4 }]'
    )

    def play_all(game: AnyGame, plans: Sequence[Plan], indices: Sequence[int]) -> Iterator[Games]:
        return (tuple(map(record, games)) for games in abreast(game, plans, indices))

    found = evaluate(check(asked), asked, play_all)
    assert [one.bot for one in found.ratings] == ["greedy", "random"]
    assert found.ratings[0].mu > 25 > found.ratings[1].mu
