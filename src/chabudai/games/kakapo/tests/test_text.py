"""The Kakapo as lines of text."""

import re
from itertools import product
from math import ceil

import pytest
from msgspec.structs import replace

from chabudai.core import Illegal, Rng, Seat
from chabudai.games.kakapo import GAME, state as kk
from chabudai.games.kakapo.components.board import WAYS
from chabudai.games.kakapo.components.cards import VALUE, cards_for
from chabudai.games.kakapo.components.missions import Mission, book
from chabudai.games.kakapo.tests.tables import (
    FAR,
    bird,
    deciding,
    dotted,
    make,
    placing,
    reveals,
    round_of,
    table,
)
from chabudai.games.kakapo.text.layout import cells
from chabudai.games.kakapo.text.table import pictures
from tests.support.moves import course

NAMES = ("Ann", "Ben", "Cho", "Dai")
USED = {"O4": "A1 A2 A3 B3"}


def typed(state: kk.State, line: str, seat: Seat = 0) -> kk.Action:
    return GAME.text.suggest(GAME.view(state, seat), seat, line)


def shown(state: kk.State, seat: Seat | None = 0, lang: str = "en") -> str:
    return GAME.text.show(GAME.view(state, seat), seat, lang).format(*NAMES)


def test_short_forms_are_understood() -> None:
    for lines, action in (
        ("p8|reveal P8|play p8|Ｐ８|出す P8|Purple 8|紫8", kk.Reveal("P8")),
        ("オレンジ ３", kk.Reveal("O3")),
        ("select|none|えらぶ", kk.Select()),
        ("double|ダブルスキャン", kk.Select(kk.Double())),
        ("wild g|select wild G|wild green|ワイルドカラー 緑", kk.Select(kk.Wild("G"))),
        ("+1", kk.Select(kk.Shift(1))),
        ("select shift -1|−1", kk.Select(kk.Shift(-1))),
        ("concede|あきらめる", kk.Concede(wish=True)),
        ("concede no", kk.Concede(wish=False)),
        ("place G5 E4 2|おく 緑5 E4 2", kk.Place("G5", 2, 3, 4)),
        ("g5 e4", kk.Place("G5", 0, 3, 4)),
        ("b4", kk.Reveal("B4")),
    ):
        for line in lines.split("|"):
            assert typed(table("P8 B4", "O1"), line) == action


def test_a_single_piece_to_place_need_not_be_named() -> None:
    for lines, action in (
        ("place e4 2", kk.Place("G5", 2, 3, 4)),
        ("E4|置く E4", kk.Place("G5", 0, 3, 4)),
        ("b4|place b4", kk.Place("G5", 0, 3, 1)),  # a cell, except after "reveal"
        ("reveal b4", kk.Reveal("B4")),
    ):
        for line in lines.split("|"):
            assert typed(placing("G5"), line) == action


@pytest.mark.parametrize(
    ("state", "rule"), [(table("P8", "O1"), "KK-32"), (placing("O8", "O1"), "KK-A7")]
)
def test_kk_32_kk_a7_no_piece_or_one_of_several_must_be_named(state: kk.State, rule: str) -> None:
    with pytest.raises(Illegal, match=rule):
        typed(state, "E4")


def test_a_line_that_is_not_understood_is_answered_with_help() -> None:
    for state, hint in (
        (table("P8", "O1"), "a card such as P8"),
        (deciding("O4 O1 O2 O3", "O4"), "a skill such as wild G"),
        (placing("G5"), "such as E4 2"),
    ):
        for line in ("", "xyzzy", "P9", "Z3", "wild", "place"):
            with pytest.raises(ValueError, match=f"{hint}. A question mark"):
                typed(state, line)


def test_the_board_is_drawn_with_letters_numbers_and_coloured_edges() -> None:
    birds = (bird("C7"), bird("J10", "J10NO J10WB"))
    lines = shown(table("P8", "O1", board={"G4": "A1 A2 A3 B3"}, birds=birds)).splitlines()
    assert [line[:26].rstrip() for line in lines[1:5]] == [
        "   A B C D E F G H I J K L",
        " 1 G . . . . . . . . . . .",
        " 2 G . . . . . . . . . . .",
        " 3 G G . . . . . . . . . .",
    ]
    assert lines[11].rstrip() == "                     o"
    assert lines[12].rstrip() == "10 . . . . . . . . .b2 . ."


def test_the_table_shows_the_mission_the_birds_and_the_cards() -> None:
    rounds = (round_of("O4 O3 P2 O2", "P2"),)
    birds = (bird("J10", "J10NO"), bird("B2"))
    state = reveals(table("G5 P1", "G6 P3", rounds=rounds, birds=birds), "G5")
    first, *lines = shown(state, 1).splitlines()
    beside = [line[28:] for line in lines if line[2:3] == " " and line[28:]]
    text = " ".join([first, *beside, *(line for line in lines if line[2:3] != " ")])
    for sentence in (
        "A bird. Birds to scan: 1 of 2. Round 1 of 8. Skill counters: 5.",
        "Bird 1: 0 of 4 edges.",
        "Decision cards, oldest first: P2. Top colour: purple.",
        "Discards: O4 O3 O2.",
        "Played: Ann G5. Lead: green.",
        "Cards of Ann: 1.",
        "Ben, in hand: P3 G6.",
    ):
        assert sentence in text
    assert text.endswith("Your turn: follow green. You may play G6.")
    assert shown(state, 0).endswith("To move: Ben.")


BOARD = {"O1": "J9", "G1": "I10", "B1": "J11", "Y1": "K10"}
SPOILT = table("P8", "P7", board=BOARD, birds=(bird("J10", "J10NG"),))
MAYBE_STUCK = deciding("O4 B2 B3 B4", "O4", board=dotted("A1 A2 A3 L12", FAR), birds=(FAR,))
CHOICES = """
You can type: select (O4), double (O4 O1), wild P (P4), wild B (B4), wild G (G4), \
wild Y (Y4), +1 (O5), -1 (O3).
Orange 4 decides: take its piece, with or without a skill."""
TRACKED = kk.Options(void_tracker=True)
LAST = make(deciding("O4 O1 O2 O3", "O4", round=8, board=USED), (0, kk.Select()))


def test_kk_17_kk_30_kk_a16_kk_a25_the_table_describes_the_situation() -> None:
    for state, seat, sentence in (
        # KK-17
        (table("P8 O1", "O2 G1"), 0, "Your turn: play a card."),
        (reveals(table("P8 O1", "O2 G1"), "P8"), 1, "Your turn: play a card."),
        (SPOILT, 0, "Bird 1: 3 of 4 edges; in a wrong colour: 1."),
        (deciding("O4 O1 O2 O3", "O4"), 0, CHOICES),
        # KK-30, KK-A16
        (deciding("O4 O1 O2 O3", "O4", counters=0, board=USED), 0, "You can type: select (none)."),
        (MAYBE_STUCK, 0, "No place on the board (KK-39): O4 P4 B4 G4 Y4 O5 O3."),
        # KK-A25
        (reveals(table("O2 O3", "G1 G2", options=TRACKED), "O2 G1"), 0, "Out of orange: Ben."),
        (LAST, 0, "The last round is over. The birds have slipped away."),
    ):
        assert sentence in shown(state, seat)


def test_the_table_does_not_show_what_other_seats_must_do() -> None:
    for state, seat, text in (
        (deciding("O4 O1 O2 O3", "O4"), 1, "You can type"),
        (MAYBE_STUCK, 1, "No place"),
        (deciding("O4 B2 B3 B4", "O4"), 0, "No place"),
        (reveals(table("O2 O3", "G1 G2"), "O2 G1"), 0, "Without"),
        (placing("O2"), 1, "Place"),
        (placing("O8", "O1"), 1, "KK-A7"),
        (placing("O1"), 0, "KK-A7"),
    ):
        assert text not in shown(state, seat)


def test_kk_a25_voids_are_tracked_if_agreed_except_by_a_free_second_card() -> None:
    free = replace(TRACKED, leader_free_second=True)
    for hands, options, revealed, voids in (
        (("O2 O3", "G1 G2"), TRACKED, "O2 G1", ((), ("O",))),
        (("O2 O3", "G1 G2"), kk.Options(), "O2 G1", ()),
        (("O2 O3 G1", "O4 O5"), free, "O2 O4 G1", ((), ())),
    ):
        assert GAME.view(reveals(table(*hands, options=options), revealed), 0).voids == voids


def test_kk_a7_before_the_first_of_two_pieces_the_player_is_warned() -> None:
    for forgiving, english, japanese in (
        (False, "the mission fails (KK-A7)", "失敗です"),
        (True, "put back (KK-A7)", "戻します"),
    ):
        two = placing("O8", "O1", options=kk.Options(double_scan_forgiving=forgiving))
        assert shown(two).endswith(", such as O8 E4 0.")
        assert english in shown(two)
        assert japanese in shown(two, lang="ja")
        assert "盤に置く場所がないピース（KK-39）：O4" in shown(MAYBE_STUCK, lang="ja")


def test_kk_32_after_the_goal_is_met_the_second_piece_is_asked_for_with_the_reason() -> None:
    around = {"O1": "J9", "B1": "J11", "G1": "I10", "Y1": "K10"}
    met = placing("P2", board=around, birds=(FAR,))
    assert "The goal is met, but you took two pieces: P2 must also be placed." in shown(met)
    assert "P2も置いてください。" in shown(met, lang="ja")


def test_the_pieces_to_place_are_drawn_in_all_their_ways() -> None:
    lines = shown(placing("O2")).splitlines()
    at = next(at for at, line in enumerate(lines) if line.endswith("0   1"))
    assert [line[28:] for line in lines[at : at + 3]] == ["0   1", "OO  O", "    O"]
    assert lines[-1].startswith("Place O2: ")
    assert lines[-1].endswith(", such as E4 0.")
    for piece in cards_for(4):
        drawn = list(pictures(piece))
        assert max(map(len, drawn)) <= 40
        assert drawn[0].split() == [str(way) for way in range(len(WAYS[VALUE[piece]]))]


def test_a_name_with_braces_is_shown_as_it_is() -> None:
    state = table("P8", "P7")
    title = replace(state.mission.title, en="{0} {x}")
    named = replace(state, mission=replace(state.mission, title=title))
    assert shown(named).startswith("{0} {x}. Birds to scan")


MISSIONS = [mission for mode in ("buddy", "party") for mission in book(mode)]
LONG = ("Aki", "Kitsune", "Tanuki", "Usagi")


@pytest.mark.parametrize("mission", MISSIONS, ids=lambda one: f"{one.mode}/{one.number}")
def test_every_table_fits_a_terminal_of_80_by_24_with_the_typed_line(mission: Mission) -> None:
    """Play random games with long names, and also show each board with two pieces to place."""
    options = kk.Options(
        mission=f"{mission.mode}/{mission.number}", void_tracker=True, concession=False
    )
    seats = 2 if mission.mode == "buddy" else 3 + mission.number % 2
    rng = Rng(mission.number)
    for ply in course(GAME, GAME.setup(options, seats), rng):
        if rng.below(3):
            continue
        state: kk.State = ply.step.state
        two = replace(state, phase=kk.Placing(0, ("O8", "O6")), revealed=())
        for table_, lang in product((state,) if state.revealed else (state, two), ("en", "ja")):
            text = GAME.text.show(GAME.view(table_, 0), 0, lang).format(*LONG)
            lines = text.splitlines()
            assert all(cells(line) <= 80 for line in lines if line[2:3] == " ")
            assert sum(ceil(cells(line) / 80) for line in lines) < 24, text


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_usage_explains_every_form_and_draws_every_shape(lang: str) -> None:
    *lines, numbers, first, second, third = GAME.text.usage(lang).splitlines()
    assert len(lines) > 5
    assert all(re.search("[.。]$", line) for line in lines)
    assert numbers.split() == list("12345678")
    assert (first + second + third).count("#") == sum(range(1, 9))
