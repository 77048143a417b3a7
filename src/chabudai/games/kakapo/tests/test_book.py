"""The Kakapo's book: every solution holds, every par is proved, every grade is reproduced."""

import pytest

from chabudai.games.kakapo.bots.reference import VERSION
from chabudai.games.kakapo.components.cards import ABSENT, MODES, ROUNDS, Mode
from chabudai.games.kakapo.components.missions import BOOK, mission_named
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
    SEATS,
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
from chabudai.games.kakapo.tests.tables import laid

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


@pytest.mark.parametrize(
    ("won", "deals", "low", "high"),
    [
        (0, 400, 0.0, 0.0095),
        (400, 400, 0.9905, 1.0),
        (200, 400, 0.4513, 0.5487),
        (1, 10, 0.0179, 0.4042),
    ],
)
def test_the_interval_of_a_rate_is_wilsons(won: int, deals: int, low: float, high: float) -> None:
    assert Grade(2, deals, won, VERSION).interval == pytest.approx((low, high), abs=0.0001)


@pytest.mark.parametrize(
    ("won", "stars"),
    [(100, 1), (85, 1), (84, 2), (60, 2), (59, 3), (35, 3), (34, 4), (15, 4), (14, 5)],
)
def test_stars_go_by_the_rate(won: int, stars: int) -> None:
    assert Grade(2, 100, won, VERSION).stars == stars


@pytest.mark.parametrize("name", ["buddy/8", "party/12"])
def test_the_reference_bot_plays_the_same_every_time_and_by_the_rules(name: str) -> None:
    mission = mission_named(name)
    for seats in SEATS[mission.mode]:
        won = [is_won(play_game(deal_of(mission, seats, seed), seed)) for seed in range(6)]
        assert grade(mission, seats, 6) == Grade(seats, 6, won.count(True), VERSION)


def test_the_first_deals_of_a_stored_grade_are_played_again() -> None:
    """The stored rate, of 400 deals, must be within the 95 % interval of the first 60 deals."""
    mission, certificate = mission_named("buddy/10"), certificate_of("buddy", 10)
    low, high = grade(mission, 2, 60).interval
    assert low <= certificate.grades[0].rate <= high


def test_open_hands_win_deals_that_silence_loses() -> None:
    mission = mission_named("party/18")
    assert open_grade(mission, 4, 4).won > grade(mission, 4, 4).won
