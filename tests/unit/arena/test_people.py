"""The models of people in `bench/people`: each plays a game by the rules."""

from pathlib import Path

import pytest

from chabudai.arena import Played, simulate
from chabudai.games import GAMES

PEOPLE = sorted(Path(__file__).parents[3].glob("bench/people/*.py"))


@pytest.mark.parametrize("file", PEOPLE, ids=lambda file: file.stem)
def test_a_model_of_a_person_plays_a_whole_game_with_easy_bots(file: Path) -> None:
    game = GAMES[file.stem.replace("_", "-")]
    seats = max(2, game.seats[0])
    seen: list[Played] = []
    simulate(game, (f"{file}:person", *["easy"] * (seats - 1)), 1, 5, watch=seen.append, limit=30.0)
    assert [one.forfeit for one in seen] == [None]
