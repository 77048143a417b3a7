"""Tall Tales: the solver, the bots, lines of text in both languages, and the terminal."""

import re
from fractions import Fraction
from itertools import product

import msgspec
import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng
from chabudai.core.transcript import replayed
from tests.games.tall_tales import GAME
from tests.games.tall_tales.review import Judged, Looked, look_back
from tests.games.tall_tales.solver import (
    HEARING,
    TELLING,
    allowed_by_hearing,
    guaranteed_by_telling,
    worth_of_claiming,
    worth_of_doubting,
)
from tests.games.tall_tales.state import Action, Admit, Believe, Claim, Deal, Doubt, Options
from tests.games.tall_tales.tests.support import after, dealt, examples
from tests.support.moves import scripted
from tests.unit.cli.support import chabudai, here, refused

NINTH = Fraction(-1, 9)


def test_the_two_plans_are_worth_the_same_so_neither_can_be_bettered() -> None:
    assert guaranteed_by_telling(TELLING) == allowed_by_hearing(HEARING) == NINTH


def test_no_other_plan_is_better_and_some_are_worse() -> None:
    thirds = [Fraction(part, 3) for part in range(4)]
    plans = [dict(zip((1, 2, 3), plan, strict=True)) for plan in product(thirds, repeat=3)]
    assert max(map(guaranteed_by_telling, plans)) == NINTH
    assert min(map(allowed_by_hearing, plans)) == NINTH
    assert min(map(guaranteed_by_telling, plans)) < NINTH < max(map(allowed_by_hearing, plans))


def test_bluffing_and_doubting_with_the_middle_card_gain_as_much_as_yielding() -> None:
    assert worth_of_claiming(1, HEARING) == worth_of_doubting(2, TELLING) == -1


def test_the_menu_has_the_legal_moves_of_the_seat_to_move() -> None:
    view = GAME.view(dealt(1, 2, 3), 0)
    assert list(GAME.legal_actions(view, 0)) == [Claim(), Admit()]
    assert {GAME.sample(view, 0, Rng(seed)) for seed in range(20)} == {Claim(), Admit()}
    assert GAME.menu(view, 1) == ()


def test_a_determinized_table_keeps_the_own_card() -> None:
    view = GAME.view(dealt(1, 2, 3), 1)
    assert {GAME.determinize(view, Rng(seed)).cards for seed in range(20)} == {(1, 2, 3), (3, 2, 1)}


def moves_of(level: str, seat: int, *cards: int, said: tuple[Action, ...] = ()) -> set[str]:
    """Return the moves that a bot makes with these cards, over many seeds."""
    state = after(dealt(*cards), *said)
    bot = GAME.bots[level](0)
    view = GAME.view(state, seat)
    return {GAME.text.write(bot(view, seat, Rng(seed))) for seed in range(40)}


@pytest.mark.parametrize(
    ("level", "lowest", "middle"),
    [
        ("easy", {"claim", "admit"}, {"claim", "admit"}),
        ("normal", {"admit"}, {"claim", "admit"}),
        ("hard", {"claim", "admit"}, {"claim"}),
        ("expert", {"claim", "admit"}, {"claim"}),
    ],
)
def test_bots_bluff_as_their_level_dares(level: str, lowest: set[str], middle: set[str]) -> None:
    assert moves_of(level, 0, 1, 2, 3) == lowest
    assert moves_of(level, 0, 2, 1, 3) == middle


@pytest.mark.parametrize("level", ["normal", "hard", "expert"])
def test_bots_believe_with_the_lowest_card_and_doubt_with_the_highest(level: str) -> None:
    assert moves_of(level, 1, 2, 1, 3, said=(Claim(),)) == {"believe"}
    assert moves_of(level, 1, 2, 3, 1, said=(Claim(),)) == {"doubt"}
    assert moves_of(level, 1, 1, 2, 3, said=(Claim(),)) == {"believe", "doubt"}


def test_an_expert_with_one_bean_left_doubts_because_it_costs_no_more() -> None:
    lost = after(dealt(1, 2, 3), Claim())
    for level, does in (("hard", {"believe", "doubt"}), ("expert", {"doubt"})):
        poor = replace(GAME.view(lost, 1), beans=(11, 1))
        bot = GAME.bots[level](0)
        assert {GAME.text.write(bot(poor, 1, Rng(seed))) for seed in range(40)} == does


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("claim", Claim()),
        (" A ", Admit()),
        ("Believe", Believe()),
        ("ｄ", Doubt()),
        ("高い", Claim()),
        ("うたがう", Doubt()),
    ],
)
def test_a_person_types_a_word_or_its_letter(line: str, action: Action) -> None:
    assert GAME.text.suggest(GAME.view(dealt(1, 2, 3), 0), 0, line) == action


def test_a_line_that_is_not_understood_is_answered_with_help() -> None:
    with pytest.raises(ValueError, match=r"^Type claim or admit"):
        GAME.text.suggest(GAME.view(dealt(1, 2, 3), 0), 0, "perhaps")


@pytest.mark.parametrize(
    ("seat", "card", "last"),
    [
        (0, "{0} 3", "Your turn: claim the higher card, or admit the lower one."),
        (1, "{1} 1", "{0} is about to speak."),
    ],
)
def test_the_table_is_shown_to_each_seat(seat: int, card: str, last: str) -> None:
    lines = GAME.text.show(GAME.view(dealt(3, 1, 2), seat), seat, "en").splitlines()
    assert lines == ["Round 1 of 4.", "Beans: {0} 6, {1} 6.", f"Cards you see: {card}.", last]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_usage_has_a_line_for_each_move(lang: str) -> None:
    forms = [re.split("[:：（]", line)[0] for line in GAME.text.usage(lang).splitlines()]
    assert forms == ["claim", "admit", "believe", "doubt"]


def test_a_review_tells_the_cost_of_each_move() -> None:
    ((_, played),) = examples()
    review = GAME.extras.jobs["review"].run(GAME, replayed(GAME, played))
    assert msgspec.json.decode(msgspec.json.encode(review), type=Looked) == Looked(
        (
            Judged(round=1, seat=0, card=1, move=Claim(), cost=0.0),
            Judged(round=1, seat=1, card=2, move=Believe(), cost=0.0),
            Judged(round=2, seat=1, card=1, move=Claim(), cost=0.0),
            Judged(round=2, seat=0, card=3, move=Doubt(), cost=0.0),
        )
    )
    moves = ((CHANCE, Deal((2, 3, 1))), (0, Claim()), (1, Believe()))
    meek = replayed(GAME, scripted(GAME, 2, Options(), moves))
    assert [move.cost for move in look_back(GAME, meek).moves] == [0.0, 3.0]


def test_a_whole_game_is_played_line_by_line() -> None:
    # Each line answers one of the two questions and is refused for the other.
    played = chabudai("play", "tall-tales", "--seed", "3", typed="claim\nbelieve\n" * 8)
    assert (played.code, played.err) == (0, "")
    assert " won." in played.out
    assert "Not allowed: " in played.out


def test_a_plan_says_how_often_to_claim_and_to_doubt() -> None:
    done = here("tales", "plan", "1", "--json")
    assert (done.code, done.document) == (0, {"card": 1, "claim": 1 / 3, "doubt": 0.0})
    assert here("tales", "plan", "2").out == "Claim 1 of the time.\nDoubt 1/3 of the time.\n"
    assert "is not from 1 to 3" in refused("tales", "plan", "4")
