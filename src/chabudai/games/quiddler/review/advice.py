"""Quiddler: advice for a seat that owes a move, from the bots' valuation of common words.

The dictionary is not consulted about other players' words, so advice relies on a bot's knowledge.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import NamedTuple

from chabudai.core import Advice, NotToMove, Rng, Seat, Telling, advice_of, telling
from chabudai.core.text import spaced
from chabudai.games.quiddler import moves
from chabudai.games.quiddler.bots import (
    STRENGTHS,
    end_of_turn,
    lay_action,
    lays_by_discard,
    odds,
)
from chabudai.games.quiddler.bots.bonuses import discards, expected_bonus, giving_cost, taken
from chabudai.games.quiddler.bots.challenging import is_worth_a_challenge, odds_against, odds_needed
from chabudai.games.quiddler.bots.lookahead import Outlook
from chabudai.games.quiddler.bots.vocabulary import Vocabulary, vocabulary
from chabudai.games.quiddler.components.cards import Face, points
from chabudai.games.quiddler.components.word_index import key_of
from chabudai.games.quiddler.moves.layouts import spell_with
from chabudai.games.quiddler.solver import best_last, best_out, cover_of
from chabudai.games.quiddler.solver.cover import Bonus, Cover
from chabudai.games.quiddler.state import (
    Action,
    Discard,
    Draw,
    Drawing,
    GoOut,
    Last,
    Ready,
    Spell,
    Stop,
)
from chabudai.games.quiddler.view import Choosing, Columns, View

COMMON = ((10, 1.0), (20, 1.0), (35, 1.0), (40, 1.0), (50, 1.0))
"""Vocabulary of the words that most people know, as fractions of words by SCOWL level."""
JUDGE = STRENGTHS["hard"]._replace(shares=COMMON, stamina=1.0, patience=1.5)
"""The bot whose valuation the advice uses."""


class Held(NamedTuple):
    """A hand and its possible layouts."""

    cards: tuple[Face, ...]
    cover: Cover
    bonus: Bonus
    spell: partial[str]


def advise(view: View, seat: Seat, rng: Rng) -> Advice:
    """Return advice for `seat`. Raises NotToMove if it owes no move."""
    if not moves.duties(view, seat):
        raise NotToMove(seat)
    words = vocabulary(view.options.lexicon, COMMON, 1.0, 0)
    match view.phase:
        case Drawing():
            return advice_at_draw(view, seat, words)
        case Choosing():
            return advice_at_end_of_turn(view, seat, words)
        case Columns():
            return advice_for_columns(view, words)
        case _:
            return advice_at_settling(view, seat, words)


def held(view: View, seat: Seat, words: Vocabulary, *more: Face) -> Held:
    """Return the hand of a seat with the cards `more` added."""
    cards = (*moves.own_hand(view, seat), *more)
    spell = partial(words.spell, barred=moves.barred_words(view, seat))
    return Held(cards, cover_of(cards, words.index, spell), expected_bonus(view, seat), spell)


# --- Drawing


def advice_at_draw(view: View, seat: Seat, words: Vocabulary) -> Advice:
    """QD-9: advise on the pile to draw from."""
    top = view.discards[-1]
    open_card = (Draw("discards"), telling("to take {card}", card=top))
    look = telling("Look at {card} on the discards: what does it make with your cards?", card=top)
    if not view.pile:
        return advice_of(look, [open_card], [telling("There is no other card to draw.")])
    hand = held(view, seat, words)
    outlook = Outlook(hand.cover, hand.bonus)
    with_top, usual = outlook.keeping(top), outlook.expected(odds(view))
    choices = [open_card, (Draw("pile"), telling("to draw from the pile"))]
    n, other = round(with_top), round(usual)
    text = (
        "Your hand is worth {n} {n|point|points} with {card}, about {other} with a card from the "
        "pile."
    )
    if n == other:
        text = (
            "Your hand is worth {n} {n|point|points} with {card}, and just as much with a card "
            "from the pile."
        )
        why = [telling(text, card=top, n=n)]
    else:
        why = [telling(text, card=top, n=n, other=other)]
    if with_top < usual:
        return advice_of(look, choices[::-1], why)
    more = held(view, seat, words, top)
    action = lay_action(more.cover, best_last(more.cover, more.bonus), more.spell, more.bonus, Last)
    if isinstance(action, Last) and action.words:
        why.append(telling("With it you can lay {words}.", words=spelt(action.words)))
    return advice_of(look, choices, why)


# --- The end of a turn


def advice_at_end_of_turn(view: View, seat: Seat, words: Vocabulary) -> Advice:
    """QD-10 to QD-15: advise on words to lay and a card to discard."""
    hand = held(view, seat, words)
    gift = {face: giving_cost(view, face) for face in discards(hand.cards, taken(view))}
    best = end_of_turn(view, seat, JUDGE, words)
    found = [best, *layouts(view, hand, gift)]
    if view.last is None:
        found += [Discard(hand.cards[place]) for place in by_waiting(view, hand, gift)]
    return advice_of(
        look_at(best),
        [(action, in_words(action)) for action in found],
        reasons(view, hand, gift, best),
        closer_look(best),
    )


def layouts(view: View, hand: Held, gift: Mapping[Face, float]) -> Iterator[Action]:
    """Yield the ways to lay now, best first."""
    kind, best = (GoOut, best_out) if view.last is None else (Last, best_last)
    if moves.going_out(view):
        return
    lays = lays_by_discard(best, hand.cover, hand.bonus, gift)
    for lay in sorted(lays, key=lambda lay: -lay.value):
        yield lay_action(hand.cover, lay, hand.spell, hand.bonus, kind)


def by_waiting(view: View, hand: Held, gift: Mapping[Face, float]) -> list[int]:
    """Return the cards to discard without laying, best first, as positions in the hand."""
    worths = waiting(view, hand, gift)
    return sorted(worths, key=lambda place: -worths[place])


def waiting(view: View, hand: Held, gift: Mapping[Face, float]) -> dict[int, float]:
    """Map the position of each card to the value of the next turn after discarding it."""
    worths = Outlook(hand.cover, hand.bonus).expected_after_discards(odds(view))
    return {
        place: worth - gift[hand.cards[place]]
        for place, worth in worths.items()
        if hand.cards[place] in gift
    }


def in_words(action: Action) -> Telling:
    """Return the phrase for a move at the end of a turn."""
    match action:
        case Discard(card=card):
            return telling("to lay nothing and discard {card}", card=card)
        case GoOut(words=laid, discard=card):
            text = "to go out with {words} and discard {card}"
            return telling(text, words=spelt(laid), card=card)
        case Last(words=(), discard=card):
            return telling("to lay nothing and discard {card}", card=card)
        case Last(words=laid, discard=card):
            return telling("to lay {words} and discard {card}", words=spelt(laid), card=card)
        case _:
            raise ValueError(f"{action} ends no turn.")


def look_at(best: Action) -> Telling:
    """Return a hint about the longest word: its length."""
    word = longest_of(best)
    if not word:
        return telling("Which card goes least well with the others?")
    return telling("There is a word of {n} letters.", n=len("".join(word)))


def closer_look(best: Action) -> Telling | None:
    """Return a second hint about the longest word: its cards, in alphabetical order."""
    word = longest_of(best)
    return (
        telling("Look at {cards}: they make a word.", cards=spaced(sorted(word))) if word else None
    )


def longest_of(action: Action) -> tuple[Face, ...]:
    """Return the longest word that a move lays, or () if it lays none."""
    match action:
        case GoOut(words=laid) | Last(words=laid) if laid:
            return max(laid, key=lambda word: len("".join(word)))
        case _:
            return ()


def reasons(view: View, hand: Held, gift: Mapping[Face, float], best: Action) -> Iterator[Telling]:
    """Yield the reasons why a move is the best."""
    match best:
        case GoOut(words=laid, discard=card) | Last(words=laid, discard=card):
            n = sum(map(points, laid))
            left = sum(map(points, [hand.cards])) - n - points((card,))
            if left:
                text = "It lays {n} {n|point|points} and leaves {left} in your hand."
                yield telling(text, n=n, left=left)
            else:
                yield telling("It lays {n} {n|point|points} and leaves no card.", n=n)
        case Discard(card=card):
            first, *others = sorted(waiting(view, hand, gift).values(), reverse=True)
            text = "If you discard {card}, your next turn brings about {n} {n|point|points}."
            yield telling(text, card=card, n=round(first))
            if others:
                yield telling("With any other discard, it brings {n} at best.", n=round(others[0]))
            return
        case _:
            return
    longest = max((len("".join(word)) for word in laid), default=0)
    if laid and hand.bonus.longest[longest] > 0:
        yield telling("A word of {n} letters may be the longest.", n=longest)
    if 0 < gift[card] == min(gift.values()):
        yield telling("Of your cards, {card} helps the next player least.", card=card)


# --- Settling


def advice_at_settling(view: View, seat: Seat, words: Vocabulary) -> Advice:
    """QD-24, QD-A7: advise on a word to challenge, if any."""
    open_words = list(moves.challenges(view, seat))
    chance = {one: share_of(odds_against(view, one.word, JUDGE.suspicion)) for one in open_words}
    worth = [
        one
        for one in open_words
        if is_worth_a_challenge(view, one.word, JUDGE.suspicion, words.knows)
    ]
    unknown = [one for one in open_words if not words.knows(view.laid[one.word].word)]
    doubtful = sorted({*worth, *unknown} or open_words, key=lambda one: (-chance[one], one.word))
    ready: tuple[Action, Telling] = (Ready(), telling("to challenge nothing"))
    challenges: list[tuple[Action, Telling]] = [
        (one, telling("to challenge {word}", word=view.laid[one.word].word))
        for one in [*worth, *doubtful]
    ]
    if not open_words:
        return advice_of(
            telling("There is no word that you could challenge."),
            [ready],
            [telling("So go on to the next round.")],
        )
    best = worth[0] if worth else doubtful[0]
    word = view.laid[best.word].word
    why = telling("{word} is a common word, like all the others.", word=word)
    if best in unknown or worth:
        needed = share_of(odds_needed(view.options, len(view.hands)))
        text = (
            "By its letters, {word} is {odds} % likely to be no word. A challenge "
            "pays from {needed} %."
        )
        why = telling(text, word=word, odds=chance[best], needed=needed)
    return advice_of(
        telling("Look at {word}: do you know it?", word=word),
        [*challenges, ready] if worth else [ready, *challenges],
        [why],
    )


def share_of(odds: float) -> int:
    """Return odds as a probability in hundredths."""
    return round(100 * odds / (1 + odds))


# --- The solo game


def advice_for_columns(view: View, words: Vocabulary) -> Advice:
    """QD-A18: advise on a word that uses the most columns."""
    found = list(spellings(view, words))
    stop: tuple[Action, Telling] = (Stop(), telling("to stop"))
    if not found:
        look = telling("Do the open cards make a word?")
        return advice_of(look, [stop], [telling("There is no common word.")])
    best = found[0]
    cards = [moves.own_hand(view, 0)[column] for column in best.columns]
    word = "".join(cards)
    return advice_of(
        telling("There is a word of {n} letters.", n=len(word)),
        [*((one, telling("to lay {word}", word=word_of(view, one))) for one in found), stop],
        [telling("{word} uses cards from {n} {n|column|columns}.", word=word, n=len(cards))],
        telling("Look at {cards}: they make a word.", cards=spaced(sorted(cards))),
    )


def spellings(view: View, words: Vocabulary) -> Iterator[Spell]:
    """Yield a common word for each set of columns that spells one, most columns first."""
    cards = moves.own_hand(view, 0)
    places = [place for place, card in enumerate(cards) if card]
    for mask in sorted(range(1, 1 << len(places)), key=lambda mask: (-mask.bit_count(), mask)):
        columns = [place for at, place in enumerate(places) if mask >> at & 1]
        key = key_of([cards[column] for column in columns])
        if key in words.index.keys and (word := words.spell(key)):
            order: list[int] = []
            for card in spell_with(word, [cards[column] for column in columns]):
                order.append(next(at for at in columns if cards[at] == card))
                columns.remove(order[-1])
            yield Spell(tuple(order))


def word_of(view: View, spelled: Spell) -> str:
    """Return the word of a move in the solo game."""
    return "".join(moves.own_hand(view, 0)[column] for column in spelled.columns)


def spelt(words: tuple[tuple[Face, ...], ...]) -> str:
    """Return words as letters, separated by spaces."""
    return spaced("".join(word) for word in words)
