"""HTTP endpoints for games, rulebooks and QR codes, and for opening and joining tables."""

import io
from collections.abc import Generator, Iterable
from contextlib import ExitStack, contextmanager, suppress
from functools import cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from chabudai.core import Seat, Struct
from chabudai.core.rulebook import LANGUAGES, read_rulebook
from chabudai.games import GAMES, folder_of
from chabudai.server import credentials, protocol
from chabudai.server.http.content import REVALIDATED, text_content
from chabudai.server.http.invitations import use_pass
from chabudai.server.http.responses import Json, address, body, problem, refusal, table_named
from chabudai.server.limits import EVERYBODY, Address, RateName
from chabudai.server.origins import is_own_origin
from chabudai.server.proxies import check_request
from chabudai.server.refusal import Refused, TableFull
from chabudai.server.services import Services
from chabudai.server.tables.decide import Call, Change, Table, sharing
from chabudai.server.tables.decide.lobby import check_not_removed, knock, open_table, sit
from chabudai.server.tables.decide.requests import claim as claim_seat, withdraw
from chabudai.server.tables.live import LiveTable

JSON = "application/json"


class Offer(Struct):
    """GET /api/games: a game that the server offers. `guides` has the titles of its guides by
    language.
    """

    name: str
    title: str
    seats: tuple[int, ...]
    levels: tuple[protocol.Level, ...]
    guides: dict[str, dict[str, str]]


class Link(Struct):
    """POST /api/qr: an address on this server to encode."""

    link: str


async def offers(services: Services, request: Request) -> Response:
    """GET /api/games: the games that the server offers."""
    made: list[Offer] = []
    for game in GAMES.values():
        guides = {
            name: guide.translations(guide.title) for name, guide in game.extras.guides.items()
        }
        made.append(Offer(game.name, game.title, tuple(game.seats), levels(game.bots), guides))
    return text_content(request, msgspec.json.encode(made), JSON, REVALIDATED)


def levels(bots: Iterable[str]) -> tuple[protocol.Level, ...]:
    """Return a game's bot levels as sent to clients."""
    return msgspec.convert(tuple(bots), tuple[protocol.Level, ...])


async def rules(services: Services, request: Request) -> Response:
    """GET /api/rules/GAME?lang=: the rulebook of a game."""
    name, lang = request.path_params["game"], request.query_params.get("lang", "en")
    if name not in GAMES or lang not in LANGUAGES:
        raise Refused("malformed", "There is no such rulebook.")
    return text_content(request, rulebook(name, lang), JSON, REVALIDATED)


@cache
def rulebook(name: str, lang: str) -> bytes:
    """Return the rulebook of a game in a language, as JSON."""
    return msgspec.json.encode(read_rulebook(folder_of(name), lang))


async def new_table(services: Services, request: Request) -> Response:
    """POST /api/tables: open a table with the caller as its host."""
    check_table_rate(services, request)
    order = await body(request, protocol.NewTable)
    sources = services.sources
    guest, cookie = guest_for(services, request)
    invite = sources.token(16)
    code = await services.spare_code()
    call = Call(0, "opened", sources.now(), sources, code)
    change = open_table(call, order, guest, credentials.digest(invite))
    await services.registry.open(change, address(request))
    return with_guest_cookie(Json(protocol.Seated(change.table.id, 0, invite)), request, cookie)


def check_table_rate(services: Services, request: Request) -> None:
    """Count a new table against the caller's rate limit. Raises Refused."""
    text = "You have opened many tables. Wait a little."
    services.check_rate("tables", address(request), text)


async def join(services: Services, request: Request) -> Response:
    """POST /api/join: take a seat by link or code, or watch. Callers who have a seat keep it.
    Callers who are waiting for a seat need neither link nor code.
    """
    wish = await body(request, protocol.Join)
    guest, cookie = guest_for(services, request)
    live = await invited(services, request, wish, guest)
    table = live.table
    if table.seat_of(guest) is None and has_room(table):
        sources = services.sources
        call = Call(0, f"sit:{sources.token(12)}", sources.now(), sources)

        def decide(table: Table) -> Change:
            if table.seat_of(guest) is not None or not has_room(table):
                return Change(table, ())
            return sit(table, call, guest, wish.name)

        live.guests.expect(guest, call.at)
        try:
            await live.submit(call.cmd, decide, address(request))
        except TableFull as full:
            await wait_for_seat(services, request, live, guest, wish.name)
            return with_guest_cookie(refusal(full), request, cookie)
    seat = live.table.seat_of(guest)
    if seat is None or has_left(live.table, seat):
        await wait_for_seat(services, request, live, guest, wish.name)
    return with_guest_cookie(Json(protocol.Seated(table.id, seat, None)), request, cookie)


async def wait_for_seat(
    services: Services, request: Request, live: LiveTable, guest: str, name: str
) -> None:
    """Record that an invited guest is waiting for a seat, if the rate limit and the table allow it.
    Raises Refused if the host has removed the guest.
    """
    check_not_removed(live.table, guest)
    # Guests who join repeatedly must not fill the log.
    if not services.rates["knocks"].take(address(request)):
        return
    sources = services.sources
    call = Call(0, f"knock:{sources.token(12)}", sources.now(), sources)
    live.guests.expect(guest, call.at)
    with suppress(Refused):
        await live.submit(call.cmd, lambda table: knock(table, call, guest, name), address(request))


async def claim(services: Services, request: Request) -> Response:
    """POST /api/tables/TABLE/claim: ask the players for a seat that belongs to the caller, or
    withdraw the request.
    """
    guest = credentials.guest_of(request)
    live = await table_named(services, request)
    if guest is None:
        raise Refused("not-your-seat", "Open the link or type the code first.")
    seat = (await body(request, protocol.Claim)).seat
    services.check_rate("knocks", address(request))
    sources = services.sources
    call = Call(0, f"claim:{sources.token(12)}", sources.now(), sources)

    def decide(table: Table) -> Change:
        if seat is None:
            return withdraw(table, call, guest)
        return claim_seat(table, live.witnessed(table, call), guest, seat)

    await live.submit(call.cmd, decide, address(request))
    return Json(protocol.Seated(live.table.id, live.table.seat_of(guest), None))


async def add_player(services: Services, request: Request) -> Response:
    """POST /api/tables/TABLE/players: seat another player who uses the caller's browser."""
    hands = credentials.hands_of(credentials.guest_of(request))
    live = await table_named(services, request)
    if not sharing.seats_of(live.table, hands):
        raise Refused("not-your-seat", "You have no seat at this table.")
    name = (await body(request, protocol.AddPlayer)).name
    services.check_rate("knocks", address(request))
    sources = services.sources
    call = Call(0, f"player:{sources.token(12)}", sources.now(), sources)
    seat: Seat | None = None

    def decide(table: Table) -> Change:
        nonlocal seat
        change = sharing.add_player(table, call, hands, name)
        seat = change.entries[-1].seat
        return change

    await live.submit(call.cmd, decide, address(request))
    return Json(protocol.Seated(live.table.id, seat, None))


def has_room(table: Table) -> bool:
    """Whether a guest who joins now gets a seat: in the lobby, or during play if a seat is open."""
    status = table.sitting.status
    seats = any(place.kind == "open" for place in table.sitting.places)
    return status == "lobby" or (status == "playing" and seats)


def has_left(table: Table, seat: Seat) -> bool:
    """Whether the guest in a seat left the game before its end, and has no seat in the next one."""
    return table.sitting.status == "over" and table.sitting.places[seat].left


async def invited(
    services: Services, request: Request, wish: protocol.Join, guest: str
) -> LiveTable:
    """Return the current table of the party that the caller may join with a link, a code, or an
    earlier seat. Raises Refused.
    """
    rates: list[tuple[RateName, Address]] = [("misses", address(request))]
    if wish.code is not None:
        rates.append(("wrong_codes", EVERYBODY))
    with counted(services, rates):
        table_id = wish.table
        if wish.code is not None:
            table_id = await services.store.with_code(wish.code)
        live = await services.registry.current(table_id or "")
        if live is None:
            raise Refused("unknown-table", "There is no such table.")
        table = live.table
        if wish.code is not None or table.seat_of(guest) is not None:
            return live
        secret = wish.secret or ""
        is_invited = (
            credentials.fits(secret, table.sitting.invite)
            or table.sitting.is_waiting(guest)
            or await is_member(services, table, guest)
        )
        if is_invited or await use_pass(services, live, secret, guest, address(request)):
            return live
        raise Refused("wrong-secret", "This link does not open a seat. Ask the host for a new one.")


async def is_member(services: Services, table: Table, guest: str) -> bool:
    """Whether a guest belongs to a table's party: the guest has a seat at one of its tables, and
    has since neither left nor been removed.
    """
    sitting = table.sitting
    if sitting.daily is not None or sitting.is_removed(guest) or guest in sitting.withdrawn:
        return False
    return await services.store.played_there(table.party, guest)


@contextmanager
def counted(services: Services, rates: list[tuple[RateName, Address]]) -> Generator[None]:
    """Charge in advance for an attempt to use a code or secret, and refund the charge if the
    attempt succeeds. Raises Refused after too many wrong attempts.
    """
    text = "Too many wrong tries. Use the link, or wait a minute."
    with ExitStack() as right:
        for name, caller in rates:
            services.check_rate(name, caller, text)
            right.callback(services.rates[name].spend, caller, -1)
        try:
            yield
        except Refused as refused:
            if refused.code in ("unknown-table", "wrong-secret"):
                right.pop_all()
            raise


def guest_for(services: Services, request: Request) -> tuple[str, str | None]:
    """Return the caller's digest, and a new secret for the cookie if the caller has none."""
    guest = credentials.guest_of(request)
    if guest is not None:
        return guest, None
    secret = services.sources.token(credentials.SECRET_BYTES)
    return credentials.digest(secret), secret


def with_guest_cookie(answer: Response, request: Request, secret: str | None) -> Response:
    """Set `secret`, if given, as the guest's cookie in the response."""
    if secret is not None:
        answer.set_cookie(
            credentials.cookie_name(request),
            secret,
            max_age=credentials.KEPT_DAYS * 24 * 3600,
            path=f"{credentials.path_prefix(request)}/",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="lax",
        )
    return answer


async def no_websocket(services: Services, request: Request) -> Response:
    """GET /ws/… without a WebSocket upgrade, which happens if a proxy does not forward upgrades."""
    check_request(request)
    return problem(426, "malformed", "This is the address of a WebSocket.")


async def draw(services: Services, request: Request) -> Response:
    """POST /api/qr: the QR code for an address on this server, as SVG."""
    import segno

    services.check_rate("drawings", address(request))
    link = (await body(request, Link)).link
    origin = "/".join(link.split("/", 3)[:3])
    is_own = origin == request.headers.get("origin") or is_own_origin(origin, request)
    if len(link) > 300 or not link.isascii() or not is_own:
        raise Refused("malformed", "This is not an address of this server.")
    drawn = io.BytesIO()
    segno.make(link, micro=False).save(drawn, kind="svg", border=4, xmldecl=False, omitsize=True)
    return Response(drawn.getvalue(), media_type="image/svg+xml")
