"""Tall Tales: the cost of each move in a finished game, and the plan command."""

from fractions import Fraction
from typing import Annotated

import msgspec
from msgspec import Meta

from chabudai.core import CHANCE, AnyGame, Seat, Struct
from chabudai.core.command import Answer, Command
from chabudai.core.report import review_job
from chabudai.core.transcript import Recorded
from examples.games.tall_tales.components import BELIEVED
from examples.games.tall_tales.solver import HEARING, TELLING, worth_of_claiming, worth_of_doubting
from examples.games.tall_tales.state import Claim, Doubt, Move, Speaking, State


class Judged(Struct):
    """A judged move: `seat` held `card` and made `move`, which costs `cost` beans on average."""

    round: int
    seat: Seat
    card: int
    move: Move
    cost: float


class Looked(Struct):
    """A game's moves in order, except chance moves."""

    moves: tuple[Judged, ...]


def look_back(game: AnyGame, played: Recorded) -> Looked:
    """Judge every move against an opponent that plays the solver's plans."""
    entries = played.transcript.entries
    moves = [msgspec.json.decode(entry.action, type=game.actions) for entry in entries]
    made = zip(played.states, entries, moves, strict=False)
    return Looked(
        tuple(
            judged(state, entry.seat, move) for state, entry, move in made if entry.seat != CHANCE
        )
    )


def judged(state: State, seat: Seat, move: Move) -> Judged:
    """Judge a move by the beans it costs against the solver's plans."""
    card = state.cards[seat]
    telling = isinstance(state.phase, Speaking)
    dared = worth_of_claiming(card, HEARING) if telling else worth_of_doubting(card, TELLING)
    meek = Fraction(-BELIEVED)
    done = dared if isinstance(move, Claim | Doubt) else meek
    return Judged(state.round, seat, card, move, float(max(dared, meek) - done))


class Held(Struct):
    """The card to plan for."""

    card: Annotated[int, Meta(ge=1, le=3, title="CARD", description="the one you hold")]


def plan(held: Held) -> Answer:
    """Return the probabilities of claiming and of doubting with a card."""
    claims, doubts = TELLING[held.card], HEARING[held.card]
    lines = (f"Claim {claims} of the time.", f"Doubt {doubts} of the time.")
    document = {"card": held.card, "claim": float(claims), "doubt": float(doubts)}
    return Answer(document=document, lines=lines)


JOBS = {"review": review_job(look_back)}
COMMANDS = (
    Command(
        name="tales plan",
        does="How often to claim, and how often to doubt, with a card.",
        takes=Held,
        bare=("card",),
        run=plan,
    ),
)
