"""Players of a series: a level of the game, `random`, `greedy`, or a custom function."""

import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Timer
from typing import IO, TypeAlias

import msgspec

from chabudai.arena.guest import Answer, Begin, Think
from chabudai.core import AnyGame, Seat, Struct, stream
from chabudai.core.main_guard import UNGUARDED, Unguarded, check_main_guard

RANDOM = "random"
GREEDY = "greedy"
OWN = ".py:"
"""Separator in the name of a custom function: FILE.py:FUNCTION."""
PROGRAM = "from chabudai.arena import guest; guest.main()"
SHOWN = 80
"""Maximum number of characters of an invalid answer to show."""
Player: TypeAlias = Callable[[Struct, Seat], object]
"""A bot with its own random numbers: a function that maps a view and a seat to an action."""
START = 60.0
"""Seconds allowed for importing a custom bot's file."""


class Faulty(Exception):
    """Raised for a custom bot that raises, gives an invalid answer or takes too long. The message
    completes a sentence that begins with "it". If `simulate` raises it, the message is a whole
    sentence.
    """


def is_own(name: str) -> bool:
    """Whether a name refers to a custom function."""
    return OWN in name


def kinds(game: AnyGame) -> tuple[str, ...]:
    """Return the names of this game's bots, without custom ones."""
    return (*game.bots, *((GREEDY,) if game.extras.greedy else ()), RANDOM)


def unknown(game: AnyGame, name: str) -> str | None:
    """Return an error message if the game has no bot with this name, or None if it has one."""
    if is_own(name):
        return None if own_file(name)[0].is_file() else f"There is no file {own_file(name)[0]}."
    if name == GREEDY and game.extras.greedy is None:
        return f"{game.title} has no greedy bot."
    there = kinds(game)
    missing = f"{game.title} has no bot {name!r}. Available: {', '.join(there)}."
    return None if name in there else missing


def own_file(name: str) -> tuple[Path, str]:
    """Return the file and the function of a custom bot."""
    file, _, function = name.rpartition(":")
    return Path(file), function


def seated(game: AnyGame, name: str, dice: tuple[int, ...], limit: float) -> Player:
    """Return the named bot for one game, with the random stream that the numbers `dice` select. The
    last number identifies the bot. A custom bot has `limit` seconds for a move. It may raise
    Faulty, even when it is created.
    """
    if is_own(name):
        return guest_of(game, name).seated(dice, limit)
    rng = stream(*dice)
    if name == RANDOM:
        return lambda view, seat: game.sample(view, seat, rng)
    made = game.extras.greedy if name == GREEDY else game.bots[name]
    if made is None:
        raise ValueError(f"{game.title} has no greedy bot.")
    bot = made(rng.below(1 << 31))
    return lambda view, seat: bot(view, seat, rng)


@cache
def guest_of(game: AnyGame, name: str) -> "Guest":
    """Return the process of a custom bot, cached in each process that plays games."""
    return Guest(game, name)


@dataclass(eq=False)
class Guest:
    """A custom bot in its own process, which can be killed if it does not answer.

    The process is started on the first request, and again after it has ended.
    """

    game: AnyGame
    name: str
    process: "subprocess.Popen[bytes] | None" = None

    def seated(self, dice: tuple[int, ...], limit: float) -> Player:
        """Return the bot for one game. Raises Faulty, for example if its file cannot be
        imported.
        """
        who = dice[-1]
        self.send(Begin(who, dice))

        def act(view: Struct, seat: Seat) -> object:
            self.send(Think(who, seat, msgspec.Raw(msgspec.json.encode(view))))
            answer = self.answer(limit)
            try:
                return msgspec.json.decode(answer.action, type=self.game.actions)
            except (msgspec.MsgspecError, RecursionError) as error:
                given = bytes(answer.action).decode(errors="replace")
                shown = given if len(given) <= SHOWN else f"{given[: SHOWN - 1]}…"
                raise Faulty(f"answered {shown}, which is not an action: {error}") from None

        return act

    def send(self, ask: Begin | Think) -> None:
        """Write a line to the process. Raises Faulty."""
        process = self.running()
        try:
            stdin, _ = pipes(process)
            stdin.write(msgspec.json.encode(ask) + b"\n")
            stdin.flush()
        except OSError:
            self.end()
            raise Faulty("ended its process") from None

    def running(self) -> "subprocess.Popen[bytes]":
        """Return the process, started if necessary. Raises Faulty and Unguarded."""
        if self.process is None:
            check_main_guard()
            file, function = own_file(self.name)
            asked = ("-c", PROGRAM, str(file), function, self.game.name)
            self.process = subprocess.Popen(
                [sys.executable, *asked],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if sys.stderr is None else None,  # it may be closed
            )
            try:
                self.answer(START)
            except (Faulty, Unguarded):
                self.end()
                raise
        return self.process

    def answer(self, limit: float) -> Answer:
        """Read the answer to a line. If it takes more than `limit` seconds, kill the process.

        Raises Faulty.
        """
        process = self.running()
        late: list[float] = []

        def stop() -> None:
            late.append(limit)
            process.kill()

        timer = Timer(limit, stop)
        timer.start()
        line = pipes(process)[1].readline()
        timer.cancel()
        if late:
            self.end()
            raise Faulty(f"did not answer within {limit:g} s")
        if not line.endswith(b"\n"):
            with suppress(subprocess.TimeoutExpired):
                if process.wait(START) == UNGUARDED:
                    raise Unguarded
            self.end()
            raise Faulty("ended its process")
        answer = msgspec.json.decode(line, type=Answer)
        if answer.fault:
            raise Faulty(answer.fault)
        return answer

    def end(self) -> None:
        """Kill the process, if it is running."""
        if self.process is None:
            return
        self.process.kill()
        for pipe in pipes(self.process):
            with suppress(OSError):
                pipe.close()
        self.process.wait()
        self.process = None


def pipes(process: "subprocess.Popen[bytes]") -> tuple[IO[bytes], IO[bytes]]:
    """Return the standard input and output of a process that was started with pipes."""
    assert process.stdin is not None  # noqa: S101 - it is a pipe
    assert process.stdout is not None  # noqa: S101 - it is a pipe
    return process.stdin, process.stdout


def check_own(game: AnyGame, name: str) -> None:
    """Start a custom bot once, as a check. If that fails, raises Faulty with a whole sentence as
    its message.
    """
    guest = guest_of(game, name)
    try:
        guest.running()
    except Faulty as fault:
        raise Faulty(f"{name} cannot be used: it {fault}.") from None
    finally:
        guest.end()


def dismiss(game: AnyGame, names: Iterable[str]) -> None:
    """End the processes of custom bots that this process has started."""
    for name in filter(is_own, names):
        guest_of(game, name).end()
