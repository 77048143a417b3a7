"""Quiddler: the bots know what they may, weigh it rightly, and keep the rules."""

from itertools import islice

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng, Seat
from chabudai.games.quiddler import rules
from chabudai.games.quiddler.bots import BOTS, STRENGTHS
from chabudai.games.quiddler.bots.challenging import is_worth_a_challenge, odds_needed
from chabudai.games.quiddler.components.word_index import key_of, spellings
from chabudai.games.quiddler.solver import best_out, cover_of
from chabudai.games.quiddler.state import (
    Acting,
    Action,
    Challenge,
    Discard,
    Draw,
    Drawing,
    Finished,
    GoOut,
    Laid,
    Last,
    LastLap,
    Options,
    Over,
    Ready,
    Settling,
    State,
    Verdict,
)
from chabudai.games.quiddler.tests.minds import knowing, table, word
from chabudai.games.quiddler.view import View, view
from chabudai.words import crude, level, lexicon


def persona_knowing(name: str, spelled: str) -> int:
    return next(persona for persona in range(1, 99) if knowing(name, persona).knows(spelled))


def move(state: State, seat: Seat, name: str, persona: int = 1) -> Action:
    return BOTS[name](persona)(view(state, seat), seat, Rng(0))


# --- Whole games


@pytest.mark.parametrize(
    ("names", "options"),
    [
        pytest.param(("easy", "normal", "hard", "expert"), Options(), id="every level"),
        pytest.param(("expert", "easy"), Options(two_player_bonus="most"), id="most words"),
        pytest.param(
            ("hard", "normal"), Options(validation="at-once", lexicon="casual"), id="at once"
        ),
        pytest.param(
            ("easy", "expert"),
            Options(no_first_turn_out=True, turn_cap=2, struck_word="zero", lexicon="expert"),
            id="few turns",
        ),
        pytest.param(("normal",) * 8, Options(), id="eight"),
        *(
            pytest.param((name,), Options(solo="columns"), id=f"{name} alone")
            for name in ("easy", "expert")
        ),
    ],
)
def test_bots_keep_the_rules_to_the_end(names: tuple[str, ...], options: Options) -> None:
    rng = Rng(7)
    seated = [BOTS[name](persona) for persona, name in enumerate(names)]
    state = rules.setup(options, len(names))
    for _ in range(9_999):
        owing = rules.to_act(state)
        if not owing:
            break
        seat = owing[-1]
        action = (
            rules.chance(state, rng)
            if seat == CHANCE
            else seated[seat](view(state, seat), seat, rng)
        )
        state = rules.apply(state, seat, action).state
        for laid in state.laid:
            assert laid.word in lexicon(options.lexicon)
            assert laid.word not in crude()
    assert isinstance(state.phase, Over)


@pytest.mark.parametrize("name", BOTS)
def test_the_same_view_gives_the_same_action(name: str) -> None:
    state = table(Acting(0, "E", "pile"), "C A T S E R", "A", last=LastLap(1, (0,)))
    seen = view(state, 0)
    assert BOTS[name](5)(seen, 0, Rng(1)) == BOTS[name](5)(seen, 0, Rng(2))


# --- What they know


@pytest.mark.parametrize("name", BOTS)
def test_a_persona_knows_the_same_share_of_words_all_game_long(name: str) -> None:
    words = [lexicon("standard").pick(n) for n in range(0, len(lexicon("standard")), 97)]
    known = {one for one in words if knowing(name).knows(one)}
    assert known == {one for one in words if knowing(name).knows(one)}
    other = {one for one in words if knowing(name, 2).knows(one)}
    assert known != other
    highest = max(common for common, _ in STRENGTHS[name].shares)
    assert all((level(one) or 0) <= highest for one in known)


def test_each_level_knows_more_words_than_the_one_below() -> None:
    words = [lexicon("standard").pick(n) for n in range(0, len(lexicon("standard")), 53)]
    counts = [sum(map(knowing(name).knows, words)) for name in BOTS]
    assert counts == sorted(counts)
    assert all(2 * weaker < stronger for weaker, stronger in zip(counts, counts[2:], strict=False))


def test_cards_that_spell_a_word_that_is_not_said_spell_another_or_none() -> None:
    rude = [word for word in sorted(crude()) if word in lexicon("standard") and len(word) < 8]
    for one in rude:
        for cards in spellings(one):
            said = knowing("expert").words(key_of(cards))
            assert not crude().intersection(said)
            assert all(sorted("".join(cards)) == sorted(other) for other in said)


def test_qd_19_a_bot_lays_another_word_of_the_same_cards() -> None:
    laid = (word(1, "A C T"),)
    state = table(Acting(0, "T", "pile"), "C A T V", "", laid=laid, last=LastLap(1, (0,)))
    assert move(state, 0, "expert") == Last((("V", "A", "C"),), "T")
    state = table(Acting(0, "J", "pile"), "C A T J", "", laid=laid, last=LastLap(1, (0,)))
    assert move(state, 0, "normal") == Last((("C", "A", "T"),), "J")


# --- Turns


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_takes_the_discard_that_lets_it_go_out_and_goes_out(name: str) -> None:
    known = [one for one in ("AND", "THE", "YOU", "FOR", "HIM") if knowing(name).knows(one)]
    spelled = known[0]
    hand = f"{spelled[0]} {spelled[1]} Q"
    last = LastLap(1, (0,))
    state = table(Drawing(0), hand, "", discards=spelled[2], last=last)
    assert move(state, 0, name) == Draw("discards")
    state = table(Acting(0, spelled[2], "discards"), f"{hand} {spelled[2]}", "", last=last)
    action = move(state, 0, name)
    assert isinstance(action, Last)
    assert action.words


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_leaves_a_useless_discard(name: str) -> None:
    state = table(Drawing(0), "Q V V", "", discards="Q")
    assert move(state, 0, name) == Draw("pile")


def test_qd_a6_without_a_pile_the_discard_is_taken() -> None:
    state = State(Options(), Drawing(0), (("Q", "V", "V"), ()), dealer=0, pile=(), discards=("Q",))
    assert move(state, 0, "expert") == Draw("discards")


def test_an_impatient_bot_goes_out_and_a_patient_one_waits_for_more() -> None:
    state = table(Acting(0, "A", "pile"), "A T A B", "A A A", round_=1)
    for name in ("easy", "normal", "hard"):
        assert isinstance(move(state, 0, name), GoOut | Discard)
    state = table(Acting(0, "E", "pile"), "A T O E", "A A A")
    words = knowing("hard")
    out = best_out(cover_of(("A", "E", "O", "T"), words.index, words.spell))
    assert out is not None
    assert isinstance(move(state, 0, "hard"), GoOut)
    assert isinstance(move(state, 0, "expert"), Discard)


def test_a_bot_that_cannot_go_out_discards_what_it_cannot_lay() -> None:
    for name in BOTS:
        state = table(
            Acting(0, "Q", "pile"), "T H E Q", "", options=Options(no_first_turn_out=True)
        )
        state = replace(state, turns=0)
        assert move(state, 0, name) == Discard("Q"), name


@pytest.mark.parametrize(("name", "first"), [("easy", 3), ("normal", 2), ("hard", 1)])
def test_easy_and_normal_bots_leave_the_others_time_before_they_go_out(
    name: str, first: int
) -> None:
    state = table(Acting(0, "E", "pile"), "T H E Q", "A A A")
    for turn in (1, 2, 3):
        early = replace(state, turns=2 * (turn - 1))
        wanted = Discard("Q") if turn < first else GoOut((("T", "H", "E"),), "Q")
        assert move(early, 0, name, persona_knowing(name, "THE")) == wanted


# --- Challenges


def settled(laid: tuple[Laid, ...], seats: int = 2, previous: Finished | None = None) -> View:
    phase = Settling((False,) * seats)
    return view(table(phase, *["A"] * seats, laid=laid, previous=previous), 0)


def nothing(_: str) -> bool:
    return False


def test_a_known_word_is_never_challenged() -> None:
    seen = settled((word(1, "X Z Q"),))
    assert not is_worth_a_challenge(seen, 0, 0.99, lambda _: True)
    assert is_worth_a_challenge(seen, 0, 0.1, nothing)


def test_qd_26_what_a_challenge_has_settled_is_known() -> None:
    stands, struck = Verdict(2, True, 2, 9), Verdict(2, False, 1, 9)
    laid = (word(1, "X Z Q"), word(2, "X Z Q", stands), word(1, "A T"), word(2, "A T", struck))
    seen = settled(laid, 3)
    assert not is_worth_a_challenge(seen, 0, 0.99, nothing)
    assert is_worth_a_challenge(seen, 2, 0.1, lambda _: True)
    before = Finished((word(2, "X Z Q", stands),), ((), (), ()))
    assert not is_worth_a_challenge(settled(laid[:1], 3, before), 0, 0.99, nothing)
    long_ago = replace(settled(laid[:1]), upheld=("XZQ",))
    assert not is_worth_a_challenge(long_ago, 0, 0.99, nothing)


def test_a_word_that_looks_like_one_may_pass_so_that_a_bluff_can_work() -> None:
    for name in ("easy", "normal", "hard"):
        for spelled in ("B L A N E R", "S T O R T", "M I N G L E R"):
            seen = settled((word(1, spelled),))
            assert not knowing(name).knows("".join(spelled.split()))
            assert not is_worth_a_challenge(seen, 0, STRENGTHS[name].suspicion, knowing(name).knows)


def test_a_word_nobody_knows_is_doubted_alike_whether_the_dictionary_has_it_or_not() -> None:
    real, false = "ZLOTY", "ZLOGY"
    assert real in lexicon("standard")
    assert false not in lexicon("standard")
    for suspicion in (0.05, 0.2, 0.5, 0.9):
        verdicts = {
            is_worth_a_challenge(settled((word(1, " ".join(each)),)), 0, suspicion, nothing)
            for each in (real, false)
        }
        assert len(verdicts) == 1


def test_whoever_was_caught_is_doubted_more_and_whoever_was_right_less() -> None:
    wrong = Verdict(0, allowed=False, loser=1, loss=9)
    right = Verdict(0, allowed=True, loser=0, loss=9)
    unknown = word(1, "S T O R T")
    caught = Finished((word(1, "X Z", wrong), word(1, "V V", wrong)), ((), ()))
    assert is_worth_a_challenge(settled((unknown,), previous=caught), 0, 0.2, nothing)
    assert is_worth_a_challenge(settled((unknown,)), 0, 0.4, nothing)
    honest = (unknown, word(1, "Z L O T Y", right), word(1, "C A T", right))
    assert not is_worth_a_challenge(settled(honest), 0, 0.4, nothing)


def test_qd_25_the_more_play_the_surer_one_must_be() -> None:
    needed = [odds_needed(Options(), seats) for seats in range(2, 9)]
    assert needed == sorted(needed)
    assert odds_needed(Options(struck_word="zero"), 2) == pytest.approx(1.0)
    assert needed[0] == pytest.approx(0.5)


@pytest.mark.parametrize("name", BOTS)
def test_qd_a7_a_bot_challenges_what_is_no_word_and_then_is_ready(name: str) -> None:
    laid = (word(0, "D O G"), word(1, "X Z Q J"), word(1, "T H E"))
    state = table(Settling((False, False)), "A", "A", laid=laid, last=LastLap(1, ()))
    assert move(state, 0, name) == Challenge(1, 1)
    state = rules.apply(state, 0, Challenge(1, 1)).state
    if knowing(name).knows("THE"):
        assert move(state, 0, name) == Ready()


def test_bots_of_a_level_do_not_all_know_the_same_words() -> None:
    shares = STRENGTHS["easy"].shares
    words = [
        one
        for one in islice(lexicon("casual").words(), 0, None, 23)
        if (level(one) or 99) <= shares[-1][0]
    ]
    known = [{one for one in words if knowing("easy", persona).knows(one)} for persona in range(4)]
    assert len(set(map(frozenset, known))) == 4
