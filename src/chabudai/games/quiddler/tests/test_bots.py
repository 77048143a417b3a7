"""Quiddler: the vocabulary of bots, their turns and challenges."""

from itertools import islice

import pytest
from msgspec.structs import replace

from chabudai.core import Rng, Seat
from chabudai.core.characters import character_of
from chabudai.games.quiddler import GAME, rules, state as qd
from chabudai.games.quiddler.bots import BOTS, STRENGTHS, greedy
from chabudai.games.quiddler.bots.challenging import is_worth_a_challenge, odds_needed
from chabudai.games.quiddler.components.cards import DECK, Face
from chabudai.games.quiddler.components.word_index import index, key_of, spellings
from chabudai.games.quiddler.solver import best_out, cover_of
from chabudai.games.quiddler.tests.minds import knowing, table
from chabudai.games.quiddler.tests.tables import laid
from chabudai.games.quiddler.view import View, view
from chabudai.words import crude, level, lexicon
from tests.support.moves import course


def move(state: qd.State, seat: Seat, name: str, persona: int = 1) -> qd.Action:
    return BOTS[name](persona)(view(state, seat), seat, Rng(0))


# --- Whole games


@pytest.mark.parametrize(
    ("names", "options"),
    [
        (("easy", "normal", "hard", "expert"), qd.Options()),
        (("expert", "easy"), qd.Options(two_player_bonus="most")),
        (("hard", "normal"), qd.Options(validation="at-once", lexicon="casual")),
        (
            ("easy", "expert"),
            qd.Options(no_first_turn_out=True, turn_cap=2, struck_word="zero", lexicon="expert"),
        ),
        (("normal",) * 8, qd.Options(turn_cap=2)),
        (("easy",), qd.Options(solo="columns")),
        (("expert",), qd.Options(solo="columns")),
    ],
)
def test_bots_keep_the_rules_to_the_end(names: tuple[str, ...], options: qd.Options) -> None:
    seated = [BOTS[name](persona) for persona, name in enumerate(names)]
    for ply in course(GAME, GAME.setup(options, len(names)), Rng(7), *seated):
        for one in ply.step.state.laid:
            assert one.word in lexicon(options.lexicon) or character_of(one.seat).bluffs
            assert one.word not in crude()
    assert isinstance(ply.step.state.phase, qd.Over)


# --- Vocabulary


@pytest.mark.parametrize("name", BOTS)
def test_a_persona_always_knows_the_same_words(name: str) -> None:
    words = [lexicon("standard").pick(n) for n in range(0, len(lexicon("standard")), 97)]
    known, again, other = (
        [one for one in words if knowing(name, persona).knows(one)] for persona in (1, 1, 2)
    )
    assert known == again != other
    highest = max(common for common, _ in STRENGTHS[name].shares)
    assert all((level(one) or 0) <= highest for one in known)


def test_each_level_knows_more_words_than_the_one_below() -> None:
    words = [lexicon("standard").pick(n) for n in range(0, len(lexicon("standard")), 53)]
    counts = [sum(map(knowing(name).knows, words)) for name in BOTS]
    assert counts == sorted(counts)
    assert all(2 * weaker < stronger for weaker, stronger in zip(counts, counts[2:], strict=False))


def test_cards_of_a_crude_word_spell_another_or_none() -> None:
    for one in [word for word in sorted(crude()) if word in lexicon("standard") and len(word) < 8]:
        for cards in spellings(one):
            said = knowing("expert").words(key_of(cards))
            assert not crude().intersection(said)
            assert all(sorted("".join(cards)) == sorted(other) for other in said)


def test_qd_19_a_bot_lays_another_word_of_the_same_cards() -> None:
    on_table = (laid(1, "A C T"),)
    state = table(qd.Acting(0, "T", "pile"), "C A T V", "", laid=on_table, last=qd.LastLap(1, (0,)))
    assert move(state, 0, "expert") == qd.Last((("V", "A", "C"),), "T")
    state = table(qd.Acting(0, "J", "pile"), "C A T J", "", laid=on_table, last=qd.LastLap(1, (0,)))
    assert move(state, 0, "normal") == qd.Last((("C", "A", "T"),), "J")


# --- Turns


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_takes_a_discard_to_go_out_and_leaves_a_useless_one(name: str) -> None:
    first, second, third = next(
        one for one in ("AND", "THE", "YOU", "FOR", "HIM") if knowing(name).knows(one)
    )
    hand, last = f"{first} {second} Q", qd.LastLap(1, (0,))
    state = table(qd.Drawing(0), hand, "", discards=third, last=last)
    assert move(state, 0, name) == qd.Draw("discards")
    state = table(qd.Acting(0, third, "discards"), f"{hand} {third}", "", last=last)
    action = move(state, 0, name)
    assert isinstance(action, qd.Last)
    assert action.words
    assert move(table(qd.Drawing(0), "Q V V", "", discards="Q"), 0, name) == qd.Draw("pile")


def test_qd_a6_without_a_pile_the_discard_is_taken() -> None:
    state = qd.State(
        qd.Options(), qd.Drawing(0), (("Q", "V", "V"), ()), dealer=0, pile=(), discards=("Q",)
    )
    assert move(state, 0, "expert") == qd.Draw("discards")


def test_an_impatient_bot_goes_out_and_a_patient_one_waits_for_more() -> None:
    state = table(qd.Acting(0, "A", "pile"), "A T A B", "A A A", round=1)
    for name in ("easy", "normal", "hard"):
        assert isinstance(move(state, 0, name), qd.GoOut | qd.Discard)
    state = table(qd.Acting(0, "E", "pile"), "A T O E", "A A A")
    words = knowing("hard")
    assert best_out(cover_of(("A", "E", "O", "T"), words.index, words.spell)) is not None
    assert isinstance(move(state, 0, "hard"), qd.GoOut)
    assert isinstance(move(state, 0, "expert"), qd.Discard)


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_that_cannot_go_out_discards_a_useless_card(name: str) -> None:
    strict = qd.Options(no_first_turn_out=True)
    state = replace(table(qd.Acting(0, "Q", "pile"), "T H E Q", "", options=strict), turns=0)
    assert move(state, 0, name) == qd.Discard("Q")


@pytest.mark.parametrize(("name", "first"), [("easy", 2), ("normal", 2), ("hard", 1)])
def test_easy_and_normal_bots_leave_the_others_time_before_they_go_out(
    name: str, first: int
) -> None:
    state = table(qd.Acting(0, "E", "pile"), "T H E Q", "A A A")
    for turn in (1, 2, 3):
        early = replace(state, turns=2 * (turn - 1))
        wanted = qd.Discard("Q") if turn < first else qd.GoOut((("T", "H", "E"),), "Q")
        persona = next(each for each in range(1, 99) if knowing(name, each).knows("THE"))
        assert move(early, 0, name, persona) == wanted


@pytest.mark.parametrize(
    ("name", "last", "seats", "most"),
    [
        ("easy", qd.LastLap(1, (0,)), 2, 1),
        ("normal", qd.LastLap(1, (0,)), 2, 2),
        ("easy", qd.LastLap(2, (0, 1)), 3, 1),
        ("easy", qd.LastLap(1, (0,)), 3, 2),
        ("easy", qd.LastLap(None, (0, 1)), 2, 1),
    ],
)
def test_easy_bots_lay_one_common_word_and_normal_ones_two_in_the_last_lap_and_later_players_more(
    name: str, last: qd.LastLap, seats: int, most: int
) -> None:
    counts = set[int]()
    for persona in filter(lambda each: not character_of(each).bluffs, range(12)):
        hand = Rng(persona).shuffled(DECK)[:11]
        hands = (" ".join(hand), *[""] * (seats - 1))
        state = table(qd.Acting(0, hand[0], "pile"), *hands, last=last, round=8)
        action = move(state, 0, name, persona)
        assert isinstance(action, qd.Last)
        assert all(any(map(is_common, ways_of(word))) for word in action.words)
        counts.add(len(action.words))
    assert max(counts) == most


def ways_of(cards: tuple[Face, ...]) -> tuple[str, ...]:
    return index("casual").words(key_of(cards))


def is_common(word: str) -> bool:
    return (level(word) or 99) <= 20


@pytest.mark.parametrize("names", [("easy", "normal"), ("hard", "expert"), ("greedy", "greedy")])
@pytest.mark.parametrize("seed", range(3))
def test_no_bot_takes_a_discard_and_returns_the_same_card(
    names: tuple[str, ...], seed: int
) -> None:
    kinds = {**BOTS, "greedy": greedy}
    seated = [kinds[name](seed + at) for at, name in enumerate(names)]
    taken = 0
    for ply in course(GAME, GAME.setup(qd.Options(), len(names)), Rng(seed), *seated):
        phase = ply.before.phase
        if isinstance(phase, qd.Acting) and phase.source == "discards":
            taken += 1
            assert ply.step.state.discards[-1] != phase.card
    assert taken


# --- Challenges


def settled(
    on_table: tuple[qd.Laid, ...], seats: int = 2, previous: qd.Finished | None = None
) -> View:
    phase = qd.Settling((False,) * seats)
    return view(table(phase, *["A"] * seats, laid=on_table, previous=previous), 0)


def nothing(_: str) -> bool:
    return False


def test_a_known_word_is_never_challenged() -> None:
    seen = settled((laid(1, "X Z Q"),))
    assert not is_worth_a_challenge(seen, 0, 0.99, lambda _: True)
    assert is_worth_a_challenge(seen, 0, 0.1, nothing)


def test_qd_26_settled_challenges_are_known() -> None:
    stands, struck = qd.Verdict(2, True, 2, 9), qd.Verdict(2, False, 1, 9)
    on_table = (laid(1, "X Z Q"), laid(2, "X Z Q", stands), laid(1, "A T"), laid(2, "A T", struck))
    seen = settled(on_table, 3)
    assert not is_worth_a_challenge(seen, 0, 0.99, nothing)
    assert is_worth_a_challenge(seen, 2, 0.1, lambda _: True)
    before = qd.Finished((laid(2, "X Z Q", stands),), ((), (), ()))
    assert not is_worth_a_challenge(settled(on_table[:1], 3, before), 0, 0.99, nothing)
    long_ago = replace(settled(on_table[:1]), upheld=("XZQ",))
    assert not is_worth_a_challenge(long_ago, 0, 0.99, nothing)


def test_a_plausible_word_is_not_challenged_so_bluffs_can_succeed() -> None:
    for name in ("easy", "normal", "hard"):
        for spelled in ("B L A N E R", "S T O R T", "M I N G L E R"):
            seen = settled((laid(1, spelled),))
            assert not knowing(name).knows("".join(spelled.split()))
            assert not is_worth_a_challenge(seen, 0, STRENGTHS[name].suspicion, knowing(name).knows)


def test_unknown_words_are_doubted_whether_or_not_the_dictionary_has_them() -> None:
    real, false = "ZLOTY", "ZLOGY"
    assert real in lexicon("standard")
    assert false not in lexicon("standard")
    for suspicion in (0.05, 0.2, 0.5, 0.9):
        verdicts = {
            is_worth_a_challenge(settled((laid(1, " ".join(each)),)), 0, suspicion, nothing)
            for each in (real, false)
        }
        assert len(verdicts) == 1


def test_players_who_were_caught_are_doubted_more_and_honest_ones_less() -> None:
    wrong = qd.Verdict(0, allowed=False, loser=1, loss=9)
    right = qd.Verdict(0, allowed=True, loser=0, loss=9)
    unknown = laid(1, "S T O R T")
    caught = qd.Finished((laid(1, "X Z", wrong), laid(1, "V V", wrong)), ((), ()))
    honest = (unknown, laid(1, "Z L O T Y", right), laid(1, "C A T", right))
    assert is_worth_a_challenge(settled((unknown,), previous=caught), 0, 0.2, nothing)
    assert is_worth_a_challenge(settled((unknown,)), 0, 0.4, nothing)
    assert not is_worth_a_challenge(settled(honest), 0, 0.4, nothing)


def test_qd_25_larger_tables_require_better_odds_for_a_challenge() -> None:
    needed = [odds_needed(qd.Options(), seats) for seats in range(2, 9)]
    assert needed == sorted(needed)
    assert odds_needed(qd.Options(struck_word="zero"), 2) == pytest.approx(1.0)
    assert needed[0] == pytest.approx(0.5)


@pytest.mark.parametrize("name", BOTS)
def test_qd_a7_a_bot_challenges_a_bluff_and_then_is_ready(name: str) -> None:
    on_table = (laid(0, "D O G"), laid(1, "X Z Q J"), laid(1, "T H E"))
    state = table(qd.Settling((False, False)), "A", "A", laid=on_table, last=qd.LastLap(1, ()))
    assert move(state, 0, name) == qd.Challenge(1, 1)
    state = rules.apply(state, 0, qd.Challenge(1, 1)).state
    if knowing(name).knows("THE"):
        assert move(state, 0, name) == qd.Ready()


def test_bots_of_a_level_know_different_words() -> None:
    highest = STRENGTHS["easy"].shares[-1][0]
    words = islice(lexicon("casual").words(), 0, None, 23)
    common = [one for one in words if (level(one) or 99) <= highest]
    known = {frozenset(filter(knowing("easy", persona).knows, common)) for persona in range(4)}
    assert len(known) == 4
