"""Recorded games replayed up to a step."""

from pathlib import Path

import msgspec

from chabudai.core.replay_prefix import (
    InvalidReplay,
    ReplayPrefix,
    ReplayPrefixRequest,
    replay_prefix,
)
from chabudai.core.steps import settled_states
from chabudai.core.transcript import Transcript, loads, replay_steps
from chabudai.games import GAMES

GAME = GAMES["kakapo"]
WHOLE = loads(Path("src/chabudai/games/kakapo/golden/the-last-round-is-over-2.jsonl").read_bytes())


def prefix(step: int | None) -> ReplayPrefix:
    found = replay_prefix(GAME, ReplayPrefixRequest(WHOLE, step))
    assert isinstance(found, ReplayPrefix)
    return found


def test_a_prefix_has_the_moves_before_a_step_and_its_state() -> None:
    for at, (state, _) in enumerate(settled_states(GAME, WHOLE)):
        found = prefix(at)
        made = [(move.seat, move.action) for move in found.moves]
        assert made == [(each.seat, each.action) for each in WHOLE.entries[: len(made)]]
        assert found.state == msgspec.Raw(msgspec.json.encode(state))
        assert found.over == (not GAME.to_act(state))


def test_the_whole_game_is_returned_with_news_for_any_later_step() -> None:
    whole = prefix(None)
    assert prefix(10**9) == whole
    assert whole.over
    assert len(whole.moves) == len(WHOLE.entries)
    news = [msgspec.json.encode(step.news) for step in replay_steps(GAME, WHOLE)][1:]
    assert [bytes(move.news) for move in whole.moves] == news


def test_a_game_that_breaks_a_rule_is_invalid() -> None:
    header, entries = WHOLE.header, WHOLE.entries
    broken = replay_prefix(
        GAME, ReplayPrefixRequest(Transcript(header, (*entries[:5], *entries[6:])))
    )
    assert isinstance(broken, InvalidReplay)
    assert broken.at >= 5
    assert broken.rule.startswith("KK-")
    other = msgspec.structs.replace(header, rules=header.rules + 1)
    assert replay_prefix(GAME, ReplayPrefixRequest(Transcript(other))) == InvalidReplay(
        -1, "", f"This is a game of kakapo with rules {other.rules}, not kakapo with {GAME.rules}."
    )
