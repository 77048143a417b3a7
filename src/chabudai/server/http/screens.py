"""HTTP endpoints for big screens, such as televisions, that show a party to everyone in the
room.
"""

from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from chabudai.core import Struct
from chabudai.server import credentials
from chabudai.server.http.parties import PAUSE_MS, of_guest, party_of_member
from chabudai.server.http.responses import Json, address, body
from chabudai.server.http.tables import counted, guest_for, with_guest_cookie
from chabudai.server.limits import EVERYBODY
from chabudai.server.refusal import Refused
from chabudai.server.services import Services
from chabudai.server.tables.decide import Call, Change, Table
from chabudai.server.tables.decide.watching import pair_screen

CODE_DIGITS = 6
CODE_MS = 10 * 60 * 1000
"""Milliseconds until the code of an unpaired screen expires."""


class Screen(Struct):
    """POST /api/screens: the current table of the party that the caller's screen shows, or the code
    for pairing the screen. The code is renewed every ten minutes.
    """

    table: str | None
    code: str | None


class Pairing(Struct):
    """POST /api/parties/PARTY/screens: the code that the screen shows."""

    code: Annotated[str, Meta(max_length=20)]


async def screen(services: Services, request: Request) -> Response:
    """POST /api/screens: the table or the code that the caller's big screen shows."""
    services.check_rate("parties", address(request))
    guest, cookie = guest_for(services, request)
    return with_guest_cookie(Json(await shown_by(services, guest)), request, cookie)


async def shown_by(services: Services, guest: str) -> Screen:
    """Return the table or the code that a browser shows as a big screen. When the evening is over,
    the screen no longer shows the party.
    """
    own, store, now = credentials.screen_of(guest), services.store, services.sources.now()
    row = await store.screen(own)
    if row is not None and row.table_id is not None and now - max(row.due, row.moved) <= PAUSE_MS:
        live = await services.registry.current(row.table_id)
        if live is not None and own in live.table.sitting.screens:
            return Screen(live.table.id, None)
    if row is not None and row.code is not None and row.due > now:
        return Screen(None, row.code)
    code = f"{services.sources.picks().below(10**CODE_DIGITS):0{CODE_DIGITS}}"
    await store.put_screen(own, now, code=code, due=now + CODE_MS)
    return Screen(None, code)


async def pair(services: Services, request: Request) -> Response:
    """POST /api/parties/PARTY/screens: the host pairs the screen that shows a code."""
    code = (await body(request, Pairing)).code
    live, guest = await party_of_member(services, request)
    sources, store = services.sources, services.store
    with counted(services, [("misses", address(request)), ("wrong_codes", EVERYBODY)]):
        found = await store.screen_with_code(code, sources.now())
        if found is None:
            raise Refused("wrong-secret", "No screen shows this code. Look at it again.")
    call = Call(0, f"pair:{sources.token(12)}", sources.now(), sources)

    def decide(table: Table) -> Change:
        return pair_screen(table, of_guest(live, table, call, guest), found)

    await live.submit(call.cmd, decide, address(request))
    await store.put_screen(found, sources.now(), due=sources.now(), party=live.table.party)
    return Json(None)
