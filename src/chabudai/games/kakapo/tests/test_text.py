"""The Kakapo in lines of text."""

import re
from itertools import product
from math import ceil

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Illegal, Rng, Seat, play
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.components.board import WAYS
from chabudai.games.kakapo.components.cards import VALUE, cards_for
from chabudai.games.kakapo.components.missions import Mission, book
from chabudai.games.kakapo.state import (
    Action,
    Concede,
    Double,
    Options,
    Over,
    Place,
    Placing,
    Reveal,
    Select,
    Shift,
    Shuffle,
    State,
    Wild,
)
from chabudai.games.kakapo.tests.tables import (
    FAR,
    bird,
    deciding,
    dotted,
    make,
    reveals,
    round_of,
    stacked,
    table,
)
from chabudai.games.kakapo.text.layout import cells
from chabudai.games.kakapo.text.table import pictures

NAMES = ("Ann", "Ben", "Cho", "Dai")
ONE, TWO = Place("O8", 0, 0, 0), Place("O1", 0, 11, 11)


def suggest(state: State, line: str, seat: Seat = 0) -> Action:
    return GAME.text.suggest(GAME.view(state, seat), seat, line)


def shown(state: State, seat: Seat | None = 0, lang: str = "en") -> str:
    return GAME.text.show(GAME.view(state, seat), seat, lang).format(*NAMES)


def said(state: State, seat: Seat | None = 0, lang: str = "en") -> str:
    """What stands beside the board, in one line, between the first line and the last ones."""
    first, *lines = shown(state, seat, lang).splitlines()
    beside = [line[28:] for line in lines if line[2:3] == " "]
    below = [line for line in lines if line[2:3] != " "]
    return " ".join([first, *filter(None, beside), *below])


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (Reveal("P8"), "reveal P8"),
        (Select(), "select"),
        (Select(Double()), "select double"),
        (Select(Wild("G")), "select wild G"),
        (Select(Shift(1)), "select shift +1"),
        (Select(Shift(-1)), "select shift -1"),
        (Place("G5", 2, 3, 4), "place G5 E4 2"),
        (Place("O1", 0, 11, 11), "place O1 L12 0"),
        (Concede(wish=True), "concede yes"),
        (Concede(wish=False), "concede no"),
        (Shuffle(("P8", "P1"), 1), "shuffle 1 P8 P1"),
        (Shuffle(("☃",), 1), '{"type":"shuffle","deck":["☃"],"start":1}'),
    ],
)
def test_a_move_is_one_line(action: Action, line: str) -> None:
    assert GAME.text.write(action) == line
    assert GAME.text.read(line) == action


@pytest.mark.parametrize(
    "line",
    [
        "reveal P9",
        "reveal p8",
        "select wild",
        "place G5 M4 2",
        "place G5 E13 2",
        "{}",
        '{"type":"reveal","card":"\ud800"}',
        '{"type":' * 9000,
        "shuffle",
        "",
    ],
)
def test_what_is_no_line_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="not a move"):
        GAME.text.read(line)


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("p8", Reveal("P8")),
        ("reveal P8", Reveal("P8")),
        ("play p8", Reveal("P8")),
        ("Ｐ８", Reveal("P8")),
        ("出す P8", Reveal("P8")),
        ("select", Select()),
        ("none", Select()),
        ("double", Select(Double())),
        ("wild g", Select(Wild("G"))),
        ("select wild G", Select(Wild("G"))),
        ("+1", Select(Shift(1))),
        ("select shift -1", Select(Shift(-1))),
        ("concede", Concede(wish=True)),
        ("concede no", Concede(wish=False)),
        ("あきらめる", Concede(wish=True)),
        ("place G5 E4 2", Place("G5", 2, 3, 4)),
        ("g5 e4", Place("G5", 0, 3, 4)),
        ("Purple 8", Reveal("P8")),
        ("紫8", Reveal("P8")),
        ("オレンジ ３", Reveal("O3")),
        ("wild green", Select(Wild("G"))),
        ("ワイルドカラー 緑", Select(Wild("G"))),
        ("えらぶ", Select()),
        ("ダブルスキャン", Select(Double())),
        ("−1", Select(Shift(-1))),
        ("おく 緑5 E4 2", Place("G5", 2, 3, 4)),
    ],
)
def test_short_forms_are_understood(typed: str, action: Action) -> None:
    assert suggest(table("P8", "O1"), typed) == action


def test_a_single_piece_need_not_be_named() -> None:
    state = table("P8", "O1", phase=Placing(0, ("G5",)))
    assert suggest(state, "place e4 2") == Place("G5", 2, 3, 4)
    assert suggest(state, "E4") == Place("G5", 0, 3, 4)
    assert suggest(state, "置く E4") == Place("G5", 0, 3, 4)


def test_while_a_piece_is_to_be_placed_b4_is_a_cell_and_else_a_card() -> None:
    state = table("P8 B4", "O1", phase=Placing(0, ("G5",)))
    assert suggest(state, "b4") == Place("G5", 0, 3, 1)
    assert suggest(state, "place b4") == Place("G5", 0, 3, 1)
    assert suggest(state, "reveal b4") == Reveal("B4")
    assert suggest(table("P8 B4", "O1"), "b4") == Reveal("B4")


def test_kk_32_kk_a7_a_piece_must_be_named_where_there_is_none_or_a_choice() -> None:
    with pytest.raises(Illegal, match="KK-32"):
        suggest(table("P8", "O1"), "E4")
    with pytest.raises(Illegal, match="KK-A7"):
        suggest(table("P8", "O1", phase=Placing(0, ("O8", "O1"))), "E4")


@pytest.mark.parametrize("typed", ["", "xyzzy", "P9", "Z3", "wild", "place"])
def test_what_is_not_understood_is_answered_with_help(typed: str) -> None:
    for state, help_ in (
        (table("P8", "O1"), "a card such as P8"),
        (deciding("O4 O1 O2 O3", "O4"), "a skill such as wild G"),
        (table("P8", "O1", phase=Placing(0, ("G5",))), "such as E4 2"),
    ):
        with pytest.raises(ValueError, match=f"{help_}. A question mark"):
            suggest(state, typed)


def test_kk_17_who_can_follow_nothing_or_leads_may_reveal_any_card() -> None:
    led = reveals(table("P8 O1", "O2 G1"), "P8")
    for state, seat in ((table("P8 O1", "O2 G1"), 0), (led, 1)):
        assert shown(state, seat).endswith("Your turn: reveal a card.")


def test_the_board_is_drawn_with_letters_numbers_and_coloured_edges() -> None:
    state = table(
        "P8", "O1", board={"G4": "A1 A2 A3 B3"}, birds=(bird("C7"), bird("J10", "J10NO J10WB"))
    )
    lines = shown(state).splitlines()
    assert [line[:26].rstrip() for line in lines[1:5]] == [
        "   A B C D E F G H I J K L",
        " 1 G . . . . . . . . . . .",
        " 2 G . . . . . . . . . . .",
        " 3 G G . . . . . . . . . .",
    ]
    assert lines[11].rstrip() == "                     o"
    assert lines[12].rstrip() == "10 . . . . . . . . .b2 . ."


def test_the_table_tells_the_mission_the_birds_and_the_cards() -> None:
    rounds = (round_of("O4 O3 P2 O2", "P2"),)
    state = reveals(
        table("G5 P1", "G6 P3", rounds=rounds, birds=(bird("J10", "J10NO"), bird("B2"))), "G5"
    )
    text = said(state, 1)
    assert "A bird. Birds to scan: 1 of 2. Round 1 of 8. Skill counters: 5." in text
    assert "Bird 1: 0 of 4 edges." in text
    assert "Decision cards, oldest first: P2. Top colour: purple." in text
    assert "Discards: O4 O3 O2." in text
    assert "Revealed: Ann G5. Lead: green." in text
    assert "Cards of Ann: 1." in text
    assert "Ben, in hand: P3 G6." in text
    assert text.endswith("Your turn: follow green. You may reveal G6.")
    assert shown(state, 0).endswith("To move: Ben.")


def test_the_table_tells_how_far_a_bird_is() -> None:
    board = {"O1": "J9", "G1": "I10", "B1": "J11", "Y1": "K10"}
    assert "Bird 1: scanned." in shown(table("P8", "P7", board=board))
    spoilt = table("P8", "P7", board=board, birds=(bird("J10", "J10NG"),))
    assert "Bird 1: 3 of 4 edges; in a wrong colour: 1." in shown(spoilt)


@pytest.mark.parametrize(
    ("forgiving", "english", "japanese"),
    [(False, "the mission fails (KK-A7)", "失敗です"), (True, "put back (KK-A7)", "戻します")],
)
def test_kk_a7_who_is_to_place_two_pieces_is_warned_before_the_first(
    forgiving: bool, english: str, japanese: str
) -> None:
    options = Options(double_scan_forgiving=forgiving)
    two = table("P8", "P7", phase=Placing(0, ("O8", "O1")), options=options)
    assert shown(two).endswith(", such as O8 E4 0.")
    assert english in shown(two)
    assert japanese in shown(two, lang="ja")
    assert "KK-A7" not in shown(two, 1)
    one = table("P8", "P7", phase=Placing(0, ("O1",)), options=options)
    assert "KK-A7" not in shown(one)


def test_who_is_to_place_sees_the_pieces_in_all_their_ways() -> None:
    lines = shown(table("P8", "P7", phase=Placing(0, ("O2",)))).splitlines()
    at = next(at for at, line in enumerate(lines) if line.endswith("0   1"))
    assert [line[28:] for line in lines[at : at + 3]] == ["0   1", "OO  O", "    O"]
    assert lines[-1].startswith("Place O2: ")
    assert lines[-1].endswith(", such as E4 0.")
    assert "Place" not in shown(table("P8", "P7", phase=Placing(0, ("O2",))), 1)


def test_the_pictures_of_every_piece_fit_a_narrow_terminal() -> None:
    for piece in cards_for(4):
        drawn = list(pictures(piece))
        assert max(map(len, drawn)) <= 40
        assert drawn[0].split() == [str(way) for way in range(len(WAYS[VALUE[piece]]))]


def test_who_is_in_charge_is_asked_for_a_piece() -> None:
    state = deciding("O4 O1 O2 O3", "O4")
    lines = shown(state).splitlines()
    assert lines[-1] == "Orange 4 decides: select its piece, with a skill or without."
    assert lines[-2] == (
        "You can type: select (O4), double (O4 O1), wild P (P4), wild B (B4), wild G (G4), "
        "wild Y (Y4), +1 (O5), -1 (O3)."
    )
    assert "You can type" not in shown(state, 1)


def test_kk_30_who_is_in_charge_sees_that_there_is_no_piece() -> None:
    state = deciding("O4 O1 O2 O3", "O4", counters=0, board={"O4": "A1 A2 A3 B3"})
    assert "You can type: select (none)." in shown(state)


def test_kk_a16_who_is_in_charge_is_warned_of_pieces_that_fit_nowhere() -> None:
    stuck = deciding("O4 B2 B3 B4", "O4", board=dotted("A1 A2 A3 L12", FAR), birds=(FAR,))
    assert "No place on the board (KK-39): O4 P4 B4 G4 Y4 O5 O3." in shown(stuck)
    assert "盤に置く場所がないピース（KK-39）：O4 P4 B4 G4 Y4 O5 O3。" in shown(stuck, lang="ja")
    assert "No place" not in shown(stuck, 1)
    assert "No place" not in shown(deciding("O4 B2 B3 B4", "O4"))


def test_kk_a25_a_table_may_keep_note_of_who_has_no_lead() -> None:
    state = reveals(table("O2 O3", "G1 G2", options=Options(void_tracker=True)), "O2 G1")
    assert "Without orange: Ben." in shown(state)
    assert GAME.view(state, 0).voids == ((), ("O",))
    silent = reveals(table("O2 O3", "G1 G2"), "O2 G1")
    assert "Without" not in shown(silent)
    assert GAME.view(silent, 0).voids == ()


def test_kk_a25_a_free_second_card_tells_nothing() -> None:
    free = Options(void_tracker=True, leader_free_second=True)
    state = reveals(table("O2 O3 G1", "O4 O5", options=free), "O2 O4 G1")
    assert GAME.view(state, 0).voids == ((), ())


def test_a_name_with_braces_is_shown_as_it_is() -> None:
    state = table("P8", "P7")
    title = replace(state.mission.title, en="{0} {x}")
    named = replace(state, mission=replace(state.mission, title=title))
    assert shown(named).startswith("{0} {x}. Birds to scan")


MISSIONS = [mission for mode in ("buddy", "party") for mission in book(mode)]


@pytest.mark.parametrize("mission", MISSIONS, ids=lambda one: f"{one.mode}/{one.number}")
def test_every_table_fits_a_terminal_of_80_by_24_with_the_line_that_is_typed(
    mission: Mission,
) -> None:
    """Whole games at random, and two pieces to be placed at their ends, with long names."""
    options = Options(mission=f"{mission.mode}/{mission.number}", void_tracker=True)
    seats = 2 if mission.mode == "buddy" else 3 + mission.number % 2
    rng, state = Rng(mission.number), GAME.setup(options, seats)
    while seating := GAME.to_act(state):
        (seat,) = seating
        action = (
            GAME.chance(state, rng)
            if seat == CHANCE
            else GAME.sample(GAME.view(state, seat), seat, rng)
        )
        if isinstance(action, Concede):
            continue
        state = play(GAME, state, seat, action).state
        if rng.below(3):
            continue
        two = replace(state, phase=Placing(0, ("O8", "O6")), revealed=())
        shown_here = (state,) if state.revealed else (state, two)
        for table_, lang in product(shown_here, ("en", "ja")):
            text = GAME.text.show(GAME.view(table_, 0), 0, lang).format(*LONG)
            lines = text.splitlines()
            assert all(cells(line) <= 80 for line in lines if line[2:3] == " ")
            assert sum(ceil(cells(line) / 80) for line in lines) < 24, text


LONG = ("Aki", "Kitsune", "Tanuki", "Usagi")


def test_how_a_mission_ended_is_shown() -> None:
    step = make(deciding("O4 O1 O2 O3", "O4", round=8, board={"O4": "A1 A2 A3 B3"}), (0, Select()))
    assert step.phase == Over("last-round")
    assert shown(step).endswith("The last round is over. The birds have slipped away.")
    stuck = replace(step, phase=Over("no-place", "O8"))
    assert shown(stuck).endswith("There is no place for orange 8. The birds have slipped away.")


def test_before_the_deal_the_cards_are_being_shuffled() -> None:
    state = GAME.setup(Options(), 2)
    assert shown(state).endswith("The cards are being shuffled.")
    dealt = make(state, (CHANCE, stacked("P8", "")))
    assert "Ann, in hand: P8" not in shown(dealt, 1)
    assert "Ann, in hand" not in shown(dealt, None)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_person_can_see_what_to_type(lang: str) -> None:
    *lines, numbers, first, second, third = GAME.text.usage(lang).splitlines()
    assert len(lines) > 5
    assert all(re.search("[.。]$", line) for line in lines)
    assert numbers.split() == list("12345678")
    assert (first + second + third).count("#") == sum(range(1, 9))
    assert GAME.text.catalogue("en") == {}
