"""Quiddler: the turns of bots that find words one by one, and do not consider the next card."""

from chabudai.games.quiddler import moves
from chabudai.games.quiddler.bots.bonuses import discards, taken
from chabudai.games.quiddler.components.cards import POINTS, Face
from chabudai.games.quiddler.moves.layouts import spell_with
from chabudai.games.quiddler.solver import Spell, best_out, layout
from chabudai.games.quiddler.solver.cover import Cover, Mask
from chabudai.games.quiddler.state import Action, Discard, GoOut, Last
from chabudai.games.quiddler.view import View

LONG = 6
"""Earliest turn of a round when the bot combines all words of its hand in order to go out."""


def turn_of(view: View) -> int:
    """Return the number of the player's turn in the round, from 1."""
    return view.turns // len(view.hands) + 1


def word_count(view: View, last: int) -> int:
    """Return the number of words found so far: one more each turn. In the last lap, the first
    player finds `last` words, and each later player has time to find one more.
    """
    if view.last is None:
        return turn_of(view)
    players = len(view.hands) - (view.last.out is not None)
    return last + players - len(view.last.left)


def found_words(cover: Cover, count: int, taken: Face | None) -> list[Mask]:
    """Return at most `count` words, each worth as many points as the remaining cards allow. If
    possible, they leave a card to discard other than the one just `taken`.
    """
    faces = discards(cover.hand, taken)
    spare = sum(1 << place for place, face in enumerate(cover.hand) if face in faces)
    left, found = cover.full, list[Mask]()
    for _ in range(count):
        rests = [left - word for word in cover.words if not word & ~left]
        rests = [rest for rest in rests if rest & spare]
        if not rests:
            break
        rest = min(rests, key=lambda rest: (cover.points[rest], cover.keys[rest]))
        found.append(left - rest)
        left = rest
    return found


def gains_points(view: View, last: int, without: Cover, more: Cover, top: Face) -> bool:
    """QD-9: whether the words found with the top discard, in `more`, are worth more points than the
    words found without it.
    """
    count = word_count(view, last)
    laid, best = (
        sum(cover.points[word] for word in found_words(cover, count, top))
        for cover in (without, more)
    )
    return best > laid


def end_word_by_word(view: View, last: int, outs: int, cover: Cover, spell: Spell) -> Action:
    """QD-10 to QD-15: lay the words found so far if that is allowed, and discard.

    The bot does not go out before turn `outs` of a round.
    """
    found = found_words(cover, word_count(view, last), taken(view))
    left = cover.cards(cover.full - sum(found))
    words = tuple(spell_with(spell(cover.keys[word]), cover.cards(word)) for word in found)
    discard = max(discards(left, taken(view)), key=POINTS.__getitem__)
    if view.last is not None:
        return Last(words, discard)
    if turn_of(view) < outs or moves.going_out(view):
        return Discard(discard)
    if len(left) == 1:
        return GoOut(words, discard)
    for face in discards(cover.hand, taken(view)) if turn_of(view) >= LONG else ():
        if (out := best_out(cover, discard=face)) is not None:
            return GoOut(layout(cover, out, spell).words, face)
    return Discard(discard)
