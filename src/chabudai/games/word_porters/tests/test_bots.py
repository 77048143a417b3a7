"""The bots: what they do at a table, and that they are as good as they should be."""

import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise

import msgspec
import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Bot, Rng, play
from chabudai.core.text import Reader
from chabudai.games.word_porters import GAME, bots
from chabudai.games.word_porters.bots import BOTS, STRENGTHS
from chabudai.games.word_porters.bots.meanings import board
from chabudai.games.word_porters.components import BOX
from chabudai.games.word_porters.review.advice import advise
from chabudai.games.word_porters.review.reasons import why
from chabudai.games.word_porters.rules.openings import turns
from chabudai.games.word_porters.state import Action, Options, Place, State, Vote, Voting
from chabudai.games.word_porters.tests.tables import table
from chabudai.games.word_porters.view import View

LEVELS = tuple(STRENGTHS)
JA_WORDS = tuple(side.ja.split("|")[0].strip("{") for card in BOX.words[:30] for side in card.sides)
BOXED = Options()
LAZY = """
import chabudai.games.word_porters
from chabudai.words.store import mapped
from chabudai.games.word_porters.bots.meanings import rated
print(mapped.cache_info().currsize, rated.cache_info().currsize)
"""


def played(
    players: tuple[Bot[View, Action], ...], seed: int, rounds: int, options: Options = BOXED
) -> State:
    """A game of these bots, until so many rounds are scored."""
    chance_rng = Rng(seed)
    state = GAME.setup(options, len(players))
    while len(state.rounds) < rounds:
        seat = GAME.to_act(state)[0]
        if seat == CHANCE:
            action = GAME.chance(state, chance_rng)
        else:
            action = players[seat](GAME.view(state, seat), seat, Rng(seed))
        state = play(GAME, state, seat, action).state
    return state


def hits(state: State) -> list[float]:
    """By round, the share of votes that are right."""
    seats = range(len(state.scores))
    return [
        sum(one.votes[a][b] == one.identities[b] for a in seats for b in seats if a != b)
        / (len(seats) * (len(seats) - 1))
        for one in state.rounds
    ]


def in_one_world(level: str) -> Callable[[int], Bot[View, Action]]:
    """Bots of that mind, but no nearer to the common sense of words than those of any other."""
    mind = STRENGTHS[level]._replace(likeness=0.6, common=False, plain=False)
    return lambda persona: bots.bot(mind, persona)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [3, 6])
def test_bots_of_every_level_play_a_round_by_the_rules(level: str, seats: int) -> None:
    state = played(tuple(BOTS[level](persona) for persona in range(seats)), 1, 1)
    assert len(state.rounds) == 1


def test_wp_47_bots_play_with_children() -> None:
    state = played(
        tuple(BOTS["hard"](persona) for persona in range(4)), 2, 2, Options(children=True)
    )
    assert len(state.rounds) == 2


def test_wp_a1_bots_share_hint_words_where_that_is_agreed() -> None:
    players = tuple(BOTS["normal"](persona) for persona in range(6))
    assert len(played(players, 3, 1, Options(shared_hint_words=True)).rounds) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_wp_a19_bots_play_with_words_that_nobody_has_rated(level: str) -> None:
    chance_rng = Rng(4)
    words = (*JA_WORDS[:5], "東京タワー", "おせち", "mansion", "pebble", "tuxedo", "zxqv")
    hints = (("やさしい", "いじわる"), ("Big", "Small"), ("spicy", "bland"), ("青い", "赤い"))
    options = Options(own_words=words * 2, own_hints=hints * 3)
    state = GAME.setup(Options(), 3)
    state = play(GAME, state, CHANCE, GAME.chance(state, chance_rng)).state
    state = play(GAME, state, CHANCE, GAME.chance(state, chance_rng)).state
    state = replace(state, options=options, words=tuple(range(10)), hints=tuple(range(9)))
    players = [BOTS[level](persona) for persona in range(3)]
    while not state.rounds:
        seat = GAME.to_act(state)[0]
        action = players[seat](GAME.view(state, seat), seat, Rng(0))
        state = play(GAME, state, seat, action).state
    assert len(set(state.rounds[0].votes)) == 3


@pytest.mark.parametrize("level", LEVELS)
def test_wp_36_no_bot_votes_for_its_own_word_or_for_one_word_twice(level: str) -> None:
    state = played(tuple(BOTS[level](persona) for persona in range(5)), 5, 1)
    for one in state.rounds:
        for seat, votes in enumerate(one.votes):
            assert one.identities[seat] not in votes
            assert len(set(votes)) == 5


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_does_the_same_whatever_the_dice_and_what_it_cannot_see(level: str) -> None:
    state = table(4, "0A1:1 1B2:1 2C1:1 3D2:1 0E1:2", turn=1)
    view = GAME.view(state, 1)
    other = replace(state, identities=(1, *state.identities[1:2], 9, 8))
    assert GAME.view(other, 1) == view
    act = BOTS[level](77)
    assert act(view, 1, Rng(1)) == BOTS[level](77)(view, 1, Rng(2))
    assert isinstance(act(view, 1, Rng(1)), Place)


def test_two_bots_of_a_level_do_not_share_one_mind() -> None:
    view = GAME.view(table(6), 0)
    chosen = {BOTS["normal"](persona)(view, 0, Rng(0)) for persona in range(30)}
    assert len(chosen) > 1


def test_a_bot_says_what_its_word_is_like() -> None:
    """Number 7 is the lion: it is wild, and not square."""
    state = table(4, identities=(7, 2, 10, 5), turn=0)
    view = replace(GAME.view(state, 0), hints=(2 * 33 + 1, 2 * 3 + 1, *range(20, 36, 2)))
    chosen = BOTS["expert"](1)(view, 0, Rng(0))
    assert isinstance(chosen, Place)
    assert (chosen.card, chosen.word) == (0, 0)


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_easy_and_normal_bots_give_hints_that_can_be_taken_literally(level: str) -> None:
    given = 0
    for seed in range(4):
        state = played(tuple(BOTS[level](4 * seed + at) for at in range(4)), seed, 1)
        (one,) = state.rounds
        literal = board(state.options, one.words, one.hints).literal
        for turn in turns(state.options, len(one.hints), one.placed):
            fits = [row[one.identities[turn.seat] - 1] for row in literal]
            open_to = [fits[hint] for hint in turn.opening.all]
            assert fits[turn.taken] == any(open_to)
            given += any(open_to) and not all(open_to)
    assert given > 30


def test_chances_add_up_to_one_and_nobody_has_ones_own_word() -> None:
    state = table(4, "0A1:1 1B2:1 2C1:1 3D2:1", turn=0)
    view = GAME.view(state, 2)
    for row in bots.chances(view, 2, STRENGTHS["expert"], 3):
        assert sum(row) == pytest.approx(1)
        assert row[state.identities[2] - 1] == 0
        assert min(row) >= 0


def test_the_expert_finds_more_than_half_of_the_words_where_chance_finds_a_ninth() -> None:
    """Twelve boards; `bench/plans/word-porters-levels.toml` plays hundreds."""
    makes = in_one_world("expert")
    found = [
        share
        for seed in range(12)
        for share in hits(played(tuple(makes(4 * seed + at) for at in range(4)), seed, 1))
    ]
    assert len(found) == 12
    assert sum(found) / 12 > 0.6


def test_the_nearer_to_common_sense_the_more_words_are_found() -> None:
    shares: list[float] = []
    for likeness in (0.1, 0.5, 0.95):
        mind = STRENGTHS["normal"]._replace(likeness=likeness)
        states = [
            played(tuple(bots.bot(mind, 4 * seed + at) for at in range(4)), seed, 1)
            for seed in range(6)
        ]
        shares.append(sum(hits(state)[0] for state in states) / 6)
    assert all(after > before for before, after in pairwise(shares))


def test_an_expert_learns_from_the_rounds_that_are_scored() -> None:
    """What it makes of the same hints depends on how their owners hinted before."""
    players = tuple(in_one_world("easy")(at) for at in range(4))
    state = played(players, 9, 2)
    while not isinstance(state.phase, Voting):
        seat = GAME.to_act(state)[0]
        if seat == CHANCE:
            action = GAME.chance(state, Rng(1))
        else:
            action = players[seat](GAME.view(state, seat), seat, Rng(0))
        state = play(GAME, state, seat, action).state
    view = GAME.view(state, 0)
    fresh = replace(view, rounds=())
    for level, learns in (("hard", False), ("expert", True)):
        differ = bots.chances(view, 0, STRENGTHS[level], 50) != bots.chances(
            fresh, 0, STRENGTHS[level], 50
        )
        assert differ == learns


def test_advice_is_to_vote_as_an_expert_does_and_why_says_what_it_believed() -> None:
    state = played(tuple(BOTS["easy"](at) for at in range(4)), 9, 1)
    while not isinstance(state.phase, Voting):
        seat = GAME.to_act(state)[0]
        if seat == CHANCE:
            action = GAME.chance(state, Rng(1))
        else:
            action = BOTS["easy"](seat)(GAME.view(state, seat), seat, Rng(0))
        state = play(GAME, state, seat, action).state
    before = GAME.view(state, 0)
    vote = BOTS["expert"](50)(before, 0, Rng(0))
    assert isinstance(vote, Vote)
    advice = advise(before, 0, Rng(0))
    assert msgspec.json.decode(advice.choices[advice.best].action, type=Vote) == vote
    likely = bots.chances(before, 0, STRENGTHS["expert"], 50)
    now = replace(before, rounds=(*before.rounds, before.rounds[0]))
    reason = why(before, 0, vote, now)
    assert reason is not None
    said = Reader("en", {}, [f"P{at}" for at in range(4)].__getitem__).sentence(reason)
    for other, row in enumerate(likely, 1):
        assert f"({round(100 * row[vote.votes[other] - 1])} %)" in said


def test_nothing_is_read_before_a_bot_thinks() -> None:
    done = subprocess.run([sys.executable, "-c", LAZY], capture_output=True, text=True, check=True)
    assert done.stdout == "0 0\n"
