"""Recorded games replay to the same states, and show every ending, example and option."""

import json
from functools import cache
from typing import Any

import msgspec
import pytest

from chabudai.core.transcript import Header, loads, replay
from tests.support.game_cases import CASES, Case
from tools.bless import final_state, golden_files

pytestmark = pytest.mark.parametrize("room", CASES, ids=str)


@cache
def played(name: str) -> dict[str, tuple[Header, list[Any]]]:
    """Map each file with a recorded game to the game's header and states."""
    room = next(one for one in CASES if one.game.name == name)
    games = {}
    for path in sorted((room.folder / "golden").glob("*.jsonl")):
        transcript = loads(path.read_bytes())
        games[path.name] = (transcript.header, list(replay(room.game, transcript)))
    return games


def test_a_recorded_game_ends_as_it_did_when_it_was_recorded(room: Case) -> None:
    golden = room.folder / "golden"
    expected = json.loads((golden / "expected.json").read_bytes())
    assert expected.keys() == played(room.game.name).keys()
    for name in expected:
        now = final_state(room, loads((golden / name).read_bytes()))
        assert json.loads(msgspec.json.encode(now)) == expected[name], name


def test_each_ending_is_recorded_for_each_number_of_seats_and_each_has_a_name(room: Case) -> None:
    over = {
        name: (header.seats, states)
        for name, (header, states) in played(room.game.name).items()
        if room.game.outcome(states[-1])
    }
    named = set()
    for ending, shown in room.support.ENDINGS.items():
        shows = {name for name, (_, states) in over.items() if shown(states)}
        assert {over[name][0] for name in shows} == set(room.game.seats), ending
        named |= shows
    assert named == over.keys()


def test_the_printed_examples_are_recorded_and_each_game_has_a_note(room: Case) -> None:
    notes = {header.note for header, _ in played(room.game.name).values()}
    assert {transcript.header.note for _, transcript in room.support.examples()} <= notes
    assert "" not in notes


def test_every_table_option_is_played_at_a_recorded_table(room: Case) -> None:
    tables = [states[0].options for _, states in played(room.game.name).values()]
    for field in msgspec.structs.fields(room.game.options):
        values = {getattr(options, field.name) for options in tables}
        assert field.default in values, field.name
        assert len(values) > 1, field.name


@pytest.mark.nightly
def test_recording_again_gives_the_same_games(room: Case) -> None:
    """If this fails, run `make bless` and review the differences."""
    golden = room.folder / "golden"
    assert dict(golden_files(room)) == {path.name: path.read_bytes() for path in golden.iterdir()}
