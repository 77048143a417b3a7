"""`chabudai review`: what it finds in a game that is over, and what it refuses."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from chabudai.core import Extras
from chabudai.games import GAMES, folder_of
from tests.unit.cli.support import here, refused

GAME = folder_of("word-bank") / "golden" / "the-last-stone-wins-2.jsonl"


def test_a_review_is_told_seat_by_seat_and_is_one_document() -> None:
    told = here("review", str(GAME)).out.splitlines()
    one = here("review", str(GAME), "--seat", "1").out.splitlines()
    assert told[0].startswith("Seat-0: ")
    assert one[0].startswith("Seat-1: ")
    assert told[-len(one) :] == one
    questions = [line for line in one if line.endswith("?")]
    answers = [line for line in one if line.startswith("Answer: ")]
    assert 0 < len(questions) == len(answers) <= 3
    document = here("review", str(GAME), "--json").document
    assert (document["game"], document["seats"]) == ("word-bank", 2)
    for account in document["review"]["accounts"]:
        parts = account["vocabulary"] + account["decisions"] + account["luck"]
        assert parts == account["margin"]


def test_a_review_is_told_in_japanese() -> None:
    told = here("review", str(GAME), "--lang", "ja", "--seat", "0").out
    assert "席0" in told
    assert "答え：" in told


def test_a_mission_is_looked_back_on_as_one_game() -> None:
    name = "the-last-round-is-over-2"
    mission = folder_of("kakapo") / "golden" / f"{name}.jsonl"
    told = here("review", str(mission)).out
    assert told == here("review", str(mission), "--seat", "1").out
    assert "edges were missing" in told
    assert here("review", str(mission), "--json").document["review"]["winnable"]


def spoilt(tmp_path: Path, text: bytes) -> str:
    file = tmp_path / "spoilt.jsonl"
    file.write_bytes(text)
    return str(file)


def left_early(text: bytes) -> bytes:
    return b"".join(text.splitlines(keepends=True)[:-1])


def cut_short(text: bytes) -> bytes:
    return text[:-20]


def of_other_rules(text: bytes) -> bytes:
    return re.sub(rb'"rules":\d+', b'"rules":9', text, count=1)


def of_another_game(text: bytes) -> bytes:
    return text.replace(b'"word-bank"', b'"chess"', 1)


def emptied(text: bytes) -> bytes:
    return b""


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (left_early, "not over"),
        (cut_short, "cannot be read"),
        (of_other_rules, "rules 9"),
        (of_another_game, "not here"),
        (emptied, "cannot be read"),
    ],
)
def test_what_cannot_be_looked_back_on_is_refused_with_a_sentence(
    spoil: Callable[[bytes], bytes], why: str, tmp_path: Path
) -> None:
    assert why in refused("review", spoilt(tmp_path, spoil(GAME.read_bytes())), code=1)


def test_a_seat_that_is_not_there_and_a_file_that_is_not_are_refused() -> None:
    assert "There is no seat 2" in refused("review", str(GAME), "--seat", "2")
    assert "cannot be read" in refused("review", "nothing.jsonl")


def test_a_game_without_a_review_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES.imported, "word-bank", replace(GAMES["word-bank"], extras=Extras()))
    assert "Word Bank is not looked back on." in refused("review", str(GAME))
