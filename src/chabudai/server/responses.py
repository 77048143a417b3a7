"""How an HTTP call is read and answered: JSON in, JSON out, a Problem for every no."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from chabudai.core import Illegal
from chabudai.server import seats, wire
from chabudai.server.hub import LiveTable
from chabudai.server.limits import BODY_BYTES, network
from chabudai.server.logs import fault
from chabudai.server.services import Services
from chabudai.server.sockets import LOST, is_own_origin
from chabudai.server.store import Unstored
from chabudai.server.table import Refused, brief

T = TypeVar("T")
Answer = Callable[[Services, Request], Awaitable[Response]]

STATUS: dict[wire.Code, int] = {
    "illegal": 400,
    "malformed": 400,
    "not-your-seat": 403,
    "not-host": 403,
    "wrong-secret": 403,
    "unknown-table": 404,
    "stale": 409,
    "not-now": 409,
    "no-seat": 409,
    "too-fast": 429,
    "busy": 503,
}
"""The HTTP status that goes with a code."""


class TooLarge(Refused):
    """A body over the limit."""


def answered(answer: Answer) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that says no with a Problem."""

    async def endpoint(request: Request) -> Response:
        services: Services = request.app.state.services
        try:
            if request.method == "POST":
                check_origin(services, request)
            return await answer(services, request)
        except TooLarge as refused:
            return problem(413, refused.code, str(refused))
        except Refused as refused:
            return problem(STATUS[refused.code], refused.code, str(refused))
        except Illegal as illegal:
            return problem(400, "illegal", str(illegal))
        except Unstored:
            return problem(503, "busy", "The tables cannot be reached just now. Try again.")
        except Exception as error:  # noqa: BLE001 - one call's trouble stays its own
            services.metrics.faults.inc()
            fault("request", error)
            return problem(503, "busy", LOST)

    return endpoint


def problem(status: int, code: wire.Code, text: str) -> Response:
    """An error as its Problem."""
    retry = {"retry-after": "5"} if status in (429, 503) else None
    return Json(wire.Problem(code, text), status, retry)


class Json(Response):
    """A struct as JSON."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """The body."""
        return msgspec.json.encode(content)


def check_origin(services: Services, request: Request) -> None:
    """Raises Refused for a call from another site's page."""
    headers = request.headers
    host = headers.get("host", "")
    if not is_own_origin(headers.get("origin"), host, services.settings.origins):
        raise Refused("not-your-seat", "This call comes from another site.")


async def body(request: Request, shape: type[T]) -> T:
    """The request's body. Raises Refused."""
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise Refused("malformed", "The body must be JSON, and say so.")
    text = bytearray()
    async for chunk in request.stream():
        text += chunk
        if len(text) > BODY_BYTES:
            raise TooLarge("malformed", "The body is too large.")
    try:
        return msgspec.json.decode(text, type=shape)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused("malformed", "The body cannot be read: {why}.", why=brief(error)) from None


def address(request: Request) -> str:
    """Whom limits apply to."""
    return network(request.client.host if request.client else "")


async def found(services: Services, name: str) -> LiveTable | None:
    """The table of an id or a code, if there is one. A code counts as a try."""
    if seats.TABLE_ID.match(name):
        return await services.hub.get(name)
    return None
