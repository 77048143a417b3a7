"""Quiddler: reasons for a bot's draw, lay, discard or challenge.

During the game, only public moves have a public reason. Reasons that depend on the hand are
disclosed once the game is over.
"""

from collections.abc import Iterable
from itertools import chain

from chabudai.core import Listed, Seat, Telling, listed, telling
from chabudai.games.quiddler.bots import odds
from chabudai.games.quiddler.bots.bonuses import giving_cost
from chabudai.games.quiddler.bots.challenging import odds_against, odds_needed
from chabudai.games.quiddler.bots.lookahead import Outlook
from chabudai.games.quiddler.bots.vocabulary import vocabulary
from chabudai.games.quiddler.components.cards import Face, points
from chabudai.games.quiddler.review.advice import COMMON, JUDGE, held, share_of, waiting, word_of
from chabudai.games.quiddler.state import (
    Action,
    Challenge,
    Discard,
    Draw,
    GoOut,
    Last,
    Over,
    Ready,
    Spell,
    Stop,
)
from chabudai.games.quiddler.view import View


def why(before: View, seat: Seat, action: Action, now: View) -> Telling | None:
    """Return the reason for a move that `seat` made in `before`, or None if it is still secret in
    `now`.
    """
    match action:
        case GoOut(words=laid) | Last(words=laid):
            return why_laid(action, points(chain.from_iterable(laid)))
        case Challenge():
            return why_challenged(before, action)
        case Ready():
            return telling("No word looked wrong enough for a challenge.")
        case Spell(columns=columns):
            text = "{word} uses cards from {n} {n|column|columns}."
            return telling(text, word=word_of(before, action), n=len(columns))
        case Stop():
            return telling("It knew no word for the open cards.")
        case Draw() if isinstance(now.phase, Over):
            return why_drew(before, seat)
        case Discard(card=card) if isinstance(now.phase, Over):
            return why_discarded(before, seat, card)
        case _:
            return None


def why_laid(action: GoOut | Last, n: int) -> Telling:
    """QD-12, QD-15: describe the words laid, if any. All of this is public."""
    words = spelt(action.words)
    if isinstance(action, GoOut):
        text = (
            "It could go out with {words}, for {n} {n|point|points}. The others have one more "
            "turn each."
        )
        return telling(text, words=words, n=n)
    if action.words:
        text = "In its last turn, it laid {words} for {n} {n|point|points}."
        return telling(text, words=words, n=n)
    return telling("In its last turn, it knew no word for its cards.")


def why_challenged(before: View, challenge: Challenge) -> Telling | None:
    """QD-24: report the probability that a word is invalid, except for words of the previous
    round.
    """
    if challenge.round != before.round:
        return telling("A word of the last round looked wrong to it.")
    word = before.laid[challenge.word].word
    text = (
        "By its letters, {word} was {odds} % likely to be no word. A challenge "
        "pays from {needed} %."
    )
    return telling(
        text,
        word=word,
        odds=share_of(odds_against(before, challenge.word, JUDGE.suspicion)),
        needed=share_of(odds_needed(before.options, len(before.hands))),
    )


def why_drew(before: View, seat: Seat) -> Telling:
    """QD-9: compare the values of the open card and of a card from the pile."""
    if not before.pile:
        return telling("There was no other card to draw.")
    hand = held(before, seat, vocabulary(before.options.lexicon, COMMON, 1.0, 0))
    outlook, card = Outlook(hand.cover, hand.bonus), before.discards[-1]
    text = (
        "Its hand was worth about {n} {n|point|points} with {card}, and about {other} with a "
        "card from the pile."
    )
    n, other = round(outlook.keeping(card)), round(outlook.expected(odds(before)))
    return telling(text, card=card, n=n, other=other)


def why_discarded(before: View, seat: Seat, card: Face) -> Telling:
    """QD-13: compare this discard with the best other one, by the value of the next turn."""
    hand = held(before, seat, vocabulary(before.options.lexicon, COMMON, 1.0, 0))
    gift = {face: giving_cost(before, face) for face in hand.cards}
    worths = waiting(before, hand, gift)
    n = round(max(worth for place, worth in worths.items() if hand.cards[place] == card))
    others = {place: worth for place, worth in worths.items() if hand.cards[place] != card}
    if not others:
        return telling("It had no other card to discard.")
    best = max(others, key=others.__getitem__)
    text = (
        "After discarding {card}, its next turn would bring about {n} {n|point|points}; after "
        "{other}, about {less}."
    )
    return telling(text, card=card, n=n, other=hand.cards[best], less=round(others[best]))


def spelt(words: Iterable[tuple[Face, ...]]) -> Listed:
    """Return words as letters."""
    return listed(map("".join, words))
