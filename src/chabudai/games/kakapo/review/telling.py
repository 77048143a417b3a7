"""The Kakapo: results of a review, and the mission's difficulty, in sentences."""

from collections.abc import Iterator, Mapping

from chabudai.core import SeatName, Telling, TellingFact, listed, telling
from chabudai.core.report import Moment as Costly, Report, SeatReport
from chabudai.core.text import spaced
from chabudai.games.kakapo.review.certificates import certificate_of
from chabudai.games.kakapo.review.hindsight import Looked, Step, Turned
from chabudai.games.kakapo.rules.history import Moment
from chabudai.games.kakapo.rules.tricks import revealer
from chabudai.games.kakapo.state import Lying, Over, Round
from chabudai.games.kakapo.text.events import skill_name, square
from chabudai.games.kakapo.view import View

MOST_STARS = 5
TURNS: Mapping[Step, str] = {
    "card": "Round {round}: {seat} played {card}. {then}",
    "piece": "Round {round}: {card} decided, and {seat} chose what to take. {then}",
    "place": "Round {round}: {seat} placed {card}. {then}",
}
THEN: Mapping[bool, str] = {
    True: "After that, nothing could save the mission.",
    False: "After that, no way to win was found.",
}
"""Sentences that follow a turning point. The key says whether the loss is proved."""


def tell_looked(looked: Looked, view: View, moments: tuple[Costly, ...] = ()) -> Report:
    """Report on a finished mission: the verdict, the missed winning line, `moments`, and the stars.

    All players get the same report. `view` is a view after the end.
    """
    lines = (*tell_verdict(looked, view), *tell_line(looked))
    return Report((SeatReport(None, lines, moments=moments, notes=tuple(tell_stars(view))),))


def tell_verdict(looked: Looked, view: View) -> Iterator[Telling]:
    """Report how the mission was won, or what lost it."""
    if isinstance(view.phase, Over) and view.phase.reason == "scanned":
        text = "{n} {n|piece|pieces} in {rounds} {rounds|round|rounds}."
        yield telling(text, n=len(view.board), rounds=view.round)
        yield from looked.facts
        return
    yield telling("{n} {n|edge was|edges were} missing.", n=view.lacking or 0)
    if looked.turned is not None:
        yield tell_turned(looked.turned)
    elif True in looked.winnable:
        yield telling("With open hands, the mission could be won until the end.")
    elif False in looked.winnable[:1]:
        yield telling("These hands could not win the mission, however they were played.")
    else:
        yield telling("No way to win was found, not even from the start, and no proof against one.")


def tell_turned(turned: Turned) -> Telling:
    """Report the move after which no winning line was found."""
    facts: dict[str, TellingFact] = {
        "round": turned.round + 1,
        "seat": SeatName(turned.seat),
        "card": turned.card,
        "then": tell_then(proved=turned.proved),
    }
    return Telling(TURNS[turned.by], facts)


def tell_then(*, proved: bool) -> Telling:
    """Report that the mission is lost after a move, or that no way to win was found."""
    return Telling(THEN[proved], {})


def tell_line(looked: Looked) -> Iterator[Telling]:
    """Report the winning line, round by round."""
    if not looked.line:
        return
    if looked.facts:
        first = 0
        yield telling("A faster way, with open hands:")
    else:
        first = len(looked.winnable) - 1 if looked.turned is None else looked.turned.round
        yield telling("A way to win with open hands, from round {round} on:", round=first + 1)
    for number, moment in enumerate(looked.line, first + 1):
        if moment.round is not None:
            yield tell_round(number, moment, moment.round)


def tell_round(number: int, moment: Moment, played: Round) -> Telling:
    """Report the cards of a round, the card that decides, and the places of its pieces."""
    seats = len(moment.hands)
    shown = listed(
        telling("{seat} {card}", seat=SeatName(revealer(moment.start, place, seats)), card=card)
        for place, card in enumerate(moment.cards)
    )
    facts: dict[str, TellingFact] = {
        "round": number,
        "cards": shown,
        "card": played.decision,
        "seat": SeatName(played.seat),
        "laid": listed(map(tell_laid, moment.laid)),
    }
    if not moment.laid:
        return telling("{round}: {cards}. {card} decides. {seat}: no piece.", **facts)
    if played.skill is None:
        return telling("{round}: {cards}. {card} decides. {seat}: {laid}.", **facts)
    text = "{round}: {cards}. {card} decides. {seat}: {skill}, {laid}."
    return telling(text, **facts, skill=skill_name(played.skill))


def tell_laid(lying: Lying) -> Telling:
    """Return a piece and its cells in words."""
    return telling("{piece} on {cells}", piece=lying.piece, cells=spaced(map(square, lying.cells)))


def tell_stars(view: View) -> Iterator[Telling]:
    """Report a book mission's difficulty for this number of players."""
    if not view.mission.number:
        return
    certificate = certificate_of(view.mission.mode, view.mission.number)
    (grade,) = [one for one in certificate.grades if one.seats == len(view.hands)]
    text = (
        "The mission: {drawn}, {stars} of 5 stars. Of 100 deals, a team of simple bots wins {won}."
    )
    yield telling(
        text,
        drawn="★" * grade.stars + "☆" * (MOST_STARS - grade.stars),
        stars=grade.stars,
        won=round(100 * grade.rate),
    )
