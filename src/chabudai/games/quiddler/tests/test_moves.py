"""Menus, actions by effect, answers to plans and picks, the clock and random play."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from chabudai.core import Rng
from chabudai.games.quiddler import GAME, state as qd
from chabudai.games.quiddler.moves.layouts import short_layout, spell_with
from chabudai.games.quiddler.questions import Pick, Picked, Plan, Planned
from chabudai.games.quiddler.tests.brute_force import sets_of, words_of
from chabudai.games.quiddler.tests.tables import cards, laid, last_turn, make, table, words
from tests.support.moves import course


def test_cards_that_do_not_spell_a_word_are_refused() -> None:
    for others in (("I", "T"), ("I", "QU", "Q"), ("Q", "U", "I", "T", "S")):
        with pytest.raises(ValueError, match="do not spell 'QUIT'"):
            spell_with("QUIT", others)


def test_qd_9_qd_24_the_menu_offers_draws_faces_and_challenges() -> None:
    state = table("A A B", "D E F", "G H I", pile="QU", laid=(laid(1, "C A T"), laid(2, "D O G")))
    cat, dog = qd.Challenge(1, 0), qd.Challenge(1, 1)
    settling = replace(state, phase=qd.Settling((False, True, False)))
    drawn = make(state, (0, qd.Draw("pile")))
    for now, actions in (
        (state, (qd.Draw("pile"), qd.Draw("discards"), cat, dog)),
        (drawn, (qd.Discard("A"), qd.Discard("B"), qd.Discard("QU"), cat, dog)),
        (settling, (qd.Ready(), cat, dog)),
    ):
        assert GAME.menu(GAME.view(now, 0), 0) == actions
        assert GAME.menu(GAME.view(now, 1), 1) == (dog,)


# --- Layouts

Effect = tuple[str, tuple[str, ...], int, int]
"""The discard, the laid cards, the number of words, and the letters of the longest."""


def listed(state: qd.State) -> list[Effect]:
    """Return the effects of the listed ways to lay words, and check that the effects differ."""
    actions = GAME.legal_actions(GAME.view(state, 0), 0)
    found = [
        (one.discard, tuple(sorted(sum(one.words, ()))), len(one.words), letters(one.words))
        for one in actions
        if isinstance(one, qd.GoOut | qd.Last)
    ]
    assert len(set(found)) == len(found)
    return found


def letters(laid: qd.Words) -> int:
    return max(len("".join(word)) for word in laid)


def brute_force(hand: str) -> Iterator[Effect]:
    """Yield the effects of all ways to lay words and discard a card."""
    held = sorted(cards(hand))
    for at, card in enumerate(held):
        kept = (*held[:at], *held[at + 1 :])
        for places, count, longest in sets_of(words_of(kept, frozenset())):
            if count:
                yield card, tuple(kept[place] for place in sorted(places)), count, longest


def test_qd_12_qd_a14_each_way_to_go_out_is_listed_unless_going_out_is_barred() -> None:
    ways = {way for way in brute_force("C A T S O N") if len(way[1]) == 5}
    state = table("C A T S O N", "D", drawn="S")
    strict = replace(state, options=qd.Options(no_first_turn_out=True))
    assert set(listed(state)) == set(listed(replace(strict, turns=2))) == ways
    assert listed(strict) == listed(table("C A T S", "D")) == []


def test_qd_15_qd_19_in_the_last_lap_every_discard_is_listed_with_every_layout() -> None:
    for hand in ("V A T Q", "IN O N E S T", "QU I T QU A"):
        assert set(listed(last_turn(hand))) == set(brute_force(hand))
    barred = GAME.legal_actions(GAME.view(last_turn("X O N", "O N"), 0), 0)
    words_laid = [action.words for action in barred if isinstance(action, qd.Last)]
    assert words_laid == [words("N O"), words("O X")]


# --- Time


def test_qd_a7_qd_a23_a_slow_player_draws_discards_that_card_and_is_ready() -> None:
    state = table("A B C", "D E F", options=qd.Options(turn_clock=30, challenge_clock=90), pile="X")
    drawn = make(state, (0, qd.Draw("pile")))
    settling = replace(state, phase=qd.Settling((False, False)))
    for now, seconds, idle in (
        (state, 30, qd.Draw("pile")),
        (drawn, 30, qd.Discard("X")),
        (settling, 90, qd.Ready()),
    ):
        view = GAME.view(now, 0)
        assert (GAME.clock(view, 0), GAME.idle(view, 0)) == (seconds, idle)
    assert GAME.clock(GAME.view(table("A", "B"), 0), 0) is None


# --- Questions


def pick(hand: str, typed: str, offered: str | None = None) -> tuple[tuple[str, ...], ...]:
    state = table(hand, "D E F")
    question = Pick(typed, cards(hand if offered is None else offered))
    answer = GAME.ask(GAME.view(state, 0), 0, question)
    assert isinstance(answer, Picked)
    return answer.ways


def test_qd_18_qd_23_a_typed_word_picks_offered_cards_that_leave_the_most_points() -> None:
    ways = pick("TH T H IN I N E", "thin")
    assert ways == (cards("TH IN"), cards("TH I N"), cards("T H IN"), cards("T H I N"))
    assert pick("TH IN E", "the") == (cards("TH E"),)
    assert pick("X QU Z", "xquz") == (cards("X QU Z"),)  # the dictionary is not consulted
    assert pick("TH IN E", "thin", "TH E") == pick("TH E", "thin", "TH IN") == ()
    assert pick("A B", "¿") == pick("A B", "X" * 40) == ()


def plan(state: qd.State, text: str, discard: str | None) -> tuple[int, int, str | None]:
    answer = GAME.ask(GAME.view(state, 0), 0, Plan(words(text), discard))
    assert isinstance(answer, Planned)
    return answer.words, answer.left, answer.against.rule if answer.against else None


QUIT = table("QU I T Z", "D", drawn="Z")
EARLY = table("QU I T Z", "D", drawn="Z", options=qd.Options(no_first_turn_out=True))
IN_LAP = last_turn("V A T Q", "T A")
OTHERS_TURN = table("QU I T", "D", turn=1)


def test_qd_10_qd_12_qd_15_qd_23_qd_a14_a_plan_returns_its_points_and_the_rule_against_it() -> None:
    for state, text, discard, words_left_rule in (
        (QUIT, "QU I T", "Z", (14, 0, None)),
        (QUIT, "QU I", "Z", (11, 3, "QD-12")),
        (QUIT, "QU I T, Z", None, (28, 0, "QD-18")),
        (QUIT, "QU I T Z", "Z", (28, 0, "QD-10")),
        (QUIT, "", "Z", (0, 14, None)),
        (QUIT, "", "A", (0, 28, "QD-10")),
        (QUIT, "QU I", None, (11, 17, None)),
        (QUIT, "☃ I", "Z", (2, 12, "QD-21")),
        (IN_LAP, "A T", "Q", (5, 11, None)),
        (IN_LAP, "T A", "Q", (5, 11, "QD-19")),
        (EARLY, "QU I T", "Z", (14, 0, "QD-A14")),
        (EARLY, "", "Z", (0, 14, None)),
        (OTHERS_TURN, "QU I", None, (11, 3, None)),
        (OTHERS_TURN, "QU I D", None, (11 + 5, 3, "QD-21")),
        # QD-23: the dictionary is not consulted
        (table("X Q Z J", "D", drawn="J"), "X Q Z", "J", (41, 0, None)),
    ):
        assert plan(state, text, discard) == words_left_rule


def test_qd_29_a_plan_returns_the_points_of_the_round() -> None:
    for options, counted in (({}, 0), ({"score_floor": "total"}, -6)):
        view = GAME.view(last_turn("V A T Q", **options), 0)
        assert GAME.ask(view, 0, Plan(words("A T"), "Q")) == Planned(5, 11, counted, None)


def test_short_words_without_leftovers_are_found() -> None:
    hand = cards("C A T D O")
    assert sorted(sum(short_layout("standard", hand, ()), ())) == sorted(hand)
    assert short_layout("standard", cards("C A T"), ("ACT", "CAT")) == ()


def test_random_play_makes_moves_of_every_kind() -> None:
    seen = set()
    for options in (qd.Options(validation="at-once"), qd.Options(no_first_turn_out=True)):
        plies = course(GAME, GAME.setup(options, 3), Rng(5))
        seen |= {type(ply.action).__name__ for ply in plies}
    assert seen >= {"Shuffle", "Draw", "Discard", "GoOut", "Last", "Ready"}
