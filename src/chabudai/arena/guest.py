"""The process of a custom bot, started by `players.Guest`.

It reads lines of JSON from standard input and answers each on standard output. The bot's own output
goes to standard error. The process ends with its parent, even while the bot is thinking.
"""

import os
import signal
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO, TypeAlias

import msgspec

from chabudai.core import AnyGame, Rng, Seat, Struct, stream
from chabudai.core.main_guard import UNGUARDED, importing
from chabudai.games import GAMES


class Begin(Struct, tag="begin"):
    """The start of a game: player `who` gets the random stream that the numbers `dice` select."""

    who: int
    dice: tuple[int, ...]


class Think(Struct, tag="think"):
    """A request for a move by player `who` in `seat`."""

    who: int
    seat: Seat
    view: msgspec.Raw


class Answer(Struct):
    """An action, or the reason why the bot returned none."""

    action: msgspec.Raw = msgspec.Raw(b"null")
    fault: str = ""


Ask: TypeAlias = Begin | Think


class Unfit(Exception):
    """Raised for a file without the named function. The message completes a sentence that begins
    with "it".
    """


def main() -> None:
    """Load the function in a file, and answer requests until EOF."""
    file, name, game = sys.argv[1:]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    lines: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=read, args=(sys.stdin.buffer, lines), daemon=True).start()
    try:
        with importing():
            think = loaded(file, name)
    except Unfit as error:
        tell(answers, Answer(fault=str(error)))
        return
    except BaseException as error:  # noqa: BLE001 - the file may raise anything
        if isinstance(error, SystemExit) and error.code == UNGUARDED:
            os._exit(UNGUARDED)  # the thread that reads standard input holds its lock
        tell(answers, Answer(fault=told(error)))
        return
    tell(answers, Answer())
    serve(GAMES[game], think, lines, answers)


def read(source: BinaryIO, lines: "SimpleQueue[bytes]") -> None:
    """Queue every line. At EOF, end the process, even during a call to the bot."""
    for line in source:
        lines.put(line)
    os._exit(0)


def loaded(file: str, name: str) -> Callable[..., Any]:
    """Return the named function of a file. Raises Unfit, and any exception that the file raises."""
    path = Path(file).resolve()
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise Unfit("is not a Python file")
    sys.path.insert(0, str(path.parent))
    module = module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    think: Callable[..., Any] | None = getattr(module, name, None)
    if not callable(think):
        raise Unfit(f"has no function {name!r}")
    return think


def serve(
    game: AnyGame, think: Callable[..., Any], lines: "SimpleQueue[bytes]", answers: BinaryIO
) -> None:
    """Answer every line."""
    dice: dict[int, Rng] = {}
    while True:
        ask: Ask = msgspec.json.decode(lines.get(), type=Ask)
        match ask:
            case Begin(who=who, dice=numbers):
                dice[who] = stream(*numbers)
            case Think(who=who, seat=seat, view=raw):
                view = msgspec.json.decode(raw, type=game.views)
                tell(answers, thought(think, view, seat, dice[who]))


def thought(think: Callable[..., Any], view: Struct, seat: Seat, dice: Rng) -> Answer:
    """Return the bot's answer."""
    try:
        return Answer(msgspec.Raw(msgspec.json.encode(think(view, seat, dice))))
    except BaseException as error:  # noqa: BLE001 - the bot may raise anything
        return Answer(fault=told(error))


def told(error: BaseException) -> str:
    """Describe a raised error on one line."""
    return f"raised {type(error).__name__}: {' '.join(str(error).split())}"


def tell(answers: BinaryIO, answer: Answer) -> None:
    """Write an answer as one line."""
    answers.write(msgspec.json.encode(answer) + b"\n")
    answers.flush()
