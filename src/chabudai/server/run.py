"""`chabudai serve`: check that the server can start, then run it."""

import asyncio
import errno
import gc
import signal
import socket
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.types import ASGIApp
from uvicorn import Config, Server
from uvicorn.loops.auto import auto_loop_factory
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from websockets.exceptions import InvalidState

from chabudai.games import GAMES
from chabudai.server.app import application, with_metrics_apart
from chabudai.server.crowd import Crowd
from chabudai.server.file_limit import room_for_connections
from chabudai.server.guard import Guard, guarded
from chabudai.server.limits import FRAME_BYTES
from chabudai.server.logs import logger, quiet_libraries
from chabudai.server.refusal import StartupFailed
from chabudai.server.services import Services, opened
from chabudai.server.settings import Settings
from chabudai.server.temporary import remove_leftovers

GRACE_S = 5
"""Seconds that open requests and WebSockets may take to end when the server stops."""
CLOSING_S = 0.05
"""Seconds between checks of a closing WebSocket when the server stops."""


class Host(Server):
    """A uvicorn server that calls `ready` once it is listening."""

    def __init__(self, config: Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then call `ready`."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop the server. uvicorn 0.54 raises InvalidState while a WebSocket is closing: retry
        until it is closed.
        """
        while not self.force_exit:
            try:
                return await super().shutdown(sockets)
            except InvalidState:
                await asyncio.sleep(CLOSING_S)
        return None


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    settings: Settings,
    ready: Callable[[str], None] = lambda _: None,
) -> None:
    """Serve until interrupted. Port 0 selects a free port. `ready` is called with the server's
    address once it is listening. Raises StartupFailed.
    """
    room_for_connections()  # before the first files are opened
    quiet_libraries()
    remove_leftovers()
    # Let Python switch between the database's thread and the event loop more often.
    sys.setswitchinterval(0.001)
    listening = [listen(host, port)]
    asked: list[int] = []

    def ask(number: int, frame: object) -> None:
        asked.append(number)

    previous = {each: signal.signal(each, ask) for each in (signal.SIGINT, signal.SIGTERM)}

    tuple(GAMES.values())  # import all games now, so that no table waits for it
    try:
        if settings.metrics is not None:
            listening.append(listen(*settings.metrics, "--metrics"))
            check_ports(listening)

        def say() -> None:
            tune_gc()
            logger().info("listening", ports=[each.getsockname()[1] for each in listening])
            ready(address_of(listening[0]))
            if asked:  # the signal came before the server was created
                signal.raise_signal(asked[0])

        with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
            runner.run(run_server(settings, listening, say))
        logger().info("closed")
    finally:
        for open_socket in listening:
            open_socket.close()
        for each, handler in previous.items():
            signal.signal(each, handler)


def listen(host: str, port: int, chosen_by: str = "--port") -> socket.socket:
    """Open a listening socket. Raises StartupFailed, which names the argument `chosen_by`."""
    if not 0 <= port <= 65535:
        raise StartupFailed(f"{port} is not a port: give a number from 0 to 65535.")
    nowhere = f"This machine has no address {host} to listen on."
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    except (OSError, UnicodeError):
        raise StartupFailed(nowhere) from None
    both = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
    try:
        return socket.create_server((host, port), family=family, backlog=512, dualstack_ipv6=both)
    except OSError as error:
        why = nowhere
        if error.errno == errno.EADDRINUSE:
            why = f"Port {port} is in use. Choose another with {chosen_by}, or 0 for a free one."
        elif error.errno == errno.EACCES:
            why = f"You may not use port {port}. Choose one above 1023."
        raise StartupFailed(why) from None


def check_ports(listening: list[socket.socket]) -> None:
    """Raise StartupFailed if two sockets share a port, because only the port distinguishes requests
    for metrics.
    """
    if len({each.getsockname()[1] for each in listening}) < len(listening):
        raise StartupFailed("Metrics need a port of their own: choose one with --metrics.")


def address_of(listening: socket.socket) -> str:
    """Return the URL to open in a browser."""
    host, port = str(listening.getsockname()[0]), int(listening.getsockname()[1])
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def config_for(app: ASGIApp, services: Services) -> Config:
    """Return uvicorn's configuration."""
    settings = services.settings
    crowd = Crowd(services.limits, room_for_connections(), services.rates)
    guard: Any = partial(Guard, crowd, settings.trusted, AutoHTTPProtocol)
    return Config(
        guarded(app, crowd),
        http=guard,
        ws="websockets-sansio",
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=25,
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=bool(settings.trusted),
        forwarded_allow_ips=list(settings.trusted),
        server_header=False,
        timeout_keep_alive=60,  # longer than `Limits.idle_s`, which ends idle connections
        timeout_graceful_shutdown=GRACE_S,
    )


def tune_gc() -> None:
    """Run the garbage collector less often and exempt existing objects. There is little cyclic
    garbage, and a full collection stalls every table noticeably.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 50)


async def run_server(
    settings: Settings, listening: list[socket.socket], ready: Callable[[], None]
) -> None:
    """Open the services, serve until stopped, and close them. A second socket is for metrics."""
    async with opened(settings) as services:
        app: ASGIApp = application(services)
        if listening[1:]:
            app = with_metrics_apart(app, services, listening[1].getsockname()[1])
        await Host(config_for(app, services), ready).serve(sockets=listening)
