"""`chabudai verify` and `replay`: recorded games, good ones and spoilt ones."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from chabudai.arena import Played, simulate, transcript
from chabudai.core.transcript import dumps
from chabudai.games import GAMES
from chabudai.games.word_bank.state import Options
from tests.unit.cli.support import chabudai, here, refused

GAME = GAMES["word-bank"]
KAKAPO = Path("src/chabudai/games/kakapo/golden").resolve()
GOLDEN = sorted((Path("src/chabudai/games/word_bank/golden").resolve()).glob("*.jsonl"))


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    """A whole game of three, line by line."""
    bots, seen = ("easy", "easy", "easy"), list[Played]()
    simulate(GAME, bots, 1, 8, watch=seen.append)
    return dumps(transcript(GAME, Options(), bots, seen[0])).splitlines(keepends=True)


@pytest.fixture
def game(lines: list[bytes], tmp_path: Path) -> str:
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(lines))
    return str(file)


def test_a_good_game_is_verified(game: str, lines: list[bytes]) -> None:
    done = chabudai("verify", game, "--json")
    assert done.code == 0
    assert done.document["ok"] is True
    assert done.document["moves"] == len(lines) - 1
    assert len(done.document["outcome"]["scores"]) == 3
    said = here("verify", game)
    assert said.out.startswith(f"A good game of Word Bank: {len(lines) - 1} moves, 3 seats.")


def test_a_game_left_before_its_end_is_good_and_has_no_outcome(
    lines: list[bytes], tmp_path: Path
) -> None:
    file = tmp_path / "left.jsonl"
    file.write_bytes(b"".join(lines[:-2]))
    done = here("verify", str(file), "--json")
    assert done.code == 0
    assert done.document["outcome"] is None
    assert done.document["moves"] == len(lines) - 3
    assert "It was left before its end." in here("verify", str(file)).out


def cut(lines: list[bytes]) -> bytes:
    return b"".join(lines)[:-20]


def flip(lines: list[bytes]) -> bytes:
    """One card of the box becomes another."""
    deal = json.loads(lines[1])
    deal["action"]["safes"][9]["spaces"] += 1
    return b"".join([lines[0], json.dumps(deal).encode() + b"\n", *lines[2:]])


def swap(lines: list[bytes]) -> bytes:
    return b"".join([*lines[:3], lines[4], lines[3], *lines[5:]])


def lose(lines: list[bytes]) -> bytes:
    return b"".join([*lines[:2], *lines[3:]])


def go_on(lines: list[bytes]) -> bytes:
    return b"".join([*lines, lines[-1]])


def misplace(lines: list[bytes]) -> bytes:
    return b"".join(lines[:2]) + b'{"seat":9,"action":{"type":"pass"}}\n'


def act_for_chance(lines: list[bytes]) -> bytes:
    return lines[0] + lines[1].replace(b'"seat":-1', b'"seat":0')


def another_game(lines: list[bytes]) -> bytes:
    return b"".join([lines[0].replace(b'"word-bank"', b'"chess"'), *lines[1:]])


def other_rules(lines: list[bytes]) -> bytes:
    return b"".join([lines[0].replace(b'"rules":1', b'"rules":99999999999999999999'), *lines[1:]])


def too_many(lines: list[bytes]) -> bytes:
    return b"".join([lines[0].replace(b'"seats":3', b'"seats":6'), *lines[1:]])


def odd_options(lines: list[bytes]) -> bytes:
    return lines[0].replace(b'"standard"', b'"oed"')


def deep(lines: list[bytes]) -> bytes:
    return lines[0] + b'{"seat":-1,"action":' + b"[" * 200_000


@pytest.mark.parametrize(
    ("spoil", "at", "rule"),
    [
        (cut, None, ""),
        (flip, 0, "WB-4"),
        (swap, 2, "WB-6"),
        (lose, 1, "WB-6"),
        (go_on, None, "WB-6"),
        (misplace, 1, "WB-6"),
        (act_for_chance, 0, "WB-6"),
        (another_game, -1, ""),
        (other_rules, -1, ""),
        (too_many, -1, ""),
        (odd_options, -1, ""),
        (deep, 0, ""),
        (lambda lines: lines[0] + b'{"seat":-1,"action":"\\ud800"}', 0, ""),
        (lambda lines: lines[0] + b'{"seat":-1,"action":"\xff"}', 0, ""),
        (lambda lines: lines[0].replace(b'"word-bank"', b'"\\ud800"'), -1, ""),
        (lambda _: b"", -1, ""),
        (lambda _: bytes(range(256)) * 50, -1, ""),
        (lambda _: b"null\n", -1, ""),
        (b"\n".join, 0, ""),
        (lambda lines: "\ufeff".encode() + b"".join(lines), -1, ""),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_spoilt_game_is_refused_with_the_place_and_the_reason(
    spoil: Callable[[list[bytes]], bytes],
    at: int | None,
    rule: str,
    lines: list[bytes],
    tmp_path: Path,
) -> None:
    file = tmp_path / "spoilt.jsonl"
    file.write_bytes(spoil(lines))
    done = here("verify", str(file), "--json")
    assert (done.code, done.err) == (1, "")
    found = done.document
    assert found["ok"] is False
    assert found["rule"] == rule
    if at is not None:
        assert found["at"] == at
    assert found["why"].endswith((".", ")"))
    assert found["why"][:150] in refused("verify", str(file), code=1)
    assert found["why"][:150] in refused("replay", str(file), "--json", code=1)


def test_a_spoilt_game_is_refused_with_exit_code_1(lines: list[bytes], tmp_path: Path) -> None:
    file = tmp_path / "spoilt.jsonl"
    file.write_bytes(flip(lines))
    done = chabudai("verify", str(file))
    why = "move 0: These are not the safes of the box. (WB-4)"
    assert done == (1, "", f"chabudai: {why}\n")


@pytest.mark.parametrize("verb", ["verify", "replay"])
def test_a_file_that_cannot_be_read_is_an_unusable_argument(verb: str, tmp_path: Path) -> None:
    assert "cannot be read" in refused(verb, str(tmp_path / "none.jsonl"), "--json")
    assert "cannot be read" in refused(verb, str(tmp_path), "--json")


def test_a_file_far_too_large_is_not_read_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "large.jsonl"
    with file.open("wb") as hole:
        hole.truncate(1 << 40)
    assert "too large" in refused("verify", str(file))


def test_a_game_is_replayed_step_by_step(game: str, lines: list[bytes]) -> None:
    found = chabudai("replay", game, "--json").document
    assert [step["at"] for step in found["steps"]] == list(range(len(lines)))
    assert found["steps"][0]["events"] == []
    assert found["steps"][0]["to_act"] == [-1]
    assert found["steps"][1]["events"][0]["type"] == "dealt"
    assert found["steps"][-1]["events"][-1]["type"] == "ended"
    assert found["steps"][-1]["to_act"] == []
    assert found["outcome"] == found["steps"][-1]["events"][-1]["outcome"]
    assert "pile" in found["steps"][1]["view"]
    assert isinstance(found["steps"][1]["view"]["pile"], int)


def test_one_step_is_replayed_as_one_seat_saw_it(game: str) -> None:
    everything = here("replay", game, "--seat", "1", "--json").document
    one = here("replay", game, "--seat", "1", "--at", "3", "--json").document
    assert one["steps"] == everything["steps"][3:4]
    assert one["seat"] == 1


def test_a_replay_is_told_in_sentences_in_both_languages(game: str, lines: list[bytes]) -> None:
    english = here("replay", game).out.splitlines()
    assert english[0].startswith("1. The safes are ")
    assert english[-1] == "The game is over."
    japanese = here("replay", game, "--at", "2", "--lang", "ja").out
    assert japanese.startswith("2. 席")
    assert "金庫の輪" in japanese


def test_a_replay_tells_why_the_bots_moved_so(game: str, lines: list[bytes]) -> None:
    found = here("replay", game, "--why", "--at", "2", "--json").document["why"]["2"]
    said = here("replay", game, "--why").out.splitlines()
    word = found["facts"]["word"]
    at = next(n for n, line in enumerate(said) if line.startswith("2. ") and word in line)
    assert said[at + 1].partition(": ")[2].startswith(f"{word} placed ")
    assert here("replay", game, "--why", "--at", "0", "--json").document["why"] == {}
    assert "why" not in here("replay", game, "--at", "2", "--json").document


def test_why_is_told_of_bots_only_and_where_it_is_known_who_they_were(
    game: str, lines: list[bytes]
) -> None:
    header, file = json.loads(lines[0]), Path(game)
    seats = range(3)
    seating = {"person": 0, "names": ["A", "B", "C"], "bots": ["", "easy", "easy"], "seed": 1}
    file.write_bytes(
        b"".join([json.dumps({**header, "seating": seating}).encode() + b"\n", *lines[1:]])
    )
    told = here("replay", game, "--why", "--json").document["why"]
    movers = {json.loads(lines[int(at)])["seat"] for at in told}
    assert movers == {*seats} - {0}
    names = {"names": ["A", "B", "C"]}
    file.write_bytes(b"".join([json.dumps({**header, **names}).encode() + b"\n", *lines[1:]]))
    assert "This file does not say which seats were bots." in refused(
        "replay", game, "--why", "--json"
    )


def test_why_is_not_told_of_a_silent_game_before_its_end(tmp_path: Path) -> None:
    whole = min(KAKAPO.glob("*.jsonl")).read_bytes()
    file = tmp_path / "game.jsonl"
    file.write_bytes(whole)
    assert here("replay", str(file), "--why", "--json").document["why"]
    file.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    assert "why is told at its end" in refused("replay", str(file), "--why", "--json", code=1)


@pytest.mark.parametrize(
    "args", [("--at", "999"), ("--at", "-1"), ("--seat", "3"), ("--seat", "x")]
)
def test_a_step_or_a_seat_that_is_not_there_is_refused(game: str, args: tuple[str, ...]) -> None:
    refused("replay", game, *args, "--json")


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_the_golden_games_are_verified(file: Path) -> None:
    done = here("verify", str(file), "--json")
    assert done.code == 0, done.out


def test_a_step_is_drawn_into_a_file_and_the_last_ones_as_a_film(game: str, tmp_path: Path) -> None:
    step, moving = tmp_path / "step.svg", tmp_path / "end.svg"
    files = ("--svg", str(step), "--film", str(moving), "--at", "5")
    done = here("replay", game, *files, "--seat", "1", "--lang", "ja")
    assert (done.code, done.out) == (0, "")
    assert 'lang="ja"' in step.read_text(encoding="utf-8")
    assert moving.read_text(encoding="utf-8").count("@keyframes") == 5
    first = step.read_text(encoding="utf-8")
    here("replay", game, "--svg", str(step))
    assert "The game is over." in step.read_text(encoding="utf-8") != first
    nowhere = str(tmp_path / "none" / "x.svg")
    assert "cannot be written" in refused("replay", game, "--svg", nowhere, code=2)
    assert "There is no step 999" in refused(
        "replay", game, "--svg", nowhere, "--at", "999", code=2
    )
    assert "There is no seat 9" in refused("replay", game, "--svg", nowhere, "--seat", "9", code=2)
