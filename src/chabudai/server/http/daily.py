"""HTTP endpoints for the daily deal: its games, a table for one person, and the result."""

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
from chabudai.server.http.reviews import run_job
from chabudai.server.http.tables import check_table_rate, guest_for, levels, with_guest_cookie
from chabudai.server.refusal import Refused
from chabudai.server.services import Services
from chabudai.server.tables.decide import Call, Change, Place, TableSetup
from chabudai.server.tables.decide.lobby import first_step, game_called
from chabudai.server.tables.decide.naming import named
from chabudai.server.tables.decide.play import finish_step


class DailyDeal(Struct):
    """The daily deal of a game: the levels of the bots in seats 1, 2, …, the options, and the
    player's goal in one sentence, by language.
    """

    game: str
    bots: tuple[protocol.Level, ...]
    options: Raw
    goal: dict[str, str]


class DailyDeals(Struct):
    """GET /api/daily: the daily deals. `today` is the current day in UTC, and `first` is the first
    day with a deal. Days are written as YYYY-MM-DD.
    """

    day: str
    today: str
    first: str
    deals: tuple[DailyDeal, ...]


class NewDaily(Struct):
    """POST /api/daily: play the daily deal of `day`, or of today, at a table that begins
    immediately.
    """

    game: str
    name: protocol.Name
    day: str | None = None


def deals(day: date, today: date) -> DailyDeals:
    """Return the daily deals of all games that have one."""
    offers: list[DailyDeal] = []
    for game in GAMES.values():
        if game.extras.daily is not None:
            deal = deal_of(game, day)
            table = deal.table()
            bots, options = levels(table.bots), raw(table.options)
            offers.append(DailyDeal(game.name, bots, options, deal.goal()))
    return DailyDeals(day.isoformat(), today.isoformat(), FIRST.isoformat(), tuple(offers))


def open_daily(call: Call, deal: Deal, name: str, guest: str) -> Change:
    """Return a new table for one person, who plays a daily deal. Raises Refused for an invalid
    name.
    """
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
    """GET /api/daily?day=YYYY-MM-DD: the daily deals, today's by default."""
    day = chosen_day(services, request.query_params.get("day"))
    return Json(deals(day, today(services)))


def today(services: Services) -> date:
    """Return the current day in UTC, according to the server's clock."""
    return day_at(services.sources.now())


def chosen_day(services: Services, text: str | None) -> date:
    """Parse a day, or return today if none is named. Raises NoDeal."""
    return today(services) if text is None else day_named(text, today(services))


async def new_daily(services: Services, request: Request) -> Response:
    """POST /api/daily: open a table with a daily deal, which begins immediately."""
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
    """GET /api/tables/TABLE/daily: the result of a daily deal, compared with par."""
    table = await replayable_table(services, request)
    if table.sitting.daily is None:
        raise Refused("not-now", "This game was not a daily deal.")
    if table.sitting.ended:
        raise Refused("not-now", "The host ended this game, so it has no result.")
    transcript = await services.store.transcript(table)
    return Json(await run_job(services, request, table.game.name, "daily", transcript))
