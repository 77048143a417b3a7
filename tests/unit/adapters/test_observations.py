"""Observations: the views of seats as numbers."""

from array import array
from typing import Annotated

import msgspec
import pytest
from msgspec import Meta, inspect

from chabudai.adapters import episode
from chabudai.adapters.observations import observations
from chabudai.adapters.parts import LONGEST, Layouts
from chabudai.core import Rng, Seat, Struct
from chabudai.core.bounds import AFTERWARDS, between, most, one_of
from chabudai.games import GAMES
from tests.support.game_cases import CASES, Case
from tests.unit.adapters.support import SETTINGS, place_of, played


@pytest.mark.parametrize("place", SETTINGS, ids=lambda place: f"{place.game.name}-{place.seats}")
def test_every_number_lies_within_its_bounds(place: episode.Setting) -> None:
    places = place.observations.places
    assert len({each.name for each in places}) == len(places)
    for now in list(played(place, 7))[::4]:
        for seat in range(place.seats):
            row = episode.observed(place, now, seat)
            assert len(row) == place.observations.size == len(places)
            pairs = zip(places, row, strict=True)
            assert [(each, n) for each, n in pairs if not each.low <= n <= each.high] == []


@pytest.mark.parametrize("room", CASES, ids=repr)
def test_different_views_have_different_observations(room: Case) -> None:
    place = place_of(room)
    found: dict[bytes, object] = {}
    for seed in (1, 2):
        for now in played(place, seed, 60):
            for seat in range(place.seats):
                view = observable(place, now, seat)
                assert found.setdefault(episode.observed(place, now, seat).tobytes(), view) == view
    assert len(found) == len({msgspec.json.encode(view) for view in found.values()})


def observable(place: episode.Setting, now: episode.Episode, seat: Seat) -> object:
    """Return the observed part of a view: everything except options and fields for reviews."""
    kept = msgspec.to_builtins(place.game.view(now.state, seat))
    del kept["options"]
    for field in inspect.type_info(place.game.views).fields:  # type: ignore[attr-defined]
        if isinstance(field.type, inspect.Metadata) and "afterwards" in (field.type.extra or {}):
            del kept[field.name]
    return seat, seat in episode.owing(place, now), kept


@pytest.mark.parametrize("room", CASES, ids=repr)
def test_observations_hide_what_a_seat_cannot_know(room: Case) -> None:
    place, rng = place_of(room), Rng(5)
    for now in played(place, 3, 40):
        for seat in range(place.seats):
            other = room.support.scramble(now.state, seat, rng)
            instead = episode.Episode(other, now.seed, now.throws, now.moves)
            assert episode.observed(place, now, seat) == episode.observed(place, instead, seat)
            mine, theirs = (episode.offered(place, each, seat) for each in (now, instead))
            assert mine == theirs


def test_only_challenged_words_may_be_too_many() -> None:
    assert {name: observations(game).cut for name, game in GAMES.items()} == {
        name: ("upheld",) if name == "quiddler" else () for name in GAMES
    }


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
        observations(kakapo).encode(view, 0, 2, ())
