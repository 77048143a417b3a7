"""Settings of a server."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from chabudai.server.client import STATIC
from chabudai.server.limits import Limits
from chabudai.server.public_url import PublicUrl
from chabudai.server.sources import Sources

LOOPBACK = ("127.0.0.0/8", "::1", "::ffff:127.0.0.0/104")
"""The addresses of this machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Settings of a server. `db` is a URL or the path of a SQLite file. `names` are host names, in
    lower case, in addition to the computer's own name. `proxies` are IP addresses or networks whose
    forwarded headers are trusted. `public_url` is the address that people open, or None if the
    server has no proxy. `metrics` is the host and port of the metrics, or None to serve no metrics.
    `bot_workers` is the number of bot processes, or 0 for a server without bots.
    """

    db: str
    static: Path = STATIC
    names: frozenset[str] = frozenset()
    proxies: tuple[str, ...] = ()
    public_url: PublicUrl | None = None
    metrics: tuple[str, int] | None = None
    sources: Sources = field(default_factory=Sources)
    limits: Limits = field(default_factory=Limits)
    bot_workers: int = max(1, min(4, (os.cpu_count() or 2) - 1))

    @property
    def trusted(self) -> tuple[str, ...]:
        """Addresses whose forwarded headers are trusted. If there is a public address, they include
        this machine's own addresses.
        """
        return (*self.proxies, *LOOPBACK) if self.public_url else self.proxies
