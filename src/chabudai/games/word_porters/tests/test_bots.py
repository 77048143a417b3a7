"""The bots: their moves at a table, and their strength."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import fmean

import msgspec
import pytest
from msgspec.structs import replace

from chabudai.core import Bot, Rng
from chabudai.core.text import Reader
from chabudai.games.word_porters import GAME, bots
from chabudai.games.word_porters.bots import BOTS, STRENGTHS
from chabudai.games.word_porters.bots.meanings import board
from chabudai.games.word_porters.bots.speaker import ENOUGH
from chabudai.games.word_porters.components import BOX
from chabudai.games.word_porters.review.advice import advise
from chabudai.games.word_porters.review.telling import likelihood
from chabudai.games.word_porters.rules.openings import turns
from chabudai.games.word_porters.state import Action, Options, Place, State, Vote, Voting
from chabudai.games.word_porters.tests.tables import dealt, table
from chabudai.games.word_porters.view import View
from tests.support.moves import course

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
    players: Sequence[Bot[View, Action]], seed: int, rounds: int, options: Options = BOXED
) -> State:
    bots = [lambda view, seat, _, act=act: act(view, seat, Rng(seed)) for act in players]
    plies = course(GAME, GAME.setup(options, len(players)), Rng(seed), *bots)
    state: State = next(p.step.state for p in plies if len(p.step.state.rounds) >= rounds)
    return state


def before_votes(state: State, players: Sequence[Bot[View, Action]]) -> State:
    plies = course(GAME, state, Rng(1), *players)
    before: State = next(ply.before for ply in plies if isinstance(ply.before.phase, Voting))
    return before


def of_level(level: str, seats: int) -> list[Bot[View, Action]]:
    return [BOTS[level](persona) for persona in range(seats)]


def hits(state: State) -> list[float]:
    seats = range(len(state.scores))
    others = [(a, b) for a in seats for b in seats if a != b]
    return [fmean(one.votes[a][b] == one.identities[b] for a, b in others) for one in state.rounds]


def in_one_world(level: str) -> Callable[[int], Bot[View, Action]]:
    """Return a factory for bots of this level that share a sense of words."""
    mind = STRENGTHS[level]._replace(likeness=0.6, common=False)
    return lambda persona: bots.bot(mind, persona)


@pytest.mark.parametrize(
    ("level", "seats", "rounds", "options"),
    [
        ("hard", 4, 2, Options(children=True)),
        ("normal", 6, 1, Options(shared_hint_words=True)),
        ("easy", 3, 1, BOXED),
        ("expert", 3, 1, BOXED),
    ],
)
def test_wp_47_wp_a1_bots_play_by_every_rule(
    level: str, seats: int, rounds: int, options: Options
) -> None:
    assert len(played(of_level(level, seats), 2, rounds, options).rounds) == rounds


@pytest.mark.parametrize("level", LEVELS)
def test_wp_a19_bots_play_with_unrated_words(level: str) -> None:
    words = (*JA_WORDS[:5], "東京タワー", "おせち", "mansion", "pebble", "tuxedo", "zxqv")
    hints = (("やさしい", "いじわる"), ("Big", "Small"), ("spicy", "bland"), ("青い", "赤い"))
    options = Options(own_words=words * 2, own_hints=hints * 3)
    state = replace(dealt(3, 4), options=options, words=tuple(range(10)), hints=tuple(range(9)))
    plies = course(GAME, state, Rng(0), *of_level(level, 3))
    state = next(ply.step.state for ply in plies if ply.step.state.rounds)
    assert len(set(state.rounds[0].votes)) == 3


@pytest.mark.parametrize("level", LEVELS)
def test_wp_36_no_bot_votes_for_its_own_word_or_for_one_word_twice(level: str) -> None:
    (one,) = played(of_level(level, 5), 5, 1).rounds
    for seat, votes in enumerate(one.votes):
        assert one.identities[seat] not in votes
        assert len(set(votes)) == 5


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_depends_on_neither_dice_nor_hidden_facts(level: str) -> None:
    state = table(4, "0A1:1 1B2:1 2C1:1 3D2:1 0E1:2", turn=1)
    view = GAME.view(state, 1)
    assert GAME.view(replace(state, identities=(1, *state.identities[1:2], 9, 8)), 1) == view
    once, again = (BOTS[level](77)(view, 1, Rng(dice)) for dice in (1, 2))
    assert once == again
    assert isinstance(once, Place)


def test_bots_of_one_level_have_different_senses_of_words() -> None:
    view = GAME.view(table(6), 0)
    assert len({BOTS["normal"](persona)(view, 0, Rng(0)) for persona in range(30)}) > 1


def test_a_bot_gives_a_hint_that_fits_its_word() -> None:
    """Number 7 is the lion, which is wild and not square."""
    state = table(4, identities=(7, 2, 10, 5), turn=0)
    view = replace(GAME.view(state, 0), hints=(2 * 33 + 1, 2 * 3 + 1, *range(20, 36, 2)))
    chosen = BOTS["expert"](1)(view, 0, Rng(0))
    assert isinstance(chosen, Place)
    assert (chosen.card, chosen.word) == (0, 0)


@pytest.mark.parametrize("level", LEVELS)
def test_bots_of_every_level_give_the_open_hint_that_people_rate_best(level: str) -> None:
    for seed in range(4):
        state = played([BOTS[level](4 * seed + at) for at in range(4)], seed, 1)
        (one,) = state.rounds
        leans = board(state.options, one.words, one.hints).leans
        for turn in turns(state.options, len(one.hints), one.placed):
            word = one.identities[turn.seat] - 1
            best = max(leans[hint][word] for hint in turn.opening.all)
            assert leans[turn.taken][word] >= min(ENOUGH, best)


def test_chances_add_up_to_one_and_leave_out_the_own_word() -> None:
    state = table(4, "0A1:1 1B2:1 2C1:1 3D2:1", turn=0)
    for row in bots.chances(GAME.view(state, 2), 2, STRENGTHS["expert"], 3):
        assert sum(row) == pytest.approx(1)
        assert row[state.identities[2] - 1] == 0
        assert min(row) >= 0


def test_the_expert_finds_more_than_half_of_the_words_and_chance_would_find_a_ninth() -> None:
    """Play only eight games. `bench/plans/word-porters-levels.toml` plays hundreds."""
    makes = in_one_world("expert")
    games = [played([makes(4 * seed + at) for at in range(4)], seed, 1) for seed in range(8)]
    assert fmean(share for game in games for share in hits(game)) > 0.55


def test_bots_nearer_to_common_sense_find_more_words() -> None:
    shares: list[float] = []
    for likeness in (0.1, 0.5, 0.95):
        mind = STRENGTHS["normal"]._replace(likeness=likeness)
        games = [
            played([bots.bot(mind, 4 * seed + at) for at in range(4)], seed, 1) for seed in range(6)
        ]
        shares.append(fmean(hits(game)[0] for game in games))
    assert all(after > before for before, after in pairwise(shares))


def test_an_expert_learns_from_the_rounds_that_are_scored() -> None:
    """Only an expert reads the same hints differently after earlier rounds with these players."""
    players = [in_one_world("easy")(at) for at in range(4)]
    view = GAME.view(before_votes(played(players, 9, 2), players), 0)
    fresh = replace(view, rounds=())
    for level, learns in (("hard", False), ("expert", True)):
        one, other = (bots.chances(each, 0, STRENGTHS[level], 50) for each in (view, fresh))
        assert (one != other) == learns


def test_advice_is_an_experts_vote_and_says_how_likely_each_word_is() -> None:
    players = of_level("easy", 4)
    before = GAME.view(before_votes(played(players, 9, 1), players), 0)
    vote = BOTS["expert"](50)(before, 0, Rng(0))
    assert isinstance(vote, Vote)
    advice = advise(before, 0, Rng(0))
    assert msgspec.json.decode(advice.choices[advice.best].action, type=Vote) == vote
    likely = bots.chances(before, 0, STRENGTHS["expert"], 50)
    said = Reader("en", {}, [f"P{at}" for at in range(4)].__getitem__).sentence(advice.why[0])
    for other, row in enumerate(likely, 1):
        chance = likelihood(round(1000 * row[vote.votes[other] - 1]))
        assert f" for P{other} ({chance.text})" in said


def test_nothing_is_read_before_a_bot_thinks() -> None:
    done = subprocess.run([sys.executable, "-c", LAZY], capture_output=True, text=True, check=True)
    assert done.stdout == "0 0\n"
