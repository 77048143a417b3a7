"""Quiddler: the vocabulary of bots, their turns, challenges and valuations."""

from collections.abc import Callable
from statistics import fmean
from typing import Any

import pytest
from msgspec.structs import replace

from chabudai.core import Rng, Seat
from chabudai.core.characters import character_of
from chabudai.games.quiddler import GAME, rules, state as qd
from chabudai.games.quiddler.bots import BOTS, STRENGTHS, by_value, greedy, lays_by_discard, odds
from chabudai.games.quiddler.bots.bonuses import TAKEN, expected_bonus, giving_cost
from chabudai.games.quiddler.bots.challenging import is_worth_a_challenge, odds_needed
from chabudai.games.quiddler.bots.lookahead import Outlook
from chabudai.games.quiddler.bots.vocabulary import Vocabulary, vocabulary
from chabudai.games.quiddler.components.cards import COUNTS, DECK
from chabudai.games.quiddler.components.word_index import index, key_of
from chabudai.games.quiddler.review.hindsight import discarded
from chabudai.games.quiddler.solver import best_last, best_out, cover_of
from chabudai.games.quiddler.solver.cover import LETTERS, NO_BONUS, WORDS, Bonus, Cover
from chabudai.games.quiddler.tests.tables import laid, midround
from chabudai.games.quiddler.view import view
from chabudai.words import crude, level, lexicon
from tests.support.moves import course

LAP = qd.LastLap(1, (0,))


def move(state: qd.State, seat: Seat, name: str, persona: int = 1) -> qd.Action:
    return BOTS[name](persona)(view(state, seat), seat, Rng(0))


def knowing(name: str, persona: int = 1) -> Vocabulary:
    mind = STRENGTHS[name]
    return vocabulary("standard", mind.shares, mind.stamina, persona)


@pytest.mark.parametrize(
    ("names", "options"),
    [
        (("easy", "normal", "hard", "expert"), qd.Options()),
        (("greedy", "greedy"), qd.Options()),
        (("expert", "easy"), qd.Options(two_player_bonus="most")),
        (("hard", "normal"), qd.Options(validation="at-once", lexicon="casual")),
        (
            ("easy", "expert"),
            qd.Options(no_first_turn_out=True, turn_cap=2, struck_word="zero", lexicon="expert"),
        ),
        (("easy",), qd.Options(solo="columns")),
        (("expert",), qd.Options(solo="columns")),
    ],
)
def test_bots_lay_real_words_or_bluff_and_never_return_the_card_that_they_took(
    names: tuple[str, ...], options: qd.Options
) -> None:
    kinds = {**BOTS, "greedy": greedy}
    seated = [kinds[name](persona) for persona, name in enumerate(names)]
    taken = 0
    for ply in course(GAME, GAME.setup(options, len(names)), Rng(7), *seated):
        for one in ply.step.state.laid:
            assert one.word in lexicon(options.lexicon) or character_of(one.seat).bluffs
            assert one.word not in crude()
        phase = ply.before.phase
        if isinstance(phase, qd.Acting) and phase.source == "discards":
            taken += 1
            assert discarded(ply.action) != phase.card
    assert taken or len(names) == 1
    assert isinstance(ply.step.state.phase, qd.Over)


def test_personas_of_a_level_know_different_words_and_better_levels_know_more() -> None:
    words = [lexicon("standard").pick(n) for n in range(0, len(lexicon("standard")), 53)]
    counts: list[int] = []
    for name, strength in STRENGTHS.items():
        highest = max(common for common, _ in strength.shares)
        known = {frozenset(filter(knowing(name, persona).knows, words)) for persona in range(4)}
        assert len(known) == 4
        assert all((level(one) or 0) <= highest for some in known for one in some)
        counts.append(sum(map(knowing(name).knows, words)))
    assert counts == sorted(counts)
    assert all(2 * weaker < stronger for weaker, stronger in zip(counts, counts[2:], strict=False))


# --- Turns


def test_qd_19_a_bot_lays_another_word_of_the_same_cards() -> None:
    phase, on_table = qd.Acting(0, "J", "pile"), (laid(1, "A C T"),)
    state = midround(phase, "C A T J", "", laid=on_table, last=LAP)
    assert move(state, 0, "normal") == qd.Last((("C", "A", "T"),), "J")


@pytest.mark.parametrize("name", BOTS)
def test_qd_a6_a_bot_takes_a_discard_to_go_out_and_leaves_a_useless_one(name: str) -> None:
    first, second, third = next(
        one for one in ("AND", "THE", "YOU", "FOR", "HIM") if knowing(name).knows(one)
    )
    hand = f"{first} {second} Q"
    assert move(midround(qd.Drawing(0), hand, "", discards=third, last=LAP), 0, name) == qd.Draw(
        "discards"
    )
    state = midround(qd.Acting(0, third, "discards"), f"{hand} {third}", "", last=LAP)
    action = move(state, 0, name)
    assert isinstance(action, qd.Last)
    assert action.words
    useless = midround(qd.Drawing(0), "Q V V", "", discards="Q")
    assert move(useless, 0, name) == qd.Draw("pile")
    assert move(replace(useless, pile=()), 0, name) == qd.Draw("discards")  # QD-A6


def test_an_impatient_bot_goes_out_and_a_patient_one_waits_for_more() -> None:
    state = midround(qd.Acting(0, "E", "pile"), "A T O E", "A A A")
    words = knowing("hard")
    assert best_out(cover_of(("A", "E", "O", "T"), words.index, words.spell)) is not None
    assert isinstance(move(state, 0, "hard"), qd.GoOut)
    assert isinstance(move(state, 0, "expert"), qd.Discard)


@pytest.mark.parametrize(("name", "first"), [("easy", 2), ("normal", 2), ("hard", 1)])
def test_easy_and_normal_bots_leave_the_others_time_and_then_go_out_if_they_may(
    name: str, first: int
) -> None:
    persona = next(each for each in range(1, 99) if knowing(name, each).knows("THE"))
    state = midround(qd.Acting(0, "E", "pile"), "T H E Q", "A A A")
    for turn in (1, 2, 3):
        wanted = qd.Discard("Q") if turn < first else qd.GoOut((("T", "H", "E"),), "Q")
        assert move(replace(state, turns=2 * (turn - 1)), 0, name, persona) == wanted
    strict = replace(state, options=qd.Options(no_first_turn_out=True), turns=0)
    assert move(strict, 0, name, persona) == qd.Discard("Q")


@pytest.mark.parametrize(
    ("name", "last", "seats", "most"),
    [
        ("easy", qd.LastLap(1, (0,)), 2, 1),
        ("normal", qd.LastLap(1, (0,)), 2, 2),
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
        state = midround(qd.Acting(0, hand[0], "pile"), *hands, last=last, round=8)
        action = move(state, 0, name, persona)
        assert isinstance(action, qd.Last)
        for word in action.words:
            ways = index("casual").words(key_of(word))
            assert min(level(way) or 99 for way in ways) <= 20
        counts.add(len(action.words))
    assert max(counts) == most


# --- Challenges


def doubts(
    *on_table: qd.Laid,
    suspicion: float,
    at: int = 0,
    knows: Callable[[str], bool] = lambda _: False,
    **fields: Any,
) -> bool:
    """Return whether seat 0 challenges word number `at`, while three players settle a round."""
    state = midround(qd.Settling((False,) * 3), "A", "A", "A", laid=on_table, **fields)
    return is_worth_a_challenge(view(state, 0), at, suspicion, knows)


def test_qd_26_words_that_are_known_or_settled_are_not_doubted_and_struck_ones_are() -> None:
    stands, struck = qd.Verdict(2, True, 2, 9), qd.Verdict(2, False, 1, 9)
    unknown = laid(1, "X Z Q")
    assert doubts(unknown, suspicion=0.1)
    assert not doubts(unknown, suspicion=0.99, knows=lambda _: True)
    assert not doubts(unknown, laid(2, "X Z Q", stands), suspicion=0.99)
    assert doubts(laid(1, "A T"), laid(2, "A T", struck), suspicion=0.1, knows=lambda _: True)
    before = qd.Finished((laid(2, "X Z Q", stands),), ((), (), ()))
    assert not doubts(unknown, suspicion=0.99, previous=before)
    assert not doubts(unknown, suspicion=0.99, upheld=("XZQ",))


def test_a_plausible_word_is_not_challenged_so_bluffs_can_succeed() -> None:
    for name in ("easy", "normal", "hard"):
        knows, suspicion = knowing(name).knows, STRENGTHS[name].suspicion
        for spelled in ("B L A N E R", "S T O R T", "M I N G L E R"):
            assert not doubts(laid(1, spelled), suspicion=suspicion, knows=knows)


def test_unknown_words_are_doubted_by_their_letters_and_owner_but_not_by_the_dictionary() -> None:
    assert ("ZLOTY" in lexicon("standard")) > ("ZLOGY" in lexicon("standard"))
    for suspicion in (0.05, 0.2, 0.5, 0.9):
        one, other = (laid(1, word) for word in ("Z L O T Y", "Z L O G Y"))
        assert doubts(one, suspicion=suspicion) == doubts(other, suspicion=suspicion)
    wrong, right = qd.Verdict(0, False, 1, 9), qd.Verdict(0, True, 0, 9)
    unknown = laid(1, "S T O R T")
    caught = qd.Finished((laid(1, "X Z", wrong), laid(1, "V V", wrong)), ((), (), ()))
    honest = (unknown, laid(1, "Z L O T Y", right), laid(1, "C A T", right))
    assert not doubts(unknown, suspicion=0.4)
    assert doubts(unknown, suspicion=0.4, previous=caught)
    assert doubts(unknown, suspicion=0.7)
    assert not doubts(*honest, suspicion=0.7)


def test_qd_25_larger_tables_require_better_odds_for_a_challenge() -> None:
    needed = [odds_needed(qd.Options(), seats) for seats in range(2, 9)]
    assert needed == sorted(needed)
    assert odds_needed(qd.Options(struck_word="zero"), 2) == pytest.approx(1.0)
    assert needed[0] == pytest.approx(0.5)


@pytest.mark.parametrize("name", BOTS)
def test_qd_a7_a_bot_challenges_a_bluff_and_then_is_ready(name: str) -> None:
    on_table = (laid(0, "D O G"), laid(1, "X Z Q J"), laid(1, "T H E"))
    state = midround(qd.Settling((False, False)), "A", "A", laid=on_table, last=qd.LastLap(1, ()))
    assert move(state, 0, name) == qd.Challenge(1, 1)
    state = rules.apply(state, 0, qd.Challenge(1, 1)).state
    if knowing(name).knows("THE"):
        assert move(state, 0, name) == qd.Ready()


# --- Valuations


@pytest.mark.parametrize("name", ["", "normal"], ids=["all words", "some words"])
def test_the_value_of_a_card_is_the_value_of_the_hand_with_it(name: str) -> None:
    words = index("standard") if not name else knowing(name).index
    spell = knowing(name).spell if name else None
    bonus = Bonus(tuple(min(10.0, 1.5 * n) for n in range(LETTERS)))
    for seed in range(12):
        hand = Rng(seed).shuffled(DECK)[: 3 + seed % 6]
        outlook = Outlook(cover_of(hand, words, spell), bonus)
        for face in list(COUNTS)[seed % 5 :: 5]:
            now = best_last(cover_of((*hand, face), words, spell), bonus).value
            assert outlook.with_card(face) == pytest.approx(now)
            later = dict.fromkeys(range(len(hand)), 0.0)
            outlook.after_discards(face, later)
            for place, value in later.items():
                kept = (*hand[:place], *hand[place + 1 :], face)
                assert value == pytest.approx(best_last(cover_of(kept, words, spell), bonus).value)


def test_an_expected_value_is_the_mean_over_the_cards_that_may_be_drawn() -> None:
    hand = ("D", "O", "G", "Q")
    outlook = Outlook(Cover(hand, index("standard")), NO_BONUS)
    chances = {"S": 0.75, "V": 0.25}
    mean = 0.75 * outlook.with_card("S") + 0.25 * outlook.with_card("V")
    assert outlook.expected(chances) == pytest.approx(mean)
    after = outlook.expected_after_discards(chances)
    assert max(after, key=after.__getitem__) == hand.index("Q")


def test_visible_and_openly_taken_cards_cannot_be_drawn() -> None:
    on_table, held = (laid(1, "QU I T"),), (qd.Held(1, "K"),)
    state = midround(qd.Drawing(0), "Z QU E", "K A A", discards="Z J", laid=on_table, held=held)
    chances = odds(view(state, 0))
    assert chances.keys() == COUNTS.keys() - {"Z", "QU"}
    assert chances["J"] == chances["K"] == pytest.approx(1 / (118 - 3 - 2 - 3 - 1))
    assert sum(chances.values()) == pytest.approx(1.0)


def test_qd_17_a_discard_costs_the_gain_of_the_next_player() -> None:
    def cost(card: str, *others: str, last: qd.LastLap | None = None) -> float:
        state = midround(qd.Acting(0, "A", "pile"), "A X L", *others, round=8, last=last)
        return giving_cost(view(state, 0), card)

    assert cost("X", "A") > cost("L", "A") > 0
    assert cost("X", "A", "A", "A") == pytest.approx(cost("X", "A") / 3)
    assert cost("X", "A", last=LAP) == 0


def test_the_card_that_helps_other_players_most_is_laid() -> None:
    cover = Cover(("A", "C", "S", "T"), index("standard"))
    for given, kept in ((0.0, "S"), (9.0, "T")):
        gift = {**dict.fromkeys(cover.hand, 0.0), "S": given}
        best = max(lays_by_discard(best_out, cover, NO_BONUS, gift), key=by_value)
        assert (best.discard, best.value) == (cover.hand.index(kept), 13)


def test_the_gain_of_other_players_is_close_to_that_of_random_hands() -> None:
    words = knowing("expert")
    hands = [Rng(seed).shuffled(DECK)[:5] for seed in range(60)]
    looks = [Outlook(cover_of(hand, words.index, words.spell), NO_BONUS) for hand in hands]
    usual = [look.expected({face: n / len(DECK) for face, n in COUNTS.items()}) for look in looks]
    for face in list(COUNTS)[::5]:
        gains = [max(0.0, look.with_card(face) - u) for look, u in zip(looks, usual, strict=True)]
        assert abs(fmean(gains) - TAKEN[face][2]) < 1.5


def test_qd_32_qd_33_the_expected_bonus_grows_with_words_until_it_is_certain() -> None:
    for round_ in range(1, 9):
        for seats in (2, 3, 8):
            bonus = expected_bonus(view(midround(qd.Drawing(0), *"A" * seats, round=round_), 0), 0)
            assert all(list(values) == sorted(values) for values in bonus)
            assert bonus.longest[-1] == pytest.approx(10)
            assert (bonus.most[0] == bonus.most[-1]) == (seats == 2)
            assert (len(bonus.longest), len(bonus.most)) == (LETTERS, WORDS)
    state = midround(qd.Drawing(0), "A", "A", options=qd.Options(two_player_bonus="most"))
    bonus = expected_bonus(view(state, 0), 0)
    assert set(bonus.longest) == {0.0}
    assert bonus.most[-1] == pytest.approx(10)
    on_table = (laid(1, "C A T"), laid(1, "S T A R E R", qd.Verdict(0, False, 1, 9)))
    state = midround(qd.Drawing(0), "A", "A", laid=on_table, last=LAP)
    assert expected_bonus(view(state, 0), 0).longest[2:5] == (-10.0, 0.0, 10.0)
