"""An HTTP and WebSocket client of chabudai servers. A guest's token is never sent to another
host.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPException, HTTPMessage
from typing import IO, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec
from websockets.asyncio.client import connect

from chabudai.cli.errors import Unusable
from chabudai.cli.output import SENTENCES
from chabudai.core import Fact, fill
from chabudai.core.command import reason
from chabudai.core.transcript import UNREADABLE
from chabudai.server import protocol
from chabudai.server.credentials import SECRET
from chabudai.server.refusal import Code, meaning

T = TypeVar("T")
ANSWER_S = 60
"""Seconds to wait for an answer. A slow question can keep a server busy for many seconds."""
ANSWER_BYTES = 1 << 20
"""Maximum number of bytes read from an answer's body."""


PAGE = re.compile(r"/(?:(?:[tjp]|api|book|daily|learn|mine|studio|ws)(?:/.*)?)?$")
"""Pattern of the end of a path that belongs to a page or an endpoint of a server."""


class NoRedirects(HTTPRedirectHandler):
    """A handler that follows no redirects: `urlopen` would also send the token to the new host."""

    def http_error_302(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage
    ) -> None:
        """Return None, so that the redirect raises HTTPError."""

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


class Socket(connect):
    """A WebSocket that follows no redirects, because the client would then play at the new host."""

    def process_redirect(self, exc: Exception) -> Exception:
        """Return the exception, so that it is raised and the redirect is not followed."""
        return exc


OPENER = build_opener(NoRedirects)


def base_of(address: str) -> str:
    """Return the address of a server, given the address of one of its pages. Raises Unusable.

    The address has no slash at its end, and includes the path below which a proxy serves the pages.
    """
    with suppress(ValueError):
        parts = urlsplit(address)
        if parts.scheme in ("http", "https") and parts.netloc:
            return f"{parts.scheme}://{parts.netloc}{PAGE.sub('', parts.path)}"
    raise Unusable(f"{address} is not the address of a server, such as http://127.0.0.1:8000.")


def post(
    base: str, path: str, document: Mapping[str, object], kind: type[T], token: str, lang: str
) -> tuple[T, str]:
    """Post a document as JSON, with the guest's token unless it is "". Return the answer and the
    token in its cookie, or "" if it has none. Raises Unusable.
    """
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = Request(f"{base}{path}", msgspec.json.encode(document), headers)  # noqa: S310 - the callers check that it is http
    try:
        with OPENER.open(request, timeout=ANSWER_S) as answer:
            body = answer.read(ANSWER_BYTES)
            cookie = str(answer.headers["Set-Cookie"]).partition(";")[0].partition("=")[2]
    except HTTPError as error:
        with error:
            raise refusal_of(base, error, lang) from None
    except (URLError, HTTPException, OSError, ValueError) as error:
        raise Unusable(
            "{base} cannot be reached: {why}.", base=base, why=why_unreached(error)
        ) from None
    return read_answer(base, body, kind), cookie if SECRET.match(cookie) else ""


def read_answer(base: str, body: bytes | msgspec.Raw, kind: type[T]) -> T:
    """Decode a server's answer. Raises Unusable if it is not of this type."""
    try:
        return msgspec.json.decode(body, type=kind)
    except UNREADABLE:
        raise unexpected(base) from None


def unexpected(base: str) -> Unusable:
    """Return the error for an answer that cannot come from a chabudai server of this version."""
    return Unusable("{base} does not answer like a chabudai server of this version.", base=base)


def refusal_of(base: str, error: HTTPError, lang: str) -> Unusable:
    """Return the error for an HTTP error status, with the server's own sentence if it sent one."""
    with suppress(Unusable):
        moved = base_of(str(error.headers["Location"]))
        return Unusable("{base} redirects to {moved}. Use that address.", base=base, moved=moved)
    with suppress(*UNREADABLE, HTTPException, OSError):
        problem = msgspec.json.decode(error.read(ANSWER_BYTES), type=protocol.Problem)
        return Unusable(server_says(lang, problem.code, problem.text, {}))
    return unexpected(base)


def why_unreached(error: Exception) -> str:
    """Return why an address cannot be reached, as part of a sentence."""
    cause = getattr(error, "reason", error)
    why = reason(cause) if isinstance(cause, Exception) else str(cause)
    return why.strip().rstrip(".") or type(error).__name__


def server_says(lang: str, code: Code, text: str, facts: Mapping[str, Fact]) -> str:
    """Translate a server's sentence into a language. If it has no translation, return the meaning
    of `code`.
    """
    if lang == "en":
        return fill(text, facts) if facts else text
    return fill(SENTENCES.catalogue(lang).get(text) or meaning(code, lang), facts)
