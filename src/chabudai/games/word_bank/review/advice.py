"""Word Bank: advice for a seat that must say a password or vote, based on the bots' valuation.

It proposes words that most people know, unless no such word fits the circle.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from chabudai.core import Advice, Rng, Seat, Telling, TellingFact, advice_of, telling
from chabudai.core.advice import MOST
from chabudai.core.text import spaced
from chabudai.games.word_bank.bots import STRENGTHS, accepts
from chabudai.games.word_bank.bots.lookahead import Mask, Reach, move_gains, position
from chabudai.games.word_bank.moves import check_to_move
from chabudai.games.word_bank.review.passwords import RAREST, Password, Passwords
from chabudai.games.word_bank.review.valuation import UNIT, Moves
from chabudai.games.word_bank.state import Action, Pass, Say, Slot, Vote
from chabudai.games.word_bank.view import Doubt, View
from chabudai.words import level

COMMON = 35
"""Highest SCOWL level of the words that most people know."""
TRIED = 12
"""Number of sets of positions to evaluate, the most promising first."""


def advise(view: View, seat: Seat, rng: Rng) -> Advice:
    """Return advice for `seat`. Raises NotToMove unless it must say a password or vote."""
    check_to_move(view, seat)
    if isinstance(view.phase, Doubt):
        return advice_at_vote(view, view.phase.say.word)
    words = Passwords(view)
    masks = words.masks(COMMON) or words.masks(RAREST)
    here = position(view, seat)
    moves, gains = Moves(here, Reach(masks)), move_gains(here)
    fit = [mask for mask in masks if mask.bit_count() <= view.stones[seat]]
    promising = sorted(fit, key=lambda mask: (-gains[mask], mask))[:TRIED]
    ranked = sorted(
        dict.fromkeys((moves.best(fit), *promising, 0)), key=lambda mask: -moves.worths(mask)[seat]
    )
    choices = [*islice(distinct(words, ranked), MOST)]
    best = choices[0][1]
    worth, *less = [moves.worths(mask)[seat] for mask, _ in choices]
    return advice_of(
        look_at(view, best),
        [(say(one), in_words(view.ring, one)) for _, one in choices],
        reasons(view, seat, best, worth - max(less, default=worth)),
        closer_look(view, best),
    )


def distinct(words: Passwords, masks: Iterable[Mask]) -> Iterator[tuple[Mask, Password | None]]:
    """Yield a different password for each set of positions, or None for the empty set."""
    seen = set[str]()
    for mask in masks:
        found = words.easiest(mask, COMMON)
        word = "" if found is None else found.word
        if word not in seen:
            seen.add(word)
            yield mask, found


def say(password: Password | None) -> Action:
    """Return a password as an action. None means pass."""
    if password is None:
        return Pass()
    return Say(password.word, password.direction, password.positions)


def in_words(ring: tuple[Slot, ...], password: Password | None) -> Telling:
    """Return the phrase for a password. None means pass."""
    if password is None:
        return telling("to pass")
    on = spaced(ring[place].safe.letter for place in password.positions)
    return telling("{word} on {letters}", word=password.word, letters=on)


def look_at(view: View, best: Password | None) -> Telling:
    """Return a hint about the best password: its first safe."""
    if best is None:
        return telling("Few words fit this circle.")
    first = view.ring[best.positions[0]].safe.letter
    return telling("Look for a word that begins with {letter}.", letter=first)


def closer_look(view: View, best: Password | None) -> Telling | None:
    """Return a second hint about the best password: its length and its last safe."""
    if best is None:
        return None
    *before, last = (view.ring[place].safe.letter for place in best.positions)
    facts: dict[str, TellingFact] = {"n": len(best.word), "letter": last}
    if before:
        return telling("It has {n} letters, and its last stone is on {letter}.", **facts)
    return telling("It has {n} letters, and its only stone is on {letter}.", **facts)


def reasons(view: View, seat: Seat, best: Password | None, ahead: int) -> Iterator[Telling]:
    """Yield the reasons for a password: its effect, and its advantage over other choices."""
    if best is None:
        yield telling("No word here is better than a pass.")
        return
    n = len(best.positions)
    if n == view.stones[seat]:
        yield telling("{word} places all your stones, which ends the game.", word=best.word)
    else:
        text = "{word} places {n} {n|stone|stones}."
        yield telling(text, word=best.word, n=n)
    if best.closes:
        yield from of_closing(view, seat, best)
    if ahead > 0:
        text = "That is about {ahead} stones better than the next best move."
        yield telling(text, ahead=f"{ahead / UNIT:.1f}")


def of_closing(view: View, seat: Seat, best: Password) -> Iterator[Telling]:
    """Yield a sentence on the stones that go to the box when a password closes safes."""
    lying = [owner for place in best.closes for owner in view.ring[place].stones]
    closed = spaced(view.ring[place].safe.letter for place in best.closes)
    mine = lying.count(seat) + len(best.closes)
    facts: dict[str, TellingFact] = {"closed": closed, "n": mine}
    if others := len(lying) - lying.count(seat):
        text = (
            "It closes {closed}: {n} of your stones {n|goes|go} to the box, and {others} of "
            "the others’."
        )
        yield telling(text, **facts, others=others)
        return
    text = "It closes {closed}: {n} of your stones {n|goes|go} to the box, and nobody else’s."
    yield telling(text, **facts)


def advice_at_vote(view: View, word: str) -> Advice:
    """WB-A18: advise whether to accept a word that is not in the table's dictionary."""
    stands = accepts(view, word, STRENGTHS["expert"].recognised)
    why = telling("{word} is in no dictionary here.", word=word)
    if stands:
        why = telling("It has the same root as a word that has been accepted.")
        if level(word) is not None:
            why = telling("{word} is in a larger dictionary.", word=word)
    choices: list[tuple[Action, Telling]] = [
        (Vote(accept=True), telling("to accept it")),
        (Vote(accept=False), telling("to reject it")),
    ]
    look = telling("Look at {word}: have you ever read it?", word=word)
    return advice_of(look, choices if stands else choices[::-1], [why])
