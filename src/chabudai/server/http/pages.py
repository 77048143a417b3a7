"""The HTML page of the client, and its files. Every path serves the same page with a different
head.
"""

import mimetypes
import re
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response

from chabudai.core.deal import NoDeal
from chabudai.games import GAMES
from chabudai.server.credentials import path_prefix
from chabudai.server.http.content import content
from chabudai.server.http.daily import chosen_day
from chabudai.server.http.documents import document, language_of, page
from chabudai.server.http.heads import WORDS, Head, missing_head, page_head, table_head
from chabudai.server.http.responses import Handler
from chabudai.server.services import Services
from chabudai.server.store.base import StorageFailed
from chabudai.server.store.rows import CorruptRow

PAGES = (
    *("/", "/daily", "/daily/{day}", "/mine", "/book/{game}", "/learn/{game}/{guide}"),
    *("/studio", "/studio/{game}", "/screen"),
)
"""Paths of the pages that do not belong to a table or a party."""
TABLE_PAGES = ("/t/{table}", "/j/{table}")
HASHED = re.compile(r"-([A-Z0-9]{8}|[a-z0-9]{8})\.[a-z0-9.]+$")
FOR_EVER = "public, max-age=31536000, immutable"
CODINGS = (("br", ".br"), ("gzip", ".gz"))

POLICY = """
default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none';
script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self';
worker-src 'self'; img-src 'self' data: blob:;
require-trusted-types-for 'script'; trusted-types chabudai
"""
HEADERS = {
    "content-security-policy": " ".join(POLICY.split()),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
"""Headers on every response."""
TLS_HEADERS = {"strict-transport-security": "max-age=31536000"}
BODY = """<div id="app"><p class="unstarted">{unstarted} <a href="">{reload}</a></p></div>
<noscript>{noscript}</noscript>"""


def html(services: Services, request: Request, head: Head, lang: str, status: int) -> Response:
    """Return the client's page with a head."""
    static, files = f"{path_prefix(request)}/static", services.client.manifest
    more = [
        f'<link rel="stylesheet" href="{static}/{files.css}">',
        f'<script type="module" src="{static}/{files.js}"></script>',
        *(fetched_ahead(f"{static}/{path}") for path in files.tables.get(head.game, ())),
    ]
    body = BODY.format_map(WORDS[lang])
    return page(request, lang, document(services, request, lang, head, more, body), status)


def fetched_ahead(path: str) -> str:
    """Return a link element that loads a game's script or style sheet before the table's first
    message.
    """
    if path.endswith(".css"):
        return f'<link rel="stylesheet" href="{path}" data-game>'
    return f'<link rel="modulepreload" href="{path}">'


def missing(services: Services, request: Request) -> Response:
    """Return the page for an address that does not exist."""
    lang = language_of(request)
    return html(services, request, missing_head(lang), lang, 404)


def unlisted(handler: Handler) -> Handler:
    """Return a handler whose pages are not listed by search engines: tables and parties."""

    async def answer(services: Services, request: Request) -> Response:
        response = await handler(services, request)
        response.headers["x-robots-tag"] = "noindex"
        return response

    return answer


async def static(services: Services, request: Request) -> Response:
    """GET /static/…: one of the client's files, compressed if the browser accepts compression."""
    client, path = services.client, request.path_params["path"]
    file = client.files.get(path)
    if file is None:
        return Response("Not found.\n", 404, media_type="text/plain")
    kept = FOR_EVER if HASHED.search(path) else "no-cache"
    media = mimetypes.guess_type(path)[0] or "application/octet-stream"
    packed = {coding: client.files.get(path + ending) for coding, ending in CODINGS}
    codings = {coding: each for coding, each in packed.items() if each is not None}
    return content(request, {**codings, "": file}, media, {"cache-control": kept})


async def landing(services: Services, request: Request) -> Response:
    """GET each path in PAGES, and a party's page. The status is 404 if the path names an unknown
    day, game or guide.
    """
    if not names_something(services, request):
        return missing(services, request)
    lang = language_of(request)
    return html(services, request, page_head(request.url.path, lang), lang, 200)


def names_something(services: Services, request: Request) -> bool:
    """Whether the day, game or guide named in a page's path exists."""
    manifest, params = services.client.manifest, request.path_params
    match request.url.path.split("/")[1:]:
        case ["daily", day]:
            with suppress(NoDeal):
                chosen_day(services, day)
                return True
            return False
        case ["learn", *_]:
            return (
                params["game"] in GAMES and params["guide"] in GAMES[params["game"]].extras.guides
            )
        case ["book", game]:
            return game in manifest.books
        case ["studio", game]:
            return game in manifest.studios
        case _:
            return True


async def table_page(services: Services, request: Request) -> Response:
    """GET /t/TABLE, /j/TABLE, /j/CODE: the page. If the path has a table's id, the head describes
    the table.

    The status of /t/TABLE is 404 if the table does not exist. The status of /j/CODE does not reveal
    whether the code exists.
    """
    lang = language_of(request)
    head, status = page_head("/", lang), 200
    with suppress(CorruptRow, StorageFailed):  # the page shows the error once it is open
        is_link = request.url.path.startswith("/j/")
        registry, table_id = services.registry, request.path_params["table"]
        live = await (registry.current(table_id) if is_link else registry.get(table_id))
        if live is not None:
            head = table_head(live.table, lang)
        elif not is_link:
            status = 404
    return html(services, request, head, lang, status)
