"""HTML documents: a head with a preview, and a body."""

from collections.abc import Iterable
from html import escape

from starlette.requests import Request
from starlette.responses import Response

from chabudai.core.rulebook import LANGUAGES
from chabudai.games import GAMES
from chabudai.server.credentials import path_prefix, public_url
from chabudai.server.http.content import REVALIDATED, header_of, text_content
from chabudai.server.http.heads import Head
from chabudai.server.http.negotiation import accepted_language
from chabudai.server.services import Services

DOCUMENT = """<!doctype html>
<html lang="{lang}" data-theme="system">
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
</head>
<body>
{body}
</body>
</html>
"""
PREVIEW = """<meta property="og:image" content="{image}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="{shows}">
<meta name="twitter:card" content="summary_large_image">"""


def language_of(request: Request) -> str:
    """Return the language of a page according to the browser's preferences."""
    return accepted_language(header_of(request, "accept-language"), LANGUAGES)


def base_of(request: Request) -> str:
    """Return the site's absolute address, which link previews need, without a trailing slash."""
    public = public_url(request)
    origin = public.origin if public else f"{request.url.scheme}://{request.url.netloc}"
    return origin + path_prefix(request)


def document(
    services: Services, request: Request, lang: str, head: Head, more: Iterable[str], body: str
) -> bytes:
    """Return a document. `more` contains further lines for its head."""
    files = services.client.manifest
    static = f"{path_prefix(request)}/static"
    lines: list[str] = []
    if image := files.images.get(head.game, files.image):
        shows = GAMES[head.game].title if head.game else "chabudai"
        image = escape(f"{base_of(request)}/static/{image}")
        lines.append(PREVIEW.format(image=image, shows=escape(shows)))
    links = {"icon": files.icon, "apple-touch-icon": files.touch}
    lines += [f'<link rel="{rel}" href="{static}/{path}">' for rel, path in links.items() if path]
    lines.append(f'<link rel="manifest" href="{path_prefix(request)}/app.webmanifest?lang={lang}">')
    lines += [
        f'<link rel="preload" href="{static}/{path}" as="font" type="font/woff2" crossorigin>'
        for path in files.preload
    ]
    title, description = escape(head.title), escape(head.description)
    more = "\n".join([*lines, *more])
    written = DOCUMENT.format(lang=lang, title=title, description=description, more=more, body=body)
    return written.encode()


def page(request: Request, lang: str, written: bytes, status: int = 200) -> Response:
    """Send a document whose language depends on the browser's preferences."""
    headers = {**REVALIDATED, "vary": "Accept-Language", "content-language": lang}
    return text_content(request, written, "text/html", headers, status)
