"""`chabudai evaluate`: the strength of bots, measured according to a plan."""

import argparse
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import chain, count
from pathlib import Path

import msgspec

from chabudai.arena import Estimate, Faulty, Plan, SeriesFailed, plots
from chabudai.arena.engines import missing
from chabudai.arena.evaluation import Compared, Evaluated, Graded, PlayAll, evaluate
from chabudai.arena.evaluation_plan import BadPlan, Evaluation, check, read_plan
from chabudai.arena.records import Games
from chabudai.cli.arguments import read_bytes
from chabudai.cli.errors import Refused, Unusable
from chabudai.cli.output import INTERRUPTED, phrase, print_json
from chabudai.cli.series_file import Kept, keeping, kept_only, play_on, resumed, saved, say_stopped
from chabudai.cli.series_report import format_estimate
from chabudai.cli.simulate import make_folder
from chabudai.core import AnyGame
from chabudai.core.command import reason


def run(args: argparse.Namespace) -> int:
    """Play the games of a plan, and print the results part by part.

    Ctrl-C prints and saves the completed games.
    """
    if why := missing(args.engine) or (args.plots and plots.missing()):
        raise Unusable(why)
    if args.resume is None:
        begun = begin(args)
    else:
        begun = resumed(args, "evaluate", Evaluation, "the plan", args.plan, args.deals)
        checked(begun.asked, str(begun.name))
    folder = None if args.plots is None else make_folder(Path(args.plots))
    told: list[Compared | Graded] = []

    def watch(found: Compared | Graded) -> None:
        if found in told:
            return
        if not args.json:
            print_part(found, args.lang)
        told.append(found)

    if not args.json:
        text, plan = "{title}, by the plan {file}.", str(args.plan or begun.name)
        print(phrase(args.lang, text, title=begun.game.title, file=plan), flush=True)
    with keeping(begun, args.keep, args.lang) as kept:
        try:
            found = evaluate(kept.game, kept.asked, playing(kept, args), watch)
            stopped = False
        except KeyboardInterrupt:
            found = evaluate(kept.game, kept.asked, recalling(kept), watch)
            stopped = True
        except (SeriesFailed, Faulty) as error:
            raise Refused(error) from None
        file = saved(kept) if stopped else None
    show(found, args, folder)
    if file is None:
        return 0
    say_stopped(kept, file, args.lang)
    return INTERRUPTED


def playing(kept: Kept[Evaluation], args: argparse.Namespace) -> PlayAll:
    """Return a function that yields the saved games, and plays and yields the missing ones."""
    parts = count()

    def play_all(_: AnyGame, plans: Sequence[Plan], indices: Sequence[int]) -> Iterator[Games]:
        part = next(parts)
        done = tuple(kept_only(kept, part, plans, indices))
        return chain(done, play_on(kept, part, plans, indices, args))

    return play_all


def recalling(kept: Kept[Evaluation]) -> PlayAll:
    """Return a function that yields saved games only."""
    parts = count()

    def recall(_: AnyGame, plans: Sequence[Plan], indices: Sequence[int]) -> Iterator[Games]:
        return kept_only(kept, next(parts), plans, indices)

    return recall


def begin(args: argparse.Namespace) -> Kept[Evaluation]:
    """Return the requested plan. Raises Unusable."""
    if args.plan is None:
        raise Unusable("Which plan? chabudai evaluate PLAN.toml.")
    try:
        asked = read_plan(read_bytes(args.plan))
        if args.deals is not None:
            asked = shortened(asked, args.deals)
    except BadPlan as error:
        raise Unusable(f"{args.plan}: {error}") from None
    return Kept("evaluate", checked(asked, args.plan), asked)


def checked(asked: Evaluation, file: str) -> AnyGame:
    """Return the game of a plan that can be run here. Raises Unusable."""
    try:
        game = check(asked)
    except BadPlan as error:
        raise Unusable(f"{file}: {error}") from None
    if asked.table and find_spec("openskill") is None:
        raise Unusable("openskill is not installed: pip install 'chabudai[ratings]'.")
    return game


def shortened(asked: Evaluation, deals: int) -> Evaluation:
    """Return a plan with at most `deals` deals in each part."""

    def cut(each: object) -> object:
        document = msgspec.to_builtins(each)
        return {**document, "deals": min(deals, document["deals"])}

    parts = {name: [*map(cut, getattr(asked, name))] for name in ("match", "grade", "table")}
    return msgspec.convert({**msgspec.to_builtins(asked), **parts}, Evaluation)


def print_part(found: Compared | Graded, lang: str) -> None:
    """Print a match or grades as lines."""
    if isinstance(found, Graded):
        text = "{bot}, {option}={value}: won {rate} of {deals} {deals|deal|deals}"
        for value, rate in found.rates.items():
            shown = format_estimate(rate, 3, lang)
            facts = {"option": found.option, "value": value, "rate": shown}
            print(phrase(lang, text, bot=found.bot, deals=found.deals, **facts), flush=True)
        return
    text = "{one} over {other}, {deals} {deals|deal|deals}: {gain}; has {wins} of the wins"
    if found.together and found.rates is None:
        text = "{one} over {other}, {deals} {deals|deal|deals}: {gain}"
    gain, wins = format_estimate(found.gain, 3, lang), format_estimate(found.wins, 3, lang)
    names = {"one": found.one, "other": found.other, "gain": gain, "wins": wins}
    print(phrase(lang, text, deals=found.deals, **names), flush=True)
    if found.rates is not None and found.chance is not None:
        rates = {
            "one": format_estimate(found.rates[0], 3, lang),
            "other": format_estimate(found.rates[1], 3, lang),
        }
        text = "  deals won: {one} and {other}; p = {p} (McNemar)"
        print(phrase(lang, text, p=f"{found.chance:.2g}", **rates), flush=True)
    if found.ratio is not None:
        text = VERDICTS[found.verdict]
        print(phrase(lang, text, ratio=f"{found.ratio:+.2f}"), flush=True)


def show(found: Evaluated, args: argparse.Namespace, folder: Path | None) -> None:
    """Print the results that were not printed part by part, and draw the plots. Raises Unusable."""
    if args.json:
        print_json(found)
    for one in () if args.json else found.ratings:
        facts = {"mu": f"{one.mu:.2f}", "sigma": f"{one.sigma:.2f}"}
        print(phrase(args.lang, "{bot}: rating {mu} ± {sigma}", bot=one.bot, **facts))
    if folder is not None:
        draw(folder, found)


VERDICTS = {
    "gain": "  sequential test: a gain (log likelihood ratio {ratio})",
    "no gain": "  sequential test: no gain (log likelihood ratio {ratio})",
    "": "  sequential test: undecided (log likelihood ratio {ratio})",
}


def draw(folder: Path, found: Evaluated) -> None:
    """Draw the ladder, the win rates of the matches, and the grades. Raises Unusable."""
    gains = {f"{one.one} over {one.other}": one.gain for one in found.matches}
    wins = dict(pair for one in found.matches for pair in won_in(one))
    try:
        if gains:
            plots.gains_by(folder / "ladder.png", gains, f"{found.game}: gain a deal")
        if wins:
            plots.rates_by(folder / "wins.png", wins, f"{found.game}: share of wins")
        for number, one in enumerate(found.grades, 1):
            title = f"{found.game}: deals won by {one.bot}, by {one.option}"
            plots.rates_by(folder / f"grades-{number}.png", one.rates, title)
    except OSError as error:
        raise Unusable(f"{folder} cannot be written: {reason(error)}.") from None


def won_in(one: Compared) -> list[tuple[str, Estimate]]:
    """Return the win rates of a match with their labels, or [] if only points count."""
    if one.rates is not None:
        names = (f"{one.one}\nbeside {one.other}", f"{one.other}\nbeside {one.one}")
        return list(zip(names, one.rates, strict=True))
    return [] if one.together else [(f"{one.one}\nagainst {one.other}", one.wins)]
