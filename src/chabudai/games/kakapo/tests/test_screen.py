"""The screen's data agree with the Python tables."""

import json

from chabudai.games import folder_of
from chabudai.games.kakapo.components.board import WAYS
from chabudai.games.kakapo.components.cards import ABSENT, COUNTERS, ROUNDS, VALUES
from chabudai.games.kakapo.components.missions import BOOK
from chabudai.games.kakapo.review.certificates import certificate_of
from tools.list_missions import PATH, listing

BOX = json.loads((folder_of("kakapo") / "web/box.json").read_text())


def test_kk_2_kk_6_kk_8_kk_10_kk_14_the_screen_has_the_shapes_and_numbers_of_the_rules() -> None:
    for value in VALUES:
        assert {tuple(cell) for cell in BOX["shapes"][str(value)]} == set(WAYS[value][0])
    assert (BOX["rounds"], BOX["counters"]) == (ROUNDS, COUNTERS)
    assert (BOX["absent"], BOX["missions"]) == (ABSENT, BOOK)
    assert PATH.read_text(encoding="utf-8") == listing()


def test_the_stars_in_the_lobby_are_those_for_the_players_at_the_table() -> None:
    listed = json.loads(PATH.read_text(encoding="utf-8"))
    for mode, entries in listed.items():
        for entry in entries:
            grades = certificate_of(mode, entry["mission"]["number"]).grades
            assert entry["stars"] == {str(one.seats): one.stars for one in grades}
    assert listed["party"][10]["stars"]["3"] < listed["party"][7]["stars"]["3"]
    assert listed["party"][10]["stars"]["4"] >= listed["party"][7]["stars"]["4"]
