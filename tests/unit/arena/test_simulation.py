"""Series of games: fair to every bot, and fixed by the seed for any number of processes."""

import os
import re
import signal
from dataclasses import replace
from functools import cache
from itertools import count
from multiprocessing import active_children
from typing import Any

import pytest
from msgspec.structs import replace as but

from chabudai.arena import Played, Results, SeriesFailed, simulate, transcript
from chabudai.arena.engines import EngineFailed, in_processes
from chabudai.core import Illegal, Rng, Seat
from chabudai.core.transcript import dumps, loads, replay
from chabudai.games import GAMES
from chabudai.games.word_bank.state import Options, Say
from chabudai.games.word_bank.view import View

GAME = GAMES["word-bank"]
PAIR = ("easy", "normal")


def played(
    games: int, seed: int = 1, bots: tuple[str, ...] = PAIR, **choices: Any
) -> tuple[Results, list[Played]]:
    """Return the results and the games of a series."""
    seen: list[Played] = []
    return simulate(GAME, bots, games, seed, watch=seen.append, **choices), seen


@cache
def series() -> list[Played]:
    """Play six games that several tests use."""
    return played(6)[1]


def test_every_bot_sits_in_every_seat_equally_often() -> None:
    seatings = [game.seating for game in played(6, bots=("easy", "normal", "easy"))[1]]
    assert seatings[:3] == seatings[3:]
    for bot in range(3):
        assert sorted(seating.index(bot) for seating in seatings[:3]) == [0, 1, 2]


def test_games_of_one_deal_have_the_same_cards() -> None:
    shuffles = [game.moves[0] for game in series()]
    assert shuffles[::2] == shuffles[1::2]
    assert len(set(shuffles)) == 3


def test_a_seed_fixes_the_series_however_long_it_is() -> None:
    assert series()[:3] == played(3)[1]
    assert series()[:2] != played(2, seed=10)[1]


def test_two_processes_play_the_same_series_as_one() -> None:
    one, alone = played(3, seed=3)
    two, shared = played(3, seed=3, jobs=2)
    assert alone == shared
    assert but(one, seconds=0.0) == but(two, seconds=0.0)


def test_the_options_of_the_table_are_played() -> None:
    _, seen = played(2, seed=3, options=Options(first_player=1, lexicon="casual"))
    assert [game.moves[1][0] for game in seen] == [1, 1]


def test_scores_belong_to_bots_not_to_seats() -> None:
    results, seen = played(4, seed=5)
    for bot, standing in enumerate(results.standings):
        scores = [game.outcome.scores[game.seating.index(bot)] for game in seen]
        assert standing.score.mean == sum(scores) / 4
        wins = [bot in [game.seating[seat] for seat in game.outcome.winners] for game in seen]
        assert standing.alone + standing.shared == sum(wins)
    assert results.moves == sum(len(game.moves) for game in seen)


def test_a_game_of_a_series_is_a_transcript_that_replays() -> None:
    game = series()[1]
    written = transcript(GAME, Options(), PAIR, game)
    assert written.header.note == "normal, easy"
    *_, last = replay(GAME, loads(dumps(written)))
    assert GAME.outcome(last) == game.outcome


def test_the_duration_is_measured_by_the_given_clock() -> None:
    ticks = count(10, 7)
    assert simulate(GAME, PAIR, 1, 1, clock=lambda: float(next(ticks))).seconds == 7.0


def test_a_bot_that_breaks_the_rules_ends_the_series() -> None:
    def cheat(_persona: int) -> Any:
        def act(view: View, _seat: Seat, _rng: Rng) -> Say:
            return Say(f"{view.ring[0].safe.letter}-", "clockwise", (0,))

        return act

    game = replace(GAME, bots={"cheat": cheat})
    with pytest.raises(
        SeriesFailed, match=r"^Game 0, move 1: the cheat bot in seat \d erred\..*WB-12"
    ):
        simulate(game, ("cheat", "cheat"), 3, 1)


def test_games_of_a_dead_process_are_repeated_once() -> None:
    seen: list[Played] = []

    def kill_once(game: Played) -> None:
        if not seen:
            for child in active_children():
                child.kill()
        seen.append(game)

    simulate(GAME, ("random", "random"), 40, 1, jobs=2, watch=kill_once)
    assert seen == played(40, bots=("random", "random"))[1]


def die(_item: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def test_processes_that_die_three_times_end_the_series() -> None:
    with pytest.raises(EngineFailed, match="died 3 times"):
        list(in_processes(die, range(3), 1))


def test_only_installed_games_are_played_by_several_processes() -> None:
    with pytest.raises(ValueError, match="one process"):
        simulate(replace(GAME, name="mine"), PAIR, 1, 1, jobs=2)


@pytest.mark.parametrize(
    ("asked", "error", "sentence"),
    [
        ({"games": 0}, ValueError, "A series has at least one game, not 0."),
        ({"games": -1}, ValueError, "A series has at least one game, not -1."),
        ({"games": 1.5}, TypeError, "games is a whole number, not 1.5."),
        ({"seed": "7"}, TypeError, "seed is a whole number, not '7'."),
        ({"game": "word-bank"}, TypeError, "a value of chabudai.games.GAMES, not of 'word-bank'."),
        ({"options": GAMES["quiddler"].options()}, TypeError, "no options of Word Bank: Options("),
        ({"options": {"min_length": 4}}, TypeError, "no options of Word Bank: {'min_length': 4}."),
        ({"bots": "easy"}, TypeError, "such as ('hard', 'easy'): 'easy'."),
        ({"bots": ("easy", GAME.sample)}, TypeError, "bots are names, one for each seat"),
        ({"limit": 0}, ValueError, "A bot has more than 0 seconds for a move, not 0."),
        ({"limit": "3"}, TypeError, "limit is a number of seconds, not '3'."),
        ({"jobs": 1.5}, TypeError, "jobs is a whole number, not 1.5."),
        ({"jobs": "2"}, TypeError, "jobs is a whole number, not '2'."),
        ({"jobs": 0}, ValueError, "A series takes at least one process, not 0."),
        ({"bots": ("god", "easy")}, ValueError, "no bot 'god'. There is: easy, "),
        ({"bots": ("easy",)}, Illegal, "Word Bank is played by two to five."),
        ({"options": Options(first_player=4)}, Illegal, "Seat 4 cannot start"),
        ({"engine": "threads"}, ValueError, "There is no engine 'threads'. There is: processes, "),
    ],
)
def test_invalid_arguments_are_refused_in_a_sentence_that_names_them(
    asked: dict[str, Any], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=re.escape(sentence)):
        simulate(**{"game": GAME, "bots": PAIR, "games": 1, "seed": 1, **asked})
