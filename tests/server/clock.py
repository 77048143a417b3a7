"""A clock that a test advances, and servers that use it."""

import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from chabudai.server.settings import Settings
from tests.server.support import BRISK, Guest, Running, guest, running


class Clock:
    """A stopped clock, which is `ahead` milliseconds past its start."""

    def __init__(self) -> None:
        self.started = time.time_ns() // 1_000_000
        self.ahead = 0

    def now(self) -> int:
        return self.started + self.ahead


@dataclass(slots=True)
class Shifts:
    """Consecutive servers on one database, with one clock and one guest."""

    db: str
    static: Path
    clock: Clock = field(default_factory=Clock)
    jar: dict[str, str] = field(default_factory=dict[str, str])

    @contextlib.asynccontextmanager
    async def server(self) -> AsyncIterator[tuple[Running, Guest]]:
        """The next server, and the guest's connection to it."""
        sources = replace(BRISK, now=self.clock.now)
        settings = Settings(db=self.db, static=self.static, bot_workers=1, sources=sources)
        async with running(settings) as server, guest(server.base) as mika:
            mika.http.cookies.update(self.jar)
            yield server, mika
            self.jar.update(mika.http.cookies)
