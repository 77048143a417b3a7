"""The daily deal: which there is, a table for one person to play it at, and its result."""

from datetime import date

from msgspec import Raw
from starlette.requests import Request
from starlette.responses import Response

from chabudai.core import Struct
from chabudai.core.daily import PERSON
from chabudai.core.deal import FIRST, Deal, day_at, day_named, deal_of
from chabudai.games import GAMES
from chabudai.server import protocol
from chabudai.server.credentials import BOT_NAMES
from chabudai.server.encoding import raw
from chabudai.server.http.responses import Json, address, body, replayable_table
from chabudai.server.http.reviews import read_transcript, run_job
from chabudai.server.http.tables import check_table_rate, guest_for, levels, with_guest_cookie
from chabudai.server.refusal import Refused
from chabudai.server.services import Services
from chabudai.server.tables.decide import Call, Change, Place, TableSetup
from chabudai.server.tables.decide.lobby import first_step, game_called
from chabudai.server.tables.decide.naming import named
from chabudai.server.tables.decide.play import finish_step


class DailyDeal(Struct):
    """The deal of a game for a day: the levels of the bots in seats 1 …, and the options."""

    game: str
    bots: tuple[protocol.Level, ...]
    options: Raw


class DailyDeals(Struct):
    """GET /api/daily: the deals of a day. `today` is the day by UTC, `first` the first that has
    deals. Days are written YYYY-MM-DD.
    """

    day: str
    today: str
    first: str
    deals: tuple[DailyDeal, ...]


class NewDaily(Struct):
    """POST /api/daily: play the deal of a day, or of today, at a table that begins at once."""

    game: str
    name: protocol.Name
    day: str | None = None


def deals(day: date, today: date) -> DailyDeals:
    """The deals of a day."""
    offers: list[DailyDeal] = []
    for game in GAMES.values():
        if game.extras.daily is not None:
            table = deal_of(game, day).table()
            offers.append(DailyDeal(game.name, levels(table.bots), raw(table.options)))
    return DailyDeals(day.isoformat(), today.isoformat(), FIRST.isoformat(), tuple(offers))


def open_daily(call: Call, deal: Deal, name: str, guest: str) -> Change:
    """A new table with the deal of a day, begun, for one person. Raises Refused for a name."""
    game, table = deal.game, deal.table()
    person = Place("guest", named(name, ()), guest)
    free = (name for name in BOT_NAMES if name != person.name)
    bots = [
        Place("bot", next(free), level=level, persona=deal.persona(seat))
        for seat, level in enumerate(levels(table.bots), 1)
    ]
    options, places, day = raw(table.options), (person, *bots), deal.day.isoformat()
    sitting = TableSetup(game.name, game.rules, "playing", options, places, PERSON, "", daily=day)
    state = game.setup(table.options, table.seats)
    return finish_step(first_step(sitting, call), state, call)


async def daily(services: Services, request: Request) -> Response:
    """GET /api/daily?day=YYYY-MM-DD: the deals of a day; of today without one."""
    day = chosen_day(services, request.query_params.get("day"))
    return Json(deals(day, today(services)))


def today(services: Services) -> date:
    """The day by UTC, as the server counts time."""
    return day_at(services.sources.now())


def chosen_day(services: Services, text: str | None) -> date:
    """The day that is named, or today. Raises NoDeal."""
    return today(services) if text is None else day_named(text, today(services))


async def new_daily(services: Services, request: Request) -> Response:
    """POST /api/daily: a table with the deal of a day, which begins at once."""
    check_table_rate(services, request)
    order = await body(request, NewDaily)
    deal = deal_of(game_called(order.game), chosen_day(services, order.day))
    sources = services.sources
    guest, cookie = guest_for(services, request)
    call = Call(0, "opened", sources.now(), sources)
    change = open_daily(call, deal, order.name, guest)
    await services.registry.open(change, address(request))
    return with_guest_cookie(Json(protocol.Seated(change.table.id, 0, None)), request, cookie)


async def daily_result(services: Services, request: Request) -> Response:
    """GET /api/tables/TABLE/daily: what was made of the deal of a day, beside par."""
    table = await replayable_table(services, request)
    if table.sitting.daily is None:
        raise Refused("not-now", "This was not the deal of a day.")
    if table.sitting.ended:
        raise Refused("not-now", "The host has ended this game: there is no result.")
    transcript = await read_transcript(services, table)
    return Json(await run_job(services, request, table.game.name, "daily", transcript))
