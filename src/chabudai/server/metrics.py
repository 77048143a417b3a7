"""The server's metrics for Prometheus. No label identifies a table, a seat or a person."""

from functools import partial

from prometheus_client import Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.registry import CollectorRegistry

from chabudai.server.logs import fault

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
STEPS = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        gauge, counter = partial(Gauge, registry=registry), partial(Counter, registry=registry)
        times = partial(Histogram, registry=registry, buckets=SECONDS)
        labels = ["game", "type", "result"]
        self.commands = counter("commands", "Commands by outcome", labels)
        self.append_seconds = times("append_seconds", "From checking a command to storing its step")
        about = "Steps in a commit"
        self.batch = Histogram("commit_batch_size", about, registry=registry, buckets=STEPS)
        self.sockets = gauge("ws_connections", "Open sockets", ["role"])
        self.conflicts = counter("append_conflicts", "Steps lost to a faster writer")
        self.missed = counter("poll_found_missed", "Changed tables found by polling, not notified")
        self.slow = counter("slow_closes", "Sockets closed because the client did not read")
        self.limited = counter("ratelimited", "Requests and frames over a limit", ["rule"])
        for rule in ("sockets", "stored"):
            self.limited.labels(rule)  # shown as 0
        self.late = times("timer_late_seconds", "Delay of clocks that ran out")
        self.thinking = times("bot_think_seconds", "Thinking time of bots")
        self.fallbacks = counter("bot_fallback", "Moves made in place of a bot that failed")
        self.faults = counter("faults", "Errors that should never happen")

    def fault(self, event: str, error: BaseException, **facts: object) -> None:
        """Count and log an error that should never happen."""
        self.faults.inc()
        fault(event, error, **facts)

    def text(self) -> bytes:
        """Return all metrics in Prometheus format."""
        return generate_latest(self.registry)
