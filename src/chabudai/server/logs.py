"""The server's own log: one line of JSON an event, without names, secrets or payloads."""

import errno
import logging
import sys
import time
import traceback
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger


def logger() -> "FilteringBoundLogger":
    """The server's log, on standard error."""
    # structlog takes a tenth of a second to import, which the first request need not wait for.
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
"""For how long an error that has been logged is not logged again, in seconds."""
MOST_KINDS = 256
"""How many kinds of errors are known to have been logged."""
_logged: dict[tuple[object, ...], float] = {}


def code_of(error: BaseException) -> str:
    """The database's or the system's name of an error, such as "57P01" or "ENOSPC", or ""."""
    cause = getattr(error, "orig", None) or error
    named = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    return str(named or errno.errorcode.get(getattr(cause, "errno", None) or 0, ""))


def fault(event: str, error: BaseException, **facts: Any) -> None:
    """Log an error by its type, code and place in chabudai; its text may hold a payload. The same
    is logged once in QUIET_S, not to fill the disk; the metric `faults` counts them all.
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
    """Whether nothing of this kind was logged within QUIET_S; from now on it has been."""
    now = time.monotonic()
    if now - _logged.get(kind, -QUIET_S) < QUIET_S:
        return False
    if len(_logged) >= MOST_KINDS:
        _logged.clear()
    _logged[kind] = now
    return True


class Lines(logging.Handler):
    """Logs the warnings of libraries, one line each, without their text."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log where a library warned; its text may hold a payload."""
        error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        where = f"{record.name}:{record.funcName}:{record.lineno}"
        if is_new((where, error)):
            logger().warning("library", where=where, error=error)


def quiet_libraries() -> None:
    """Let the libraries' warnings go to the log, and the rest nowhere."""
    for name in ("uvicorn.error", "uvicorn.asgi", "asyncio", "sqlalchemy", "alembic", "websockets"):
        logger = logging.getLogger(name)
        logger.handlers = [Lines(logging.WARNING)]
        logger.setLevel(logging.WARNING)
        logger.propagate = False
