"""The review of a finished mission in the terminal."""

import re
from math import ceil

import pytest
from msgspec.structs import replace

from chabudai.core import telling
from chabudai.core.rulebook import LANGUAGES
from chabudai.core.text import Reader
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.components.missions import mission_named
from chabudai.games.kakapo.review.certificates import certificate_of
from chabudai.games.kakapo.review.hindsight import Looked, Turned
from chabudai.games.kakapo.review.telling import tell_looked
from chabudai.games.kakapo.rules.history import Moment
from chabudai.games.kakapo.state import Round, Wild
from chabudai.games.kakapo.tests.reviews import GOLDEN, looked, states
from chabudai.games.kakapo.tests.tables import cells, lying
from chabudai.games.kakapo.text.layout import cells as width
from chabudai.games.kakapo.view import View

NAMES = {
    "en": ("You", "Kitsune", "Tanuki", "Usagi"),
    "ja": ("あなた", "きつね", "たぬき", "うさぎ"),
}

SHOWN = "you O7, Kitsune O1, you P2 and Kitsune G3"
SHOWN_JA = "あなたがO7、きつねがO1、あなたがP2、きつねがG3"
NARROW = 70
"""Minimum width of a wrapped line. It may be less than 80, since lines break between words."""


def last_view(name: str) -> View:
    return GAME.view(states(name)[-1], 0)


def told(answer: Looked, view: View, lang: str = "en") -> list[str]:
    reader = Reader(lang, GAME.text.catalogue(lang), NAMES[lang].__getitem__)
    (joint,) = tell_looked(answer, view).seats
    return [reader.sentence(line) for line in (*joint.lines, *joint.notes)]


def test_the_report_on_a_lost_mission_has_the_losing_move_and_the_winning_line() -> None:
    name = "the-last-round-is-over-4"
    answer, view = looked(name), last_view(name)
    missing, turned, headline, *line = told(answer, view)
    assert answer.turned is not None
    assert missing == f"{view.lacking} edges were missing."
    assert turned.startswith(f"Round {answer.turned.round + 1}: ")
    assert re.search(r"After that, no(thing could save| way to win was found)", turned)
    assert headline == (f"A way to win with open hands, from round {answer.turned.round + 1} on:")
    for sentence, moment in zip(line[: len(answer.line)], answer.line, strict=True):
        assert moment.round is not None
        assert tuple(re.findall(r"\w+ ([POBGY]\d)", sentence.partition(". ")[0])) == moment.cards
        assert f"{moment.round.decision} decides. {NAMES['en'][moment.round.seat]}: " in sentence
        laid = re.findall(r"([POBGY]\d) on ([A-L]\d+(?: [A-L]\d+)*)", sentence)
        assert [(piece, cells(where)) for piece, where in laid] == [
            (each.piece, each.cells) for each in moment.laid
        ]


def test_skills_and_rounds_without_a_piece_are_reported_in_both_languages() -> None:
    wild = Round(0, ("O7", "O1", "P2", "G3"), 0, "O7", Wild("G"), ("G7",))
    bare = Round(0, ("G7", "O2", "G1", "O3"), 0, "G7", None, ())
    laid = lying({"G7": "A1 B1 C1 A2 C2 A3 C3"})
    line = (
        Moment(wild, 0, wild.cards, ((), ()), "P", 5, laid, (), laid),
        Moment(bare, 0, bare.cards, ((), ()), "O", 4, laid, (), ()),
    )
    answer = Looked((True, True), Turned(1, "place", 1, "O1", proved=True), line)
    view = last_view("the-last-round-is-over-2")
    view = replace(view, mission=replace(view.mission, number=0), lacking=1)
    assert told(answer, view) == [
        "1 edge was missing.",
        "Round 2: Kitsune placed O1. After that, nothing could save the mission.",
        "A way to win with open hands, from round 2 on:",
        f"2: {SHOWN}. O7 decides. You: wild colour (green), G7 on A1 B1 C1 A2 C2 A3 C3.",
        "3: you G7, Kitsune O2, you G1 and Kitsune O3. G7 decides. You: no piece.",
    ]
    assert told(answer, view, "ja")[3:] == [
        f"2：{SHOWN_JA}。O7で決定。あなたがワイルドカラー（緑）でG7をA1 B1 C1 A2 C2 A3 C3に置く。",
        "3：あなたがG7、きつねがO2、あなたがG1、きつねがO3。G7で決定。あなたが置くピースはなし。",
    ]


@pytest.mark.parametrize(
    ("winnable", "sentence"),
    [
        ((None, False), "No way to win was found, not even from the start, and no proof against"),
        ((False, False), "These hands could not win the mission, however they were played."),
        ((True, True), "With open hands, the mission could be won until the end."),
    ],
)
def test_the_report_says_whether_the_absence_of_a_line_is_proved(
    winnable: tuple[bool | None, ...], sentence: str
) -> None:
    said = told(Looked(winnable, None), last_view("the-last-round-is-over-2"))
    assert said[1].startswith(sentence)
    assert not any("A way to win" in line for line in said)


def test_kk_41_the_report_on_a_won_mission_has_its_pieces_and_facts_about_the_win() -> None:
    name = "a-double-scan-of-2-succeeds"
    first, *facts = told(looked(name), last_view(name))
    assert first == "2 pieces in 1 round."
    assert "No fewer pieces can win this mission." in facts
    assert "Even with all hands open, no faster way exists." in facts
    assert any("opened it in round 1" in fact for fact in facts)


def test_the_report_on_a_slow_win_has_a_faster_way_round_by_round() -> None:
    slow, view = looked("the-last-round-is-over-2"), last_view("a-double-scan-of-2-succeeds")
    facts = (telling("No faster way."),)
    said = told(replace(slow, turned=None, facts=facts), view)
    assert said[1:3] == ["No faster way.", "A faster way, with open hands:"]
    assert said[3].startswith("1: ")


@pytest.mark.parametrize("seats", [3, 4])
def test_the_report_on_a_book_mission_has_its_stars_for_the_number_of_players(seats: int) -> None:
    view = last_view(f"the-last-round-is-over-{seats}")
    view = replace(view, mission=mission_named("party/11"))
    (grade,) = [one for one in certificate_of("party", 11).grades if one.seats == seats]
    said = told(Looked((None,), None), view)[-1]
    assert said.count("★") == grade.stars
    assert said.count("☆") == 5 - grade.stars
    assert said.endswith(f"Of 100 deals, a team of simple bots wins {round(100 * grade.rate)}.")


@pytest.mark.parametrize("name", GOLDEN)
def test_a_review_fits_a_terminal_of_80_by_24(name: str) -> None:
    for lang in LANGUAGES:
        lines = told(looked(name), last_view(name), lang)
        assert sum(ceil(width(line) / NARROW) for line in lines) < 24, lines
