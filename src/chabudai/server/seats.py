"""Guests' secrets, invitations, codes, and the names of bots."""

import hashlib
import hmac
import re
from collections.abc import Collection, Mapping

from chabudai.core import Rng
from chabudai.server.sources import Sources

SECRET_BYTES = 32
SECRET = re.compile(r"^[A-Za-z0-9_-]{43}$")
TABLE_ID = re.compile(r"^[a-z2-7]{16}$")
CODE = re.compile(r"^[0-9]{4}$")
KEPT_DAYS = 180
"""How long a browser keeps its guest's secret."""

BOT_NAMES = ("Tanuki", "Kitsune", "Usagi", "Kuma", "Saru", "Neko", "Tora", "Hato", "Kame", "Shika")
ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"


def digest(secret: str) -> str:
    """The digest of a secret, which is what is stored: SHA-256 in hexadecimal."""
    return hashlib.sha256(secret.encode()).hexdigest()


def fits(secret: str, stored: str) -> bool:
    """Whether `stored` is the digest of `secret`, in constant time."""
    return hmac.compare_digest(digest(secret), stored)


def new_table_id(rng: Rng) -> str:
    """Sixteen letters and digits, 80 random bits; never four digits, so never taken for a code."""
    bits = (rng.bits() << 64 | rng.bits()) & (1 << 80) - 1
    return "".join(ALPHABET[bits >> 5 * place & 31] for place in range(16))


def new_code(rng: Rng, taken: Collection[str]) -> str | None:
    """Four digits that are not `taken`; None when all are."""
    if len(taken) >= 10_000:
        return None
    while (code := f"{rng.below(10_000):04}") in taken:
        pass
    return code


def cookie_name(scheme: str) -> str:
    """The name of the guest's cookie; over TLS one that other hosts cannot set."""
    return "__Host-guest" if scheme == "https" else "guest"


def guest_of(cookies: Mapping[str, str], scheme: str) -> str | None:
    """The digest of the secret in a browser's cookie, if it has a valid one."""
    secret = cookies.get(cookie_name(scheme), "")
    return digest(secret) if SECRET.match(secret) else None


def new_guest(sources: Sources) -> str:
    """A secret for a browser that has none."""
    return sources.token(SECRET_BYTES)
