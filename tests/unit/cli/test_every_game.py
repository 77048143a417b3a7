"""The command with every game."""

from pathlib import Path

import pytest

from chabudai.core import CHANCE
from tests.support.game_cases import CASES, Case, a_start, walk
from tests.unit.cli.support import here

pytestmark = pytest.mark.parametrize("room", CASES, ids=str)


def test_bots_record_games_that_are_verified_and_replayed(room: Case, tmp_path: Path) -> None:
    name = room.game.name
    bots = ("--bots", "easy", "--seed", "1")
    done = here("simulate", name, "--games", "2", *bots, "--transcripts", str(tmp_path), "--json")
    assert (done.code, done.document["games"]) == (0, 2)
    for file in sorted(tmp_path.iterdir()):
        assert here("verify", str(file)).code == 0
        assert here("replay", str(file), "--lang", "ja").code == 0


def test_an_offered_move_is_understood_as_it_is_typed(room: Case) -> None:
    game, text, alone = room.game, room.game.text, a_start(room)
    for ply in walk(room, alone._replace(seats=max(2, alone.seats), oddity=0)):
        if ply.seat == CHANCE:
            continue
        view, lines = game.view(ply.before, ply.seat), set[str]()
        for action in game.menu(view, ply.seat):
            line = text.typed(view, action) if text.typed else text.write(action)
            assert line in lines or text.suggest(view, ply.seat, line) == action
            lines.add(line)


def test_a_person_sits_down_and_leaves(room: Case) -> None:
    left = here("play", room.game.name, "--seed", "1", typed="?\nhint\nwhy\n")
    assert (left.code, left.err) == (0, "")
    assert room.game.title in left.out
    assert all(line in left.out for line in room.game.text.usage("en").splitlines())
    assert ("> This game gives no advice.\n" in left.out) == (room.game.extras.advise is None)
    assert ("In this game bots do not say why.\n" in left.out) == (room.game.extras.why is None)


def test_its_commands_have_help_and_names_of_their_own(room: Case) -> None:
    names = [command.name for other in CASES for command in other.game.extras.commands()]
    for command in room.game.extras.commands():
        assert command.does.split()[0] in here(*command.name.split(), "--help").out
        assert names.count(command.name) == 1
