"""`chabudai simulate`: bots against bots."""

import argparse
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from secrets import randbelow

from chabudai.arena import Estimate, Played, Results, SeriesFailed, simulate, transcript
from chabudai.cli.arguments import (
    bot_levels,
    check_table,
    game_named,
    options_of,
    seats_of,
)
from chabudai.cli.errors import Refused, Unusable
from chabudai.cli.output import print_json
from chabudai.core import fill
from chabudai.core.command import reason
from chabudai.core.transcript import dumps


def run(args: argparse.Namespace) -> int:
    """Play a series and print its statistics. Every deal is played once from each seat."""
    game = game_named(args.game)
    options = options_of(game, args.option)
    seats = seats_of(game, options, args.seats, args.bots, people=0)
    bots = bot_levels(game, args.bots, seats)
    check_table(game, options, seats)
    seed = randbelow(1 << 32) if args.seed is None else args.seed
    folder = None if args.transcripts is None else make_folder(Path(args.transcripts))
    try:
        with progress(args.games) as advance:

            def watch(played: Played) -> None:
                if folder is not None:
                    write_file(folder / f"{played.index:06}.jsonl", dumps_of(played))
                advance()

            def dumps_of(played: Played) -> bytes:
                return dumps(transcript(game, options, bots, played))

            results = simulate(game, bots, args.games, seed, options, jobs=args.jobs, watch=watch)
    except SeriesFailed as error:
        raise Refused(error) from None
    if args.json:
        print_json(document(results, seed))
    else:
        print_results(results, seed, game.title)
    return 0


def make_folder(folder: Path) -> Path:
    """Return `folder`, made if it is missing. Raises Unusable."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unusable(f"{folder} cannot be made: {reason(error)}.") from None
    return folder


def write_file(file: Path, text: bytes) -> None:
    """Write a file. Raises Unusable."""
    try:
        file.write_bytes(text)
    except OSError as error:
        raise Unusable(f"{file} cannot be written: {reason(error)}.") from None


@contextmanager
def progress(games: int) -> Generator[Callable[[], None], None, None]:
    """Yield a function to call after each game; it advances a bar if stderr is a terminal."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games)
        yield lambda: bar.advance(task)


def document(results: Results, seed: int) -> dict[str, object]:
    """The results as JSON. A win shared by n counts 1/n in `wins`; lists are by bot as typed."""
    standings = results.standings
    seconds = max(results.seconds, 1e-9)
    return {
        "game": results.game,
        "games": results.games,
        "seats": len(standings),
        "bots": [one.bot for one in standings],
        "wins": [one.wins for one in standings],
        "mean_score": [one.score.mean for one in standings],
        "moves": results.moves,
        "seconds": results.seconds,
        "games_per_s": results.games / seconds,
        "moves_per_s": results.moves / seconds,
        "seed": seed,
        "deals": results.deals,
        "shared_wins": [one.shared for one in standings],
        "win_rate": [one.win_rate for one in standings],
        "score": [one.score for one in standings],
    }


def print_results(results: Results, seed: int, title: str) -> None:
    """Print the results as lines."""
    seats = len(results.standings)
    text = (
        "{title}, {games} {games|game|games}, {deals} {deals|deal|deals}, "
        "{seats} {seats|seat|seats}, seed {seed}."
    )
    facts = {"games": results.games, "deals": results.deals, "seats": seats, "seed": seed}
    print(fill(text, {"title": title, **facts}))
    for one in results.standings:
        shared = f", {one.shared} of them shared" if one.shared else ""
        print(
            f"{one.bot}: won {one.wins:g}{shared}; win rate {format_estimate(one.win_rate, 3)}; "
            f"mean score {format_estimate(one.score, 2)}"
        )
    seconds = max(results.seconds, 1e-9)
    moves = fill("{n} {n|move|moves}", {"n": results.moves})
    print(
        f"{moves} in {seconds:.1f} s: {results.games / seconds:.1f} games/s, "
        f"{results.moves / seconds:.0f} moves/s."
    )


def format_estimate(estimate: Estimate, digits: int) -> str:
    """A mean with its 95 % interval."""
    if estimate.interval is None:
        return f"{estimate.mean:.{digits}f}"
    low, high = estimate.interval
    return f"{estimate.mean:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"
