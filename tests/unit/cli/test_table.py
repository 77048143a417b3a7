"""The table in the terminal: the clock, and a person's votes."""

from itertools import count
from typing import Literal

import pytest

from chabudai.cli.rules import rulebook
from chabudai.cli.table import Left, Table, play_to_the_end
from chabudai.core import CHANCE, Rng, Seat, stream
from chabudai.games import GAMES
from chabudai.games.word_bank.moves import sample
from chabudai.games.word_bank.state import Action, Options, Say, State
from chabudai.games.word_bank.view import Doubt, View

GAME = GAMES["word-bank"]


def nonsense(view: View, seat: Seat) -> Action:
    """Say a word outside the dictionary, or vote."""
    if isinstance(view.phase, Doubt):
        return sample(view, seat, Rng(1))
    return Say(f"{view.ring[0].safe.letter}QQX", "clockwise", (0,))


def played(
    typed: list[str], options: Options, seconds: int = 0, seats: int = 2
) -> tuple[list[str], bool]:
    """Return the output, and whether the game ended. Seat 0 takes `seconds` to type a line."""
    said: list[str] = []
    lines, ticks, rng = iter(typed), count(0, seconds), stream(1, CHANCE)

    def ask() -> str:
        for line in lines:
            return line
        raise EOFError

    def chance(state: State) -> Action:
        action: Action = GAME.chance(state, rng)
        return action

    table = Table(
        game=GAME,
        options=options,
        names=("You", "Hana", "Ken")[:seats],
        seat=0,
        bots=dict.fromkeys(range(1, seats), nonsense),
        chance=chance,
        lang="en",
        rulebook=rulebook(GAME, "en"),
        ask=ask,
        say=said.append,
        record=lambda _seat, _action: None,
        clock=lambda: float(next(ticks)),
    )
    try:
        play_to_the_end(table)
    except Left:
        return said, False
    return said, True


@pytest.mark.parametrize(("clock", "up"), [(10, True), (20, False), ("off", False)])
def test_wb_a19_a_person_passes_when_the_time_is_up(clock: int | Literal["off"], up: bool) -> None:
    typed = "table" if up else "pass"
    said, _ = played([typed], Options(first_player=0, turn_clock=clock), seconds=15)
    assert ("Time is up." in said) == up
    assert "You passed." in said


def test_wb_a18_a_person_is_asked_for_their_vote() -> None:
    said, _ = played(["safe", "no"], Options(first_player=1, word_vote=True))
    vote = next(line for line in said if "Do you accept it?" in line)
    assert vote.endswith("QQX. Do you accept it? Type yes or no.")
    assert any(line.startswith("Not allowed: First vote on ") for line in said)
    assert any("did not accept it: you no." in line for line in said)


def test_wb_a9_a_game_without_words_ends() -> None:
    said, ended = played(["pass"] * 3, Options(first_player=0, stalemate_rounds=1), seats=3)
    assert ended
    assert said[-1].splitlines()[-1] == "The game is over."
