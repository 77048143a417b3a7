"""Quiddler never proposes a crude word, but players may lay one."""

import re

import msgspec
import pytest

from chabudai.core import CHANCE, Rng
from chabudai.games.quiddler import rules
from chabudai.games.quiddler.bots import BOTS, greedy
from chabudai.games.quiddler.bots.vocabulary import vocabulary
from chabudai.games.quiddler.components.cards import COUNTS, DECK, Face
from chabudai.games.quiddler.components.word_index import spellings
from chabudai.games.quiddler.review.advice import advise
from chabudai.games.quiddler.review.hindsight import best_of, laid_by, up_to
from chabudai.games.quiddler.solver import Layout, commands
from chabudai.games.quiddler.state import Options
from chabudai.games.quiddler.tests.tables import last_turn, make, out, table
from chabudai.games.quiddler.view import View, view
from chabudai.words import LEXICONS, LexiconName, crude

HANDS = 150
LISTED_LATE = frozenset("ABO CUMS FUCKHEAD GOLLIWOG GOY KRAUT MONG MULATTO NEGRO QUIM TAIG".split())
"""Words that were once proposed because the list of crude words lacked them."""
RUDE = crude() | LISTED_LATE


def crude_hand(seed: int) -> tuple[Face, ...]:
    """Return the cards of a random crude word, along with random cards."""
    rng = Rng(seed)
    words, ways = sorted(RUDE), list[tuple[Face, ...]]()
    while not ways:
        every = spellings(rng.choice(words), 8)
        ways = [way for way in every if all(way.count(face) <= COUNTS[face] for face in way)]
    way, rest = rng.choice(ways), list(DECK)
    for face in way:
        rest.remove(face)
    return (*way, *rng.shuffled(rest)[: 1 + rng.below(11 - len(way))])


def advised(seen: View) -> set[str]:
    """Return all words in the advice for a view."""
    advice = advise(seen, 0, Rng(1))
    told = msgspec.json.encode(
        (advice.look, advice.closer, [one.said for one in advice.choices], advice.why)
    )
    return set(re.findall("[A-Z]{2,}", told.decode()))


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(each, marks=() if each == "expert" else pytest.mark.nightly)
        for each in LEXICONS
    ],
)
def test_no_channel_proposes_a_crude_word(name: LexiconName) -> None:
    words = vocabulary(name, up_to(80), 1.0, 0)
    for seed in range(HANDS):
        hand = " ".join(crude_hand(seed))
        state = last_turn(hand, lexicon=name)
        seen = view(state, 0)
        best = best_of(state, 0, words)
        assert best is not None
        solved = commands.run(commands.Hand(hand, lexicon=name, clean=True)).document
        assert isinstance(solved, Layout)
        proposed = [*best.words, *solved.words]
        for bot in (*(hire(seed) for hire in BOTS.values()), greedy(seed)):
            proposed += laid_by(bot(seen, 0, Rng(seed)))
        assert not RUDE & {*map("".join, proposed), *advised(seen)}, hand


def test_advice_and_bots_in_the_solo_game_propose_no_crude_word() -> None:
    options = Options(solo="columns", lexicon="expert")
    for seed in range(20):
        state = rules.setup(options, 1)
        state = make(state, (CHANCE, rules.chance(state, Rng(seed))))
        while rules.to_act(state):
            seen = view(state, 0)
            assert not RUDE & advised(seen)
            state = make(state, (0, BOTS["expert"](seed)(seen, 0, Rng(seed))))
        assert not RUDE.intersection(laid.word for laid in state.laid)


def test_a_player_may_lay_a_crude_word() -> None:
    options = Options(validation="at-once", lexicon="casual")
    state = table("F U C K V", "A B C D E", drawn="K", options=options)
    assert make(state, (0, out("F U C K", "V"))).laid[0].word == "FUCK"
