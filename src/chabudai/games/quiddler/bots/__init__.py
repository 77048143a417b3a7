"""Quiddler: the bots, which map a view to an action.

A bot's strength depends mostly on the number of words that it knows (`vocabulary`). Weak bots find
words one by one (`word_by_word`), while strong ones consider the next card and the bonuses
(`lookahead`, `bonuses`). All limits count steps, not time, so the same view, seat and persona give
the same action on any machine.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from chabudai.core import Bot, Levels, NotToMove, Rng, Seat, is_left
from chabudai.core.characters import Character, character_of
from chabudai.games.quiddler import moves
from chabudai.games.quiddler.bots import challenging
from chabudai.games.quiddler.bots.bluffing import bluffed
from chabudai.games.quiddler.bots.bonuses import discards, expected_bonus, giving_cost, taken
from chabudai.games.quiddler.bots.lookahead import Outlook
from chabudai.games.quiddler.bots.vocabulary import Vocabulary, vocabulary
from chabudai.games.quiddler.bots.word_by_word import end_word_by_word, gains_points
from chabudai.games.quiddler.components.cards import COUNTS, POINTS, Face
from chabudai.games.quiddler.components.word_index import key_of
from chabudai.games.quiddler.moves.layouts import spell_with
from chabudai.games.quiddler.solver import best_last, best_out, cover_of, layout
from chabudai.games.quiddler.solver.cover import NO_BONUS, Bonus, Cover, Lay
from chabudai.games.quiddler.state import (
    Action,
    Discard,
    Draw,
    Drawing,
    GoOut,
    Last,
    Ready,
    Settling,
    Source,
    Spell,
    Stop,
)
from chabudai.games.quiddler.view import Choosing, Columns, View, known_cards


class Strength(NamedTuple):
    """The parameters of a bot's strength."""

    shares: tuple[tuple[int, float], ...]
    """The fraction of words that the bot knows, by SCOWL level."""
    stamina: float
    """Factor on the fraction of known words, applied per letter beyond `vocabulary.SHORT`."""
    suspicion: float
    """The bot's estimate of the probability that an unknown word is not in the dictionary."""
    weighs: bool
    """Whether the bot considers the cards that it may draw next, or only visible ones."""
    patience: float
    """Minimum expected gain in points that makes the bot wait instead of going out."""
    outs: int = 1
    """Earliest turn of a round when the bot may go out, counted from 1."""
    words: int = 0
    """Number of words that the bot lays if its turn is the first of the last lap. Before that, it
    finds one more word in each turn. If 0, it always finds the best layout.
    """


NEVER_WAITS = 1e9
LIKING = 1.0
"""Points that each letter of the longest word is worth to a bot that likes long words, or each word
to one that likes many.
"""
STRENGTHS: Mapping[str, Strength] = {
    "easy": Strength(
        ((10, 0.75), (20, 0.45)), 0.8, 0.1, weighs=False, patience=NEVER_WAITS, outs=2, words=1
    ),
    "normal": Strength(
        ((10, 0.75), (20, 0.45)), 0.8, 0.15, weighs=False, patience=NEVER_WAITS, outs=2, words=2
    ),
    "hard": Strength(
        ((10, 1.0), (20, 1.0), (35, 1.0), (40, 0.9), (50, 0.8), (55, 0.7), (60, 0.6)),
        0.97,
        0.25,
        weighs=True,
        patience=NEVER_WAITS,
    ),
    "expert": Strength(
        (*((common, 1.0) for common in (10, 20, 35, 40, 50, 55, 60)), (70, 0.95), (80, 0.9)),
        1.0,
        0.45,
        weighs=True,
        patience=1.5,
    ),
}


def bot(strength: Strength, persona: int) -> Bot[View, Action]:
    """Return a bot of this strength.

    The bot raises NotToMove if its seat owes no move, or if it must choose from a hand that it
    cannot see.
    """
    character = character_of(persona)

    def act(view: View, seat: Seat, rng: Rng) -> Action:
        words = vocabulary(view.options.lexicon, strength.shares, strength.stamina, persona)
        match view.phase:
            case Drawing(seat=turn) if turn == seat:
                return Draw(draw_source(view, seat, strength, words))
            case Choosing(seat=turn) if turn == seat and moves.own_hand(view, seat):
                action = end_of_turn(view, seat, strength, words)
                if isinstance(action, Last) and rng.below(100) < character.bluffs:
                    return bluffed(view, seat, action, words)
                return action
            case Columns() if seat == 0:
                return clear_columns(view, words)
            case Settling(ready=ready) if is_left(ready, seat):
                return challenge_or_ready(view, seat, strength, words)
            case _:
                raise NotToMove(seat)

    return act


def draw_source(view: View, seat: Seat, strength: Strength, words: Vocabulary) -> Source:
    """QD-9: choose the pile to draw from."""
    if not view.pile:
        return "discards"
    hand, top = moves.own_hand(view, seat), view.discards[-1]
    spell = speller(view, seat, words)
    without = cover_of(hand, words.index, spell)
    if strength.weighs:
        outlook = Outlook(without, expected_bonus(view, seat))
        gains = outlook.keeping(top) >= outlook.expected(odds(view))
    else:
        more = cover_of((*hand, top), words.index, spell)
        if strength.words:
            gains = gains_points(view, strength.words, without, more, top)
        else:
            gains = is_plain_gain(view, more, top)
    return "discards" if gains else "pile"


def is_plain_gain(view: View, more: Cover, top: Face) -> bool:
    """Whether the `top` discard, the last card of `more`, lets a player go out or, in the last lap,
    lay words worth more than without it.
    """
    gift = dict.fromkeys(discards(more.hand, top), 0.0)
    if view.last is None:
        return bool(lays_by_discard(best_out, more, NO_BONUS, gift))
    without = best_last(more, NO_BONUS, top).value
    return any(lay.value > without for lay in lays_by_discard(best_last, more, NO_BONUS, gift))


def end_of_turn(view: View, seat: Seat, strength: Strength, words: Vocabulary) -> Action:
    """QD-10 to QD-15: lay words, go out or wait, and discard."""
    hand = moves.own_hand(view, seat)
    spell = speller(view, seat, words)
    cover = cover_of(hand, words.index, spell)
    if strength.words:
        return end_word_by_word(view, strength.words, strength.outs, cover, spell)
    bonus = inclined(expected_bonus(view, seat), words.character) if strength.weighs else NO_BONUS
    gift = {
        face: giving_cost(view, face) if strength.weighs else 0.0
        for face in discards(hand, taken(view))
    }
    last = max(lays_by_discard(best_last, cover, bonus, gift), key=by_value)
    if view.last is not None:
        return lay_action(cover, last, spell, bonus, Last)
    outs = [] if moves.going_out(view) else lays_by_discard(best_out, cover, bonus, gift)
    out = max(outs, key=by_value, default=None)
    if out is not None and strength.patience >= NEVER_WAITS:
        return lay_action(cover, out, spell, bonus, GoOut)
    if not strength.weighs:
        return Discard(hand[last.discard or 0])
    waiting = Outlook(cover, bonus).expected_after_discards(odds(view))
    waiting = {
        place: value - gift[hand[place]] for place, value in waiting.items() if hand[place] in gift
    }
    place = max(waiting, key=waiting.__getitem__)
    if out is not None and out.value + strength.patience >= waiting[place]:
        return lay_action(cover, out, spell, bonus, GoOut)
    return Discard(hand[place])


def inclined(bonus: Bonus, character: Character) -> Bonus:
    """Return a bonus increased by the value that a character puts on a long word or on many
    words.
    """
    if character.has("long-words"):
        return bonus._replace(
            longest=tuple(points + n * LIKING for n, points in enumerate(bonus.longest))
        )
    return bonus._replace(most=tuple(points + n * LIKING for n, points in enumerate(bonus.most)))


def lays_by_discard(
    best: Callable[[Cover, Bonus, Face | None], Lay | None],
    cover: Cover,
    bonus: Bonus,
    gift: Mapping[Face, float],
) -> list[Lay]:
    """Return the best lay for each discard in `gift`, ignoring the value of the discard to the next
    player.
    """
    lays: list[Lay] = []
    for face in sorted(gift, key=lambda face: -POINTS[face]):
        lay = best(cover, bonus, face)
        if lay is not None:
            lays.append(lay._replace(value=lay.value - gift[face]))
    return lays


def by_value(lay: Lay) -> float:
    """Return the value of a lay, as a sort key."""
    return lay.value


def lay_action(
    cover: Cover,
    lay: Lay,
    spell: Callable[[int], str],
    bonus: Bonus,
    action: type[GoOut] | type[Last],
) -> Action:
    """Convert a lay to an action."""
    solved = layout(cover, lay, spell, bonus)
    assert solved.discard is not None  # noqa: S101 - `best_last` and `best_out` keep a card
    return action(solved.words, solved.discard)


def speller(view: View, seat: Seat, words: Vocabulary) -> Callable[[int], str]:
    """Return a function that maps a key to a known word that QD-19 allows now, or ""."""
    barred = moves.barred_words(view, seat)
    return partial(words.spell, barred=barred)


def odds(view: View) -> dict[Face, float]:
    """Return each face's probability of being the next card of the pile."""
    unseen = Counter(COUNTS)
    unseen.subtract(known_cards(view))
    total = sum(unseen.values())
    return {face: count / total for face, count in unseen.items() if count}


def challenge_or_ready(view: View, seat: Seat, strength: Strength, words: Vocabulary) -> Action:
    """QD-24, QD-A7: challenge a word that is probably not in the dictionary, or be ready."""
    for challenge in moves.challenges(view, seat):
        if challenging.is_worth_a_challenge(view, challenge.word, strength.suspicion, words.knows):
            return challenge
    return Ready()


def clear_columns(view: View, words: Vocabulary) -> Action:
    """QD-A18: return a word that uses the most columns, or Stop."""
    open_cards = moves.own_hand(view, 0)
    places = [place for place, card in enumerate(open_cards) if card]
    masks = sorted(range(1, 1 << len(places)), key=lambda mask: (-mask.bit_count(), mask))
    for mask in masks:
        columns = [place for at, place in enumerate(places) if mask >> at & 1]
        cards = tuple(open_cards[column] for column in columns)
        if key_of(cards) in words.index.keys and (word := words.spell(key_of(cards))):
            order: list[int] = []
            for card in spell_with(word, cards):
                order.append(next(at for at in columns if open_cards[at] == card))
                columns.remove(order[-1])
            return Spell(tuple(order))
    return Stop()


BOTS: Levels[View, Action] = Levels(
    (name, partial(bot, strength)) for name, strength in STRENGTHS.items()
)
"""Bots by level, weakest first."""

RUSH = STRENGTHS["expert"]._replace(weighs=False, patience=NEVER_WAITS)


def greedy(persona: int) -> Bot[View, Action]:
    """Return a bot that knows the expert's words and layouts, and goes out whenever it can
    (`Extras.greedy`).
    """
    return bot(RUSH, persona)
