"""Answers for seats that are out of turn or absent, and answers after the end. Recorded games show
each seat, step by step, what it saw at the table.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from chabudai.core import CHANCE, Bot, NotToMove, Rng, Seat, events_for, play
from chabudai.core.steps import MOST, Steps, StepsRequest, steps_of
from chabudai.core.transcript import Transcript
from tests.support.game_cases import CASES, Case, Start, movers, playable, random_starts, walk
from tests.support.moves import scripted

pytestmark = pytest.mark.parametrize("room", CASES, ids=str)


def tables(room: Case) -> Iterator[Start]:
    """Yield the smallest table, the next one and the largest, each with different options."""
    seats = room.game.seats
    for number in sorted({seats[0], seats[min(1, len(seats) - 1)], seats[-1]}):
        for at, options in enumerate(room.support.TABLES):
            if at % 3 == number % 3 and playable(room, options, number):
                yield Start(number, options, number, 1)


def moments(room: Case, sitting: Start) -> Iterator[Any]:
    """Yield the state before the deal, a few states of each phase, and the last one."""
    plies = list(walk(room, sitting))
    met: Counter[type] = Counter()
    for state in (plies[0].before, *(ply.step.state for ply in plies)):
        kind = type(getattr(state, "phase", None))  # not every game has phases
        met[kind] += 1
        if met[kind] < 3:
            yield state
    yield plies[-1].step.state


def tables_and_moments(room: Case) -> Iterator[tuple[Start, Any]]:
    return ((sitting, state) for sitting in tables(room) for state in moments(room, sitting))


def nowhere(seats: int) -> tuple[Seat, ...]:
    return (CHANCE, -2, seats, 99)


def bots_of(room: Case) -> list[Bot[Any, Any]]:
    """Return a bot of each kind, and one that makes the idle move."""
    kinds = [*room.game.bots.values(), *filter(None, (room.game.extras.greedy,))]
    return [*(kind(0) for kind in kinds), lambda view, seat, _: room.game.idle(view, seat)]


def test_a_seat_without_a_move_is_offered_none_and_bots_refuse_to_move_for_it(room: Case) -> None:
    game, bots = room.game, bots_of(room)
    for sitting, state in tables_and_moments(room):
        for seat in (*range(sitting.seats), *nowhere(sitting.seats)):
            there = seat in range(sitting.seats)
            view = game.view(state, seat if there else None)
            owes = there and seat in game.to_act(state)
            asked: list[Bot[Any, Any]] = [] if owes else [*bots]
            if game.extras.advise is not None and not owes:
                asked.append(game.extras.advise())
            if seat not in movers(room, state):
                assert game.menu(view, seat) == ()
                assert list(game.legal_actions(view, seat)) == []
                asked.append(game.sample)
            for ask in asked:
                with pytest.raises(NotToMove, match=f"^Seat {seat} owes no move that can be"):
                    ask(view, seat, Rng(1))


def test_the_clock_is_a_number_of_seconds_or_none_for_any_seat_at_any_moment(room: Case) -> None:
    seconds: set[int | None] = set()
    for number, options in enumerate(room.support.TABLES):
        seats = next(seats for seats in room.game.seats if playable(room, options, seats))
        for state in moments(room, Start(seats, options, number, 0)):
            views = [room.game.view(state, eyes) for eyes in (*range(seats), None)]
            for seat in (*range(seats), *nowhere(seats)):
                seconds |= {room.game.clock(view, seat) for view in views}
    assert None in seconds
    assert len(seconds) > 1
    assert all(one is None or one > 0 for one in seconds)


def test_an_absent_seat_has_no_view_and_no_answers(room: Case) -> None:
    game = room.game
    for sitting, state in tables_and_moments(room):
        for seat in nowhere(sitting.seats):
            with pytest.raises(IndexError, match=f"^There is no seat {seat}: there are "):
                game.view(state, seat)
            view = game.view(state, None)
            assert game.extras.agree is None or game.extras.agree(view, seat) is None
            for question in room.support.questions(view, Rng(1)):
                with pytest.raises(IndexError, match=f"^There is no seat {seat}: there are "):
                    game.ask(view, seat, question)


def test_a_bot_with_another_seats_view_moves_legally_or_raises_an_error(room: Case) -> None:
    game, (easy, *_, idle) = room.game, bots_of(room)
    for sitting, state in tables_and_moments(room):
        for seat in set(game.to_act(state)) - {CHANCE}:
            for eyes in (None, (seat + 1) % sitting.seats):
                view = game.view(state, eyes)
                for choose in (easy, game.sample, idle):
                    with suppress(NotToMove):
                        play(game, state, seat, choose(view, seat, Rng(1)))


def all_steps(room: Case, transcript: Transcript, seat: int | None) -> Steps:
    """Fetch all steps in batches, as the page does, and return them."""
    found = steps_of(room.game, StepsRequest(transcript, seat, 0))
    assert len(found.steps) == min(MOST, found.of)
    while len(found.steps) < found.of:
        more = steps_of(room.game, StepsRequest(transcript, seat, len(found.steps)))
        assert (more.of, more.first) == (found.of, len(found.steps))
        assert 0 < len(more.steps) <= MOST
        found = Steps(found.of, 0, (*found.steps, *more.steps))
    assert steps_of(room.game, StepsRequest(transcript, seat, found.of)).steps == ()
    return found


@random_starts(4)
def test_each_step_has_the_view_and_the_events_of_its_seat(room: Case, sitting: Start) -> None:
    game = room.game
    plies = [*walk(room, sitting)]
    transcript = scripted(game, sitting.seats, sitting.options, plies)
    seat = Rng(sitting.seed).choice((None, *range(sitting.seats)))
    states = [ply.step.state for ply in plies if CHANCE not in game.to_act(ply.step.state)]
    if CHANCE not in game.to_act(plies[0].before):
        states.insert(0, plies[0].before)
    steps = all_steps(room, transcript, seat)
    assert steps.of == len(states)
    for state, step in zip(states, steps.steps, strict=True):
        assert bytes(step.view) == msgspec.json.encode(game.view(state, seat))
        assert step.to_act == game.to_act(state)
    heard = [event for ply in plies for event in events_for(ply.step.news, seat)]
    told = [
        (bytes(event), sentences)
        for step in steps.steps
        for event, sentences in zip(step.events, step.tellings, strict=True)
    ]
    assert told == [(msgspec.json.encode(event), tuple(game.text.tell(event))) for event in heard]
