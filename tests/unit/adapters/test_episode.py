"""Episodes, which represent games in progress as values, and copies of environments."""

import copy
import pickle
import random
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from chabudai.adapters import episode
from chabudai.adapters.copies import Copyable
from chabudai.adapters.episode import setting
from chabudai.adapters.opponents import bots_of
from chabudai.core import Illegal, Rng
from chabudai.games import GAMES
from tests.support.game_cases import ADDED, CASES, Case
from tests.unit.adapters.support import after, numbered, place_of, played

every_room = pytest.mark.parametrize("room", CASES, ids=repr)


def continued(place: episode.Setting, now: episode.Episode) -> list[episode.Episode]:
    """Return the next episodes, which are determined by `now`."""
    rng, found = Rng(now.moves), [now]
    while len(found) < 12 and episode.owing(place, found[-1]):
        found.append(after(place, found[-1], *numbered(place, found[-1], rng)))
    return found


@every_room
def test_a_copy_continues_in_the_same_way_from_any_moment(room: Case) -> None:
    place = place_of(room)
    for now in list(played(place, 8, 60))[::15]:
        expected = continued(place, now)
        again, same = pickle.loads(pickle.dumps((place, now)))
        assert again == place
        assert continued(again, same) == expected
        assert copy.deepcopy(place) is place
        assert copy.deepcopy(now) is now


@every_room
def test_an_episode_draws_from_its_own_random_numbers(room: Case) -> None:
    place = place_of(room)
    random.seed(1)
    before = random.getstate()
    one, other = list(played(place, 5, 25)), list(played(place, 6, 25))
    assert list(played(place, 5, 25)) == one
    assert one != other
    assert random.getstate() == before


@every_room
def test_rewards_come_at_the_end_or_add_up_to_the_result_minus_the_first_lead(room: Case) -> None:
    place = place_of(room)
    games = (list(played(place, seed, 3000)) for seed in range(5))
    story = next(each for each in games if not episode.owing(place, each[-1]))
    start, end = story[0], story[-1]
    outcome = episode.outcome(place, end)
    assert outcome is not None
    won = tuple(1.0 if seat in outcome.winners else -1.0 for seat in range(place.seats))
    assert episode.rewards(place, end) == won
    assert episode.rewards(replace(place, reward="score"), end) == tuple(map(float, outcome.scores))
    assert episode.rewards(place, start) == (0.0,) * place.seats
    assert not episode.cut_off(place, end)
    if room.game.extras.coding:
        shaped, margin = (replace(place, reward=reward) for reward in ("shaped", "margin"))
        sums = [0.0] * place.seats
        for pair in pairwise(story):
            paid = episode.paid(shaped, *pair)
            sums = [sum(each) for each in zip(sums, paid, strict=True)]
        first = episode.leads(shaped, start)
        assert sums == pytest.approx([one - lead for one, lead in zip(won, first, strict=True)])
        assert episode.rewards(margin, end) == episode.leads(place, end)
        assert episode.paid(margin, *story[:2]) == (0.0,) * place.seats


@every_room
def test_a_bot_below_easy_makes_some_moves_of_easy_and_the_others_at_random(room: Case) -> None:
    game, place = room.game, place_of(room)
    easy, half = game.bots["easy"](1), bots_of(game)["easy-50"](1)
    ways = set()
    for now in list(played(place, 3, 80))[:-1]:
        seat = episode.owing(place, now)[0]
        view = game.view(now.state, seat)
        is_easy = (dice := Rng(now.moves)).below(100) < 50
        ways.add(is_easy)
        expected = (easy if is_easy else game.sample)(view, seat, dice)
        assert half(view, seat, Rng(now.moves)) == expected
    assert ways == {True, False}


def test_the_lead_in_the_solo_game_is_the_points() -> None:
    place = setting("quiddler", options={"solo": "columns"})
    end = list(played(place, 1))[-1]
    assert episode.leads(place, end) == (sum(word.points for word in end.state.laid) / 100,)


def test_a_game_is_truncated_after_the_most_moves() -> None:
    place = setting("kakapo", most_moves=3)
    *before, end = played(place, 1)
    assert [now.moves for now in before] == [0, 1, 2]
    assert episode.owing(place, end) == ()
    assert episode.cut_off(place, end)
    assert episode.rewards(place, end) == (0.0, 0.0)
    assert episode.refused(end).moves == 4


def test_a_table_is_rendered_for_one_seat() -> None:
    place = setting(ADDED[0].game)
    now = episode.begin(place, 1)
    shown = episode.shown(place, now, 0)
    assert shown != episode.shown(place, now, None)
    assert "{" not in shown


@pytest.mark.parametrize(
    ("game", "choices", "sentence"),
    [
        ("chess", {}, r"^There is no game 'chess'\. Available: "),
        ("kakapo", {"seats": 7}, r"^The Kakapo Buddy & Party is played by 2 to 4\.$"),
        ("kakapo", {"seats": 2, "options": {"mission": "party/3"}}, r"\)$"),
        ("kakapo", {"options": {"mission": 50}}, "^These are not options of"),
        ("kakapo", {"options": GAMES["quiddler"].options()}, "^These are not options of The Kak"),
        ("kakapo", {"reward": "fame"}, "^reward is win or score or margin or shaped, not 'fame'"),
        ("kakapo", {"form": None}, r"^form is dict or compact, not None\.$"),
        ("kakapo", {"discount": 2}, r"^discount is a number from 0 to 1, not 2\.$"),
        ("kakapo", {"most_moves": 0}, "^listed, draws and most_moves are"),
        (ADDED[0].game, {"listed": 0}, "^listed, draws and most_moves are"),
        ("kakapo", {"draws": 8}, "numbers its own steps: leave out listed and draws"),
        (ADDED[0].game, {"reward": "margin"}, " has no measure of the lead: reward is"),
        ("quiddler", {"words": "vectors"}, "^Quiddler has no words on the table that have vectors"),
        ("kakapo", {"version": 0}, "^Environments have version 1, not 0: see the CHANGELOG"),
        ("kakapo", {"seats": 2.0}, r"^seats is a whole number, not 2\.0\.$"),
        ("kakapo", {"most_moves": "x"}, r"^most_moves is a whole number, not 'x'\.$"),
        ("quiddler", {"seats": 1}, r"\(QD-A18\)$"),
        (3, {}, r"value of chabudai\.games\.GAMES, not 3\.$"),
    ],
)
def test_an_invalid_setting_is_refused_in_a_sentence(
    game: Any, choices: dict[str, Any], sentence: str
) -> None:
    with pytest.raises((ValueError, TypeError, Illegal), match=sentence):
        setting(game, **choices)


def test_the_default_number_of_seats_is_the_smallest_that_the_options_allow() -> None:
    assert setting("quiddler").seats == 2
    assert setting("quiddler", options={"solo": "columns"}).seats == 1
    assert setting("kakapo", options={"mission": "party/3"}).seats == 3


class Counter(Copyable):
    """An environment with one counter and a list that is derived from it."""

    DERIVED = frozenset(("shown",))

    def __init__(self) -> None:
        self.counts, self.state = {"a": 1}, (1, [2])
        self._derive()

    def _derive(self) -> None:
        self.shown = list(self.counts)


def test_copies_and_pickles_have_their_own_dicts_and_lists_and_the_same_state() -> None:
    one = Counter()
    for other in (one.clone(), copy.deepcopy(one)):
        other.counts["b"] = 2
        other.shown.append("b")
        assert other.state is one.state
        assert (one.counts, one.shown) == ({"a": 1}, ["a"])
    one.counts["b"] = 2
    assert "shown" not in one.__getstate__()
    other = pickle.loads(pickle.dumps(one))
    assert (other.counts, other.state, other.shown) == (one.counts, one.state, ["a", "b"])
