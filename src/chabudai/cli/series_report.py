"""The results of a series of games, as a document and as lines."""

from math import isnan

from chabudai.arena import Estimate, Results
from chabudai.cli.output import phrase

SHOWN = 5
"""Forfeited games, and unused cards, that are named."""


def document(results: Results, seed: int) -> dict[str, object]:
    """The results as JSON. A win shared by n counts 1/n in `wins`; lists are by bot as typed."""
    standings = results.standings
    seconds = max(results.seconds, 1e-9)
    return {
        "game": results.game,
        "games": results.games,
        "seats": len(standings),
        "bots": [one.bot for one in standings],
        "wins": [one.wins for one in standings],
        "mean_score": [one.score.mean for one in standings],
        "moves": results.moves,
        "seconds": results.seconds,
        "games_per_s": results.games / seconds,
        "moves_per_s": results.moves / seconds,
        "seed": seed,
        "deals": results.deals,
        "shared_wins": [one.shared for one in standings],
        "win_rate": [one.win_rate for one in standings],
        "score": [one.score for one in standings],
        "details": results.details,
    }


def print_results(results: Results, seed: int, title: str, lang: str) -> None:
    """Print the results as lines."""
    seats = len(results.standings)
    text = (
        "{title}, {games} {games|game|games}, {deals} {deals|deal|deals}, "
        "{seats} {seats|seat|seats}, seed {seed}."
    )
    facts = {"games": results.games, "deals": results.deals, "seats": seats, "seed": seed}
    print(phrase(lang, text, title=title, **facts))
    for one in results.standings:
        text = "{bot}: won {won}; win rate {rate}; mean score {score}"
        if one.shared:
            text = "{bot}: won {won}, {shared} of them shared; win rate {rate}; mean score {score}"
        rate = format_estimate(one.win_rate, 3, lang)
        score = format_estimate(one.score, 2, lang)
        won = f"{one.wins:g}"
        print(phrase(lang, text, bot=one.bot, won=won, shared=one.shared, rate=rate, score=score))
    print_details(results, lang)
    seconds = max(results.seconds, 1e-9)
    text = "{n} {n|move|moves} in {seconds} s: {games} games/s, {moves} moves/s."
    rates = {"games": f"{results.games / seconds:.1f}", "moves": f"{results.moves / seconds:.0f}"}
    print(phrase(lang, text, n=results.moves, seconds=f"{seconds:.1f}", **rates))


def print_details(results: Results, lang: str) -> None:
    """Print how the games went."""
    details = results.details
    if (length := details.length) is not None:
        text = "A game has {mean} moves of seats; {least} to {most}, half of them at most {median}."
        bounds: dict[str, str | int] = {
            "least": length.least,
            "most": length.most,
            "median": f"{length.median:g}",
        }
        print(phrase(lang, text, mean=format_estimate(length.mean, 1, lang), **bounds))
    if details.spread is not None and len(details.seats) > 1:
        text = (
            "From the best score to the worst: {spread}. "
            "Games with several winners, not all: {tied}."
        )
        spread = format_estimate(details.spread, 2, lang)
        print(phrase(lang, text, spread=spread, tied=details.tied))
    if details.first is not None and not isnan(details.first.mean):
        text = "Whoever moves first wins {gain} more than the others."
        print(phrase(lang, text, gain=format_estimate(details.first, 3, lang)))
    for seat, one in enumerate(details.seats):
        rate, score = format_estimate(one.win_rate, 3, lang), format_estimate(one.score, 2, lang)
        print(
            phrase(
                lang,
                "Seat-{seat}: win rate {rate}; mean score {score}",
                seat=seat,
                rate=rate,
                score=score,
            )
        )
    if details.unused:
        text = "Cards that nobody used: {n}, such as {cards}."
        shown = phrase(lang, ", ").join(details.unused[:SHOWN])
        print(phrase(lang, text, n=len(details.unused), cards=shown))
    for lost in details.forfeits[:SHOWN]:
        text = "Game {game} was forfeited at move {move}: {bot} {why}."
        print(phrase(lang, text, game=lost.game, move=lost.move, bot=lost.bot, why=lost.why))
    if (more := len(details.forfeits) - SHOWN) > 0:
        print(phrase(lang, "{n} more {n|game was|games were} forfeited.", n=more))


def format_estimate(estimate: Estimate, digits: int, lang: str) -> str:
    """A mean with its 95 % interval; a dash for that of nothing."""
    if isnan(estimate.mean):
        return "–"
    mean = f"{estimate.mean:.{digits}f}"
    if estimate.interval is None:
        return mean
    low, high = (f"{end:.{digits}f}" for end in estimate.interval)
    return phrase(lang, "{mean} ({low} to {high})", mean=mean, low=low, high=high)
