"""Bots of one's own: a function of view, seat and dice. One that errs forfeits its game."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace as but

from chabudai.arena import Faulty, Forfeit, Played, simulate
from chabudai.arena.players import guest_of
from chabudai.games import GAMES

GAME = GAMES["word-bank"]
FILE = """
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
    import os
    os._exit(1)

def hanging(view, seat, dice):
    if not view.used:
        return GAME.sample(view, seat, dice)
    while True:
        pass
"""


@pytest.fixture
def mine(tmp_path: Path) -> str:
    file = tmp_path / "mine.py"
    file.write_text(FILE)
    return str(file)


def played(*bots: str, games: int = 4, limit: float = 30.0, jobs: int = 1) -> list[Played]:
    seen: list[Played] = []
    simulate(GAME, bots, games, 3, watch=seen.append, limit=limit, jobs=jobs)
    return seen


def test_it_moves_as_the_function_says_with_dice_of_its_own(mine: str) -> None:
    ours = played("random", "random")
    theirs = played(f"{mine}:think", f"{mine}:think")
    assert [game.moves for game in theirs] == [game.moves for game in ours]


@pytest.mark.parametrize(
    ("function", "why"),
    [
        ("raising", "raised RuntimeError: no idea"),
        ("talking", 'answered "pass", which is no action: '),
        ("cheating", "made an illegal move: "),
        ("leaving", "ended its process"),
    ],
)
def test_what_it_does_wrong_forfeits_its_game_and_the_run_goes_on(
    mine: str, function: str, why: str
) -> None:
    games = played(f"{mine}:{function}", "random", games=2)
    assert [game.forfeit.seat for game in games if game.forfeit] == [0, 1]
    assert all(game.forfeit and game.forfeit.why.startswith(why) for game in games)
    assert [game.outcome.winners for game in games] == [(), ()]


def test_one_that_hangs_is_ended_by_the_clock_in_several_processes_too(mine: str) -> None:
    games = played(f"{mine}:hanging", "random", games=2, limit=1.0, jobs=2)
    assert [game.forfeit and game.forfeit.why for game in games] == [
        "did not answer within 1 s"
    ] * 2
    assert guest_of(GAME, f"{mine}:hanging").process is None


def test_a_forfeited_game_is_lost_by_its_bot_and_counts_for_nobody_else(mine: str) -> None:
    results = simulate(GAME, (f"{mine}:raising", "random"), 2, 3)
    bad, other = results.standings
    assert (bad.win_rate.mean, bad.wins, other.wins) == (0.0, 0.0, 0.0)
    assert other.win_rate.mean != other.win_rate.mean
    assert [(one.game, one.bot) for one in results.details.forfeits] == [
        (0, f"{mine}:raising"),
        (1, f"{mine}:raising"),
    ]
    assert but(results.details, forfeits=(), digest="") == type(results.details)()


@pytest.mark.parametrize(
    ("name", "why"),
    [("mine.py:nothing", "has no function 'nothing'"), ("broken.py:think", "raised SyntaxError")],
)
def test_a_file_that_cannot_be_used_is_refused_before_any_game(
    mine: str, name: str, why: str
) -> None:
    Path(mine).with_name("broken.py").write_text("def think(:\n")
    with pytest.raises(Faulty, match=rf"{re.escape(name)} cannot be used: it {why}.*\.$"):
        played(str(Path(mine).with_name(name)), "random")


def test_a_file_that_is_not_there_is_an_unknown_bot() -> None:
    with pytest.raises(ValueError, match=r"There is no file nowhere\.py"):
        played("nowhere.py:think", "random")


def test_a_forfeit_says_where_and_why(mine: str) -> None:
    assert played(f"{mine}:raising", "random", games=1)[0].forfeit == Forfeit(
        0, 2, "raised RuntimeError: no idea"
    )
