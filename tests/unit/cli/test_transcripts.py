"""Recorded games: `chabudai verify`, `replay` and `review`, and daily deals."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from chabudai.arena import Played, simulate, transcript
from chabudai.core import DailyResult, Extras, telling
from chabudai.core.text import in_each_language
from chabudai.core.transcript import dumps
from chabudai.games import GAMES, folder_of
from chabudai.games.word_bank.state import Options
from tests.unit.cli.support import here, refused

GAME = GAMES["word-bank"]
KAKAPO = Path("src/chabudai/games/kakapo/golden").resolve()


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    bots, seen = ("easy", "easy", "easy"), list[Played]()
    simulate(GAME, bots, 1, 8, watch=seen.append)
    return dumps(transcript(GAME, Options(), bots, seen[0])).splitlines(keepends=True)


@pytest.fixture
def game(lines: list[bytes], tmp_path: Path) -> str:
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(lines))
    return str(file)


def test_a_game_is_verified_or_refused(game: str, lines: list[bytes]) -> None:
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
    # A corrupt one is refused with the place and the reason.
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
    # A mission is reviewed as one game.
    mission = KAKAPO / "all-2-give-up.jsonl"
    assert "edges were missing" in here("review", str(mission)).out
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


DAY = ("--date", "2026-11-24")
COMPARED = [
    ("kakapo", (1, -8), (1, -6), "The expert won in 6 rounds. You won in 8."),
    ("kakapo", (0, -2), (1, -6), "The expert won in 6 rounds. You missed 2 edges, and lost."),
    ("kakapo", (1, -8), (0, -1), "The expert missed 1 edge, and lost. You won in 8 rounds."),
    ("kakapo", (0, -2), (0, -3), "The expert missed 3 edges, and lost. You missed 2, and lost."),
    ("word-bank", (1, -7), (1, -4), "The expert left 4 stones. You left 7, and won."),
    ("word-bank", (0, -9), (1, -1), "The expert left 1 stone. You left 9, and lost."),
    ("word-bank", (1, -7), (0, -8), "The expert left 8 stones, and lost. You left 7, and won."),
    ("word-bank", (0, -9), (0, -8), "The expert left 8 stones, and lost. You left 9, and lost."),
    ("word-porters", (9, 1), (8, 0), "The expert made 8 points. You made 9, and won."),
    ("word-porters", (9, 0), (8, 1), "The expert made 8 points. You made 9; the others made 5."),
]


def test_daily_deals_are_listed_and_described() -> None:
    listed = here("daily", *DAY).out.splitlines()
    assert listed[0] == "The deals of 2026-11-24:"
    at = listed.index("Quiddler (quiddler): alone.")
    assert listed[at + 1] == "  Turn eight columns of cards into points."
    assert "Word Bank (word-bank): with 1 bot (normal)." in listed
    assert "お題" in here("daily", *DAY, "--lang", "ja").out
    document = here("daily", *DAY, "--json").document
    assert {"kakapo", "quiddler", "word-bank", "word-porters"} <= {
        deal["game"] for deal in document
    }
    document = here("daily", "quiddler", *DAY, "--json", "--par").document
    assert (document["day"], document["seats"], document["bots"]) == ("2026-11-24", 1, [])
    assert document["key"].startswith("bb539a8344c57b60")
    told = here("daily", "quiddler", *DAY, "--par").out
    points = document["par"]["rank"][0]
    assert told == f"The expert: {points} points in 8 words, 17 cards left.\n"


def test_a_result_is_compared_with_an_experts_and_names_the_winner() -> None:
    for game, own, par, told in COMPARED:
        dealt = GAMES[game].extras.daily
        assert dealt
        results = (DailyResult(rank, telling("", others="5"), ()) for rank in (own, par))
        found = in_each_language(GAMES[game].text, dealt().compare(*results))
        assert found["en"] == told
        won = "won" in told.rpartition("You")[2]
        assert found["ja"].endswith(("勝ちました。", "成功しました。")) == won


def test_a_deal_is_played_shared_recorded_and_verified(tmp_path: Path) -> None:
    file = tmp_path / "deal.jsonl"
    done = here("daily", "quiddler", *DAY, "--transcript", str(file), typed="vital\nstop\n")
    assert done.code == 0
    told, *shared = done.out.splitlines()[-3:]
    assert re.fullmatch(r"The expert made \d+ points\. You made 21\.", told)
    assert shared == ["chabudai 2026-11-24", "Quiddler █"]
    assert json.loads(file.read_bytes().splitlines()[0])["daily"] == "2026-11-24"
    verified = here("verify", str(file))
    assert "It is the daily deal of 2026-11-24: the cards are as dealt." in verified.out
    assert here("verify", str(file), "--json").document["daily"] == "2026-11-24"
    forged = tmp_path / "forged.jsonl"
    forged.write_bytes(file.read_bytes().replace(b"2026-11-24", b"2026-11-23"))
    why = refused("verify", str(forged), code=1)
    assert why == "chabudai: move 0: These are not the cards of the daily deal of 2026-11-23."


def test_a_deal_is_resumed_with_its_own_cards(tmp_path: Path) -> None:
    file = tmp_path / "left.jsonl"
    begun = here("daily", "word-bank", *DAY, "--transcript", str(file), typed="pass\nquit\n")
    assert begun.out.splitlines()[-1] == f"chabudai play --resume {file}"
    on = here("play", "--resume", str(file), typed="pass\nquit\n")
    assert "The seed was" not in begun.out + on.out
    whole = here("daily", "word-bank", *DAY, typed="pass\npass\nquit\n")
    said = [line for line in whole.out.splitlines() if line.startswith("Tanuki said")]
    assert said
    resumed = (begun.out + on.out).splitlines()
    assert [line for line in resumed if line.startswith("Tanuki said")] == said
    assert "the cards are as dealt" in here("verify", str(file)).out
