"""Actions as numbers, and their features."""

from collections.abc import Iterator

import pytest

from chabudai.adapters import episode
from chabudai.adapters.actions import WAIT, WAITING, Numbering, Offer, numbering, spread
from chabudai.adapters.episode import setting
from chabudai.core import Illegal, Seat
from chabudai.games import GAMES
from tests.support.game_cases import ADDED, CASES, Case
from tests.unit.adapters.support import SETTINGS, place_of, played

every_room = pytest.mark.parametrize("room", CASES, ids=repr)
Offers = Iterator[tuple[episode.Episode, Seat, Offer]]


def offers(place: episode.Setting, *moments: episode.Episode) -> Offers:
    """Yield the seats that owe a move, with the actions they are offered."""
    for now in moments:
        for seat in episode.owing(place, now):
            yield now, seat, episode.offered(place, now, seat)


@pytest.mark.parametrize("place", SETTINGS, ids=lambda place: f"{place.game.name}-{place.seats}")
def test_a_seat_that_owes_a_move_is_offered_legal_ones(place: episode.Setting) -> None:
    numbers, moments = place.numbering, list(played(place, 9, 60))
    for now in moments:
        for seat in {*range(place.seats)} - {*episode.owing(place, now)}:
            assert episode.offered(place, now, seat) is WAITING
    for now, seat, offer in offers(place, *moments):
        assert list(offer.actions) == sorted(offer.actions)
        assert WAIT not in offer.actions
        assert max(offer.actions) < numbers.size
        assert sum(offer.mask(numbers.size)) == len(offer.actions)
        for number, action in list(offer.actions.items())[:4]:
            episode.moved(place, now, seat, action)
            assert numbers.own_number(action) == (number if number < numbers.fixed else None)


@every_room
def test_a_number_below_fixed_always_has_the_same_meaning(room: Case) -> None:
    place = place_of(room)
    meant: dict[int, object] = {}
    for _, _, offer in offers(place, *played(place, 1), *played(place, 2)):
        for number, action in offer.actions.items():
            if number < place.numbering.fixed:
                assert meant.setdefault(number, action) == action
    assert len(set(map(repr, meant.values()))) == len(meant)


@every_room
def test_all_legal_actions_are_offered_if_the_numbers_suffice(room: Case) -> None:
    place = setting(room.game, listed=50_000)
    for now, seat, offer in offers(place, *list(played(place_of(room), 4, 30))[::10]):
        legal = list(place.game.legal_actions(place.game.view(now.state, seat), seat))
        assert offer.left_out == 0
        assert len(offer.actions) == len(legal)
        assert set(map(repr, offer.actions.values())) == set(map(repr, legal))


@every_room
def test_different_actions_have_different_features(room: Case) -> None:
    place = place_of(room)
    numbers = place.numbering
    for _, _, offer in offers(place, *list(played(place, 6, 60))[::5]):
        rows = [numbers.features(action) for action in offer.actions.values()]
        assert len({row.tobytes() for row in rows}) == len(offer.actions)
        for row in rows:
            pairs = zip(numbers.places, row, strict=True)
            assert all(each.low <= n <= each.high for each, n in pairs)
    assert not any(numbers.features(None))


def test_actions_with_few_values_have_their_own_numbers() -> None:
    found = {name: numbering(game).ranges() for name, game in GAMES.items()}
    own = {
        name: {kind: len(numbers) for kind, numbers in each.items() if kind}
        for name, each in found.items()
    }
    assert own["word-bank"] == {"Pass": 1, "Vote": 2}
    assert own["quiddler"] == {"Draw": 2, "Discard": 31, "Challenge": 800, "Ready": 1, "Stop": 1}
    assert own["word-porters"] == {"Place": 24, "Pass": 1, "Ready": 1}
    assert own["kakapo"] == {"Reveal": 40, "Select": 9, "Concede": 2}
    for name, each in found.items():
        every = [number for numbers in each.values() for number in numbers]
        assert every == list(range(1, numbering(GAMES[name]).size))


def test_too_many_actions_are_thinned_out_evenly() -> None:
    assert spread(range(10), 4) == [0, 2, 5, 7]
    assert spread(range(4), 4) == range(4)
    place = setting("word-porters", 6, listed=100)
    now = next(now for now in played(place, 1) if len(episode.owing(place, now)) > 1)
    offer = episode.offered(place, now, episode.owing(place, now)[0])
    assert (len(offer.actions), offer.left_out) == (100, 30_240 - 100)


def test_invalid_sizes_and_actions_are_refused() -> None:
    with pytest.raises(ValueError, match="listed must be at least 1"):
        Numbering(GAMES["kakapo"], 0)
    with pytest.raises(
        TypeError, match=r"^'P8' is not an action of The Kakapo .*\. Its actions: Reveal, "
    ):
        Numbering(GAMES["kakapo"]).features("P8")


def test_an_outdated_number_is_refused_by_the_rules() -> None:
    place = setting(ADDED[0].game)
    now = episode.begin(place, 1)
    seat = episode.owing(place, now)[0]
    with pytest.raises(Illegal):
        episode.moved(place, now, 1 - seat, episode.offered(place, now, seat).actions[1])
