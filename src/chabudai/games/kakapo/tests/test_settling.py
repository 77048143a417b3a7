"""Whether a mission can still be won with open hands, against a search by the rules alone."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

import pytest

from chabudai.core import Rng, play
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
from chabudai.games.kakapo.tests.tables import bird, dotted, make, table

ENOUGH = Thoroughness(steps=1_000_000, rounds=100_000)
GAP = {"P7": "E6 E7 E8 F8 G8 G7 G6"}
"""A piece round a bird on F6 and F7 that leaves only F5 free, where ..."""
PURPLE = bird("F6 F7", "F6NP")
"""... its edge is purple."""
BARE = bird("F6")
BOARDS = {PURPLE: GAP, BARE: {"B8": "D5 D6 D7 E7 F7 G7 G6 G5"}}
"""By bird, the pieces that leave one or two squares beside it free."""


def dealt(seats: int, rounds: int, seed: int, there: Bird) -> State:
    """Random hands for the last rounds of a mission."""
    mode = MODES[seats]
    size = rounds * (2 if seats == 2 else 1) + 3 * (seats == 3)
    board = BOARDS[there]
    deck = Rng(seed).shuffled([card for card in DECK if card not in board])
    hands = [" ".join(deck[size * seat : size * (seat + 1)]) for seat in range(seats)]
    return table(
        *hands,
        board=board,
        birds=(there,),
        round=ROUNDS[mode] - rounds + 1,
        counters=(0, 1, COUNTERS[mode])[seed % 3],
        start=seed % seats,
    )


def can_be_won(state: State) -> bool:
    """Whether some legal play wins. Of the places that cover nothing beside a bird, one is tried:
    no other could win more.
    """
    if isinstance(state.phase, Over):
        return is_won(state)
    (seat,) = GAME.to_act(state)
    return any(can_be_won(play(GAME, state, seat, action).state) for action in sensible(state))


def sensible(state: State) -> Iterator[Action]:
    """All moves but those; they are legal."""
    (seat,) = GAME.to_act(state)
    halo = {cell for one in state.mission.birds for cell in naive.halo(one.cells)}
    aside = False
    for action in GAME.legal_actions(GAME.view(state, seat), seat):
        if isinstance(action, Place):
            after = play(GAME, state, seat, action).state
            cells = {divmod(cell, SIDE) for cell in after.board[-1].cells}
            if not cells & halo:
                if aside:
                    continue
                aside = True
        if not isinstance(action, Concede):
            yield action


def settled_like_all_play(states: Iterable[State]) -> list[bool]:
    """Whether each of these is lost, by both searches."""
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
        (2, 1, PURPLE, range(20)),
        (2, 1, BARE, range(10)),
        (3, 1, PURPLE, range(14)),
        (3, 1, BARE, range(6)),
        (4, 1, BARE, range(20)),
        (4, 2, PURPLE, range(8)),
        (2, 2, PURPLE, (8, 9)),
    ],
)
def test_what_is_settled_before_a_round_is_what_all_legal_play_comes_to(
    seats: int, rounds: int, bird_there: Bird, deals: Sequence[int]
) -> None:
    found = settled_like_all_play(dealt(seats, rounds, seed, bird_there) for seed in deals)
    assert True in found
    assert False in found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_settled_in_a_round_is_what_all_legal_play_comes_to(seats: int) -> None:
    found = settled_like_all_play(
        state for seed in range(6) for state in within_a_round(dealt(seats, 1, seed, PURPLE), seed)
    )
    assert True in found
    assert False in found


def within_a_round(state: State, seed: int) -> Iterator[State]:
    """The tables that a round at random comes to, until it is over."""
    rng = Rng(seed)
    while not isinstance(state.phase, Over):
        (seat,) = GAME.to_act(state)
        action = rng.choice(tuple(sensible(state)))
        state = play(GAME, state, seat, action).state
        yield state


def test_a_line_is_legal_and_wins() -> None:
    state = dealt(4, 2, 0, PURPLE)
    line = settle(state, ENOUGH).line
    assert line is not None
    assert is_won(make(state, *line))


@pytest.mark.parametrize("free", [True, False])
def test_kk_a1_where_the_second_card_of_the_leader_is_free_more_can_be_won(free: bool) -> None:
    # Purple is the top colour, so P1 decides if it need not follow orange.
    state = table(
        "O3 P1",
        "O7",
        revealed="O2 O8",
        board=GAP,
        birds=(PURPLE,),
        round=8,
        counters=0,
        options=Options(leader_free_second=free),
    )
    assert settle(state, ENOUGH).lost != free
    assert can_be_won(state) == free


def test_kk_39_a_line_without_room_for_what_lies_aside_is_no_line() -> None:
    hands = ("B3", "B4", "G2", "O6 P1")
    full = dotted("F5", PURPLE)
    state = table(*hands, revealed="O3 O4 O5", board=full, birds=(PURPLE,), round=9, counters=0)
    assert settle(state, ENOUGH) == OPEN
    roomy = table(*hands, revealed="O3 O4 O5", board=GAP, birds=(PURPLE,), round=9, counters=0)
    assert settle(roomy, ENOUGH).line is not None


def test_what_takes_too_long_stays_open() -> None:
    state = dealt(2, 2, 0, BARE)
    assert settle(state, Thoroughness(steps=1, rounds=100_000)) == OPEN
    assert settle(state, Thoroughness(steps=1_000_000, rounds=0)) == OPEN


def test_kk_40_every_set_of_pieces_that_wins_holds_a_goal_and_every_goal_wins() -> None:
    state = dealt(2, 1, 0, BARE)
    pieces = ("P1", "O1", "B1", "O2", "G3", "O5")
    found = goals(state.mission, state.board, pieces, 2, 1_000_000)
    assert found is not None
    for goal in found:
        laid = [as_laid(CARD_AT[piece], coordinates(cells)) for piece, cells in goal.places]
        assert not naive.faults(state.mission, (*before(state), *laid))
    sets = {goal.pieces for goal in found}
    for pair in combinations(pieces, 2):
        holds_one = any(goal & set_of(pair) == goal for goal in sets)
        assert holds_one == any(wins_naively(state, some) for some in (pair[:1], pair[1:], pair))


def as_laid(piece: Card, cells: Iterable[naive.Cell]) -> naive.Laid:
    return piece[0], VALUE[piece], frozenset(cells)


def before(state: State) -> list[naive.Laid]:
    """The pieces on the board."""
    return [
        as_laid(lies.piece, (divmod(cell, SIDE) for cell in lies.cells)) for lies in state.board
    ]


def wins_naively(state: State, pieces: tuple[Card, ...]) -> bool:
    """Whether some places for these pieces win."""
    (there,) = state.mission.birds
    halo = naive.halo(there.cells)
    near = [
        [as_laid(piece, place) for place in naive.PLACES[VALUE[piece]] if place & halo]
        for piece in pieces
    ]
    return any(not naive.faults(state.mission, (*before(state), *some)) for some in product(*near))
