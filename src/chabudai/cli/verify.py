"""`chabudai verify`: check that a recorded game keeps the rules."""

import argparse

from chabudai.cli.errors import Refused
from chabudai.cli.output import print_json
from chabudai.cli.recorded import load_recorded
from chabudai.core import fill
from chabudai.core.transcript import Corrupt


def run(args: argparse.Namespace) -> int:
    """Replay every move. A game that was left before its end passes, too; its outcome is null."""
    try:
        game, transcript, states = load_recorded(args.file)
    except Corrupt as fault:
        if not args.json:
            raise Refused(describe_fault(fault)) from None
        print_json({"ok": False, "at": fault.at, "rule": fault.rule, "why": fault.why})
        return 1
    moves, outcome = len(transcript.entries), game.outcome(states[-1])
    if args.json:
        print_json({"ok": True, "moves": moves, "outcome": outcome, "game": game.name})
        return 0
    good = "A good game of {game}: {moves} {moves|move|moves}, {seats} {seats|seat|seats}."
    print(fill(good, {"game": game.title, "moves": moves, "seats": transcript.header.seats}))
    if outcome is None:
        print("It was left before its end.")
    else:
        winners = ", ".join(map(str, outcome.winners))
        print(f"Scores by seat: {', '.join(map(str, outcome.scores))}. Won by seat {winners}.")
    return 0


def describe_fault(fault: Corrupt) -> str:
    """Describe what is wrong with a transcript, and where."""
    return f"move {fault.at}: {fault.why}" if fault.at >= 0 else fault.why
