"""Word Bank: what bots know, and what they make of a position."""

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng, Seat
from chabudai.games.word_bank import moves, rules
from chabudai.games.word_bank.bots import BOTS, thoughts
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
from chabudai.games.word_bank.solver.endgame import Unproven, endgame
from chabudai.games.word_bank.state import (
    EMPTY,
    Judging,
    Options,
    Pass,
    Rejected,
    Say,
    Slot,
    State,
    Turn,
    Vote,
)
from chabudai.games.word_bank.view import view
from chabudai.words import LEXICONS, LexiconName, crude, level, lexicon


def dealt(seed: int, options: Options, seats: int) -> State:
    start = rules.setup(options, seats)
    return rules.apply(start, CHANCE, rules.chance(start, Rng(seed))).state


def on_turn(state: State) -> Seat:
    (seat,) = rules.to_act(state)
    return seat


def midgame(seed: int, seats: int, turns: int) -> State:
    """A game after random turns, its first seat to move."""
    rng = Rng(seed)
    state = dealt(seed, Options("casual"), seats)
    for _ in range(turns):
        seat = on_turn(state)
        state = rules.apply(state, seat, moves.sample(view(state, seat), seat, rng)).state
    return state


def words_of(blocks: tuple[bytes, ...]) -> set[str]:
    return {word for text in blocks for word in text.decode().split()}


def test_a_persona_knows_the_same_words_whenever_it_is_asked() -> None:
    first = words_of(vocabulary("standard", 35, 0.6, 7).block("S"))
    vocabulary("standard", 35, 0.6, 8).block("S")
    assert words_of(vocabulary("standard", 35, 0.6, 7).block("S")) == first
    assert first != words_of(vocabulary("standard", 35, 0.6, 8).block("S"))


@pytest.mark.parametrize(("highest", "share"), [(20, 0.3), (35, 0.6), (60, 0.5), (80, 1.0)])
def test_a_persona_finds_its_share_of_the_words_up_to_its_level(highest: int, share: float) -> None:
    might = {
        word
        for word in words_of(lexicon("expert").block("S"))
        if (level(word) or 0) <= highest and word not in crude()
    }
    known = words_of(vocabulary("expert", highest, share, 5).block("S"))
    assert known <= might
    assert abs(len(known) / len(might) - share) < 0.05


@pytest.mark.parametrize("name", LEXICONS)
def test_nobody_knows_crude_words_or_words_their_table_has_not(name: LexiconName) -> None:
    for highest in (20, 60, 80):
        known = words_of(vocabulary(name, highest, 1.0, 3).block("S"))
        assert known
        assert not known & crude()
        assert all(word in lexicon(name) for word in known)


@pytest.mark.parametrize("name", LEXICONS)
@pytest.mark.parametrize("seats", range(2, 6))
def test_bots_play_whole_games_with_good_passwords_only(name: LexiconName, seats: int) -> None:
    state = dealt(seats, Options(name), seats)
    rng = Rng(seats)
    levels = list(BOTS)
    bots = [BOTS[levels[seat % 4]](seat) for seat in range(seats)]
    while rules.to_act(state):
        seat = on_turn(state)
        step = rules.apply(state, seat, bots[seat](view(state, seat), seat, rng))
        assert not isinstance(step.news[0].event, Rejected)
        state = step.state
    assert rules.outcome(state)


@pytest.mark.parametrize("bot", BOTS)
def test_the_same_view_persona_and_dice_give_the_same_action(bot: str) -> None:
    state = midgame(3, 3, 4)
    seat = on_turn(state)
    actions = {BOTS[bot](11)(view(state, seat), seat, Rng(5)) for _ in range(3)}
    assert len(actions) == 1


def test_easy_bots_say_what_places_most_stones_of_the_words_that_come_to_their_mind() -> None:
    for seed in range(8):
        state = midgame(seed, 2, 2)
        seat = on_turn(state)
        seen = view(state, seat)
        known = vocabulary("casual", 10, 0.6, seed, 6).block
        words = thoughts(seen, Rng(seed), known, 3)
        minded = words_of(tuple(text for letter in "STREAM" for text in words(letter)))
        assert len(minded) <= 3
        bad = barred(state.options, state.used)
        most = max(
            len(path[1]) for _, path in passwords(state.ring, state.stones[seat], words, bad)
        )
        said = BOTS["easy"](seed)(seen, seat, Rng(seed))
        assert isinstance(said, Say)
        assert len(said.positions) == most


def test_the_better_a_bot_the_more_stones_a_word_and_easy_words_are_short_and_common() -> None:
    """Some openings; `bench/plans/word-bank-ladder.toml` plays games."""
    stones: list[float] = []
    for name, bot in BOTS.items():
        says: list[Say] = []
        for seed in range(12):
            state = dealt(seed, Options(), 3)
            seat = on_turn(state)
            said = bot(seed)(view(state, seat), seat, Rng(seed))
            assert isinstance(said, Say)
            says.append(said)
        stones.append(sum(len(said.positions) for said in says) / len(says))
        if name == "easy":
            assert all(len(said.word) <= 6 and level(said.word) == 10 for said in says)
    assert stones == sorted(stones)
    assert 2 < stones[0] < 3.2
    assert stones[3] > 5


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_without_words_passes(bot: str) -> None:
    start = dealt(1, Options("casual", min_length=8), 2)
    used = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    state = replace(start, used=used, phase=Turn(0))
    assert BOTS[bot](0)(view(state, 0), 0, Rng(0)) == Pass()


@pytest.mark.parametrize(
    ("word", "votes"),
    [
        ("THE", (True, True, True, True)),
        ("ABACUS", (True, True, True, True)),
        ("ABALONE", (False, True, True, True)),
        ("AARDWOLF", (False, False, True, True)),
        ("ZAX", (False, False, False, True)),
        ("ABXCUS", (False, False, False, False)),
    ],
)
def test_wb_a18_a_bot_lets_a_word_stand_that_it_has_seen(word: str, votes: tuple[bool]) -> None:
    start = dealt(1, Options(word_vote=True), 2)
    state = replace(start, phase=Judging(1, Say(word, "clockwise", (0,)), (None, None)))
    assert [bot(0)(view(state, 0), 0, Rng(0)) for bot in BOTS.values()] == [
        Vote(vote) for vote in votes
    ]


def test_wb_a18_a_bot_lets_other_forms_of_a_word_stand_that_was_voted_in() -> None:
    start = dealt(1, Options(word_vote=True, contains_rule="off"), 2)
    for used, word, vote in (
        (("ABXCUS",), "ABXCUSES", True),
        (("ABXCUSES",), "ABXCUS", True),
        (("ABACUS",), "ABACUSLY", False),
        (("AB",), "ABXCUS", False),
        (("ABXCUS",), "ABX", True),
    ):
        phase = Judging(1, Say(word, "clockwise", (0,)), (None, None))
        state = replace(start, phase=phase, used=used)
        for bot in BOTS.values():
            assert bot(0)(view(state, 0), 0, Rng(0)) == Vote(vote), word


def race(mine: int, theirs: int, lying: tuple[Seat, ...]) -> State:
    """Two players with few stones in front; stones of `lying` on the first safe, which has room."""
    start = dealt(1, Options("standard"), 2)
    ring = (Slot(Safe("S", 9), lying), *(Slot(Safe(letter, 9)) for letter in "TREAMS"))
    return replace(start, phase=Turn(0), stones=(mine, theirs), ring=ring)


@pytest.mark.parametrize("bot", ["normal", "hard", "expert"])
def test_wb_29_a_bot_puts_its_last_stones_only_when_that_wins(bot: str) -> None:
    winning, losing = race(2, 9, ()), race(2, 8, (0,) * 7)
    said = BOTS[bot](4)(view(winning, 0), 0, Rng(1))
    assert isinstance(said, Say)
    assert len(said.positions) == 2
    kept = BOTS[bot](4)(view(losing, 0), 0, Rng(1))
    assert isinstance(kept, Pass) or (isinstance(kept, Say) and len(kept.positions) == 1)


def test_the_expert_plays_a_short_ending_as_it_is_proven() -> None:
    start = dealt(1, Options("standard"), 2)
    lying = (Slot(Safe("S", 5), (0, 0, 0)), Slot(Safe("T", 4)))
    state = replace(start, phase=Turn(0), stones=(2, 3), ring=(*lying, *(EMPTY,) * 5))
    said = BOTS["expert"](0)(view(state, 0), 0, Rng(0))
    proven = endgame(state).action
    assert isinstance(said, Say)
    assert isinstance(proven, Say)
    assert said.positions == proven.positions == (0,)


def test_the_expert_looks_ahead_where_an_ending_is_too_long_to_prove() -> None:
    start = dealt(1, Options("standard"), 2)
    ring = tuple(Slot(Safe(letter, 4)) for letter in "STREAMD")
    state = replace(start, phase=Turn(0), stones=(4, 4), ring=ring)
    with pytest.raises(Unproven):
        endgame(state, 6000)
    said = BOTS["expert"](0)(view(state, 0), 0, Rng(0))
    assert isinstance(said, Say)
    rules.apply(state, 0, said)


def test_wb_a15_an_empty_place_gains_nothing() -> None:
    start = dealt(1, Options("standard"), 2)
    state = replace(start, phase=Turn(0), ring=(*start.ring[:6], EMPTY))
    gains = move_gains(position(view(state, 0), 0))
    assert gains[1 << 6] == 0 < gains[1]


def test_wb_19_to_23_a_lookahead_moves_stones_and_safes_as_the_rules_do() -> None:
    closed = 0
    for seed in range(12):
        state = midgame(seed, 2 + seed % 4, 6)
        seat = on_turn(state)
        before = position(view(state, seat), seat)
        for say in moves.legal_actions(view(state, seat), seat):
            if not isinstance(say, Say) or len(say.positions) == state.stones[seat]:
                continue
            after = rules.apply(state, seat, say).state
            there = position_after(before, sum(1 << place for place in say.positions))
            truth = position(view(after, on_turn(after)), on_turn(after))
            assert there._replace(spaces=truth.spaces) == truth
            closed += truth.safes != before.safes
    assert closed > 100


def test_wb_27_the_worth_of_a_final_position_ranks_seats_as_the_rules_do() -> None:
    for seed in range(40):
        state = midgame(seed, 2 + seed % 4, 8)
        worth = final_values(position(view(state, 0), 0))
        winners = rules.count(state).winners
        assert all(worth[winner] > 0 for winner in winners)
        for seat in range(len(worth)):
            assert (seat in winners) == all(worth[seat] >= other for other in worth)


def test_a_move_gains_what_the_guesses_before_and_after_differ_by() -> None:
    for seed in range(6):
        state = midgame(seed, 2 + seed % 4, 5)
        here = position(view(state, 0), on_turn(state))
        gains = move_gains(here)
        for mask in range(1, 1 << RING):
            after = heuristic_values(position_after(here, mask))[here.turn]
            assert gains[mask] == pytest.approx(after - heuristic_values(here)[here.turn])


def test_looking_one_move_ahead_takes_the_greatest_gain() -> None:
    state = midgame(2, 3, 3)
    here = position(view(state, 0), on_turn(state))
    gains = move_gains(here)
    reach = range(1, 1 << RING, 3)
    best, _ = best_move(here, Reach(reach), 1, 5)
    assert gains[best] == max(gains[mask] for mask in (0, *reach))
