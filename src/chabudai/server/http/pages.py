"""The HTML page and its files. Every path serves the same page with a different head."""

import mimetypes
import re
from contextlib import suppress
from html import escape

from starlette.requests import Request
from starlette.responses import Response

from chabudai.core import Struct
from chabudai.core.deal import NoDeal
from chabudai.core.rulebook import LANGUAGES
from chabudai.games import GAMES
from chabudai.server.client import Client
from chabudai.server.credentials import path_prefix
from chabudai.server.http.content import content, header_of, text_content
from chabudai.server.http.daily import chosen_day
from chabudai.server.http.negotiation import accepted_language
from chabudai.server.services import Services
from chabudai.server.store.base import StorageFailed
from chabudai.server.store.rows import CorruptRow
from chabudai.server.tables.decide import Table
from chabudai.server.tables.decide.watching import is_open

PAGES = (
    *("/", "/daily", "/daily/{day}", "/mine", "/book/{game}", "/learn/{game}/{guide}"),
    *("/studio", "/studio/{game}", "/p/{party}"),
)
"""Paths of the pages that do not belong to a table."""
HASHED = re.compile(r"-([A-Z0-9]{8}|[a-z0-9]{8})\.[a-z0-9.]+$")
FOR_EVER = "public, max-age=31536000, immutable"
CODINGS = (("br", ".br"), ("gzip", ".gz"))

POLICY = """
default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none';
script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self';
img-src 'self' data: blob:; require-trusted-types-for 'script'; trusted-types chabudai
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


class Head(Struct):
    """The title and description of a page, for link previews and search engines.

    `game` is the table's game if the page shows a table. `shows` describes the preview's picture.
    """

    title: str
    description: str
    game: str = ""
    shows: str = "chabudai"


PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<meta name="description" content="{description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="chabudai">
<meta property="og:title" content="{title}">
<meta property="og:description" content="{description}">
{more}
<link rel="stylesheet" href="{static}/{css}">
<script type="module" src="{static}/{js}"></script>
{ahead}
</head>
<body>
<div id="app"><p class="unstarted">{unstarted} <a href="">{reload}</a></p></div>
<noscript>{noscript}</noscript>
</body>
</html>
"""
PREVIEW = """<meta property="og:image" content="{base}/static/{image}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="{shows}">
<meta name="twitter:card" content="summary_large_image">"""


def page(client: Client, head: Head, lang: str, base: str, prefix: str) -> str:
    """Return a page. `base` is the server's address, since link previews need absolute URLs, and
    `prefix` is the path at its end.
    """
    static = f"{prefix}/static"
    files = client.manifest
    more: list[str] = []
    if image := files.images.get(head.game, files.image):
        more.append(PREVIEW.format(base=escape(base), image=image, shows=escape(head.shows)))
    links = {"icon": files.icon, "apple-touch-icon": files.touch, "manifest": files.manifest}
    more += [f'<link rel="{rel}" href="{static}/{path}">' for rel, path in links.items() if path]
    more += [
        f'<link rel="preload" href="{static}/{path}" as="font" type="font/woff2" crossorigin>'
        for path in files.preload
    ]
    ahead = [fetched_ahead(f"{static}/{path}") for path in files.tables.get(head.game, ())]
    return PAGE.format(
        lang=lang,
        title=escape(head.title),
        description=escape(head.description),
        more="\n".join(more),
        static=static,
        css=files.css,
        js=files.js,
        ahead="\n".join(ahead),
        noscript=NOSCRIPT[lang],
        unstarted=UNSTARTED[lang][0],
        reload=UNSTARTED[lang][1],
    )


def fetched_ahead(path: str) -> str:
    """Return a link that loads a game's script or style sheet before the table's first message."""
    if path.endswith(".css"):
        return f'<link rel="stylesheet" href="{path}" data-game>'
    return f'<link rel="modulepreload" href="{path}">'


UNSTARTED = {
    "en": ("The page has not started.", "Reload it"),
    "ja": ("ページが始まりません。", "読み直す"),
}
"""Text and link, by language, shown if the script has not started after a while."""
NOSCRIPT = {
    "en": "This page needs JavaScript. In a terminal, see chabudai play --help.",
    "ja": "このページには JavaScript が必要です。端末での遊び方は chabudai play --help で。",
}
LANDING = {
    "en": Head(
        title="chabudai",
        description="Small-box games around a low table: rules enforced, secrets kept, "
        "empty seats filled. Unofficial.",
    ),
    "ja": Head(
        title="ちゃぶ台",
        description="ちゃぶ台を囲む小箱ゲーム。ルールはおまかせ、ひみつは守り、空いた席にはボットがすわります。非公式。",
    ),
}
TABLE_WORDS = {
    "en": ("{game} at {host}'s table", "Sit down and play, or watch. No account needed."),
    "ja": ("{host}さんの席で {game}", "すわって遊ぶことも、見ることもできます。登録はいりません。"),
}
UNWATCHED = {"en": "Sit down and play. No account needed.", "ja": "登録なしで遊べます。"}
"""Description of a table that strangers may not see. Its title does not name the host."""


def table_head(table: Table, lang: str) -> Head:
    """Return the head of a table's page. The host's place has no name if the host has left and no
    guest has joined.
    """
    game, sitting = table.game, table.sitting
    if not is_open(sitting):
        return Head(game.title, UNWATCHED[lang], game.name, game.title)
    words, description = TABLE_WORDS[lang]
    host = sitting.places[sitting.host].name
    title = words.format(game=game.title, host=host) if host else game.title
    return Head(title, description, game.name, game.title)


async def static(services: Services, request: Request) -> Response:
    """GET /static/…: one of the client's files, compressed if the browser accepts that."""
    client, path = services.client, request.path_params["path"]
    file = client.files.get(path)
    if file is None:
        return Response("Not found.\n", 404, media_type="text/plain")
    kept = FOR_EVER if HASHED.search(path) else "no-cache"
    media = mimetypes.guess_type(path)[0] or "application/octet-stream"
    packed = {coding: client.files.get(path + ending) for coding, ending in CODINGS}
    codings = {coding: each for coding, each in packed.items() if each is not None}
    return content(request, {**codings, "": file}, media, {"cache-control": kept})


def html(services: Services, request: Request, table: Table | None, status: int = 200) -> Response:
    """Return a page in the browser's preferred language, with the head of `table` if given."""
    lang = accepted_language(header_of(request, "accept-language"), LANGUAGES)
    head = LANDING[lang] if table is None else table_head(table, lang)
    public, prefix = services.settings.public_url, path_prefix(request)
    origin = public.origin if public else f"{request.url.scheme}://{request.url.netloc}"
    written = page(services.client, head, lang, origin + prefix, prefix)
    headers = {"vary": "Accept-Language", "cache-control": "no-cache", "content-language": lang}
    return text_content(request, written.encode(), "text/html", headers, status)


async def landing(services: Services, request: Request) -> Response:
    """GET each path in PAGES. The status is 404 if the path names an unknown day, game or guide."""
    return html(services, request, None, 200 if names_something(services, request) else 404)


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

    The status of /t/TABLE is 404 if the table does not exist. That of /j/CODE does not reveal
    whether the code exists.
    """
    with suppress(CorruptRow, StorageFailed):  # the page shows the error once it is open
        is_link = request.url.path.startswith("/j/")
        registry, table_id = services.registry, request.path_params["table"]
        live = await (registry.current(table_id) if is_link else registry.get(table_id))
        status = 200 if live or is_link else 404
        return html(services, request, live.table if live else None, status)
    return html(services, request, None)
