"""What the screen brings along is what the Python tables say."""

import json

from chabudai.games import folder_of
from chabudai.games.kakapo.components.board import WAYS
from chabudai.games.kakapo.components.cards import ABSENT, COUNTERS, ROUNDS, VALUES
from chabudai.games.kakapo.components.missions import BOOK
from chabudai.games.kakapo.review.certificates import certificate_of
from tools.list_missions import PATH, listing

BOX = json.loads((folder_of("kakapo") / "web/box.json").read_text())


def test_kk_2_the_cards_show_the_shapes_of_the_pieces() -> None:
    for value in VALUES:
        assert {tuple(cell) for cell in BOX["shapes"][str(value)]} == set(WAYS[value][0])


def test_kk_8_and_kk_14_the_screen_counts_rounds_and_counters_as_the_rules_do() -> None:
    assert BOX["rounds"] == ROUNDS
    assert BOX["counters"] == COUNTERS


def test_kk_10_the_screen_knows_the_card_that_three_play_without() -> None:
    assert BOX["absent"] == ABSENT


def test_kk_6_the_screen_knows_how_many_missions_there_are() -> None:
    assert BOX["missions"] == BOOK


def test_kk_6_the_lobby_offers_the_missions_of_the_book_by_their_names() -> None:
    assert PATH.read_text(encoding="utf-8") == listing()


def test_the_stars_in_the_lobby_are_those_for_the_players_at_the_table() -> None:
    listed = json.loads(PATH.read_text(encoding="utf-8"))
    for mode, entries in listed.items():
        for entry in entries:
            grades = certificate_of(mode, entry["mission"]["number"]).grades
            assert entry["stars"] == {str(one.seats): one.stars for one in grades}
    assert listed["party"][10]["stars"]["3"] < listed["party"][7]["stars"]["3"]
    assert listed["party"][10]["stars"]["4"] >= listed["party"][7]["stars"]["4"]
