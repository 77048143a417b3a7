"""Wording of every game, from its `tests/*.tsv` files: events as sentences, moves as lines."""

from typing import get_args

import msgspec
import pytest

from chabudai.core.text import tell
from tests.support.game_cases import CASES, EXTERNAL, Case

NAMES = ("Ann", "Ben", "Cho", "Dai")
OWN = [room for room in CASES if room not in EXTERNAL]


def rows(room: Case, file: str) -> list[tuple[str, str]]:
    """Return the lines of a file: a text, and its event or action as JSON if the text is valid."""
    lines = (room.folder / "tests" / file).read_text(encoding="utf-8").splitlines()
    return [(text, document) for text, _, document in (line.partition("\t") for line in lines)]


EVENTS = [(room, *row) for room in OWN for row in rows(room, "events.tsv")]
LINES = [(room, *row) for room in OWN for row in rows(room, "lines.tsv")]


@pytest.mark.parametrize(("room", "sentence", "document"), EVENTS)
def test_an_event_is_told_with_its_names_in_both_languages(
    room: Case, sentence: str, document: str
) -> None:
    event = msgspec.json.decode(document, type=room.game.events)
    assert tell(room.game.text, event, "en", NAMES) == sentence
    japanese = tell(room.game.text, event, "ja", NAMES)
    assert [name for name in NAMES if (name in japanese) != (name in sentence)] == []


@pytest.mark.parametrize("room", OWN, ids=str)
def test_every_kind_of_event_is_told(room: Case) -> None:
    kinds = {
        type(msgspec.json.decode(document, type=room.game.events))
        for _, document in rows(room, "events.tsv")
    }
    assert kinds == set(get_args(room.game.events)) - set(room.support.UNTOLD)


@pytest.mark.parametrize(("room", "line", "document"), [one for one in LINES if one[2]])
def test_an_action_is_one_line(room: Case, line: str, document: str) -> None:
    action = msgspec.json.decode(document, type=room.game.actions)
    assert room.game.text.write(action) == line
    assert room.game.text.read(line) == action


@pytest.mark.parametrize(("room", "line"), [one[:2] for one in LINES if not one[2]])
def test_a_line_that_is_nearly_a_move_is_refused(room: Case, line: str) -> None:
    with pytest.raises(ValueError, match="not a move"):
        room.game.text.read(line)
