"""The Kakapo: the bots. View in, action out; no signs, no common memory, no common dice.

A bot imagines how the unseen cards may lie, and plays on from each of its choices with everybody
knowing their own hand only (`rollouts`). All work is bounded by counts, none by a clock.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, TypeAlias

from chabudai.core import Bot, Rng, Seat
from chabudai.games.kakapo.bots.planning import (
    Option,
    World,
    best,
    course_of,
    library_of,
    next_round,
    options,
    place_at,
    places,
    with_piece_there,
    worlds,
)
from chabudai.games.kakapo.bots.rollouts import Course, after, play_out
from chabudai.games.kakapo.components.cards import Card
from chabudai.games.kakapo.moves import own_hand, trick_of
from chabudai.games.kakapo.rules.placement import without_place
from chabudai.games.kakapo.rules.selection import Trick, against_selecting, pieces_of, skills_open
from chabudai.games.kakapo.rules.tricks import may_reveal
from chabudai.games.kakapo.solver.card_sets import INDEX, set_of
from chabudai.games.kakapo.state import Action, Place, Placing, Reveal, Select, Selecting, Skill
from chabudai.games.kakapo.view import View

Imagine: TypeAlias = Callable[[View, Rng, int], tuple[World, ...]]
"""How so many deals come to mind."""


class Mind(NamedTuple):
    """What a bot is capable of."""

    deals: int
    """Deals it imagines for each choice."""
    width: int
    """Placements it thinks about, besides one of each piece that is out of the way."""
    imagine: Imagine = worlds


MINDS: Mapping[str, Mind] = {
    "easy": Mind(deals=0, width=1),
    "normal": Mind(deals=4, width=2),
    "hard": Mind(deals=40, width=3),
    "expert": Mind(deals=240, width=6),
}


def bot(mind: Mind, persona: int) -> Bot[View, Action]:
    """A bot of that mind; all of one mind are alike, whatever their persona."""

    def act(view: View, seat: Seat, rng: Rng) -> Action:
        match view.phase:
            case Selecting(decision=decision):
                return Select(skill_for(view, seat, decision, rng, mind))
            case Placing(pieces=pieces):
                return placed(view, seat, pieces, rng, mind)
            case _:
                return Reveal(card_for(view, seat, rng, mind))

    return act


def card_for(view: View, seat: Seat, rng: Rng, mind: Mind) -> Card:
    """The card to reveal."""
    cards = may_reveal(view.options, len(view.hands), view.revealed, own_hand(view, seat))
    covers = places(library_of(view))
    if len(cards) == 1 or not covers or not mind.deals:
        return rng.choice(cards)
    course = course_of(view, covers)

    def value(card: Card, world: World) -> float:
        return play_out(course, world.hands, INDEX[card], world.luck)

    return best(rng.shuffled(cards), mind.imagine(view, rng, mind.deals), value)


def skill_for(view: View, seat: Seat, decision: Card, rng: Rng, mind: Mind) -> Skill | None:
    """What to select."""
    trick = trick_of(view, decision)
    skills = [skill for skill in (None, *skills_open(trick)) if not against_selecting(trick, skill)]
    safe = [
        skill
        for skill in skills
        if not without_place(view.mission, view.board, pieces_of(trick, skill))
    ]
    course = next_round(view, seat, decision, places(library_of(view)))
    chosen = {skill: selected(course, trick, skill) for skill in safe or skills}

    def value(skill: Skill | None, world: World) -> float:
        return play_out(chosen[skill], world.hands, None, world.luck)

    return best(list(chosen), mind.imagine(view, rng, max(1, mind.deals)), value)


def selected(course: Course, trick: Trick, skill: Skill | None) -> Course:
    """The course of the next round, once this has been selected."""
    got = set_of(pieces_of(trick, skill))
    return course._replace(
        counters=course.counters - (skill is not None),
        unused=course.unused & ~got,
        covers=after(course.covers, got),
    )


def placed(view: View, seat: Seat, pieces: tuple[Card, ...], rng: Rng, mind: Mind) -> Place:
    """Which selected piece to place now, and where."""
    width = -(-mind.width // len(pieces))
    found = [option for piece in pieces for option in options(view, piece, width)]
    course = next_round(view, seat, view.rounds[-1].decision, ())
    courses = {option: with_piece_there(view, course, option) for option in found}

    def value(option: Option, world: World) -> float:
        return play_out(courses[option], world.hands, None, world.luck)

    option = best(found, mind.imagine(view, rng, max(1, mind.deals)), value)
    return place_at(option.piece, option.cells)


BOTS: Mapping[str, Callable[[int], Bot[View, Action]]] = {
    name: partial(bot, mind) for name, mind in MINDS.items()
}
