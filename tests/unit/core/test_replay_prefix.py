"""The beginning of a recorded game."""

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


def found(step: int | None) -> ReplayPrefix:
    beginning = replay_prefix(GAME, ReplayPrefixRequest(WHOLE, step))
    assert isinstance(beginning, ReplayPrefix)
    return beginning


def test_each_step_has_the_moves_before_it_and_its_state() -> None:
    for at, (state, _) in enumerate(settled_states(GAME, WHOLE)):
        beginning = found(at)
        made = tuple((move.seat, move.action) for move in beginning.moves)
        assert made == tuple((each.seat, each.action) for each in WHOLE.entries[: len(made)])
        assert beginning.state == msgspec.Raw(msgspec.json.encode(state))
        assert beginning.over == (not GAME.to_act(state))


def test_what_was_told_of_a_move_is_kept_with_it() -> None:
    told = [step.news for step in replay_steps(GAME, WHOLE)][1:]
    encoded = [msgspec.json.encode(news) for news in told]
    assert [bytes(move.news) for move in found(None).moves] == encoded


def test_a_step_that_never_was_is_the_end() -> None:
    assert found(10**9) == found(None)
    assert len(found(None).moves) == len(WHOLE.entries)
    assert found(None).over


def test_a_game_that_breaks_a_rule_has_no_beginning() -> None:
    header, entries = WHOLE.header, WHOLE.entries
    spoilt = Transcript(header, (*entries[:5], *entries[6:]))
    broken = replay_prefix(GAME, ReplayPrefixRequest(spoilt))
    assert isinstance(broken, InvalidReplay)
    assert broken.at >= 5
    assert broken.rule.startswith("KK-")
    other = msgspec.structs.replace(header, rules=header.rules + 1)
    assert replay_prefix(GAME, ReplayPrefixRequest(Transcript(other))) == InvalidReplay(
        -1, "", f"This is a game of kakapo with rules {other.rules}, not kakapo with {GAME.rules}."
    )
