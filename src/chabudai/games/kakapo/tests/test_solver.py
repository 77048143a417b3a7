"""The Kakapo's solver: fewest pieces, covers, and whether open hands can still win."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import assume, given, settings, strategies as st

from chabudai.core import Rng
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.components.board import (
    EMPTY,
    SIDE,
    around,
    bit,
    coordinates,
    each_bit,
    legal,
    placements,
    with_piece,
)
from chabudai.games.kakapo.components.cards import (
    COUNTERS,
    DECK,
    MODES,
    ROUNDS,
    SUIT,
    SUITS,
    VALUE,
    Card,
)
from chabudai.games.kakapo.components.mission_lint import lint
from chabudai.games.kakapo.components.missions import (
    SIDES,
    Bird,
    Edge,
    Mission,
    ground,
    mission_named,
)
from chabudai.games.kakapo.review.hindsight import is_won
from chabudai.games.kakapo.solver.boards import boards_of
from chabudai.games.kakapo.solver.card_sets import BIT, EVERY, named
from chabudai.games.kakapo.solver.covers import Cover, library
from chabudai.games.kakapo.solver.cp_sat import prove
from chabudai.games.kakapo.solver.par import MOST, Surround, fewest
from chabudai.games.kakapo.solver.settling import OPEN, Thoroughness, settle
from chabudai.games.kakapo.state import Action, Concede, Lying, Options, Over, Place, State
from chabudai.games.kakapo.tests import naive
from chabudai.games.kakapo.tests.tables import (
    GAP,
    PURPLE,
    bird,
    dotted,
    laid,
    lying,
    make,
    mission,
    table,
)

BLOCK = mission(bird("D4 E4 D5 E5"))


def mission_at_random(seed: int) -> Mission:
    """Return a mission with one or two small birds and a few coloured edges."""
    rng = Rng(seed)
    birds: list[Bird] = []
    for row, column in ((3, 3), (7, 7))[: 1 + rng.below(2)]:
        grown, size = bit(row, column), 1 + rng.below(4)
        while grown.bit_count() < size:
            grown |= rng.choice(list(each_bit(around(grown))))
        cells = coordinates(grown)
        edges = {
            (*place, rng.choice([*SIDES])): rng.choice(SUITS)
            for place in rng.shuffled(cells)[: rng.below(3)]
        }
        birds.append(Bird(cells, tuple(Edge(*at, suit) for at, suit in edges.items())))
    return mission(*birds, required=1 + rng.below(len(birds)))


def lying_on(piece: Card, cells: int) -> Lying:
    return Lying(piece, tuple(12 * row + column for row, column in coordinates(cells)))


def board_at_random(there: Mission, seed: int, count: int) -> tuple[Lying, ...]:
    """Return a board with `count` pieces in random legal places."""
    rng, board = Rng(seed), tuple[Lying, ...]()
    for piece in rng.shuffled(DECK)[:count]:
        boards = boards_of(board)
        own = boards[SUITS.index(SUIT[piece])]
        starts = legal(VALUE[piece], ground(there) | sum(boards), own)
        board += (lying_on(piece, rng.choice([*placements(VALUE[piece], starts)])),)
    return board


def test_a_bird_of_four_takes_two_pieces_or_those_that_are_missing() -> None:
    solved = fewest(BLOCK)
    assert solved.proved
    assert solved.pieces is not None
    assert len(solved.pieces) == 2
    assert naive.faults(BLOCK, laid(solved.pieces)) == []
    assert fewest(BLOCK, solved.pieces) == Surround(0, ())
    assert [fewest(BLOCK, (piece,)).least for piece in solved.pieces] == [1, 1]
    assert prove(BLOCK, solved.pieces).pieces == ()


@settings(max_examples=5)
@given(st.integers(0, 10**9), st.integers(0, 4))
def test_its_solutions_hold_and_are_as_small_as_cp_sat_proves(seed: int, count: int) -> None:
    drawn = mission_at_random(seed)
    assume(not lint(drawn))
    board = board_at_random(drawn, seed, count)
    some = Rng(seed).shuffled(DECK)[:12]
    solved, proof = fewest(drawn, board, some), prove(drawn, board, some)
    assert solved.proved
    if solved.pieces is None:
        assert proof.status == "infeasible"
        return
    assert (proof.status, proof.bound) == ("optimal", solved.least)
    for pieces in (solved.pieces, proof.pieces):
        assert pieces is not None
        assert len(pieces) == solved.least
        assert {one.piece for one in pieces} <= {*some}
        assert naive.faults(drawn, laid((*board, *pieces))) == []


def test_too_few_pieces_and_a_spoilt_edge_cannot_win() -> None:
    small = fewest(BLOCK, (), ("P8",))
    assert small == Surround(MOST + 1, None)
    assert small.proved
    edge = mission(bird("F6", "F6NG"))
    assert fewest(edge, lying({"G1": "F5"})).pieces is not None
    assert fewest(edge, lying({"P1": "F5"})) == Surround(MOST + 1, None)


def test_limits_of_pieces_steps_and_time_are_kept_and_reported() -> None:
    hard = mission_named("buddy/20")
    least = fewest(hard).least
    assert least > 2
    assert fewest(hard, most=2) == Surround(3, None)
    assert not fewest(hard, most=2).proved
    stopped = fewest(hard, budget=1)
    assert not stopped.proved
    assert stopped.pieces is None
    assert stopped.least <= least
    proof = prove(hard, seconds=0.0)
    assert (proof.status, proof.pieces) == ("unknown", None)


def test_kk_a15_birds_that_must_be_scanned_are_not_exchanged_for_cheaper_ones() -> None:
    birds = (bird("C3"), bird("C9 D9 E9 F9 G9 H9 I9"))
    assert fewest(mission(*birds)).least < fewest(mission(*birds, must=(1,))).least


NAMES = ("buddy/1", "buddy/11", "buddy/20", "party/6", "party/20")


def filled(cover: Cover, rng: Rng) -> tuple[Lying, ...]:
    """Return a random piece for each place of a cover. Pieces may touch or be equal."""
    return tuple(lying_on(rng.choice(named(slot.pieces)), slot.cells) for slot in cover.slots)


@pytest.mark.parametrize("name", NAMES)
def test_kk_41_every_filling_of_a_cover_finishes_the_mission(name: str) -> None:
    there, rng, solutions = mission_named(name), Rng(1), 0
    covers = library(there, EMPTY, EVERY)
    for cover in covers[:12]:
        assert not any(slot.cells & ground(there) for slot in cover.slots)
        for _ in range(20):
            pieces = laid(filled(cover, rng))
            assert naive.wins(there, pieces)
            solutions += not naive.faults(there, pieces)
    assert solutions


def test_kk_41_a_finished_mission_needs_no_more_pieces() -> None:
    boards = boards_of(filled(library(mission_named("buddy/1"), EMPTY, EVERY)[0], Rng(1)))
    covers = library(mission_named("buddy/1"), boards, EVERY)
    assert [cover.slots for cover in covers] == [()]


def test_kk_40_a_bird_that_faces_a_wrong_colour_is_given_up() -> None:
    edge = mission(bird("F6", "F6NG"))
    assert library(edge, with_piece(EMPTY, "G", bit(4, 5)), EVERY)
    assert library(edge, with_piece(EMPTY, "P", bit(4, 5)), EVERY) == ()


def test_kk_30_covers_use_no_piece_that_is_gone() -> None:
    fewer = EVERY & ~BIT["P8"] & ~BIT["O8"]
    for cover in library(mission_named("party/6"), with_piece(EMPTY, "P", bit(11, 0)), fewer):
        assert not any(slot.pieces & ~fewer for slot in cover.slots)


# --- Open hands, compared with a search that uses only the rules


ENOUGH = Thoroughness(steps=1_000_000, rounds=100_000)
BARE = bird("F6")
BOARDS = {PURPLE: GAP, BARE: {"B8": "D5 D6 D7 E7 F7 G7 G6 G5"}}
"""Pieces around each bird that leave one or two cells next to it free."""


def dealt(seats: int, rounds: int, seed: int, there: Bird) -> State:
    mode = MODES[seats]
    size = rounds * (2 if seats == 2 else 1) + 3 * (seats == 3)
    deck = Rng(seed).shuffled([card for card in DECK if card not in BOARDS[there]])
    hands = [" ".join(deck[size * seat : size * (seat + 1)]) for seat in range(seats)]
    fields: dict[str, Any] = {
        "board": BOARDS[there],
        "birds": (there,),
        "round": ROUNDS[mode] - rounds + 1,
    }
    return table(*hands, **fields, counters=(0, 1, COUNTERS[mode])[seed % 3], start=seed % seats)


def can_be_won(state: State) -> bool:
    """Whether any legal play wins. Places far from birds are equivalent, so only one of them is
    tried.
    """
    if isinstance(state.phase, Over):
        return is_won(state)
    (seat,) = GAME.to_act(state)
    return any(can_be_won(make(state, (seat, action))) for action in sensible(state))


def sensible(state: State) -> Iterator[Action]:
    """Yield the legal moves, but only one of the placements that touch no bird."""
    (seat,) = GAME.to_act(state)
    halo = {cell for one in state.mission.birds for cell in naive.halo(one.cells)}
    aside = False
    for action in GAME.legal_actions(GAME.view(state, seat), seat):
        if isinstance(action, Place):
            after = make(state, (seat, action))
            if not {divmod(cell, SIDE) for cell in after.board[-1].cells} & halo:
                if aside:
                    continue
                aside = True
        if not isinstance(action, Concede):
            yield action


@pytest.mark.parametrize(
    ("seats", "rounds", "bird_there", "deals"),
    [
        (2, 1, PURPLE, range(12)),
        (2, 1, BARE, range(10)),
        (3, 1, PURPLE, range(14)),
        (3, 1, BARE, range(6)),
        (4, 1, BARE, range(12)),
        (4, 2, PURPLE, range(8)),
        (2, 2, PURPLE, (8, 9)),
    ],
)
def test_a_mission_is_settled_before_and_within_a_round_like_by_all_legal_play(
    seats: int, rounds: int, bird_there: Bird, deals: Sequence[int]
) -> None:
    found: set[bool] = set()
    for seed in deals:
        begun = dealt(seats, rounds, seed, bird_there)
        for state in (begun, *(within_a_round(begun, seed) if rounds == 1 else ())):
            settled = settle(state, ENOUGH)
            assert settled.lost != can_be_won(state), state.hands
            assert settled.lost or is_won(make(state, *(settled.line or ())))
            assert not settled.lost or settled.line is None
            found.add(settled.lost)
    assert found == {False, True}


def within_a_round(state: State, seed: int) -> Iterator[State]:
    rng = Rng(seed)
    while not isinstance(state.phase, Over):
        (seat,) = GAME.to_act(state)
        state = make(state, (seat, rng.choice(tuple(sensible(state)))))
        yield state


@pytest.mark.parametrize("free", [True, False])
def test_kk_a1_a_free_second_card_of_the_leader_can_win(free: bool) -> None:
    # Purple is the top colour, so P1 decides if it need not follow orange.
    options = Options(leader_free_second=free)
    shown: dict[str, Any] = {"revealed": "O2 O8", "board": GAP, "birds": (PURPLE,)}
    state = table("O3 P1", "O7", **shown, round=8, counters=0, options=options)
    assert settle(state, ENOUGH).lost != free
    assert can_be_won(state) == free


def test_kk_39_a_line_needs_room_for_pieces_far_from_birds() -> None:
    hands = ("B3", "B4", "G2", "O6 P1")
    full = dotted("F5", PURPLE)
    state = table(*hands, revealed="O3 O4 O5", board=full, birds=(PURPLE,), round=9, counters=0)
    assert settle(state, ENOUGH) == OPEN
    roomy = table(*hands, revealed="O3 O4 O5", board=GAP, birds=(PURPLE,), round=9, counters=0)
    assert settle(roomy, ENOUGH).line is not None


def test_a_search_that_takes_too_long_stays_open() -> None:
    state = dealt(2, 2, 0, BARE)
    assert settle(state, Thoroughness(steps=1, rounds=100_000)) == OPEN
    assert settle(state, Thoroughness(steps=1_000_000, rounds=0)) == OPEN
