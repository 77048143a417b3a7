"""The review of a finished mission: the losing move, alternative moves, and the report."""

import re
from functools import cache, partial
from math import ceil
from typing import Any

import pytest
from msgspec.structs import replace

from chabudai.core import Rng, Seat, telling
from chabudai.core.report import report_on
from chabudai.core.rulebook import LANGUAGES
from chabudai.core.text import Reader
from chabudai.core.transcript import Recorded, begin, record, replayed
from chabudai.games import folder_of
from chabudai.games.kakapo import GAME
from chabudai.games.kakapo.components.missions import mission_named
from chabudai.games.kakapo.review import hindsight, retry
from chabudai.games.kakapo.review.certificates import certificate_of
from chabudai.games.kakapo.review.chances import outlook
from chabudai.games.kakapo.review.hindsight import (
    THOROUGH,
    Chance,
    Looked,
    Moved,
    Turned,
    followed,
    is_won,
    line_from,
    look_back,
    moves_of,
    turned_with,
)
from chabudai.games.kakapo.review.jobs import JOBS
from chabudai.games.kakapo.review.telling import tell_looked
from chabudai.games.kakapo.review.wins import find_bravest
from chabudai.games.kakapo.rules.history import Moment, moments_of
from chabudai.games.kakapo.rules.scanning import succeeded
from chabudai.games.kakapo.solver.settling import settle
from chabudai.games.kakapo.state import (
    Action,
    Concede,
    Options,
    Place,
    Reveal,
    Round,
    Select,
    State,
    Wild,
)
from chabudai.games.kakapo.tests.tables import GAP, PURPLE, cells, deciding, lying, make, table
from chabudai.games.kakapo.text.layout import cells as width
from chabudai.games.kakapo.view import View
from tests.support.moves import course, golden, scripted

GOLDEN = sorted(path.stem for path in (folder_of("kakapo") / "golden").glob("*.jsonl"))
recorded = cache(partial(golden, GAME))


@cache
def looked(name: str) -> Looked:
    answer = JOBS["review"].run(GAME, recorded(name))
    assert isinstance(answer, Looked)
    return answer


def moves_in(played: Recorded) -> list[Moved]:
    return [*moves_of(played.transcript, played.states)]


# --- The losing move


@pytest.mark.parametrize(
    "name", ["the-last-round-is-over-2", "the-last-round-is-over-4", "a-piece-has-no-place-4"]
)
def test_the_losing_move_was_made_in_the_last_round_with_a_winning_line_which_is_shown(
    name: str,
) -> None:
    answer, moves = looked(name), moves_in(recorded(name))
    at = answer.turned
    assert at is not None
    assert at.round == answer.winnable.count(True) - 1
    (move,) = [one for one in moves if turned_with(one, proved=at.proved) == at]
    assert all(line_from(one.after) is None for one in moves[moves.index(move) :])
    assert settle(move.after, THOROUGH).lost == at.proved
    begun = next(one.before for one in moves if one.before.round == at.round + 1)
    assert answer.line[0].hands == begun.hands
    won = [succeeded(begun.mission, one.edges) for one in answer.line]
    assert won.index(True) == len(won) - 1


LATE: dict[str, Any] = {"board": GAP, "birds": (PURPLE,), "round": 8}
DECIDING = deciding("P1 O2 O3 O4", "P1", **LATE)
TAKEN = make(DECIDING, (0, Select()))
HELD_BACK = table("", "P1 B5", revealed="O2 O3 O4", **LATE, counters=0)
AWAY, ON_TOP = Place("P1", 0, 0, 0), Place("P1", 0, 4, 5)


def made(state: State, *moves: tuple[Seat, Reveal | Select | Place]) -> list[Moved]:
    """Make the moves, and return each with the states before and after it."""
    found: list[Moved] = []
    for at, (seat, action) in enumerate(moves):
        after = make(state, (seat, action))
        found.append(Moved(at, state, seat, action, after))
        state = after
    return found


def turning_point(moves: list[Moved]) -> Turned | None:
    chance, lost = hindsight.judge((moves[0].before, *(move.after for move in moves)))
    assert chance is not None
    at, _ = followed(chance, moves)
    return turned_with(moves[at], proved=at + 1 >= lost) if at < len(moves) else None


@pytest.mark.parametrize(
    ("state", "moves", "turned", "best", "other"),
    [
        # KK-19: the winning card is held back
        (
            HELD_BACK,
            ((1, Reveal("B5")), (0, Select()), (0, Place("O4", 0, 0, 0))),
            ("card", 1, "B5"),
            Reveal("P1"),
            Concede(wish=True),
        ),
        # KK-24: wild colour takes a piece whose colour the edge does not accept
        (
            DECIDING,
            ((0, Select(Wild("O"))), (0, Place("O1", 0, 4, 5))),
            ("piece", 0, "P1"),
            Select(),
            Select(Wild("B")),
        ),
        # KK-32: the piece is placed far away
        (TAKEN, ((0, AWAY),), ("place", 0, "P1"), ON_TOP, Place("P1", 0, 11, 11)),
    ],
)
def test_kk_19_kk_24_kk_32_a_move_that_lost_is_found_and_judged_against_others(
    state: State,
    moves: tuple[tuple[Seat, Reveal | Select | Place], ...],
    turned: tuple[Any, Seat, str],
    best: Action,
    other: Action,
) -> None:
    assert turning_point(made(state, *moves)) == Turned(7, *turned, proved=True)
    seat, action = moves[0]
    begun = record(begin(GAME, len(state.hands), state.options), seat, action)
    lost = Recorded(GAME, begun, (state, make(state, (seat, action))), ((), ()))
    shown, again, saved, lost_too = (
        retry.judge(lost, 0, one) for one in (None, action, best, other)
    )
    assert (shown.action, shown.best) == (best, True)
    assert [type(one) for one in shown.then] == [Place] * isinstance(best, Select)
    assert shown.said[0].text.startswith("With {move}, the mission could be won in round {round}")
    assert shown.said[0].facts["round"] == 8
    assert (again.best, saved.best, lost_too.best) == (False, True, False)
    assert again.said[1].text == "With {move}, nothing could save the mission."
    assert [one.text for one in saved.said[len(shown.said) :]] == [
        "What was played lost it.",
        "Nothing better is known.",
    ]
    assert lost_too.said != again.said


def test_kk_17_kk_41_a_winning_or_a_forced_move_never_turned_a_mission() -> None:
    assert turning_point(made(DECIDING, (0, Select()), (0, ON_TOP))) is None
    forced = made(table("P1", "B5", revealed="O2 O3", **LATE, counters=0), (0, Reveal("P1")))
    assert followed(Chance(0, ((0, Reveal("P1")),)), forced) == Chance(1, ())


@pytest.mark.parametrize("counters", [1, 2])
def test_kk_a4_a_winning_line_uses_a_skill_if_the_table_demands_one(counters: int) -> None:
    board = {**GAP, "P8": "A1 A2 A3 B3 C3 D3 D2 D1", "P6": "A10 A11 A12 B12 C12 D12"}
    late = {**LATE, "board": board, "round": 7, "options": Options(rescue_forced=True)}
    state = table("P1 O4", "B5 G6 Y7", revealed="P7 O2 O3", **late, counters=counters)
    line = line_from(state)
    assert line is not None
    assert is_won(make(state, *line))


# --- Moments


def played_by_bots(mission: int, seed: int) -> Recorded:
    options = Options(mission=mission)
    bots = [GAME.bots["easy"](persona) for persona in range(2)]
    plies = course(GAME, GAME.setup(options, 2), Rng(seed), *bots)
    return replayed(GAME, scripted(GAME, 2, options, plies))


def test_the_moments_of_a_lost_mission_are_its_turning_move_and_poor_placements() -> None:
    played = played_by_bots(15, 2)
    turned = look_back(GAME, played).turned
    (report,) = report_on(GAME, played).seats
    first, *others = report.moments
    assert turned is not None
    moves = {move.at: move for move in moves_in(played)}
    assert turned_with(moves[first.at], proved=turned.proved) == turned
    assert others
    assert len({one.seat for one in others}) == len(others)
    for one in others:
        assert isinstance(moves[one.at].action, Place)
        before, after = (outlook(played.states[at]).win for at in (one.at, one.at + 1))
        assert before is not None
        assert after is None or before.round < after.round


def test_the_moments_of_a_won_mission_are_moves_that_made_it_slower_or_a_seats_bravest_card() -> (
    None
):
    played = played_by_bots(3, 1)
    end = played.states[-1]
    (report,) = report_on(GAME, played).seats
    slower, brave = report.moments
    action = retry.judge(played, slower.at, None).action
    win = outlook(make(played.states[slower.at], (slower.seat, action))).win
    assert win is not None
    assert win.round < end.round
    bravest = find_bravest(moments_of(end), brave.seat)
    assert bravest is not None
    moves = {move.at: move for move in moves_in(played)}
    assert moves[brave.at].before.round == bravest.round
    assert moves[brave.at].action == Reveal(bravest.played.decision)
    assert bravest.beaten_by == brave.answer[1].facts["n"]
    assert {slower.seat, brave.seat} == {0, 1}


# --- The report

NAMES = {
    "en": ("You", "Kitsune", "Tanuki", "Usagi"),
    "ja": ("あなた", "きつね", "たぬき", "うさぎ"),
}
SHOWN = "you O7, Kitsune O1, you P2 and Kitsune G3"
SHOWN_JA = "あなたがO7、きつねがO1、あなたがP2、きつねがG3"
NARROW = 70
"""Minimum width of a wrapped line. It may be less than 80, since lines break between words."""


def last_view(name: str) -> View:
    return GAME.view(recorded(name).states[-1], 0)


def told(answer: Looked, view: View, lang: str = "en") -> list[str]:
    reader = Reader(lang, GAME.text.catalogue(lang), NAMES[lang].__getitem__)
    (joint,) = tell_looked(answer, view).seats
    return [reader.sentence(line) for line in (*joint.lines, *joint.notes)]


@pytest.mark.parametrize("name", GOLDEN)
def test_a_mission_is_winnable_then_perhaps_unknown_then_lost_in_a_report_of_80_by_24(
    name: str,
) -> None:
    answer = looked(name)
    assert list(answer.winnable) == sorted(answer.winnable, key=(True, None, False).index)
    if name.startswith("the-last-round-is-over"):
        assert len(answer.winnable) == (8 if name.endswith("2") else 10)
        assert answer.winnable[-1] is False
    elif name in ("a-double-scan-of-2-succeeds", "all-2-give-up"):
        assert set(answer.winnable) == {True}
        assert answer.turned is None
        assert answer.line or name != "all-2-give-up"
    for lang in LANGUAGES:
        lines = told(answer, last_view(name), lang)
        assert sum(ceil(width(line) / NARROW) for line in lines) < 24, lines


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


def test_the_report_says_whether_the_absence_of_a_line_is_proved() -> None:
    for winnable, sentence in (
        ((None, False), "No way to win was found, not even from the start, and no proof against"),
        ((False, False), "These hands could not win the mission, however they were played."),
        ((True, True), "With open hands, the mission could be won until the end."),
    ):
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
    slow = replace(
        looked("the-last-round-is-over-2"), turned=None, facts=(telling("No faster way."),)
    )
    said = told(slow, last_view(name))
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
