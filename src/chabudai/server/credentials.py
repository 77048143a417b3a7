"""Guest secrets and cookies, table codes, and the names of bots."""

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
"""Maximum share of possible codes in use: one in this many."""
KEPT_DAYS = 180
"""Days that a browser keeps its guest's secret."""

BOT_NAMES = ("Tanuki", "Kitsune", "Usagi", "Kuma", "Saru", "Neko", "Tora", "Hato", "Kame", "Shika")
IN_KANA = ("たぬき", "きつね", "うさぎ", "くま", "さる", "ねこ", "とら", "はと", "かめ", "しか")
"""Japanese spellings of the bots' names, also used by the web client."""


def bot_name_in(name: str, lang: str) -> str:
    """Return a bot's name in the reader's language."""
    if lang != "ja" or name not in BOT_NAMES:
        return name
    return IN_KANA[BOT_NAMES.index(name)]


def digest(secret: str) -> str:
    """Return the digest of a secret, which is stored instead of it: SHA-256 in hexadecimal."""
    return hashlib.sha256(secret.encode()).hexdigest()


def fits(secret: str, stored: str) -> bool:
    """Whether `stored` is the digest of `secret`, in constant time."""
    return hmac.compare_digest(digest(secret), stored)


def new_code(rng: Rng, taken: Collection[str]) -> str | None:
    """Return four digits that are not `taken`, or six if many tables have four. Return None if many
    tables have six. At most one in SPARSE guesses is the code of a table.
    """
    for digits in (4, 6):
        numbers = 10**digits
        if sum(len(code) == digits for code in taken) * SPARSE < numbers:
            while (code := f"{rng.below(numbers):0{digits}}") in taken:
                pass
            return code
    return None


def cookie_name(scheme: str) -> str:
    """Return the name of the guest's cookie. Over TLS it is one that other hosts cannot set."""
    return "__Host-guest" if scheme in ("https", "wss") else "guest"


def token_of(connection: HTTPConnection) -> str | None:
    """Return the secret after `Authorization: Bearer`. Pages of other sites cannot send this
    header.
    """
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def guest_of(connection: HTTPConnection) -> str | None:
    """Return the digest of the secret in a request or WebSocket handshake, or None without a valid
    one.
    """
    secret = token_of(connection)
    if secret is None:
        secret = connection.cookies.get(cookie_name(connection.scope["scheme"]), "")
    return digest(secret) if SECRET.match(secret) else None
