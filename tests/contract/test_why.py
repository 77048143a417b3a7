"""Reasons for bots' moves: one sentence in both languages, with only public facts."""

import re
from collections import Counter
from functools import cache
from itertools import islice
from typing import Any

import msgspec
import pytest

from chabudai.core import CHANCE, AnyGame, Rng, Telling, play
from chabudai.core.why import REASON, Moved, Reason, ReasonRequest, why_for
from tests.contract.test_tellings import read
from tests.support.game_cases import CASES, Case, Start, a_start, random_starts, walk
from tests.support.moves import course, scripted

SAYING = [room for room in CASES if room.game.extras.why is not None]
EACH = 4
"""Check one in this many moves of a game."""


def check_read(game: AnyGame, reason: Telling) -> None:
    (english,) = read(game, "en", [reason])
    assert re.fullmatch(r"[^\n]+\.", english), english
    assert read(game, "ja", [reason])


@cache
def easy_game(name: str) -> tuple[list[Moved], Any]:
    room = next(one for one in CASES if one.game.name == name)
    game, sitting = room.game, a_start(room)
    bots = [game.bots["easy"](seat) for seat in range(sitting.seats)]
    plies = list(course(game, game.setup(sitting.options, sitting.seats), Rng(sitting.seed), *bots))
    return [Moved(*ply[:3]) for ply in plies], plies[-1].step.state


@pytest.mark.parametrize("room", SAYING, ids=str)
def test_bots_give_a_reason_for_each_kind_of_move_after_the_game(room: Case) -> None:
    game = room.game
    moved, end = easy_game(room.game.name)
    kinds = set[type]()
    for one in (one for one in moved if one.seat != CHANCE):
        if type(one.action) in kinds:
            continue
        if found := why_for(game, one, end, None):
            check_read(game, found)
            kinds.add(type(one.action))
    unsaid = {type(one.action).__name__ for one in moved if one.seat != CHANCE}
    assert unsaid - {kind.__name__ for kind in kinds} <= {"Ready", "Concede"}


@pytest.mark.parametrize("room", SAYING, ids=str)
def test_a_reason_is_given_once_it_is_disclosed_and_not_before(room: Case) -> None:
    game = room.game
    plies, end = easy_game(room.game.name)
    later = [*(one.before for one in plies[1:]), end]
    heard = [
        tuple(item.event for item in play(game, *one).news if item.to is None) for one in plies
    ]
    opening = [
        at for at, events in enumerate(heard) if any(map(game.extras.discloses_reasons, events))
    ]
    kinds = Counter[tuple[type, object]]()
    for at, one in enumerate(plies):
        kept = game.extras.reason_disclosure(one.action)
        kinds[type(one.action), kept] += 1
        if kinds[type(one.action), kept] > EACH:
            continue
        opened = at if kept == "open" else next(there for there in opening if there >= at)
        for now in {at, max(at, opened - 1), opened, len(later) - 1}:
            told = why_for(game, one, later[now], None) is not None
            assert told == (kept is not None and now >= opened), (one.action, kept, now)


@pytest.mark.parametrize("room", SAYING, ids=str)
@random_starts(1)
def test_reasons_of_random_moves_are_sentences_in_both_languages(
    room: Case, sitting: Start
) -> None:
    game = room.game
    plies = list(islice(walk(room, sitting), 40 * EACH))
    for ply in plies[1::EACH]:
        moved = Moved(ply.before, ply.seat, ply.action)
        if found := why_for(game, moved, plies[-1].step.state, None):
            check_read(game, found)


@pytest.mark.parametrize("room", SAYING, ids=str)
@random_starts(1)
def test_two_tables_that_look_the_same_to_a_seat_give_it_the_same_reason(
    room: Case, sitting: Start
) -> None:
    game, rng = room.game, Rng(~sitting.seed)
    for ply in islice(walk(room, sitting), 1, 40 * EACH, EACH):
        for asker in (rng.below(sitting.seats), None):
            if ply.seat in (CHANCE, asker):
                continue
            double = room.support.scramble(ply.before, asker, rng, ply.action)
            twin = room.support.disguise(ply.before, asker, ply.seat, ply.action)
            assert game.extras.reason_disclosure(ply.action) == game.extras.reason_disclosure(twin)
            there = play(game, double, ply.seat, twin).state
            if game.view(there, asker) == game.view(ply.step.state, asker):
                one = why_for(game, Moved(ply.before, *ply[1:3]), ply.step.state, asker)
                assert one == why_for(game, Moved(double, ply.seat, twin), there, asker)


@pytest.mark.parametrize("room", SAYING, ids=str)
def test_a_job_gives_the_same_reasons_for_a_recorded_game(room: Case) -> None:
    game, sitting = room.game, a_start(room)
    moved, end = easy_game(room.game.name)
    moves = ((one.seat, one.action) for one in moved)
    transcript = scripted(game, sitting.seats, sitting.options, moves)
    at = next(at for at, one in enumerate(moved) if why_for(game, one, end, 0))
    for number, asker in ((at, 0), (at, None), (0, 0)):
        told = REASON.run(game, ReasonRequest(transcript, number, asker))
        one = moved[number]
        assert told == Reason(one.seat, why_for(game, one, end, asker))
    half = msgspec.structs.replace(transcript, entries=transcript.entries[: at + 1])
    now = moved[at + 1].before if at + 1 < len(moved) else end
    told = REASON.run(game, ReasonRequest(half, at, 0))
    assert told == Reason(moved[at].seat, why_for(game, moved[at], now, 0))


@pytest.mark.parametrize("room", [room for room in CASES if room.game.extras.why is None], ids=str)
def test_a_game_without_reasons_gives_and_keeps_none(room: Case) -> None:
    for ply in islice(walk(room, a_start(room)), 9):
        assert why_for(room.game, Moved(*ply[:3]), ply.step.state, None) is None
        assert room.game.extras.reason_disclosure(ply.action) is None
        assert not any(room.game.extras.discloses_reasons(item.event) for item in ply.step.news)
