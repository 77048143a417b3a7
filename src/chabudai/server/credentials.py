"""Guest secrets and cookies, table codes, and the names of bots."""

import hashlib
import hmac
import re
from collections.abc import Collection

from starlette.requests import HTTPConnection

from chabudai.core import Rng
from chabudai.core.characters import CHARACTERS
from chabudai.server.public_url import PublicUrl

SECRET_BYTES = 32
SECRET = re.compile(r"^[A-Za-z0-9_-]{43}$")
TABLE_ID = re.compile(r"^[a-z2-7]{16}$")
MOST_HANDS = 8
"""Maximum number of players on one browser."""
SPARSE = 100
"""Minimum ratio of possible codes to codes in use."""
KEPT_DAYS = 180
"""Number of days that a browser keeps its guest's secret."""

BOT_NAMES = tuple(character.name for character in CHARACTERS)
IN_KANA = tuple(character.kana for character in CHARACTERS)
"""Japanese spellings of the bots' names, also used by the web client."""


def bot_name_in(name: str, lang: str) -> str:
    """Return a bot's name in the reader's language."""
    if lang != "ja" or name not in BOT_NAMES:
        return name
    return IN_KANA[BOT_NAMES.index(name)]


def digest(secret: str) -> str:
    """Return a secret's SHA-256 digest in hexadecimal, which is stored instead of the secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def hands_of(guest: str | None) -> tuple[str, ...]:
    """Return the digests of all players on one browser, the first player's first. All are derived
    from the browser's only secret. Return () for a browser without a secret.
    """
    if guest is None:
        return ()
    return (guest, *(digest(f"{guest}/{number}") for number in range(1, MOST_HANDS)))


def screen_of(guest: str) -> str:
    """Return the digest under which a browser is stored as a big screen. It owns no seat, even if
    the browser's guest has one.
    """
    return digest(f"{guest}/screen")


def fits(secret: str, stored: str) -> bool:
    """Whether `stored` is the digest of `secret`, compared in constant time."""
    return hmac.compare_digest(digest(secret), stored)


def new_code(rng: Rng, taken: Collection[str]) -> str | None:
    """Return an unused code: four digits, or six if too many four-digit codes are `taken`. Return
    None if too many six-digit codes are also taken. At most one guess in SPARSE finds a table's
    code.
    """
    for digits in (4, 6):
        numbers = 10**digits
        if sum(len(code) == digits for code in taken) * SPARSE < numbers:
            while (code := f"{rng.below(numbers):0{digits}}") in taken:
                pass
            return code
    return None


def public_url(connection: HTTPConnection) -> PublicUrl | None:
    """Return the server's public address, if it has one."""
    public: PublicUrl | None = connection.app.state.services.settings.public_url
    return public


def path_prefix(connection: HTTPConnection) -> str:
    """Return the path of the folder that contains the server's pages: "", or a path such as
    "/games".
    """
    public = public_url(connection)
    return public.prefix if public else ""


def cookie_name(connection: HTTPConnection) -> str:
    """Return the guest's cookie name. Over TLS, the name has a prefix. `__Host-` prevents other
    hosts from setting the cookie. If the site is below a path, `__Secure-` prevents sites without
    TLS from setting it.
    """
    if connection.scope["scheme"] not in ("https", "wss"):
        return "guest"
    return "__Secure-guest" if path_prefix(connection) else "__Host-guest"


def token_of(connection: HTTPConnection) -> str | None:
    """Return the secret after `Authorization: Bearer`. Pages of other sites cannot send this
    header.
    """
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def guest_of(connection: HTTPConnection) -> str | None:
    """Return the digest of the secret in a request or WebSocket handshake, or None if it has no
    valid secret.
    """
    secret = token_of(connection)
    if secret is None:
        secret = connection.cookies.get(cookie_name(connection), "")
    return digest(secret) if SECRET.match(secret) else None
