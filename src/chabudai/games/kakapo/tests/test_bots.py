"""The bots: card playouts that follow the rules of tricks and skills, and moves based on a seat's
view.
"""

from itertools import islice

import pytest

from chabudai.core import Rng, Telling, telling
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.bots.planning import worlds
from chabudai.games.kakapo.bots.policy import BOTS
from chabudai.games.kakapo.bots.rollouts import Course, play_out, play_round, select, wants
from chabudai.games.kakapo.components.cards import SUITS
from chabudai.games.kakapo.review.advice import Ranked, reasons
from chabudai.games.kakapo.review.reasons import why_chosen
from chabudai.games.kakapo.rules.selection import Trick, pieces_of, skills_open
from chabudai.games.kakapo.rules.tricks import decision_card, may_reveal
from chabudai.games.kakapo.solver.card_sets import (
    BIT,
    CARD_AT,
    COUNT,
    EVERY,
    INDEX,
    Cards,
    named,
    set_of,
)
from chabudai.games.kakapo.state import Options, Over, Reveal
from chabudai.games.kakapo.view import view
from tests.support.moves import course

SIZES = {2: 16, 3: 13, 4: 10}
COVERS = ((BIT["O8"], BIT["B3"] | BIT["G3"]), (BIT["Y7"], BIT["P2"], BIT["G5"]))


def dealt(seats: int, rng: Rng) -> tuple[Cards, ...]:
    cards = rng.shuffled([1 << index for index in range(COUNT) if seats != 3 or index])
    size = SIZES[seats]
    return tuple(sum(cards[seat * size : (seat + 1) * size]) for seat in range(seats))


def begun(seats: int, covers: tuple[tuple[Cards, ...], ...] = COVERS) -> Course:
    two = seats == 2
    return Course(seats, 8 if two else 10, 5 if two else 3, 0, 0, (), 0, EVERY, covers)


@pytest.mark.parametrize("seats", SIZES)
def test_kk_17_and_kk_19_playouts_follow_and_find_the_decision_card(seats: int) -> None:
    rng = Rng(seats)
    for _ in range(40):
        now, hands = begun(seats), list(dealt(seats, rng))
        while now.rounds:
            before = list(hands)
            wanted = wants(now.covers, EVERY & ~now.known) or EVERY
            trick, decision = play_round(now, hands, wanted, None, rng.bits())
            cards = tuple(CARD_AT[card] for card in trick)
            for place, card in enumerate(cards):
                seat = (now.start + place) % seats
                assert card in may_reveal(Options(), seats, cards[:place], named(before[seat]))
                before[seat] &= ~BIT[card]
            assert before == hands
            assert CARD_AT[decision] == decision_card(cards, SUITS[now.top])
            after = select(now, trick, decision, wanted)
            got = named(now.unused & ~after.unused)
            used = frozenset(named(EVERY & ~now.unused))
            table = Trick(Options(), seats, now.counters, cards, CARD_AT[decision], used)
            ways = [None, *skills_open(table)]
            spent = now.counters - after.counters
            assert set(got) in [set(pieces_of(table, way)) for way in ways if spent == bool(way)]
            now = after


@pytest.mark.parametrize("seats", SIZES)
def test_kk_41_a_playout_with_nothing_to_do_is_won_and_one_without_hope_is_lost(seats: int) -> None:
    hands = dealt(seats, Rng(5))
    assert play_out(begun(seats, ((),)), hands, None, 3) == 1
    assert play_out(begun(seats, ()), hands, None, 3) == 0
    assert play_out(begun(seats, ((0,),)), hands, None, 3) == 0


def test_kk_16_the_card_to_be_tried_is_played_first() -> None:
    hands = (set_of(("O1", "G8")), set_of(("O2", "Y1")), set_of(("B1", "B2")), set_of(("B3", "B4")))
    now = begun(4, ((BIT["G8"],),))._replace(rounds=1)
    assert play_out(now, hands, INDEX["G8"], 1) == 1
    assert play_out(now, hands, INDEX["O1"], 1) < 1


def test_kk_23_kk_24_kk_25_a_counter_is_spent_to_select_a_wanted_piece() -> None:
    for seats, third, wanted, counters, got in (
        (2, "O3", "O2", 4, ("O2", "O7")),
        (2, "B3", "G7", 4, ("G7",)),
        (2, "B3", "O8", 4, ("O8",)),
        (3, "B3", "O8", 3, ("O7",)),
    ):
        trick = [INDEX[card] for card in ("O2", "O7", third, "O4")[: 4 if seats == 2 else 3]]
        after = select(begun(seats), trick, INDEX["O7"], BIT[wanted])
        assert (after.counters, EVERY & ~after.unused) == (counters, set_of(got))


OTHER = telling("to play {card}", card="O1")


def ranked(card: str, wins: int) -> Ranked:
    return Ranked(Reveal(card), OTHER, wins, wins)


def facts(told: Telling) -> tuple[object, ...]:
    return tuple(told.facts.get(name) for name in ("deals", "n", "other"))


@pytest.mark.parametrize(("wins", "ahead"), [(11, 2), (9, None), (8, None)])
def test_advice_says_how_much_more_often_its_choice_wins_than_the_next_best(
    wins: int, ahead: int | None
) -> None:
    (told,) = reasons([ranked("P1", wins), ranked("O1", 9)])
    assert facts(told) == (40, ahead, OTHER)
    assert ("more than the next best" in told.text) == (ahead is not None)
    assert reasons([ranked("P1", wins)]) == [telling("There is nothing else to choose.")]


@pytest.mark.parametrize(
    ("wins", "ahead", "words"),
    [(11, 2, "this won {n}"), (9, None, "about as well"), (4, 5, "another choice won {n}")],
)
def test_a_bot_says_honestly_how_its_choice_compares_with_the_best_other_one(
    wins: int, ahead: int | None, words: str
) -> None:
    told = why_chosen(Reveal("P1"), [ranked("O1", 9), ranked("P1", wins)])
    assert facts(told) == (40, ahead, OTHER)
    assert words in told.text


def test_experts_scan_a_gentle_flock_in_silence() -> None:
    bots = [BOTS["expert"](seat) for seat in range(2)]
    *_, last = course(GAME, GAME.setup(Options(), 2), Rng(4), *bots)
    assert last.step.state.phase == Over("scanned")


def test_kk_13_imagined_hands_are_of_the_cards_a_seat_does_not_see() -> None:
    (ply,) = islice(course(GAME, GAME.setup(Options(), 3), Rng(2)), 20, 21)
    for world in worlds(view(ply.before, 1), Rng(3), 20):
        assert set(named(world.hands[1])) == set(ply.before.hands[1])
        together = [card for hand in world.hands for card in named(hand)]
        assert sorted(together) == sorted(card for hand in ply.before.hands for card in hand)
