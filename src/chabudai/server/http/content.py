"""Sends compressed content with an entity tag, so that unchanged content is not sent again."""

import gzip
import re
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

from chabudai.server.http.negotiation import accepted_coding

REVALIDATED = {"cache-control": "no-cache"}
"""Headers of content that clients may cache but must revalidate before each use."""
TAG = re.compile(r'"[^"]*"')


def header_of(request: Request, name: str) -> str:
    """Return a header's value, joined from all its lines."""
    return ",".join(request.headers.getlist(name))


def content(
    request: Request,
    codings: Mapping[str, bytes],
    media: str,
    headers: Mapping[str, str],
    status: int = 200,
) -> Response:
    """Return a response with content that may be cached. `codings` maps "" to the plain content,
    and each available compression, the best first, to the compressed content.

    The status is 304 if the client already has the content.
    """
    coding = accepted_coding(header_of(request, "accept-encoding"), [*filter(None, codings)])
    chosen = codings[coding]
    vary = ", ".join(filter(None, (headers.get("vary"), "Accept-Encoding")))
    tag = tag_of(chosen)
    sent = {**headers, "vary": vary, "etag": tag}
    known = header_of(request, "if-none-match")
    if status == 200 and (known.strip() == "*" or tag in TAG.findall(known)):
        return Response(None, 304, sent)
    if coding:
        sent["content-encoding"] = coding
    return Response(chosen, status, sent, media)


def text_content(
    request: Request, body: bytes, media: str, headers: Mapping[str, str], status: int = 200
) -> Response:
    """Like `content`, but compresses `body`."""
    return content(request, {"gzip": compressed(body), "": body}, media, headers, status)


@lru_cache(1024)
def tag_of(body: bytes) -> str:
    """Return the entity tag of content."""
    return f'"{sha256(body).hexdigest()[:20]}"'


@lru_cache(64)
def compressed(body: bytes) -> bytes:
    """Compress content. Equal content gives equal bytes."""
    return gzip.compress(body, mtime=0)
