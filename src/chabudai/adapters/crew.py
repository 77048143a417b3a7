"""Worker processes that step environments, and write the results to shared memory."""

from __future__ import annotations

import ctypes
import signal
import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from gymnasium.vector import AutoresetMode

from chabudai.adapters.rows import Chunk, Memory, bytes_of, rows_on
from chabudai.adapters.single import SeatEnv
from chabudai.adapters.spaces import Info
from chabudai.core.main_guard import UNGUARDED, Unguarded, check_main_guard

Sizes = tuple[int, int, int]
"""The numbers of environments, of values in an observation, and of actions."""
ENDING_S = 5.0
"""Seconds that a worker has to exit before it is terminated."""


class Crew:
    """The workers, and the shared memory of all rows. It has the interface of a `Chunk` that
    contains all environments.
    """

    def __init__(
        self, one: SeatEnv, sizes: Sizes, shares: Sequence[range], mode: AutoresetMode
    ) -> None:
        check_main_guard()
        context = get_context("spawn")
        self.shares = shares
        self.memory: Memory = context.RawArray(ctypes.c_byte, bytes_of(*sizes))
        self.pipes, self.workers = list[Any](), list[Any]()
        for share in shares:
            ours, theirs = context.Pipe()
            given = (theirs, one, self.memory, sizes, share, mode)
            worker = context.Process(target=work, args=given, daemon=True)
            worker.start()
            theirs.close()
            self.pipes.append(ours)
            self.workers.append(worker)

    def reset(self, seeds: Sequence[int | None], chosen: Sequence[bool]) -> list[Info]:
        """Begin another game in the chosen environments. Raises RuntimeError if a worker has
        exited.
        """
        parts = ((cut(seeds, share), cut(chosen, share)) for share in self.shares)
        return self.ask("reset", parts)

    def step(self, actions: Sequence[int]) -> list[Info]:
        """Step each environment with its action number. Raises RuntimeError if a worker has
        exited.
        """
        return self.ask("step", ((cut(actions, share),) for share in self.shares))

    def render(self) -> list[str]:
        """Return the tables as the seats see them."""
        return self.ask("render", (() for _ in self.shares))

    def ask(self, what: str, given: Iterable[tuple[object, ...]]) -> list[Any]:
        """Send a call to all workers, and return their results as one list. Raises Unguarded if a
        worker imported a main program that itself starts workers.
        """
        try:
            for pipe, part in zip(self.pipes, given, strict=True):
                pipe.send((what, part))
            answers = [pipe.recv() for pipe in self.pipes]
        except (EOFError, OSError):
            for worker in self.workers:
                worker.join(ENDING_S)
                if worker.exitcode == UNGUARDED:
                    raise Unguarded from None
            lost = "A worker has ended, along with its games. Create the environment again."
            raise RuntimeError(lost) from None
        faults = [answer for answer in answers if isinstance(answer, str)]
        if faults:
            raise RuntimeError(f"A worker failed.\n{faults[0]}")
        return [each for answer in answers for each in answer]

    def close(self) -> None:
        """Stop the workers."""
        for pipe in self.pipes:
            pipe.close()
        for worker in self.workers:
            worker.join(ENDING_S)
            if worker.is_alive():
                worker.terminate()
                worker.join()
            worker.close()
        self.pipes, self.workers = [], []


def cut(items: Sequence[Any], share: range) -> Sequence[Any]:
    """Return the items in a worker's share."""
    return items[share.start : share.stop]


def work(
    pipe: Connection,
    one: SeatEnv,
    memory: Memory,
    sizes: Sizes,
    share: range,
    mode: AutoresetMode,
) -> None:
    """Run a worker, which steps its share of the environments until the pipe is closed."""
    # Ctrl-C reaches all processes of a terminal; only the parent handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    chunk = Chunk(one, rows_on(memory, *sizes).of(share), mode)
    calls: dict[str, Callable[..., object]] = {
        "reset": chunk.reset,
        "step": chunk.step,
        "render": chunk.render,
    }
    with suppress(EOFError, OSError):
        while True:
            what, given = pipe.recv()
            try:
                answer = calls[what](*given)
            except Exception:  # noqa: BLE001 - reported to the parent, which raises it
                answer = traceback.format_exc()
            pipe.send(answer)
