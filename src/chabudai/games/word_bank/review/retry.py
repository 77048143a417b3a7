"""Word Bank: judge another password in a turn of a finished game, or find the best one."""

from chabudai.core import Telling, TellingFact, telling
from chabudai.core.retry import NoMoment, Retry
from chabudai.core.transcript import Recorded
from chabudai.games.word_bank import rules
from chabudai.games.word_bank.bots import mask_of
from chabudai.games.word_bank.bots.lookahead import Mask
from chabudai.games.word_bank.review.advice import reasons, say
from chabudai.games.word_bank.review.hindsight import (
    NOTABLE,
    Scales,
    Taken,
    rarest,
    scales,
    turns_of,
)
from chabudai.games.word_bank.review.passwords import Password
from chabudai.games.word_bank.review.telling import tell_better
from chabudai.games.word_bank.review.valuation import UNIT
from chabudai.games.word_bank.state import Action, Judging, Say
from chabudai.games.word_bank.view import view
from chabudai.words import fold


def judge(played: Recorded, at: int, action: Action | None) -> Retry[Action]:
    """Judge an action in place of move `at`, or find the best action. Raises NoMoment if `at` is
    not a turn.
    """
    turn = next(
        (turn for turn in turns_of(played.transcript, played.states) if turn.at == at), None
    )
    if turn is None:
        raise NoMoment(f"Move {at} is not a turn.")
    weights = scales(turn)
    known = rarest(tuple(turns_of(played.transcript, played.states)), turn.seat)
    if action is None:
        return show_best(turn, weights, known)
    return judge_turn(turn, weights, known, action)


def show_best(turn: Taken, weights: Scales, known: int) -> Retry[Action]:
    """Return the best password that the seat knows, if it is clearly better than the word that was
    said. Otherwise, return the best move of all. The result includes the reasons and the gain.
    """
    best, said = best_of(turn, weights, 0), mask_of(turn.positions)
    if best == said:
        return Retry(turn.action, best=True, said=(telling("Nothing here is better."),))

    def gain(mask: Mask) -> int:
        return weights.worth(mask)[turn.seat] - weights.worth(said)[turn.seat]

    own = weights.moves.best(weights.words.masks(known))
    shown = own if own and gain(own) >= NOTABLE else best
    password, gained = weights.words.commonest(shown), gain(shown)
    seen = view(turn.before, turn.seat)
    told = (*reasons(seen, turn.seat, password, 0), tell_better(password, gained))
    return Retry(say(password), best=True, said=told)


def judge_turn(turn: Taken, weights: Scales, known: int, action: Action) -> Retry[Action]:
    """Judge an action of the seat whose turn it was. It knows the words up to level `known`."""
    after, seat = rules.apply(turn.before, turn.seat, action).state, turn.seat
    doubtful = isinstance(after.phase, Judging)
    stands = doubtful or len(after.used) > len(turn.before.used)
    mask = mask_of(action.positions) if isinstance(action, Say) and stands else 0
    here, then = weights.worth(mask)[seat], weights.worth(mask_of(turn.positions))[seat]
    best = best_of(turn, weights, mask)
    missing = weights.worth(best)[seat] - here
    own = weights.worth(weights.moves.best(weights.words.masks(known)))[seat]
    solved = not doubtful and (missing <= 0 or here >= own > then)
    rarer = weights.words.commonest(best) if solved and missing > 0 else None
    told = [compared(action, turn.action, here - then), tell_rest(missing, rarer)]
    if isinstance(action, Say) and doubtful:
        told.insert(0, telling("The others would vote on {word}.", word=fold(action.word)))
    elif isinstance(action, Say) and not stands:
        told[0] = telling("{word} would place no stone.", word=fold(action.word))
    return Retry(action, best=solved, said=tuple(told))


def best_of(turn: Taken, weights: Scales, mask: Mask) -> Mask:
    """Compare the best possible move, the original move, and `mask`, and return the best."""
    known = (mask_of(turn.positions), mask, weights.moves.best(weights.every))
    return max(known, key=lambda each: weights.worth(each)[turn.seat])


def compared(action: Action, made: Action, gained: int) -> Telling:
    """Compare an action with the original one, given the difference in worth."""
    facts: dict[str, TellingFact] = {
        "word": named(action, telling("Passing")),
        "said": named(made, telling("passing")),
        "n": round(abs(gained) / UNIT),
    }
    if abs(gained) < NOTABLE:
        return telling("{word} is about as good as {said}.", word=facts["word"], said=facts["said"])
    if not facts["n"]:
        text = "{word} is a little better than {said}."
        if gained < 0:
            text = "{word} is a little worse than {said}."
        return telling(text, word=facts["word"], said=facts["said"])
    if gained > 0:
        return telling("{word} is about {n} {n|stone|stones} better than {said}.", **facts)
    return telling("{word} is about {n} {n|stone|stones} worse than {said}.", **facts)


def named(action: Action, passing: Telling) -> TellingFact:
    """Return the word of an action, or the phrase for a pass."""
    return fold(action.word) if isinstance(action, Say) else passing


def tell_rest(missing: int, rarer: Password | None) -> Telling:
    """Return a sentence on how much better the best move is. `rarer` is the best move if the player
    has already found the best word that they know.
    """
    if rarer is not None:
        return telling("Well done! Only a rarer word is better: {word}.", word=rarer.word)
    if missing <= 0:
        return telling("Nothing here is better.")
    if not (n := round(missing / UNIT)):
        return telling("A little more is possible.")
    return telling("About {n} {n|stone|stones} more {n|is|are} possible.", n=n)
