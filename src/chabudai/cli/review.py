"""`chabudai review`: a review of a recorded game, with the cost of each move."""

import argparse

from chabudai.cli.errors import Refused, Unusable
from chabudai.cli.output import print_json
from chabudai.cli.report import report_lines
from chabudai.cli.transcript_reader import load_recorded, seat_names
from chabudai.cli.verify import describe_fault
from chabudai.core import Seat
from chabudai.core.report import report_on
from chabudai.core.text import Reader
from chabudai.core.transcript import Corrupt


def run(args: argparse.Namespace) -> int:
    """Print the review of a finished game, for one seat or for all."""
    try:
        played = load_recorded(args.file)
    except Corrupt as fault:
        raise Refused(describe_fault(fault)) from None
    game, seats = played.game, played.transcript.header.seats
    seat: Seat | None = args.seat
    if seat is not None and seat not in range(seats):
        raise Unusable(f"There is no seat {seat}; seats are numbered 0 to {seats - 1}.")
    if "report" not in game.extras.jobs:
        raise Unusable(f"{game.title} has no review.")
    if (outcome := game.outcome(played.states[-1])) is None:
        raise Refused("This game is not over: it can be reviewed at its end.")
    if args.json:
        found = game.extras.jobs["review"].run(game, played)
        print_json({"game": game.name, "seats": seats, "outcome": outcome, "review": found})
        return 0
    names = seat_names(played.transcript.header, args.lang)
    reader = Reader(args.lang, game.text.catalogue(args.lang), names.__getitem__)
    for line in report_lines(report_on(game, played), reader, seat):
        print(line)
    return 0
