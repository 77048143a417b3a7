"""The Kakapo's missions: their text format, the linter, and the book's proofs and grades."""

import re
from contextlib import suppress

import msgspec
import pytest
from hypothesis import given, strategies as st

from chabudai.core import Illegal, fill
from chabudai.games.kakapo.bots.reference import VERSION
from chabudai.games.kakapo.components.cards import ABSENT, MODES, ROUNDS, SUITS, Mode
from chabudai.games.kakapo.components.mission_file import LONGEST, text_of
from chabudai.games.kakapo.components.mission_lint import lint
from chabudai.games.kakapo.components.missions import (
    BOOK,
    SIDES,
    Bird,
    Edge,
    Mission,
    Title,
    book,
    mission_named,
    read,
    write,
)
from chabudai.games.kakapo.review.certificates import (
    Grade,
    certificate_of,
    parse_pieces,
    picture,
    read_certificate,
    write_certificate,
)
from chabudai.games.kakapo.review.grading import (
    DEALS,
    deal_of,
    grade,
    is_won,
    open_grade,
    play_game,
)
from chabudai.games.kakapo.review.studio import pieces_for
from chabudai.games.kakapo.solver.cp_sat import prove
from chabudai.games.kakapo.solver.par import fewest
from chabudai.games.kakapo.tests import naive
from chabudai.games.kakapo.tests.tables import FAR, bird, laid, mission

PAIR = bird("D4 E4")
ENDLESS = "The TOML of this file is incomplete."
NUMBER = "scan must be a number from 1 to 8."
NO_EDGE = "of the board: no bird has an edge there."


def drawing(rows: dict[int, str]) -> str:
    """Return a mission file whose board has these lines and is otherwise empty."""
    lines = [rows.get(at, "" if at % 2 else ". . . . . . . . . . . .") for at in range(23)]
    head = ['name = "A"', 'name_ja = "B"', 'mode = "buddy"', "scan = 1", 'board = """']
    return "\n".join((*head, *lines, '"""', ""))


# --- As text


def test_kk_6_the_book_has_twenty_sound_missions_of_each_mode_that_read_as_they_are_written() -> (
    None
):
    for mode in set(MODES.values()):
        missions = book(mode)
        assert [one.number for one in missions] == [*range(1, BOOK + 1)] == [*range(1, 21)]
        assert len({text for one in missions for text in (one.title.en, one.title.ja)}) == 40
        for one in missions:
            assert mission_named(f"{mode}/{one.number}") == one
            assert lint(one) == ()
            assert read(write(one)) == msgspec.structs.replace(one, number=0)
            assert msgspec.json.decode(msgspec.json.encode(one), type=Mission) == one
            assert one.title.en.isascii()
            assert not one.title.ja.isascii()
    for name in ("buddy/0", "buddy/21", "buddy/01", "solo/1", "buddy", "", "/"):
        with pytest.raises(ValueError, match="There is no mission"):
            mission_named(name)


def test_a_drawing_shows_birds_and_the_colours_of_their_edges() -> None:
    (drawn,) = read(drawing({1: "    o", 2: ". .pA A . . . . . . . ."})).birds
    assert drawn == bird("C2 D2", "C2NO C2WP")


def test_an_invalid_mission_is_refused_in_one_sentence() -> None:
    for old, new, sentence in (
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
    ):
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


# --- The linter


LONG = bird("D4 E4 F4 G4 H4", "D4NP E4NP F4NP G4NP H4NP")
ROWS = [bird(" ".join(f"{column}{row}" for column in "BCDEFGHIJK")) for row in (2, 4, 6, 8)]
HIDDEN_NAME = msgspec.structs.replace(mission(PAIR), title=Title("a\u202eb", "テスト"))


def test_the_linter_names_the_flaw() -> None:
    for bad, rule, sentence in (
        (mission(PAIR, required=2), "KK-41", "2 birds must be scanned, but the board has 1."),
        (mission(PAIR, must=(1,)), "KK-A15", "Bird B must be scanned, but it is not on the board."),
        (HIDDEN_NAME, "KK-A24", "The name of this mission cannot be shown."),
        (mission(PAIR, FAR, must=(0, 1)), "KK-A15", "With 2 birds to scan, the number"),
        (mission(PAIR, FAR, required=2, must=(0, 0)), "KK-A15", "named twice"),
        (mission(*ROWS, bird("B10 C10 D10 E10 F10 G10 H10 I10 J10")), "KK-6", "more than 48 cells"),
        (mission(bird("D4 D4")), "KK-6", "Bird A has the same cell twice."),
        (mission(bird("D4 E5")), "KK-6", "Bird A is in several parts."),
        (mission(bird("D1")), "KK-A9", "Bird A must keep one cell away from the border."),
        (mission(PAIR, bird("D12")), "KK-A9", "Bird B must keep one cell"),
        (mission(bird("A4")), "KK-A9", "Bird A must keep one cell"),
        (mission(bird("L4")), "KK-A9", "Bird A must keep one cell"),
        (mission(PAIR, bird("E4 F4")), "KK-34", "Birds A and B lie on the same cell."),
        (mission(PAIR, bird("F4")), "KK-A10", "Birds A and B touch"),
        (mission(bird("D4 E4", "D4EP")), "KK-6", "Bird A has no edge on side E of D4."),
        (mission(bird("D4", "F6EP")), "KK-6", "no edge on side E of F6."),
        (
            mission(bird("D4 E4", "D4NP D4NP")),
            "KK-6",
            "The edge of bird A on side N of D4 is coloured twice.",
        ),
        (
            mission(bird("D4 D5 E5", "D4EP E5NG")),
            "KK-40",
            "The cell E4 faces edges of two colours.",
        ),
        (
            mission(LONG),
            "KK-35",
            "No single piece faces the edges of one colour at D3 and next to it.",
        ),
    ):
        flaw = lint(bad)[0]
        assert flaw.rule == rule
        assert sentence in fill(flaw.text, flaw.facts)


FOUR = bird("D5 E5 F5 G5", "D5NO E5NO F5NO G5NO")
LEFT, RIGHT = bird("C3", "C3EP"), bird("H3", "H3WP")


def test_kk_6_kk_35_the_linter_reports_all_flaws_and_no_others() -> None:
    for birds, rules in (
        ((*ROWS, bird("B10 C10 D10 E10 F10 G10 H10 I10")), []),
        # A piece can face four edges in a row if it has room.
        ((FOUR,), []),
        ((FOUR, bird("D3 E3 F3 G3")), ["KK-35"]),
        ((FOUR, LEFT), []),
        ((FOUR, RIGHT), []),
        ((FOUR, LEFT, RIGHT), ["KK-35"]),
        ((bird("D1", "F6EP"), bird("E1")), ["KK-A9", "KK-A9", "KK-A10", "KK-6"]),
    ):
        assert [why.rule for why in lint(mission(*birds))] == rules


@given(st.binary(max_size=300))
def test_the_linter_accepts_any_drawing(data: bytes) -> None:
    places = [divmod(byte % 144, 12) for byte in data[:40]] or [(5, 5)]
    edges = tuple(
        Edge(byte % 12, byte // 12 % 12, [*SIDES][byte % 4], SUITS[byte % 5]) for byte in data[40:]
    )[:96]
    drawn = Bird(tuple(places[:24]), edges)
    lint(mission(drawn))
    lint(mission(drawn, Bird(tuple(places[24:])) if places[24:] else PAIR, required=2))


# --- The book: every solution holds, every par is proved, every grade is reproduced


EVERY = [(mode, number) for mode in ("buddy", "party") for number in range(1, BOOK + 1)]
QUICK = ("buddy/2", "party/7", "party/17")
"""Missions whose par CP-SAT proves in every test run. `make missions` proves all."""


@pytest.mark.parametrize(("mode", "number"), EVERY)
def test_kk_6_the_stored_solution_wins_by_the_slow_geometry_and_par_is_proved_again(
    mode: str, number: int
) -> None:
    mission, certificate = mission_named(f"{mode}/{number}"), certificate_of(mode, number)
    pieces = laid(certificate.pieces)
    assert naive.faults(mission, pieces) == []
    assert len(pieces) == certificate.par <= ROUNDS[mission.mode] - 2
    assert mode == "buddy" or ABSENT not in {lying.piece for lying in certificate.pieces}
    proof = certificate.proof
    assert (proof.status, proof.objective, proof.bound) == ("optimal", *[certificate.par] * 2)
    assert proof.solver.startswith("CP-SAT ")
    solved = fewest(mission, (), pieces_for(mission))
    assert (solved.proved, solved.least) == (True, certificate.par)


@pytest.mark.parametrize("name", QUICK)
def test_kk_6_cp_sat_proves_par_again(name: str) -> None:
    mission = mission_named(name)
    proof = prove(mission, (), pieces_for(mission))
    certificate = certificate_of(mission.mode, mission.number)
    assert (proof.status, proof.bound) == ("optimal", certificate.par)


@pytest.mark.parametrize("mode", ["buddy", "party"])
def test_kk_6_the_book_goes_from_gentle_to_brutal(mode: Mode) -> None:
    grades = [certificate_of(mode, number).grades[0] for number in range(1, BOOK + 1)]
    rates, stars = [one.rate for one in grades], [one.stars for one in grades]
    assert rates == sorted(rates, reverse=True)
    assert stars == sorted(stars)
    assert set(stars) == {1, 2, 3, 4, 5}
    assert 0 < rates[-1] < 0.15 < 0.95 < rates[0]


def test_kk_6_a_mission_is_hard_because_of_silence_and_not_of_luck() -> None:
    for mode, number in EVERY:
        certificate = certificate_of(mode, number)
        assert {one.deals for one in certificate.grades} == {DEALS}
        assert {one.version for one in certificate.grades} == {VERSION}
        for silent, opened in zip(certificate.grades, certificate.open_hands, strict=True):
            assert MODES[silent.seats] == mode
            assert opened.seats == silent.seats
            assert opened.rate >= max(0.3, silent.interval[0]), (mode, number)
            assert silent.stars < 4 or opened.rate >= min(0.95, 3 * silent.rate), (mode, number)


def test_certificates_read_as_they_are_written() -> None:
    for mode, number in EVERY:
        certificate, mission = certificate_of(mode, number), mission_named(f"{mode}/{number}")
        assert read_certificate(write_certificate(mission, certificate)) == certificate
    with pytest.raises(ValueError, match="12 rows of 12 cells"):
        parse_pieces(". .\n. .")
    assert parse_pieces(picture(mission_named("buddy/1"), ())) == ()


# --- Grades


def test_a_grade_has_wilsons_interval_and_stars_by_its_rate() -> None:
    for won, low, high in ((0, 0.0, 0.0095), (400, 0.9905, 1.0), (200, 0.4513, 0.5487)):
        assert Grade(2, 400, won, VERSION).interval == pytest.approx((low, high), abs=0.0001)
    for stars, least, most in ((1, 85, 100), (2, 60, 84), (3, 35, 59), (4, 15, 34), (5, 0, 14)):
        assert {Grade(2, 100, won, VERSION).stars for won in (least, most)} == {stars}


def test_the_first_deals_of_a_stored_grade_are_played_again() -> None:
    """The stored rate of 400 deals must be within the 95 % interval of the first 60 deals."""
    mission, certificate = mission_named("buddy/10"), certificate_of("buddy", 10)
    again = [is_won(play_game(deal_of(mission, 2, seed), seed)) for seed in range(60)]
    graded = grade(mission, 2, 60)
    assert graded == Grade(2, 60, again.count(True), VERSION)
    low, high = graded.interval
    assert low <= certificate.grades[0].rate <= high


def test_open_hands_win_deals_that_silence_loses() -> None:
    mission = mission_named("party/18")
    assert open_grade(mission, 4, 4).won > grade(mission, 4, 4).won
