"""Results as a table of HTML, as notebooks show them."""

from collections.abc import Iterable
from html import escape

from chabudai.arena.statistics import Estimate, Results


def table(results: Results) -> str:
    """A table of the bots, and below it how the games went."""
    head = cells("th", ("Bot", "Won", "Win rate", "Mean score"))
    rows = "".join(
        cells("td", (one.bot, f"{one.wins:g}", shown(one.win_rate, 3), shown(one.score, 2)))
        for one in results.standings
    )
    details = results.details
    facts = [f"{results.games} games", f"{results.deals} deals"]
    if details.length is not None:
        facts.append(f"{shown(details.length.mean, 1)} moves of seats a game")
    if details.first is not None:
        facts.append(f"first to move: {shown(details.first, 3)}")
    facts += [f"game {one.game} forfeited by {one.bot}" for one in details.forfeits[:5]]
    caption = f"<caption>{escape(results.game)}</caption>"
    below = escape(" · ".join(facts))
    return f"<table>{caption}<thead>{head}</thead><tbody>{rows}</tbody></table><p>{below}</p>"


def cells(kind: str, texts: Iterable[str]) -> str:
    """A row of a table."""
    return f"<tr>{''.join(f'<{kind}>{escape(text)}</{kind}>' for text in texts)}</tr>"


def shown(estimate: Estimate, digits: int) -> str:
    """A mean with its 95 % interval."""
    if estimate.interval is None:
        return f"{estimate.mean:.{digits}f}"
    low, high = estimate.interval
    return f"{estimate.mean:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"
