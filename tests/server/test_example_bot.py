"""The bot in examples/ plays at a server through the same API as the page."""

import asyncio
import json
import sys
from pathlib import Path

import httpx

from tests.server.support import Running

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


async def test_a_program_that_knows_no_game_plays_whole_games(site: Running) -> None:
    for game, seats in (("word-bank", "2"), ("word-porters", "3"), ("kakapo", "2")):
        command = (sys.executable, str(BOT), site.base, game, seats)
        pipe = asyncio.subprocess.PIPE
        program = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe)
        said, wrong = await program.communicate()
        assert program.returncode == 0, wrong.decode()
        assert json.loads(said)["phase"]["type"] == "over"


async def test_compare_opens_a_table_of_the_changed_box_and_its_link_gives_the_seat(
    site: Running,
) -> None:
    asked = ("compare", "word-bank", "--games", "2", "--bots", "random", "--set", "min_length=3")
    command = (sys.executable, "-m", "chabudai", *asked, "--server", site.base, "--json")
    pipe = asyncio.subprocess.PIPE
    program = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe)
    said, wrong = await program.communicate()
    assert program.returncode == 0, wrong.decode()
    table, _, secret = json.loads(said)["link"].removeprefix(f"{site.base}/j/").partition("#")
    async with httpx.AsyncClient(base_url=site.base) as client:
        join = {"table": table, "secret": secret, "name": "Mei"}
        answer = await client.post("/api/join", json=join)
        assert (answer.status_code, answer.json()["seat"]) == (200, 0)
