"""The Kakapo: an alternative move at a moment of a finished mission, judged with all hands open."""

from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

import msgspec

from chabudai.core import Seat, Telling, telling
from chabudai.core.retry import Retry
from chabudai.core.transcript import Recorded
from chabudai.games.kakapo.components.cards import VALUE
from chabudai.games.kakapo.review.chances import Outlook, Win, outlook, outlook_after
from chabudai.games.kakapo.review.hindsight import is_won
from chabudai.games.kakapo.rules.placement import spot_by_place
from chabudai.games.kakapo.state import Action, Concede, Place, Reveal, Select, State
from chabudai.games.kakapo.text.events import area, card_name, skill_name


class Scene(NamedTuple):
    """A move of a finished mission: the state before it, its seat, the action, the outlook after
    it, and the earliest win known before it.
    """

    before: State
    seat: Seat
    made: Action
    then: Outlook
    best: Win | None

    @property
    def is_costly(self) -> bool:
        """Whether a better move is known."""
        return self.best is not None and not is_as_good(self.then.win, self)


def scene_at(played: Recorded, at: int) -> Scene:
    """Return move `at` of a finished mission, and the earliest wins known before and after it."""
    before, entry, end = played.states[at], played.transcript.entries[at], played.states[-1]
    made = msgspec.json.decode(entry.action, type=Action)
    best = outlook(before).win
    then = outlook_after(before, entry.seat, made, best)
    if is_won(end) and (then.win is None or then.win.round > end.round):
        then = Outlook(Win((), end.round), lost=False)
    if then.win is not None and (best is None or then.win.round < best.round):
        best = Win(((entry.seat, made), *then.win.line), then.win.round)
    return Scene(before, entry.seat, made, then, best)


def is_as_good(win: Win | None, scene: Scene) -> bool:
    """Whether no known move is better than one that leads to `win`.

    A move that saves a mission is good enough, even if it wins in a later round.
    """
    if scene.best is None or win is None:
        return scene.best is None
    return scene.then.win is None or win.round <= scene.best.round


def judge(played: Recorded, at: int, action: Action | None) -> Retry[Action]:
    """Judge an action in place of move `at`, or find the best action."""
    scene = scene_at(played, at)
    if action is None:
        return show_best(scene)
    if isinstance(action, Concede):
        return Retry(action, best=False, said=(telling("Giving up does not win the mission."),))
    if action == scene.made:
        played_so = telling("That is what was played.")
        return Retry(action, not scene.is_costly, (played_so, tell_outlook(action, scene.then)))
    then = outlook_after(scene.before, scene.seat, action, scene.best)
    said = (tell_outlook(action, then), *tell_compared(then.win, scene))
    return Retry(action, is_as_good(then.win, scene), said)


def show_best(scene: Scene) -> Retry[Action]:
    """Return the first move of the earliest win and the places of its pieces. If no win is known,
    return the move that was made.
    """
    if scene.best is None:
        return Retry(scene.made, best=True, said=(tell_outlook(scene.made, scene.then),))
    (_, action), *later = scene.best.line
    said = (tell_outlook(action, Outlook(scene.best, lost=False)),)
    placed = takewhile(lambda move: move[0] == scene.seat and isinstance(move[1], Place), later)
    return Retry(action, best=True, said=said, then=tuple(move for _, move in placed))


# --- Sentences


def tell_outlook(action: Action, then: Outlook) -> Telling:
    """Return a sentence on whether the mission could be won after an action."""
    move = move_in_words(action)
    if then.win is not None:
        return tell_win_with(move, then.win)
    if then.lost:
        return telling("With {move}, nothing could save the mission.", move=move)
    return telling("I found no way to win with {move}.", move=move)


def tell_win_with(move: Telling, win: Win) -> Telling:
    """Return a sentence on how soon this move could win the mission."""
    text = "With {move}, the mission could be won in round {round}, knowing all hands."
    return telling(text, move=move, round=win.round)


def tell_compared(win: Win | None, scene: Scene) -> Iterator[Telling]:
    """Compare a win with the win after the original move, and with the best win."""
    made, best = scene.then.win, scene.best
    if win is not None and made is not None:
        sooner = made.round - win.round
        if sooner > 0:
            yield telling("{n} {n|round|rounds} sooner than what was played.", n=sooner)
        elif sooner < 0:
            yield telling("{n} {n|round|rounds} later than what was played.", n=-sooner)
        else:
            yield telling("No sooner than what was played.")
    elif win is not None:
        yield telling("What was played lost it.")
    if is_as_good(win, scene):
        yield telling("Nothing better is known.")
    elif best is not None:
        yield telling("A win in round {round} was possible.", round=best.round)


def move_in_words(action: Action) -> Telling:
    """Return the phrase for a card, a selection or a placement."""
    match action:
        case Reveal(card=card):
            return card_name(card)
        case Place(piece=piece):
            cells = spot_by_place(VALUE[piece])[action.orientation, action.row, action.column].cells
            return telling("{cells} for {piece}", piece=card_name(piece), cells=area(cells))
        case Select(skill=skill) if skill is not None:
            return skill_name(skill)
        case _:
            return telling("no skill")
