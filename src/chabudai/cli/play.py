"""`chabudai play`: a game in the terminal, line by line.

The screen is never redrawn. Each line is a sentence, and the newest is last, which suits screen
readers.
"""

import argparse
import errno
import shlex
import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from secrets import randbelow
from time import monotonic
from typing import Any

import msgspec

from chabudai.cli.arguments import (
    bot_levels,
    check_table,
    chosen_day,
    deal_for,
    game_named,
    names_of,
    options_of,
    seats_of,
)
from chabudai.cli.daily_result import result_lines
from chabudai.cli.data_folder import latest
from chabudai.cli.errors import Unusable
from chabudai.cli.game_file import Recording, load_saved, recording
from chabudai.cli.game_names import find_game
from chabudai.cli.output import either, phrase
from chabudai.cli.rules import rulebook
from chabudai.cli.table import Left, SeatBot, Table, go_on, look_back, recall
from chabudai.cli.terminal import terminal
from chabudai.core import CHANCE, AnyGame, Seat, stream
from chabudai.core.characters import CHARACTERS, last_speaker, parting, persona_at
from chabudai.core.deal import compare
from chabudai.core.rulebook import LANGUAGES
from chabudai.core.telling import placed
from chabudai.core.transcript import Header, Recorded, Seating, Transcript, begin, replayed
from chabudai.games import GAMES
from chabudai.server.credentials import BOT_NAMES

ENDS = tuple(getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name))
"""Signals that are sent when the window is closed, or to terminate the process."""


def run(args: argparse.Namespace) -> int:
    """Play a whole game. `quit` and EOF end the game early; Ctrl-C and closing the window save it
    first.
    """
    if args.resume is None:
        play_recorded(*new_game(args), args, None)
        return 0
    file = saved_file(args)
    play_recorded(*resumed_game(file, args), args, file)
    return 0


def play_recorded(
    recorded: Recorded, seating: Seating, args: argparse.Namespace, resumed: str | None
) -> None:
    """Play a game and record it. If it continues the game in the file `resumed`, it is recorded in
    that file.
    """
    with recording(recorded.transcript, args.transcript, resumed) as kept, ended_as_by_ctrl_c():
        if kept.unsaved is not None:
            why = kept.unsaved.said(args.lang)
            text = "This game cannot be saved. {why} Choose a folder with CHABUDAI_DATA."
            terminal().say(phrase(args.lang, text, why=why))
        try:
            play_and_report(recorded, seating, kept, args.lang)
        except KeyboardInterrupt:
            # Save before printing: the window may be closed.
            kept.save()
            print()
            terminal().say(how_to_go_on(kept, args.lang))
            raise
        except OSError as error:
            # The window was closed, and its signal is ignored, as with `nohup`.
            if error.errno == errno.EIO:
                kept.save()
            raise


@contextmanager
def ended_as_by_ctrl_c() -> Generator[None]:
    """Treat the signals in ENDS as interrupts, unless they are ignored or handled already."""
    ours = [each for each in ENDS if signal.getsignal(each) is signal.SIG_DFL]
    for each in ours:
        signal.signal(each, signal.default_int_handler)
    try:
        yield
    finally:
        for each in ours:
            signal.signal(each, signal.SIG_DFL)


def new_game(args: argparse.Namespace) -> tuple[Recorded, Seating]:
    """Return a new game before its first move, and its seating. Raises Unusable."""
    if args.game is None:
        raise Unusable("Which game? Choose {known}, or use --resume FILE.", known=either(GAMES))
    game = game_named(args.game)
    options = options_of(game, args.option)
    bots = "normal" if args.bots is None else args.bots
    seats = seats_of(game, options, args.seats, bots, people=1)
    check_table(game, options, seats)
    person: Seat = 0 if args.seat is None else args.seat
    if person not in range(seats):
        said = "There is no seat {seat}; seats are numbered 0 to {last}."
        raise Unusable(said, seat=str(person), last=seats - 1)
    levels = list(bot_levels(game, bots, seats - 1))
    levels.insert(person, "")
    names = names_of(args.names, usual_names(seats, person, args.lang))
    seed: int = randbelow(1 << 32) if args.seed is None else args.seed
    seating = Seating(person, names, tuple(levels), seed)
    blank = begin(game, seats, options)
    header = msgspec.structs.replace(blank.header, seating=seating)
    return replayed(game, Transcript(header)), seating


def usual_names(seats: int, person: Seat, lang: str) -> list[str]:
    """Return the default names at a table."""
    names = [phrase(lang, name) for name in BOT_NAMES[: seats - 1]]
    names.insert(person, phrase(lang, "You"))
    return names


def saved_file(args: argparse.Namespace) -> str:
    """Return the file of `--resume`, by default the latest saved game. Raises Unusable."""
    file: str = args.resume
    if file and (Path(file).exists() or not find_game(file)):
        return file
    game = file or args.game
    return latest("games", game_named(game).name if game else "", "chabudai play")


def resumed_game(file: str, args: argparse.Namespace) -> tuple[Recorded, Seating]:
    """Return the game that `--resume` continues, and its seating. Raises Unusable and Refused."""
    others = (args.seats, args.seat, args.bots, args.names, args.seed)
    if args.option or any(other is not None for other in others):
        raise Unusable("With --resume, only --lang and --transcript can be given.")
    wanted = None if args.game is None else game_named(args.game)
    recorded, seating, is_cut = load_saved(file)
    if wanted is not None and wanted is not recorded.game:
        raise Unusable(f"{file} has a game of {recorded.game.title}, not of {wanted.title}.")
    if is_cut:
        text = "The last move in {file} was cut off; the game continues before it."
        terminal().say(phrase(args.lang, text, file=file))
    return recorded, seating


def seat_bot(game: AnyGame, level: str, seating: Seating, seat: Seat) -> SeatBot:
    """Return a bot of this level with its own random generator."""
    rng = stream(seating.seed, seat)
    character = seat - (seat > seating.person)
    bot = game.bots[level](persona_at(character, rng.below(1 << 31)))
    return lambda view, seat: bot(view, seat, rng)


def chances_and_bots(
    game: AnyGame, header: Header, seating: Seating
) -> tuple[Callable[[Any], Any], dict[Seat, SeatBot]]:
    """Return a function that makes the moves of CHANCE, and one for each bot. Raises Unusable."""
    levels = {seat: level for seat, level in enumerate(seating.bots) if level}
    if header.daily is msgspec.UNSET:
        rng = stream(seating.seed, CHANCE)
        seeded = {seat: seat_bot(game, level, seating, seat) for seat, level in levels.items()}
        return lambda state: game.chance(state, rng), seeded
    deal = deal_for(game, chosen_day(header.daily))

    def move(view: Any, seat: Seat) -> Any:
        return deal.bot_move(view, seat, levels[seat])

    return deal.chance, dict.fromkeys(levels, move)


def play_and_report(recorded: Recorded, seating: Seating, kept: Recording, lang: str) -> None:
    """Print the players, play, and print the comparison with par, or the seed."""
    game, header = recorded.game, recorded.transcript.header
    bots = {seat: level for seat, level in enumerate(seating.bots) if level}
    chance, movers = chances_and_bots(game, header, seating)
    screen = terminal()
    table = Table(
        game=game,
        options=msgspec.json.decode(header.options, type=game.options),
        names=screen.seat_names(tuple(spoken(name, lang) for name in seating.names)),
        seat=seating.person,
        bots=movers,
        chance=chance,
        lang=lang,
        rulebook=rulebook(game, lang),
        ask=screen.ask,
        say=screen.say,
        record=kept.add,
        clock=monotonic,
    )
    state = recall(table, recorded)
    seated = [
        phrase(lang, "{name} ({level})", name=name, level=phrase(lang, bots[seat]))
        if seat in bots
        else placed(name, ", ")
        for seat, name in enumerate(table.names)
    ]
    names = phrase(lang, ", ").join(seated)
    table.say(phrase(lang, "{game}: {names}.", game=game.title, names=names))
    table.say(phrase(lang, "Type ? to see what you can type."))
    try:
        go_on(table, state)
        played = replayed(game, kept.transcript)
        tell_parting(table, played, seating)
        look_back(table, played)
        tell_result(table, played)
        kept.end_draft()
    except Left:
        table.say(phrase(lang, "You have left the game before its end."))
        if all(entry.seat != seating.person for entry in kept.transcript.entries):
            kept.end_draft()
        if kept.name is not None:
            table.say(how_to_go_on(kept, lang))
    if header.daily is msgspec.UNSET:
        table.say(phrase(lang, "The seed was {seed}.", seed=seating.seed))


def tell_parting(table: Table, played: Recorded, seating: Seating) -> None:
    """Print a bot's parting words after the game, if a bot speaks."""
    game, outcome = table.game, table.game.outcome(played.states[-1])
    levels = list(game.bots)
    ranks = {seat: levels.index(level) for seat, level in enumerate(seating.bots) if level}
    speaker = last_speaker(ranks, outcome.winners, len(seating.bots)) if outcome else None
    if speaker is None:
        return
    seat, occasion = speaker
    says = parting(CHARACTERS[seat - (seat > seating.person)].name, occasion)
    table.say(phrase(table.lang, "{name}: “{says}”", name=table.names[seat], says=says[table.lang]))


def tell_result(table: Table, played: Recorded) -> None:
    """If the game is a daily deal, print its result."""
    daily = played.transcript.header.daily
    if daily is msgspec.UNSET:
        return
    deal = deal_for(table.game, chosen_day(daily))
    for line in result_lines(table.game, compare(deal, played), table.lang):
        table.say(line)


def spoken(name: str, lang: str) -> str:
    """Translate a name if it is a default name in any language."""
    for given in ("You", *BOT_NAMES):
        if name in {phrase(each, given) for each in LANGUAGES}:
            return phrase(lang, given)
    return name


def how_to_go_on(kept: Recording, lang: str) -> str:
    """Return where the game is saved, and the command that resumes it."""
    words = ["chabudai", "play", "--resume", kept.name or "", *(("--lang", lang) * (lang != "en"))]
    text = "The game is saved in {file}. To continue:\n{command}"
    return phrase(lang, text, file=kept.name or "", command=shlex.join(words))
