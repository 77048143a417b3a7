"""`serve --workers`: processes that serve together, forked from one that watches over them.

They share the port, the database and the limits, and any of them can serve any table. The process
they are forked from serves nobody: it replaces a worker that dies, ends one that says nothing any
more, and all when it is asked to stop. When it dies itself, they end, too.
"""

import os
import select
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial

from chabudai.server.limits import Bucket, Rate
from chabudai.server.logs import fault, is_new, logger
from chabudai.server.processes.siblings import Family, Siblings
from chabudai.server.processes.sqlite_writer import SAID_S
from chabudai.server.refusal import CannotStart

REPLACED = Rate(5, 2.0)
"""How often a worker is replaced: five times at once, and then every two seconds."""
END_S = 10.0
"""How long the workers may take to end when they are asked to, in seconds."""
UP = b"\0"
"""What a worker says when it serves, and from then on every SAID_S; anything else is why it cannot.
"""
MOST_SILENT = 8
"""So often a worker may have said nothing when that is looked at, every SAID_S seconds: counted by
looks, since whoever stops this process, or the computer, stops the workers, too.
"""
SILENT = b"It said nothing any more."
"""What is told of a worker that was ended for it."""
Run = Callable[[int, Callable[[], None]], None]
"""Works until it is asked to stop, or until the file, its first argument, comes to its end; calls
the second when it does, and then every SAID_S. Raises CannotStart."""


@dataclass(slots=True)
class Worker:
    """A place among the workers, and the process that has it; `pid` 0: none has.

    `run` is what the process does, and `gone` is called when it has died. `line` is where it says
    that it serves, and comes to its end with the process; `silent` counts how often it had said
    nothing when that was looked at.
    """

    run: Run
    gone: Callable[[], object]
    pid: int = 0
    line: int = -1
    said: bytes = b""
    silent: int = 0
    replaced: Bucket = field(default_factory=lambda: Bucket(REPLACED))


def serve_together(
    family: Family,
    serve: Callable[[Siblings, int, Callable[[], None]], None],
    ready: Callable[[], None],
    beside: Sequence[Run] = (),
) -> None:
    """Have a family of processes serve until this one is asked to stop, and others run beside them;
    call `ready` when the first of them serves. Raises CannotStart if it cannot.
    """
    with asked_to_stop() as stop:
        alive, held = os.pipe()
        each = [Siblings(family, number) for number in range(family.count)]
        workers = [Worker(partial(serve, siblings), siblings.leave) for siblings in each]
        workers += [Worker(run, bool) for run in beside]

        def start(worker: Worker) -> None:
            fork(worker, alive, (stop, held, *lines_of(workers)))

        try:
            # The first answers while the others are not there yet.
            start(workers[0])
            if not until_up(workers[0], stop):
                return
            ready()
            watch_over(workers, stop, start)
        finally:
            os.close(held)
            end(workers)
            os.close(alive)


def lines_of(workers: Iterable[Worker]) -> list[int]:
    """The lines of those that run."""
    return [worker.line for worker in workers if worker.pid]


@contextmanager
def asked_to_stop() -> Generator[int]:
    """A file that can be read once this process has got a signal to stop."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    before = signal.set_wakeup_fd(writing)
    try:
        yield reading
    finally:
        signal.set_wakeup_fd(before)
        os.close(reading)
        os.close(writing)


def fork(worker: Worker, alive: int, not_mine: Iterable[int]) -> None:
    """Start a process for a worker's place. The files that are not its own it closes."""
    line, saying = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        os.close(saying)
        worker.pid, worker.line, worker.said, worker.silent = pid, line, b"", 0
        return
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        for each in (line, *not_mine):
            os.close(each)
        os.set_blocking(saying, False)  # where nobody listens it goes on
        worker.run(alive, lambda: say(saying, UP))
        code = 0
    except CannotStart as reason:
        say(saying, str(reason).encode())
    except BaseException as error:  # noqa: BLE001 - the process ends here, whatever it was
        fault("worker", error)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def say(line: int, what: bytes) -> None:
    """Tell the process that watches over this one."""
    with suppress(OSError):
        os.write(line, what)


def hear(worker: Worker) -> bool:
    """Read what a worker says. Returns False if it has come to its end."""
    said = os.read(worker.line, 4096)
    if said:
        worker.said, worker.silent = (worker.said + said).lstrip(UP) or UP, 0
    return bool(said)


def until_up(worker: Worker, stop: int) -> bool:
    """Wait until the first worker serves. Returns False if it is to stop. Raises CannotStart."""
    while worker.said != UP:
        can_read, _, _ = select.select((worker.line, stop), (), ())
        if stop in can_read:
            return False
        if not hear(worker):
            bury(worker)
            raise CannotStart(worker.said.decode() or "The server ended while it started.")
    return True


def watch_over(workers: list[Worker], stop: int, start: Callable[[Worker], None]) -> None:
    """Replace the workers that die or are silent, until this process is asked to stop."""
    looked = time.monotonic()
    while True:
        if time.monotonic() - looked >= SAID_S:
            looked = time.monotonic()
            end_silent(workers)
        for worker in workers:
            if not worker.pid and worker.replaced.take(time.monotonic()):
                start(worker)
        soon = SAID_S if all(worker.pid for worker in workers) else REPLACED.each_s / 4
        can_read, _, _ = select.select((*lines_of(workers), stop), (), (), soon)
        if stop in can_read:
            return
        for worker in workers:
            if worker.line in can_read and not hear(worker):
                tell_of_loss(bury(worker), worker.said)


def end_silent(workers: Iterable[Worker]) -> None:
    """End the workers that have served and say nothing any more: they are stopped, or stuck."""
    for worker in workers:
        worker.silent += worker.pid != 0 and worker.said == UP
        if worker.silent > MOST_SILENT:
            worker.said, worker.silent = SILENT, 0
            os.kill(worker.pid, signal.SIGKILL)


def tell_of_loss(status: int, said: bytes) -> None:
    """Log that a worker has died, once in a while."""
    if is_new(("worker_lost", status)):
        why = said.removeprefix(UP).decode("utf-8", "replace")
        logger().error("worker_lost", status=status, **({"why": why} if why else {}))


def bury(worker: Worker) -> int:
    """Expect nothing more of a dead worker. Returns its exit code, or minus the signal's number."""
    worker.gone()
    _, status = os.waitpid(worker.pid, 0)
    os.close(worker.line)
    worker.pid, worker.line = 0, -1
    return os.waitstatus_to_exitcode(status)


def end(workers: list[Worker]) -> None:
    """Wait for the workers, who were asked to stop; end those that do not."""
    until = time.monotonic() + END_S
    while lines := lines_of(workers):
        left = until - time.monotonic()
        can_read, _, _ = select.select(lines, (), (), max(0.0, left))
        for worker in workers:
            if worker.line in can_read and not hear(worker):
                bury(worker)
            elif worker.pid and left <= 0:
                os.kill(worker.pid, signal.SIGKILL)
