"""`import chabudai`: the functions of an interactive session."""

import subprocess
import sys
from typing import Any, assert_type

import pytest

import chabudai
from chabudai.core import Illegal
from chabudai.core.drawing.picture import Position
from chabudai.games import kakapo, quiddler, word_bank, word_porters
from chabudai.search import playout
from tests.support.game_cases import ADDED, CASES, Case


@pytest.mark.parametrize("room", CASES, ids=lambda room: room.game.name)
def test_a_state_prints_and_draws_the_table_that_spectators_see(room: Case) -> None:
    game = room.game
    state = chabudai.make(game.name)
    states = [state, *(step.state for _, _, step in playout(game, state, chabudai.Rng(7)))]
    for state in (states[0], states[len(states) // 2], states[-1]):
        assert str(state) == str(Position(game, state))
        assert "{" not in str(state)
        if game.extras.draw is not None:
            assert state._repr_svg_() == Position(game, state)._repr_svg_()


LAZY = """
import sys
import chabudai
print(*(name for name in sys.modules if name.startswith("chabudai")))
from chabudai.words import vectors
from chabudai.words.store import mapped
print(mapped.cache_info().currsize)
from chabudai.cli import main
main(["words", "--check", "SAFE"])
heavy = {"starlette", "uvicorn", "sqlalchemy", "chabudai.games", "asyncio"}
print(*heavy & sys.modules.keys())
from chabudai.games import GAMES
GAMES["quiddler"]
print(*(name for name in sys.modules if name.count(".") == 2 and ".games." in name))
"""


def test_imports_load_only_what_is_used() -> None:
    done = subprocess.run([sys.executable, "-c", LAZY], capture_output=True, check=True, text=True)
    package, vectors, _, heavy, games = done.stdout.splitlines()
    assert (package, vectors, heavy) == ("chabudai", "0", "")
    assert games == "chabudai.games.quiddler"
    assert all(hasattr(chabudai, name) for name in chabudai.__all__)
    with pytest.raises(AttributeError, match="module 'chabudai' has no attribute 'maek'"):
        _ = chabudai.maek  # type: ignore[attr-defined]


def test_a_table_has_the_type_of_its_game() -> None:
    """mypy checks the types; the names of the games are checked here."""
    names = list[str]()
    for state in (
        assert_type(chabudai.make("kakapo"), kakapo.state.State),
        assert_type(chabudai.make("quiddler"), quiddler.state.State),
        assert_type(chabudai.make("word-bank"), word_bank.state.State),
        assert_type(chabudai.make("word-porters"), word_porters.state.State),
    ):
        names.append(type(state).__module__.split(".")[2].replace("_", "-"))
    assert names == [room.game.name for room in CASES if room not in ADDED]
    assert assert_type(chabudai.make(names[0]), Any)


def test_a_table_that_cannot_be_made_is_refused_in_a_sentence() -> None:
    wrong: tuple[tuple[dict[str, object], type[Exception], str], ...] = (
        ({"game": "chess"}, KeyError, "There is no game 'chess'. Available: "),
        ({"seats": 9}, Illegal, "Word Bank"),
        ({"min_lenght": 4}, ValueError, "These are not options of Word Bank: .*min_lenght"),
        ({"min_length": 99}, ValueError, "These are not options of Word Bank: "),
    )
    for given, error, sentence in wrong:
        with pytest.raises(error, match=sentence):
            chabudai.make(**{"game": "word-bank", **given})  # type: ignore[call-overload]
