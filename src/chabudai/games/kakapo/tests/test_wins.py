"""Facts about a won mission: the fewest pieces needed, the opening, the bravest card, a faster
way."""

import pytest
from msgspec.structs import replace

from chabudai.core import Telling, fill
from chabudai.games.kakapo.components.cards import Suit
from chabudai.games.kakapo.components.missions import Mission, Title, mission_named
from chabudai.games.kakapo.review import wins
from chabudai.games.kakapo.review.certificates import certificate_of
from chabudai.games.kakapo.review.chances import outlook
from chabudai.games.kakapo.review.grading import deal_of, is_won, play_game
from chabudai.games.kakapo.review.wins import (
    Quickest,
    find_quickest,
    par_of,
    risk,
    tell_bravest,
    tell_fewest,
    tell_opening,
    tell_quickest,
)
from chabudai.games.kakapo.rules.history import Moment
from chabudai.games.kakapo.solver.settling import Thoroughness
from chabudai.games.kakapo.state import Round
from chabudai.games.kakapo.tests.tables import FAR, bird, lying, make

MISSION = mission_named("buddy/1")
DEALT = deal_of(MISSION, 2, 2)
WON = play_game(DEALT, 2)
"""A game that was won in three rounds."""


def texts(told: object) -> list[str]:
    assert isinstance(told, tuple | list)
    return [one.text for one in told if isinstance(one, Telling)]


def test_a_faster_way_wins_by_the_rules_and_no_faster_one_exists() -> None:
    assert (is_won(WON), WON.round) == (True, 3)
    quickest = find_quickest(DEALT, WON.round)
    assert (quickest.rounds, quickest.proved) == (1, True)
    assert quickest.line is not None
    end = make(DEALT, *quickest.line)
    assert (is_won(end), end.round) == (True, 1)
    assert find_quickest(DEALT, 1) == Quickest(1, None, proved=True)
    soonest = outlook(DEALT).win
    assert soonest is not None
    assert soonest.round == 1
    assert is_won(make(DEALT, *soonest.line))


def test_a_search_that_gives_up_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wins, "THOROUGH", Thoroughness(steps=0, rounds=0))
    monkeypatch.setattr(wins, "winning_line", lambda *_: None)
    unproved = find_quickest(DEALT, 3)
    assert unproved == Quickest(3, None, proved=False)
    said = [list(tell_quickest(each)) for each in (unproved, Quickest(3, None, proved=True))]
    assert texts(said[0]) == ["With all hands open, no faster way was found."]
    assert texts(said[1]) == ["Even with all hands open, no faster way exists."]
    monkeypatch.setattr(wins, "STEPS", -1)
    assert par_of(replace(MISSION, number=0)) is None


@pytest.mark.parametrize("name", ["buddy/1", "party/3"])
def test_the_fewest_pieces_of_a_custom_mission_are_as_certified(name: str) -> None:
    mission = mission_named(name)
    par = certificate_of(mission.mode, mission.number).par
    assert par_of(mission) == par_of(replace(mission, number=0)) == par


def test_the_fewest_pieces_are_compared_with_those_that_were_placed() -> None:
    board = lying({"P1": "A1", "O1": "C1"})
    even, over = (replace(WON, board=board[:n]) for n in (2, 1))
    assert texts(list(tell_fewest(even))) == ["No fewer pieces can win this mission."]
    (told,) = tell_fewest(over)
    assert fill(told.text, {"n": 2}).startswith("With the best pieces, 2 are enough")


def moment(cards: str, decision: str, laid: dict[str, str], top: Suit = "P") -> Moment:
    """Return a round of two players: seat 0 starts and holds only the cards that it plays."""
    shown = tuple(cards.split())
    seat = shown.index(decision) % 2
    one = Round(0, shown, seat, decision, None, tuple(laid))
    hands = (shown[::2], shown[1::2])
    return Moment(one, 0, shown, hands, top, 5, (), (), lying(laid))


def test_kk_19_the_bravest_card_is_the_one_that_most_unseen_cards_could_beat() -> None:
    # Orange 5 loses to orange 6 to 8, if its player does not hold them, and to every purple card.
    early = moment("O5 O1 O6 O2", "O6", {"O6": "A1"}, top="O")
    led = moment("O5 O1 O2 O3", "O5", {"O5": "A1"})
    last = moment("O5 O1 O2 O6", "O6", {"O6": "A1"})
    assert [risk([each], 0) for each in (early, led, last)] == [2, 3 + 8, 0]
    # Cards of earlier rounds have been seen, so they are not a risk.
    seen = moment("P8 P7 P6 P5", "P8", {"P8": "A1"})
    assert risk([seen, led], 1) == 3 + 4
    (told,) = tell_bravest([early, led])
    assert (told.facts["card"], told.facts["round"], told.facts["n"]) == ("O5", 2, 10)
    assert list(tell_bravest([last])) == []
    assert list(tell_bravest([moment("O5 O1 O2 O3", "O5", {})])) == []


def test_kk_40_the_opening_is_the_first_piece_that_scans_an_edge() -> None:
    mission = Mission("buddy", Title("One", "1"), (FAR, bird("C3")), 2)
    away, first = (moment("O1 O2 O3 O4", "O4", laid) for laid in ({"P1": "A1"}, {"O2": "J9 K9"}))
    (told,) = tell_opening(mission, [away, first])
    assert (told.facts["round"], told.facts["piece"], told.facts["n"]) == (2, "O2", 1)
    assert list(tell_opening(mission, [away])) == []
