"""Games in progress as values."""

import copy
import pickle
import random
from dataclasses import replace
from typing import Any

import pytest

from chabudai.adapters import episode
from chabudai.adapters.episode import setting
from chabudai.core import Rng
from chabudai.games import GAMES
from tests.support.every_room import FURTHER, ROOMS, Room
from tests.unit.adapters.support import numbered, place_of, played, setting_refused


def go_on(place: episode.Setting, now: episode.Episode) -> list[episode.Episode]:
    """What comes next, always the same for the same moment."""
    rng, found = Rng(now.moves), [now]
    while len(found) < 12 and episode.owing(place, found[-1]):
        seat, number = numbered(place, found[-1], rng)
        action = episode.offered(place, found[-1], seat).actions[number]
        found.append(episode.moved(place, found[-1], seat, action))
    return found


@pytest.mark.parametrize("room", ROOMS, ids=repr)
def test_a_copy_goes_on_in_the_same_way_from_any_moment(room: Room) -> None:
    place = place_of(room)
    for now in list(played(place, 8, 60))[::15]:
        expected = go_on(place, now)
        again, same = pickle.loads(pickle.dumps((place, now)))
        assert again == place
        assert go_on(again, same) == expected
        assert go_on(*copy.deepcopy((place, now))) == expected


@pytest.mark.parametrize("room", ROOMS, ids=repr)
def test_the_dice_are_an_episodes_own(room: Room) -> None:
    place = place_of(room)
    random.seed(1)
    before = random.getstate()
    one, other = list(played(place, 5, 25)), list(played(place, 6, 25))
    assert list(played(place, 5, 25)) == one
    assert one != other
    assert random.getstate() == before


@pytest.mark.parametrize("room", ROOMS, ids=repr)
def test_a_game_brings_its_rewards_at_its_end(room: Room) -> None:
    place = place_of(room)
    ends = (list(played(place, seed, 3000))[-1] for seed in range(5))
    end = next(end for end in ends if not episode.owing(place, end))
    outcome = episode.outcome(place, end)
    assert outcome is not None
    won = episode.rewards(place, end)
    assert won == tuple(1.0 if seat in outcome.winners else -1.0 for seat in range(place.seats))
    scored = episode.rewards(replace(place, reward="score"), end)
    assert scored == tuple(map(float, outcome.scores))
    assert episode.rewards(place, episode.begin(place, 1)) == (0.0,) * place.seats
    assert not episode.cut_off(place, end)


def test_a_game_is_cut_off_after_the_most_moves() -> None:
    place = setting("kakapo", most_moves=3)
    *before, end = played(place, 1)
    assert [now.moves for now in before] == [0, 1, 2]
    assert episode.owing(place, end) == ()
    assert episode.cut_off(place, end)
    assert episode.rewards(place, end) == (0.0, 0.0)
    assert episode.refused(end).moves == 4


def test_a_table_is_shown_as_a_seat_sees_it() -> None:
    place = setting(FURTHER[0].game)
    now = episode.begin(place, 1)
    shown = episode.shown(place, now, 0)
    assert shown != episode.shown(place, now, None)
    assert "{" not in shown


def test_what_cannot_be_played_is_refused_in_a_sentence() -> None:
    assert setting_refused("chess").startswith("There is no game 'chess'. There is: ")
    assert setting_refused("kakapo", 7) == "The Kakapo Buddy & Party is played by 2 to 4."
    assert setting_refused("kakapo", options={"mission": 50}).startswith("These are no options of")
    options = GAMES["quiddler"].options()
    no_game: tuple[Any, ...] = (3,)
    assert setting_refused("kakapo", options=options).startswith("These are no options of")
    assert setting_refused("kakapo", reward="fame") == "A reward is win or score, not 'fame'."
    assert setting_refused("kakapo", listed=0).startswith("listed, draws and most_moves are")
    assert setting_refused("quiddler", 1).endswith("(QD-A18)")
    assert "no options of The Kakapo Buddy & Party: Options(" in (
        setting_refused("kakapo", options=options)
    )
    for choices in ({"seats": 2.0}, {"draws": "8"}, {"listed": 2.5}, {"most_moves": "x"}):
        (name, number), *_ = choices.items()
        with pytest.raises(TypeError, match=f"^{name} is a whole number, not {number!r}\\.$"):
            setting("kakapo", **choices)
    with pytest.raises(TypeError, match=r"value of chabudai\.games\.GAMES, not 3\.$"):
        setting(*no_game)


def test_a_game_that_is_not_installed_cannot_be_pickled() -> None:
    place = setting(replace(GAMES["kakapo"], title="Somebody's Own"))
    with pytest.raises(pickle.PicklingError, match="Somebody's Own is not among the games"):
        pickle.dumps(place)


def test_the_fewest_seats_are_those_that_the_options_allow() -> None:
    assert setting("quiddler").seats == 2
    assert setting("quiddler", options={"solo": "columns"}).seats == 1
    assert setting("kakapo", options={"mission": "party/3"}).seats == 3
    assert setting_refused("kakapo", 2, options={"mission": "party/3"}).endswith(")")
