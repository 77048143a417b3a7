"""A lobby offers exactly the options that the rules allow."""

import msgspec
import pytest

from chabudai.core import Illegal
from chabudai.games import GAMES
from chabudai.server.tables.decide.agreement import choices


def test_a_single_seat_is_offered_only_for_the_solo_game() -> None:
    assert choices("quiddler", b"{}", 3).seats == tuple(range(2, 9))
    columns = choices("quiddler", b'{"solo":"columns"}', 1)
    assert columns.seats == tuple(range(1, 9))
    assert columns.refused["solo"] == ("bots",)


def test_two_players_are_not_offered_both_bonuses() -> None:
    assert choices("quiddler", b"{}", 2).refused["two_player_bonus"] == ("both",)
    assert "two_player_bonus" not in choices("quiddler", b"{}", 3).refused
    assert 2 not in choices("quiddler", b'{"two_player_bonus":"both"}', 3).seats


def test_only_seats_at_the_table_can_start() -> None:
    assert choices("word-bank", b"{}", 3).refused == {"first_player": (3, 4)}
    assert choices("word-bank", b'{"first_player":3}', 4).seats == (4, 5)


@pytest.mark.parametrize("name", GAMES)
def test_a_value_is_refused_only_when_the_rules_refuse_it(name: str) -> None:
    game = GAMES[name]
    for seats in game.seats:
        for option, wrong in choices(name, b"{}", seats).refused.items():
            for value in wrong:
                options = msgspec.convert({option: value}, game.options)
                with pytest.raises(Illegal):
                    game.setup(options, seats)
