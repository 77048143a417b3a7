"""Word Bank: the vocabulary of bots, and how they judge positions."""

from statistics import fmean
from string import ascii_uppercase

import pytest
from msgspec.structs import replace

from chabudai.core import Rng, Seat, play
from chabudai.games.word_bank import GAME, state as wb
from chabudai.games.word_bank.bots import BOTS, STRENGTHS, bot, proven_mask, thoughts
from chabudai.games.word_bank.bots.lookahead import (
    Reach,
    best_move,
    final_values,
    heuristic_values,
    move_gains,
    position,
    position_after,
)
from chabudai.games.word_bank.bots.vocabulary import vocabulary
from chabudai.games.word_bank.components import RING, Safe
from chabudai.games.word_bank.moves.paths import barred, passwords
from chabudai.games.word_bank.rules import count
from chabudai.games.word_bank.solver.endgame import endgame
from chabudai.games.word_bank.tests.support import dealt, later, make
from chabudai.words import LexiconName, crude, level, lexicon


def midgame(seed: int, seats: int, turns: int) -> tuple[wb.State, Seat]:
    state = later(dealt(seats, seed, lexicon="casual"), turns, Rng(seed))
    return state, GAME.to_act(state)[0]


def bot_move(state: wb.State, name: str, seat: Seat = 0, persona: int = 0) -> wb.Action:
    return BOTS[name](persona)(GAME.view(state, seat), seat, Rng(persona))


def words_of(blocks: tuple[bytes, ...]) -> set[str]:
    return {word for text in blocks for word in text.decode().split()}


@pytest.mark.parametrize(("highest", "share"), [(20, 0.3), (60, 0.5), (80, 1.0)])
def test_a_persona_finds_its_share_of_the_words_up_to_its_level(highest: int, share: float) -> None:
    might = {
        word
        for word in words_of(lexicon("expert").block("S"))
        if (level(word) or 0) <= highest and word not in crude()
    }
    shares: list[float] = []
    for persona in (4, 5):  # one likes long words, the other short ones
        known = words_of(vocabulary("expert", highest, share, persona).block("S"))
        assert known <= might
        shares.append(len(known) / len(might))
    assert abs(fmean(shares) - share) < 0.05
    assert shares == [1.0, 1.0] or shares[0] > shares[1]
    known = words_of(vocabulary("casual", highest, 1.0, 3).block("S"))
    assert known == might & words_of(lexicon("casual").block("S"))


@pytest.mark.parametrize(("name", "seats"), [("casual", 5), ("standard", 2)])
def test_bots_play_whole_games_with_good_passwords_only(name: LexiconName, seats: int) -> None:
    state, levels = dealt(seats, lexicon=name), list(BOTS)
    while owing := GAME.to_act(state):
        action = bot_move(state, levels[owing[0] % 4], owing[0], persona=owing[0])
        step = play(GAME, state, owing[0], action)
        assert not isinstance(step.news[0].event, wb.Rejected)
        state = step.state
    assert GAME.outcome(state)


def test_easy_bots_place_the_most_stones_with_the_one_word_they_consider() -> None:
    for seed in range(3):
        state, seat = midgame(seed, 2, 2)
        seen = GAME.view(state, seat)
        words = thoughts(seen, Rng(seed), vocabulary("casual", 10, 0.6, seed, 5).block, 1)
        (word,) = words_of(tuple(text for letter in ascii_uppercase for text in words(letter)))
        found = passwords(state.ring, state.stones[seat], words, barred(state.options, state.used))
        said = bot_move(state, "easy", seat, persona=seed)
        assert isinstance(said, wb.Say)
        assert said.word == word
        assert len(said.positions) == max(len(path[1]) for _, path in found)


def test_easy_bots_consider_one_common_short_word_and_normal_ones_two() -> None:
    assert [STRENGTHS[name].thoughts for name in ("easy", "normal")] == [1, 2]
    strength = STRENGTHS["normal"]
    state, _ = midgame(4, 2, 2)
    shown = {slot.safe.letter for slot in state.ring if slot.free}
    known = vocabulary("casual", strength.known, strength.found, 3, strength.letters).block
    words = thoughts(GAME.view(state, 0), Rng(1), known, 99)
    minded = words_of(tuple(text for letter in ascii_uppercase for text in words(letter)))
    assert len(minded) == 99
    for word in minded:
        assert len(word) <= 5
        assert (level(word) or 99) <= 20
        assert word[0] in shown
        assert shown & set(word[1:])


def test_better_bots_place_more_stones_and_easy_bots_say_short_common_words() -> None:
    """Try only a few openings. `bench/plans/word-bank-ladder.toml` plays whole games."""
    stones: list[float] = []
    for name in BOTS:
        openings = [dealt(3, seed) for seed in range(5)]
        moves = [bot_move(one, name, GAME.to_act(one)[0], at) for at, one in enumerate(openings)]
        says = [move for move in moves if isinstance(move, wb.Say)]
        assert len(says) == len(openings)
        stones.append(fmean(len(said.positions) for said in says))
        if name == "easy":
            assert all(len(said.word) <= 5 and level(said.word) == 10 for said in says)
    assert stones == sorted(stones)
    assert 1.5 < stones[0] < 3.2 < 5 < stones[3]


def test_a_bot_without_words_passes() -> None:
    used = tuple(ascii_uppercase)
    state = replace(dealt(2, lexicon="casual", min_length=8), used=used, phase=wb.Turn(0))
    assert [bot_move(state, name) for name in BOTS] == [wb.Pass()] * 4


def test_wb_a18_a_bot_accepts_words_it_has_seen_and_their_forms() -> None:
    start = dealt(2, word_vote=True, contains_rule="off")
    for used, word, votes in (
        ("", "ABACUS", "YYYY"),
        ("", "ABALONE", "NYYY"),
        ("", "AARDWOLF", "NNYY"),
        ("", "ZAX", "NNNY"),
        ("", "ABXCUS", "NNNN"),
        # other forms of a word that a vote has accepted
        ("ABXCUS", "ABXCUSES", "YYYY"),
        ("ABXCUSES", "ABXCUS", "YYYY"),
        ("ABXCUS", "ABX", "YYYY"),
        ("ABACUS", "ABACUSLY", "NNNN"),
        ("AB", "ABXCUS", "NNNN"),
    ):
        phase = wb.Judging(1, wb.Say(word, "clockwise", (0,)), (None, None))
        state = replace(start, phase=phase, used=tuple(used.split()))
        assert [bot_move(state, bot) for bot in BOTS] == [wb.Vote(vote == "Y") for vote in votes]


def race(mine: int, theirs: int, lying: tuple[Seat, ...], spaces: int = 9) -> wb.State:
    """Return a two-player game with few stones in front, in which the seats in `lying` have stones
    on the first safe.
    """
    ring = (
        wb.Slot(Safe("S", spaces), lying),
        *(wb.Slot(Safe(letter, spaces)) for letter in "TREAMS"),
    )
    return replace(dealt(2), phase=wb.Turn(0), stones=(mine, theirs), ring=ring)


@pytest.mark.parametrize("name", ["normal", "hard", "expert"])
def test_wb_29_a_bot_places_its_last_stones_only_if_that_wins(name: str) -> None:
    said, kept = (bot_move(race(2, *rest), name, persona=4) for rest in ((9, ()), (8, (0,) * 7)))
    assert isinstance(said, wb.Say)
    assert len(said.positions) == 2
    assert isinstance(kept, wb.Pass) or (isinstance(kept, wb.Say) and len(kept.positions) == 1)


def test_wb_29_of_three_players_a_normal_bot_watches_the_next_one() -> None:
    for others, stones in (((9, 1), 2), ((1, 9), 1)):
        state = replace(race(2, 9, ()), stones=(2, *others), won=((),) * 3, boxed=(0,) * 3)
        said = bot_move(state, "normal", persona=4)
        assert isinstance(said, wb.Say)
        assert len(said.positions) == stones


def test_the_expert_plays_a_short_ending_as_it_is_proven() -> None:
    lying = (wb.Slot(Safe("S", 5), (0, 0, 0)), wb.Slot(Safe("T", 4)))
    state = replace(dealt(2), phase=wb.Turn(0), stones=(2, 3), ring=(*lying, *(wb.EMPTY,) * 5))
    for action in (bot_move(state, "expert"), endgame(state).action):
        assert isinstance(action, wb.Say)
        assert action.positions == (0,)


def test_the_expert_looks_ahead_if_an_ending_is_too_long_to_prove() -> None:
    seen = GAME.view(race(4, 4, (), spaces=4), 0)
    assert proven_mask(seen, Rng(0), limit=9) is None
    expert = bot(STRENGTHS["expert"]._replace(proof=9), 0)
    assert isinstance(expert(seen, 0, Rng(0)), wb.Say)


def test_wb_19_to_23_a_lookahead_moves_stones_and_safes_like_the_rules() -> None:
    closed = 0
    for seed in range(4):
        state, seat = midgame(seed, 2 + seed % 4, 6)
        before = position(GAME.view(state, seat), seat)
        for say in GAME.legal_actions(GAME.view(state, seat), seat):
            if isinstance(say, wb.Say) and len(say.positions) < state.stones[seat]:
                after = make(state, (seat, say))
                there = position_after(before, sum(1 << place for place in say.positions))
                (next_seat,) = GAME.to_act(after)
                truth = position(GAME.view(after, next_seat), next_seat)
                assert there._replace(spaces=truth.spaces) == truth
                closed += truth.safes != before.safes
    assert closed > 30


def test_wb_27_the_value_of_a_final_position_ranks_seats_like_the_rules() -> None:
    for seed in range(12):
        state, _ = midgame(seed, 2 + seed % 4, 8)
        worth = final_values(position(GAME.view(state, 0), 0))
        winners = count(state).winners
        assert all(worth[winner] > 0 for winner in winners)
        assert {*winners} == {seat for seat, value in enumerate(worth) if value == max(worth)}


def test_the_gain_of_a_move_is_the_difference_between_two_heuristic_values() -> None:
    for seed in range(6):
        state, seat = midgame(seed, 2 + seed % 4, 5)
        state = replace(state, ring=(*state.ring[:6], wb.EMPTY))  # WB-A15
        here = position(GAME.view(state, 0), seat)
        gains = move_gains(here)
        assert gains[1 << 6] == 0
        for mask in range(1, 1 << 6):
            after = heuristic_values(position_after(here, mask))[seat]
            assert gains[mask] == pytest.approx(after - heuristic_values(here)[seat])


def test_looking_one_move_ahead_takes_the_greatest_gain() -> None:
    state, seat = midgame(2, 3, 3)
    here = position(GAME.view(state, 0), seat)
    gains, reach = move_gains(here), range(1, 1 << RING, 3)
    best, _ = best_move(here, Reach(reach), 1, 5)
    assert gains[best] == max(gains[mask] for mask in (0, *reach))
