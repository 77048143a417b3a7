"""The server's own log: one line of JSON an event, without names, secrets or payloads."""

import logging
import sys
from functools import cache
from typing import Any, Protocol


class Journal(Protocol):
    """What is written with."""

    def info(self, event: str, **facts: Any) -> None:
        """Note something worth knowing."""

    def warning(self, event: str, **facts: Any) -> None:
        """Note something that should not happen often."""

    def error(self, event: str, **facts: Any) -> None:
        """Note something that should never happen."""


@cache
def journal() -> Journal:
    """The journal, on standard error."""
    # structlog takes a tenth of a second to import, which the first request need not wait for.
    import structlog

    made: Journal = structlog.wrap_logger(
        structlog.PrintLogger(sys.stderr),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
    )
    return made


def fault(event: str, error: BaseException, **facts: Any) -> None:
    """Note an error: its type and where it was raised, not its text, which may hold a payload."""
    where = error.__traceback__
    while where and where.tb_next:
        where = where.tb_next
    line = f"{where.tb_frame.f_code.co_qualname}:{where.tb_lineno}" if where else ""
    journal().error(event, error=type(error).__name__, where=line, **facts)


class Lines(logging.Handler):
    """Warnings of the libraries, one line each and without what they were about."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write where a library warned; its text may hold a payload."""
        error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        where = f"{record.name}:{record.funcName}:{record.lineno}"
        journal().warning("library", where=where, error=error)


def quiet_libraries() -> None:
    """Let the libraries' warnings go to the journal, and the rest nowhere."""
    for name in ("uvicorn.error", "uvicorn.asgi", "asyncio", "sqlalchemy", "alembic", "websockets"):
        logger = logging.getLogger(name)
        logger.handlers = [Lines(logging.WARNING)]
        logger.setLevel(logging.WARNING)
        logger.propagate = False
