"""Passwords, placing stones and locking safes: WB-7 to WB-25, and the rulings on them."""

from typing import Any

from msgspec.structs import replace

from chabudai.core import Outcome, PlayedWord, Rng, play
from chabudai.games.word_bank import GAME, state as wb
from chabudai.games.word_bank.components import Safe
from chabudai.games.word_bank.tests.support import (
    anticlockwise,
    clockwise,
    letters,
    make,
    refused,
    said,
    table,
)
from chabudai.words import LEXICONS
from tests.support.moves import events

# --- Passwords

FIRS = "FIR" * 9


def test_wb_24_wb_25_wb_a7_a_wrong_password_costs_the_turn_or_is_refused_if_agreed() -> None:
    for rule, word, used, sentence in (
        ("WB-7", "AT", "", "Your word starts with A, but no safe shows A."),
        ("WB-8", "GROUPYS", "", "GROUPYS is not in the dictionary."),
        ("WB-8", FIRS, "", f"{FIRS} is not in the dictionary."),
        ("WB-9", "fire", "AT FIRE", "FIRE has already been used."),
        ("WB-10", "FIREWOOD", "FIRE", "FIREWOOD contains FIRE, already used."),
        ("WB-10", "SHEAR", "TO HEAR", "SHEAR contains HEAR, already used."),
        ("WB-10", "STRAINING", "RAIN", "STRAINING contains RAIN, already used."),
        ("WB-11", "RAN", "RUNNING", "RAN has the same root as RUNNING, already used."),
        ("WB-11", "ROBBER", "ROBBERY", "ROBBER has the same root as ROBBERY, already used."),
    ):
        state = table("SEIRFGI", spaces="2222222", lying={0: (1,)}, used=tuple(used.split()))
        step = play(GAME, state, 0, clockwise(word, 0))
        (event,) = events(step)
        assert isinstance(event, wb.Rejected)
        assert (event.seat, event.rule, event.text.format(**event.facts)) == (0, rule, sentence)
        assert step.state == replace(state, phase=wb.Turn(1), barren=1)
        assert (
            refused(replace(state, options=wb.Options(retry_words=True)), 0, clockwise(word, 0))
            == rule
        )


def test_wb_7_wb_8_wb_a16_a_password_starts_on_any_letter_of_the_circle_and_has_any_form() -> None:
    for word in "SAFE EAT RUN FUN GET GROUPIES SAFES RAN FASTEST SINGING".split():
        assert said(word) == ""
    assert said("IRON", place=2) == said("IRON", place=6) == ""


def test_wb_9_a_password_is_used_whichever_seat_said_it() -> None:
    fire = clockwise("FIRE", 4)
    state = make(table("SEIRFGI"), (0, fire))
    for seat in (1, 2, 0):
        step = play(GAME, state, seat, fire)
        assert isinstance(events(step)[0], wb.Rejected)
        state = step.state


def test_wb_10_wb_11_wb_a11_used_passwords_bar_longer_words_and_words_of_the_same_root() -> None:
    for rule, used, words in (
        ("", "SHEAR", "EAR"),
        ("", "SET", "SWEAT"),
        ("", "PROTECT", "PROTEST"),
        ("", "BAR", "BANK"),
        ("", "SING", "SIN"),
        ("", "FIND", "FINE"),
        ("WB-10", "PROTECT", "PROTECTION PROTECTOR"),
        ("WB-10", "ART", "PARTY"),
        ("WB-11", "PROTECTION", "PROTECT PROTECTOR"),
        ("WB-11", "RUNNING SINGING GIVING FEELING", "RAN SANG GAVE FELT"),
    ):
        for word in words.split():
            assert said(word, "PBSFERG", used=tuple(used.split())) == rule


def test_wb_12_capitals_and_accents_make_no_difference_and_other_characters_are_refused() -> None:
    for word in ("groupies", "GroUpies", "GROUPIES", "grôupies"):
        step = play(GAME, table("SEIRFGI"), 0, anticlockwise(word, 5))
        assert events(step) == (wb.Said(0, "GROUPIES", "anticlockwise", (5,)),)
        assert step.state.used == ("GROUPIES",)
    for word in ("CO-OP", "ST. IVES", "S3", "", " ", "ß-", "ИГРА", "安全", "S\n"):
        assert refused(table("SEIRFGI"), 0, clockwise(word, 0)) == "WB-12"


def test_wb_24_impossible_placements_of_a_wrong_password_cost_nothing() -> None:
    state = table("SEIRFGI")
    assert refused(state, 0, clockwise("SXQ")) == "WB-14"
    assert refused(state, 0, clockwise("SXQ", 99)) == "WB-4"
    assert refused(state, 0, clockwise("SXQ", 0, 0)) == "WB-17"
    assert refused(state, 0, clockwise("S" * 41, 0)) == "WB-12"


def test_wb_13_wb_25_wb_a6_only_accepted_passwords_are_used_and_have_meanings() -> None:
    state = table("SEIRFGI", used=("AT",))
    step, wrong = (play(GAME, state, 0, clockwise(word, 0)) for word in ("SET", "SETTSETT"))
    assert (step.state.used, wrong.state.used) == (("AT", "SET"), ("AT",))
    assert GAME.extras.words(state.options, events(step)[0]) == (PlayedWord("SET", 0),)
    assert GAME.extras.words(state.options, events(wrong)[0]) == ()
    assert isinstance(events(play(GAME, wrong.state, 1, clockwise("SET", 0)))[0], wb.Said)


def test_wb_a8_the_table_agrees_on_the_length_of_passwords_and_of_used_words_that_bar() -> None:
    agreed: dict[str, Any] = {"root_rule": "off"}
    for length in range(3, 9):
        used, shorter = ("SEARCHIN"[:length],), ("SEARCHIN"[: length - 1],)
        assert said("SEARCHING", used=used, contains_rule=length, **agreed) == "WB-10"
        assert said("SEARCHING", used=shorter, contains_rule=length, **agreed) == ""
        assert said("SEARCHING", used=used, contains_rule="off", **agreed) == ""
    for least in range(2, 9):
        for word in ("SO", "SET", "SEAT", "STEAM", "STREAM", "STREAMS", "STRAINED"):
            assert said(word, min_length=least) == ("" if len(word) >= least else "WB-A8")
        short = table("SEIRFGI", min_length=least, retry_words=True)
        assert refused(short, 0, clockwise("S", 0)) == "WB-A8"


def test_wb_a10_the_table_agrees_how_far_roots_reach() -> None:
    for root_rule, used, barred in (
        ("derivation", "PROTECTED", "PROTECTIVE PROTECTS"),
        ("inflection", "PROTECTED", "PROTECTS"),
        ("off", "PROTECTED", ""),
        ("inflection", "PROTECTION", ""),
    ):
        for word in ("PROTECTIVE", "PROTECTS"):
            rule = said(word, "PEIRFGI", used=(used,), root_rule=root_rule)
            assert rule == ("WB-11" if word in barred.split() else "")


def test_wb_a12_names_and_short_forms_are_no_words_and_a_table_chooses_its_dictionary() -> None:
    assert (said("GERMANY"), said("IRC"), said("Émigré", place=1)) == ("WB-8", "WB-8", "")
    assert refused(table("SEIRFGI"), 0, clockwise("e-mail", 1)) == "WB-12"
    for word, knowing in (("SIR", LEXICONS), ("GRIG", LEXICONS[1:]), ("GAVOT", LEXICONS[2:])):
        assert [name for name in LEXICONS if not said(word, lexicon=name)] == [*knowing]


# --- Placing stones


def test_wb_14_to_19_a_wrong_placement_is_refused() -> None:
    for rule, ring, say in (
        # no stone, or not on the first letter
        ("WB-14", "SEIRFGI", clockwise("FIRE")),
        ("WB-14", "SEIRFGI", clockwise("FIRE", 6, 1)),
        # stepping back, going round twice, going against the direction
        ("WB-15", "SEIRFGI", clockwise("SERIES", 0, 3, 2)),
        ("WB-15", "SEIRFGI", clockwise("FIREFIGHTER", 4, 1, 3, 5)),
        ("WB-15", "SEIRFGI", anticlockwise("SPECIFIC", 0, 1, 2, 4, 6)),
        ("WB-15", "SEIRFGI", clockwise("SPECIFIC", 0, 4, 1)),
        # a letter that is not in the word, out of order, or used twice
        ("WB-16", "SEIRFGI", clockwise("SIR", 0, 2, 4)),
        ("WB-16", "SEIRFGI", clockwise("FIR", 4, 6, 1)),
        ("WB-16", "SEIRFGI", clockwise("GREIGE", 5, 1, 3)),
        ("WB-16", "SEIRFGI", clockwise("SIR", 0, 2, 6)),
        ("WB-16", "SEFIRGI", anticlockwise("SPECIFIC", 0, 2, 1)),
        ("WB-16", "SEEIRFG", clockwise("SET", 0, 1, 2)),  # WB-A3: one letter for two neighbours
        # two stones in a safe
        ("WB-17", "SEIRFGI", clockwise("SERIES", 0, 1, 1)),
        ("WB-17", "SEIRFGI", clockwise("SAFES", 0, 4, 0)),
        # more stones than the player has, places outside the circle
        ("WB-19", "SEIRFGI", clockwise("FIREFIGHTER", 4, 6, 1, 2, 3)),
        ("WB-4", "SEIRFGI", clockwise("SIR", 0, 7)),
        ("WB-4", "SEIRFGI", clockwise("SIR", -7)),
    ):
        assert refused(table(ring, stones=(4 if rule == "WB-19" else 9, 9, 9)), 0, say) == rule


def test_wb_14_wb_15_wb_16_wb_18_wb_a1_wb_a2_wb_a3_any_fitting_place_is_taken_either_way() -> None:
    for ring, say in (
        ("SEIRFGI", clockwise("FIRE", 4)),
        ("SEIRFGI", anticlockwise("FIRE", 4)),
        ("SEIRFGI", clockwise("FIRE", 4, 2)),
        ("SEIRFGI", anticlockwise("FIRE", 4, 2)),
        ("SEIRFGI", clockwise("FIREFIGHTER", 4, 6, 1, 2, 3)),
        ("SEIRFGI", anticlockwise("GROUPIES", 5, 3, 2, 1, 0)),
        ("SEIRFGI", anticlockwise("SIRES", 0, 6, 3, 1)),
        ("SRNEIGT", clockwise("SERENE", 0, 1, 2, 3)),  # by its second E
        ("SEEIRFG", clockwise("SEE", 0, 1, 2)),
        *(
            ("SEIRFGI", clockwise("SPECIFIC", *places))
            for places in ((0,), (0, 2), (0, 6), (0, 1, 2), (0, 1, 4), (0, 4, 6), (0, 1, 2, 4, 6))
        ),
    ):
        step = play(GAME, table(ring), 0, say)
        assert events(step) == (wb.Said(0, say.word, say.direction, say.positions),)
        assert step.state.stones[0] == 18 - len(say.positions)
        for place, slot in enumerate(step.state.ring):
            assert slot.stones == ((0,) if place in say.positions else ())


def test_wb_17_a_full_safe_takes_no_stone() -> None:
    state = table("SEIRFGI", spaces="4434444", lying={2: (0, 1, 2)})
    assert refused(state, 0, clockwise("SIR", 0, 2)) == "WB-17"
    roomy = table("SEIRFGI", lying={0: (1, 2)})
    assert make(roomy, (0, clockwise("SIR", 0))).ring[0].stones == (1, 2, 0)


def test_wb_19_wb_a17_a_player_may_place_all_stones_if_there_are_too_few() -> None:
    for places in ((0, 1), (0, 2), (0, 6)):
        state = make(table("SEIRFGI", stones=(2, 9)), (0, clockwise("SPECIFIC", *places)))
        assert (state.stones, state.phase) == ((0, 9), wb.Over(0))


# --- Locking safes


def test_wb_20_wb_21_wb_22_wb_23_wb_31_wb_a4_a_full_safe_is_locked_won_and_replaced() -> None:
    state = table(
        "SEIRFGI", spaces="4333333", lying={0: (1, 1, 2), 1: (1,)}, stones=(5, 6, 7), won=(1, 0, 2)
    )
    step = play(GAME, state, 0, clockwise("SERIF", 0, 1))
    assert events(step)[1:] == (
        wb.Closed(0, 0, Safe("S", 4), (1, 1, 2, 0)),
        wb.Refilled(0, Safe("O", 3)),
    )
    after = step.state
    assert [slot.stones for slot in after.ring[:2]] == [(), (1, 0)]
    assert (after.stones, after.boxed) == ((3, 6, 7), (1, 2, 1))
    assert after.won == ((Safe("T", 3), Safe("S", 4)), (), (Safe("T", 3),) * 2)
    assert (letters(after), after.pile) == ("OEIRFGI", state.pile[1:])
    assert after.phase == wb.Turn(1)
    assert all(slot.free for slot in after.ring)  # WB-31


def test_wb_a5_places_are_filled_clockwise_from_the_start() -> None:
    for say, order in (
        (clockwise("SERIES", 5, 0, 1), (5, 0, 1)),
        (anticlockwise("SERIES", 5, 1, 0), (5, 0, 1)),
        (anticlockwise("RISE", 1, 6, 5), (1, 5, 6)),
    ):
        full = dict.fromkeys(range(7), (1, 2, 1))
        step = play(GAME, table("ERAFGSI", lying=full, pile="XWV"), 0, say)
        assert [event for event in events(step) if isinstance(event, wb.Refilled)] == [
            wb.Refilled(place, Safe(letter, 3)) for place, letter in zip(order, "XWV", strict=False)
        ]


def test_wb_a15_an_empty_place_is_skipped() -> None:
    state = table("SEIRFGI", lying={0: (1, 1, 1), 2: (2, 2, 2)}, pile="S")
    step = play(GAME, state, 0, clockwise("SIR", 0, 2))
    assert events(step)[-2:] == (wb.Refilled(0, Safe("S", 3)), wb.Refilled(2, None))
    assert (letters(step.state), step.state.phase) == ("SE-RFGI", wb.Turn(1))
    assert make(step.state, (1, clockwise("SERIES", 0, 1, 3, 6))).stones[1] == 14
    assert refused(step.state, 1, clockwise("SIT", 0, 2)) == "WB-17"
    assert refused(step.state, 1, clockwise("IRE", 2)) == "WB-14"
    seen = GAME.view(step.state, 1)
    sampled = [GAME.sample(seen, 1, Rng(seed)) for seed in range(40)]
    for action in (*sampled, *GAME.legal_actions(seen, 1)):
        assert 2 not in getattr(action, "positions", ())


def test_wb_a15_the_game_ends_when_the_circle_is_empty() -> None:
    state = table("SEIRFGI", lying={0: (1, 1, 2)}, pile="")
    state = replace(state, ring=(state.ring[0], *(wb.EMPTY,) * 6))
    step = play(GAME, state, 0, clockwise("SIR", 0))
    assert step.state.phase == wb.Over(None)
    assert events(step)[-1] == wb.Ended(None, Outcome((17, 18, 18), (0,)))
