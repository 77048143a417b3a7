"""Daily deals of every game: the same for all players on any machine, whatever they play."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from chabudai.core import CHANCE, AnyGame, Rng, Seat, play
from chabudai.core.deal import FIRST, Deal, compare, deal_of, expert_game, result_of
from chabudai.core.telling import fields
from chabudai.core.transcript import replayed
from chabudai.games import GAMES
from chabudai.search import playout
from tests.support.game_cases import ADDED, CASES, EXTERNAL, games
from tests.support.moves import scripted

DEALT = [game for game in GAMES.values() if game.extras.daily is not None]
OWN = {room.game.name for room in EXTERNAL}
"""Games outside the repository, which may have deals or no element of chance."""
WITHOUT = {room.game.name for room in ADDED} - OWN
"""Games without deals: the examples in this repository."""
DAY = date(2026, 11, 25)
days = st.dates(FIRST, date(2030, 12, 31))
each_game = pytest.mark.parametrize("game", DEALT, ids=lambda game: game.name)


def test_every_shipped_game_has_daily_deals() -> None:
    assert {room.game.name for room in CASES if room.game.extras.daily is None} - OWN == WITHOUT


@each_game
@games(5)
@given(days)
def test_the_table_of_every_day_can_be_played(game: AnyGame, day: date) -> None:
    table = deal_of(game, day).table()
    game.setup(table.options, table.seats)
    assert set(table.bots) <= game.bots.keys()
    assert deal_of(game, day).table() == table


def deals_to(deal: Deal, seed: int) -> dict[str, Any]:
    """Play random moves, and map the key of each chance move to that move."""
    dealt: dict[str, Any] = {}

    def chance(state: Any, _: Rng) -> Any:
        action = deal.chance(state)
        key = deal.daily.chance_key(state)
        assert dealt.setdefault(key, action) is action, "two moves of one key"
        return action

    table = deal.table()
    start = deal.game.setup(table.options, table.seats)
    for _ in playout(replace(deal.game, chance=chance), start, Rng(seed)):
        pass
    return dealt


@each_game
@games(2)
@given(days, st.integers(0, 99))
def test_the_same_keys_have_the_same_cards_in_every_game_of_a_day(
    game: AnyGame, day: date, seed: int
) -> None:
    deal = deal_of(game, day)
    one, other = deals_to(deal, seed), deals_to(deal, seed + 1)
    unlike = deals_to(deal_of(game, day + timedelta(days=1)), seed)
    if not one and not other:  # CHANCE never moves
        assert game.name in OWN
        return
    shared = [name for name in one if not name.startswith("hints") and name in other]
    assert shared
    assert all(one[name] == other[name] for name in shared)
    assert any(one[name] != unlike.get(name) for name in shared)


@each_game
@games(1)
@given(days)
def test_bots_that_decide_simultaneously_decide_alike_in_any_order(
    game: AnyGame, day: date
) -> None:
    deal = deal_of(game, day)
    assert ordered(deal, 0) == ordered(deal, -1)


def ordered(deal: Deal, which: int) -> dict[Seat, list[Any]]:
    """Map each seat to its moves in a game of bots. `which` chooses among the seats that owe a
    move.
    """
    table, made = deal.table(), dict[Seat, list[Any]]()
    for seat, action in played_by(deal, ("easy", *table.bots), which):
        made.setdefault(seat, []).append(action)
    return made


def played_by(deal: Deal, levels: Sequence[str], which: int = 0) -> Iterator[tuple[Seat, Any]]:
    """Yield the moves of a game of bots. An empty level stands for an idle seat."""
    game, table = deal.game, deal.table()
    state = game.setup(table.options, table.seats)
    while owing := game.to_act(state):
        seat = owing[which]
        if seat == CHANCE:
            action = deal.chance(state)
        elif levels[seat]:
            action = deal.bot_move(game.view(state, seat), seat, levels[seat])
        else:
            action = game.idle(game.view(state, seat), seat)
        yield seat, action
        state = play(game, state, seat, action).state


ANOTHER = """
import sys
from datetime import date
from chabudai.core.deal import deal_of, expert_game
from chabudai.core.transcript import dumps
from chabudai.games import GAMES
sys.stdout.buffer.write(dumps(expert_game(deal_of(GAMES[sys.argv[1]], date(2026, 11, 25)))))
"""


@each_game
def test_an_experts_game_is_par_in_every_process_and_described_in_both_languages(
    game: AnyGame,
) -> None:
    deal = deal_of(game, DAY)
    expert = replayed(game, expert_game(deal))
    par, compared = result_of(deal, expert), compare(deal, expert)
    assert fields(par.told.text) == par.told.facts.keys()
    assert fields(game.text.catalogue("ja")[par.told.text]) == par.told.facts.keys()
    assert 0 < len(par.marks) <= 40
    assert set(par.marks) <= {0, 1, 2, 3, 4}
    assert compared.against == 0
    for told in (deal.goal(), compared.told):
        assert told.keys() == {"en", "ja"}
        assert told["en"].isascii()
        assert not told["ja"].isascii()
        assert "{" not in told["en"] + told["ja"]
    table = deal.table()
    idle = scripted(game, table.seats, table.options, played_by(deal, ("", *table.bots)))
    assert result_of(deal, replayed(game, idle)).rank < par.rank
    done = subprocess.run(
        [sys.executable, "-c", ANOTHER, game.name],
        env={**os.environ, "PYTHONHASHSEED": "3", "TZ": "Pacific/Kiritimati"},
        capture_output=True,
        check=True,
    )
    lines = done.stdout.splitlines()[1:]
    assert lines == [msgspec.json.encode(entry) for entry in expert.transcript.entries]
