"""`chabudai replay`: a recorded game, step by step, as one seat saw it."""

import argparse

from chabudai.cli.errors import Refused, Unusable
from chabudai.cli.output import phrase, print_json
from chabudai.cli.recorded import Recorded, recorded
from chabudai.cli.verify import told as told_fault
from chabudai.core import Seat, told
from chabudai.core.transcript import Corrupt


def run(args: argparse.Namespace) -> int:
    """Tell every step, or show the table at one."""
    try:
        record = recorded(args.file)
    except Corrupt as fault:
        raise Refused(told_fault(fault)) from None
    seats, last = record.transcript.header.seats, len(record.transcript.entries)
    seat: Seat | None = args.seat
    if seat is not None and seat not in range(seats):
        raise Unusable(f"There is no seat {seat}; they are numbered 0 to {seats - 1}.")
    if args.at is not None and args.at not in range(last + 1):
        raise Unusable(f"There is no step {args.at}; there are 0 to {last}.")
    steps = range(last + 1) if args.at is None else range(args.at, args.at + 1)
    if args.json:
        print_json(document(record, seat, steps))
    else:
        tell(record, seat, steps, args.lang)
    return 0


def document(record: Recorded, seat: Seat | None, steps: range) -> dict[str, object]:
    """The steps as `seat` saw them: `at` moves made, what it was told of the last, its view."""
    game, transcript, states = record
    return {
        "game": game.name,
        "seats": transcript.header.seats,
        "options": transcript.header.options,
        "seat": seat,
        "moves": len(transcript.entries),
        "steps": [
            {
                "at": at,
                "events": told(record.news(at), seat),
                "view": game.view(states[at], seat),
                "to_act": game.to_act(states[at]),
            }
            for at in steps
        ],
        "outcome": game.outcome(states[-1]),
    }


def tell(record: Recorded, seat: Seat | None, steps: range, lang: str) -> None:
    """The steps in sentences, then the table as it lay after the last of them."""
    text = record.game.text
    names = [phrase(lang, "Seat-{seat}", seat=n) for n in range(record.transcript.header.seats)]
    for at in steps:
        for event in told(record.news(at), seat):
            print(f"{at}. {text.tell(event, lang).format(*names)}")
    view = record.game.view(record.states[steps[-1]], seat)
    print(text.show(view, seat, lang).format(*names))
