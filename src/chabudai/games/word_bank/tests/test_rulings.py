"""RULES.md: the rulings, and every table option with each of its values. Votes: test_votes.py."""

from typing import Any

import msgspec
import pytest

from chabudai.core import CHANCE, Illegal, Outcome, Rng, Seat
from chabudai.games.word_bank import GAME, moves
from chabudai.games.word_bank.components import HANDICAP, SAFES, STONES, Safe
from chabudai.games.word_bank.rules import apply, chance, outcome, setup, to_act
from chabudai.games.word_bank.state import (
    EMPTY,
    Ended,
    Event,
    Options,
    Over,
    Pass,
    Passed,
    Refilled,
    Rejected,
    Said,
    Shuffle,
    Slot,
    State,
    Turn,
    Vote,
)
from chabudai.games.word_bank.tests.support import anticlockwise, clockwise, letters, table
from chabudai.games.word_bank.view import view
from chabudai.words import LEXICONS, LexiconName
from tests.support.moves import events

ROOT_RULES = ("derivation", "inflection", "off")


def said(word: str, place: int = 0, ring: str = "SEIRFGI", **settled: Any) -> Event:
    """What is called out when seat 0 says `word` with one stone at `place`."""
    return events(apply(table(ring, **settled), 0, clockwise(word, place)))[0]


def refused(rule: str, event: Event) -> bool:
    """Whether the password was wrong, by this rule."""
    return isinstance(event, Rejected) and event.rule == rule


def test_the_defaults_are_the_rules_of_the_box() -> None:
    assert Options() == Options(
        lexicon="standard",
        first_player="random",
        balanced_start=False,
        retry_words=False,
        contains_rule="literal",
        min_length=2,
        root_rule="derivation",
        stalemate_rounds=2,
        word_vote=False,
        turn_clock="off",
    )


@pytest.mark.parametrize(
    "options",
    [
        {"lexicon": "huge"},
        {"first_player": -1},
        {"first_player": 5},
        {"first_player": "host"},
        {"balanced_start": 1},
        {"retry_words": "off"},
        {"contains_rule": 2},
        {"contains_rule": 9},
        {"contains_rule": "on"},
        {"min_length": 1},
        {"min_length": 9},
        {"root_rule": "on"},
        {"stalemate_rounds": 0},
        {"stalemate_rounds": 10},
        {"word_vote": None},
        {"turn_clock": 9},
        {"turn_clock": 3601},
        {"komi": 7},
    ],
    ids=str,
)
def test_a_table_cannot_agree_on_what_there_is_not(options: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(options, Options)


# --- Placing


def test_wb_a1_a_safe_that_would_fit_may_be_passed_by() -> None:
    assert apply(table("SEIRFGI"), 0, clockwise("SPECIFIC", 0, 2, 4)).state.stones[0] == 15


def test_wb_a2_one_stone_is_enough_although_five_would_go() -> None:
    assert apply(table("SEIRFGI"), 0, clockwise("SPECIFIC", 0)).state.stones[0] == 17


def test_wb_a3_one_letter_does_not_serve_two_neighbours() -> None:
    with pytest.raises(Illegal) as refusal:
        apply(table("SEEIRFG"), 0, clockwise("SET", 0, 1, 2))
    assert refusal.value.rule == "WB-16"
    assert apply(table("SEEIRFG"), 0, clockwise("SEE", 0, 1, 2)).state.stones[0] == 15


def test_wb_a4_a_full_safe_is_locked_without_being_asked() -> None:
    state = apply(table("SEIRFGI", lying={0: (1, 2, 1)}), 0, clockwise("SIR", 0)).state
    assert state.won[0] == (Safe("S", 4),)
    assert to_act(state) == (1,)


@pytest.mark.parametrize(
    ("say", "order"),
    [
        pytest.param(clockwise("SERIES", 5, 0, 1), (5, 0, 1), id="clockwise"),
        pytest.param(anticlockwise("SERIES", 5, 1, 0), (5, 0, 1), id="anticlockwise as well"),
        pytest.param(anticlockwise("RISE", 1, 6, 5), (1, 5, 6), id="from another start"),
    ],
)
def test_wb_a5_places_are_filled_clockwise_from_the_start(say: Any, order: tuple[int, ...]) -> None:
    full = dict.fromkeys(range(7), (1, 2, 1))
    step = apply(table("ERAFGSI", lying=full, pile="XWV"), 0, say)
    new = [event for event in events(step) if isinstance(event, Refilled)]
    assert [(event.position, event.safe) for event in new] == [
        (place, Safe(letter, 3)) for place, letter in zip(order, "XWV", strict=False)
    ]
    assert [letters(step.state)[place] for place in order] == list("XWV")


def test_wb_a6_a_wrong_word_bars_nothing() -> None:
    state = apply(table("SEIRFGI"), 0, clockwise("FIRRE", 4)).state
    assert state.used == ()
    assert isinstance(events(apply(state, 1, clockwise("FIR", 4)))[0], Said)


def test_wb_a7_a_wrong_word_costs_the_turn_unless_one_may_try_again() -> None:
    assert refused("WB-8", said("SIRRE"))
    state = table("SEIRFGI", retry_words=True)
    with pytest.raises(Illegal) as refusal:
        apply(state, 0, clockwise("SIRRE", 0))
    assert refusal.value.rule == "WB-8"
    assert isinstance(events(apply(state, 0, clockwise("SIR", 0)))[0], Said)


# --- Which words


@pytest.mark.parametrize(
    ("contains_rule", "allowed"),
    [("literal", ""), (3, "TO"), (4, "TO EAR"), (5, "TO EAR STAB"), ("off", "TO EAR STAB STABL")],
)
def test_wb_a8_from_how_many_letters_on_a_used_word_bars(
    contains_rule: str | int, allowed: str
) -> None:
    inside = {"TO": "STOP", "EAR": "SEARCH", "STAB": "STABLE", "STABL": "STABLING"}
    free = [
        used
        for used, word in inside.items()
        if isinstance(said(word, used=(used,), contains_rule=contains_rule, root_rule="off"), Said)
    ]
    assert free == allowed.split()


@pytest.mark.parametrize("length", range(3, 9))
def test_wb_a8_a_used_word_of_just_that_length_bars(length: int) -> None:
    used = "SEARCHIN"[:length]
    assert refused("WB-10", said("SEARCHING", used=(used,), contains_rule=length, root_rule="off"))
    free = said("SEARCHING", used=(used[:-1],), contains_rule=length, root_rule="off")
    assert isinstance(free, Said)


@pytest.mark.parametrize("least", range(2, 9))
def test_wb_a8_a_password_may_not_be_shorter_than_agreed(least: int) -> None:
    words = ("SO", "SET", "SEAT", "STEAM", "STREAM", "STREAMS", "STRAINED")
    free = [word for word in words if isinstance(said(word, min_length=least), Said)]
    assert free == [word for word in words if len(word) >= least]


def test_wb_a8_too_short_is_a_wrong_password() -> None:
    event = said("SET", min_length=4)
    assert refused("WB-A8", event)
    assert isinstance(event, Rejected)
    assert event.text.format(**event.facts) == "A password has at least 4 letters here."
    with pytest.raises(Illegal) as refusal:
        said("SET", min_length=4, retry_words=True)
    assert refusal.value.rule == "WB-A8"


@pytest.mark.parametrize(
    ("root_rule", "free"),
    [("derivation", []), ("inflection", ["PROTECTIVE"]), ("off", ["PROTECTIVE", "PROTECTS"])],
)
def test_wb_a10_how_far_a_root_reaches(root_rule: str, free: list[str]) -> None:
    assert free == [
        word
        for word in ("PROTECTIVE", "PROTECTS")
        if isinstance(said(word, ring="PEIRFGI", used=("PROTECTED",), root_rule=root_rule), Said)
    ]


def test_wb_a11_the_shorter_word_is_barred_by_its_root() -> None:
    state = {root: table("PEIRFGI", used=("PROTECTION",), root_rule=root) for root in ROOT_RULES}
    kinds = [type(events(apply(state[r], 0, clockwise("PROTECT", 0)))[0]) for r in ROOT_RULES]
    assert kinds == [Rejected, Said, Said]


def test_wb_a12_names_short_forms_and_hyphens_are_no_words_but_accents_do_no_harm() -> None:
    assert refused("WB-8", said("GERMANY", 5))
    assert refused("WB-8", said("IRC", 2))
    with pytest.raises(Illegal) as refusal:
        said("e-mail", 1)
    assert refusal.value.rule == "WB-12"
    assert said("Émigré", 1) == Said(0, "EMIGRE", "clockwise", (1,))


@pytest.mark.parametrize(
    ("word", "knowing"),
    [
        ("SIR", ["casual", "standard", "expert"]),
        ("GRIG", ["standard", "expert"]),
        ("GAVOT", ["expert"]),
    ],
)
def test_wb_a12_a_table_chooses_its_dictionary(word: str, knowing: list[LexiconName]) -> None:
    place = "SEIRFGI".index(word[0])
    assert knowing == [n for n in LEXICONS if isinstance(said(word, place, lexicon=n), Said)]


# --- Turns


def passes(state: State, turns: int) -> State:
    """So many turns later, in which nobody says a word."""
    for _ in range(turns):
        (seat,) = to_act(state)
        state = apply(state, seat, Pass()).state
    return state


def test_wb_a9_one_may_always_pass() -> None:
    state = table("SEIRFGI", used=("AT",))
    step = apply(state, 0, Pass())
    assert events(step) == (Passed(0),)
    assert step.state == msgspec.structs.replace(state, phase=Turn(1), barren=1)


@pytest.mark.parametrize("rounds", range(1, 10))
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_wb_a9_when_nobody_places_a_stone_for_some_rounds_it_ends(seats: int, rounds: int) -> None:
    start = table("SEIRFGI", stones=(5,) * seats, lying={0: (1,)}, stalemate_rounds=rounds)
    state = passes(start, rounds * seats - 1)
    assert outcome(state) is None
    (last,) = to_act(state)
    step = apply(state, last, Pass())
    final = Outcome((5, 6, *(5,) * (seats - 2)), tuple({0, *range(2, seats)}))
    assert events(step) == (Passed(last), Ended(None, final))
    assert step.state.phase == Over(None)
    assert outcome(step.state) == final


def test_wb_a9_a_wrong_password_counts_like_a_pass() -> None:
    state = apply(table("SEIRFGI", barren=4), 0, clockwise("SIRRE", 0)).state
    assert state.barren == 5
    step = apply(state, 1, clockwise("SIRRE", 0))
    assert [type(event) for event in events(step)] == [Rejected, Ended]


def test_wb_a9_a_stone_starts_the_count_again() -> None:
    state = apply(table("SEIRFGI", barren=5), 0, clockwise("SIR", 0)).state
    assert state.barren == 0
    assert outcome(passes(state, 5)) is None
    assert outcome(passes(state, 6)) is not None


def test_wb_a9_a_refused_word_does_not_count() -> None:
    state = table("SEIRFGI", barren=5, retry_words=True)
    with pytest.raises(Illegal):
        apply(state, 0, clockwise("SIRRE", 0))
    assert outcome(state) is None


def test_wb_a13_who_ties_in_all_wins_together() -> None:
    state = table("SEIRFGI", stones=(1, 1, 2), won=(1, 1, 9))
    assert outcome(apply(state, 0, clockwise("SIR", 0)).state) == Outcome((1, 1, 2), (0, 1))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_wb_a14_anybody_may_be_drawn_to_start(seats: int) -> None:
    start = setup(Options(), seats)
    shuffles = [chance(start, Rng(seed)) for seed in range(60)]
    starters = {shuffle.first for shuffle in shuffles if isinstance(shuffle, Shuffle)}
    assert starters == set(range(seats))


@pytest.mark.parametrize("first", [0, 1, 2, 3, 4])
def test_wb_a14_the_table_may_name_who_starts(first: Seat) -> None:
    start = setup(Options(first_player=first), 5)
    for seed in range(5):
        assert to_act(apply(start, CHANCE, chance(start, Rng(seed))).state) == (first,)
    with pytest.raises(Illegal) as refusal:
        apply(start, CHANCE, Shuffle(SAFES, (first + 1) % 5))
    assert refusal.value.rule == "WB-A14"


@pytest.mark.parametrize(("first", "seats"), [(2, 2), (4, 4), (3, 2)])
def test_wb_a14_nobody_is_named_who_does_not_sit_there(first: Seat, seats: int) -> None:
    with pytest.raises(Illegal) as refusal:
        setup(Options(first_player=first), seats)
    assert refusal.value.rule == "WB-A14"
    assert refusal.value.text.format(**refusal.value.facts).startswith(f"Seat {first} cannot")


# --- An empty pile, which needs other safes than ours


def test_wb_a15_a_place_that_cannot_be_filled_stays_empty() -> None:
    state = table("SEIRFGI", lying={0: (1, 1, 1), 2: (2, 2, 2)}, pile="O")
    step = apply(state, 0, clockwise("SIR", 0, 2))
    assert events(step)[-2:] == (Refilled(0, Safe("O", 3)), Refilled(2, None))
    assert letters(step.state) == "OE-RFGI"
    assert step.state.phase == Turn(1)


def test_wb_a15_an_empty_place_is_skipped() -> None:
    state = table("SEIRFGI")
    state = msgspec.structs.replace(state, ring=(*state.ring[:2], EMPTY, *state.ring[3:]))
    assert apply(state, 0, clockwise("SERIES", 0, 1, 3, 6)).state.stones[0] == 14
    for say in (clockwise("SIR", 0, 2), clockwise("IRE", 2)):
        with pytest.raises(Illegal):
            apply(state, 0, say)
    seen = view(state, 0)
    for seed in range(40):
        action = moves.sample(seen, 0, Rng(seed))
        assert 2 not in getattr(action, "positions", ())
        apply(state, 0, action)
    for action in moves.legal_actions(seen, 0):
        assert 2 not in getattr(action, "positions", ())


def test_wb_a15_the_game_ends_when_the_circle_is_empty() -> None:
    state = table("SEIRFGI", lying={0: (1, 1, 2)}, pile="")
    state = msgspec.structs.replace(state, ring=(state.ring[0], *(EMPTY,) * 6))
    step = apply(state, 0, clockwise("SIR", 0))
    assert step.state.phase == Over(None)
    assert events(step)[-1] == Ended(None, Outcome((17, 18, 18), (0,)))


def test_wb_a16_one_may_start_on_either_of_two_safes() -> None:
    for place in (2, 6):
        state = apply(table("SEIRFGI"), 0, clockwise("IRON", place)).state
        assert state.ring[place] == Slot(Safe("I", 4), (0,))


def test_wb_a17_with_too_few_stones_one_places_what_one_has() -> None:
    for places in ((0, 1), (0, 2), (0, 6)):
        state = table("SEIRFGI", stones=(2, 9))
        assert apply(state, 0, clockwise("SPECIFIC", *places)).state.phase == Over(0)


# --- Time, colours, and a fair start


@pytest.mark.parametrize(("turn_clock", "seconds"), [("off", None), (10, 10), (3600, 3600)])
def test_wb_a19_there_is_a_clock_if_the_table_wants_one(
    turn_clock: Any, seconds: int | None
) -> None:
    assert GAME.clock(view(table("SEIRFGI", turn_clock=turn_clock), 0), 0) == seconds


def test_wb_a19_running_out_of_time_is_a_pass_or_a_no() -> None:
    turn = table("SEIRFGI", turn_clock=10)
    judging = apply(table("SEIRFGI", word_vote=True), 0, clockwise("SIRRE", 0)).state
    assert GAME.idle(view(turn, 0), 0) == Pass()
    assert GAME.idle(view(judging, 1), 1) == Vote(accept=False)


def test_wb_a20_nothing_in_the_rules_knows_a_colour_only_seats() -> None:
    fields = {field.name for field in msgspec.structs.fields(State)}
    assert not {name for name in fields if "colo" in name}
    assert table("SEIRFGI", lying={0: (0, 1, 2)}).ring[0].stones == (0, 1, 2)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_wb_a21_later_players_start_with_fewer_stones_if_agreed(seats: int) -> None:
    assert HANDICAP[seats] == {2: (0, 4), 3: (0, 2, 4), 4: (0, 1, 2, 3), 5: (0, 1, 1, 4, 5)}[seats]
    for first in range(seats):
        even = apply(setup(Options(), seats), CHANCE, Shuffle(SAFES, first)).state
        assert even.stones == (STONES[seats],) * seats
        start = setup(Options(balanced_start=True), seats)
        fair = apply(start, CHANCE, Shuffle(SAFES, first)).state
        in_order = [fair.stones[(first + turn) % seats] for turn in range(seats)]
        assert in_order == [STONES[seats] - fewer for fewer in HANDICAP[seats]]
