"""A seat's view, tables imagined from it, the rounds shown after the end, and the screen's data."""

import json
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng, Seat
from chabudai.games import folder_of
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.components.board import WAYS
from chabudai.games.kakapo.components.cards import ABSENT, COUNTERS, DECK, ROUNDS, SUIT, VALUES
from chabudai.games.kakapo.components.missions import BOOK
from chabudai.games.kakapo.review.certificates import certificate_of
from chabudai.games.kakapo.rules.history import Moment
from chabudai.games.kakapo.state import Concede, Dealing, Double, Options, Over, Round, State
from chabudai.games.kakapo.tests.support import options, shown_bare
from chabudai.games.kakapo.tests.tables import LOW, make, mission, reveals, round_of, stacked, table
from chabudai.search import playout
from tools.list_missions import PATH, listing

GIVE_UP = Concede(wish=True)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_kk_9_kk_13_kk_41_hands_and_missing_edges_are_open_after_the_mission_and_the_box_never(
    seat: Seat | None,
) -> None:
    state = make(GAME.setup(Options(mission=mission(LOW)), 2), (CHANCE, stacked("P8", "")))
    over = make(state, (0, GIVE_UP), (1, GIVE_UP))
    assert over.phase == Over("conceded")
    before, after = (GAME.view(each, seat) for each in (state, over))
    assert before.hands != state.hands
    assert after.hands == over.hands
    assert (before.lacking, after.lacking) == (None, 6)
    assert (before.box, after.box) == (8, 8)


def test_kk_18_all_seats_see_the_top_colour() -> None:
    before = table("O1", "O2")
    played = Round(0, ("G3", "Y4", "G5", "Y6"), 0, "Y4", None, ())
    for seat in (0, 1, None):
        assert GAME.view(before, seat).top == "P"
        assert GAME.view(replace(before, rounds=(played,)), seat).top == "Y"


@settings(max_examples=8)
@given(st.data())
def test_kk_11_kk_17_imagined_hands_agree_with_all_that_was_shown(data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from((2, 3, 4)))
    rng = Rng(data.draw(st.integers(0, 2**32)))
    state = GAME.setup(data.draw(options(seats)), seats)
    for _, _, step in playout(GAME, state, rng):
        state = step.state
        for seat in (*range(seats), None):
            imagined = GAME.determinize(GAME.view(state, seat), rng)
            assert not breaches(imagined)


def breaches(state: State) -> list[tuple[int, str]]:
    """Return the cards dealt to seats that, according to the public facts, cannot hold them."""
    bare = shown_bare(state, None)
    found = [
        (seat, card)
        for seat, hand in enumerate(state.hands)
        for card in hand
        if (seat, card[0]) in bare or (card == "P8" and state.declared != seat)
    ]
    return found + [(-1, card) for card in state.box if card == "P8" and state.declared is not None]


def test_kk_17_imagined_deals_are_about_equally_likely() -> None:
    state = reveals(table("O1 P2 P3", "G1 P4 Y1", "O2 B1 B2", start=0, declared=2), "O1 G1")
    view = GAME.view(state, 0)
    rng = Rng(0)
    tries = 1000
    held = Counter(card for _ in range(tries) for card in GAME.determinize(view, rng).hands[1])
    assert held.keys().isdisjoint(card for card in DECK if card[0] == "O")
    free = [card for card in DECK if card[0] != "O" and card not in "P1 P8 P2 P3 G1".split()]
    share = 2 * tries / len(free)
    assert all(0.5 * share < held[card] < 1.6 * share for card in free)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_kk_12_kk_13_an_imagined_table_has_no_cards_before_the_deal_then_purple_8_in_the_box(
    seat: Seat | None,
) -> None:
    start = GAME.setup(Options(), 2)
    assert GAME.determinize(GAME.view(start, seat), Rng(1)).hands == start.hands == ((), ())
    state = make(start, (CHANCE, stacked("", "", box="P8")))
    for seed in range(20):
        assert "P8" in GAME.determinize(GAME.view(state, seat), Rng(seed)).box


BOX = json.loads((folder_of("kakapo") / "web/box.json").read_text())


def test_kk_2_kk_6_kk_8_kk_10_kk_14_the_screen_has_the_shapes_and_numbers_of_the_rules() -> None:
    for value in VALUES:
        assert {tuple(cell) for cell in BOX["shapes"][str(value)]} == set(WAYS[value][0])
    assert (BOX["rounds"], BOX["counters"]) == (ROUNDS, COUNTERS)
    assert (BOX["absent"], BOX["missions"]) == (ABSENT, BOOK)
    assert PATH.read_text(encoding="utf-8") == listing()


def test_the_stars_in_the_lobby_are_those_for_the_players_at_the_table() -> None:
    listed = json.loads(PATH.read_text(encoding="utf-8"))
    for mode, entries in listed.items():
        for entry in entries:
            grades = certificate_of(mode, entry["mission"]["number"]).grades
            assert entry["stars"] == {str(one.seats): one.stars for one in grades}


# --- Rounds shown after the end


def moments_seen(state: State) -> tuple[Moment, ...]:
    """Return the moments in the view, which must be the same for all seats and a spectator."""
    first, *others = [GAME.view(state, seat).moments for seat in (*range(len(state.hands)), None)]
    assert all(other == first for other in others)
    return first


def as_it_went(states: Sequence[State]) -> tuple[Moment, ...]:
    """Return a finished game's rounds, each built from the states at its start and after it."""
    dealt = [state for state in states if not isinstance(state.phase, Dealing)]
    starts = [next(s for s in dealt if s.round == n) for n in range(1, dealt[-1].round + 1)]
    ends = (*starts[1:], dealt[-1])
    return tuple(
        Moment(
            round=after.rounds[at] if len(after.rounds) > at else None,
            start=before.start,
            cards=max((state.revealed for state in dealt if state.round == at + 1), key=len),
            hands=before.hands,
            top=SUIT[before.rounds[-1].decision] if before.rounds else "P",
            counters=before.counters,
            board=after.board,
            edges=after.edges,
            laid=after.board[len(before.board) :],
        )
        for at, (before, after) in enumerate(zip(starts, ends, strict=True))
    )


def is_told_as_it_went(states: Sequence[State]) -> bool:
    """KK-13: whether rounds are hidden until the end, and then shown as they were played."""
    *before, last = states
    assert isinstance(last.phase, Over)
    return not any(map(moments_seen, before)) and moments_seen(last) == as_it_went(states)


@pytest.mark.parametrize("seats", [2, 3, 4])
@settings(max_examples=12)
@given(st.data())
def test_kk_13_kk_a21_the_rounds_of_a_mission_ended_or_given_up_are_shown_as_played(
    seats: int, data: st.DataObject
) -> None:
    agreed = replace(data.draw(options(seats)), concession=True)
    state = GAME.setup(agreed, seats)
    rng = Rng(data.draw(st.integers(0, 2**32)))
    whole = [state, *(step.state for _, _, step in playout(GAME, state, rng))]
    assert is_told_as_it_went(whole)
    states = whole[: data.draw(st.integers(2, len(whole) - 1))]
    for seat in range(seats):
        if not states[-1].wishes[seat]:
            states.append(make(states[-1], (seat, Concede(wish=True))))
    assert is_told_as_it_went(states)


def test_kk_a7_a_piece_that_was_put_back_is_shown_from_the_round_of_its_placement() -> None:
    first = replace(round_of("O8 O1 O2 O3", "O8", pieces="O8 O1"), skill=Double())
    second = round_of("P8 O4 O5 O6", "P8", pieces="O8")
    state = table(
        *("", ""),
        phase=Over("conceded"),
        options=Options(double_scan_forgiving=True),
        board={"O1": "A1", "O8": "C1 D1 E1 F1 C2 D2 E2 F2"},
        rounds=(first, second),
        round=2,
        counters=4,
    )
    one, eight = state.board
    assert [moment.laid for moment in moments_seen(state)] == [(one,), (eight,)]
    assert [moment.board for moment in moments_seen(state)] == [(one,), (one, eight)]
    assert [moment.counters for moment in moments_seen(state)] == [5, 4]
