"""`chabudai play`: a game in the terminal, line by line.

Nothing is redrawn: every line is a sentence, the newest last, as screen readers need it.
"""

import argparse
import io
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from secrets import randbelow
from time import monotonic

from chabudai.arena import stream
from chabudai.cli.arguments import (
    bot_levels,
    check_table,
    game_named,
    names_of,
    options_of,
    seats_of,
)
from chabudai.cli.errors import Unusable
from chabudai.cli.output import phrase
from chabudai.cli.rules import rulebook
from chabudai.cli.table import Left, SeatBot, Table, play_to_the_end
from chabudai.core import CHANCE, AnyGame, Seat
from chabudai.core.command import reason
from chabudai.core.transcript import Transcript, begin, dumps, record

BOT_NAMES: tuple[str, ...] = ("Hana", "Ken", "Mika", "Taro", "Yuki", "Emi", "Jun")
"""Default names of the bots."""


def run(args: argparse.Namespace) -> int:
    """Play a whole game; `quit` or the end of the input ends it early."""
    game = game_named(args.game)
    options = options_of(game, args.option)
    seats = seats_of(game, options, args.seats, args.bots, people=1)
    check_table(game, options, seats)
    person: Seat = args.seat
    if person not in range(seats):
        raise Unusable(f"There is no seat {person}; they are numbered 0 to {seats - 1}.")
    others = [seat for seat in range(seats) if seat != person]
    levels = dict(zip(others, bot_levels(game, args.bots, seats - 1), strict=True))
    default_names: list[str] = list(BOT_NAMES[: seats - 1])
    default_names.insert(person, phrase(args.lang, "You"))
    seed: int = randbelow(1 << 32) if args.seed is None else args.seed
    with recorder(args.transcript, begin(game, seats, options)) as keep:
        table = Table(
            game=game,
            options=options,
            names=names_of(args.names, default_names),
            seat=person,
            bots={seat: seat_bot(game, level, seed, seat) for seat, level in levels.items()},
            nature=stream(seed, CHANCE),
            lang=args.lang,
            rulebook=rulebook(game, args.lang),
            ask=lambda: input("> "),
            say=print,
            record=keep,
            clock=monotonic,
        )
        play_and_report(table, levels, seed)
    return 0


def seat_bot(game: AnyGame, level: str, seed: int, seat: Seat) -> SeatBot:
    """A bot of that level with a random generator of its own."""
    rng = stream(seed, seat)
    bot = game.bots[level](rng.below(1 << 31))
    return lambda view, seat: bot(view, seat, rng)


def play_and_report(table: Table, levels: Mapping[Seat, str], seed: int) -> None:
    """Print who sits at the table, play, and print the seed."""
    lang = table.lang
    seated = [
        f"{name} ({levels[seat]})" if seat in levels else name
        for seat, name in enumerate(table.names)
    ]
    print(f"{table.game.title}: {phrase(lang, ', ').join(seated)}.")
    print(phrase(lang, "Type ? to see what you can type."))
    try:
        play_to_the_end(table)
    except Left:
        print(phrase(lang, "You have left the game before its end."))
    print(phrase(lang, "The seed was {seed}.", seed=seed))


@contextmanager
def recorder(
    file: str | None, start: Transcript
) -> Generator[Callable[[Seat, object], None], None, None]:
    """Yield a function that records a move in `file` at once; without a file it does nothing.

    Raises Unusable if the file cannot be written.
    """
    if file is None:
        yield lambda _seat, _action: None
        return
    begun = dumps(start)
    with create_file(file) as opened:

        def write(text: bytes) -> None:
            try:
                opened.write(text)
            except OSError as error:
                raise Unusable(f"{file} cannot be written: {reason(error)}.") from None

        write(begun)
        yield lambda seat, action: write(dumps(record(start, seat, action))[len(begun) :])


def create_file(file: str) -> io.FileIO:
    """Open a new, empty file; an existing one is overwritten. Raises Unusable."""
    try:
        return Path(file).open("wb", buffering=0)
    except (OSError, ValueError) as error:
        raise Unusable(f"{file} cannot be written: {reason(error)}.") from None
