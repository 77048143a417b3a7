"""Quiddler: no channel proposes a crude word, but players may lay one."""

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
from chabudai.games.quiddler.review.hindsight import best_of, up_to
from chabudai.games.quiddler.solver import Layout, commands, solve
from chabudai.games.quiddler.state import Acting, GoOut, Last, LastLap, Options, State
from chabudai.games.quiddler.tests.minds import table
from chabudai.games.quiddler.view import View, view
from chabudai.words import LEXICONS, LexiconName, crude

Hand = tuple[Face, ...]
HANDS = 150
LISTED_LATE = frozenset("ABO CUMS FUCKHEAD GOLLIWOG GOY KRAUT MONG MULATTO NEGRO QUIM TAIG".split())
"""Words that were once proposed because the list of crude words lacked them."""


def crude_hand(seed: int) -> Hand:
    """Return the cards of a random crude word, and random cards."""
    rng = Rng(seed)
    words = sorted(crude() | LISTED_LATE)
    while True:
        ways = [way for way in spellings(rng.choice(words), 8) if is_in_deck(way)]
        if ways:
            break
    way = rng.choice(ways)
    rest = list(DECK)
    for face in way:
        rest.remove(face)
    return (*way, *rng.shuffled(rest)[: 1 + rng.below(11 - len(way))])


def is_in_deck(cards: Hand) -> bool:
    return all(cards.count(face) <= COUNTS[face] for face in cards)


def holding(hand: Hand, lexicon: LexiconName) -> State:
    """Return a table whose seat 0 must lay in the last lap."""
    discard = next(face for face in DECK if hand.count(face) < COUNTS[face])
    options = Options(lexicon=lexicon)
    phase, last = Acting(0, hand[0], "pile"), LastLap(1, (0,))
    return table(phase, " ".join(hand), "", discards=discard, last=last, options=options)


def proposed_by_bots(seen: View, seed: int) -> set[str]:
    found = set[str]()
    for bot in (*(make(seed) for make in BOTS.values()), greedy(seed)):
        action = bot(seen, 0, Rng(seed))
        if isinstance(action, Last):
            found |= set(map("".join, action.words))
    return found


def proposed_by_advice(seen: View) -> set[str]:
    advice = advise(seen, 0, Rng(1))
    told = msgspec.json.encode(
        (advice.look, advice.closer, [one.said for one in advice.choices], advice.why)
    )
    return set(re.findall("[A-Z]{2,}", told.decode()))


def answered(asked: commands.Hand) -> Layout:
    document = commands.run(asked).document
    assert isinstance(document, Layout)
    return document


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(each, marks=() if each == "expert" else pytest.mark.nightly)
        for each in LEXICONS
    ],
)
def test_no_channel_proposes_a_crude_word(name: LexiconName) -> None:
    rude = crude() | LISTED_LATE
    words = vocabulary(name, up_to(80), 1.0, 0)
    for seed in range(HANDS):
        hand = crude_hand(seed)
        state = holding(hand, name)
        seen = view(state, 0)
        assert not rude & proposed_by_bots(seen, seed), hand
        assert not rude & proposed_by_advice(seen), hand
        best = best_of(state, 0, words)
        assert best is not None
        assert not rude.intersection(map("".join, best.words)), hand
        asked = commands.Hand(" ".join(hand), lexicon=name, clean=True)
        assert not rude.intersection(map("".join, answered(asked).words)), hand


def test_solve_keeps_the_greatest_net_unless_it_must_be_clean() -> None:
    hand = ("F", "U", "C", "K", "V")
    assert solve(hand).words == (("F", "U", "C", "K"),)
    greatest = answered(commands.Hand(" ".join(hand)))
    assert greatest == solve(hand)
    clean = answered(commands.Hand(" ".join(hand), clean=True))
    assert clean == solve(hand, barred=crude())
    assert clean.net < greatest.net
    barred = answered(commands.Hand("F U C K D V", laid="duck", clean=True))
    assert not {"DUCK", "FUCK"}.intersection(map("".join, barred.words))


def test_advice_and_bots_in_the_solo_game_propose_no_crude_word() -> None:
    rude = crude() | LISTED_LATE
    options = Options(solo="columns", lexicon="expert")
    for seed in range(20):
        state = rules.setup(options, 1)
        state = rules.apply(state, CHANCE, rules.chance(state, Rng(seed))).state
        while rules.to_act(state):
            seen = view(state, 0)
            assert not rude & proposed_by_advice(seen)
            state = rules.apply(state, 0, BOTS["expert"](seed)(seen, 0, Rng(seed))).state
        assert not rude.intersection(laid.word for laid in state.laid)


def test_a_player_may_lay_a_crude_word() -> None:
    options = Options(validation="at-once", lexicon="casual")
    state = table(Acting(0, "K", "pile"), "F U C K V", "A B C D E", options=options)
    after = rules.apply(state, 0, GoOut((("F", "U", "C", "K"),), "V")).state
    assert [laid.word for laid in after.laid] == ["FUCK"]
