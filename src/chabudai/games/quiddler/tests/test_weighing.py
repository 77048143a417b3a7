"""The bots' valuation of the next card, the bonuses, and discards; and advice."""

import msgspec
import pytest
from msgspec.structs import replace

from chabudai.core import Rng, telling
from chabudai.core.text import spaced
from chabudai.games.quiddler.bots import by_value, lays_by_discard, odds
from chabudai.games.quiddler.bots.bonuses import TAKEN, expected_bonus, giving_cost
from chabudai.games.quiddler.bots.lookahead import Outlook
from chabudai.games.quiddler.components.cards import COUNTS, DECK
from chabudai.games.quiddler.components.word_index import index
from chabudai.games.quiddler.review.advice import advise
from chabudai.games.quiddler.solver import best_last, best_out, cover_of
from chabudai.games.quiddler.solver.cover import LETTERS, NO_BONUS, WORDS, Bonus, Cover
from chabudai.games.quiddler.state import Acting, Drawing, GoOut, Held, LastLap, Options, Verdict
from chabudai.games.quiddler.tests.minds import knowing, table
from chabudai.games.quiddler.tests.tables import laid
from chabudai.games.quiddler.view import view

# --- Expectations


BONUS = Bonus(tuple(min(10.0, 1.5 * n) for n in range(LETTERS)))


@pytest.mark.parametrize("bonus", [NO_BONUS, BONUS], ids=["points", "longest word"])
@pytest.mark.parametrize("known", ["all words", "some words"])
def test_the_value_of_a_card_is_the_value_of_the_hand_with_it(bonus: Bonus, known: str) -> None:
    words = knowing("normal")
    held = index("standard") if known == "all words" else words.index
    spell = None if known == "all words" else words.spell
    for seed in range(12):
        hand = Rng(seed).shuffled(DECK)[: 3 + seed % 6]
        outlook = Outlook(cover_of(hand, held, spell), bonus)
        for face in list(COUNTS)[seed % 5 :: 5]:
            now = best_last(cover_of((*hand, face), held, spell), bonus).value
            assert outlook.with_card(face) == pytest.approx(now)
            later = dict.fromkeys(range(len(hand)), 0.0)
            outlook.after_discards(face, later)
            for place, value in later.items():
                kept = (*hand[:place], *hand[place + 1 :], face)
                assert value == pytest.approx(best_last(cover_of(kept, held, spell), bonus).value)


def test_an_expected_value_is_the_mean_over_the_cards_that_may_be_drawn() -> None:
    hand = ("D", "O", "G", "Q")
    outlook = Outlook(Cover(hand, index("standard")), NO_BONUS)
    chances = {"S": 0.75, "V": 0.25}
    mean = 0.75 * outlook.with_card("S") + 0.25 * outlook.with_card("V")
    assert outlook.expected(chances) == pytest.approx(mean)
    after = outlook.expected_after_discards(chances)
    assert max(after, key=after.__getitem__) == hand.index("Q")


def test_visible_cards_cannot_be_drawn_again() -> None:
    state = table(Drawing(0), "Z QU E", "A A A", discards="Z J", laid=(laid(1, "QU I T"),))
    chances = odds(view(state, 0))
    assert "Z" not in chances
    assert "QU" not in chances
    assert chances["J"] == pytest.approx(1 / (118 - 3 - 2 - 3))
    assert sum(chances.values()) == pytest.approx(1.0)


def test_an_openly_taken_card_cannot_be_drawn() -> None:
    state = table(Drawing(0), "QU E E", "Z Z A", discards="J")
    before = odds(view(state, 0))
    state = replace(state, held=(Held(1, "Z"), Held(1, "Z")))
    after = odds(view(state, 0))
    assert before["Z"] == pytest.approx(COUNTS["Z"] / (118 - 4))
    assert after.get("Z", 0) == pytest.approx((COUNTS["Z"] - 2) / (118 - 6))


# --- Discards


def test_qd_17_a_discard_costs_the_gain_of_the_next_player() -> None:
    seen = view(table(Acting(0, "A", "pile"), "A X L", "A A A", round=8), 0)
    assert giving_cost(seen, "X") > giving_cost(seen, "L") > 0
    four = view(table(Acting(0, "A", "pile"), "A X L", "A", "A", "A", round=8), 0)
    assert giving_cost(four, "X") == pytest.approx(giving_cost(seen, "X") / 3)
    last = table(Acting(0, "A", "pile"), "A X L", "A A A", round=8, last=LastLap(1, (0,)))
    assert giving_cost(view(last, 0), "X") == 0


def test_the_card_that_helps_other_players_most_is_laid() -> None:
    cover = Cover(("A", "C", "S", "T"), index("standard"))
    nothing_given = dict.fromkeys(cover.hand, 0.0)
    plain = max(lays_by_discard(best_out, cover, NO_BONUS, nothing_given), key=by_value)
    assert plain.discard == cover.hand.index("S")
    lays = lays_by_discard(best_out, cover, NO_BONUS, {**nothing_given, "S": 9.0})
    best = max(lays, key=by_value)
    assert best.discard == cover.hand.index("T")
    assert best.value == plain.value == 13


def test_the_gain_of_other_players_is_close_to_that_of_random_hands() -> None:
    words = knowing("expert")
    wrong: list[float] = []
    hands = [Rng(seed).shuffled(DECK)[:5] for seed in range(60)]
    looks = [Outlook(cover_of(hand, words.index, words.spell), NO_BONUS) for hand in hands]
    whole = {face: count / len(DECK) for face, count in COUNTS.items()}
    usual = [look.expected(whole) for look in looks]
    for face in list(COUNTS)[::5]:
        gains = [max(0.0, o.with_card(face) - u) for o, u in zip(looks, usual, strict=True)]
        wrong.append(abs(sum(gains) / len(gains) - TAKEN[face][2]))
    assert max(wrong) < 1.5


# --- Bonuses


@pytest.mark.parametrize("round_", range(1, 9))
@pytest.mark.parametrize("seats", [2, 3, 8])
def test_longer_words_and_more_words_never_have_a_lower_expected_bonus(
    round_: int, seats: int
) -> None:
    bonus = expected_bonus(view(table(Drawing(0), *["A"] * seats, round=round_), 0), 0)
    for values in bonus:
        assert list(values) == sorted(values)
    assert bonus.longest[-1] == pytest.approx(10)
    assert (bonus.most[0] == bonus.most[-1]) == (seats == 2)
    assert len(bonus.longest) == LETTERS
    assert len(bonus.most) == WORDS


def test_qd_33_two_players_compete_for_one_bonus() -> None:
    state = table(Drawing(0), "A", "A", options=Options(two_player_bonus="most"))
    bonus = expected_bonus(view(state, 0), 0)
    assert set(bonus.longest) == {0.0}
    assert bonus.most[-1] == pytest.approx(10)


def test_qd_32_once_all_words_are_laid_the_bonus_is_certain() -> None:
    struck = Verdict(0, allowed=False, loser=1, loss=9)
    on_table = (laid(1, "C A T"), laid(1, "S T A R E R", struck))
    state = table(Drawing(0), "A", "A", laid=on_table, last=LastLap(1, (0,)))
    assert expected_bonus(view(state, 0), 0).longest[2:5] == (-10.0, 0.0, 10.0)


def test_hints_lead_from_the_length_of_the_longest_word_to_its_cards_and_the_move() -> None:
    seen = view(table(Acting(0, "Z", "pile"), "QU I L T A Z", "A B C D E"), 0)
    advice = advise(seen, 0, Rng(1))
    best = msgspec.json.decode(advice.choices[advice.best].action, type=GoOut)
    word = max(best.words, key=lambda cards: len("".join(cards)))
    assert advice.look == telling("There is a word of {n} letters.", n=len("".join(word)))
    shown = spaced(sorted(word))
    assert advice.closer == telling("Look at {cards}: they make a word.", cards=shown)


def test_without_a_word_to_lay_there_is_a_choice_instead_of_a_closer_hint() -> None:
    seen = view(table(Acting(0, "Z", "pile"), "Z X V Q", "A B C"), 0)
    advice = advise(seen, 0, Rng(1))
    assert advice.closer is None
    assert len(advice.choices) > 1
