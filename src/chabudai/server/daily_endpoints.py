"""The HTTP endpoints of the daily deal: which there are, playing one, and what was made of it."""

from datetime import date

from starlette.requests import Request
from starlette.responses import Response

from chabudai.core.deal import NoDeal, day_at, day_named
from chabudai.server import wire
from chabudai.server.daily import NewDaily, deal_ordered, deals, open_daily
from chabudai.server.endpoints import check_table_rate, guest_for, known_again
from chabudai.server.job_endpoints import read_transcript, work_out
from chabudai.server.refusal import Refused
from chabudai.server.responses import Json, body, replayable_table
from chabudai.server.services import Services
from chabudai.server.table import Call


async def daily(services: Services, request: Request) -> Response:
    """GET /api/daily?day=YYYY-MM-DD: the deals of a day; of today without one."""
    day = chosen_day(services, request.query_params.get("day"))
    return Json(deals(day, today(services)))


def today(services: Services) -> date:
    """The day by UTC, as the server counts time."""
    return day_at(services.settings.sources.now())


def chosen_day(services: Services, text: str | None) -> date:
    """The day that is named, or today. Raises Refused for one that has no deal."""
    try:
        return today(services) if text is None else day_named(text, today(services))
    except NoDeal as none:
        raise Refused("malformed", none.text, None, **none.facts) from None


async def new_daily(services: Services, request: Request) -> Response:
    """POST /api/daily: a table with the deal of a day, which begins at once."""
    check_table_rate(services, request)
    order = await body(request, NewDaily)
    deal = deal_ordered(order, chosen_day(services, order.day))
    sources = services.settings.sources
    guest, cookie = guest_for(services, request)
    call = Call(0, "opened", sources.now(), sources)
    change = open_daily(call, deal, order.name, guest)
    await services.commands.open(change)
    await services.bot_pool.warm()
    return known_again(Json(wire.Seated(change.table.id, 0, None)), request, cookie)


async def daily_result(services: Services, request: Request) -> Response:
    """GET /api/tables/TABLE/daily: what was made of the deal of a day, beside par."""
    table = await replayable_table(services, request)
    if table.sitting.daily is None:
        raise Refused("not-now", "This was not the deal of a day.")
    if table.sitting.ended:
        raise Refused("not-now", "The host has ended this game: there is no result.")
    transcript = await read_transcript(services, table)
    return Json(await work_out(services, request, table.game.name, "daily", transcript))
