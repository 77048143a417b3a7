"""`chabudai replay`: a recorded game step by step, from one seat's point of view."""

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from chabudai.cli.errors import Refused, Unusable
from chabudai.cli.output import phrase, print_json
from chabudai.cli.simulate import write_file
from chabudai.cli.transcript_reader import load_recorded, recorded_names, seat_names
from chabudai.cli.verify import describe_fault
from chabudai.core import CHANCE, Seat, Telling, events_for
from chabudai.core.drawing.film import film
from chabudai.core.drawing.jobs import END
from chabudai.core.drawing.picture import Picture, picture_of
from chabudai.core.text import Reader, tell_seeing
from chabudai.core.transcript import Corrupt, Recorded
from chabudai.core.why import Moved, why_for


def run(args: argparse.Namespace) -> int:
    """Print all steps or one of them, or write pictures of the table."""
    try:
        record = load_recorded(args.file)
    except Corrupt as fault:
        raise Refused(describe_fault(fault)) from None
    seats, last = record.transcript.header.seats, len(record.transcript.entries)
    seat: Seat | None = args.seat
    if seat is not None and seat not in range(seats):
        raise Unusable(f"There is no seat {seat}; seats are numbered 0 to {seats - 1}.")
    if args.at is not None and args.at not in range(last + 1):
        raise Unusable(f"There is no step {args.at}; steps are numbered 0 to {last}.")
    if args.svg is not None or args.film is not None:
        save_pictures(args, record, seat)
        return 0
    steps = range(last + 1) if args.at is None else range(args.at, args.at + 1)
    reasons = dict(reasons_of(record, seat, steps)) if args.why else {}
    if args.json:
        found = document(record, seat, steps)
        print_json({**found, "why": reasons} if args.why else found)
    else:
        print_steps(record, seat, steps, args.lang, reasons)
    return 0


def save_pictures(args: argparse.Namespace, record: Recorded, seat: Seat | None) -> None:
    """Write the table as a picture, and the last steps as an animation, if requested. Raises
    Unusable.
    """
    game, transcript, states, _ = record
    if game.extras.draw is None:
        raise Unusable(f"{game.title} has no pictures.")
    at = len(states) - 1 if args.at is None else args.at
    names = recorded_names(transcript.header, args.lang)

    def seen(state: object) -> Picture:
        return picture_of(game, state, seat, args.lang, names)

    if args.svg is not None:
        write_file(Path(args.svg), seen(states[at]).svg.encode())
    if args.film is not None:
        settled = [one for one in states[: at + 1] if CHANCE not in game.to_act(one)]
        shown = settled[-END:] or [states[at]]
        write_file(Path(args.film), film([seen(one) for one in shown]).svg.encode())


def reasons_of(record: Recorded, seat: Seat | None, steps: range) -> Iterator[tuple[int, Telling]]:
    """Yield the steps of bots, with the reasons that `seat` is allowed to know in the last state.

    Raises Unusable if the bots' seats are unknown, or if bots give no reasons.
    """
    game, transcript, states, _ = record
    if game.extras.why is None:
        raise Unusable(f"In {game.title} bots do not say why.")
    bots = bots_of(record)
    if game.silent and game.outcome(states[-1]) is None:
        raise Refused("This game is played in silence: bots say why at its end.")
    for at in steps:
        if not at or (mover := transcript.entries[at - 1]).seat not in bots:
            continue
        action = msgspec.json.decode(mover.action, type=game.actions)
        moved = Moved(states[at - 1], mover.seat, action)
        if told := why_for(game, moved, states[-1], seat):
            yield at, told


def bots_of(record: Recorded) -> frozenset[Seat]:
    """Return the bots' seats from the header, or all seats if no person played. Raises Unusable."""
    header = record.transcript.header
    if header.seating is not msgspec.UNSET:
        return frozenset(seat for seat, level in enumerate(header.seating.bots) if level)
    if header.names is not msgspec.UNSET:
        raise Unusable("This file does not say which seats were bots.")
    return frozenset(range(header.seats))


def document(record: Recorded, seat: Seat | None, steps: range) -> dict[str, object]:
    """Return the steps from the point of view of `seat`, as a document."""
    game, transcript, states, _ = record
    return {
        "game": game.name,
        "seats": transcript.header.seats,
        "options": transcript.header.options,
        "seat": seat,
        "moves": len(transcript.entries),
        "steps": [
            {
                "at": at,
                "events": events_for(record.news[at], seat),
                "view": game.view(states[at], seat),
                "to_act": game.to_act(states[at]),
            }
            for at in steps
        ],
        "outcome": game.outcome(states[-1]),
    }


def print_steps(
    record: Recorded,
    seat: Seat | None,
    steps: range,
    lang: str,
    reasons: Mapping[int, Telling],
) -> None:
    """Print the events of the steps as sentences, each step with its `reasons` if any, and then the
    table after the last step.
    """
    text = record.game.text
    names = seat_names(record.transcript.header, lang)
    reader = Reader(lang, text.catalogue(lang), names.__getitem__)
    for at in steps:
        view = record.game.view(record.states[max(at - 1, 0)], seat)
        for event in events_for(record.news[at], seat):
            if sentence := tell_seeing(text, event, lang, names, view):
                print(f"{at}. {sentence}")
        if why := reasons.get(at):
            name = names[record.transcript.entries[at - 1].seat]
            print(phrase(lang, "{name}: {why}", name=name, why=reader.sentence(why)))
    view = record.game.view(record.states[steps[-1]], seat)
    print(text.show(view, seat, lang).format(*names))
