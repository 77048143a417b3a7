"""`chabudai daily`: daily deals in the terminal."""

import json
import re
from pathlib import Path

from chabudai.core import DailyResult, telling
from chabudai.core.text import in_each_language
from chabudai.games import GAMES
from tests.unit.cli.support import here, refused

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


def test_a_result_and_an_experts_are_told_with_who_won() -> None:
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
