"""Observations: the views of seats as numbers."""

from array import array
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Any

import numpy as np
import pytest
from msgspec import Meta, inspect
from msgspec.structs import replace

from chabudai.adapters import episode
from chabudai.adapters.episode import setting
from chabudai.adapters.observations import TypedViews, observations
from chabudai.adapters.parts import LONGEST, Layouts
from chabudai.core import Illegal, Rng, Struct, stream
from chabudai.core.bounds import AFTERWARDS, between, most, one_of
from chabudai.games import GAMES
from tests.support.game_cases import game_case
from tests.unit.adapters.support import SETTINGS, after, named, played

every_table = pytest.mark.parametrize("place", SETTINGS, ids=named)


@every_table
def test_every_number_lies_within_its_bounds(place: episode.Setting) -> None:
    held = place.observations
    low, high = held.bounds
    assert sum(map(len, held.ranges.values())) == held.size == len(low) == len(high)
    undealt = episode.Episode(place.game.setup(place.options, place.seats), 7)
    for now in (undealt, *list(played(place, 7))[::4]):
        for seat in range(place.seats):
            row = episode.observed(place, now, seat)
            assert row.dtype == np.float32
            assert row.shape == (held.size,)
            assert np.flatnonzero((row < low) | (row > high)).tolist() == []


@every_table
def test_observations_and_offers_hide_what_a_seat_cannot_know(place: episode.Setting) -> None:
    room = game_case(place.game)
    rng = Rng(5)
    for now in played(place, 3, 60):
        for seat in range(place.seats):
            other = room.support.scramble(now.state, seat, rng)
            drafts = now.drafts if place.seats == 1 else now.with_draft(1 - (seat > 0), (9,))
            instead = replace(now, state=other, drafts=drafts)
            one, two = (episode.observed(place, each, seat) for each in (now, instead))
            assert (one == two).all()
            mine, theirs = (episode.offered(place, each, seat) for each in (now, instead))
            assert mine == theirs


def varied(place: episode.Setting, seed: int) -> Iterator[episode.Episode]:
    """Yield the episodes of a game with bots that also make random steps and odd moves."""
    now, odd = episode.begin(place, seed), game_case(place.game).support.odd
    bots = [place.game.bots["easy"](persona) for persona in range(place.seats)]
    yield now
    while owing := episode.owing(place, now):
        seat, rng = owing[0], stream(seed, now.moves)
        view, way = place.game.view(now.state, seat), rng.below(4)
        if now.draft(seat) or way == 0:
            now = after(place, now, seat, rng.choice(episode.offered(place, now, seat).numbers))
        else:
            with suppress(Illegal):
                move = odd(view, seat, rng) if way == 1 else bots[seat](view, seat, rng)
                now = episode.moved(place, now, seat, move)
                yield now
                continue
            now = episode.refused(now)
        yield now


VARIED: list[tuple[str, int, list[dict[str, Any]]]] = [
    ("kakapo", 2, [{"mission": f"buddy/{number}"} for number in range(1, 21, 2)]),
    ("quiddler", 1, [{"solo": "columns"}] * 5),
    ("quiddler", 3, [{}]),
    ("word-bank", 3, [{}, {"word_vote": True}, {"word_vote": True}]),
    ("word-porters", 4, [{}, *[{"children": True}] * 5]),
]


@pytest.mark.parametrize(("name", "seats", "tables"), VARIED)
def test_every_part_of_an_observation_changes_in_some_game(
    name: str, seats: int, tables: list[dict[str, Any]]
) -> None:
    rows = [
        episode.observed(place, now, seat)
        for seed, options in enumerate(tables)
        for place in (setting(name, seats, options),)
        for now in varied(place, seed)
        for seat in range(seats)
    ]
    changes = np.ptp(np.array(rows), axis=0)
    parts = observations(GAMES[name], seats).ranges
    assert [part for part, at in parts.items() if not changes[at.start : at.stop].any()] == []


def test_a_card_in_the_hand_and_a_step_change_a_known_number() -> None:
    place = setting("quiddler")
    now = next(now for now in played(place, 2, 400) if now.drafts)
    ((seat, draft),) = now.drafts
    row, places = episode.observed(place, now, seat), place.observations.ranges
    word = row[places["cards of the word, faces from 1"].start]
    assert word == draft[0] - 33  # faces have the numbers 34 to 64 as cards of a word
    left = row[places["own cards left, by face"].start :][:31]
    assert left.sum() == len(now.state.hands[seat]) - len(draft)


# --- Types of fields


class Thing(Struct, tag="thing"):
    size: Annotated[int, between(2, 5)]


class Other(Struct, tag="other"):
    pass


class Shown(Struct):
    colour: Annotated[str, one_of(("red", "blue"))]
    things: Annotated[tuple[Thing, ...], most(2)]
    name: Annotated[str, Meta(max_length=3)]
    either: Thing | Other | None
    number: int
    hand: Annotated[tuple[int, ...], most(2)] | int
    flag: bool | None
    kept: Annotated[tuple[int, ...], AFTERWARDS] = ()


def row_of(value: Shown) -> dict[str, int]:
    part = Layouts(4).part(inspect.type_info(Shown), "")
    row = array("i", bytes(4 * len(part.places)))
    part.write(value, row, 0)
    return {place.name: n for place, n in zip(part.places, row, strict=True) if n}


def test_a_view_is_written_field_by_field() -> None:
    shown = Shown("blue", (Thing(3), Thing(9)), "ab", Other(), 1 << 40, (7,), False, (1,))
    assert row_of(shown) == {
        "colour": 2,
        "things": 2,
        "things[0].size": 3,
        "things[1].size": 5,
        "name": 2,
        "name[0]": 97,
        "name[1]": 98,
        "either": 2,
        "number": (1 << 31) - 1,
        "hand": 1,
        "hand<tuple>": 1,
        "hand<tuple>[0]": 7,
        "flag": 1,
    }
    assert row_of(Shown("green", (), "", None, 0, 4, None)) == {"hand": 2, "hand<int>": 4}


def test_the_last_items_of_a_long_field_have_a_place() -> None:
    kind = Annotated[tuple[int, ...], most(LONGEST + 1)]
    part = Layouts(4).part(inspect.type_info(kind), "row")
    row = array("i", bytes(4 * len(part.places)))
    part.write(tuple(range(LONGEST + 1)), row, 0)
    assert (row[0], row[1], row[-1]) == (LONGEST + 1, 1, LONGEST)
    assert part.cut == ("row",)


def test_other_types_and_views_of_other_games_are_refused() -> None:
    with pytest.raises(TypeError, match="cost cannot be laid out in numbers"):
        Layouts(4).part(inspect.type_info(float), "cost")
    kakapo, bank = GAMES["kakapo"], GAMES["word-bank"]
    view = bank.view(bank.setup(bank.options(), 2), 0)
    with pytest.raises(TypeError, match=r"^This is not a view of The Kakapo Buddy & Party: View\("):
        TypedViews(kakapo, 2).encode(view, 0, ())
