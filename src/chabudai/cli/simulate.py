"""`chabudai simulate`: bots against bots."""

import argparse
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from secrets import randbelow
from time import perf_counter
from typing import NamedTuple

import msgspec

from chabudai.arena import Faulty, Plan, Played, Record, SeriesFailed, plots, transcript
from chabudai.arena.atomic_write import write_whole
from chabudai.arena.engines import missing
from chabudai.arena.results import results_of
from chabudai.arena.simulation import plan_of
from chabudai.arena.tables import Column, against_table, columns_named, columns_of, write_table
from chabudai.cli.arguments import bots_named, check_table, game_named, options_of, seats_of
from chabudai.cli.errors import Refused, Unusable
from chabudai.cli.output import INTERRUPTED, print_json
from chabudai.cli.series_file import (
    Kept,
    keeping,
    kept_only,
    play_on,
    resumed_series,
    saved,
    say_stopped,
)
from chabudai.cli.series_report import document, print_results
from chabudai.core.command import reason
from chabudai.core.transcript import dumps

BAR = 40
"""Width of the progress bar in cells."""
REDRAW_S = 0.1
CLEAR_LINE = "\r\x1b[K"
"""Control codes that return to the start of the terminal's line and erase it."""


class Files(NamedTuple):
    """Files to write in addition to the output on the screen. None means that a file is not
    requested.
    """

    transcripts: Path | None
    table: Path | None
    columns: dict[str, Column]
    plots: Path | None


def run(args: argparse.Namespace) -> int:
    """Play a series and print its statistics. Every deal is played once from each seat.

    Ctrl-C prints and saves the completed games.
    """
    if why := missing(args.engine):
        raise Unusable(why)
    begun = begin(args) if args.resume is None else resumed_series(args, "simulate", Plan)
    files = files_of(args, begun)
    before = len(begun.of(0))
    started = perf_counter()
    with keeping(begun, args.keep, args.lang) as kept:
        try:
            play_all(kept, args, files)
            stopped = False
        except KeyboardInterrupt:
            stopped = True
        except SeriesFailed as error:
            raise Refused(error) from None
        file = saved(kept) if stopped else None
    seconds = perf_counter() - started
    if records := [one for (one,) in kept.of(0)]:
        finish(kept, records, records[before:], args, files, seconds)
    if file is None:
        return 0
    say_stopped(kept, file, args.lang, kept.asked.games)
    return INTERRUPTED


def begin(args: argparse.Namespace) -> Kept[Plan]:
    """Return the requested new series. Raises Unusable."""
    if args.game is None:
        raise Unusable("Which game, and how many of it? chabudai simulate GAME --games K.")
    game = game_named(args.game)
    if args.games is None:
        raise Unusable(f"How many games? chabudai simulate {game.name} --games K.")
    options = options_of(game, args.option)
    seats = seats_of(game, options, args.seats, args.bots, people=0)
    bots = bots_named(game, args.bots, seats)
    check_table(game, options, seats)
    seed = randbelow(1 << 32) if args.seed is None else args.seed
    try:
        plan = plan_of(game, bots, args.games, seed, options, limit=args.limit)
    except Faulty as fault:
        raise Unusable(fault) from None
    except ValueError as error:
        raise Unusable(error) from None
    return Kept("simulate", game, plan)


def files_of(args: argparse.Namespace, begun: Kept[Plan]) -> Files:
    """Return the output files, checked before any game is played. Raises Unusable."""
    table = None if args.table is None else Path(args.table)
    if args.columns is not None and table is None:
        raise Unusable("--columns chooses columns of a --table FILE.")
    try:
        columns = (
            columns_of(begun.game)
            if args.columns is None
            else columns_named(begun.game, args.columns.split(","))
        )
    except ValueError as error:
        raise Unusable(error) from None
    if table is not None and (why := against_table(table)):
        raise Unusable(why)
    if args.plots is not None and (why := plots.missing()):
        raise Unusable(why)
    folders = [
        None if name is None else make_folder(Path(name)) for name in (args.transcripts, args.plots)
    ]
    return Files(folders[0], table, columns, folders[1])


def play_all(kept: Kept[Plan], args: argparse.Namespace, files: Files) -> None:
    """Play the remaining games. Raises SeriesFailed and Unusable."""
    game, plan = kept.game, kept.asked
    options = msgspec.json.decode(plan.options, type=game.options)
    done = sum(1 for _ in kept_only(kept, 0, (plan,), range(plan.games)))

    def write(played: Played) -> None:
        if files.transcripts is not None:
            text = dumps(transcript(game, options, plan.bots, played))
            write_file(files.transcripts / f"{played.index:06}.jsonl", text)

    games = play_on(kept, 0, (plan,), range(plan.games), args, write)
    with progress(done, plan.games) as advance, closing(games):
        for _ in games:
            advance()


def finish(
    kept: Kept[Plan],
    records: Sequence[Record],
    played: Sequence[Record],
    args: argparse.Namespace,
    files: Files,
    seconds: float,
) -> None:
    """Print the results, and write the table and plots. `played` has the games of this run.

    Raises Unusable.
    """
    plan = kept.asked
    results = results_of(kept.game, plan, records, seconds)
    if args.json:
        print_json(document(results, played, plan.seed))
    else:
        print_results(results, played, plan.seed, kept.game.title, args.lang)
    try:
        if files.table is not None:
            write_table(files.table, files.columns, plan, records)
        if files.plots is not None:
            plots.draw(files.plots, plan, records, results)
    except OSError as error:
        raise Unusable(
            f"{error.filename or files.table} cannot be written: {reason(error)}."
        ) from None


def make_folder(folder: Path) -> Path:
    """Return `folder`, created if missing. Raises Unusable."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unusable(f"{folder} cannot be made: {reason(error)}.") from None
    return folder


def write_file(file: Path, text: bytes) -> None:
    """Write a file. Raises Unusable."""
    try:
        write_whole(file, text)
    except OSError as error:
        raise Unusable(f"{file} cannot be written: {reason(error)}.") from None


@contextmanager
def progress(done: int, games: int) -> Generator[Callable[[], None], None, None]:
    """Yield a function to call after each game. The function redraws a progress bar, at most every
    REDRAW_S seconds and at the end, if stderr is a terminal.
    """
    if not sys.stderr.isatty():
        yield lambda: None
        return
    started, drawn, played = perf_counter(), -REDRAW_S, 0

    def advance() -> None:
        nonlocal drawn, played
        played += 1
        now = perf_counter()
        if now - drawn >= REDRAW_S or done + played == games:
            drawn = now
            rest_s = (games - done - played) * (now - started) / played
            sys.stderr.write(f"{CLEAR_LINE}{bar(done + played, games, rest_s)}")
            sys.stderr.flush()

    try:
        yield advance
    finally:
        sys.stderr.write(CLEAR_LINE)
        sys.stderr.flush()


def bar(done: int, games: int, rest_s: float) -> str:
    """Return a progress bar of BAR cells, the number of games, and the remaining time."""
    full = BAR * done // games
    rest = timedelta(seconds=round(rest_s))
    return f"{'#' * full}{'-' * (BAR - full)} {done}/{games} {rest}"
