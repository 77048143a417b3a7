"""What the server counts, for Prometheus. No label tells a table, a seat or a name."""

from collections.abc import Mapping
from functools import cache

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.sockets = Gauge("ws_connections", "Open sockets", ["role"], registry=registry)
        self.commands = Counter(
            "commands",
            "Commands by what became of them",
            ["game", "type", "result"],
            registry=registry,
        )
        self.append_seconds = Histogram(
            "append_seconds",
            "From judging a command to its step on disk",
            registry=registry,
            buckets=SECONDS,
        )
        self.batch = Histogram(
            "commit_batch_size",
            "Steps committed together",
            registry=registry,
            buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256),
        )
        self.conflicts = Counter(
            "append_conflicts", "Steps that another writer was faster with", registry=registry
        )
        self.missed = Counter(
            "poll_found_missed", "Moved tables found by looking, not by a hint", registry=registry
        )
        self.slow = Counter("slow_closes", "Sockets closed for not reading", registry=registry)
        self.limited = Counter(
            "ratelimited", "Requests and frames over a limit", ["rule"], registry=registry
        )
        self.late = Histogram(
            "timer_late_seconds", "How late clocks ran out", registry=registry, buckets=SECONDS
        )
        self.thinking = Histogram(
            "bot_think_seconds", "How long bots thought", registry=registry, buckets=SECONDS
        )
        self.fallbacks = Counter(
            "bot_fallback", "Moves made for a bot that made none", registry=registry
        )
        self.faults = Counter("faults", "Errors that should never happen", registry=registry)

        self.command = cache(self.commands.labels)
        """The counter of a game, a type of command and what became of it; to find it takes long."""

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)


def together(pages: Mapping[int, bytes]) -> bytes:
    """The pages of several workers as one, in which a label tells whose each number is."""
    metrics: dict[str, list[str]] = {}
    for worker, page in pages.items():
        for lines in page.decode().split("# HELP ")[1:]:
            about, kind, *samples = lines.splitlines()
            told = metrics.setdefault(f"# HELP {about}", [kind])
            told += [labelled(sample, worker) for sample in samples]
    return "".join(
        f"{line}\n" for about, told in metrics.items() for line in (about, *told)
    ).encode()


def labelled(sample: str, worker: int) -> str:
    """A line of a metric with the label `worker`."""
    end = sample.find("{")
    if end < 0:
        name, _, value = sample.partition(" ")
        return f'{name}{{worker="{worker}"}} {value}'
    return f'{sample[:end]}{{worker="{worker}",{sample[end + 1 :]}'
