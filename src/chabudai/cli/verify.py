"""`chabudai verify`: a check that a recorded game follows the rules."""

import argparse
import shlex

import msgspec

from chabudai.cli.arguments import chosen_day, deal_for
from chabudai.cli.errors import Refused
from chabudai.cli.output import print_json
from chabudai.cli.transcript_reader import load_recorded
from chabudai.core import fill
from chabudai.core.deal import check_deal
from chabudai.core.transcript import Corrupt


def run(args: argparse.Namespace) -> int:
    """Replay every move. An unfinished game is also valid; its outcome is null."""
    try:
        played = load_recorded(args.file)
        daily = played.transcript.header.daily
        if daily is not msgspec.UNSET:
            check_deal(deal_for(played.game, chosen_day(daily)), played)
    except Corrupt as fault:
        if not args.json:
            raise Refused(describe_fault(fault)) from None
        print_json({"ok": False, "at": fault.at, "rule": fault.rule, "why": fault.why})
        return 1
    game, transcript, states, _ = played
    moves, outcome = len(transcript.entries), game.outcome(states[-1])
    dealt = {} if daily is msgspec.UNSET else {"daily": daily}
    if args.json:
        print_json({"ok": True, "moves": moves, "outcome": outcome, "game": game.name, **dealt})
        return 0
    good = "A valid game of {game}: {moves} {moves|move|moves}, {seats} {seats|seat|seats}."
    print(fill(good, {"game": game.title, "moves": moves, "seats": transcript.header.seats}))
    if daily is not msgspec.UNSET:
        print(f"It is the daily deal of {daily}: the cards are as dealt.")
    if outcome is None and transcript.header.seating is not msgspec.UNSET:
        print(f"It is not over. To continue: chabudai play --resume {shlex.quote(args.file)}")
    elif outcome is None:
        print("It was abandoned before its end.")
    else:
        winners = ", ".join(map(str, outcome.winners))
        print(f"Scores by seat: {', '.join(map(str, outcome.scores))}. Won by seat {winners}.")
    return 0


def describe_fault(fault: Corrupt) -> str:
    """Describe a transcript's fault and its location."""
    return f"move {fault.at}: {fault.why}" if fault.at >= 0 else fault.why
