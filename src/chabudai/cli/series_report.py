"""Results of a series of games, as a document and as lines."""

from collections.abc import Sequence
from math import isnan
from typing import NamedTuple

from chabudai.arena import Estimate, Record, Results
from chabudai.cli.output import phrase

SHOWN = 5
"""Maximum number of forfeited games, and of unused cards, to list."""


class Speed(NamedTuple):
    """Games and moves per second."""

    games: float
    moves: float


def speed(played: Sequence[Record], seconds: float) -> Speed | None:
    """Return the speed of games that took `seconds`, or None if there are no games."""
    if not played:
        return None
    seconds = max(seconds, 1e-9)
    return Speed(len(played) / seconds, sum(one.moves for one in played) / seconds)


def document(results: Results, played: Sequence[Record], seed: int) -> dict[str, object]:
    """Return the results as JSON. A win shared by n bots counts as 1/n in `wins`. Lists keep the
    order of the bots on the command line. The speed is computed from `played`, the games of this
    run, and is null if none were played.
    """
    standings = results.standings
    rates = speed(played, results.seconds)
    return {
        "game": results.game,
        "games": results.games,
        "seats": results.seats,
        "bots": [one.bot for one in standings],
        "wins": [one.wins for one in standings],
        "mean_score": [one.score.mean for one in standings],
        "moves": results.moves,
        "seconds": results.seconds,
        "games_per_s": rates and rates.games,
        "moves_per_s": rates and rates.moves,
        "seed": seed,
        "deals": results.deals,
        "shared_wins": [one.shared for one in standings],
        "win_rate": [one.win_rate for one in standings],
        "score": [one.score for one in standings],
        "details": results.details,
    }


def print_results(
    results: Results, played: Sequence[Record], seed: int, title: str, lang: str
) -> None:
    """Print the results as lines, with the speed of `played`, the games of this run."""
    seats = results.seats
    text = (
        "{title}, {games} {games|game|games}, {deals} {deals|deal|deals}, "
        "{seats} {seats|seat|seats}, seed {seed}."
    )
    facts = {"games": results.games, "deals": results.deals, "seats": seats, "seed": seed}
    print(phrase(lang, text, title=title, **facts))
    for one in results.standings:
        text = "{bot}: won {won}; win rate {rate}; mean score {score}"
        if one.score == one.win_rate:
            text = "{bot}: won {won}; win rate {rate}"
        if one.shared:
            text = "{bot}: won {won}, {shared} of them shared; win rate {rate}; mean score {score}"
        rate = format_estimate(one.win_rate, 3, lang)
        score = format_estimate(one.score, 2, lang)
        won = f"{one.wins:g}"
        print(phrase(lang, text, bot=one.bot, won=won, shared=one.shared, rate=rate, score=score))
    print_details(results, lang)
    print_speed(results, played, lang)


def print_speed(results: Results, played: Sequence[Record], lang: str) -> None:
    """Print the speed of this run's games."""
    rates = speed(played, results.seconds)
    if rates is None:
        text = "{n} {n|move|moves}, all played before."
        print(phrase(lang, text, n=results.moves))
        return
    text = "{n} {n|move|moves} in {seconds} s: {games} games/s, {moves} moves/s."
    if len(played) < results.games:
        text = (
            "{n} {n|move|moves}. This time {played} {played|game|games} in {seconds} s: "
            "{games} games/s, {moves} moves/s."
        )
    facts = {"seconds": f"{results.seconds:.1f}", "moves": f"{rates.moves:.0f}"}
    told = phrase(
        lang, text, n=results.moves, played=len(played), games=f"{rates.games:.1f}", **facts
    )
    print(told)


def print_details(results: Results, lang: str) -> None:
    """Print statistics of the games."""
    details = results.details
    if (length := details.length) is not None:
        text = "A game has {mean} moves of seats; {least} to {most}, half of them at most {median}."
        bounds: dict[str, str | int] = {
            "least": length.least,
            "most": length.most,
            "median": f"{length.median:g}",
        }
        print(phrase(lang, text, mean=format_estimate(length.mean, 1, lang), **bounds))
    if details.spread is not None:
        text = (
            "From the best score to the worst: {spread}. "
            "Games with several winners, not all: {tied}."
        )
        spread = format_estimate(details.spread, 2, lang)
        print(phrase(lang, text, spread=spread, tied=details.tied))
    if details.hits is not None:
        rate = format_estimate(details.hits, 3, lang)
        print(phrase(lang, "Right guesses: {rate} of all.", rate=rate))
    if details.first is not None and not isnan(details.first.mean):
        text = "The first player wins {gain} more than the others."
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
        text = "Unused cards: {n}, such as {cards}."
        shown = phrase(lang, ", ").join(details.unused[:SHOWN])
        print(phrase(lang, text, n=len(details.unused), cards=shown))
    for lost in details.forfeits[:SHOWN]:
        text = "Game {game} was forfeited at move {move}: {bot} {why}."
        print(phrase(lang, text, game=lost.game, move=lost.move, bot=lost.bot, why=lost.why))
    if (more := len(details.forfeits) - SHOWN) > 0:
        print(phrase(lang, "{n} more {n|game was|games were} forfeited.", n=more))


def format_estimate(estimate: Estimate, digits: int, lang: str) -> str:
    """Return a mean with its 95 % interval, or a dash if it is not a number."""
    if isnan(estimate.mean):
        return "–"
    mean = f"{estimate.mean:.{digits}f}"
    if estimate.interval is None:
        return mean
    low, high = (f"{end:.{digits}f}" for end in estimate.interval)
    return phrase(lang, "{mean} ({low} to {high})", mean=mean, low=low, high=high)
