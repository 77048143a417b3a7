"""The web application: pages, HTTP calls and sockets. `docs/protocol.md` says what they mean."""

import io
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from chabudai.core import Illegal, Struct
from chabudai.core.rulebook import LANGUAGES, Rulebook, read_rulebook
from chabudai.core.transcript import Entry as Move, Header, Transcript, dumps
from chabudai.games import GAMES
from chabudai.server import pages, seats, wire
from chabudai.server.house import House, Settings, opened
from chabudai.server.hub import Live
from chabudai.server.journal import fault
from chabudai.server.limits import BODY_BYTES, network
from chabudai.server.log import Unstored
from chabudai.server.sockets import LOST, is_own_origin, table_socket
from chabudai.server.table import Call, Change, No, Table, brief, open_table, sit

T = TypeVar("T")
Answer = Callable[[House, Request], Awaitable[Response]]

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

COMING = {
    "word-porters": ("Word Porters", range(3, 7)),
    "quiddler": ("Quiddler", range(1, 9)),
    "kakapo": ("The Kakapo Buddy & Party", range(2, 5)),
}
"""The games of the house whose rooms may not be there yet: title and seats."""


class TooLarge(No):
    """A body over the limit."""


class Link(Struct):
    """POST /api/qr: an address of this server, to be drawn."""

    link: str


def create_app(settings: Settings) -> Starlette:
    """The application, opening and closing what it needs with its lifespan."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        async with opened(settings) as house:
            app.state.house = house
            yield

    app = application(None)
    app.router.lifespan_context = lifespan
    return app


def application(house: House | None) -> Starlette:
    """The application over a house that is open, or will be when the first request comes."""
    app = Starlette(
        routes=[
            Route("/", answered(landing)),
            Route("/t/{table}", answered(table_page)),
            Route("/j/{table}", answered(table_page)),
            Route("/static/{path:path}", answered(static)),
            Route("/api/games", answered(offers)),
            Route("/api/rules/{game}", answered(rules)),
            Route("/api/tables", answered(new_table), methods=["POST"]),
            Route("/api/join", answered(join), methods=["POST"]),
            Route("/api/tables/{table}/transcript", answered(transcript)),
            Route("/api/qr", answered(draw), methods=["POST"]),
            Route("/livez", answered(alive)),
            Route("/readyz", answered(ready)),
            Route("/metrics", answered(metrics)),
            WebSocketRoute("/ws/{table}", on_socket),
        ],
        exception_handlers={HTTPException: on_http_error, Exception: on_fault},
    )
    app.add_middleware(Guarded)
    app.state.house = house
    return app


# --- round every answer -----------------------------------------------------------------------


class Guarded:
    """Puts the security headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does, with the headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        extra = {**pages.HEADERS, **(pages.TLS_HEADERS if scope["scheme"] == "https" else {})}
        headers = [(name.encode(), value.encode()) for name, value in extra.items()]
        if scope["path"].startswith("/api/"):
            headers.append((b"cache-control", b"no-store"))

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *headers]
            await send(message)

        await self.app(scope, receive, guarded)


def answered(answer: Answer) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that says no with a Problem."""

    async def endpoint(request: Request) -> Response:
        house: House = request.app.state.house
        try:
            if request.method == "POST":
                check_origin(house, request)
            return await answer(house, request)
        except TooLarge as no:
            return problem(413, no.code, str(no))
        except No as no:
            return problem(STATUS[no.code], no.code, str(no))
        except Illegal as illegal:
            return problem(400, "illegal", str(illegal))
        except Unstored:
            return problem(503, "busy", "The tables cannot be reached just now. Try again.")

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


async def on_http_error(request: Request, error: Exception) -> Response:
    """A path or method that is none of ours."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    text = "There is nothing here." if status == 404 else "That cannot be done here."
    code: wire.Code = "unknown-table" if status == 404 else "malformed"
    return problem(status, code, text)


async def on_fault(request: Request, error: Exception) -> Response:
    """An error of ours: noted without what it was about, and nothing told."""
    house: House = request.app.state.house
    house.metrics.faults.inc()
    fault("request", error)
    return problem(503, "busy", LOST)


def check_origin(house: House, request: Request) -> None:
    """Raises No for a call from another site's page."""
    headers = request.headers
    host = headers.get("host", "")
    if not is_own_origin(headers.get("origin"), host, house.settings.origins):
        raise No("not-your-seat", "This call comes from another site.")


async def body(request: Request, shape: type[T]) -> T:
    """The request's body. Raises No."""
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise No("malformed", "The body must be JSON, and say so.")
    text = bytearray()
    async for chunk in request.stream():
        text += chunk
        if len(text) > BODY_BYTES:
            raise TooLarge("malformed", "The body is too large.")
    try:
        return msgspec.json.decode(text, type=shape)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise No("malformed", "The body cannot be read: {why}.", why=brief(error)) from None


def address(request: Request) -> str:
    """Whom limits apply to."""
    return network(request.client.host if request.client else "")


# --- pages ------------------------------------------------------------------------------------


def html(house: House, request: Request, head: pages.Head | None, table: Table | None) -> Response:
    """A page in the language the browser asks for."""
    lang = pages.preferred(request.headers.get("accept-language", ""))
    if table is not None:
        host = table.sitting.places[table.sitting.host].name
        head = pages.table_head(table.game.title, host, lang)
    base = f"{request.url.scheme}://{request.url.netloc}"
    text = pages.page(house.client, head or pages.LANDING[lang], lang, base)
    headers = {"vary": "Accept-Language", "cache-control": "no-cache", "content-language": lang}
    return Response(text, media_type="text/html", headers=headers)


async def landing(house: House, request: Request) -> Response:
    """GET /: the page before any table."""
    return html(house, request, None, None)


async def table_page(house: House, request: Request) -> Response:
    """GET /t/TABLE, /j/TABLE, /j/CODE: the same page, its head about the table if there is one."""
    live = await found(house, request.path_params["table"])
    return html(house, request, None, live.table if live else None)


async def static(house: House, request: Request) -> Response:
    """GET /static/…: a file of the client."""
    return pages.static_file(house.client, request)


# --- games ------------------------------------------------------------------------------------


async def offers(house: House, request: Request) -> Response:
    """GET /api/games."""
    made = [
        wire.Offer(game.name, game.title, tuple(game.seats), levels(game.bots), ready=True)
        for game in GAMES.values()
    ]
    coming = [
        wire.Offer(name, title, tuple(numbers), (), ready=False)
        for name, (title, numbers) in COMING.items()
        if name not in GAMES
    ]
    return Json(made + coming)


def levels(bots: Any) -> tuple[wire.Level, ...]:
    """The levels of a game's bots, weakest first."""
    return tuple(bots)


async def rules(house: House, request: Request) -> Response:
    """GET /api/rules/GAME?lang=."""
    name, lang = request.path_params["game"], request.query_params.get("lang", "en")
    if name not in GAMES or lang not in LANGUAGES:
        raise No("malformed", "There is no such rulebook.")
    return Json(rulebook(name, lang))


@cache
def rulebook(name: str, lang: str) -> Rulebook:
    """The rulebook in a room, beside the module that judges."""
    module = sys.modules[GAMES[name].setup.__module__]
    return read_rulebook(Path(module.__file__ or "").parent, lang)


# --- tables -----------------------------------------------------------------------------------


async def found(house: House, name: str) -> Live | None:
    """The table of an id or a code, if there is one. A code counts as a try."""
    if seats.TABLE_ID.match(name):
        return await house.hub.get(name)
    return None


async def new_table(house: House, request: Request) -> Response:
    """POST /api/tables: a table with the caller as its host."""
    if not house.opening.take(address(request)):
        house.metrics.limited.labels("tables").inc()
        raise No("too-fast", "You have opened many tables. Wait a little.")
    order = await body(request, wire.NewTable)
    sources = house.settings.sources
    guest, cookie = guest_for(house, request)
    invite = sources.token(16)
    code = None if order.begin else await house.hub.spare_code()
    call = Call(0, "opened", sources.now(), sources, code)
    change = open_table(call, order, guest, seats.digest(invite))
    await house.hub.open(change)
    if order.begin or order.bots:
        await house.thinkers.warm()
    return seated(wire.Seated(change.table.id, 0, invite), request, cookie)


async def join(house: House, request: Request) -> Response:
    """POST /api/join: a seat by link or code; who sits there already keeps it."""
    wish = await body(request, wire.Join)
    guest, cookie = guest_for(house, request)
    live = await invited(house, request, wish, guest)
    table = live.table
    seat = table.seat_of(guest)
    if seat is None and table.sitting.status == "lobby":
        sources = house.settings.sources
        cmd = f"sit:{sources.token(12)}"
        call = Call(0, cmd, sources.now(), sources)

        def decide(table: Table) -> Change:
            if table.seat_of(guest) is not None:
                return Change(table, ())
            return sit(table, call, guest, wish.name)

        await house.hub.submit(live, cmd, decide)
        seat = live.table.seat_of(guest)
    return seated(wire.Seated(table.id, seat, None), request, cookie)


async def invited(house: House, request: Request, wish: wire.Join, guest: str) -> Live:
    """The table that a link's secret, a code, or one's own seat lets one in to. Raises No."""
    if not house.misses.has(address(request)):
        house.metrics.limited.labels("misses").inc()
        raise No("too-fast", "Too many wrong tries. Wait a minute.")
    table_id = wish.table
    if wish.code is not None:
        table_id = await house.store.with_code(wish.code)
    live = await found(house, table_id or "")
    if live is None:
        house.misses.take(address(request))
        raise No("unknown-table", "There is no such table.")
    if wish.code is not None or live.table.seat_of(guest) is not None:
        return live
    if not seats.fits(wish.secret or "", live.table.sitting.invite):
        house.misses.take(address(request))
        raise No("wrong-secret", "This invitation is not for this table.")
    return live


def guest_for(house: House, request: Request) -> tuple[str, str | None]:
    """The caller's digest, and the secret to be set as a cookie if they had none."""
    guest = seats.guest_of(request.cookies, request.url.scheme)
    if guest is not None:
        return guest, None
    secret = seats.new_guest(house.settings.sources)
    return seats.digest(secret), secret


def seated(where: wire.Seated, request: Request, secret: str | None) -> Response:
    """Where the caller sits now, with the cookie that is the key to the seat."""
    answer = Json(where)
    if secret is not None:
        answer.set_cookie(
            seats.cookie_name(request.url.scheme),
            secret,
            max_age=seats.KEPT_DAYS * 24 * 3600,
            path="/",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="lax",
        )
    return answer


async def transcript(house: House, request: Request) -> Response:
    """GET /api/tables/TABLE/transcript: every move, once the game is over."""
    if not house.drawing.take(address(request)):
        raise No("too-fast", "Wait a little.")
    live = await found(house, request.path_params["table"])
    if live is None:
        raise No("unknown-table", "There is no such table.")
    table = live.table
    if table.sitting.status != "over":
        raise No("not-now", "The game is not over.")
    entries = await house.store.entries(table, 0, table.head)
    moves = tuple(Move(e.seat, msgspec.Raw(e.action)) for e in entries if e.part == "play")
    sitting = table.sitting
    header = Header(sitting.game, sitting.rules, len(sitting.places), sitting.options)
    name = f"{sitting.game}-{table.id}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    text = dumps(Transcript(header, moves))
    return Response(text, media_type="application/x-ndjson", headers=headers)


async def draw(house: House, request: Request) -> Response:
    """POST /api/qr: the QR code of an address of this server, as SVG."""
    import segno

    if not house.drawing.take(address(request)):
        raise No("too-fast", "Wait a little.")
    link = (await body(request, Link)).link
    origin = "/".join(link.split("/", 3)[:3])
    if len(link) > 300 or not link.isascii() or origin.count("/") != 2:
        raise No("malformed", "This is not an address of this server.")
    if not is_own_origin(origin, request.headers.get("host", ""), house.settings.origins):
        raise No("malformed", "This is not an address of this server.")
    drawn = io.BytesIO()
    segno.make(link, micro=False).save(drawn, kind="svg", scale=4, border=4, xmldecl=False)
    return Response(drawn.getvalue(), media_type="image/svg+xml")


# --- health -----------------------------------------------------------------------------------


async def alive(house: House, request: Request) -> Response:
    """GET /livez: the server runs."""
    return Response("ok\n", media_type="text/plain")


async def ready(house: House, request: Request) -> Response:
    """GET /readyz: tables can be read and written."""
    await house.store.ping()
    if house.closing or not house.store.healthy:
        raise No("busy", "Not ready.")
    return Response("ok\n", media_type="text/plain")


async def metrics(house: House, request: Request) -> Response:
    """GET /metrics, for Prometheus."""
    return Response(house.metrics.text(), media_type="text/plain; version=0.0.4")


async def on_socket(ws: WebSocket) -> None:
    """GET /ws/TABLE."""
    await table_socket(ws.app.state.house, ws)
