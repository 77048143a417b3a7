"""What happened in the Kakapo, in sentences."""

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
EVENTS: tuple[tuple[Event, str, str], ...] = (
    (
        Dealt(9, 0, 1, 1),
        "9 cards each. Ben had purple 8, and so the first turn.",
        "9枚ずつ配りました。紫8を持っているBenから始めます。",
    ),
    (
        Dealt(1, 3, None, 0),
        "1 card each. Nobody had purple 8. Ann got the first turn by lot.",
        "1枚ずつ配りました。紫8はだれも持っていません。くじでAnnから始めます。",
    ),
    (
        Received(1, ("P8", "O3")),
        "Your cards: purple 8 and orange 3.",
        "あなたの手札：紫8、オレンジ3。",
    ),
    (Revealed(1, "P8"), "Ben played purple 8.", "Benが紫8を出しました。"),
    (
        Decided(0, "P8"),
        "Ann had the decision card, purple 8.",
        "ディシジョンカードは紫8、担当はAnnです。",
    ),
    (Selected(0, None, ("G4",)), "Ann selected green 4.", "Annが緑4を選びました。"),
    (
        Selected(0, Double(), ("G4", "G5")),
        "Ann used double scan and selected green 4 and green 5.",
        "Annがダブルスキャンを使って、緑4、緑5を選びました。",
    ),
    (
        Selected(0, Wild("G"), ("G4",)),
        "Ann used wild colour (green) and selected green 4.",
        "Annがワイルドカラー（緑）を使って、緑4を選びました。",
    ),
    (
        Selected(0, Shift(1), ("G4",)),
        "Ann used shift change (+1) and selected green 4.",
        "Annがシフトチェンジ（+1）を使って、緑4を選びました。",
    ),
    (
        Selected(0, Shift(-1), ("G4",)),
        "Ann used shift change (-1) and selected green 4.",
        "Annがシフトチェンジ（-1）を使って、緑4を選びました。",
    ),
    (
        Selected(0, None, ()),
        "Ann selected no piece: it is on the board already.",
        "ディシジョンカードのピースはもう盤にあります。Annが置くピースはありません。",
    ),
    (
        Placed(0, "Y2", cells("A1 B1")),
        "Ann placed yellow 2 on A1–B1.",
        "Annが黄2をA1–B1に置きました。",
    ),
    (
        Placed(0, "G8", cells("E10 H10 E11 H11 E12 F12 G12 H12")),
        "Ann placed green 8 on E10–H12.",
        "Annが緑8をE10–H12に置きました。",
    ),
    (
        Placed(0, "B1", cells("L12")),
        "Ann placed blue 1 on L12.",
        "Annが青1をL12に置きました。",
    ),
    (
        PutBack("B1"),
        "There is no place for blue 1, and it is put back.",
        "青1はどこにも置けないので、戻します。",
    ),
    (
        Scanned(0),
        "Pieces lie all round bird 1: it is scanned!",
        "鳥1のまわりが全部うまり、スキャンできました！",
    ),
    (Began(2, 1), "Round 2. Ben will start.", "ラウンド2。最初の番はBenです。"),
    (Wished(0, wish=False), "You would go on.", "続けることにしました。"),
    (
        Wished(0, wish=True),
        "You would give up; nobody is told until all would.",
        "「あきらめたい」にしました。みんながそう決めるまで、だれにも知らせません。",
    ),
    (
        Ended("scanned", None, WON),
        "The birds are scanned: the mission has succeeded!",
        "鳥のスキャンがそろいました。ミッション成功です！",
    ),
    (
        Ended("no-place", "O8", LOST),
        "There is no place for orange 8. The birds have slipped away.",
        "オレンジ8がどこにも置けず、鳥は行ってしまいました。",
    ),
    (
        Ended("last-round", None, LOST),
        "The last round is over. The birds have slipped away.",
        "最後のラウンドが終わり、鳥は行ってしまいました。",
    ),
    (
        Ended("conceded", None, LOST),
        "Everybody has given the mission up.",
        "みんなであきらめました。",
    ),
)


@pytest.mark.parametrize(("event", "english", "japanese"), EVENTS)
def test_what_happened_is_told(event: Event, english: str, japanese: str) -> None:
    assert tell(GAME.text, event, "en", NAMES) == english
    assert tell(GAME.text, event, "ja", NAMES) == japanese


def test_every_kind_of_event_is_told() -> None:
    assert {type(event) for event, _, _ in EVENTS} == set(get_args(Event))
