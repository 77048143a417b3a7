"""Engines that play the games of a series: in this process, in several processes, on Ray, or on
Dask. An engine applies a function to every item, and yields each result exactly once, in the order
of the items. If a process dies, its work is repeated.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import Any, Generic, Literal, TypeAlias, TypeVar, get_args

from chabudai.core.main_guard import Unguarded, check_main_guard

T = TypeVar("T")
R = TypeVar("R")

EngineName: TypeAlias = Literal["processes", "ray", "dask"]
ENGINES: tuple[str, ...] = get_args(EngineName)
EXTRAS = {"ray": "ray", "dask": "distributed"}
"""The module that each engine needs. The extra with the engine's name installs it."""
TRIES = 3
"""Number of consecutive process failures, without a result between them, that end a series."""
RAY_PATIENCE_S = 200
"""Seconds for Ray to start. Ray's default of 30 s is too short on a busy machine."""
AHEAD = 2
"""Number of items submitted in advance per process."""


class EngineFailed(RuntimeError):
    """Raised if an engine fails to start or continue. The message is a sentence."""


def run(
    engine: EngineName,
    work: Callable[[T], R],
    items: Iterable[T],
    workers: int,
    cluster: str | None = None,
) -> Iterator[R]:
    """Yield the result of `work` for every item, in order. `cluster` is the address of a running
    Ray or Dask; if it is None, Ray or Dask is started here, with `workers` workers. Raises
    EngineFailed.
    """
    match engine:
        case "processes" if workers == 1:
            return map(work, items)
        case "processes":
            return in_processes(work, items, workers)
        case "ray":
            return on_ray(work, items, workers, cluster)
        case "dask":
            return on_dask(work, items, workers, cluster)


def missing(engine: str) -> str | None:
    """Return why an engine is not available, as a sentence, or None if it is available."""
    from importlib.util import find_spec

    if engine not in ENGINES:
        return f"There is no engine {engine!r}. Available: {', '.join(ENGINES)}."
    if (module := EXTRAS.get(engine)) is None or find_spec(module) is not None:
        return None
    return f"{engine} is not installed: pip install 'chabudai[{engine}]'."


def in_order(
    submit: Callable[[T], R], items: Iterable[T], workers: int, result: Callable[[R], Any]
) -> Iterator[Any]:
    """Submit a few items per worker, and yield their results in the order of the items."""
    rest = iter(items)
    ahead = deque(submit(item) for item in islice(rest, AHEAD * workers))
    while ahead:
        found = result(ahead.popleft())
        ahead.extend(submit(item) for item in islice(rest, 1))
        yield found


# --- Processes


def in_processes(work: Callable[[T], R], items: Iterable[T], workers: int) -> Iterator[R]:
    """Run the work in processes of this machine. If one dies, all are restarted, and the work
    continues. Raises Unguarded if they import a main program that itself starts processes.
    """
    check_main_guard()
    rest = iter(items)
    ahead: deque[Handed[T, R]] = deque()
    pool = new_pool(workers)
    died = 0
    try:
        while True:
            ahead.extend(Handed(item) for item in islice(rest, AHEAD * workers - len(ahead)))
            if not ahead:
                return
            try:
                for each in ahead:
                    each.future = each.future or pool.submit(work, each.item)
                found = result_of(ahead[0])
            except BrokenProcessPool:
                died += 1
                if is_unguarded():
                    raise Unguarded from None
                if died == TRIES:
                    why = f"Processes that played games have died {TRIES} times in a row."
                    raise EngineFailed(why) from None
                pool.shutdown(cancel_futures=True)
                pool = new_pool(workers)
                for each in ahead:
                    each.future = None if is_lost(each.future) else each.future
                continue
            died = 0
            ahead.popleft()
            yield found
    finally:
        pool.shutdown(cancel_futures=True)


@dataclass(eq=False)
class Handed(Generic[T, R]):
    """An item with its future, or with None before it is submitted."""

    item: T
    future: Future[R] | None = None


def result_of(handed: Handed[T, R]) -> R:
    """Return the result of a submitted item."""
    assert handed.future is not None  # noqa: S101 - it has been submitted
    return handed.future.result()


def is_lost(future: Future[R] | None) -> bool:
    """Whether an item has no result because its processes died."""
    return (
        future is None
        or not future.done()
        or future.cancelled()
        or isinstance(future.exception(), BrokenProcessPool)
    )


def new_pool(workers: int) -> ProcessPoolExecutor:
    """Return a pool of `workers` processes."""
    return ProcessPoolExecutor(workers, get_context("spawn"), initializer=end_by_interrupt)


def is_unguarded() -> bool:
    """Whether a new process fails when it imports the main program."""
    tried = get_context("spawn").Process(target=bool)
    tried.start()
    tried.join()
    return bool(tried.exitcode and tried.exitcode > 0)


def end_by_interrupt() -> None:
    """End immediately on Ctrl-C, which a terminal sends to all processes. Completed games are
    kept.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)


# --- Ray


def on_ray(
    work: Callable[[T], R], items: Iterable[T], workers: int, cluster: str | None
) -> Iterator[R]:
    """Run the work on Ray. If a process dies, Ray itself repeats its work."""
    prepare_ray()
    import ray

    mine = not ray.is_initialized()
    if mine:
        begin_ray(workers, cluster)
    try:
        far = ray.remote(max_retries=TRIES)(worked)
        yield from in_order(partial(far.remote, work), items, workers, ray.get)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        raise EngineFailed(f"Ray failed: {first_line(error)}") from None
    finally:
        if mine:
            ray.shutdown()


def worked(work: Callable[[T], R], item: T) -> R:
    """Return the result of `work` for an item. Ray accepts only functions with a name."""
    return work(item)


def prepare_ray() -> None:
    """Set environment variables that Ray reads only during its import."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"  # disable usage statistics, which would be sent
    os.environ.setdefault("RAY_raylet_start_wait_time_s", str(RAY_PATIENCE_S))


def begin_ray(workers: int, cluster: str | None) -> None:
    """Connect to a running Ray, or start one here. Raises EngineFailed."""
    prepare_ray()
    import ray

    quiet: dict[str, Any] = {"log_to_driver": False, "configure_logging": False}
    try:
        if cluster is not None:
            ray.init(address=cluster, **quiet)
        else:
            ray.init(num_cpus=workers, include_dashboard=False, **quiet)
    except Exception as error:  # noqa: BLE001 - Ray raises no specific exception if it cannot start
        raise EngineFailed(f"Ray cannot be reached: {first_line(error)}") from None


# --- Dask


def on_dask(
    work: Callable[[T], R], items: Iterable[T], workers: int, cluster: str | None
) -> Iterator[R]:
    """Run the work on Dask. If a process dies, Dask itself repeats its work."""
    check_main_guard()
    from distributed import Client, KilledWorker, LocalCluster

    try:
        where = cluster or LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address=None,
            scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},  # any free port, not 8787
            silence_logs=50,
        )
        client = Client(where)
    except RuntimeError:
        if cluster is None and is_unguarded():
            raise Unguarded from None
        raise
    except (OSError, TimeoutError, ValueError) as error:
        raise EngineFailed(f"Dask cannot be reached: {first_line(error)}") from None
    try:

        def submit(item: T) -> Any:
            return client.submit(work, item, pure=False)

        yield from in_order(submit, items, workers, lambda future: future.result())
    except KilledWorker as error:
        raise EngineFailed(f"Dask failed: {first_line(error)}") from None
    finally:
        client.close()
        if not isinstance(where, str):
            where.close()


def first_line(error: Exception) -> str:
    """Return the first line of an error."""
    return str(error).strip().partition("\n")[0] or type(error).__name__
