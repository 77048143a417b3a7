"""The report of a finished game: whole sentences in both languages, for a seat or for all."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest

from chabudai.cli.report import report_lines
from chabudai.core import AnyGame, Telling
from chabudai.core.report import Report, report_on
from chabudai.core.telling import fields
from chabudai.core.text import Reader
from chabudai.core.transcript import Transcript, loads, replay
from chabudai.games import GAMES, folder_of

REPORTED = [game for game in GAMES.values() if "report" in game.extras.jobs]


@cache
def reported(name: str) -> tuple[Transcript, Report]:
    """A recorded game of the most seats that is over, and its report."""
    game = GAMES[name]
    recorded = map(loads, map(Path.read_bytes, folder_of(name).glob("golden/*.jsonl")))
    for played in sorted(recorded, key=lambda one: (-one.header.seats, len(one.entries))):
        *_, end = replay(game, played)
        if game.outcome(end) is not None:
            return played, report_on(game, played)
    raise AssertionError(name)


@pytest.mark.parametrize("game", REPORTED, ids=lambda game: game.name)
def test_every_sentence_of_a_report_has_its_facts_and_a_translation(game: AnyGame) -> None:
    japanese = game.text.catalogue("ja")
    told = [*tellings(msgspec.to_builtins(reported(game.name)[1]))]
    assert told
    for one in told:
        assert fields(one.text) == one.facts.keys()
        assert fields(japanese[one.text]) <= one.facts.keys()


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", REPORTED, ids=lambda game: game.name)
def test_a_seat_is_told_its_part_of_what_all_are_told(game: AnyGame, lang: str) -> None:
    played, report = reported(game.name)
    names = [f"P{seat}" for seat in range(played.header.seats)]
    reader = Reader(lang, game.text.catalogue(lang), names.__getitem__)
    everything = [*report_lines(report, reader, None)]
    for seat in range(len(names)):
        alone = [*report_lines(report, reader, seat)]
        assert set(alone) <= set(everything)
        assert not any("{" in line for line in alone)
        assert (re.search("[\u3042-\u3093]", "".join(alone)) is not None) == (lang == "ja")


def tellings(raw: object) -> Iterator[Telling]:
    """The sentences in a document, and those in their facts."""
    if isinstance(raw, dict):
        if raw.get("type") == "telling":
            yield msgspec.convert(raw, Telling)
        raw = [*raw.values()]
    if isinstance(raw, list | tuple):
        for each in raw:
            yield from tellings(each)
