"""Wording of every game, from its `tests/*.tsv` files: events as sentences, moves as lines."""

from typing import get_args

import msgspec
import pytest

from chabudai.core.text import tell
from tests.support.game_cases import CASES, EXTERNAL, Case

NAMES = ("Ann", "Ben", "Cho", "Dai")
OWN = [room for room in CASES if room not in EXTERNAL]
pytestmark = pytest.mark.parametrize("room", OWN, ids=str)


def rows(room: Case, file: str) -> list[tuple[str, str]]:
    """Return the lines of a file: a text, and its event or action as JSON if the text is valid."""
    lines = (room.folder / "tests" / file).read_text(encoding="utf-8").splitlines()
    return [(text, document) for text, _, document in (line.partition("\t") for line in lines)]


def test_every_kind_of_event_is_described_with_its_names_in_both_languages(room: Case) -> None:
    kinds = set[type]()
    for sentence, document in rows(room, "events.tsv"):
        event = msgspec.json.decode(document, type=room.game.events)
        kinds.add(type(event))
        assert tell(room.game.text, event, "en", NAMES) == sentence
        japanese = tell(room.game.text, event, "ja", NAMES)
        assert [name for name in NAMES if (name in japanese) != (name in sentence)] == []
    assert kinds == set(get_args(room.game.events)) - set(room.support.UNTOLD)


def test_an_action_is_one_line_and_nearly_a_move_is_refused(room: Case) -> None:
    for line, document in rows(room, "lines.tsv"):
        if document:
            action = msgspec.json.decode(document, type=room.game.actions)
            assert room.game.text.write(action) == line
            assert room.game.text.read(line) == action
        else:
            with pytest.raises(ValueError, match="not a move"):
                room.game.text.read(line)
