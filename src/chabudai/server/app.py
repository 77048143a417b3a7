"""The web application: routes and security headers. `docs/protocol.md` documents the endpoints."""

from functools import partial

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from chabudai.server.credentials import path_prefix, public_url
from chabudai.server.http import (
    daily,
    invitations,
    pages,
    parties,
    replay_tables,
    reviews,
    rules,
    screens,
    site,
    tables,
    words,
)
from chabudai.server.http.responses import endpoint, problem
from chabudai.server.logs import advise, is_new, logger
from chabudai.server.origins import is_own_name
from chabudai.server.proxies import NO_HOST, PASSES_HOST, as_sent, is_proxied
from chabudai.server.public_url import PublicUrl
from chabudai.server.refusal import Code
from chabudai.server.services import Services
from chabudai.server.ws.guide import guide_socket
from chabudai.server.ws.moment import moment_socket
from chabudai.server.ws.session import table_socket

ANOTHER_NAME = "This server does not know this host name. Its operator can set --public-url URL."
MAX_NAME = 253
"""Maximum length of a DNS host name, in characters."""


def application(services: Services) -> Starlette:
    """Return the ASGI application for these services."""
    app = Starlette(routes=routes(), exception_handlers={HTTPException: on_http_error})
    app.add_middleware(by_own_names)
    app.add_middleware(with_security_headers)
    app.add_middleware(at_public_url)
    app.state.services = services
    return app


def routes() -> list[BaseRoute]:
    """Return all routes, for pages, HTTP endpoints, health checks and WebSockets."""
    return [
        *(Route(path, endpoint(pages.landing)) for path in pages.PAGES),
        *(Route(path, endpoint(pages.unlisted(pages.table_page))) for path in pages.TABLE_PAGES),
        Route("/p/{party}", endpoint(pages.unlisted(pages.landing))),
        Route("/rules/{game}", endpoint(rules.rules_page)),
        Route("/app.webmanifest", endpoint(site.app_manifest)),
        Route("/worker.js", endpoint(site.worker)),
        Route("/robots.txt", endpoint(site.robots)),
        Route("/static/{path:path}", endpoint(pages.static)),
        Route("/api/games", endpoint(tables.offers)),
        Route("/api/rules/{game}", endpoint(tables.rules)),
        Route("/api/tables", endpoint(invitations.your_tables), methods=["GET"]),
        Route("/api/tables", endpoint(tables.new_table), methods=["POST"]),
        Route("/api/tables/{table}/pass", endpoint(invitations.new_pass), methods=["POST"]),
        Route("/api/tables/{table}/players", endpoint(tables.add_player), methods=["POST"]),
        Route("/api/tables/{table}/claim", endpoint(tables.claim), methods=["POST"]),
        Route("/api/parties/{party}", endpoint(parties.party), methods=["GET"]),
        Route("/api/parties/{party}/next", endpoint(parties.next_game), methods=["POST"]),
        Route("/api/parties/{party}/leave", endpoint(parties.leave_party), methods=["POST"]),
        Route("/api/parties/{party}/delete", endpoint(parties.delete_party), methods=["POST"]),
        Route("/api/parties/{party}/screens", endpoint(screens.pair), methods=["POST"]),
        Route("/api/screens", endpoint(screens.screen), methods=["POST"]),
        Route("/api/daily", endpoint(daily.daily), methods=["GET"]),
        Route("/api/daily", endpoint(daily.new_daily), methods=["POST"]),
        Route("/api/join", endpoint(tables.join), methods=["POST"]),
        Route("/api/tables/{table}/transcript", endpoint(reviews.transcript)),
        Route("/api/tables/{table}/review", endpoint(partial(reviews.look_back, "review"))),
        Route("/api/tables/{table}/report", endpoint(partial(reviews.look_back, "report"))),
        Route("/api/tables/{table}/steps", endpoint(reviews.steps)),
        Route("/api/tables/{table}/steps/{step}.svg", endpoint(reviews.step_picture)),
        Route("/api/tables/{table}/end.svg", endpoint(partial(reviews.picture, None))),
        Route("/api/tables/{table}/daily", endpoint(daily.daily_result)),
        Route("/api/tables/{table}/why", endpoint(reviews.why)),
        Route("/api/tables/{table}/words", endpoint(words.words)),
        Route("/api/tables/{table}/words/{word}", endpoint(words.word)),
        Route("/api/tables/{table}/play-on", endpoint(replay_tables.play_on), methods=["POST"]),
        Route("/api/transcripts", endpoint(replay_tables.open_transcript), methods=["POST"]),
        Route("/api/studio/{game}", endpoint(partial(reviews.studio, "studio")), methods=["POST"]),
        Route(
            "/api/studio/{game}/open", endpoint(partial(reviews.studio, "open")), methods=["POST"]
        ),
        Route("/api/qr", endpoint(tables.draw), methods=["POST"]),
        Route("/ws/{path:path}", endpoint(tables.no_websocket)),
        Route("/livez", endpoint(alive)),
        Route("/readyz", endpoint(ready)),
        WebSocketRoute("/ws/guide/{game}/{guide}", guide_socket),
        WebSocketRoute("/ws/moment/{table}/{at}", moment_socket),
        WebSocketRoute("/ws/{table}", table_socket),
    ]


def with_metrics_apart(app: ASGIApp, services: Services, port: int) -> ASGIApp:
    """Wrap the application so that it also serves the metrics, on a separate port."""
    numbers = Starlette(routes=[Route("/metrics", endpoint(metrics))])
    numbers.add_middleware(by_own_names)
    numbers.state.services = services

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await (numbers if scope["server"][1] == port else app)(scope, receive, send)

    return answer


# --- every response -----------------------------------------------------------------------


async def on_http_error(request: Request, error: Exception) -> Response:
    """Answer an unknown path or method with a Problem, or with the 404 page if a browser requests a
    page.
    """
    status = error.status_code if isinstance(error, HTTPException) else 500
    asks_for_page = "text/html" in request.headers.get("accept", "")
    if status == 404 and asks_for_page and not request.url.path.startswith("/api/"):
        return pages.missing(request.app.state.services, request)
    text = "This address does not exist." if status == 404 else "This method is not allowed here."
    code: Code = "unknown-table" if status == 404 else "malformed"
    return problem(status, code, text)


def at_public_url(app: ASGIApp) -> ASGIApp:
    """Wrap the application so that it sees requests as browsers sent them."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        is_call = scope["type"] in ("http", "websocket")
        public = public_url(HTTPConnection(scope)) if is_call else None
        await app(as_sent(scope, public) if public else scope, receive, send)

    return answer


def with_security_headers(app: ASGIApp) -> ASGIApp:
    """Wrap the application to add the security headers to every response."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        # HSTS applies to the whole host, and other paths may belong to other sites.
        is_whole = scope["scheme"] == "https" and not path_prefix(HTTPConnection(scope))
        extra = {**pages.HEADERS, **(pages.TLS_HEADERS if is_whole else {})}
        is_call = scope["path"].startswith("/api/")

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(extra)
                if is_call:
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        await app(scope, receive, send_with_headers)

    return answer


def by_own_names(app: ASGIApp) -> ASGIApp:
    """Wrap the application to refuse requests whose Host is not one of the server's names."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        is_call = scope["type"] in ("http", "websocket")
        if not is_call or is_called_by_own_name(HTTPConnection(scope)):
            await app(scope, receive, send)
        elif scope["type"] == "http":
            await problem(421, "malformed", wrong_name(HTTPConnection(scope)))(scope, receive, send)
        else:
            await WebSocket(scope, receive, send).close()

    return answer


def is_called_by_own_name(connection: HTTPConnection) -> bool:
    """Whether the Host header is one of the server's names."""
    settings = connection.app.state.services.settings
    public: PublicUrl | None = settings.public_url
    host = connection.headers.get("host", "")
    is_own = is_own_name(host, settings.names | ({public.host} if public else set()))
    if public and not is_own and is_proxied(connection.scope):
        if "." not in host:  # a name inside the proxy's configuration
            advise(NO_HOST, PASSES_HOST)
        elif is_new(("host", public)):  # once a minute: strangers choose the name
            logger().warning("proxy", advice=wrong_name(connection), lines=())
    return is_own


def wrong_name(connection: HTTPConnection) -> str:
    """Return the refusal of a request whose Host is not one of the server's names."""
    public: PublicUrl | None = connection.app.state.services.settings.public_url
    if public is None:
        return ANOTHER_NAME
    host = connection.headers.get("host", "")[:MAX_NAME]
    return f"A request came for {host}, but --public-url names {public.netloc}."


# --- health -----------------------------------------------------------------------------------


async def alive(services: Services, request: Request) -> Response:
    """GET /livez: whether the server is running."""
    return Response("ok\n", media_type="text/plain")


async def ready(services: Services, request: Request) -> Response:
    """GET /readyz: whether the database can be read and written."""
    await services.store.prove(services.sources.now())
    return Response("ok\n", media_type="text/plain")


async def metrics(services: Services, request: Request) -> Response:
    """GET /metrics, for Prometheus, at the address given to `serve --metrics`.

    If the server has few tables, the metrics reveal every command and all connected players, which
    are secret in a silent game. They have a separate port because a proxy could expose a route on
    the public port.
    """
    return Response(services.metrics.text(), media_type="text/plain; version=0.0.4")
