"""What a review says of one place in a game, against going through everything there is."""

from collections import Counter
from collections.abc import Container, Iterator
from itertools import permutations
from random import Random

from chabudai.core import AnyGame
from chabudai.core.transcript import Transcript, replay, replayed
from chabudai.games import kakapo, quiddler, word_bank, word_porters
from chabudai.games.kakapo.review.hindsight import (
    is_round_start,
    is_won,
    look_back as look_at_mission,
)
from chabudai.games.kakapo.state import Concede, State as Mission
from chabudai.games.quiddler.components.cards import points
from chabudai.games.quiddler.review.hindsight import cost, look_back as look_at_lays
from chabudai.games.quiddler.rules import scoring
from chabudai.games.quiddler.state import Hand, State as Lays
from chabudai.games.word_bank.bots import mask_of
from chabudai.games.word_bank.moves import inputs
from chabudai.games.word_bank.review.hindsight import turns_of
from chabudai.games.word_bank.review.passwords import RAREST, Passwords
from chabudai.games.word_bank.rules import against_word
from chabudai.games.word_bank.state import State as Ring
from chabudai.games.word_porters.review.hindsight import look_back as look_at_votes
from chabudai.words import crude, lexicon
from chabudai.words.lexicon import Lexicon

MOST_STATES = 3_000
"""Of the last round of a mission, so many are gone through."""
MOST_CARDS = 6
SAFES = 7


def against_every_ending(played: Transcript, luck: Random) -> int:
    """Compare whether a mission can be won from its last round with every way to play it."""
    recorded = replayed(kakapo.GAME, played)
    states: tuple[Mission, ...] = recorded.states
    starts = [state for state in states if is_round_start(state)]
    said = look_at_mission(kakapo.GAME, recorded).winnable[-1]
    found = can_be_won(kakapo.GAME, starts[-1])
    if found is None:
        return 0
    assert said in (found, None)
    return 1


def can_be_won(game: AnyGame, state: Mission) -> bool | None:
    """Whether some play wins in this round, or None if there are too many or it continues."""
    left, seen = [state], 0
    while left:
        here = left.pop()
        seen += 1
        if is_won(here):
            return True
        owing = game.to_act(here)
        if seen > MOST_STATES or (owing and here.round > state.round):
            return None
        for seat in owing:
            actions = game.legal_actions(game.view(here, seat), seat)
            moves = [action for action in actions if not isinstance(action, Concede)]
            left += [game.apply(here, seat, action).state for action in moves]
    return False


def against_every_layout(played: Transcript, luck: Random) -> int:
    """Compare the best lay of few cards with every way to lay them."""
    recorded = replayed(quiddler.GAME, played)
    states: tuple[Lays, ...] = recorded.states
    told = 0
    for lay in look_at_lays(quiddler.GAME, recorded).lays:
        if len(lay.hand) > MOST_CARDS:
            continue
        before = states[lay.at]
        others = {word.word for word in before.laid if word.seat != lay.seat}
        known = lexicon(before.options.lexicon)
        ways = layouts(tuple(lay.hand), known, others | crude())
        worths = (scoring.base(before.options, laid, points(left)) for laid, left in ways)
        assert lay.worth + cost(lay) == max([lay.worth, *worths])
        told += 1
    return told


def layouts(
    hand: Hand, known: Lexicon, barred: Container[str], laid: int = 0
) -> Iterator[tuple[int, Hand]]:
    """The points of words that can be laid, and the cards left after the best discard."""
    yield laid, tuple(sorted(hand, key=lambda card: points((card,))))[:-1]
    for size in range(2, len(hand)):
        for word in set(permutations(hand, size)):
            spelt = "".join(word)
            if spelt in known and spelt not in barred:
                rest = tuple((Counter(hand) - Counter(word)).elements())
                yield from layouts(rest, known, barred, laid + points(word))


def against_every_word(played: Transcript, luck: Random) -> int:
    """Compare the passwords of one turn with every word tried in every way."""
    states: tuple[Ring, ...] = tuple(replay(word_bank.GAME, played))
    state = luck.choice([*turns_of(played, states)]).before
    every = {
        mask_of(way.positions)
        for first in {slot.safe.letter for slot in state.ring}
        for text in lexicon(state.options.lexicon).block(first)
        for word in text.decode().split()
        if word not in crude() and not against_word(state.options, state.ring, state.used, word)
        for way in inputs(state.ring, word, SAFES)
    }
    assert Passwords(state).masks(RAREST) == every
    return 1


def against_every_votes(played: Transcript, luck: Random) -> int:
    """Check that no other votes of a seat are likelier than the best ones."""
    recorded = replayed(word_porters.GAME, played)
    reviewed = luck.choice(look_at_votes(word_porters.GAME, recorded).rounds)
    told = 0
    for seat in {vote.seat for vote in reviewed.votes}:
        mine = [vote for vote in reviewed.votes if vote.seat == seat]
        best = sum(vote.chances[vote.best - 1] for vote in mine)
        for votes in permutations(range(10), len(mine)):
            likely = sum(vote.chances[word] for vote, word in zip(mine, votes, strict=True))
            assert likely <= best + len(mine)  # each is rounded
        told += 1
    return told
