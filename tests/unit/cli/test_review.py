"""`chabudai review`: findings in finished games, and refusals."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from chabudai.core import Extras
from chabudai.games import GAMES, folder_of
from tests.unit.cli.support import here, refused

GAME = folder_of("word-bank") / "golden" / "the-last-stone-wins-2.jsonl"


def test_a_review_is_printed_by_seat_and_in_both_languages() -> None:
    told = here("review", str(GAME)).out.splitlines()
    one = here("review", str(GAME), "--seat", "1", "--lang", "ja").out.splitlines()
    assert told[0].startswith("Seat-0: ")
    assert told[-len(one)].startswith("Seat-1: ")
    assert "席1" in one[0]
    questions = [line for line in told[-len(one) :] if line.endswith("?")]
    answers = [line for line in one if line.startswith("答え：")]
    assert 0 < len(questions) == len(answers) <= 3


def test_a_review_is_one_document_whose_parts_add_up() -> None:
    document = here("review", str(GAME), "--json").document
    assert (document["game"], document["seats"]) == ("word-bank", 2)
    for account in document["review"]["accounts"]:
        parts = account["vocabulary"] + account["decisions"] + account["luck"]
        assert parts == account["margin"]


def test_a_mission_is_reviewed_as_one_game() -> None:
    name = "the-last-round-is-over-2"
    mission = folder_of("kakapo") / "golden" / f"{name}.jsonl"
    told = here("review", str(mission)).out
    assert told == here("review", str(mission), "--seat", "1").out
    assert "edges were missing" in told
    assert here("review", str(mission), "--json").document["review"]["winnable"]


SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "not over": lambda text: b"".join(text.splitlines(keepends=True)[:-1]),
    "cannot be read": lambda text: text[:-20],
    "rules 9": lambda text: re.sub(rb'"rules":\d+', b'"rules":9', text, count=1),
    "not here": lambda text: text.replace(b'"word-bank"', b'"chess"', 1),
    "Line 1 cannot be read": lambda text: b"",
}
"""Changes to a game, by the reason of the refusal."""


@pytest.mark.parametrize("why", SPOILT)
def test_a_spoilt_game_is_refused_in_a_sentence(why: str, tmp_path: Path) -> None:
    file = tmp_path / "spoilt.jsonl"
    file.write_bytes(SPOILT[why](GAME.read_bytes()))
    assert why in refused("review", str(file), code=1)


def test_a_missing_seat_and_a_game_without_reviews_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "There is no seat 2" in refused("review", str(GAME), "--seat", "2")
    monkeypatch.setitem(GAMES.imported, "word-bank", replace(GAMES["word-bank"], extras=Extras()))
    assert "Word Bank is not looked back on." in refused("review", str(GAME))
