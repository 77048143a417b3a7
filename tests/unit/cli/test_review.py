"""`chabudai review`: findings in finished games, and refusals."""

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


def test_a_mission_is_reviewed_as_one_game() -> None:
    name = "the-last-round-is-over-2"
    mission = folder_of("kakapo") / "golden" / f"{name}.jsonl"
    told = here("review", str(mission)).out
    assert told == here("review", str(mission), "--seat", "1").out
    assert "edges were missing" in told
    document = here("review", str(mission), "--json").document
    assert (document["game"], document["seats"]) == ("kakapo", 2)
    assert document["review"]["winnable"]


def test_an_unfinished_or_truncated_game_is_refused(tmp_path: Path) -> None:
    file, whole = tmp_path / "spoilt.jsonl", GAME.read_bytes()
    file.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    assert "not over" in refused("review", str(file), code=1)
    file.write_bytes(whole[:-20])
    assert "cannot be read" in refused("review", str(file), code=1)


def test_a_missing_seat_and_a_game_without_reviews_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "There is no seat 2" in refused("review", str(GAME), "--seat", "2")
    monkeypatch.setitem(GAMES.imported, "word-bank", replace(GAMES["word-bank"], extras=Extras()))
    assert "Word Bank has no review." in refused("review", str(GAME))
