"""The Kakapo: facts about a won mission. These are the fewest pieces that win it, the seat that
placed the first useful piece, the bravest card, and the fewest rounds that these hands needed to
win.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from chabudai.core import Seat, SeatName, Telling, telling
from chabudai.games.kakapo.bots.rollouts import BEATS
from chabudai.games.kakapo.components.cards import MODES, ROUNDS, SUITS, cards_for
from chabudai.games.kakapo.components.missions import Mission
from chabudai.games.kakapo.review.certificates import certificate_of
from chabudai.games.kakapo.review.studio import pieces_for
from chabudai.games.kakapo.rules.history import Moment, moments_of
from chabudai.games.kakapo.rules.scanning import open_edges, with_piece
from chabudai.games.kakapo.rules.tricks import revealer
from chabudai.games.kakapo.solver.card_sets import INDEX, SUIT_OF, set_of
from chabudai.games.kakapo.solver.open_hands import Effort, Line, winning_line
from chabudai.games.kakapo.solver.par import fewest
from chabudai.games.kakapo.solver.settling import Thoroughness, settle
from chabudai.games.kakapo.state import Round, State

STEPS = 200_000
"""Limit of the search for the fewest pieces of a custom mission."""
BRISK = Effort(steps=50_000, plans=12, turns=20)
"""Limits of each heuristic search for a faster way, if the exhaustive one fails."""
THOROUGH = Thoroughness(steps=200_000, rounds=15_000)
"""Limits of each exhaustive search for a faster way."""


class Quickest(NamedTuple):
    """The fewest rounds of any winning line that was found, and the line itself if it is faster
    than the game. If `proved`, no line wins in fewer rounds.
    """

    rounds: int
    line: Line | None
    proved: bool


def tell_win(end: State, quickest: Quickest) -> tuple[Telling, ...]:
    """Return the facts about a won mission, in sentences."""
    moments = moments_of(end)
    return (
        *tell_fewest(end),
        *tell_opening(end.mission, moments),
        *tell_bravest(moments),
        *tell_quickest(quickest),
    )


# --- Pieces


def tell_fewest(end: State) -> Iterator[Telling]:
    """Report the fewest pieces that can win the mission, if that number is proved."""
    least = par_of(end.mission)
    if least is None:
        return
    if least == len(end.board):
        yield telling("No fewer pieces can win this mission.")
    else:
        text = "With the best pieces, {n} {n|is|are} enough; no fewer can win this mission."
        yield telling(text, n=least)


def par_of(mission: Mission) -> int | None:
    """Return the fewest pieces that win a mission, regardless of the deal, or None if that number
    is not proved.
    """
    if mission.number:
        return certificate_of(mission.mode, mission.number).par
    found = fewest(mission, (), pieces_for(mission), budget=STEPS)
    return found.least if found.proved else None


def tell_opening(mission: Mission, moments: Sequence[Moment]) -> Iterator[Telling]:
    """Report who placed the first piece that scans an edge of a bird (KK-40)."""
    nothing = open_edges(mission)
    for number, moment in enumerate(moments, 1):
        for lying in moment.laid:
            edges = with_piece(mission, nothing, lying.piece, lying.cells)
            right = sum(bird.count("right") for bird in edges)
            if right and moment.round is not None:
                text = (
                    "{seat} opened it in round {round}: {piece} faced {n} "
                    "{n|edge|edges} of the birds."
                )
                seat = SeatName(moment.round.seat)
                yield telling(text, seat=seat, round=number, piece=lying.piece, n=right)
                return


# --- Cards


class Brave(NamedTuple):
    """A decision card, and the number of cards, unseen by its player, that could have beaten it."""

    beaten_by: int
    round: int
    played: Round


def find_bravest(moments: Sequence[Moment], seat: Seat | None = None) -> Brave | None:
    """Return the bravest of the cards that brought a piece: the one that the most unseen cards
    could have beaten. Return None if no unseen card could have beaten any of them. If `seat` is
    given, only its cards count.
    """
    risks = [
        Brave(risk(moments, at), at + 1, one.round)
        for at, one in enumerate(moments)
        if one.laid and one.round is not None and seat in (None, one.round.seat)
    ]
    bravest = max(risks, key=lambda brave: brave.beaten_by, default=None)
    return bravest if bravest is not None and bravest.beaten_by else None


def tell_bravest(moments: Sequence[Moment]) -> Iterator[Telling]:
    """Name the bravest card."""
    bravest = find_bravest(moments)
    if bravest is None:
        return
    played = bravest.played
    text = (
        "{seat} played the bravest card, {card} in round {round}: {n} unseen {n|card|cards} "
        "could have beaten it."
    )
    seat = SeatName(played.seat)
    yield telling(text, seat=seat, card=played.decision, round=bravest.round, n=bravest.beaten_by)


def risk(moments: Sequence[Moment], at: int) -> int:
    """KK-19: count the cards that could have beaten the decision card of round `at` (from 0). Only
    cards that its player had not seen count. No card can beat the last card of a round.
    """
    moment = moments[at]
    if moment.round is None:
        return 0
    card, seats = moment.round.decision, len(moment.hands)
    place = moment.cards.index(card)
    if all(
        revealer(moment.start, later, seats) == moment.round.seat
        for later in range(place + 1, len(moment.cards))
    ):
        return 0
    seen = set_of(moment.cards[: place + 1]) | set_of(moment.hands[moment.round.seat])
    for earlier in moments[:at]:
        seen |= set_of(earlier.cards)
    beating = BEATS[SUITS.index(moment.top)][SUIT_OF[INDEX[moment.cards[0]]]][INDEX[card]]
    return (set_of(cards_for(seats)) & beating & ~seen).bit_count()


# --- Rounds


def find_quickest(begun: State, played: int) -> Quickest:
    """Find the fewest rounds that win a dealt mission with open hands.

    It has been won in `played` rounds. The search treats the dealt table as one with few rounds
    left.
    """
    last, proved = ROUNDS[MODES[len(begun.hands)]], True
    for rounds in range(1, played):
        late = replace(begun, round=last - rounds + 1)
        settled = settle(late, THOROUGH)
        line = settled.line
        if line is None and not settled.lost:
            line = winning_line(late, BRISK)
            proved = proved and line is not None
        if line is not None:
            return Quickest(rounds, line, proved)
    return Quickest(played, None, proved)


def tell_quickest(quickest: Quickest) -> Iterator[Telling]:
    """Report whether a faster way exists."""
    if quickest.line is not None:
        text = "With all hands open, {rounds} {rounds|round|rounds} would have been enough."
        yield telling(text, rounds=quickest.rounds)
    elif quickest.proved:
        yield telling("Even with all hands open, no faster way exists.")
    else:
        yield telling("With all hands open, no faster way was found.")
