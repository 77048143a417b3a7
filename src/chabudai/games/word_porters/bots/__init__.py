"""Word Porters: the bots. View in, action out.

What makes a bot strong is how near its sense of words is to what people mean (`personas`), and how
much it thinks about what the others make of a hint (`speaker`) and why they took theirs
(`listener`, `player_model`). All work is bounded by counts, none by a clock: the same view, seat
and persona give the same action on any machine.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from chabudai.core import Bot, Rng, Seat
from chabudai.games.word_porters import moves
from chabudai.games.word_porters.bots.listener import (
    Habit,
    Row,
    Table,
    likelihoods,
    shares,
    tables,
    weights,
)
from chabudai.games.word_porters.bots.marginals import best_assignment, marginals
from chabudai.games.word_porters.bots.meanings import board
from chabudai.games.word_porters.bots.personas import Fits, mirrored, sense
from chabudai.games.word_porters.bots.player_model import USUAL, Past, learnt
from chabudai.games.word_porters.bots.speaker import Rival, best_hint, clarities, urgencies
from chabudai.games.word_porters.rules.openings import Opening, Turn, opening, turns
from chabudai.games.word_porters.state import Action, Finished, Hinting, Options, Place, Vote
from chabudai.games.word_porters.view import Polling, View


class Mind(NamedTuple):
    """What a bot is capable of."""

    likeness: float
    """How like its sense of words is to that of another such bot: a correlation, 0 to 1."""
    habit: Habit
    """How it takes others to choose their hints."""
    draws: int
    """How many ways in which others may feel it imagines."""
    ahead: bool
    """Whether it thinks of what its hints say together, and what will be gone next turn."""
    mirrors: bool
    """Whether it knows hints for opposites, and so feels less that only it feels."""
    learns: bool
    """Whether it finds out how the others choose their hints."""


LITERAL = Habit(likeness=1.0, reason=1.0, weighing=0.0)
"""Others feel just as oneself does, and take what comes to mind."""
MINDS: Mapping[str, Mind] = {
    "easy": Mind(0.45, LITERAL, 1, ahead=False, mirrors=False, learns=False),
    "normal": Mind(0.6, Habit(0.6, 2.0, 0.5), 16, ahead=False, mirrors=False, learns=False),
    "hard": Mind(0.75, Habit(0.75, 2.0, 0.5), 24, ahead=False, mirrors=True, learns=False),
    "expert": Mind(0.9, USUAL, 48, ahead=True, mirrors=True, learns=True),
}
HASTE = 1.0
"""How strictly one takes others to choose, when guessing what will soon be gone."""


def bot(mind: Mind, persona: int) -> Bot[View, Action]:
    """A bot of that mind."""

    def act(view: View, seat: Seat, _: Rng) -> Action:
        match view.phase:
            case Hinting():
                return hint(view, seat, mind, persona)
            case Polling():
                return votes(view, seat, mind, persona)
            case _:
                return moves.READY

    return act


class Scene(NamedTuple):
    """A round as a bot feels it. Words are counted from 0."""

    fits: Fits
    doubts: Fits
    turns: tuple[Turn, ...]

    def by(self, seat: Seat) -> tuple[Turn, ...]:
        """The placements of a seat, oldest first."""
        return tuple(turn for turn in self.turns if turn.seat == seat)

    def drawn(self, likeness: float, draws: int) -> tuple[Table, ...]:
        """What somebody may feel whose sense is so like the bot's."""
        return tables(self.fits, self.doubts, likeness, draws)


def scene(
    options: Options,
    lying: Finished | View,
    mind: Mind,
    persona: int,
) -> Scene:
    """What the table shows, or what it showed in a round that is scored."""
    there = board(options, lying.words, lying.hints)
    fits = sense(there, mind.likeness, persona)
    if mind.mirrors:
        fits = mirrored(fits, mind.likeness)
    return Scene(fits, there.doubts, tuple(turns(options, len(lying.hints), lying.placed)))


def hint(view: View, seat: Seat, mind: Mind, persona: int) -> Place:
    """WP-18 to WP-24: where to place a porter."""
    now = scene(view.options, view, mind, persona)
    open_to = opening_of(view, seat)
    word = view.identities[seat] - 1
    if mind.habit == LITERAL:
        best = max(open_to.all, key=lambda each: now.fits[each][word])
    else:
        drawn = now.drawn(mind.habit.likeness, mind.draws)
        taken = [turn.taken for turn in now.by(seat)] if mind.ahead else []
        clear = clarities(drawn, word, taken, open_to)
        best = best_hint(clear, open_to, urgent(view, seat, now, mind))
    return Place(best >> 1, best & 1)


def opening_of(view: View, seat: Seat) -> Opening:
    """What is open to a seat, were it its turn."""
    return opening(view.options, len(view.hints), view.placed, seat, view.tokens[seat])


def urgent(view: View, seat: Seat, now: Scene, mind: Mind) -> list[float]:
    """By hint card, how likely it is touched before the seat's next turn."""
    cards = len(view.hints)
    if not mind.ahead or len(view.tokens[seat]) < 2:
        return [0.0] * cards
    table = now.drawn(1.0, 1)[0]
    rivals: list[Rival] = []
    for other in others(view, seat):
        open_to = opening_of(view, other)
        if open_to.all:
            said = weights(table, now.by(other), LITERAL)
            beliefs = list(said)
            beliefs[view.identities[seat] - 1] = 0.0
            rivals.append(Rival(open_to, said, shares(beliefs)))
    return urgencies(table, rivals, HASTE)


def others(view: View, seat: Seat) -> list[Seat]:
    """The other seats, in their order."""
    return [other for other in range(len(view.scores)) if other != seat]


def votes(view: View, seat: Seat, mind: Mind, persona: int) -> Vote:
    """What to vote."""
    return ballot(seat, chances(view, seat, mind, persona))


def ballot(seat: Seat, likely: Sequence[Sequence[float]]) -> Vote:
    """WP-32 to WP-34: the votes that will be right most often, by the chances of the others."""
    return moves.ballot(seat, tuple(word + 1 for word in best_assignment(likely)))


def chances(view: View, seat: Seat, mind: Mind, persona: int) -> list[list[float]]:
    """For each other seat, how likely each word is its own; they add up to 1."""
    now = scene(view.options, view, mind, persona)
    past = [
        Past(*scene(view.options, one, mind, persona), tuple(n - 1 for n in one.identities))
        for one in view.rounds
        if mind.learns
    ]
    rows: list[Row] = []
    for other in others(view, seat):
        habit = learnt(past, other) if past else mind.habit
        drawn = now.drawn(habit.likeness, mind.draws)
        row = likelihoods(drawn, now.by(other), habit)
        row[view.identities[seat] - 1] = 0.0
        rows.append(row)
    return marginals(rows)


BOTS: Mapping[str, Callable[[int], Bot[View, Action]]] = {
    name: partial(bot, mind) for name, mind in MINDS.items()
}
"""By level, weakest first."""
