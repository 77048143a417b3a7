"""Word Bank: the bots, which map a view to an action.

A bot's strength depends mostly on the number of words that it knows (`vocabulary`) and considers in
a turn, and less on its search depth (`lookahead`). All limits count steps, not time, so the same
view, seat, persona and random stream give the same action on any machine.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import filterfalse, islice
from typing import NamedTuple

from chabudai.core import Bot, Levels, Rng, Seat
from chabudai.core.characters import Character, character_of
from chabudai.games.word_bank.bots.lookahead import Mask, Reach, best_move, ends_behind, position
from chabudai.games.word_bank.bots.vocabulary import vocabulary
from chabudai.games.word_bank.components import RING
from chabudai.games.word_bank.moves import check_to_move
from chabudai.games.word_bank.moves.paths import Blocks, barred, letters, passwords
from chabudai.games.word_bank.solver.endgame import Unproven, endgame
from chabudai.games.word_bank.state import LONGEST, Action, Pass, Say, Vote
from chabudai.games.word_bank.view import Doubt, View, determinize
from chabudai.words import level, lexicon, relatives

LAST = 8
"""Bots solve the ending if two players together have at most this many stones in front of them."""

STEM = 3
"""Minimum length of the common prefix of two forms of a word."""


class Strength(NamedTuple):
    """The parameters of a bot's strength."""

    known: int
    """Highest SCOWL level of the words that the bot can know."""
    found: float
    """The share of those words that the bot knows in one game."""
    recognised: int
    """Highest SCOWL level of the words that the bot accepts in a vote."""
    depth: int
    """Search depth in moves. If 0, the bot only maximizes the stones placed."""
    width: int
    """Number of moves considered at each step."""
    proof: int = 0
    """Maximum number of moves to try when solving the ending of a two-player game. If 0, the bot
    solves no endings.
    """
    letters: int = LONGEST
    """Maximum length of the words that the bot says."""
    thoughts: int = 0
    """Number of known words that the bot considers in a turn. If 0, it considers all."""
    careful: bool = False
    """Whether a bot without search avoids ending a game while it is behind the next player."""


STRENGTHS: Mapping[str, Strength] = {
    "easy": Strength(10, 0.6, recognised=35, depth=0, width=1, letters=5, thoughts=1),
    "normal": Strength(
        20, 0.6, recognised=50, depth=0, width=1, letters=5, thoughts=2, careful=True
    ),
    "hard": Strength(50, 0.5, recognised=70, depth=2, width=16, letters=10, thoughts=300),
    "expert": Strength(known=80, found=1.0, recognised=80, depth=4, width=10, proof=6000),
}


def bot(strength: Strength, persona: int) -> Bot[View, Action]:
    """Return a bot of this strength. The bot raises NotToMove if its seat owes no move."""
    character = character_of(persona)

    def act(view: View, seat: Seat, rng: Rng) -> Action:
        check_to_move(view, seat)
        if isinstance(view.phase, Doubt):
            return Vote(accepts(view, view.phase.say.word, strength.recognised))
        known = vocabulary(
            view.options.lexicon, strength.known, strength.found, persona, strength.letters
        ).block
        words = thoughts(view, rng, known, strength.thoughts) if strength.thoughts else known
        ways = ways_by_mask(view, seat, words)
        mask = choose_mask(view, seat, rng, strength, ways)
        if not mask:
            return Pass()
        return preferred(ways[mask], character)

    return act


def accepts(view: View, word: str, recognised: int) -> bool:
    """WB-A18: whether a bot knows the word, or a vote has already accepted another form of it."""
    known = level(word)
    return (known is not None and known <= recognised) or any(
        word.startswith(earlier) or earlier.startswith(word)
        for earlier in view.used
        if len(earlier) >= STEM <= len(word) and earlier not in lexicon(view.options.lexicon)
    )


def thoughts(view: View, rng: Rng, known: Blocks, count: int) -> Blocks:
    """Return at most `count` random words that may be said and use two letters of the circle."""
    bad = barred(view.options, view.used)
    shown = frozenset(letters(view.ring))
    words = [
        word
        for letter in sorted(shown)
        for text in known(letter)
        for word in text.decode().split()
        if not shown.isdisjoint(word[1:])
    ]
    minded = list(islice(filterfalse(bad, rng.shuffled(words)), count))
    return lambda letter: [f"{word}\n".encode() for word in minded if word[0] == letter]


def choose_mask(
    view: View, seat: Seat, rng: Rng, strength: Strength, ways: Mapping[Mask, list[Say]]
) -> Mask:
    """Choose the positions to put stones on, as a mask. 0 means pass."""
    if not strength.depth:
        return rng.choice(most_stones(view, seat, strength, ways) or [0])
    if strength.proof and len(view.stones) == 2 and sum(view.stones) <= LAST:
        proven = proven_mask(view, rng, strength.proof)
        if proven is not None and (proven in ways or not proven):
            return proven
    return best_move(position(view, seat), Reach(ways), strength.depth, strength.width)[0]


def most_stones(view: View, seat: Seat, strength: Strength, masks: Iterable[Mask]) -> list[Mask]:
    """WB-29: return the masks with the most stones, except those that a careful bot avoids."""
    here = position(view, seat)
    open_to = [
        mask
        for mask in masks
        if mask.bit_count() <= view.stones[seat]
        and not (strength.careful and ends_behind(here, mask))
    ]
    most = max(map(int.bit_count, open_to), default=0)
    return [mask for mask in open_to if mask.bit_count() == most]


def proven_mask(view: View, rng: Rng, limit: int) -> Mask | None:
    """Return the best move for a random order of the pile, or None if unproven within `limit`."""
    try:
        action = endgame(determinize(view, rng), limit).action
    except Unproven:
        return None
    return mask_of(action.positions) if isinstance(action, Say) else 0


def ways_by_mask(view: View, seat: Seat, blocks: Blocks) -> dict[Mask, list[Say]]:
    """Map each set of positions to the known passwords with stones on exactly these positions."""
    bad = barred(view.options, view.used)
    found: dict[Mask, list[Say]] = {}
    for word, path in passwords(view.ring, RING, blocks, bad):
        found.setdefault(mask_of(path[1]), []).append(Say(word, *path))
    return found


def mask_of(positions: Iterable[int]) -> Mask:
    """Convert positions to a mask."""
    return sum(1 << place for place in positions)


def preferred(says: list[Say], character: Character) -> Say:
    """Return the longest or the shortest password, as the character prefers. Among equals, return
    the one that bars the fewest words of its root.
    """
    sign = -1 if character.has("long-words") else 1
    return min(says, key=lambda say: (sign * len(say.word), len(relatives(say.word)), say.word))


BOTS: Levels[View, Action] = Levels(
    (name, partial(bot, strength)) for name, strength in STRENGTHS.items()
)

GREEDY = STRENGTHS["expert"]._replace(depth=0, proof=0)


def greedy(persona: int) -> Bot[View, Action]:
    """Return a bot that knows the expert's words and only maximizes the stones placed
    (`Extras.greedy`).
    """
    return bot(GREEDY, persona)
