"""Events of The Kakapo in sentences."""

from typing import get_args

import pytest

from chabudai.core import Outcome
from chabudai.core.text import tell
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.state import (
    Began,
    Dealt,
    Decided,
    Double,
    Ended,
    Event,
    Placed,
    PutBack,
    Received,
    Revealed,
    Scanned,
    Selected,
    Shift,
    Wild,
    Wished,
)
from chabudai.games.kakapo.tests.tables import cells

NAMES = ("Ann", "Ben", "Cho", "Dai")
WON, LOST = Outcome((1, 1), (0, 1)), Outcome((0, 0), ())
G8 = cells("E10 H10 E11 H11 E12 F12 G12 H12")
EVENTS: tuple[tuple[Event, str], ...] = (
    (Dealt(9, 0, 1, 1), "9 cards each. Ben had purple 8, and so the first turn."),
    (Dealt(1, 3, None, 0), "1 card each. Nobody had purple 8. Ann got the first turn by lot."),
    (Received(1, ("P8", "O3")), "Your cards: purple 8 and orange 3."),
    (Revealed(1, "P8"), "Ben played purple 8."),
    (Decided(0, "P8"), "Ann had the decision card, purple 8."),
    (Selected(0, None, ("G4",)), "Ann selected green 4."),
    (Selected(0, Double(), ("G4", "G5")), "Ann used double scan and selected green 4 and green 5."),
    (Selected(0, Wild("G"), ("G4",)), "Ann used wild colour (green) and selected green 4."),
    (Selected(0, Shift(1), ("G4",)), "Ann used shift change (+1) and selected green 4."),
    (Selected(0, Shift(-1), ("G4",)), "Ann used shift change (-1) and selected green 4."),
    (Selected(0, None, ()), "Ann selected no piece: it is on the board already."),
    (Placed(0, "Y2", cells("A1 B1")), "Ann placed yellow 2 on A1–B1."),
    (Placed(0, "G8", G8), "Ann placed green 8 on E10–H12."),
    (Placed(0, "B1", cells("L12")), "Ann placed blue 1 on L12."),
    (PutBack("B1"), "There is no place for blue 1, and it is put back."),
    (Scanned(0), "Pieces lie all round bird 1: it is scanned!"),
    (Began(2, 1), "Round 2. Ben will start."),
    (Wished(0, wish=False), "You would go on."),
    (Wished(0, wish=True), "You would give up; nobody is told until all would."),
    (Ended("scanned", None, WON), "The birds are scanned: the mission has succeeded!"),
    (Ended("no-place", "O8", LOST), "There is no place for orange 8. The birds have slipped away."),
    (Ended("last-round", None, LOST), "The last round is over. The birds have slipped away."),
    (Ended("conceded", None, LOST), "Everybody has given the mission up."),
)


@pytest.mark.parametrize(("event", "english"), EVENTS)
def test_an_event_is_told(event: Event, english: str) -> None:
    assert tell(GAME.text, event, "en", NAMES) == english
    japanese = tell(GAME.text, event, "ja", NAMES)
    for name in NAMES:
        assert (name in japanese) == (name in english)


def test_every_kind_of_event_is_told() -> None:
    assert {type(event) for event, _ in EVENTS} == set(get_args(Event))


@pytest.mark.parametrize(
    ("event", "japanese"),
    [
        (Dealt(9, 0, 1, 1), "9枚ずつ配りました。紫8を持っているBenから始めます。"),
        (Selected(0, Wild("G"), ("G4",)), "Annがワイルドカラー（緑）を使って、緑4を選びました。"),
        (Placed(0, "G8", G8), "Annが緑8をE10–H12に置きました。"),
        (Ended("no-place", "O8", LOST), "オレンジ8がどこにも置けず、鳥は行ってしまいました。"),
    ],
)
def test_cards_skills_and_places_are_named_in_japanese(event: Event, japanese: str) -> None:
    assert tell(GAME.text, event, "ja", NAMES) == japanese
