"""Results of a series apart from wins, and the table of its games."""

import csv
import io
from pathlib import Path

import pytest
from msgspec.structs import replace as but

from chabudai.arena import Details, Estimate, Played, Record, Results, simulate
from chabudai.arena.records import Plan, record
from chabudai.arena.simulation import plan_of, series
from chabudai.arena.tables import against_table, columns_named, columns_of, write_table
from chabudai.core import CHANCE
from chabudai.games import GAMES
from tests.support.every_room import ROOMS, Room

BOTS = ("random", "random")
GAME = GAMES["word-bank"]


def games_of(name: str, count: int = 4) -> tuple[Plan, list[Played]]:
    plan = plan_of(GAMES[name], BOTS, count, 5)
    return plan, list(series(GAMES[name], plan, range(count)))


def test_details_summarise_lengths_seats_first_moves_and_actions() -> None:
    _, played = games_of("word-bank", 6)
    details = simulate(GAME, BOTS, 6, 5).details
    turns = [sum(seat != CHANCE for seat, _ in game.moves) for game in played]
    assert details.length is not None
    assert (details.length.least, details.length.most) == (min(turns), max(turns))
    assert details.length.mean.mean == sum(turns) / 6
    scores = [game.outcome.scores for game in played]
    means = [sum(one[seat] for one in scores) / 6 for seat in range(2)]
    assert [one.score.mean for one in details.seats] == means
    assert sum(sum(kinds.values()) for kinds in details.actions) == sum(turns)
    assert details.tied == 0
    assert details.spread is not None
    assert details.spread.mean == sum(max(one) - min(one) for one in scores) / 6
    first = [next(seat for seat, _ in game.moves if seat != CHANCE) for game in played]
    won = [
        1.0 if seat in game.outcome.winners else -1.0
        for game, seat in zip(played, first, strict=True)
    ]
    assert details.first is not None
    assert details.first.mean == pytest.approx(sum(won) / 6)


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_used_cards_are_in_the_box(room: Room) -> None:
    game = room.game
    seats = max(2, game.seats[0])
    plan = plan_of(game, ("random",) * seats, 2, 5)
    used = {card for one in series(game, plan, range(2)) for card in one.cards}
    box = game.extras.cards.box(game.options(), seats)
    assert used <= set(box)
    assert len(set(box)) == len(box)
    assert bool(used) == bool(box)


@pytest.mark.parametrize("name", GAMES)
def test_greedy_bots_finish_a_game(name: str) -> None:
    game = GAMES[name]
    if game.extras.greedy is not None:
        seats = max(2, game.seats[0])
        results = simulate(game, ("greedy", *["random"] * (seats - 1)), 1, 5)
        assert results.games == 1


def test_the_digest_differs_between_series() -> None:
    same = [simulate(GAME, BOTS, 2, 5).details.digest for _ in range(2)]
    assert same[0] == same[1] != simulate(GAME, BOTS, 2, 6).details.digest


def rows(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(file.read_text())))


def test_the_table_has_a_row_for_each_seat_of_each_game(tmp_path: Path) -> None:
    plan, played = games_of("word-bank")
    kept: list[Record] = [record(game) for game in played]
    write_table(tmp_path / "all.csv", columns_of(GAME), plan, kept)
    found = rows(tmp_path / "all.csv")
    assert len(found) == 8
    for row in found:
        game = played[int(row["game"])]
        seat = int(row["seat"])
        assert int(row["score"]) == game.outcome.scores[seat]
        assert (float(row["win"]) > 0) == (seat in game.outcome.winners)
        assert int(row["did:say"]) + int(row["did:pass"]) == sum(
            mover == seat for mover, _ in game.moves
        )
    chosen = columns_named(GAME, ("bot", "win"))
    write_table(tmp_path / "some.csv", chosen, plan, kept)
    assert [*rows(tmp_path / "some.csv")[0]] == ["bot", "win"]


def test_an_unknown_column_and_another_kind_of_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no column 'wins'"):
        columns_named(GAME, ("bot", "wins"))
    assert against_table(tmp_path / "a.csv") is None
    assert against_table(tmp_path / "a.xls") == "A table is a file .csv or .parquet, not a.xls."
    assert against_table(tmp_path / "no" / "a.csv") == f"There is no folder {tmp_path / 'no'}."


def test_results_render_as_a_table_in_a_notebook() -> None:
    results = simulate(GAME, BOTS, 2, 5)
    named = but(results, standings=(but(results.standings[0], bot="<mine>"),))
    shown = named._repr_html_()
    assert "<td>&lt;mine&gt;</td>" in shown
    assert "2 games · 1 deals" in shown
    bare = Results("word-bank", 1, 1, (), 2, 1.0, Details(first=Estimate(0.5, (0.0, 1.0))))
    assert "first to move: 0.500 (0.000 to 1.000)" in bare._repr_html_()
