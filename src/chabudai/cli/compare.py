"""`chabudai compare`: what a changed box does to a game."""

import argparse
import shlex
from collections.abc import Sequence
from secrets import randbelow
from time import perf_counter
from typing import get_args

import msgspec

from chabudai.arena import Estimate, Faulty, Record, Results, SeriesFailed
from chabudai.arena.comparison import Change, Comparison, compare
from chabudai.arena.engines import missing
from chabudai.arena.records import record
from chabudai.arena.results import results_of
from chabudai.arena.simulation import plan_of, series
from chabudai.cli.arguments import bots_named, check_table, game_named, options_of, seats_of
from chabudai.cli.errors import Refused, Unusable
from chabudai.cli.opened import check_address, open_table
from chabudai.cli.output import phrase, print_json
from chabudai.cli.series_report import SHOWN, format_estimate
from chabudai.core import AnyGame, Struct


def run(args: argparse.Namespace) -> int:
    """Play the same deals with the box as it is and as it is changed, and say what changes."""
    if why := missing(args.engine):
        raise Unusable(why)
    game = game_named(args.game)
    pairs = [*args.set, *deck_of(game, args.deck)]
    if not pairs:
        raise Unusable("What is changed? --set OPTION=VALUE, or --deck FILE.")
    options = options_of(game, args.option)
    changed = options_of(game, [*args.option, *pairs])
    seats = seats_of(game, options, args.seats, args.bots, people=0)
    bots = bots_named(game, args.bots, seats)
    for each in (options, changed):
        check_table(game, each, seats)
    if args.server is not None:
        check_address(args.server)
    seed = randbelow(1 << 32) if args.seed is None else args.seed
    try:
        before, after = (played(game, bots, seed, each, args) for each in (options, changed))
    except (SeriesFailed, Faulty) as error:
        raise Refused(error) from None
    found = compare(before, after)
    link = None
    if args.server is not None:
        link = open_table(args.server, game, seats, changed)
    play = shlex.join(
        ["chabudai", "play", game.name, "--seats", str(seats)]
        + [part for pair in (*args.option, *pairs) for part in ("--option", pair)]
    )
    if args.json:
        print_json({"game": game.name, "seed": seed, "found": found, "play": play, "link": link})
        return 0
    text = "{title}, {deals} {deals|deal|deals}, seed {seed}: before, after, and the change."
    print(phrase(args.lang, text, title=game.title, deals=found.deals, seed=seed))
    print_found(found, args.lang)
    print(phrase(args.lang, "To play the changed box:\n{command}", command=link or play))
    return 0


def deck_of(game: AnyGame, file: str | None) -> list[str]:
    """The option or options that a file with one's own cards sets. Raises Unusable."""
    if file is None:
        return []
    fields = msgspec.structs.fields(game.options)
    for field in fields:
        if game.files.keys() & set(get_args(field.type)):
            return [f"{field.name}=@{file}"]
    lists = [
        field.name
        for field in fields
        if isinstance(msgspec.inspect.type_info(field.type), msgspec.inspect.VarTupleType)
    ]
    if not lists:
        raise Unusable(f"{game.title} has no cards of one's own among its options.")
    named = options_of(game, [f"@{file}"])
    plain = game.options()
    other = [
        field.name
        for field in fields
        if field.name not in lists and getattr(named, field.name) != getattr(plain, field.name)
    ]
    if other:
        raise Unusable(f"{file} sets {other[0]}, which is no card. Cards are: {', '.join(lists)}.")
    return [f"@{file}"]


def played(
    game: AnyGame, bots: Sequence[str], seed: int, options: Struct, args: argparse.Namespace
) -> tuple[Results, list[Record]]:
    """A series and its games. Raises SeriesFailed, and Unusable for a bot of one's own."""
    started = perf_counter()
    try:
        plan = plan_of(game, bots, args.games, seed, options)
    except Faulty as fault:
        raise Unusable(f"A bot cannot be used: it {fault}.") from None
    games = series(
        game, plan, range(args.games), jobs=args.jobs, engine=args.engine, cluster=args.cluster
    )
    records = [record(one) for one in games]
    return results_of(game, plan, records, perf_counter() - started), records


def print_found(found: Comparison, lang: str) -> None:
    """Print what changes as lines."""
    rows: list[tuple[str, Change, int]] = [
        ("moves of seats in a game", found.length, 1),
        ("gain of moving first", found.first, 3),
        ("best score less the worst", found.spread, 2),
    ]
    for what, one, digits in rows:
        print_change(phrase(lang, what), one, digits, lang)
    for seat, one in enumerate(found.seats):
        print_change(phrase(lang, "win rate of Seat-{seat}", seat=seat), one, 3, lang)
    before, after = found.unused
    text = "cards that nobody used: {before}, {after}"
    print(phrase(lang, text, before=before, after=after))
    for text, cards in (
        ("dead now: {n} {n|card|cards}, such as {cards}", found.dead),
        ("used now: {n} {n|card|cards}, such as {cards}", found.revived),
    ):
        if cards:
            shown = phrase(lang, ", ").join(cards[:SHOWN])
            print(phrase(lang, text, n=len(cards), cards=shown))


def print_change(what: str, one: Change, digits: int, lang: str) -> None:
    """Print a figure before and after, and its change."""

    def shown(estimate: Estimate) -> str:
        return format_estimate(estimate, digits, lang)

    facts = {"before": f"{one.before.mean:.{digits}f}", "after": f"{one.after.mean:.{digits}f}"}
    text = "{what}: {before}, {after}; change {change}"
    print(phrase(lang, text, what=what, change=shown(one.change), **facts))
