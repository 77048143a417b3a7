"""Word Porters: the bots, which map a view to an action.

Every bot gives hints that fit its word (`speaker`). Three things make a bot strong: it anticipates
how its hints are read, it understands words as people do (`personas`), and it models the other
players as givers (`listener`, `player_model`). All limits count steps, not time, so the same view,
seat and persona give the same action on any machine.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from math import sqrt
from typing import NamedTuple

from chabudai.core import Bot, Levels, NotToMove, Rng, Seat
from chabudai.core.characters import Character, character_of
from chabudai.games.word_porters import moves
from chabudai.games.word_porters.bots.listener import (
    Habit,
    Row,
    likelihoods,
    shares,
    weights,
)
from chabudai.games.word_porters.bots.marginals import best_assignment, marginals
from chabudai.games.word_porters.bots.meanings import board
from chabudai.games.word_porters.bots.personas import mirrored, sense
from chabudai.games.word_porters.bots.player_model import (
    GIVERS,
    USUAL,
    Past,
    Scene,
    averaged,
    beliefs,
    readings,
)
from chabudai.games.word_porters.bots.speaker import (
    DRAWS,
    Rival,
    best_hint,
    clarities,
    fitting,
    urgencies,
)
from chabudai.games.word_porters.rules.openings import Opening, opening, turns
from chabudai.games.word_porters.state import Action, Finished, Hinting, Options, Place, Vote
from chabudai.games.word_porters.view import Polling, View


class Strength(NamedTuple):
    """The parameters of a bot's strength."""

    likeness: float
    """Correlation, 0 to 1, between two such bots' senses of words."""
    habit: Habit
    """The assumed habit of the other players in choosing hints."""
    draws: int
    """Number of random samples of the other players' senses of words."""
    readers: float
    """Assumed correlation, 0 to 1, between its sense of words and those of the readers of its
    hints. With 1, it assumes that they share its sense.
    """
    ahead: bool
    """Whether the bot plans all its hints of the round together, and expects that other players
    will have taken some of the open hints before its next turn.
    """
    mirrors: bool
    """Whether it uses the fact that the two hints of a pair are opposites, which reduces its
    reading error.
    """
    learns: bool
    """Whether it learns the other players' habits."""
    common: bool = False
    """Whether it reads hints with most people's sense of words instead of its own."""


LITERAL = Habit(likeness=1.0, reason=1.0, weighing=0.0)
"""The habit of players who share its sense of words and take the hint that fits best."""
STRENGTHS: Mapping[str, Strength] = {
    "easy": Strength(0.35, LITERAL, 1, 1.0, ahead=False, mirrors=False, learns=False),
    "normal": Strength(
        0.68, Habit(0.6, 2.0, 0.5), 16, 0.75, ahead=False, mirrors=False, learns=False
    ),
    "hard": Strength(
        0.75, Habit(0.75, 2.0, 0.5), 24, 0.75, ahead=False, mirrors=True, learns=False
    ),
    "expert": Strength(0.9, USUAL, 48, 0.75, ahead=True, mirrors=True, learns=True, common=True),
}
SPEAKING = 0.9
"""The `likeness` of all bots' senses of words when they give hints."""
LITERAL_MINDED, IMAGINATIVE = 0.87, 1.2
"""Exponents of the `likeness` of readers, for literal-minded and imaginative characters."""
OWN_SENSE = 0.9
"""The `likeness` of an imaginative reader that would otherwise use most people's sense of words."""
RIVAL_REASON = 1.0
"""The assumed `reason` of other players when a bot predicts which cards they will touch."""


def bot(strength: Strength, persona: int) -> Bot[View, Action]:
    """Return a bot of this strength.

    The bot raises NotToMove if its seat owes no move, or if it cannot see the seat's word.
    """
    strength = reading(strength, character_of(persona))

    def act(view: View, seat: Seat, _: Rng) -> Action:
        moves.check_to_move(view, seat)
        if not view.identities[seat]:
            raise NotToMove(seat)
        match view.phase:
            case Hinting():
                return hint(view, seat, strength, persona)
            case Polling():
                return votes(view, seat, strength, persona)
            case _:
                return moves.READY

    return act


def reading(strength: Strength, character: Character) -> Strength:
    """Return a bot's strength, adjusted for a character that reads hints literally or with
    imagination.
    """
    if character.has("literal"):
        return strength._replace(likeness=strength.likeness**LITERAL_MINDED)
    if strength.common:
        return strength._replace(likeness=OWN_SENSE, common=False)
    return strength._replace(likeness=strength.likeness**IMAGINATIVE)


def scene(
    options: Options,
    lying: Finished | View,
    strength: Strength,
    persona: int,
) -> Scene:
    """Return the current round, or a scored one, with the bot's sense of words."""
    there = board(options, lying.words, lying.hints)
    fits = sense(there, strength.likeness, persona)
    if strength.mirrors:
        fits = mirrored(fits, strength.likeness)
    made = tuple(turns(options, len(lying.hints), lying.placed))
    return Scene(fits, there.doubts, there.literal, made)


def hint(view: View, seat: Seat, strength: Strength, persona: int) -> Place:
    """WP-18 to WP-24: choose a place for a porter."""
    now = speaking(view, persona)
    word = view.identities[seat] - 1
    open_to = fitting_opening(view, seat)
    taken = [turn.taken for turn in now.by(seat)] if strength.ahead else []
    clear = clarities(now.sampled(strength.readers, DRAWS), word, taken, open_to)
    best = best_hint(clear, open_to, touch_chances(view, seat, now, strength))
    return Place(best >> 1, best & 1)


def speaking(view: View, persona: int) -> Scene:
    """Return the current round with the sense of words that a persona uses when it gives hints."""
    there = board(view.options, view.words, view.hints)
    own = mirrored(sense(there._replace(fits=there.leans), SPEAKING, persona), SPEAKING)
    made = tuple(turns(view.options, len(view.hints), view.placed))
    return Scene(own, there.doubts, there.literal, made)


def fitting_opening(view: View, seat: Seat) -> Opening:
    """Return the open hint words that fit a seat's word best."""
    there = board(view.options, view.words, view.hints)
    return fitting(there, view.identities[seat] - 1, opening_of(view, seat))


def opening_of(view: View, seat: Seat) -> Opening:
    """Return the hint words that would be open to a seat if it were its turn."""
    return opening(view.options, len(view.hints), view.placed, seat, view.tokens[seat])


def touch_chances(view: View, seat: Seat, now: Scene, strength: Strength) -> list[float]:
    """Return the probability that each hint card is touched before the seat's next turn."""
    cards = len(view.hints)
    if not strength.ahead or len(view.tokens[seat]) < 2:
        return [0.0] * cards
    table = now.sampled(1.0, 1)[0]
    rivals: list[Rival] = []
    for other in others(view, seat):
        open_to = opening_of(view, other)
        if open_to.all:
            said = weights(table, now.by(other), LITERAL)
            beliefs = list(said)
            beliefs[view.identities[seat] - 1] = 0.0
            rivals.append(Rival(open_to, said, shares(beliefs)))
    return urgencies(table, rivals, RIVAL_REASON)


def others(view: View, seat: Seat) -> list[Seat]:
    """Return the other seats in order."""
    return [other for other in range(len(view.scores)) if other != seat]


def votes(view: View, seat: Seat, strength: Strength, persona: int) -> Vote:
    """Return the votes with the highest expected number of correct guesses."""
    return ballot(seat, chances(view, seat, strength, persona))


def ballot(seat: Seat, likely: Sequence[Sequence[float]]) -> Vote:
    """WP-32 to WP-34: return the best votes, given each other seat's probabilities."""
    return moves.ballot(seat, tuple(word + 1 for word in best_assignment(likely)))


def chances(
    view: View,
    seat: Seat,
    strength: Strength,
    persona: int,
    prior: Sequence[float] = tuple(GIVERS.values()),
) -> list[list[float]]:
    """Return, for each other seat, the probability that each word is that seat's. Rows add up to 1.

    `prior` has the share of each kind of giver among unknown players, for a bot that learns.
    """
    reader = as_reader(strength)
    now = scene(view.options, view, reader, persona)
    met = past(view.options, view.rounds, reader, persona) if strength.learns else []
    rows: list[Row] = []
    for other in others(view, seat):
        if strength.learns:
            near = nearness(reader)
            believed = beliefs(met, other, near, prior)
            row = averaged(readings(now, now.by(other), near), believed)
        else:
            drawn = now.sampled(strength.habit.likeness, strength.draws)
            row = likelihoods(drawn, now.by(other), strength.habit)
        row[view.identities[seat] - 1] = 0.0
        rows.append(row)
    return marginals(rows)


def as_reader(strength: Strength) -> Strength:
    """Return a bot's strength as a reader. A bot with `common` reads hints as most people do."""
    return strength._replace(likeness=1.0) if strength.common else strength


def past(
    options: Options, rounds: Iterable[Finished], reader: Strength, persona: int
) -> list[Past]:
    """Return scored rounds with the bot's sense of words."""
    return [
        Past(scene(options, one, reader, persona), tuple(number - 1 for number in one.identities))
        for one in rounds
    ]


def nearness(strength: Strength) -> float:
    """Return the correlation, 0 to 1, between a bot's sense of words and most people's."""
    likeness = strength.likeness
    return sqrt(2 * likeness / (1 + likeness) if strength.mirrors else likeness)


BOTS: Levels[View, Action] = Levels(
    (name, partial(bot, strength)) for name, strength in STRENGTHS.items()
)
"""Bots by level, weakest first."""

NEAREST = Strength(0.9, LITERAL, 1, 1.0, ahead=False, mirrors=False, learns=False)


def greedy(persona: int) -> Bot[View, Action]:
    """Return a bot that takes the best-fitting hint, and votes accordingly (`Extras.greedy`)."""
    return bot(NEAREST, persona)
