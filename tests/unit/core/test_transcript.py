"""Transcripts are written, read, replayed, or refused with a location and a reason."""

from pathlib import Path

import msgspec
import pytest

from chabudai import __version__
from chabudai.core import CHANCE, Rng, play
from chabudai.core.replay_prefix import (
    InvalidReplay,
    ReplayPrefix,
    ReplayPrefixRequest,
    replay_prefix,
)
from chabudai.core.steps import settled_states
from chabudai.core.transcript import (
    Corrupt,
    Transcript,
    begin,
    dumps,
    first_state,
    loads,
    record,
    replay,
    replay_steps,
)
from chabudai.games import GAMES
from chabudai.games.word_bank import GAME
from chabudai.games.word_bank.state import Options, Pass


def a_pass_each() -> Transcript:
    """Return a game in which CHANCE deals, seat 1 starts, and both seats pass."""
    options = Options(first_player=1)
    shuffle = GAME.chance(GAME.setup(options, 2), Rng(1))
    transcript = record(begin(GAME, 2, options, "two passes"), CHANCE, shuffle)
    return record(record(transcript, 1, Pass()), 0, Pass())


LINES = dumps(a_pass_each()).splitlines()
HEADER, DEAL, FIRST, SECOND = LINES
NESTED = b'{"seat":-1,"action":%s%s}' % (b"[" * 999_999, b"]" * 999_999)
OF, NOT = "This is a game of", "not word-bank with 2."
VOTE = b'{"seat":1,"action":{"type":"vote","accept":true}}'


def test_a_transcript_is_a_header_and_a_line_for_each_move() -> None:
    assert HEADER.replace(__version__.encode(), b"VERSION") == (
        b'{"game":"word-bank","rules":2,"seats":2,"options":{"lexicon":"standard",'
        b'"first_player":1,"balanced_start":false,"retry_words":false,'
        b'"contains_rule":"literal","min_length":2,"root_rule":"derivation",'
        b'"stalemate_rounds":2,"word_vote":false,"turn_clock":"off"},"note":"two passes",'
        b'"format":1,"version":"VERSION"}'
    )
    assert DEAL.startswith(b'{"seat":-1,"action":{"type":"shuffle","safes":[{"letter":"')
    assert FIRST == b'{"seat":1,"action":{"type":"pass"}}'
    assert SECOND == b'{"seat":0,"action":{"type":"pass"}}'
    assert dumps(a_pass_each()).endswith(b"\n")
    assert loads(dumps(a_pass_each())) == a_pass_each()
    assert loads(HEADER).entries == ()
    short = loads(b'{"game":"word-bank","rules":2,"seats":2,"options":{}}')
    assert first_state(GAME, short.header).options == Options()
    assert (short.header.note, short.header.format) == ("", 1)


def test_a_replay_yields_every_state_including_the_first() -> None:
    states = [GAME.setup(Options(first_player=1), 2)]
    for seat, action in ((CHANCE, GAME.chance(states[0], Rng(1))), (1, Pass()), (0, Pass())):
        states.append(play(GAME, states[-1], seat, action).state)
    assert list(replay(GAME, a_pass_each())) == states
    # The states before a move against the rules are replayed.
    corrupt = replay(GAME, loads(b"\n".join((*LINES, SECOND))))
    assert [next(corrupt) for _ in states] == states
    with pytest.raises(Corrupt):
        next(corrupt)


def header(old: bytes, new: bytes) -> list[bytes]:
    """Return a transcript with a changed header."""
    return [HEADER.replace(old, new), *LINES[1:]]


def first(old: bytes, new: bytes) -> list[bytes]:
    """Return a transcript with a change in the first move of a seat."""
    return [HEADER, DEAL, FIRST.replace(old, new)]


CORRUPT = {
    "nothing": ([], -1, "", "This is not a recorded"),
    "a blank line first": ([b"", *LINES], -1, "", "This is not a recorded"),
    "another shape": ([b"[]"], -1, "", "This is not a recorded"),
    "a picture": ([b"\x89PNG"], -1, "", "This is not a recorded"),
    "a byte order mark": ([b"\xef\xbb\xbf" + HEADER], -1, "", "This is not a recorded"),
    "a surrogate as a game": (header(b"word-bank", b"\\ud800"), -1, "", "This is not a recorded"),
    "another game": (header(b"word-bank", b"chess"), -1, "", f"{OF} chess with rules 2, {NOT}"),
    "other rules": (header(b'es":2', b'es":9'), -1, "", f"{OF} word-bank with rules 9, {NOT}"),
    "a later format": (header(b'mat":1', b'mat":2'), -1, "", "This game is recorded in format 2"),
    "too few seats": (header(b'ts":2', b'ts":1'), -1, "", "Word Bank is not played by 1."),
    "unknown options": (header(b"standard", b"klingon"), -1, "", "The options cannot be read"),
    "options not in UTF-8": (header(b"standard", b"\xff"), -1, "", "The options cannot be read"),
    "unplayable options": (header(b'er":1', b'er":2'), -1, "WB-A14", "Seat 2 cannot start"),
    "a blank line": ([HEADER, DEAL, b"", FIRST], 1, "", "Line 3 cannot be read"),
    "no action": ([HEADER, DEAL, b'{"seat":1}'], 1, "", "Line 3 cannot be read"),
    "cut short": ([HEADER, DEAL, FIRST[:-9]], 1, "", "Line 3 cannot be read"),
    "nested without end": ([HEADER, NESTED], 0, "", "Line 2 cannot be read"),
    "an unknown seat": (first(b'"seat":1', b'"seat":9'), 1, "WB-6", "It is not your turn."),
    "a surrogate": (first(b"pass", b"\\ud800"), 1, "", "Line 3 cannot be read"),
    "an unknown action": (first(b"pass", b"fly"), 1, "", "Move 1 cannot be read"),
    "an action not in UTF-8": (first(b"pass", b"\xff"), 1, "", "Move 1 cannot be read"),
    "out of turn": ([HEADER, DEAL, SECOND], 1, "WB-6", "It is not your turn."),
    "against a rule": ([*LINES, VOTE], 3, "WB-A18", "There is no word to vote on."),
}
"""Lines of corrupt transcripts, with the move, the rule and the reason of each refusal."""


@pytest.mark.parametrize(("lines", "at", "rule", "why"), CORRUPT.values(), ids=CORRUPT)
def test_a_corrupt_transcript_is_refused_with_its_place(
    lines: list[bytes], at: int, rule: str, why: str
) -> None:
    with pytest.raises(Corrupt) as corrupt:
        list(replay(GAME, loads(b"\n".join(lines))))
    assert (corrupt.value.at, corrupt.value.rule) == (at, rule)
    assert str(corrupt.value).startswith(why)
    assert corrupt.value.why == str(corrupt.value)


SILENT = GAMES["kakapo"]
WHOLE = loads(Path("src/chabudai/games/kakapo/golden/the-last-round-is-over-2.jsonl").read_bytes())


def prefix(step: int | None) -> ReplayPrefix:
    found = replay_prefix(SILENT, ReplayPrefixRequest(WHOLE, step))
    assert isinstance(found, ReplayPrefix)
    return found


def test_a_prefix_has_the_moves_and_news_before_a_step_and_its_state() -> None:
    for at, (state, _) in enumerate(settled_states(SILENT, WHOLE)):
        found = prefix(at)
        made = [(move.seat, move.action) for move in found.moves]
        assert made == [(each.seat, each.action) for each in WHOLE.entries[: len(made)]]
        assert found.state == msgspec.Raw(msgspec.json.encode(state))
        assert found.over == (not SILENT.to_act(state))
    whole = prefix(None)
    assert prefix(10**9) == whole
    assert whole.over
    assert len(whole.moves) == len(WHOLE.entries)
    news = [msgspec.json.encode(step.news) for step in replay_steps(SILENT, WHOLE)][1:]
    assert [bytes(move.news) for move in whole.moves] == news


def test_a_game_that_breaks_a_rule_is_invalid() -> None:
    header, entries = WHOLE.header, WHOLE.entries
    without = Transcript(header, (*entries[:5], *entries[6:]))
    broken = replay_prefix(SILENT, ReplayPrefixRequest(without))
    assert isinstance(broken, InvalidReplay)
    assert broken.at >= 5
    assert broken.rule.startswith("KK-")
    other = msgspec.structs.replace(header, rules=header.rules + 1)
    found = replay_prefix(SILENT, ReplayPrefixRequest(Transcript(other)))
    why = f"This is a game of kakapo with rules {other.rules}, not kakapo with {SILENT.rules}."
    assert found == InvalidReplay(-1, "", why)
