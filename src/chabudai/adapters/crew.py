"""Processes that step environments, each its share of them, in memory that all share."""

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
"""How many environments there are, numbers of an observation, and numbers of actions."""
ENDING_S = 5.0
"""How long a worker may take to end before it is made to."""


class Crew:
    """The workers, and the memory of all rows. It does what a `Chunk` of all environments does."""

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
        """Begin another game where it is chosen. Raises RuntimeError if a worker has ended."""
        parts = ((cut(seeds, share), cut(chosen, share)) for share in self.shares)
        return self.ask("reset", parts)

    def step(self, actions: Sequence[int]) -> list[Info]:
        """Do in each environment what has this number. Raises RuntimeError as `reset` does."""
        return self.ask("step", ((cut(actions, share),) for share in self.shares))

    def render(self) -> list[str]:
        """The tables as the seats see them."""
        return self.ask("render", (() for _ in self.shares))

    def ask(self, what: str, given: Iterable[tuple[object, ...]]) -> list[Any]:
        """Ask every worker for its part, and return all parts as one. Raises Unguarded if a worker
        imported a program that would start workers, too.
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
            lost = "A worker has ended, and its games with it. Make the environment anew."
            raise RuntimeError(lost) from None
        faults = [answer for answer in answers if isinstance(answer, str)]
        if faults:
            raise RuntimeError(f"A worker could not go on.\n{faults[0]}")
        return [each for answer in answers for each in answer]

    def close(self) -> None:
        """End the workers."""
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
    """The items of a share."""
    return items[share.start : share.stop]


def work(
    pipe: Connection,
    one: SeatEnv,
    memory: Memory,
    sizes: Sizes,
    share: range,
    mode: AutoresetMode,
) -> None:
    """Step a share of the environments until the pipe ends."""
    # Ctrl-C reaches every process of a terminal; the one that asks decides what comes of it.
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
            except Exception:  # noqa: BLE001 - it is raised where it was asked for
                answer = traceback.format_exc()
            pipe.send(answer)
