"""Who is here, as it is told from one server to another."""

import time
from pathlib import Path
from typing import Any

from chabudai.core import Rng
from chabudai.games import GAMES
from chabudai.server.settings import Settings
from chabudai.server.sources import Sources, new_table_id
from chabudai.server.tables.notifications import TOGETHER
from chabudai.server.tables.presence import HEARD_S
from tests.server import postgres
from tests.server.support import guest, running


async def test_who_is_at_another_server_is_not_away(static: Path) -> None:
    settings = Settings(db=postgres.cluster(), static=static, bot_workers=1)
    async with (
        running(settings) as here,
        running(settings) as there,
        guest(here.base) as mika,
        guest(there.base) as ken,
    ):
        made = await mika.open(seats=2, options={"first_player": 1})
        await ken.join(table=made["table"], secret=made["invite"])
        live = await here.live(made["table"])

        def away() -> Any:
            return line.presence["away_ms"][1]

        async with mika.line(made["table"]) as line:
            await line.say(type="begin", fill=None)
            wish = {"type": "substitute", "seat": 1, "level": "easy"}
            async with ken.line(made["table"]):
                await line.until(lambda: away() is None)
                assert (await line.say(**wish))["text"] == "{name} is here."
            await line.until(lambda: away() is not None)
            async with ken.line(made["table"]):
                await line.until(lambda: away() is None)
                # A server that is not heard of any more has no guests, until it is again; a bot
                # that was asked for meanwhile goes.
                here.services.presence.look(live, time.monotonic() + 2 * HEARD_S)
                await line.accept(**wish)
                await line.until(lambda: line.lobby["chairs"][1]["level"] is None)


def test_as_many_hints_as_go_together_fit_into_a_message_of_postgresql() -> None:
    seats = ".".join(str(seat) for seat in range(max(game.seats[-1] for game in GAMES.values())))
    hint = f"{new_table_id(Rng(1))} {Sources().token(6)}@{seats}"
    assert len(",".join([hint] * TOGETHER)) < 8000
