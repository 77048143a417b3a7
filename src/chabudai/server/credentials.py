"""Guests' secrets, invitations, codes, and the names of bots."""

import hashlib
import hmac
import re
from collections.abc import Collection

from starlette.requests import HTTPConnection

from chabudai.core import Rng

SECRET_BYTES = 32
SECRET = re.compile(r"^[A-Za-z0-9_-]{43}$")
TABLE_ID = re.compile(r"^[a-z2-7]{16}$")
SPARSE = 100
"""One code in so many is in use at most."""
KEPT_DAYS = 180
"""How long a browser keeps its guest's secret."""

BOT_NAMES = ("Tanuki", "Kitsune", "Usagi", "Kuma", "Saru", "Neko", "Tora", "Hato", "Kame", "Shika")
IN_KANA = ("たぬき", "きつね", "うさぎ", "くま", "さる", "ねこ", "とら", "はと", "かめ", "しか")
"""The names of bots for readers of Japanese; the page writes them so, too."""


def bot_name_in(name: str, lang: str) -> str:
    """The name of a bot in a reader's language."""
    if lang != "ja" or name not in BOT_NAMES:
        return name
    return IN_KANA[BOT_NAMES.index(name)]


def digest(secret: str) -> str:
    """The digest of a secret, which is what is stored: SHA-256 in hexadecimal."""
    return hashlib.sha256(secret.encode()).hexdigest()


def fits(secret: str, stored: str) -> bool:
    """Whether `stored` is the digest of `secret`, in constant time."""
    return hmac.compare_digest(digest(secret), stored)


def new_code(rng: Rng, taken: Collection[str]) -> str | None:
    """Return four digits that are not `taken`, or six if many tables have four, or None if many
    have six. At most one in SPARSE guesses is the code of a table.
    """
    for digits in (4, 6):
        numbers = 10**digits
        if sum(len(code) == digits for code in taken) * SPARSE < numbers:
            while (code := f"{rng.below(numbers):0{digits}}") in taken:
                pass
            return code
    return None


def cookie_name(scheme: str) -> str:
    """The name of the guest's cookie; over TLS one that other hosts cannot set."""
    return "__Host-guest" if scheme in ("https", "wss") else "guest"


def token_of(connection: HTTPConnection) -> str | None:
    """A program's secret, after `Authorization: Bearer`: no page can have a browser send one."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def guest_of(connection: HTTPConnection) -> str | None:
    """The digest of the secret that comes with a request or a WebSocket, if a valid one does."""
    secret = token_of(connection)
    if secret is None:
        secret = connection.cookies.get(cookie_name(connection.scope["scheme"]), "")
    return digest(secret) if SECRET.match(secret) else None
