"""The server's own log: one line of JSON an event, without names, secrets or payloads."""

import logging
import sys
from functools import cache
from typing import Any, Protocol


class Logger(Protocol):
    """The part of structlog's logger that is used here."""

    def info(self, event: str, **facts: Any) -> None:
        """Log something worth knowing."""

    def warning(self, event: str, **facts: Any) -> None:
        """Log something that should not happen often."""

    def error(self, event: str, **facts: Any) -> None:
        """Log something that should never happen."""


class Stderr:
    """Writes lines to whatever `sys.stderr` is at that time."""

    def msg(self, line: str) -> None:
        """Write a line."""
        sys.stderr.write(line + "\n")

    debug = info = warning = error = critical = exception = msg


@cache
def logger() -> Logger:
    """The server's log, on standard error."""
    # structlog takes a tenth of a second to import, which the first request need not wait for.
    import structlog

    made: Logger = structlog.wrap_logger(
        Stderr(),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
    )
    return made


def fault(event: str, error: BaseException, **facts: Any) -> None:
    """Log an error by its type and place in chabudai; its text may hold a payload."""
    line, trace = "", error.__traceback__
    while trace:
        module = trace.tb_frame.f_globals.get("__name__", "")
        if module.startswith("chabudai."):
            line = f"{module}:{trace.tb_lineno}"
        trace = trace.tb_next
    logger().error(event, error=type(error).__name__, where=line, **facts)


class Lines(logging.Handler):
    """Logs the warnings of libraries, one line each, without their text."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log where a library warned; its text may hold a payload."""
        error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        where = f"{record.name}:{record.funcName}:{record.lineno}"
        logger().warning("library", where=where, error=error)


def quiet_libraries() -> None:
    """Let the libraries' warnings go to the log, and the rest nowhere."""
    for name in ("uvicorn.error", "uvicorn.asgi", "asyncio", "sqlalchemy", "alembic", "websockets"):
        logger = logging.getLogger(name)
        logger.handlers = [Lines(logging.WARNING)]
        logger.setLevel(logging.WARNING)
        logger.propagate = False
