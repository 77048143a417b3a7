"""Series of games: fair to every bot, and determined by the seed for any number of processes."""

import csv
import os
import re
from dataclasses import replace
from itertools import count
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as but

from chabudai.arena import Details, Estimate, Played, Results, SeriesFailed, simulate, transcript
from chabudai.arena.engines import EngineFailed, in_processes
from chabudai.arena.records import record
from chabudai.arena.simulation import plan_of
from chabudai.arena.tables import columns_named, columns_of, write_table
from chabudai.core import CHANCE, Illegal, Rng, Seat
from chabudai.core.transcript import dumps, loads, replay
from chabudai.games import GAMES
from chabudai.games.word_bank.state import Options, Say
from chabudai.games.word_bank.view import View
from tests.support.game_cases import CASES, Case

GAME = GAMES["word-bank"]
PAIR = ("easy", "normal")
BOTS = ("random", "random")


def played(
    games: int, seed: int = 1, bots: tuple[str, ...] = PAIR, **choices: Any
) -> tuple[Results, list[Played]]:
    """Return the results and the games of a series."""
    seen: list[Played] = []
    return simulate(GAME, bots, games, seed, watch=seen.append, **choices), seen


def test_every_bot_sits_in_every_seat_equally_often_and_with_the_same_cards() -> None:
    _, seen = played(6, bots=("easy", "normal", "easy"))
    seatings = [game.seating for game in seen]
    shuffles = [game.moves[0] for game in seen]
    assert seatings[:3] == seatings[3:]
    for bot in range(3):
        assert sorted(seating.index(bot) for seating in seatings[:3]) == [0, 1, 2]
    assert shuffles == [shuffles[0]] * 3 + [shuffles[3]] * 3
    assert shuffles[0] != shuffles[3]


def test_seed_and_options_fix_the_series_and_its_games_are_transcripts_that_replay() -> None:
    _, seen = played(3)
    assert seen[:2] == played(2)[1] != played(2, seed=10)[1]
    written = transcript(GAME, Options(), PAIR, seen[1])
    assert written.header.note == "normal, easy"
    *_, last = replay(GAME, loads(dumps(written)))
    assert GAME.outcome(last) == seen[1].outcome
    _, seen = played(2, seed=3, options=Options(first_player=1, lexicon="casual"))
    assert [game.moves[1][0] for game in seen] == [1, 1]


def test_a_bot_that_breaks_the_rules_ends_the_series() -> None:
    def act(view: View, _seat: Seat, _rng: Rng) -> Say:
        return Say(f"{view.ring[0].safe.letter}-", "clockwise", (0,))

    game = replace(GAME, bots={"cheat": lambda _persona: act})
    why = r"^Game 0, move 1: the cheat bot in seat \d erred\..*WB-12"
    with pytest.raises(SeriesFailed, match=why):
        simulate(game, ("cheat", "cheat"), 3, 1)


def test_games_of_a_dead_process_are_repeated_once() -> None:
    seen: list[Played] = []

    def kill_once(game: Played) -> None:
        if not seen:
            for child in active_children():
                child.kill()
        seen.append(game)

    simulate(GAME, BOTS, 40, 1, jobs=2, watch=kill_once)
    assert seen == played(40, bots=BOTS)[1]


def test_processes_that_die_three_times_end_the_series() -> None:
    with pytest.raises(EngineFailed, match="died 3 times"):
        list(in_processes(os._exit, range(3), 1))


@pytest.mark.parametrize(
    ("asked", "error", "sentence"),
    [
        ({"games": 0}, ValueError, "A series has at least one game, not 0."),
        ({"games": 1.5}, TypeError, "games is a whole number, not 1.5."),
        ({"seed": "7"}, TypeError, "seed is a whole number, not '7'."),
        ({"game": "word-bank"}, TypeError, "a value of chabudai.games.GAMES, not of 'word-bank'."),
        ({"options": GAMES["quiddler"].options()}, TypeError, "not options of Word Bank: Options("),
        ({"bots": "easy"}, TypeError, "such as ('hard', 'easy'): 'easy'."),
        ({"bots": ("easy", GAME.sample)}, TypeError, "bots are names, one for each seat"),
        ({"limit": 0}, ValueError, "A bot has more than 0 seconds for a move, not 0."),
        ({"limit": "3"}, TypeError, "limit is a number of seconds, not '3'."),
        ({"jobs": "2"}, TypeError, "jobs is a whole number, not '2'."),
        ({"jobs": 0}, ValueError, "A series takes at least one process, not 0."),
        ({"bots": ("god", "easy")}, ValueError, "no bot 'god'. Available: easy, "),
        ({"bots": ("easy",)}, Illegal, "Word Bank is played by two to five."),
        ({"options": Options(first_player=4)}, Illegal, "Seat 4 cannot start"),
        ({"game": replace(GAME, name="mine"), "jobs": 2}, ValueError, "one process"),
        ({"engine": "threads"}, ValueError, "There is no engine 'threads'. Available: processes, "),
    ],
)
def test_invalid_arguments_are_refused_in_a_sentence_that_names_them(
    asked: dict[str, Any], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=re.escape(sentence)):
        simulate(**{"game": GAME, "bots": PAIR, "games": 1, "seed": 1, **asked})


def test_results_summarise_scores_lengths_seats_first_moves_and_actions() -> None:
    ticks = count(10, 7)
    results, seen = played(6, seed=5, bots=("random", "greedy"), clock=lambda: float(next(ticks)))
    assert results.seconds == 7.0
    for bot, standing in enumerate(results.standings):
        own = [game.outcome.scores[game.seating.index(bot)] for game in seen]
        assert standing.score.mean == sum(own) / 6
        wins = [bot in [game.seating[seat] for seat in game.outcome.winners] for game in seen]
        assert standing.alone + standing.shared == sum(wins)
    assert results.moves == sum(len(game.moves) for game in seen)
    details = results.details
    turns = [sum(seat != CHANCE for seat, _ in game.moves) for game in seen]
    assert details.length is not None
    assert (details.length.least, details.length.most) == (min(turns), max(turns))
    assert details.length.mean.mean == sum(turns) / 6
    scores = [game.outcome.scores for game in seen]
    means = [sum(one[seat] for one in scores) / 6 for seat in range(2)]
    assert [one.score.mean for one in details.seats] == means
    assert sum(sum(kinds.values()) for kinds in details.actions) == sum(turns)
    assert details.tied == 0
    assert details.spread is not None
    assert details.spread.mean == sum(max(one) - min(one) for one in scores) / 6
    first = [next(seat for seat, _ in game.moves if seat != CHANCE) for game in seen]
    won = [
        1.0 if seat in game.outcome.winners else -1.0
        for game, seat in zip(seen, first, strict=True)
    ]
    assert details.first is not None
    assert details.first.mean == pytest.approx(sum(won) / 6)
    assert details.digest == played(6, seed=5, bots=("random", "greedy"))[0].details.digest
    assert details.digest != played(6, seed=6, bots=("random", "greedy"))[0].details.digest


@pytest.mark.parametrize("room", CASES, ids=str)
def test_greedy_and_random_bots_finish_games_with_cards_of_the_box(room: Case) -> None:
    game, seats, seen = room.game, max(2, room.game.seats[0]), list[Played]()
    first = "greedy" if game.extras.greedy else "random"
    simulate(game, (first, *["random"] * (seats - 1)), 2, 5, watch=seen.append)
    assert len(seen) == 2
    used = {card for one in seen for card in one.cards}
    box = game.extras.cards.box(game.options(), seats)
    assert used <= set(box)
    assert len(set(box)) == len(box)
    assert bool(used) == bool(box)


def rows(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(file.read_text().splitlines()))


def test_the_table_has_a_row_for_each_seat_of_each_game(tmp_path: Path) -> None:
    plan = plan_of(GAME, BOTS, 4, 5)
    _, seen = played(4, seed=5, bots=BOTS)
    kept = [record(GAME, one) for one in seen]
    write_table(tmp_path / "all.csv", columns_of(GAME), plan, kept)
    found = rows(tmp_path / "all.csv")
    assert len(found) == 8
    for row in found:
        game, seat = seen[int(row["game"])], int(row["seat"])
        assert int(row["score"]) == game.outcome.scores[seat]
        assert (float(row["win"]) > 0) == (seat in game.outcome.winners)
        moves = sum(mover == seat for mover, _ in game.moves)
        assert int(row["did:say"]) + int(row["did:pass"]) == moves
    write_table(tmp_path / "some.csv", columns_named(GAME, ("bot", "win")), plan, kept)
    assert [*rows(tmp_path / "some.csv")[0]] == ["bot", "win"]


def test_results_render_as_a_table_in_a_notebook() -> None:
    results = simulate(GAME, BOTS, 2, 5)
    shown = but(results, standings=(but(results.standings[0], bot="<mine>"),))._repr_html_()
    assert "<td>&lt;mine&gt;</td>" in shown
    assert "2 games · 1 deals" in shown
    bare = Results("word-bank", 1, 1, 2, (), 2, 1.0, Details(first=Estimate(0.5, (0.0, 1.0))))
    assert "first to move: 0.500 (0.000 to 1.000)" in bare._repr_html_()
