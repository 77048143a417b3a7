"""Custom bots: functions of a view, a seat and an `Rng`. A bot that raises an error forfeits."""

import re
from math import isnan
from pathlib import Path

import pytest
from msgspec.structs import replace as but

from chabudai.arena import Faulty, Forfeit, Played, simulate
from chabudai.arena.players import guest_of
from chabudai.games import GAMES

GAME = GAMES["word-bank"]
FILE = """
import os, time
from chabudai.games import GAMES
from chabudai.games.word_bank.state import Say
GAME = GAMES["word-bank"]

def think(view, seat, dice):
    print("thinking")
    return GAME.sample(view, seat, dice)
def raising(view, seat, dice):
    raise RuntimeError("no\\nidea")
def talking(view, seat, dice):
    return "pass"
def cheating(view, seat, dice):
    return Say(view.ring[0].safe.letter + "-", "clockwise", (0,))
def leaving(view, seat, dice):
    os._exit(1)
def hanging(view, seat, dice):
    return time.sleep(600) if view.used else GAME.sample(view, seat, dice)
"""


@pytest.fixture
def mine(tmp_path: Path) -> str:
    file = tmp_path / "mine.py"
    file.write_text(FILE)
    return str(file)


def played(*bots: str, games: int = 2, limit: float = 30.0, jobs: int = 1) -> list[Played]:
    seen: list[Played] = []
    simulate(GAME, bots, games, 3, watch=seen.append, limit=limit, jobs=jobs)
    return seen


def test_a_custom_bot_moves_by_its_function_with_its_own_random_numbers(mine: str) -> None:
    ours = played("random", "random")
    theirs = played(f"{mine}:think", f"{mine}:think")
    assert [game.moves for game in theirs] == [game.moves for game in ours]


@pytest.mark.parametrize(
    ("function", "why"),
    [
        ("talking", 'answered "pass", which is not an action: '),
        ("cheating", "made an illegal move: "),
        ("leaving", "ended its process"),
    ],
)
def test_an_error_forfeits_the_game_and_the_series_continues(
    mine: str, function: str, why: str
) -> None:
    games = played(f"{mine}:{function}", "random")
    assert [game.forfeit.seat for game in games if game.forfeit] == [0, 1]
    assert all(game.forfeit and game.forfeit.why.startswith(why) for game in games)
    assert [game.outcome.winners for game in games] == [(), ()]


def test_a_hanging_bot_is_ended_by_the_clock_in_several_processes(mine: str) -> None:
    games = played(f"{mine}:hanging", "random", limit=1.0, jobs=2)
    why = [game.forfeit and game.forfeit.why for game in games]
    assert why == ["did not answer within 1 s"] * 2
    assert guest_of(GAME, f"{mine}:hanging").process is None


def test_a_forfeited_game_is_lost_by_its_bot_and_not_counted_for_others(mine: str) -> None:
    name, seen = f"{mine}:raising", list[Played]()
    results = simulate(GAME, (name, "random"), 2, 3, watch=seen.append)
    assert seen[0].forfeit == Forfeit(0, 2, "raised RuntimeError: no idea")
    bad, other = results.standings
    assert (bad.win_rate.mean, bad.wins, other.wins) == (0.0, 0.0, 0.0)
    assert isnan(other.win_rate.mean)
    assert [(one.game, one.bot) for one in results.details.forfeits] == [(0, name), (1, name)]
    assert but(results.details, forfeits=(), digest="") == type(results.details)()


def test_an_unusable_file_is_refused_before_any_game(mine: str) -> None:
    Path(mine).with_name("broken.py").write_text("def think(:\n")
    for name, why in (
        ("mine.py:nothing", "mine.py:nothing cannot be used: it has no function 'nothing'"),
        ("broken.py:think", "broken.py:think cannot be used: it raised SyntaxError"),
        ("nowhere.py:think", "There is no file "),
    ):
        with pytest.raises((Faulty, ValueError), match=rf"{re.escape(why)}.*\.$"):
            played(str(Path(mine).with_name(name)), "random")


PEOPLE = sorted(Path(__file__).parents[3].glob("bench/people/*.py"))


@pytest.mark.parametrize("file", PEOPLE, ids=lambda file: file.stem)
def test_a_model_of_a_person_plays_a_whole_game_with_easy_bots(file: Path) -> None:
    game = GAMES[file.stem.replace("_", "-")]
    seats = max(2, game.seats[0])
    seen: list[Played] = []
    simulate(game, (f"{file}:person", *["easy"] * (seats - 1)), 1, 5, watch=seen.append, limit=30.0)
    assert [one.forfeit for one in seen] == [None]
