"""Transcripts: written, read, replayed, and refused with a place and a sentence."""

import pytest

from chabudai.core import CHANCE, Rng, play
from chabudai.core.transcript import (
    Corrupt,
    Header,
    Transcript,
    begin,
    dumps,
    first_state,
    loads,
    record,
    replay,
)
from chabudai.games.word_bank import GAME
from chabudai.games.word_bank.state import Options, Pass


def a_pass_each() -> Transcript:
    """CHANCE deals, seat 1 starts, and both pass."""
    options = Options(first_player=1)
    shuffle = GAME.chance(GAME.setup(options, 2), Rng(1))
    transcript = record(begin(GAME, 2, options, "two passes"), CHANCE, shuffle)
    return record(record(transcript, 1, Pass()), 0, Pass())


LINES = dumps(a_pass_each()).splitlines()
HEADER = LINES[0]


def test_a_transcript_is_a_header_and_a_line_for_each_move() -> None:
    assert HEADER == (
        b'{"game":"word-bank","rules":1,"seats":2,"options":{"lexicon":"standard",'
        b'"first_player":1,"balanced_start":false,"retry_words":false,'
        b'"contains_rule":"literal","min_length":2,"root_rule":"derivation",'
        b'"stalemate_rounds":2,"word_vote":false,"turn_clock":"off"},"note":"two passes"}'
    )
    assert LINES[1].startswith(b'{"seat":-1,"action":{"type":"shuffle","safes":[{"letter":"')
    assert LINES[2:] == [
        b'{"seat":1,"action":{"type":"pass"}}',
        b'{"seat":0,"action":{"type":"pass"}}',
    ]
    assert dumps(a_pass_each()).endswith(b"\n")


def test_what_is_written_is_read_again() -> None:
    assert loads(dumps(a_pass_each())) == a_pass_each()
    assert loads(HEADER).entries == ()


def test_a_header_needs_no_options_that_are_as_in_the_box_and_no_note() -> None:
    short = loads(b'{"game":"word-bank","rules":1,"seats":2,"options":{}}')
    assert first_state(GAME, short.header).options == Options()
    assert short.header.note == ""


def test_a_replay_gives_every_state_the_first_included() -> None:
    state = GAME.setup(Options(first_player=1), 2)
    states = [state]
    for seat, action in ((CHANCE, GAME.chance(state, Rng(1))), (1, Pass()), (0, Pass())):
        states.append(play(GAME, states[-1], seat, action).state)
    assert list(replay(GAME, a_pass_each())) == states


@pytest.mark.parametrize(
    ("lines", "at", "rule", "why"),
    [
        pytest.param([], -1, "", "Line 1 cannot be read", id="nothing"),
        pytest.param([b"", *LINES], -1, "", "Line 1 cannot be read", id="a blank line first"),
        pytest.param([b"[]"], -1, "", "Line 1 cannot be read", id="another shape"),
        pytest.param([b"\x89PNG"], -1, "", "Line 1 cannot be read", id="a picture"),
        pytest.param(
            [HEADER.replace(b"word-bank", b"chess")],
            -1,
            "",
            "This is a game of chess with rules 1, not word-bank with 1.",
            id="another game",
        ),
        pytest.param(
            [HEADER.replace(b'"rules":1', b'"rules":9')],
            -1,
            "",
            "This is a game of word-bank with rules 9, not word-bank with 1.",
            id="other rules",
        ),
        pytest.param(
            [HEADER.replace(b'"seats":2', b'"seats":1')],
            -1,
            "",
            "Word Bank is not played by 1.",
            id="too few seats",
        ),
        pytest.param(
            [HEADER.replace(b"standard", b"klingon")],
            -1,
            "",
            "The options cannot be read",
            id="options there are not",
        ),
        pytest.param(
            [HEADER.replace(b"standard", b"\xff")],
            -1,
            "",
            "The options cannot be read",
            id="options that are no text",
        ),
        pytest.param(
            [HEADER.replace(b'"first_player":1', b'"first_player":2')],
            -1,
            "WB-A14",
            "Seat 2 cannot start",
            id="options that cannot be played",
        ),
        pytest.param(
            [*LINES[:2], b"", *LINES[2:]], 1, "", "Line 3 cannot be read", id="a blank line"
        ),
        pytest.param([*LINES[:2], b'{"seat":1}'], 1, "", "Line 3 cannot be read", id="no action"),
        pytest.param([*LINES[:2], LINES[2][:-9]], 1, "", "Line 3 cannot be read", id="cut short"),
        pytest.param(
            [HEADER, b'{"seat":-1,"action":%s%s}' % (b"[" * 999_999, b"]" * 999_999)],
            0,
            "",
            "Line 2 cannot be read",
            id="nested without end",
        ),
        pytest.param(
            [*LINES[:2], LINES[2].replace(b"pass", b"fly")],
            1,
            "",
            "Move 1 cannot be read",
            id="an action there is not",
        ),
        pytest.param(
            [*LINES[:2], LINES[2].replace(b"pass", b"\xff")],
            1,
            "",
            "Move 1 cannot be read",
            id="an action that is no text",
        ),
        pytest.param([*LINES[:2], LINES[3]], 1, "WB-6", "It is not your turn.", id="out of turn"),
        pytest.param(
            [*LINES, LINES[2].replace(b'{"type":"pass"}', b'{"type":"vote","accept":true}')],
            3,
            "WB-A18",
            "There is no word to vote on.",
            id="against a rule",
        ),
    ],
)
def test_a_corrupt_transcript_is_refused_with_its_place(
    lines: list[bytes], at: int, rule: str, why: str
) -> None:
    with pytest.raises(Corrupt) as corrupt:
        list(replay(GAME, loads(b"\n".join(lines))))
    assert (corrupt.value.at, corrupt.value.rule) == (at, rule)
    assert str(corrupt.value).startswith(why)
    assert corrupt.value.why == str(corrupt.value)


def test_the_states_before_a_bad_move_are_replayed() -> None:
    states = replay(GAME, loads(b"\n".join((*LINES, LINES[3]))))
    assert len([next(states) for _ in range(4)]) == 4
    with pytest.raises(Corrupt):
        next(states)


def test_a_header_says_what_was_played() -> None:
    header = a_pass_each().header
    assert isinstance(header, Header)
    assert (header.game, header.rules, header.seats, header.note) == (
        "word-bank",
        GAME.rules,
        2,
        "two passes",
    )
