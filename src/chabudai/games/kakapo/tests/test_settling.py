"""Whether open hands can still win, compared with a search that uses only the rules."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

import pytest

from chabudai.core import Rng
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.components.board import SIDE, coordinates
from chabudai.games.kakapo.components.cards import COUNTERS, DECK, MODES, ROUNDS, VALUE, Card
from chabudai.games.kakapo.components.missions import Bird
from chabudai.games.kakapo.review.hindsight import is_won
from chabudai.games.kakapo.solver.card_sets import CARD_AT, set_of
from chabudai.games.kakapo.solver.goals import goals
from chabudai.games.kakapo.solver.settling import OPEN, Thoroughness, settle
from chabudai.games.kakapo.state import Action, Concede, Options, Over, Place, State
from chabudai.games.kakapo.tests import naive
from chabudai.games.kakapo.tests.tables import GAP, PURPLE, bird, dotted, laid, make, table

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
    """Whether any legal play wins. All places far from birds are equivalent, so one is tried."""
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


def settled_like_all_play(states: Iterable[State]) -> list[bool]:
    """Return whether each state is lost, and check that both searches agree."""
    found: list[bool] = []
    for state in states:
        settled = settle(state, ENOUGH)
        assert settled.lost == (settled.line is None)
        assert settled.lost != can_be_won(state), state.hands
        found.append(settled.lost)
    return found


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
def test_a_mission_is_settled_before_a_round_like_by_all_legal_play(
    seats: int, rounds: int, bird_there: Bird, deals: Sequence[int]
) -> None:
    found = settled_like_all_play(dealt(seats, rounds, seed, bird_there) for seed in deals)
    assert True in found
    assert False in found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_mission_is_settled_within_a_round_like_by_all_legal_play(seats: int) -> None:
    found = settled_like_all_play(
        state for seed in range(6) for state in within_a_round(dealt(seats, 1, seed, PURPLE), seed)
    )
    assert True in found
    assert False in found


def within_a_round(state: State, seed: int) -> Iterator[State]:
    rng = Rng(seed)
    while not isinstance(state.phase, Over):
        (seat,) = GAME.to_act(state)
        state = make(state, (seat, rng.choice(tuple(sensible(state)))))
        yield state


def test_a_line_is_legal_and_wins() -> None:
    state = dealt(4, 2, 0, PURPLE)
    line = settle(state, ENOUGH).line
    assert line is not None
    assert is_won(make(state, *line))


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


def test_kk_40_every_winning_set_of_pieces_holds_a_goal_and_every_goal_wins() -> None:
    state = dealt(2, 1, 0, BARE)
    pieces = ("P1", "O1", "B1", "O2", "G3", "O5")
    found = goals(state.mission, state.board, pieces, 2, 1_000_000)
    assert found is not None
    for goal in found:
        placed = [
            (CARD_AT[piece][0], VALUE[CARD_AT[piece]], frozenset(coordinates(cells)))
            for piece, cells in goal.places
        ]
        assert not naive.faults(state.mission, (*laid(state.board), *placed))
    sets = {goal.pieces for goal in found}
    for pair in combinations(pieces, 2):
        holds_one = any(goal & set_of(pair) == goal for goal in sets)
        assert holds_one == any(wins_naively(state, some) for some in (pair[:1], pair[1:], pair))


def wins_naively(state: State, pieces: tuple[Card, ...]) -> bool:
    (there,) = state.mission.birds
    halo, before = naive.halo(there.cells), laid(state.board)
    near = [
        [(piece[0], VALUE[piece], place) for place in naive.PLACES[VALUE[piece]] if place & halo]
        for piece in pieces
    ]
    return any(not naive.faults(state.mission, (*before, *some)) for some in product(*near))
