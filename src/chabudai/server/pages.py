"""The page and the files it loads. Every address gets the same page with a head of its own."""

import mimetypes
import re
from dataclasses import dataclass
from html import escape
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from chabudai.core import AnyGame, Struct
from chabudai.server.refusal import CannotStart

STATIC = Path(__file__).parent / "static"
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
"""The headers on every response."""
TLS_HEADERS = {"strict-transport-security": "max-age=31536000"}


class Manifest(msgspec.Struct, frozen=True):
    """The files that the page loads, as paths below static/; written by the client's build.

    `image` is for link previews, `images` for those of tables, by the name of the game. `tables`
    are the style sheet and the scripts that the pages of a game's tables load, too. `books` and
    `studios` are the games that have such a page.
    """

    js: str
    css: str
    preload: tuple[str, ...] = ()
    icon: str | None = None
    touch: str | None = None
    image: str | None = None
    images: dict[str, str] = {}
    tables: dict[str, tuple[str, ...]] = {}
    books: tuple[str, ...] = ()
    studios: tuple[str, ...] = ()
    manifest: str | None = None


class Head(Struct):
    """The title and description of a page, for link previews and search engines.

    `game` is that of the table if it is about one; `shows` says what the preview's picture shows.
    """

    title: str
    description: str
    game: str = ""
    shows: str = "chabudai"


@dataclass(frozen=True, slots=True)
class Client:
    """The built client: its manifest, and its files by their path below static/. It is held in
    memory, so that a server goes on with it when another version is installed in its place.
    """

    manifest: Manifest
    files: dict[str, bytes]


def read_client(folder: Path) -> Client:
    """Read the built client in `folder`. Raises CannotStart if it is missing or not complete."""
    try:
        manifest = msgspec.json.decode((folder / "manifest.json").read_bytes(), type=Manifest)
    except (OSError, msgspec.MsgspecError):
        text = "The web client has not been built: run `make client`, or install the package."
        raise CannotStart(text) from None
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
    for needed in (manifest.js, manifest.css):
        if needed not in files:
            raise CannotStart(
                f"The web client is not complete, {needed} is missing: run `make client`."
            )
    return Client(manifest, files)


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
<link rel="stylesheet" href="/static/{css}">
<script type="module" src="/static/{js}"></script>
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


def page(client: Client, head: Head, lang: str, base: str) -> str:
    """A page. `base` is the server's address, for link previews, which need whole addresses."""
    files = client.manifest
    more: list[str] = []
    if image := files.images.get(head.game, files.image):
        more.append(PREVIEW.format(base=escape(base), image=image, shows=escape(head.shows)))
    links = {"icon": files.icon, "apple-touch-icon": files.touch, "manifest": files.manifest}
    more += [f'<link rel="{rel}" href="/static/{path}">' for rel, path in links.items() if path]
    more += [
        f'<link rel="preload" href="/static/{path}" as="font" type="font/woff2" crossorigin>'
        for path in files.preload
    ]
    ahead = map(fetched_ahead, files.tables.get(head.game, ()))
    return PAGE.format(
        lang=lang,
        title=escape(head.title),
        description=escape(head.description),
        more="\n".join(more),
        css=files.css,
        js=files.js,
        ahead="\n".join(ahead),
        noscript=NOSCRIPT[lang],
        unstarted=UNSTARTED[lang][0],
        reload=UNSTARTED[lang][1],
    )


def fetched_ahead(path: str) -> str:
    """What has a game's script or style sheet fetched before the page has heard from the table."""
    if path.endswith(".css"):
        return f'<link rel="stylesheet" href="/static/{path}" data-room>'
    return f'<link rel="modulepreload" href="/static/{path}">'


UNSTARTED = {
    "en": ("The page has not started.", "Reload it"),
    "ja": ("ページが始まりません。", "読み直す"),
}
"""Shown after a while if the script has not replaced it."""
NOSCRIPT = {
    "en": "This page needs JavaScript. In a terminal, chabudai play --help says how to play.",
    "ja": "このページには JavaScript が必要です。端末での遊び方は chabudai play --help で。",
}
LANDING = {
    "en": Head(
        title="chabudai",
        description="Small-box games round a low table: rules enforced, secrets kept, "
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


def table_head(game: AnyGame, host: str, lang: str) -> Head:
    """The head of a table's page. `host` is empty where the host has left and nobody has come."""
    words, description = TABLE_WORDS[lang]
    title = words.format(game=game.title, host=host) if host else game.title
    return Head(title, description, game.name, game.title)


def preferred(accept: str) -> str:
    """The language of a page for an Accept-Language header: "ja" if it comes first, else "en"."""
    first = accept.split(",", 1)[0].strip().lower()
    return "ja" if first.split(";", 1)[0].split("-", 1)[0] == "ja" else "en"


def static_file(client: Client, request: Request) -> Response:
    """A file of the client, compressed if the build made it so and the browser takes it."""
    path = request.path_params["path"]
    file = client.files.get(path)
    if file is None:
        return Response("Not found.\n", 404, media_type="text/plain")
    kept = FOR_EVER if HASHED.search(path) else "no-cache"
    headers = {"cache-control": kept, "vary": "Accept-Encoding"}
    media = mimetypes.guess_type(path)[0] or "application/octet-stream"
    wanted = request.headers.get("accept-encoding", "")
    accepted = {each.split(";", 1)[0].strip() for each in wanted.split(",")}
    for coding, ending in CODINGS:
        packed = client.files.get(path + ending)
        if packed is not None and coding in accepted:
            headers["content-encoding"] = coding
            return Response(packed, headers=headers, media_type=media)
    return Response(file, headers=headers, media_type=media)
