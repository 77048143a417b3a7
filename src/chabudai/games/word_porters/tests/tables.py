"""Short notations for Word Porters' tables and moves in tests."""

from functools import partial
from typing import Any

from msgspec.structs import replace

from chabudai.core import CHANCE, Rng, Seat, play
from chabudai.games.word_porters import GAME, state as wp
from tests.support import moves
from tests.support.moves import course

OWN_WORDS = tuple(f"word {number}" for number in range(40))
OWN_HINTS = tuple((f"more {number}", f"less {number}") for number in range(12))


def spot(address: str) -> wp.Place:
    """Return the placement on the hint word with this address, such as B2."""
    return wp.Place(ord(address[0]) - ord("A"), int(address[1]) - 1)


def placed(text: str) -> tuple[wp.Placed, ...]:
    """Parse porters on the table. In "0A1:1 1A2:13", seat 1 is on A2 with its 1 on top of its 3."""
    porters: list[wp.Placed] = []
    for one in text.split():
        where, tokens = one.split(":")
        place = spot(where[1:])
        porters.append(wp.Placed(int(where[0]), place.card, place.word, held(tokens)))
    return tuple(porters)


def held(text: str) -> wp.Tokens:
    """Parse the numbers of porters, such as "23"."""
    return tuple(map(int, text))


def table(
    seats: int = 4,
    porters: str = "",
    *,
    turn: Seat = 0,
    first: Seat = 0,
    tokens: str = "",
    identities: tuple[wp.Number, ...] = (7, 2, 10, 5, 1, 3),
    **options: Any,
) -> wp.State:
    """Return a first round of hints with these `porters` placed. Seat `turn` must place next.

    `tokens` lists each seat's remaining porters, such as "123 23 3 -". By default, each seat has
    all porters that it has not placed.
    """
    lying = placed(porters)
    if tokens:
        left = tuple(held(one.strip("-")) for one in tokens.split())
    else:
        used = [[t for one in lying if one.seat == seat for t in one.tokens] for seat in range(6)]
        left = tuple(tuple(t for t in (1, 2, 3) if t not in used[seat]) for seat in range(seats))
    return wp.State(
        wp.Options(**options),
        wp.Hinting(turn),
        scores=(0,) * seats,
        round=1,
        first=first,
        words=tuple(range(0, 20, 2)),
        hints=tuple(range(0, 2 * seats + 12, 2)),
        identities=identities[:seats],
        tokens=left,
        placed=lying,
        word_deck=tuple(range(20, 300, 2)),
        hint_deck=tuple(range(2 * seats + 12, 106, 2)),
    )


def open_to(state: wp.State, seat: Seat) -> set[str]:
    """Return the hint words that are open to `seat`, such as {"A1", "B2"}."""
    legal = GAME.legal_actions(GAME.view(state, seat), seat)
    return {f"{chr(65 + one.card)}{one.word + 1}" for one in legal if isinstance(one, wp.Place)}


def voting(seats: int = 4, **fields: Any) -> wp.State:
    """Return a round in which all players must vote."""
    return replace(table(seats), phase=wp.Voting(((),) * seats), **fields)


def dealt(seats: int, seed: int = 1, **options: Any) -> wp.State:
    """Return a game after the first deal of identity cards."""
    start = GAME.setup(wp.Options(**options), seats)
    state: wp.State = next(
        ply.before for ply in course(GAME, start, Rng(seed)) if ply.seat != CHANCE
    )
    return state


def stacked(seats: int, *numbers: wp.Number, **fields: Any) -> tuple[wp.Shuffle, wp.Deal]:
    """Return a shuffle and a deal that keep the order of the box and let seat 0 start."""
    start = wp.Shuffle(tuple(range(0, 300, 2)), tuple(range(0, 106, 2)), 0)
    return replace(start, **fields), wp.Deal(numbers or tuple(range(1, seats + 1)))


make = partial(moves.make, GAME)
refused = partial(moves.refused, GAME)
refused_table = partial(moves.refused_table, GAME)
step_of = partial(play, GAME)


def hand_in(state: wp.State, *votes: tuple[wp.Number, ...]) -> wp.State:
    """Return the state after these votes, one from each seat."""
    return make(state, *((seat, wp.Vote(vote)) for seat, vote in enumerate(votes)))


def round_of(state: wp.State) -> wp.State:
    """Return the state after a round with sampled hints and votes."""
    moves = course(GAME, state, Rng(state.round))
    before = len(state.rounds)
    after: wp.State = next(ply.step.state for ply in moves if len(ply.step.state.rounds) > before)
    return after


PASS = wp.Pass()
REST = hand_in(voting(3), (0, 1, 2), (1, 0, 2), (1, 2, 0))
"""A table of three after the first round."""
