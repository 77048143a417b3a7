"""Word Bank: reasons for a bot's password, pass or vote.

Everything except votes in progress is public, so a reason is disclosed immediately.
"""

from chabudai.core import Seat, Telling, TellingFact, telling
from chabudai.core.text import spaced
from chabudai.games.word_bank.bots import STRENGTHS, accepts
from chabudai.games.word_bank.bots.lookahead import Reach, position
from chabudai.games.word_bank.moves import closing
from chabudai.games.word_bank.review.advice import COMMON
from chabudai.games.word_bank.review.passwords import Passwords
from chabudai.games.word_bank.review.valuation import UNIT, Moves
from chabudai.games.word_bank.state import Action, Pass, Say, Vote
from chabudai.games.word_bank.view import Doubt, View
from chabudai.words import level


def why(before: View, seat: Seat, action: Action, now: View) -> Telling | None:
    """Return the reason for a move that `seat` made in `before`, or None if it must stay secret in
    `now`.
    """
    match action:
        case Say() if action.word in now.used:
            return why_said(before, seat, action)
        case Say(word=word) if not is_voted_on(now, word):
            return telling("It thought {word} was a word.", word=word)
        case Pass():
            return telling("It knew no word that was better than a pass.")
        case Vote() if isinstance(before.phase, Doubt):
            word = before.phase.say.word
            return None if is_voted_on(now, word) else why_voted(before, word, action)
        case _:
            return None


def is_voted_on(now: View, word: str) -> bool:
    """Whether a vote on this word is in progress."""
    return isinstance(now.phase, Doubt) and now.phase.say.word == word


def why_said(before: View, seat: Seat, say: Say) -> Telling:
    """Describe a password's effect, and its value compared with a pass."""
    n = len(say.positions)
    if n == before.stones[seat]:
        text = "{word} placed all its stones, which ends the game."
        return telling(text, word=say.word)
    moves = Moves(position(before, seat), Reach(Passwords(before).masks(COMMON)))
    mask = sum(1 << place for place in say.positions)
    facts: dict[str, TellingFact] = {"word": say.word, "n": n}
    found = telling("Best word I found: {word}, for {n} {n|stone|stones}.", **facts)
    if closes := closing(before.ring, say.positions):
        closed = spaced(before.ring[place].safe.letter for place in closes)
        text = "Best word I found: {word}, for {n} {n|stone|stones}. It closes {closed}."
        found = telling(text, **facts, closed=closed)
    ahead = round((moves.worths(mask)[seat] - moves.worths(0)[seat]) / UNIT)
    if ahead < 1:
        return found
    text = "{found} That is about {ahead} {ahead|stone|stones} better than a pass."
    return telling(text, found=found, ahead=ahead)


def why_voted(before: View, word: str, vote: Vote) -> Telling:
    """Describe the reason for accepting or rejecting a word."""
    if vote.accept != accepts(before, word, STRENGTHS["expert"].recognised):
        if vote.accept:
            return telling("It thought {word} was a word.", word=word)
        return telling("It did not know {word}.", word=word)
    if not vote.accept:
        return telling("{word} is in no dictionary here.", word=word)
    if level(word) is not None:
        return telling("{word} is in a larger dictionary.", word=word)
    return telling("It has the same root as a word that has been accepted.")
