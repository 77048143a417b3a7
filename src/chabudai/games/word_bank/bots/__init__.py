"""Word Bank: the bots. View in, action out.

What makes a bot strong is above all how many words come to its mind (`vocabulary`), then how far it
looks ahead (`lookahead`). All work is bounded by counts, none by a clock: the same view, seat,
persona and dice give the same action on any machine.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple

from chabudai.core import Bot, Rng, Seat
from chabudai.games.word_bank.bots.lookahead import Mask, Reach, best_move, position
from chabudai.games.word_bank.bots.vocabulary import vocabulary
from chabudai.games.word_bank.components import RING
from chabudai.games.word_bank.moves.paths import Blocks, barred, passwords
from chabudai.games.word_bank.solver.endgame import Unproven, endgame
from chabudai.games.word_bank.state import Action, Pass, Say, Vote
from chabudai.games.word_bank.view import Doubt, View, determinize
from chabudai.words import level, relatives

LAST = 8
"""Stones in front of two players, together, from which on the end of a game might be proven."""


class Mind(NamedTuple):
    """What a bot is capable of."""

    known: int
    """The highest SCOWL level of the words that can come to its mind."""
    found: float
    """The share of them that does, in one game."""
    recognised: int
    """The highest level of words it would let stand when somebody else says them."""
    depth: int
    """Moves it looks ahead; 0: as many stones as possible."""
    width: int
    """Moves it considers at each step."""
    proof: int = 0
    """Moves it may spend on proving how to end a game of two; 0: it does not try."""


MINDS: Mapping[str, Mind] = {
    "easy": Mind(known=20, found=0.3, recognised=35, depth=0, width=1),
    "normal": Mind(known=35, found=0.3, recognised=50, depth=1, width=10),
    "hard": Mind(known=60, found=0.5, recognised=70, depth=2, width=16),
    "expert": Mind(known=80, found=1.0, recognised=80, depth=4, width=10, proof=6000),
}


def bot(mind: Mind, persona: int) -> Bot[View, Action]:
    """A bot of that mind."""

    def act(view: View, seat: Seat, rng: Rng) -> Action:
        if isinstance(view.phase, Doubt):
            known = level(view.phase.say.word)
            return Vote(known is not None and known <= mind.recognised)
        words = vocabulary(view.options.lexicon, mind.known, mind.found, persona)
        ways = ways_by_mask(view, seat, words.block)
        mask = chosen(view, seat, rng, mind, ways)
        if not mask:
            return Pass()
        return aptest(ways[mask])

    return act


def chosen(view: View, seat: Seat, rng: Rng, mind: Mind, ways: Mapping[Mask, list[Say]]) -> Mask:
    """Where the stones go, as a mask of places; 0: nowhere."""
    if not mind.depth:
        sizes = {mask: mask.bit_count() for mask in ways}
        most = max((size for size in sizes.values() if size <= view.stones[seat]), default=0)
        return rng.choice([mask for mask in ways if sizes[mask] == most] or [0])
    if mind.proof and len(view.stones) == 2 and sum(view.stones) <= LAST:
        proven = proven_mask(view, rng, mind.proof)
        if proven is not None and (proven in ways or not proven):
            return proven
    return best_move(position(view, seat), Reach(ways), mind.depth, mind.width)[0]


def proven_mask(view: View, rng: Rng, limit: int) -> Mask | None:
    """The best move for some random order of the pile, or None if that cannot be proven soon."""
    try:
        action = endgame(determinize(view, rng), limit).action
    except Unproven:
        return None
    return mask_of(action.positions) if isinstance(action, Say) else 0


def ways_by_mask(view: View, seat: Seat, blocks: Blocks) -> dict[Mask, list[Say]]:
    """The passwords that come to mind, by the places that would get a stone."""
    bad = barred(view.options, view.used)
    found: dict[Mask, list[Say]] = {}
    for word, path in passwords(view.ring, RING, blocks, bad):
        found.setdefault(mask_of(path[1]), []).append(Say(word, *path))
    return found


def mask_of(positions: Iterable[int]) -> Mask:
    """Places as a mask."""
    return sum(1 << place for place in positions)


def aptest(says: list[Say]) -> Say:
    """The password that costs fewest words of its root."""
    return min(says, key=lambda say: (len(relatives(say.word)), len(say.word), say.word))


BOTS: Mapping[str, Callable[[int], Bot[View, Action]]] = {
    name: partial(bot, mind) for name, mind in MINDS.items()
}
