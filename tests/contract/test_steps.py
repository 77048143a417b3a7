"""A recorded game step by step: each seat sees what it saw at the table."""

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from chabudai.core import CHANCE, events_for
from chabudai.core.steps import MOST, Steps, StepsRequest, steps_of
from chabudai.core.transcript import Transcript
from tests.support.game_cases import CASES, Case, Ply, Start, a_start, starts, walk
from tests.support.moves import scripted

pytestmark = pytest.mark.parametrize("room", CASES, ids=str)
data = st.data()


def recorded(room: Case, sitting: Start) -> tuple[Transcript, list[Ply]]:
    plies = [*walk(room, sitting)]
    return scripted(room.game, sitting.seats, sitting.options, plies), plies


def all_steps(room: Case, transcript: Transcript, seat: int | None) -> Steps:
    """Return every step, fetched in batches as the page does."""
    found = steps_of(room.game, StepsRequest(transcript, seat, 0))
    while len(found.steps) < found.of:
        more = steps_of(room.game, StepsRequest(transcript, seat, len(found.steps)))
        assert (more.of, more.first) == (found.of, len(found.steps))
        assert 0 < len(more.steps) <= MOST
        found = Steps(found.of, 0, (*found.steps, *more.steps))
    return found


@settings(max_examples=8)
@given(data)
def test_each_step_has_the_view_and_the_events_of_its_seat(room: Case, data: st.DataObject) -> None:
    game = room.game
    transcript, plies = recorded(room, data.draw(starts(room)))
    seat = data.draw(st.sampled_from([None, *range(transcript.header.seats)]))
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


def test_no_steps_exist_beyond_the_end(room: Case) -> None:
    transcript, _ = recorded(room, a_start(room))
    steps = steps_of(room.game, StepsRequest(transcript, 0, len(transcript.entries) + 1))
    assert steps.steps == ()
    assert 0 < steps.of <= len(transcript.entries) + 1
