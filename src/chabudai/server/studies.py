"""The HTTP calls whose answers take long: the studio of a game, and looking back on one."""

import msgspec
from msgspec import Raw
from starlette.requests import Request
from starlette.responses import Response

from chabudai.core.transcript import Entry as Move, Header, Transcript
from chabudai.server.answers import Json, address, body, found
from chabudai.server.bench import Order, has_works
from chabudai.server.house import House
from chabudai.server.table import No

STUDY = "studio"
OPEN = "open"
REVIEW = "review"


async def study(house: House, request: Request) -> Response:
    """POST /api/studio/GAME: what a drawn board comes to."""
    return await in_studio(house, request, STUDY)


async def open_file(house: House, request: Request) -> Response:
    """POST /api/studio/GAME/open: the board that a file holds."""
    return await in_studio(house, request, OPEN)


async def in_studio(house: House, request: Request, work: str) -> Response:
    """A piece of work on what the caller has sent."""
    game = request.path_params["game"]
    if not has_works(game):
        raise No("malformed", "This game has no studio.")
    document = await body(request, Raw)
    return Json(await worked(house, request, Order(game, work, document)))


async def look_back(house: House, request: Request) -> Response:
    """GET /api/tables/TABLE/review: what is seen when looking back on a game that is over."""
    live = await found(house, request.path_params["table"])
    if live is None:
        raise No("unknown-table", "There is no such table.")
    table = live.table
    sitting = table.sitting
    if sitting.status != "over":
        raise No("not-now", "The game is not over.")
    if not has_works(sitting.game):
        raise No("malformed", "This game is not looked back on.")
    entries = await house.store.entries(table, 0, table.head)
    moves = tuple(Move(e.seat, Raw(e.action)) for e in entries if e.part == "play")
    header = Header(sitting.game, sitting.rules, len(sitting.places), sitting.options)
    document = Raw(msgspec.json.encode(Transcript(header, moves)))
    return Json(await worked(house, request, Order(sitting.game, REVIEW, document)))


async def worked(house: House, request: Request, order: Order) -> Raw:
    """A piece of work for the caller, who may not ask for many."""
    if not house.working.take(address(request)):
        house.metrics.limited.labels("works").inc()
        raise No("too-fast", "Wait a little.")
    return await house.workshop.do(order)
