"""The move on the front page comes from a recorded game."""

import json
from itertools import islice
from pathlib import Path

import msgspec

from chabudai.core import play
from chabudai.core.transcript import loads, replay
from chabudai.games.word_bank import GAME
from chabudai.games.word_bank.state import Closed, Say, State

ROOM = Path(__file__).parent.parent


def test_the_move_of_the_front_page_is_one_of_a_recorded_game() -> None:
    shown = json.loads((ROOM / "web/move.json").read_text())
    game = loads((ROOM / f"golden/{shown['golden']}.jsonl").read_bytes())
    at = shown["at"]
    state: State = next(islice(replay(GAME, game), at, None))
    entry = game.entries[at]
    say = msgspec.json.decode(entry.action, type=Say)
    news = play(GAME, state, entry.seat, say).news
    assert (shown["seats"], shown["seat"]) == (game.header.seats, entry.seat)
    assert (shown["word"], tuple(shown["positions"])) == (say.word, say.positions)
    assert shown["closes"] == [
        each.event.position for each in news if isinstance(each.event, Closed)
    ]
    assert shown["ring"] == [
        {"letter": slot.safe.letter, "spaces": slot.safe.spaces, "stones": list(slot.stones)}
        for slot in state.ring
    ]
