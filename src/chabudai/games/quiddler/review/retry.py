"""Quiddler: retries of a costly lay or challenge in a finished game."""

import msgspec

from chabudai.core import Telling, TellingFact, telling
from chabudai.core.retry import NoMoment, Retry
from chabudai.core.transcript import Recorded
from chabudai.games.quiddler.review.hindsight import (
    Doubted,
    Weighed,
    cost,
    invalid,
    laid_by,
    look_back,
    value,
)
from chabudai.games.quiddler.review.telling import (
    spelt,
    tell_gain,
    tell_layout,
    tell_odds,
    tell_peace,
)
from chabudai.games.quiddler.state import Action, Challenge, Discard, GoOut, Last, State, Words
from chabudai.words import lexicon


def retry(played: Recorded, at: int, action: Action | None) -> Retry[Action]:
    """Judge an action in place of the lay or lost challenge at move `at`, or find the best action.

    Raises NoMoment if move `at` is neither a lay nor a lost challenge.
    """
    looked = look_back(played.game, played)
    before: State = played.states[at]
    for lay in looked.lays:
        if lay.at == at:
            return lay_best(played, lay) if action is None else lay_again(before, lay, action)
    for doubted in looked.challenges:
        if doubted.at == at and doubted.allowed and doubted.in_turn:
            again = next_move(played, doubted) if action is None else action
            return doubt_again(before, doubted, again)
    raise NoMoment(f"Move {at} is neither a lay nor a challenge that was lost.")


# --- Lays


def lay_best(played: Recorded, lay: Weighed) -> Retry[Action]:
    """Return the best words, along with the best familiar ones."""
    before, best = played.states[lay.at], lay.best or lay.known
    if best is None or best.discard is None:
        return Retry(move_at(played, lay.at), True, (tell_rest(lay, lay.worth),))
    action = (GoOut if before.last is None else Last)(best.words, best.discard)
    said: tuple[Telling, ...] = (tell_gain(lay),)
    if lay.best and lay.known:
        familiar = tell_layout(before.options, lay.known)
        said = (
            *said,
            telling("With words as common as those laid, the best was {words}.", words=familiar),
        )
    return Retry(action, True, said)


def lay_again(before: State, lay: Weighed, action: Action) -> Retry[Action]:
    """Compare a move with the words that were laid and with the best ones."""
    if isinstance(action, Challenge):
        return Retry(action, False, (tell_verdict(before, action),))
    if isinstance(action, Discard) and before.last is None:
        text = (
            "The round goes on, so nothing is scored. Going out could score {n} {n|point|points}."
        )
        return Retry(action, False, (telling(text, n=lay.worth + cost(lay)),))
    worth, words = value(before, lay.seat, action), laid_by(action)
    said: tuple[Telling, ...] = (tell_compared(lay, words, worth), tell_rest(lay, worth))
    solved = worth >= lay.worth + (lay.decision or lay.vocabulary)
    if wrong := invalid(before.options, words):
        said = (telling("Not in the dictionary: {words}.", words=spelt(wrong)), *said)
    return Retry(action, solved, said)


def tell_compared(lay: Weighed, words: Words, worth: int) -> Telling:
    """Compare the value of these words with the value of the words laid in the game."""
    more = worth - lay.worth
    facts: dict[str, TellingFact] = {
        "words": spelt(words) if words else telling("Nothing laid"),
        "n": worth,
    }
    if not more:
        return telling("{words}: {n} {n|point|points}, as in the game.", **facts)
    if more > 0:
        text = "{words}: {n} {n|point|points}, {more} more than in the game."
        return telling(text, **facts, more=more)
    text = "{words}: {n} {n|point|points}, {less} fewer than in the game."
    return telling(text, **facts, less=-more)


def tell_rest(lay: Weighed, worth: int) -> Telling:
    """Compare a value with the best one."""
    n = lay.worth + cost(lay) - worth
    if n <= 0:
        return telling("Nothing scores more.")
    if lay.best and lay.decision and n <= lay.vocabulary:
        text = "Well done! Only rarer words score more: {words}, by {n} {n|point|points}."
        return telling(text, words=spelt(lay.best.words), n=n)
    return telling("The best was worth {n} {n|point|points} more.", n=n)


# --- Challenges


def doubt_again(before: State, doubted: Doubted, action: Action) -> Retry[Action]:
    """Judge a challenge by the dictionary, and treat any other move as letting the word stand."""
    if not isinstance(action, Challenge):
        return Retry(action, True, (tell_peace(doubted), tell_odds(doubted)))
    laid = before.laid[action.word]
    if laid.word == doubted.word:
        return Retry(action, False, (tell_verdict(before, action), tell_odds(doubted)))
    right = laid.word not in lexicon(before.options.lexicon)
    return Retry(action, right, (tell_verdict(before, action),))


def tell_verdict(before: State, challenge: Challenge) -> Telling:
    """Report the result of a challenge."""
    laid = before.laid[challenge.word]
    if laid.word in lexicon(before.options.lexicon):
        text = "{word} is a word. The challenge costs {n} {n|point|points}."
        return telling(text, word=laid.word, n=laid.points)
    return telling("{word} is not a word, so it scores nothing.", word=laid.word)


def next_move(played: Recorded, doubted: Doubted) -> Action:
    """Return the challenger's next move that is not a challenge. It was already legal before the
    challenge.
    """
    actions = (
        move_at(played, at)
        for at, entry in enumerate(played.transcript.entries)
        if at > doubted.at and entry.seat == doubted.seat
    )
    return next(action for action in actions if not isinstance(action, Challenge))


def move_at(played: Recorded, at: int) -> Action:
    """Return a move of the game."""
    action: Action = msgspec.json.decode(played.transcript.entries[at].action, type=Action)
    return action
