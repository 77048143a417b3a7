"""The presence of guests, which servers share with each other."""

import time

from chabudai.core import Rng
from chabudai.games import GAMES
from chabudai.server.sources import Sources, new_table_id
from chabudai.server.tables.notifications import TOGETHER
from chabudai.server.tables.presence import HEARD_S
from tests.server.support import Serve


async def test_a_guest_at_another_server_is_present(shared: str, serve: Serve) -> None:
    here, there = [await serve(db=shared) for _ in range(2)]
    mika, ken = await here.guest(), await there.guest()
    made = await mika.open(seats=2, options={"first_player": 1})
    await ken.join(table=made["table"], secret=made["invite"])
    live = await here.live(made["table"])
    line = await mika.connect(made["table"])
    await line.accept(type="begin")
    substitute = {"type": "substitute", "seat": 1, "level": "easy"}
    async with ken.line(made["table"]):
        await line.until(lambda: line.presence["away_ms"][1] is None)
        assert (await line.say(**substitute))["text"] == "{name} is here."
    await line.until(lambda: line.presence["away_ms"][1] is not None)
    async with ken.line(made["table"]):
        await line.until(lambda: line.presence["away_ms"][1] is None)
        # Guests of a silent server count as absent until it sends again. Then the bot leaves.
        here.services.presence.look(live, time.monotonic() + 2 * HEARD_S)
        await line.accept(**substitute)
        await line.until(lambda: line.lobby["chairs"][1]["level"] is None)


def test_notifications_sent_together_fit_into_a_message_of_postgresql() -> None:
    seats = ".".join(str(seat) for seat in range(max(game.seats[-1] for game in GAMES.values())))
    hint = f"{new_table_id(Rng(1))} {Sources().token(6)}@{seats}"
    assert len(",".join([hint] * TOGETHER)) < 8000
