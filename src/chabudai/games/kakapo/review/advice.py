"""The Kakapo: advice for a seat that must play a card, select a piece, or place one.

It is based on playouts in random deals that agree with the seat's view, and reveals nothing about
the hidden cards.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from chabudai.core import Advice, NotToMove, Rng, Seat, Telling, advice_of, telling
from chabudai.games.kakapo.bots.planning import (
    World,
    course_of,
    library_of,
    next_round,
    options,
    place_at,
    places,
    with_piece_there,
    worlds,
)
from chabudai.games.kakapo.bots.policy import course_after
from chabudai.games.kakapo.bots.rollouts import play_out
from chabudai.games.kakapo.components.board import SIDE, coordinates
from chabudai.games.kakapo.components.cards import SUIT, Card
from chabudai.games.kakapo.moves import duties, followers, selections, trick_of
from chabudai.games.kakapo.rules.placement import without_place
from chabudai.games.kakapo.rules.selection import pieces_of
from chabudai.games.kakapo.solver.card_sets import INDEX
from chabudai.games.kakapo.state import Action, Placing, Reveal, Select, Selecting
from chabudai.games.kakapo.text.events import area, card_name, skill_name, suit_name
from chabudai.games.kakapo.view import View

C = TypeVar("C")
DEALS = 40
"""Number of random deals in which each choice is played out."""
WIDTH = 3
"""Number of placements of a piece to consider, in addition to one out of the way."""


class Ranked(NamedTuple):
    """A choice, its total value in DEALS deals, and the number of deals in which the mission
    succeeds.
    """

    action: Action
    said: Telling
    wins: int
    worth: float


def advise(view: View, seat: Seat, rng: Rng) -> Advice:
    """Return advice for `seat`. Raises NotToMove if `seat` owes no move."""
    if not duties(view, seat):
        raise NotToMove(seat)
    imagined = worlds(view, rng, DEALS)
    match view.phase:
        case Selecting(decision=decision):
            ranked = selecting(view, seat, decision, imagined)
            look = telling("Look at the piece you can take: would a skill bring a better one?")
        case Placing(pieces=pieces):
            ranked = placing(view, seat, pieces, imagined)
            look = telling("Look for open edges of the birds, and leave room for the next pieces.")
        case _:
            ranked = revealing(view, seat, imagined)
            card = ranked[0].action.card if isinstance(ranked[0].action, Reveal) else ""
            text = "Look at your {suit} cards, and at the pieces that are still needed."
            look = telling(text, suit=suit_name(SUIT[card]))
    return advice_of(look, [(one.action, one.said) for one in ranked], reasons(ranked))


def weighed(
    choices: Sequence[tuple[C, Action, Telling]],
    imagined: Sequence[World],
    value: Callable[[C, World], float],
) -> list[Ranked]:
    """Rank the choices by their value in these deals, best first."""
    found: list[Ranked] = []
    for choice, action, said in choices:
        values = [value(choice, world) for world in imagined]
        wins = sum(one >= 1 for one in values)
        found.append(Ranked(action, said, wins, sum(values)))
    return sorted(found, key=lambda one: -one.worth)


def revealing(view: View, seat: Seat, imagined: Sequence[World]) -> list[Ranked]:
    """Rank the cards that may be played."""
    course = course_of(view, places(library_of(view)))
    return weighed(
        [
            (card, Reveal(card), telling("to play {card}", card=card_name(card)))
            for card in followers(view, seat)
        ],
        imagined,
        lambda card, world: play_out(course, world.hands, INDEX[card], world.seed),
    )


def selecting(view: View, seat: Seat, decision: Card, imagined: Sequence[World]) -> list[Ranked]:
    """Rank the selections. Selections with a piece that fits nowhere count only if there are no
    others.
    """
    trick = trick_of(view, decision)
    course = next_round(view, seat, decision, places(library_of(view)))
    found = selections(trick)
    safe = [
        one
        for one in found
        if not without_place(view.mission, view.board, pieces_of(trick, one.skill))
    ]
    return weighed(
        [
            (course_after(course, trick, one.skill), one, select_in_words(one))
            for one in safe or found
        ],
        imagined,
        lambda chosen, world: play_out(chosen, world.hands, None, world.seed),
    )


def select_in_words(action: Select) -> Telling:
    """Return the phrase for a selection."""
    if action.skill is None:
        return telling("to use no skill")
    return telling("to use {skill}", skill=skill_name(action.skill))


def placing(
    view: View, seat: Seat, pieces: tuple[Card, ...], imagined: Sequence[World]
) -> list[Ranked]:
    """Rank the placements of the selected pieces."""
    found = [option for piece in pieces for option in options(view, piece, WIDTH)]
    course = next_round(view, seat, view.rounds[-1].decision, ())
    courses = {option: with_piece_there(view, course, option) for option in found}
    return weighed(
        [
            (
                courses[option],
                place_at(option.piece, option.cells),
                telling(
                    "{piece} on {cells}",
                    piece=card_name(option.piece),
                    cells=area(SIDE * row + column for row, column in coordinates(option.cells)),
                ),
            )
            for option in found
        ],
        imagined,
        lambda placed, world: play_out(placed, world.hands, None, world.seed),
    )


def reasons(ranked: Sequence[Ranked]) -> list[Telling]:
    """Return the reasons why the first choice is the best.

    The playouts are simple, so their success rates can only be used to compare choices. They are
    not the team's chance of success, and cannot be compared with rates at other moments or with a
    mission's grade.
    """
    best, *others = ranked
    if not others:
        return [telling("There is nothing else to choose.")]
    ahead, other = best.wins - others[0].wins, others[0].said
    if ahead > 0:
        text = (
            "In {deals} quick test games, it won {n} {n|time|times} more than the next best "
            "choice: {other}."
        )
        return [telling(text, deals=DEALS, n=ahead, other=other)]
    text = "In {deals} quick test games, it did about as well as the next best choice: {other}."
    return [telling(text, deals=DEALS, other=other)]
