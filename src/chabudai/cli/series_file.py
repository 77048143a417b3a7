"""Games of `simulate`, `evaluate` and `compare` in files that can be resumed."""

import argparse
import io
import shlex
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from chabudai.arena import Faulty, Played
from chabudai.arena.atomic_write import write_on
from chabudai.arena.comparison import Comparing
from chabudai.arena.players import check_own, is_own, unknown
from chabudai.arena.records import (
    Games,
    Head,
    Line,
    NotKept,
    Plan,
    asked_in,
    read_head,
    read_lines,
    record,
)
from chabudai.arena.simulation import abreast
from chabudai.cli.arguments import game_named, read_bytes
from chabudai.cli.data_folder import folder_of, latest, new_file, unwritable
from chabudai.cli.errors import Unusable
from chabudai.cli.game_file import check_folder
from chabudai.cli.output import phrase
from chabudai.core import AnyGame, Struct
from chabudai.core.command import reason

A = TypeVar("A", bound=Struct)
S = TypeVar("S", Plan, Comparing)


@dataclass(slots=True)
class Kept(Generic[A]):
    """The request of a command, and the games played so far, which are in order and grouped by part
    number. If the games are kept in a file, each is written to `opened` immediately.
    """

    command: str
    game: AnyGame
    asked: A
    parts: dict[int, list[Games]] = field(default_factory=dict[int, list[Games]])
    name: str | None = None
    opened: io.FileIO | None = None

    def of(self, part: int) -> list[Games]:
        """Return the games of a part."""
        return self.parts.setdefault(part, [])

    def add(self, part: int, games: Games) -> None:
        """Record a game, and write it to the file if one is open. Raises Unusable."""
        self.of(part).append(games)
        if self.opened is None:
            return
        try:
            write_on(self.opened, line(Line(part, games)))
        except OSError as error:
            raise Unusable(f"{self.name} cannot be written: {reason(error)}.") from None

    def open(self, name: str, mode: str) -> None:
        """Rewrite the file with the request and the games so far. Raises Unusable."""
        asked = msgspec.Raw(msgspec.json.encode(self.asked))
        head = Head(self.command, self.game.name, self.game.rules, asked)
        games = (line(Line(part, one)) for part, each in self.parts.items() for one in each)
        try:
            self.opened = io.FileIO(name, mode)
            write_on(self.opened, b"".join((line(head), *games)))
        except (OSError, ValueError) as error:
            raise Unusable(f"{name} cannot be written: {reason(error)}.") from None
        self.name = name

    def save(self) -> str:
        """Save the games in their file, or in a new one in the data folder, and return its name.

        Raises Unusable.
        """
        name = self.name or new_file("series", f"{self.command}-{self.game.name}")
        if self.opened is not None:
            self.opened.close()
        self.open(name, "r+b")
        return name


def line(each: Head | Line) -> bytes:
    """Return a line of a file."""
    return msgspec.json.encode(each) + b"\n"


def load(file: str, command: str, shape: type[A]) -> Kept[A]:
    """Read a file that a command can resume. Raises Unusable."""
    data = read_bytes(file)
    try:
        head = read_head(data)
        asked = asked_in(head, command, shape)
    except NotKept as error:
        raise Unusable(f"{file}: {error}") from None
    game = game_named(head.game)
    if head.rules != game.rules:
        raise Unusable(
            f"{file} was played by rules {head.rules} of {game.title}, not {game.rules}."
        )
    kept = Kept(command, game, asked, name=file)
    for each in read_lines(data):
        kept.of(each.part).append(each.games)
    return kept


def resumed(
    args: argparse.Namespace, command: str, shape: type[A], what: str, *typed: object
) -> Kept[A]:
    """Return the request and games in the file that --resume names. Raises Unusable if any of the
    `typed` arguments is not None, because the file determines them. `what` is their name in the
    error message.
    """
    if any(each is not None for each in (args.keep, *typed)):
        raise Unusable(f"--resume FILE continues what FILE describes: leave out {what} and so on.")
    return load(args.resume or latest("series", command, f"chabudai {command}"), command, shape)


def resumed_series(
    args: argparse.Namespace, command: str, shape: type[S], *more: object
) -> Kept[S]:
    """Like `resumed`, but for a series. The arguments that all series share are checked along with
    the arguments in `more`.
    """
    bots = None if args.bots == "normal" else args.bots
    typed = (args.game, args.games, args.seats, args.seed, bots, *args.option, *more)
    kept = resumed(args, command, shape, "game, bots", *typed)
    check_bots(kept.game, kept.asked.bots)
    return kept


def check_bots(game: AnyGame, bots: Sequence[str]) -> None:
    """Raise Unusable for bots that are not available."""
    for name in dict.fromkeys(bots):
        if why := unknown(game, name):
            raise Unusable(why)
        try:
            if is_own(name):
                check_own(game, name)
        except Faulty as fault:
            raise Unusable(fault) from None


@contextmanager
def keeping(kept: Kept[A], file: str | None, lang: str) -> Generator[Kept[A]]:
    """Yield the games. They are saved in `file`, which must not exist yet, or in the file that they
    were loaded from. If there is neither, and Ctrl-C cannot save the games, print a warning. Raises
    Unusable.
    """
    check_folder(file)
    if file is not None and Path(file).exists():
        raise Unusable(
            f"{file} already exists. To continue it: chabudai {kept.command} --resume "
            f"{shlex.quote(file)}. For new games, choose another name."
        )
    try:
        if file is not None:
            kept.open(file, "xb")
        elif kept.name is not None:
            kept.open(kept.name, "r+b")
        elif unwritable(folder := folder_of("series")):
            text = "Ctrl-C cannot save these games, because {folder} cannot be written. Use --keep."
            print(phrase(lang, text, folder=str(folder)), file=sys.stderr)
        yield kept
    finally:
        if kept.opened is not None:
            kept.opened.close()


def kept_only(
    kept: Kept[A], part: int, plans: Sequence[Plan], indices: Sequence[int]
) -> Iterator[Games]:
    """Yield the already played games of a part. Raises Unusable if their indices differ from the
    expected ones.
    """
    for index, games in zip(indices, kept.of(part), strict=False):
        if [one.index for one in games] != [index] * len(plans):
            raise Unusable(f"{kept.name} has other games than these options describe.")
        yield games


def play_on(
    kept: Kept[A],
    part: int,
    plans: Sequence[Plan],
    indices: Sequence[int],
    args: argparse.Namespace,
    watch: Callable[[Played], object] = lambda _: None,
) -> Generator[Games]:
    """Play the remaining games of a part. Each game is passed to `watch`, and then saved. Raises
    SeriesFailed, or Unusable if a game cannot be written.
    """
    rest = indices[len(kept.of(part)) :]
    games = abreast(
        kept.game, plans, rest, jobs=args.jobs, engine=args.engine, cluster=args.cluster
    )
    with closing(games):
        for played in games:
            for one in played:
                watch(one)
            kept.add(part, tuple(record(kept.game, one) for one in played))
            yield kept.of(part)[-1]


def saved(kept: Kept[A]) -> str | Unusable:
    """Save the games after the results have been printed, and return the file's name or the
    error.
    """
    try:
        return kept.save()
    except Unusable as error:
        return error


def say_stopped(kept: Kept[A], file: str | Unusable, lang: str, games: int | None = None) -> None:
    """Print the number of games played, the total if known, and how to resume. Raises Unusable if
    the games could not be saved.
    """
    if isinstance(file, Unusable):
        raise file
    facts: dict[str, str | int] = {
        "done": sum(map(len, kept.parts.values())),
        "file": file,
        "command": f"chabudai {kept.command} --resume {shlex.quote(file)}",
    }
    text = (
        "Stopped after {done} {done|game|games}; they are saved in {file}. To continue:\n{command}"
    )
    if games is not None:
        text = (
            "Stopped after {done} of {games} {games|game|games}; they are saved in {file}. "
            "To continue:\n{command}"
        )
        facts["games"] = games
    print(phrase(lang, text, **facts), file=sys.stderr)
