"""The bot in examples/ plays at a server as the page does."""

import asyncio
import json
import sys
from pathlib import Path

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
