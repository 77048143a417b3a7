"""Files for the whole site: its web app manifest, its service worker, and robots.txt."""

from functools import cache
from hashlib import sha256

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from chabudai import __version__
from chabudai.core.rulebook import LANGUAGES
from chabudai.games import GAMES, folder_of
from chabudai.server.credentials import path_prefix
from chabudai.server.http.content import REVALIDATED, text_content
from chabudai.server.http.documents import language_of
from chabudai.server.http.heads import WORDS
from chabudai.server.http.pages import missing
from chabudai.server.services import Services

BACKGROUND, THEME = "#efe8d8", "#fbf7ee"
"""Colours of the installed app while it starts: the colours of the front page and of paper."""
SHORTCUTS = ("daily", "mine")
"""Pages in the menu of the installed app, by the keys of their names in the texts."""
MEDIA = "application/manifest+json"
ROBOTS = """User-agent: *
Disallow: {prefix}/api/
Disallow: {prefix}/ws/
"""


async def app_manifest(services: Services, request: Request) -> Response:
    """GET /app.webmanifest?lang=: the web app manifest, in the browser's preferred language if
    `lang` is missing. The status is 404 if the language is unknown.

    Its `id` is independent of the language, so that an installed app remains the same app.
    """
    lang = request.query_params.get("lang", language_of(request))
    if lang not in LANGUAGES:
        return missing(services, request)
    home, words = f"{path_prefix(request)}/", WORDS[lang]
    icons = [
        msgspec.structs.replace(icon, src=f"{home}static/{icon.src}")
        for icon in services.client.manifest.icons
    ]
    written = {
        "id": home,
        "lang": lang,
        "name": words["site"],
        "short_name": words["site"],
        "description": words["about"],
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": THEME,
        "categories": ["games"],
        "icons": icons,
        "shortcuts": [{"name": words[page], "url": home + page} for page in SHORTCUTS],
    }
    headers = {**REVALIDATED, "vary": "Accept-Language", "content-language": lang}
    return text_content(request, msgspec.json.encode(written), MEDIA, headers)


async def worker(services: Services, request: Request) -> Response:
    """GET /worker.js: the service worker, preceded by the list of the files that it stores."""
    client = services.client
    files = client.manifest
    if files.worker not in client.files:
        return missing(services, request)
    version = sha256(client.files["manifest.json"] + rulebook_texts() + __version__.encode())
    languages = {
        lang: [
            *(f"static/{file}" for file in files.kept_for.get(lang, ())),
            *(f"rules/{game}?lang={lang}" for game in GAMES),
        ]
        for lang in LANGUAGES
    }
    kept = {
        "version": version.hexdigest()[:16],
        "script": files.js,
        "files": [f"static/{file}" for file in files.kept],
        "languages": languages,
    }
    written = b"const KEPT = %s;\n%s" % (msgspec.json.encode(kept), client.files[files.worker])
    return text_content(request, written, "text/javascript", REVALIDATED)


@cache
def rulebook_texts() -> bytes:
    """Return the texts of all rulebooks."""
    paths = [path for game in GAMES for path in sorted(folder_of(game).glob("RULES*.md"))]
    return b"".join(path.read_bytes() for path in paths)


async def robots(services: Services, request: Request) -> Response:
    """GET /robots.txt: crawlers may read pages, but not call the API."""
    text = ROBOTS.format(prefix=path_prefix(request))
    return text_content(request, text.encode(), "text/plain", REVALIDATED)
