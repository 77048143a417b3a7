"""A game's jobs, and reports: complete sentences in both languages, for one seat or for all."""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from chabudai.cli.report import report_lines
from chabudai.core import AnyGame, Seat, Slow, Step, Telling
from chabudai.core.report import Report, report_on
from chabudai.core.text import Reader
from chabudai.core.transcript import Transcript, loads, replayed
from chabudai.games import GAMES, folder_of
from tests.contract.test_tellings import is_complete

REPORTED = [game for game in GAMES.values() if "report" in game.extras.jobs]


@cache
def reported(name: str) -> tuple[Transcript, Report]:
    """Return the shortest finished recorded game of at least three players, and its report."""
    game = GAMES[name]
    recorded = map(loads, map(Path.read_bytes, folder_of(name).glob("golden/*.jsonl")))
    for played in sorted(recorded, key=lambda one: (one.header.seats < 3, len(one.entries))):
        replay = replayed(game, played)
        if game.outcome(replay.states[-1]) is not None:
            return played, report_on(game, replay)
    raise AssertionError(name)


@pytest.mark.parametrize("game", REPORTED, ids=lambda game: game.name)
def test_a_report_is_complete_in_both_languages_and_has_parts_that_cancel_out_between_seats(
    game: AnyGame,
) -> None:
    played, report = reported(game.name)
    assert all(is_complete(game, one) for one in tellings(msgspec.to_builtins(report)))
    outcome = game.outcome(replayed(game, played).states[-1])
    assert outcome is not None
    assert [one.seat for one in report.seats] in ([None], [*range(played.header.seats)])
    worths = [part.worth for one in report.seats for part in one.parts]
    assert abs(sum(worths)) <= 50 * len(report.seats)  # each margin is rounded
    for one in [one for one in report.seats if one.parts]:
        assert all(part.worth % 100 == 0 for part in one.parts)
        level = "level" in one.lines[0].text
        said = "0" if level else msgspec.to_builtins(one.lines[0].facts["worth"])["facts"]["n"]
        margin = sum(part.worth for part in one.parts)
        assert f"{abs(margin) / 1000:.1f}" == f"{float(said):.1f}"
        assert one.seat is not None
        mine = outcome.scores[one.seat]
        others = (sum(outcome.scores) - mine) / (len(outcome.scores) - 1)
        assert abs(margin) == pytest.approx(1000 * abs(mine - others), abs=51)
        assert margin >= 0 or one.seat not in outcome.winners
    moments = [moment.seat for one in report.seats for moment in one.moments]
    assert all(moments.count(seat) <= 3 for seat in moments)
    for moment in [moment for one in report.seats for moment in one.moments]:
        assert played.entries[moment.at].seat == moment.seat


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", REPORTED, ids=lambda game: game.name)
def test_a_seats_report_is_its_part_of_the_whole(game: AnyGame, lang: str) -> None:
    played, report = reported(game.name)
    names = [f"P{seat}" for seat in range(played.header.seats)]
    reader = Reader(lang, game.text.catalogue(lang), names.__getitem__)
    everything = [*report_lines(report, reader, None)]
    for seat in range(len(names)):
        alone = [*report_lines(report, reader, seat)]
        assert set(alone) <= set(everything)
        assert not any("{" in line for line in alone)
        assert (re.search("[\u3042-\u3093]", "".join(alone)) is not None) == (lang == "ja")


@pytest.mark.parametrize("game", REPORTED, ids=lambda game: game.name)
def test_a_review_and_a_report_of_a_game_apply_each_move_once(game: AnyGame) -> None:
    transcript, report = reported(game.name)
    applied: list[Seat] = []

    def apply(state: Any, seat: Seat, action: Any) -> Step[Any, Any]:
        applied.append(seat)
        return game.apply(state, seat, action)

    judge = replace(game, apply=apply)
    played = replayed(judge, transcript)
    found = [judge.extras.jobs[name].run(judge, played) for name in ("review", "report")]
    assert found[1] == report
    assert applied == [entry.seat for entry in transcript.entries]


def tellings(raw: object) -> Iterator[Telling]:
    """Yield each `Telling` in a document, including any nested in the facts of others."""
    if isinstance(raw, dict):
        if raw.get("type") == "telling":
            yield msgspec.convert(raw, Telling)
        raw = [*raw.values()]
    if isinstance(raw, list | tuple):
        for each in raw:
            yield from tellings(each)


def test_importing_games_imports_no_slow_modules_and_reads_no_data_before_a_bot_thinks() -> None:
    code = """
import sys
from chabudai.games import GAMES
print(len(GAMES), *(name for name in sys.modules if ".review" in name))
print(*sys.modules.keys() & {"asyncio", "http.client", "_hashlib", "ssl", "socket"})
from chabudai.games.word_porters.bots.meanings import rated
from chabudai.words.store import mapped
print(mapped.cache_info().currsize, rated.cache_info().currsize)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(len(GAMES)), "0", "0"]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_with_a_slow_question_has_a_job_that_answers_it(game: AnyGame) -> None:
    questions = get_args(game.questions) or (game.questions,)
    slow = [question for question in questions if question and issubclass(question, Slow)]
    assert ("ask" in game.extras.jobs) == bool(slow)
