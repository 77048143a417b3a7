"""`chabudai verify`, `replay` and `review`, with intact and corrupt recorded games."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from chabudai.arena import Played, simulate, transcript
from chabudai.core import Extras
from chabudai.core.transcript import dumps
from chabudai.games import GAMES, folder_of
from chabudai.games.word_bank.state import Options
from tests.unit.cli.support import here, refused

GAME = GAMES["word-bank"]
KAKAPO = Path("src/chabudai/games/kakapo/golden").resolve()


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    """Return a whole game of three, line by line."""
    bots, seen = ("easy", "easy", "easy"), list[Played]()
    simulate(GAME, bots, 1, 8, watch=seen.append)
    return dumps(transcript(GAME, Options(), bots, seen[0])).splitlines(keepends=True)


@pytest.fixture
def game(lines: list[bytes], tmp_path: Path) -> str:
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(lines))
    return str(file)


def test_an_intact_game_is_verified(game: str, lines: list[bytes]) -> None:
    done = here("verify", game, "--json")
    assert done.code == 0
    assert done.document["ok"] is True
    assert done.document["moves"] == len(lines) - 1
    assert len(done.document["outcome"]["scores"]) == 3
    said = here("verify", game)
    assert said.out.startswith(f"A valid game of Word Bank: {len(lines) - 1} moves, 3 seats.")
    # An unfinished game is intact and has no outcome.
    Path(game).write_bytes(b"".join(lines[:-2]))
    done = here("verify", game, "--json")
    assert (done.code, done.document["outcome"]) == (0, None)
    assert done.document["moves"] == len(lines) - 3
    assert "It was abandoned before its end." in here("verify", game).out


def test_a_corrupt_game_is_refused_with_the_place_and_the_reason(
    lines: list[bytes], game: str
) -> None:
    Path(game).write_bytes(b"".join([*lines[:2], *lines[3:]]))
    done = here("verify", game, "--json")
    assert (done.code, done.err) == (1, "")
    found = done.document
    assert (found["ok"], found["at"], found["rule"]) == (False, 1, "WB-6")
    assert found["why"] in refused("verify", game, code=1)
    assert found["why"] in refused("replay", game, "--json", code=1)


def test_a_game_is_replayed_step_by_step(game: str, lines: list[bytes]) -> None:
    found = here("replay", game, "--json").document
    steps = found["steps"]
    assert [step["at"] for step in steps] == list(range(len(lines)))
    assert (steps[0]["events"], steps[0]["to_act"]) == ([], [-1])
    assert steps[1]["events"][0]["type"] == "dealt"
    assert steps[-1]["events"][-1]["type"] == "ended"
    assert steps[-1]["to_act"] == []
    assert found["outcome"] == steps[-1]["events"][-1]["outcome"]
    assert isinstance(steps[1]["view"]["pile"], int)
    everything = here("replay", game, "--seat", "1", "--json").document
    one = here("replay", game, "--seat", "1", "--at", "3", "--json").document
    assert one["steps"] == everything["steps"][3:4]
    assert one["seat"] == 1
    english = here("replay", game).out.splitlines()
    assert english[0].startswith("1. The safes are ")
    assert english[-1] == "The game is over."
    japanese = here("replay", game, "--at", "2", "--lang", "ja").out
    assert japanese.startswith("2. 席")
    assert "金庫の輪" in japanese


def test_a_replay_prints_the_reasons_of_bots(game: str) -> None:
    found = here("replay", game, "--why", "--at", "2", "--json").document["why"]["2"]
    said = here("replay", game, "--why").out.splitlines()
    word = found["facts"]["word"]
    at = next(n for n, line in enumerate(said) if line.startswith("2. ") and word in line)
    assert said[at + 1].partition(": ")[2].startswith(f"Best word I found: {word}, ")
    assert here("replay", game, "--why", "--at", "0", "--json").document["why"] == {}
    assert "why" not in here("replay", game, "--at", "2", "--json").document


def test_reasons_are_given_only_for_moves_of_known_bots(game: str, lines: list[bytes]) -> None:
    first, names = json.loads(lines[0]), ["A", "B", "C"]
    seating = {"person": 0, "names": names, "bots": ["", "easy", "easy"], "seed": 1}
    with_seating = json.dumps({**first, "seating": seating}).encode()
    Path(game).write_bytes(b"".join([with_seating, b"\n", *lines[1:]]))
    told = here("replay", game, "--why", "--json").document["why"]
    assert {json.loads(lines[int(at)])["seat"] for at in told} == {1, 2}
    with_names = json.dumps({**first, "names": names}).encode()
    Path(game).write_bytes(b"".join([with_names, b"\n", *lines[1:]]))
    said = refused("replay", game, "--why", "--json")
    assert "This file does not say which seats were bots." in said


def test_reasons_of_a_silent_game_are_printed_only_after_its_end(tmp_path: Path) -> None:
    whole = min(KAKAPO.glob("*.jsonl")).read_bytes()
    file = tmp_path / "game.jsonl"
    file.write_bytes(whole)
    assert here("replay", str(file), "--why", "--json").document["why"]
    file.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    assert "bots say why at its end" in refused("replay", str(file), "--why", "--json", code=1)


def test_a_step_is_drawn_as_a_picture_and_the_last_ones_as_a_film(
    game: str, tmp_path: Path
) -> None:
    step, film = tmp_path / "step.svg", tmp_path / "end.svg"
    files = ("--svg", str(step), "--film", str(film), "--at", "5")
    done = here("replay", game, *files, "--seat", "1", "--lang", "ja")
    assert (done.code, done.out) == (0, "")
    first = step.read_text(encoding="utf-8")
    assert 'lang="ja"' in first
    assert film.read_text(encoding="utf-8").count("@keyframes") == 5
    here("replay", game, "--svg", str(step))
    assert "The game is over." in step.read_text(encoding="utf-8") != first


FINISHED = folder_of("word-bank") / "golden" / "the-last-stone-wins-2.jsonl"


def test_a_review_is_printed_by_seat_and_in_both_languages() -> None:
    told = here("review", str(FINISHED)).out.splitlines()
    one = here("review", str(FINISHED), "--seat", "1", "--lang", "ja").out.splitlines()
    assert told[0].startswith("Seat-0 ended ")
    assert told[-len(one)].startswith("Seat-1 ended ")
    assert "席1" in one[0]
    questions = [line for line in told[-len(one) :] if line.endswith("?")]
    answers = [line for line in one if line.startswith("答え：")]
    assert 0 < len(questions) == len(answers) <= 3


def test_a_mission_is_reviewed_as_one_game() -> None:
    mission = KAKAPO / "all-2-give-up.jsonl"
    told = here("review", str(mission)).out
    assert "edges were missing" in told
    document = here("review", str(mission), "--json").document
    assert (document["game"], document["seats"]) == ("kakapo", 2)
    assert document["review"]["winnable"] == [True]


def test_unusable_games_and_seats_have_no_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, whole = tmp_path / "spoilt.jsonl", FINISHED.read_bytes()
    file.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    assert "not over" in refused("review", str(file), code=1)
    file.write_bytes(whole[:-20])
    assert "cannot be read" in refused("review", str(file), code=1)
    assert "There is no seat 2" in refused("review", str(FINISHED), "--seat", "2")
    monkeypatch.setitem(GAMES.imported, "word-bank", replace(GAMES["word-bank"], extras=Extras()))
    assert "Word Bank has no review." in refused("review", str(FINISHED))
