"""`chabudai compare`: the effects of changed components on a game."""

import argparse
import shlex
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from secrets import randbelow
from time import perf_counter
from typing import get_args

import msgspec

from chabudai.arena import Estimate, Faulty, Record, SeriesFailed, plots
from chabudai.arena.comparison import Change, Comparing, Comparison, compare, finished
from chabudai.arena.engines import missing
from chabudai.arena.results import results_of
from chabudai.arena.simulation import plan_of
from chabudai.cli.arguments import bots_named, check_table, game_named, options_of, seats_of
from chabudai.cli.command import GAMES_EACH
from chabudai.cli.errors import Refused, Unusable
from chabudai.cli.http_client import base_of
from chabudai.cli.output import INTERRUPTED, phrase, print_json
from chabudai.cli.series_file import (
    Kept,
    keeping,
    kept_only,
    play_on,
    resumed_series,
    saved,
    say_stopped,
)
from chabudai.cli.series_report import SHOWN, format_estimate
from chabudai.cli.simulate import make_folder
from chabudai.cli.table_opener import open_table
from chabudai.core import AnyGame
from chabudai.core.command import reason


def run(args: argparse.Namespace) -> int:
    """Play the same deals with the original and the changed components, and print the differences.

    Ctrl-C prints and saves the completed games.
    """
    if why := missing(args.engine) or (args.plots and plots.missing()):
        raise Unusable(why)
    folder = None if args.plots is None else make_folder(Path(args.plots))
    if args.resume is None:
        begun = begin(args)
    else:
        begun = resumed_series(args, "compare", Comparing, args.deck, *args.set)
    if args.server is not None:
        base_of(args.server)
    plans, started = (begun.asked.before, begun.asked.after), perf_counter()
    indices = range(plans[0].games)
    with keeping(begun, args.keep, args.lang) as kept:
        try:
            for _ in chain(
                kept_only(kept, 0, plans, indices), play_on(kept, 0, plans, indices, args)
            ):
                pass
            stopped = False
        except KeyboardInterrupt:
            stopped = True
        except (SeriesFailed, Faulty) as error:
            raise Refused(error) from None
        file = saved(kept) if stopped else None
    if kept.of(0):
        show(kept, args, perf_counter() - started, folder)
    if file is None:
        return 0
    say_stopped(kept, file, args.lang, plans[0].games)
    return INTERRUPTED


def begin(args: argparse.Namespace) -> Kept[Comparing]:
    """Return the requested comparison. Raises Unusable."""
    if args.game is None:
        raise Unusable("Which game? chabudai compare GAME --set OPTION=VALUE.")
    game = game_named(args.game)
    pairs = [*args.set, *deck_of(game, args.deck)]
    if not pairs and args.option:
        raise Unusable(f"What should change? Write --set {args.option[0]}.")
    if not pairs:
        raise Unusable("What should change? --set OPTION=VALUE, or --deck FILE.")
    options = options_of(game, args.option)
    changed = options_of(game, [*args.option, *pairs])
    seats = seats_of(game, options, args.seats, args.bots, people=0)
    bots = bots_named(game, args.bots, seats)
    for each in (options, changed):
        check_table(game, each, seats)
    seed = randbelow(1 << 32) if args.seed is None else args.seed
    games = GAMES_EACH if args.games is None else args.games
    try:
        before, after = (plan_of(game, bots, games, seed, each) for each in (options, changed))
    except Faulty as fault:
        raise Unusable(fault) from None
    return Kept("compare", game, Comparing(before, after, (*args.option, *pairs)))


def show(
    kept: Kept[Comparing], args: argparse.Namespace, seconds: float, folder: Path | None
) -> None:
    """Print the differences, and how to play the changed game. Draw plots into the folder, and open
    a table for the changed game, if requested. Raises Unusable.
    """
    game, asked = kept.game, kept.asked
    plans, pairs = (asked.before, asked.after), list(zip(*kept.of(0), strict=True))
    before, after = (
        (results_of(game, plan, records, seconds), records)
        for plan, records in zip(plans, pairs, strict=True)
    )
    found, seed, seats = compare(before, after), asked.before.seed, len(asked.before.bots)
    if folder is not None:
        draw(folder, game.name, found, (before[1], after[1]))
    link, options = None, msgspec.json.decode(asked.after.options, type=game.options)
    if args.server is not None:
        link = open_table(base_of(args.server), game, seats, options, args.lang)
    play = shlex.join(
        ["chabudai", "play", game.name, "--seats", str(seats)]
        + [part for pair in asked.typed for part in ("--option", pair)]
    )
    if args.json:
        print_json({"game": game.name, "seed": seed, "found": found, "play": play, "link": link})
        return
    text = "{title}, {deals} {deals|deal|deals}, seed {seed}: before, after, and the change."
    print(phrase(args.lang, text, title=game.title, deals=found.deals, seed=seed))
    print_found(found, args.lang)
    if unknown := game.extras.cards.unknown(options):
        text = "Bots do not know the words of {n} {n|card|cards}: {cards}."
        names = phrase(args.lang, ", ").join(unknown)
        print(phrase(args.lang, text, n=len(unknown), cards=names))
    print(phrase(args.lang, "To play the changed game:\n{command}", command=link or play))


def draw(
    folder: Path, name: str, found: Comparison, records: tuple[Sequence[Record], Sequence[Record]]
) -> None:
    """Draw win rates, scores and lengths before and after a change. Raises Unusable."""
    rates = {"team": found.team} if found.team else dict(enumerate(found.seats))
    sides = dict(zip(("before", "after"), map(finished, records), strict=True))
    scores = {when: [score for one in each for score in one.scores] for when, each in sides.items()}
    lengths = {when: [one.turns for one in each] for when, each in sides.items()}
    shown = {f"{who}\n{when}": getattr(one, when) for who, one in rates.items() for when in sides}
    try:
        plots.rates_by(folder / "rates.png", shown, f"{name}: win rate")
        plots.histogram(folder / "scores.png", scores, f"{name}: scores")
        plots.histogram(folder / "lengths.png", lengths, f"{name}: moves of seats in a game")
    except OSError as error:
        raise Unusable(f"{folder} cannot be written: {reason(error)}.") from None


def deck_of(game: AnyGame, file: str | None) -> list[str]:
    """Return the options set by a file with custom cards. Raises Unusable."""
    if file is None:
        return []
    fields = msgspec.structs.fields(game.options)
    for field in fields:
        if game.extras.files.keys() & set(get_args(field.type)):
            return [f"{field.name}=@{file}"]
    lists = [
        field.name
        for field in fields
        if isinstance(msgspec.inspect.type_info(field.type), msgspec.inspect.VarTupleType)
    ]
    if not lists:
        raise Unusable(f"{game.title} has no option for your own cards.")
    named = options_of(game, [f"@{file}"])
    plain = game.options()
    other = [
        field.name
        for field in fields
        if field.name not in lists and getattr(named, field.name) != getattr(plain, field.name)
    ]
    if other:
        raise Unusable(
            f"{file} sets {other[0]}, which is not a list of cards. Lists: {', '.join(lists)}."
        )
    return [f"@{file}"]


def print_found(found: Comparison, lang: str) -> None:
    """Print the differences as lines of text."""
    rows: list[tuple[str, Change | None, int]] = [
        ("moves of seats in a game", found.length, 1),
        ("mean score", found.score, 2),
        ("right guesses", found.hits, 3),
        ("win rate of the team", found.team, 3),
        ("gain of moving first", found.first, 3),
        ("best score less the worst", found.spread, 2),
    ]
    for what, one, digits in rows:
        if one is not None:
            print_change(phrase(lang, what), one, digits, lang)
    for seat, one in enumerate(found.seats):
        print_change(phrase(lang, "win rate of Seat-{seat}", seat=seat), one, 3, lang)
    before, after = found.unused
    text = "unused cards: {before}, {after}"
    print(phrase(lang, text, before=before, after=after))
    for text, cards in (
        ("dead now: {n} {n|card|cards}, such as {cards}", found.dead),
        ("used now: {n} {n|card|cards}, such as {cards}", found.revived),
    ):
        if cards:
            shown = phrase(lang, ", ").join(cards[:SHOWN])
            print(phrase(lang, text, n=len(cards), cards=shown))


def print_change(what: str, one: Change, digits: int, lang: str) -> None:
    """Print a figure's old and new values, and its change."""

    def shown(estimate: Estimate) -> str:
        return format_estimate(estimate, digits, lang)

    facts = {"before": f"{one.before.mean:.{digits}f}", "after": f"{one.after.mean:.{digits}f}"}
    text = "{what}: {before}, {after}; change {change}"
    print(phrase(lang, text, what=what, change=shown(one.change), **facts))
