"""`chabudai daily`: the daily deal, the same for everyone in the world."""

import argparse
from datetime import date

import msgspec

from chabudai.cli.arguments import chosen_day, deal_for, game_named, names_of
from chabudai.cli.daily_result import par_line
from chabudai.cli.errors import Unusable
from chabudai.cli.output import phrase, print_json
from chabudai.cli.play import play_recorded, usual_names
from chabudai.core.daily import PERSON
from chabudai.core.deal import Deal, par_of
from chabudai.core.transcript import Recorded, Seating, Transcript, begin, replayed
from chabudai.games import GAMES


def run(args: argparse.Namespace) -> int:
    """List the daily deals, describe one, print its par, or play it."""
    day = chosen_day(args.date)
    if args.game is None:
        if args.par or args.names or args.transcript:
            raise Unusable("Which game? Without one, the daily deals are listed.")
        list_deals(day, args)
        return 0
    deal = deal_for(game_named(args.game), day)
    if args.json or args.par:
        describe(deal, args)
        return 0
    recorded, seating = dealt(deal, args)
    play_recorded(recorded, seating, args, None)
    return 0


def list_deals(day: date, args: argparse.Namespace) -> None:
    """List the day's deals: each game, with its bots and the goal."""
    deals = [deal_for(game, day) for game in GAMES.values() if game.extras.daily is not None]
    if args.json:
        print_json([document(deal) for deal in deals])
        return
    print(phrase(args.lang, "The deals of {day}:", day=day.isoformat()))
    for deal in deals:
        bots, facts = deal.table().bots, {"game": deal.game.title, "name": deal.game.name}
        if bots:
            level = phrase(args.lang, bots[0])
            text = "{game} ({name}): with {n} {n|bot|bots} ({level})."
            print(phrase(args.lang, text, **facts, n=len(bots), level=level))
        else:
            print(phrase(args.lang, "{game} ({name}): alone.", **facts))
        print(f"  {deal.goal()[args.lang]}")


def describe(deal: Deal, args: argparse.Namespace) -> None:
    """Print a deal, with par if requested."""
    par = par_of(deal) if args.par else None
    if args.json:
        print_json({**document(deal), **({"par": par} if par else {})})
    elif par is not None:
        print(par_line(deal.game, par, args.lang))


def document(deal: Deal) -> dict[str, object]:
    """Return a deal as a document: its key and its table."""
    table = deal.table()
    return {
        "game": deal.game.name,
        "day": deal.day.isoformat(),
        "key": deal.key.hex(),
        "seats": table.seats,
        "options": table.options,
        "bots": table.bots,
    }


def dealt(deal: Deal, args: argparse.Namespace) -> tuple[Recorded, Seating]:
    """Return a deal's table before the first move, and its seating. Raises Unusable."""
    game, table = deal.game, deal.table()
    names = names_of(args.names, usual_names(table.seats, PERSON, args.lang))
    seating = Seating(PERSON, names, ("", *table.bots), 0)
    header = msgspec.structs.replace(
        begin(game, table.seats, table.options).header,
        seating=seating,
        daily=deal.day.isoformat(),
    )
    return replayed(game, Transcript(header)), seating
