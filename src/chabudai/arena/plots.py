"""Plots of a series, drawn with matplotlib (extra `plots`)."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from chabudai.arena.atomic_write import whole
from chabudai.arena.records import Plan, Record
from chabudai.arena.statistics import Estimate, Results

CROWDED = 8
"""Maximum number of names that are written horizontally below a plot."""


def missing() -> str | None:
    """Return why plots are not available, as a sentence, or None if they are available."""
    from importlib.util import find_spec

    found = find_spec("matplotlib") is not None
    return None if found else "matplotlib is not installed: pip install 'chabudai[plots]'."


def draw(folder: Path, plan: Plan, records: Sequence[Record], results: Results) -> tuple[Path, ...]:
    """Save plots of scores by bot, win rates by seat and by bot, and lengths of games in an
    existing folder. For a team, draw its win rate and the lengths. Return the files. Raises
    OSError.
    """
    played = [one for one in records if one.forfeit is None]
    lengths = histogram(
        folder / "lengths.png",
        {"games": [one.turns for one in played]},
        f"{results.game}: moves of seats in a game",
    )
    title = f"{results.game}: win rate by bot"
    if results.is_team:
        rates = {one.bot: one.win_rate for one in results.standings}
        return rates_by(folder / "bots.png", rates, title), lengths
    names = [f"{number + 1}: {Path(bot).name}" for number, bot in enumerate(plan.bots)]
    scores = {
        name: [one.scores[one.seating.index(bot)] for one in played]
        for bot, name in enumerate(names)
    }
    rates = {name: one.win_rate for name, one in zip(names, results.standings, strict=True)}
    seats = {f"{seat}": one.win_rate for seat, one in enumerate(results.details.seats)}
    fair = 1 / len(names)
    return (
        histogram(folder / "scores.png", scores, f"{results.game}: scores"),
        rates_by(folder / "bots.png", rates, title, fair),
        rates_by(folder / "seats.png", seats, f"{results.game}: win rate by seat", fair),
        lengths,
    )


def histogram(file: Path, values: Mapping[str, Sequence[int]], title: str) -> Path:
    """Draw a histogram of values, with an outline for each name."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    low = min((min(each) for each in values.values() if each), default=0)
    high = max((max(each) for each in values.values() if each), default=0)
    step = max(1, (high - low + 1) // 40)
    edges = [at - 0.5 for at in range(low, high + step + 1, step)]
    for name, each in values.items():
        axes.hist(each, bins=edges, histtype="step", linewidth=2, label=name)
    axes.set_title(title)
    axes.set_ylabel("games")
    if len(values) > 1:
        axes.legend()
    with whole(file) as beside:
        figure.savefig(beside, dpi=120)
    return file


def rates_by(
    file: Path, rates: Mapping[str, Estimate], title: str, fair: float | None = None
) -> Path:
    """Draw rates of bots, seats, levels or missions with their 95 % intervals, in the order given.
    A line marks the fair rate, if given.
    """
    return estimates_by(file, rates, title, fair, (-0.03, 1.03))


def gains_by(file: Path, gains: Mapping[str, Estimate], title: str) -> Path:
    """Draw gains with their 95 % intervals, in the order given, with a line at zero."""
    return estimates_by(file, gains, title, 0.0, None)


def estimates_by(
    file: Path,
    found: Mapping[str, Estimate],
    title: str,
    line: float | None,
    limits: tuple[float, float] | None,
) -> Path:
    """Draw means with their 95 % intervals, in the order given."""
    from matplotlib.figure import Figure

    longest = max((len(line) for name in found for line in name.splitlines()), default=0)
    upright = len(found) > CROWDED
    width = (0.4 if upright else max(0.6, 0.09 * longest)) * len(found) + 2
    figure = Figure(figsize=(max(5.0, width), 4), layout="constrained")
    axes = figure.subplots()
    places = range(len(found))
    means = [one.mean for one in found.values()]
    spans = [one.interval or (one.mean, one.mean) for one in found.values()]
    # Rounding may put an end of an interval on the wrong side of the mean.
    below = [max(0.0, mean - low) for mean, (low, _) in zip(means, spans, strict=True)]
    above = [max(0.0, high - mean) for mean, (_, high) in zip(means, spans, strict=True)]
    axes.errorbar(places, means, yerr=[below, above], fmt="o", capsize=4)
    axes.set_xticks(list(places), list(found), rotation=90 if upright else 0)
    axes.set_xlim(-0.6, len(found) - 0.4)
    if limits is not None:
        axes.set_ylim(*limits)
    if line is not None:
        axes.axhline(line, color="gray", linestyle="--", linewidth=1)
    axes.grid(axis="y", alpha=0.3)
    axes.set_title(title)
    with whole(file) as beside:
        figure.savefig(beside, dpi=120)
    return file
