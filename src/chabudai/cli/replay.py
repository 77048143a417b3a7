"""`chabudai replay`: a recorded game, step by step, as one seat saw it."""

import argparse

from chabudai.cli.errors import Refused, Unusable
from chabudai.cli.output import phrase, print_json
from chabudai.cli.recorded import Recorded, load_recorded
from chabudai.cli.verify import describe_fault
from chabudai.core import Seat, events_for
from chabudai.core.text import tell_seeing
from chabudai.core.transcript import Corrupt


def run(args: argparse.Namespace) -> int:
    """Print every step, or the table after one."""
    try:
        record = load_recorded(args.file)
    except Corrupt as fault:
        raise Refused(describe_fault(fault)) from None
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
        print_steps(record, seat, steps, args.lang)
    return 0


def document(record: Recorded, seat: Seat | None, steps: range) -> dict[str, object]:
    """The steps as `seat` saw them: moves made so far, its events of the last move, its view."""
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
                "events": events_for(record.news(at), seat),
                "view": game.view(states[at], seat),
                "to_act": game.to_act(states[at]),
            }
            for at in steps
        ],
        "outcome": game.outcome(states[-1]),
    }


def print_steps(record: Recorded, seat: Seat | None, steps: range, lang: str) -> None:
    """Print the events of the steps as sentences, then the table after the last step."""
    text = record.game.text
    names = [phrase(lang, "Seat-{seat}", seat=n) for n in range(record.transcript.header.seats)]
    for at in steps:
        view = record.game.view(record.states[max(at - 1, 0)], seat)
        for event in events_for(record.news(at), seat):
            if sentence := tell_seeing(text, event, lang, names, view):
                print(f"{at}. {sentence}")
    view = record.game.view(record.states[steps[-1]], seat)
    print(text.show(view, seat, lang).format(*names))
