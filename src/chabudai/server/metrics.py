"""What the server counts, for Prometheus. No label tells a table, a seat or a name."""

from bisect import bisect_left
from collections import Counter as Counted
from collections.abc import Generator, Sequence
from functools import partial
from itertools import accumulate

from prometheus_client import Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector, CollectorRegistry

from chabudai.server.logs import fault

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
STEPS = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Spread:
    """How often something came to at most each of some values, and their sum."""

    def __init__(self, most: Sequence[float]) -> None:
        self._most = most
        self._counts = [0] * (len(most) + 1)
        self._sum = 0.0

    def observe(self, value: float) -> None:
        """Count a value."""
        self._counts[bisect_left(self._most, value)] += 1
        self._sum += value

    def metric(self, name: str, about: str) -> Metric:
        """All values, as Prometheus has them."""
        bounds = (*map(str, map(float, self._most)), "+Inf")
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        return HistogramMetricFamily(name, about, buckets, self._sum)


class OfMoves(Collector):
    """What is counted for every move: plainly, since Prometheus' own counters take a lock each."""

    def __init__(self) -> None:
        self.commands = Counted[tuple[str, str, str]]()
        """By game, type and what became of them."""
        self.append_seconds = Spread(SECONDS)
        self.batch = Spread(STEPS)

    def collect(self) -> Generator[Metric]:
        """Everything, as Prometheus has it."""
        labels = ("game", "type", "result")
        commands = CounterMetricFamily("commands", "Commands by what became of them", labels=labels)
        for which, count in self.commands.items():
            commands.add_metric(which, count)
        yield commands
        about = "From judging a command to its step on disk"
        yield self.append_seconds.metric("append_seconds", about)
        yield self.batch.metric("commit_batch_size", "Steps committed together")


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.of_moves = OfMoves()
        registry.register(self.of_moves)
        gauge, counter = partial(Gauge, registry=registry), partial(Counter, registry=registry)
        times = partial(Histogram, registry=registry, buckets=SECONDS)
        self.sockets = gauge("ws_connections", "Open sockets", ["role"])
        self.conflicts = counter("append_conflicts", "Steps that another writer was faster with")
        self.missed = counter("poll_found_missed", "Moved tables found by looking, not by a hint")
        self.slow = counter("slow_closes", "Sockets closed for not reading")
        self.limited = counter("ratelimited", "Requests and frames over a limit", ["rule"])
        self.late = times("timer_late_seconds", "How late clocks ran out")
        self.thinking = times("bot_think_seconds", "How long bots thought")
        self.fallbacks = counter("bot_fallback", "Moves made for a bot that made none")
        self.faults = counter("faults", "Errors that should never happen")

    def fault(self, event: str, error: BaseException, **facts: object) -> None:
        """Count and log an error that should never happen."""
        self.faults.inc()
        fault(event, error, **facts)

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)
