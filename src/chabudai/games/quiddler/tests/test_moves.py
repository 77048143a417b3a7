"""What may be done and asked: menus, actions by effect, plans, picks, the clock."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from chabudai.core import Rng, Why
from chabudai.games.quiddler import GAME
from chabudai.games.quiddler.components.cards import DECK, points
from chabudai.games.quiddler.moves.layouts import (
    layouts,
    short_layout,
    spell_with,
    ways_to_spell,
)
from chabudai.games.quiddler.questions import Pick, Picked, Plan, Planned
from chabudai.games.quiddler.state import (
    Challenge,
    Discard,
    Draw,
    GoOut,
    Last,
    LastLap,
    Options,
    Ready,
    Settling,
    State,
)
from chabudai.games.quiddler.tests.tables import cards, laid, make, table, words
from chabudai.words import lexicon

LAP = LastLap(1, (0,))
HANDS = st.lists(st.sampled_from(DECK), min_size=2, max_size=5)


def menu(state: State, seat: int) -> tuple[object, ...]:
    return GAME.menu(GAME.view(state, seat), seat)


def test_cards_that_do_not_spell_a_word_are_refused() -> None:
    assert spell_with("QUIT", ("I", "QU", "T")) == ("QU", "I", "T")
    for others in (("I", "T"), ("I", "QU", "Q"), ("Q", "U", "I", "T", "S")):
        with pytest.raises(ValueError, match="do not spell 'QUIT'"):
            spell_with("QUIT", others)


def test_qd_9_the_menu_offers_both_draws_and_then_every_face_once() -> None:
    state = table("A A B", "D E F", pile="QU")
    assert menu(state, 0) == (Draw("pile"), Draw("discards"))
    assert menu(state, 1) == ()
    drawn = make(state, (0, Draw("pile")))
    assert menu(drawn, 0) == (Discard("A"), Discard("B"), Discard("QU"))


def test_qd_24_the_menu_offers_challenges_to_everybody_else() -> None:
    state = table("A A B", "D E F", "G H I", laid=(laid(1, "C A T"), laid(2, "D O G")))
    assert menu(state, 0) == (Draw("pile"), Draw("discards"), Challenge(1, 0), Challenge(1, 1))
    assert menu(state, 1) == (Challenge(1, 1),)
    over = replace(state, phase=Settling((False, True, False)))
    assert menu(over, 0) == (Ready(), Challenge(1, 0), Challenge(1, 1))
    assert menu(over, 1) == (Challenge(1, 1),)


def listed(state: State) -> list[GoOut | Last]:
    actions = GAME.legal_actions(GAME.view(state, 0), 0)
    return [action for action in actions if isinstance(action, GoOut | Last)]


def effects(actions: list[GoOut | Last]) -> list[tuple[object, ...]]:
    return [
        (
            type(action),
            tuple(sorted(card for word in action.words for card in word)),
            action.discard,
            len(action.words),
            max(len("".join(word)) for word in action.words),
        )
        for action in actions
    ]


def brute_force(hand: tuple[str, ...]) -> set[tuple[tuple[str, ...], int, int]]:
    """Cards laid, words, letters of the longest, of everything that a hand can lay."""
    known = lexicon("casual")
    found = set()

    def go_on(left: tuple[str, ...], done: tuple[tuple[str, ...], ...]) -> None:
        if done:
            used = tuple(sorted(card for word in done for card in word))
            found.add((used, len(done), max(len("".join(word)) for word in done)))
        for size in range(2, len(left) + 1):
            for word in set(permutations(left, size)):
                if "".join(word) in known:
                    rest = Counter(left) - Counter(word)
                    go_on(tuple(rest.elements()), (*done, word))

    go_on(hand, ())
    return found


@settings(max_examples=60)
@given(HANDS)
def test_every_layout_of_other_effect_is_found_once(hand: list[str]) -> None:
    found = [
        (
            tuple(sorted(card for word in way for card in word)),
            len(way),
            max(len("".join(word)) for word in way),
        )
        for way in layouts("casual", tuple(hand), ())
    ]
    assert len(set(found)) == len(found)
    assert set(found) == brute_force(tuple(hand))


def test_qd_12_ways_to_go_out_are_listed_once_for_each_effect() -> None:
    actions = listed(table("C A T S O N E", "D", drawn="S"))
    assert all(isinstance(action, GoOut) for action in actions)
    assert len(set(effects(actions))) == len(actions)
    assert ("C", "A", "N", "O", "E") not in [word for action in actions for word in action.words]
    assert {len(action.words) for action in actions} == {1, 2, 3}


def test_qd_a14_no_way_to_go_out_is_listed_where_nobody_may() -> None:
    strict = Options(no_first_turn_out=True)
    assert listed(table("C A T S", "D", drawn="S", options=strict)) == []
    assert listed(table("C A T S", "D", drawn="S", options=strict, turns=2))
    assert listed(table("C A T S", "D")) == []


def test_qd_19_words_that_others_have_laid_are_not_listed() -> None:
    state = table("O N X", "D", drawn="X", laid=(laid(1, "O N"),), last=LAP)
    assert [action.words for action in listed(state)] == [words("N O"), words("O X")]


def test_qd_15_in_the_last_lap_every_discard_is_listed_with_every_layout() -> None:
    state = table("A T Q V", "", drawn="V", last=LAP)
    laid_out = {Last(words("A T"), "Q"), Last(words("A T"), "V"), Last(words("V A T"), "Q")}
    assert set(listed(state)) == laid_out


def test_qd_a23_who_has_no_time_left_draws_and_discards_that_card() -> None:
    state = table("A B C", "D E F", pile="X Y")
    view = GAME.view(state, 0)
    assert GAME.idle(view, 0) == Draw("pile")
    state = make(state, (0, Draw("pile")))
    assert GAME.idle(GAME.view(state, 0), 0) == Discard("X")
    settling = replace(state, phase=Settling((False, False)))
    assert GAME.idle(GAME.view(settling, 1), 1) == Ready()


def test_qd_a23_and_qd_a7_turns_and_challenges_have_clocks_of_their_own() -> None:
    state = table("A B C", "D E F", options=Options(turn_clock=30, challenge_clock=90))
    settling = replace(state, phase=Settling((False, False)))
    assert GAME.clock(GAME.view(state, 0), 0) == 30
    assert GAME.clock(GAME.view(settling, 0), 0) == 90
    assert GAME.clock(GAME.view(table("A", "B"), 0), 0) is None


# --- Questions


def pick(hand: str, typed: str, offered: str | None = None) -> tuple[tuple[str, ...], ...]:
    state = table(hand, "D E F")
    question = Pick(typed, cards(hand if offered is None else offered))
    answer = GAME.ask(GAME.view(state, 0), 0, question)
    assert isinstance(answer, Picked)
    return answer.ways


def test_qd_18_a_typed_word_picks_the_cards_that_leave_most_points() -> None:
    ways = pick("TH T H IN I N E", "thin")
    assert [points(way) for way in ways] == [16, 16, 17, 17]
    assert ways == (cards("TH IN"), cards("TH I N"), cards("T H IN"), cards("T H I N"))


def test_qd_18_cards_that_are_not_offered_or_not_held_are_not_picked() -> None:
    assert pick("TH IN E", "thin", "TH E") == ()
    assert pick("TH E", "thin", "TH IN") == ()
    assert pick("TH IN E", "the") == (cards("TH E"),)
    assert pick("C L A", "cla") == (cards("C L A"),)
    assert pick("A B", "¿") == pick("A B", "X" * 40) == ()


def test_qd_23_picking_cards_says_nothing_of_the_dictionary() -> None:
    assert pick("X QU Z", "xquz") == (cards("X QU Z"),)


@settings(max_examples=100)
@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=8))
def test_qd_18_every_way_to_spell_is_found(hand: list[str]) -> None:
    word = "".join(hand)
    ways = ways_to_spell(word, hand)
    assert tuple(hand) in ways
    assert len(set(ways)) == len(ways)
    for way in ways:
        assert "".join(way) == word
        assert not Counter(way) - Counter(hand)


def plan(state: State, text: str, discard: str | None) -> tuple[int, int, str | None]:
    answer = GAME.ask(GAME.view(state, 0), 0, Plan(words(text), discard))
    assert isinstance(answer, Planned)
    return answer.words, answer.left, answer.against.rule if answer.against else None


def test_qd_12_a_plan_tells_its_points_and_what_speaks_against_it() -> None:
    state = table("QU I T Z", "D", drawn="Z")
    assert plan(state, "QU I T", "Z") == (14, 0, None)
    assert plan(state, "QU I", "Z") == (11, 3, "QD-12")
    assert plan(state, "QU I T, Z", None) == (28, 0, "QD-18")
    assert plan(state, "QU I T Z", "Z") == (28, 0, "QD-10")
    assert plan(state, "", "Z") == (0, 14, None)
    assert plan(state, "", "A") == (0, 28, "QD-10")
    assert plan(state, "QU I", None) == (11, 17, None)
    assert plan(state, "☃ I", "Z") == (2, 12, "QD-21")


def test_qd_15_a_plan_in_the_last_lap_may_keep_cards() -> None:
    state = table("A T Q V", "", drawn="V", last=LAP, laid=(laid(1, "T A"),))
    assert plan(state, "A T", "Q") == (5, 11, None)
    assert plan(state, "T A", "Q") == (5, 11, "QD-19")


def test_qd_a14_a_plan_to_go_out_too_early_is_told() -> None:
    state = table("QU I T Z", "D", drawn="Z", options=Options(no_first_turn_out=True))
    assert plan(state, "QU I T", "Z") == (14, 0, "QD-A14")
    assert plan(state, "", "Z")[2] is None


def test_plans_can_be_made_while_others_have_their_turn() -> None:
    state = table("QU I T", "D", turn=1)
    assert plan(state, "QU I", None) == (11, 3, None)
    assert plan(state, "QU I D", None)[2] == "QD-21"


@pytest.mark.parametrize("validation", ["challenge", "at-once"])
def test_qd_23_a_plan_says_nothing_of_the_dictionary(validation: str) -> None:
    options = Options(validation=validation)  # type: ignore[arg-type]  # each value in turn
    state = table("X Q Z J", "D", drawn="J", options=options)
    assert plan(state, "X Q Z", "J") == (41, 0, None)


def test_qd_11_words_before_the_last_lap_are_planned_as_going_out() -> None:
    state = table("QU I T Z A", "D", drawn="Z")
    answer = GAME.ask(GAME.view(state, 0), 0, Plan(words("QU I T"), "Z"))
    assert answer == Planned(
        14, 2, 12, Why("QD-12", "To go out, use every card but the one you discard.", {})
    )


def test_qd_29_a_plan_tells_what_the_round_counts_for_words_and_cards_left() -> None:
    state = table("A T Q V", "D", drawn="V", last=LastLap(1, (0,)))
    for floor, counted in (("round+total", 0), ("total", -6)):
        options = replace(state.options, score_floor=floor)
        view = GAME.view(replace(state, options=options), 0)
        answer = GAME.ask(view, 0, Plan(words("A T"), "Q"))
        assert answer == Planned(5, 11, counted, None)


# --- Random play


def test_real_words_of_two_or_three_cards_are_laid_without_rest() -> None:
    way = short_layout("standard", cards("C A T D O"), ())
    assert sorted(card for word in way for card in word) == sorted(cards("C A T D O"))
    assert all("".join(word) in lexicon("standard") for word in way)
    assert short_layout("standard", cards("X Q Z"), ()) == ()
    assert short_layout("standard", cards("X O"), ("OX",)) == ()


def test_at_random_everything_happens_that_can_happen() -> None:
    rng, seen = Rng(5), Counter[str]()
    for options in (Options(), Options(validation="at-once"), Options(no_first_turn_out=True)):
        state = GAME.setup(options, 3)
        while to_act := GAME.to_act(state):
            seat = to_act[0]
            if seat < 0:
                action = GAME.chance(state, rng)
            else:
                action = GAME.sample(GAME.view(state, seat), seat, rng)
            seen[type(action).__name__] += 1
            state = make(state, (seat, action))
    assert set(seen) == {"Shuffle", "Draw", "Discard", "GoOut", "Last", "Challenge", "Ready"}
