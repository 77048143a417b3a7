"""Reading and answering HTTP requests, with JSON bodies. Every refusal is sent as a Problem."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from chabudai.core import Illegal
from chabudai.core.deal import NoDeal
from chabudai.server import credentials, protocol
from chabudai.server.encoding import decode
from chabudai.server.limits import BODY_BYTES, Address, networks
from chabudai.server.logs import fault
from chabudai.server.origins import is_own_page
from chabudai.server.refusal import FAULT, Code, FileFault, Refused
from chabudai.server.services import Services
from chabudai.server.store.base import StorageFailed
from chabudai.server.store.rows import CorruptRow, Ended
from chabudai.server.tables.decide import Table
from chabudai.server.tables.decide.watching import check_sees
from chabudai.server.tables.live import LiveTable
from chabudai.server.workers.pool import ClientGone

T = TypeVar("T")
Handler = Callable[[Services, Request], Awaitable[Response]]

STATUS: dict[Code, int] = {
    "illegal": 400,
    "malformed": 400,
    "not-your-seat": 403,
    "not-host": 403,
    "wrong-secret": 403,
    "removed": 403,
    "unknown-table": 404,
    "stale": 409,
    "not-now": 409,
    "no-seat": 409,
    "name-taken": 409,
    "name-kept": 409,
    "too-fast": 429,
    "full": 507,
    "busy": 503,
    "unstored": 503,
    "guide": 409,
}
"""HTTP status for each code."""


HEADERS = {
    426: {"upgrade": "websocket"},
    429: {"retry-after": "5"},
    503: {"retry-after": "5"},
}
"""Headers that belong to a status."""


class TooLarge(Refused):
    """Raised if a body exceeds the limit."""


def endpoint(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """Return a Starlette handler that answers exceptions with a Problem."""

    async def answer(request: Request) -> Response:
        services: Services = request.app.state.services
        try:
            check_origin(request)
            return await handler(services, request)
        except Refused as refused:
            return refusal(refused)
        except NoDeal as none:
            return problem(400, "malformed", str(none))
        except Illegal as illegal:
            return problem(400, "illegal", str(illegal))
        except Ended:
            return problem(404, "unknown-table", "There is no such table.")
        except CorruptRow as error:
            fault("request", error)
            return problem(503, "unstored", "The stored data of this table cannot be read.")
        except (ClientDisconnect, ClientGone):
            return problem(400, "malformed", "The request body did not arrive.")
        except StorageFailed:
            return problem(503, "unstored", "The tables are unavailable. Try again in a moment.")
        except Exception as error:  # noqa: BLE001 - a fault affects only its own request
            services.metrics.fault("request", error)
            return problem(503, "busy", FAULT)

    return answer


def refusal(refused: Refused) -> Response:
    """Return a refusal as a Problem."""
    status = 413 if isinstance(refused, TooLarge) else STATUS[refused.code]
    return problem(status, refused.code, str(refused), refused.table, refused.why)


def problem(
    status: int, code: Code, text: str, table: str | None = None, why: FileFault | None = None
) -> Response:
    """Return an error as a Problem."""
    return Json(protocol.Problem(code, text, table, why), status, HEADERS.get(status))


class Json(Response):
    """A JSON response whose body is a struct."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Encode the body."""
        return msgspec.json.encode(content)


def check_origin(request: Request) -> None:
    """Raise Refused if a POST comes from another site's page or from an unknown origin."""
    if request.method == "POST" and not is_own_page(request):
        if "origin" in request.headers:
            raise Refused("not-your-seat", "This request comes from another site.")
        raise Refused(
            "not-your-seat", "Send an Origin header, or authenticate with Authorization: Bearer."
        )


async def body(request: Request, shape: type[T]) -> T:
    """Decode the body of a request as a type. Raises Refused."""
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise Refused("malformed", "Send the body as JSON, with Content-Type: application/json.")
    text = await whole_body(request, BODY_BYTES)
    return decode(text, shape, "The body cannot be read: {why}.")


async def whole_body(request: Request, most: int) -> bytes:
    """Return the body of a request. Raises TooLarge if it has more than `most` bytes."""
    text = bytearray()
    async for chunk in request.stream():
        text += chunk
        if len(text) > most:
            raise TooLarge("malformed", "The body is too large.")
    return bytes(text)


async def gone(request: Request) -> None:
    """Wait until the client disconnects. The body must have been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def address(request: Request) -> Address:
    """Return the caller's address as counted by rate limits."""
    return networks(request.client.host if request.client else "")


async def table_named(services: Services, request: Request) -> LiveTable:
    """Return the table named in the path, even if the caller is not allowed to see it. Raises
    Refused, StorageFailed and CorruptRow.
    """
    live = await services.registry.get(request.path_params["table"])
    if live is None:
        raise Refused("unknown-table", "There is no such table.")
    return live


async def table_at(services: Services, request: Request) -> LiveTable:
    """Return the table named in the path, if the caller may see it. Raises Refused, StorageFailed
    and CorruptRow.
    """
    live = await table_named(services, request)
    check_sees(live.table, credentials.guest_of(request))
    return live


async def finished_table(services: Services, request: Request) -> Table:
    """Return the table named in the path if its game is over. Raises Refused, StorageFailed and
    CorruptRow.
    """
    table = (await table_at(services, request)).table
    if table.sitting.status != "over":
        raise Refused("not-now", "The game is not over.")
    return table


async def replayable_table(services: Services, request: Request) -> Table:
    """Like `finished_table`, but requires a game that current rules can replay."""
    table = await finished_table(services, request)
    if table.stopped is not None:
        raise Refused("not-now", "This game was stopped and cannot be replayed.")
    return table
