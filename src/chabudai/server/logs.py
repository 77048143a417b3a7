"""The server's log: one line of JSON per event, without names, secrets or payloads."""

import errno
import logging
import sys
import time
import traceback
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger


def logger() -> "FilteringBoundLogger":
    """Return a logger that writes to standard error."""
    # Import late: structlog takes 0.1 s to import.
    import structlog

    made: FilteringBoundLogger = structlog.wrap_logger(
        structlog.WriteLogger(sys.stderr),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
    )
    return made


QUIET_S = 60.0
"""Seconds until a repeated error is logged again."""
MOST_KINDS = 256
"""Maximum number of kinds of logged errors that are remembered."""
_logged: dict[tuple[object, ...], float] = {}


def code_of(error: BaseException) -> str:
    """Return the database's or the system's code for an error, such as "57P01" or "ENOSPC", or
    "".
    """
    cause = getattr(error, "orig", None) or error
    named = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    return str(named or errno.errorcode.get(getattr(cause, "errno", None) or 0, ""))


def fault(event: str, error: BaseException, **facts: Any) -> None:
    """Log an error's type, code and line in chabudai, but not its text, which may hold a payload.
    Identical errors are logged once per QUIET_S seconds, so that the disk does not fill up.
    """
    line = ""
    for frame, number in traceback.walk_tb(error.__traceback__):
        module = frame.f_globals.get("__name__", "")
        if module.startswith("chabudai."):
            line = f"{module}:{number}"
    if code := code_of(error):
        facts["code"] = code
    if is_new((event, type(error), line, *facts.values())):
        logger().error(event, error=type(error).__name__, where=line, **facts)


def is_new(kind: tuple[object, ...]) -> bool:
    """Whether no error of this kind was logged in the last QUIET_S seconds. Marks it as logged."""
    now = time.monotonic()
    if now - _logged.get(kind, -QUIET_S) < QUIET_S:
        return False
    if len(_logged) >= MOST_KINDS:
        _logged.clear()
    _logged[kind] = now
    return True


@cache
def advise(advice: str, *lines: str) -> None:
    """Log advice to the operator once: lines to add to the configuration of a proxy."""
    logger().warning("proxy", advice=advice, lines=lines)


class Lines(logging.Handler):
    """A handler that logs libraries' warnings, one line each, without their text."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log where a library issued a warning, but not its text, which may contain a payload."""
        error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        where = f"{record.name}:{record.funcName}:{record.lineno}"
        if is_new((where, error)):
            logger().warning("library", where=where, error=error)


def quiet_libraries() -> None:
    """Log libraries' warnings, and discard their other messages."""
    for name in ("uvicorn.error", "uvicorn.asgi", "asyncio", "sqlalchemy", "alembic", "websockets"):
        logger = logging.getLogger(name)
        logger.handlers = [Lines(logging.WARNING)]
        logger.setLevel(logging.WARNING)
        logger.propagate = False
