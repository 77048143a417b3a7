"""The Kakapo's missions: as text, as drawings, and what the linter says to bad ones."""

import re

import msgspec
import pytest
from hypothesis import given, strategies as st

from chabudai.games.kakapo.board import EMPTY, Cells, bit, with_piece
from chabudai.games.kakapo.cards import SUITS, Mode, Suit
from chabudai.games.kakapo.lint import lint, name_of
from chabudai.games.kakapo.missions import (
    BOOK,
    Bird,
    Edge,
    Mission,
    Side,
    Title,
    birds_scanned,
    book,
    mission_named,
    read,
    succeeds,
    targets,
    write,
)

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
    """A Buddy mission; the first bird has the coloured edges."""
    first, *others = birds
    laid = (Bird(first, edges), *map(Bird, others))
    return Mission("buddy", Title("Test", "テスト"), laid, required, must)


def drawing(rows: dict[int, str]) -> str:
    """The file of a mission whose board has these lines, and is empty otherwise."""
    lines = [rows.get(at, "" if at % 2 else ". . . . . . . . . . . .") for at in range(23)]
    head = ['name = "A"', 'name_ja = "B"', 'mode = "buddy"', "scan = 1", 'board = """']
    return "\n".join((*head, *lines, '"""', ""))


# --- As text


@pytest.mark.parametrize("name", EVERY)
def test_kk_6_every_mission_of_the_book_is_sound_and_reads_as_it_is_written(name: str) -> None:
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
def test_there_is_no_other_mission(name: str) -> None:
    with pytest.raises(ValueError, match="There is no mission"):
        mission_named(name)


def test_a_drawing_shows_birds_and_the_colours_of_their_edges() -> None:
    bird = read(drawing({1: "    o", 2: ". .pA A . . . . . . . ."})).birds[0]
    assert bird == Bird(((1, 2), (1, 3)), (Edge(1, 2, "N", "O"), Edge(1, 2, "W", "P")))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("scan = 1", "scan = one", "This is not a mission: Invalid value"),
        ("scan = 1", 'scan = "1"', "Expected `int`, got `str`"),
        ("scan = 1", "scan = 0", "Expected `int` >= 1"),
        ("scan = 1", "", "missing required field `scan`"),
        ("scan = 1", "scan = 1\nscore = 2", "unknown field `score`"),
        ('mode = "buddy"', 'mode = "solo"', "Invalid enum value 'solo'"),
        ('"buddy"', '"buddy"\nmust = "AB"', "There is no bird B on the board."),
        ("\n\n", "\n", "A board has 23 lines, not 22."),
        ("A A", "A Z", "Row 2 must have 12 cells"),
        ("A A . ", "A A ", "Row 2 must have 12 cells"),
        ("A A .", "A A . .", "Row 2 must have 12 cells"),
        ("pA A", "xA A", "There is no edge 'x' in line 3, column 4"),
        ("pA A", "pApA", "The edge 'p' in line 3, column 6 must lie between a bird and a free"),
        (". .pA", ".p.pA", "The edge 'p' in line 3, column 2 must lie between a bird and a free"),
        ("\n\n", "\n p\n", "There is no edge 'p' in line 2, column 2"),
        ("A A", ". .", "The edge 'p' in line 3, column 4 must lie"),
        ("pA A", " . .", "Expected `array` of length >= 1"),
    ],
)
def test_what_is_no_mission_is_refused_in_one_sentence(old: str, new: str, sentence: str) -> None:
    text = drawing({2: ". .pA A . . . . . . . ."})
    assert read(text).birds
    assert old in text
    with pytest.raises(ValueError, match=re.escape(sentence)):
        read(text.replace(old, new, 1))


def test_birds_that_must_be_scanned_are_named_by_their_letters() -> None:
    one = mission(PAIR, FAR, required=2, must=(1,))
    assert 'must = "B"' in write(one)
    assert read(write(one)) == one


# --- What it takes


def around_all(one: Mission, *birds: int) -> tuple[Cells, Cells, Cells, Cells, Cells]:
    """A board whose one purple piece surrounds these birds."""
    boards = EMPTY
    for bird in birds:
        boards = with_piece(boards, "P", targets(one)[bird].halo)
    return boards


def test_kk_41_enough_birds_must_be_scanned() -> None:
    one = mission(PAIR, FAR, required=1)
    assert not succeeds(one, EMPTY)
    assert succeeds(one, around_all(one, 1))
    assert birds_scanned(one, around_all(one, 1)) == (False, True)
    both = mission(PAIR, FAR, required=2)
    assert not succeeds(both, around_all(both, 1))
    assert succeeds(both, around_all(both, 0, 1))


def test_kk_a15_birds_that_are_named_must_be_among_them() -> None:
    one = mission(PAIR, FAR, required=1, must=(0,))
    assert not succeeds(one, around_all(one, 1))
    assert succeeds(one, around_all(one, 0))


# --- The linter


def edge(row: int, column: int, side: Side, suit: Suit = "P") -> Edge:
    return Edge(row, column, side, suit)


@pytest.mark.parametrize(
    ("bad", "rule", "sentence"),
    [
        (
            mission(PAIR, required=2),
            "KK-41",
            "2 birds are to be scanned, but the board has 1.",
        ),
        (
            mission(PAIR, must=(1,)),
            "KK-A15",
            "Bird B is to be scanned, but it is not on the board.",
        ),
        (mission(PAIR, FAR, must=(0, 1)), "KK-A15", "named once each"),
        (mission(PAIR, FAR, required=2, must=(0, 0)), "KK-A15", "named once each"),
        (
            mission(*[tuple((row, c) for c in range(1, 11)) for row in (1, 3, 5, 7, 9)]),
            "KK-6",
            "more than 48 cells",
        ),
        (mission(((3, 3), (3, 3))), "KK-6", "Bird A has a cell twice."),
        (mission(((3, 3), (4, 4))), "KK-6", "Bird A is in several parts."),
        (mission(((0, 3),)), "KK-A9", "Bird A must keep one cell away from the border."),
        (mission(PAIR, ((11, 3),)), "KK-A9", "Bird B must keep one cell"),
        (mission(((3, 0),)), "KK-A9", "Bird A must keep one cell"),
        (mission(((3, 11),)), "KK-A9", "Bird A must keep one cell"),
        (mission(PAIR, ((3, 4), (3, 5))), "KK-34", "Birds A and B lie on the same cell."),
        (mission(PAIR, ((3, 5),)), "KK-A10", "Birds A and B share an edge"),
        (
            mission(PAIR, edges=(edge(3, 3, "E"),)),
            "KK-6",
            "Bird A has no edge on side E of D4.",
        ),
        (mission(PAIR, edges=(edge(5, 5, "E"),)), "KK-6", "no edge on side E of F6."),
        (
            mission(PAIR, edges=(edge(3, 3, "N"), edge(3, 3, "N"))),
            "KK-6",
            "The edge of bird A on side N of D4 is coloured twice.",
        ),
        (
            mission(((3, 3), (4, 3), (4, 4)), edges=(edge(3, 3, "E"), edge(4, 4, "N", "G"))),
            "KK-40",
            "The cell E4 faces edges of two colours.",
        ),
        (
            mission(
                tuple((3, column) for column in range(3, 8)),
                edges=tuple(edge(3, column, "N") for column in range(3, 8)),
            ),
            "KK-35",
            "No single piece faces the edges of one colour at D3 and beside it.",
        ),
    ],
)
def test_the_linter_says_what_is_wrong(bad: Mission, rule: str, sentence: str) -> None:
    flaw = lint(bad)[0]
    assert flaw.rule == rule
    assert sentence in flaw.text.format(**flaw.facts)


def test_a_run_of_four_edges_can_be_met_by_one_piece_if_there_is_room() -> None:
    cells = tuple((3, column) for column in range(3, 7))
    run = tuple(edge(3, column, "N") for column in range(3, 7))
    assert lint(mission(cells, edges=run)) == ()
    roof = tuple((1, column) for column in range(3, 7))
    assert lint(mission(cells, roof, edges=run))[0].rule == "KK-35"


@given(st.binary(max_size=300))
def test_nothing_that_is_read_breaks_the_linter(data: bytes) -> None:
    places = [divmod(byte % 144, 12) for byte in data[:40]] or [(5, 5)]
    edges = tuple(
        Edge(byte % 12, byte // 12 % 12, EVERY_SIDE[byte % 4], SUITS[byte % 5])
        for byte in data[40:]
    )[:96]
    bird = Bird(tuple(places[:24]), edges)
    lint(mission(bird.cells, edges=edges))
    lint(mission(bird.cells, tuple(places[24:]) or PAIR, edges=edges, required=2))


def test_cells_are_named_by_column_and_row() -> None:
    assert (name_of((0, 0)), name_of((11, 11)), name_of((3, 5))) == ("A1", "L12", "F4")
    assert bit(0, 11) == 1 << 11
