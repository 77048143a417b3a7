"""The Kakapo's missions: as text, as drawings, and flaws that the linter finds."""

import re
from contextlib import suppress

import msgspec
import pytest
from hypothesis import given, strategies as st

from chabudai.core import Illegal, fill
from chabudai.games.kakapo.components.board import EMPTY, with_piece
from chabudai.games.kakapo.components.cards import SUITS, Mode, Suit
from chabudai.games.kakapo.components.mission_file import LONGEST, text_of
from chabudai.games.kakapo.components.mission_lint import lint
from chabudai.games.kakapo.components.missions import (
    BOOK,
    Bird,
    Edge,
    Mission,
    Side,
    Title,
    book,
    mission_named,
    read,
    targets,
    write,
)
from chabudai.games.kakapo.tests.naive import birds_scanned, succeeds

EVERY = [f"{mode}/{number}" for mode in ("buddy", "party") for number in range(1, BOOK + 1)]
PAIR = ((3, 3), (3, 4))
FAR = ((8, 8), (9, 8))

EVERY_SIDE: tuple[Side, ...] = ("N", "E", "S", "W")


def mission(
    *birds: tuple[tuple[int, int], ...],
    edges: tuple[Edge, ...] = (),
    required: int = 1,
    must: tuple[int, ...] = (),
) -> Mission:
    """Return a Buddy mission. `edges` are the coloured edges of its first bird."""
    first, *others = birds
    laid = (Bird(first, edges), *map(Bird, others))
    return Mission("buddy", Title("Test", "テスト"), laid, required, must)


ENDLESS = "The TOML of this file is incomplete."
NUMBER = "scan must be a number from 1 to 8."
NO_EDGE = "of the board: no bird has an edge there."


def drawing(rows: dict[int, str]) -> str:
    """Return a mission file whose board has these lines and is otherwise empty."""
    lines = [rows.get(at, "" if at % 2 else ". . . . . . . . . . . .") for at in range(23)]
    head = ['name = "A"', 'name_ja = "B"', 'mode = "buddy"', "scan = 1", 'board = """']
    return "\n".join((*head, *lines, '"""', ""))


# --- As text


def test_kk_6_every_mission_of_the_book_is_sound_and_reads_as_it_is_written() -> None:
    for name in EVERY:
        one = mission_named(name)
        assert lint(one) == ()
        assert f"{one.mode}/{one.number}" == name
        assert read(write(one)) == msgspec.structs.replace(one, number=0)
        assert msgspec.json.decode(msgspec.json.encode(one), type=Mission) == one


@pytest.mark.parametrize("mode", ["buddy", "party"])
def test_kk_6_the_book_has_twenty_missions_of_each_mode(mode: Mode) -> None:
    missions = book(mode)
    assert [one.number for one in missions] == list(range(1, 21))
    assert {one.mode for one in missions} == {mode}
    assert len({one.title.en for one in missions} | {one.title.ja for one in missions}) == 40
    assert all(one.title.en.isascii() and not one.title.ja.isascii() for one in missions)


@pytest.mark.parametrize("name", ["buddy/0", "buddy/21", "buddy/01", "solo/1", "buddy", "", "/"])
def test_an_unknown_mission_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="There is no mission"):
        mission_named(name)


def test_a_drawing_shows_birds_and_the_colours_of_their_edges() -> None:
    bird = read(drawing({1: "    o", 2: ". .pA A . . . . . . . ."})).birds[0]
    assert bird == Bird(((1, 2), (1, 3)), (Edge(1, 2, "N", "O"), Edge(1, 2, "W", "P")))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("scan = 1", "scan = one", "Line 4 cannot be read as TOML."),
        ("scan = 1", "scan = 1\nscan = 1", "Line 5 cannot be read as TOML."),
        *(("scan = 1", f"scan = {much * 9000}", ENDLESS) for much in "[1"),
        *(("scan = 1", f"scan = {other}", NUMBER) for other in ('"1"', "0", "true")),
        ("scan = 1", "", "The file has no line scan."),
        ("scan = 1", "scan = 1\nscore = 2", "A mission has no line score."),
        ('mode = "buddy"', 'mode = "solo"', "mode must be buddy or party."),
        ('name = "A"', 'name = ""', "name must be a text of 1 to 40 characters."),
        ('name_ja = "B"', "name_ja = 3", "name_ja must be a text of 1 to 40 characters."),
        ('board = """', 'board = 3\nmust = """', "board must be a drawing, a text of several"),
        ('"buddy"', '"buddy"\nmust = "ABCDEFGHA"', "letters of at most 8 birds"),
        ('"buddy"', '"buddy"\nmust = "AB"', "There is no bird B on the board."),
        ("\n\n", "\n", "A board is drawn in 23 lines, not in 22."),
        *(
            ("A A . ", other, "Row 2 must have 12 cells")
            for other in ("A Z . ", "A A ", "A A . . ")
        ),
        ("pA A", "xA A", "Line 3, column 4 of the board: colours are p, o, b, g and y."),
        ("pA A", "pApA", f"Line 3, column 6 {NO_EDGE}"),
        (". .pA", ".p.pA", f"Line 3, column 2 {NO_EDGE}"),
        ("\n\n", "\n p\n", f"Line 2, column 2 {NO_EDGE}"),
        ("A A", ". .", "There is no bird on the board."),
    ],
)
def test_an_invalid_mission_is_refused_in_one_sentence(old: str, new: str, sentence: str) -> None:
    text = drawing({2: ". .pA A . . . . . . . ."})
    assert read(text).birds
    assert old in text
    with pytest.raises(ValueError, match=re.escape(sentence)):
        read(text.replace(old, new, 1))


def test_kk_6_files_that_break_off_and_birds_of_too_many_cells_are_refused() -> None:
    with pytest.raises(Illegal, match=re.escape(ENDLESS)):
        read(drawing({2: ". . A . . . . . . . . ."})[:-8])
    row = " ".join("." + "A" * 10 + ".")
    assert read(drawing({4: row, 6: row})).birds
    with pytest.raises(Illegal, match=r"Bird A has more than 24 cells\."):
        read(drawing({4: row, 6: row, 8: row}))


def test_a_file_is_read_from_its_bytes() -> None:
    text = write(mission_named("buddy/2"))
    assert text_of(text.encode()) == text
    assert text_of(text.encode("utf-8-sig")) == text
    assert text_of(b"#" * LONGEST)
    with pytest.raises(Illegal, match=r"This file is too long for a mission\."):
        text_of(b"#" * (LONGEST + 1))
    with pytest.raises(Illegal, match=r"This is not a file of text in UTF-8\."):
        text_of("カカポ".encode("shift-jis"))


@given(st.text(min_size=1, max_size=40), st.text(min_size=1, max_size=40))
def test_a_mission_of_any_name_reads_as_it_is_written(en: str, ja: str) -> None:
    one = msgspec.structs.replace(mission(PAIR), title=Title(en, ja))
    assert read(text_of(write(one).encode())) == one


@given(st.binary(max_size=200))
def test_random_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(Illegal):
        read(text_of(data))


@given(st.integers(min_value=0), st.text(max_size=4))
def test_a_changed_mission_is_read_or_refused(at: int, patch: str) -> None:
    text = write(mission_named("party/10"))
    place = at % len(text)
    with suppress(Illegal):
        lint(read(text[:place] + patch + text[place + len(patch) :]))


def test_kk_a24_birds_are_named_by_letters_and_a_name_may_have_a_wide_space() -> None:
    one = mission(PAIR, FAR, required=2, must=(1,))
    assert 'must = "B"' in write(one)
    assert read(write(one)) == one
    assert lint(msgspec.structs.replace(one, title=Title("Two", "ふたり　組"))) == ()


# --- Winning


@pytest.mark.parametrize(
    ("required", "must", "surrounded", "won"),
    [
        (1, (), (), False),
        (1, (), (1,), True),
        (2, (), (1,), False),
        (2, (), (0, 1), True),
        (1, (0,), (1,), False),
        (1, (0,), (0,), True),
    ],
)
def test_kk_41_kk_a15_enough_birds_are_scanned_and_the_named_ones(
    required: int, must: tuple[int, ...], surrounded: tuple[int, ...], won: bool
) -> None:
    one, boards = mission(PAIR, FAR, required=required, must=must), EMPTY
    for bird in surrounded:
        boards = with_piece(boards, "P", targets(one)[bird].halo)
    assert birds_scanned(one, boards) == (0 in surrounded, 1 in surrounded)
    assert succeeds(one, boards) == won


# --- The linter


def edge(row: int, column: int, side: Side, suit: Suit = "P") -> Edge:
    return Edge(row, column, side, suit)


LONG = tuple((3, column) for column in range(3, 8))
LONG_ROWS = [tuple((row, column) for column in range(1, 11)) for row in (1, 3, 5, 7, 9)]
BENT = ((3, 3), (4, 3), (4, 4))
HIDDEN_NAME = msgspec.structs.replace(mission(PAIR), title=Title("a\u202eb", "テスト"))


@pytest.mark.parametrize(
    ("bad", "rule", "sentence"),
    [
        (mission(PAIR, required=2), "KK-41", "2 birds must be scanned, but the board has 1."),
        (mission(PAIR, must=(1,)), "KK-A15", "Bird B must be scanned, but it is not on the board."),
        (HIDDEN_NAME, "KK-A24", "The name of this mission cannot be shown."),
        (mission(PAIR, FAR, must=(0, 1)), "KK-A15", "With 2 birds to scan, the number"),
        (mission(PAIR, FAR, required=2, must=(0, 0)), "KK-A15", "named twice"),
        (mission(*LONG_ROWS), "KK-6", "more than 48 cells"),
        (mission(((3, 3), (3, 3))), "KK-6", "Bird A has the same cell twice."),
        (mission(((3, 3), (4, 4))), "KK-6", "Bird A is in several parts."),
        (mission(((0, 3),)), "KK-A9", "Bird A must keep one cell away from the border."),
        (mission(PAIR, ((11, 3),)), "KK-A9", "Bird B must keep one cell"),
        (mission(((3, 0),)), "KK-A9", "Bird A must keep one cell"),
        (mission(((3, 11),)), "KK-A9", "Bird A must keep one cell"),
        (mission(PAIR, ((3, 4), (3, 5))), "KK-34", "Birds A and B lie on the same cell."),
        (mission(PAIR, ((3, 5),)), "KK-A10", "Birds A and B touch"),
        (mission(PAIR, edges=(edge(3, 3, "E"),)), "KK-6", "Bird A has no edge on side E of D4."),
        (mission(PAIR, edges=(edge(5, 5, "E"),)), "KK-6", "no edge on side E of F6."),
        (
            mission(PAIR, edges=(edge(3, 3, "N"), edge(3, 3, "N"))),
            "KK-6",
            "The edge of bird A on side N of D4 is coloured twice.",
        ),
        (
            mission(BENT, edges=(edge(3, 3, "E"), edge(4, 4, "N", "G"))),
            "KK-40",
            "The cell E4 faces edges of two colours.",
        ),
        (
            mission(LONG, edges=tuple(edge(*cell, "N") for cell in LONG)),
            "KK-35",
            "No single piece faces the edges of one colour at D3 and next to it.",
        ),
    ],
)
def test_the_linter_names_the_flaw(bad: Mission, rule: str, sentence: str) -> None:
    flaw = lint(bad)[0]
    assert flaw.rule == rule
    assert sentence in fill(flaw.text, flaw.facts)


@pytest.mark.parametrize(("purple", "rules"), [("both", ["KK-35"]), ("left", []), ("right", [])])
def test_kk_35_the_piece_for_a_long_edge_must_leave_room_for_another_colour(
    purple: str, rules: list[str]
) -> None:
    row = tuple((4, column) for column in range(3, 7))
    orange = tuple(edge(*cell, "N", "O") for cell in row)
    sides = {"left": edge(2, 2, "E"), "right": edge(2, 7, "W")}
    dots = [
        Bird(((e.row, e.column),), (e,)) for side, e in sides.items() if purple in (side, "both")
    ]
    drawn = Mission("buddy", Title("A", "B"), (Bird(row, orange), *dots), 1)
    assert [why.rule for why in lint(drawn)] == rules


@pytest.mark.parametrize(("most", "rules"), [(8, []), (9, ["KK-6"])])
def test_kk_6_birds_have_at_most_48_cells_in_all(most: int, rules: list[str]) -> None:
    *rows, last = LONG_ROWS
    assert [why.rule for why in lint(mission(*rows, last[:most]))] == rules


def test_all_flaws_are_reported_together() -> None:
    bad = mission(((0, 3),), ((0, 4),), edges=(edge(5, 5, "E"),), required=3)
    assert [why.rule for why in lint(bad)] == ["KK-41", "KK-A9", "KK-A9", "KK-A10", "KK-6"]


def test_one_piece_can_face_four_edges_in_a_row_if_there_is_room() -> None:
    cells = LONG[:4]
    run = tuple(edge(*cell, "N") for cell in cells)
    assert lint(mission(cells, edges=run)) == ()
    roof = tuple((1, column) for column in range(3, 7))
    assert lint(mission(cells, roof, edges=run))[0].rule == "KK-35"


@given(st.binary(max_size=300))
def test_the_linter_accepts_any_drawing(data: bytes) -> None:
    places = [divmod(byte % 144, 12) for byte in data[:40]] or [(5, 5)]
    edges = tuple(
        Edge(byte % 12, byte // 12 % 12, EVERY_SIDE[byte % 4], SUITS[byte % 5])
        for byte in data[40:]
    )[:96]
    bird = Bird(tuple(places[:24]), edges)
    lint(mission(bird.cells, edges=edges))
    lint(mission(bird.cells, tuple(places[24:]) or PAIR, edges=edges, required=2))
