"""The Kakapo: the bots, which map a view to an action. They share no signals, memory or randomness.

A bot deals the unseen cards at random and plays out each of its choices. In a playout each player
knows only their own hand (`rollouts`). All limits count steps, not time.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, TypeAlias

from chabudai.core import Bot, Levels, NotToMove, Rng, Seat
from chabudai.core.characters import Character, character_of
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
from chabudai.games.kakapo.bots.rollouts import Course, covers_after, play_out
from chabudai.games.kakapo.components.cards import VALUE, Card
from chabudai.games.kakapo.moves import own_hand, trick_of
from chabudai.games.kakapo.rules.placement import without_place
from chabudai.games.kakapo.rules.selection import Trick, against_selecting, pieces_of, skills_open
from chabudai.games.kakapo.rules.tricks import may_reveal
from chabudai.games.kakapo.solver.card_sets import INDEX, set_of
from chabudai.games.kakapo.state import (
    Action,
    Place,
    Placing,
    Reveal,
    Revealing,
    Select,
    Selecting,
    Skill,
)
from chabudai.games.kakapo.view import View

Imagine: TypeAlias = Callable[[View, Rng, int], tuple[World, ...]]
"""A source of random deals: view, generator, number of deals."""


class Strength(NamedTuple):
    """The parameters of a bot's strength."""

    deals: int
    """Number of random deals per choice."""
    width: int
    """Number of placements to consider, in addition to one out of the way for each piece."""
    imagine: Imagine = worlds


STRENGTHS: Mapping[str, Strength] = {
    "easy": Strength(deals=0, width=1),
    "normal": Strength(deals=4, width=2),
    "hard": Strength(deals=40, width=3),
    "expert": Strength(deals=240, width=6),
}


def bot(strength: Strength, persona: int) -> Bot[View, Action]:
    """Return a bot of this strength. Its persona prefers high or low cards among equally good ones.

    The bot raises NotToMove if its seat owes no move, or if the view is another seat's.
    """
    character = character_of(persona)

    def act(view: View, seat: Seat, rng: Rng) -> Action:
        match view.phase:
            case Selecting(seat=turn, decision=decision) if turn == seat:
                return Select(skill_for(view, seat, decision, rng, strength))
            case Placing(seat=turn, pieces=pieces) if turn == seat:
                return place_for(view, seat, pieces, rng, strength)
            case Revealing(seat=turn) if turn == seat and own_hand(view, seat):
                return Reveal(card_for(view, seat, rng, strength, character))
            case _:
                raise NotToMove(seat)

    return act


def card_for(view: View, seat: Seat, rng: Rng, strength: Strength, character: Character) -> Card:
    """Choose a card to reveal: among equally good ones, the highest or the lowest. A bot that does
    not plan chooses between two random cards.
    """
    cards = may_reveal(view.options, len(view.hands), view.revealed, own_hand(view, seat))
    covers = places(library_of(view))
    ranked = sorted(rng.shuffled(cards), key=VALUE.__getitem__, reverse=character.has("high-cards"))
    if len(cards) == 1 or not covers:
        return ranked[0]
    if not strength.deals:
        return min(rng.shuffled(cards)[:2], key=ranked.index)
    course = course_of(view, covers)

    def value(card: Card, world: World) -> float:
        return play_out(course, world.hands, INDEX[card], world.seed)

    return best(ranked, strength.imagine(view, rng, strength.deals), value)


def skill_for(view: View, seat: Seat, decision: Card, rng: Rng, strength: Strength) -> Skill | None:
    """Choose the skill for a selection, or None for no skill."""
    trick = trick_of(view, decision)
    skills = [skill for skill in (None, *skills_open(trick)) if not against_selecting(trick, skill)]
    safe = [
        skill
        for skill in skills
        if not without_place(view.mission, view.board, pieces_of(trick, skill))
    ]
    course = next_round(view, seat, decision, places(library_of(view)))
    chosen = {skill: course_after(course, trick, skill) for skill in safe or skills}

    def value(skill: Skill | None, world: World) -> float:
        return play_out(chosen[skill], world.hands, None, world.seed)

    return best(list(chosen), strength.imagine(view, rng, max(1, strength.deals)), value)


def course_after(course: Course, trick: Trick, skill: Skill | None) -> Course:
    """Return the course of the next round after this selection."""
    got = set_of(pieces_of(trick, skill))
    return course._replace(
        counters=course.counters - (skill is not None),
        unused=course.unused & ~got,
        covers=covers_after(course.covers, got),
    )


def place_for(
    view: View, seat: Seat, pieces: tuple[Card, ...], rng: Rng, strength: Strength
) -> Place:
    """Choose one of the selected pieces and a place for it."""
    width = -(-strength.width // len(pieces))
    found = [option for piece in pieces for option in options(view, piece, width)]
    course = next_round(view, seat, view.rounds[-1].decision, ())
    courses = {option: with_piece_there(view, course, option) for option in found}

    def value(option: Option, world: World) -> float:
        return play_out(courses[option], world.hands, None, world.seed)

    option = best(found, strength.imagine(view, rng, max(1, strength.deals)), value)
    return place_at(option.piece, option.cells)


BOTS: Levels[View, Action] = Levels(
    (name, partial(bot, strength)) for name, strength in STRENGTHS.items()
)
