"""Nothing that a seat may not know leaves the process, whatever the way out.

A second table is dealt that differs from the first only in what a seat cannot know, and all that
the seat receives must be the same, byte for byte. Whether this would see a leak is tried on leaks
that are planted here.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any
from zlib import crc32

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from chabudai.core import (
    CHANCE,
    AnyGame,
    Illegal,
    Rng,
    Seat,
    Step,
    Telling,
    events_for,
    play,
    telling,
)
from chabudai.core.advising import advice_for
from tests.support.every_room import OUTSIDE, ROOMS, Room, Start, a_start, movers, starts, walk

pytestmark = pytest.mark.slow

data = st.data()
LISTED = 3
"""In a game the legal actions are listed for so many states only, because that takes long."""

WATCHED = 50
"""From this move of a game on, not everybody but somebody is watched, because games may be long."""


class Leak(AssertionError):
    """A seat can tell apart two tables that it should not."""


def encode(value: object) -> bytes:
    return msgspec.json.encode(value)


def look_for_leaks(room: Room, sitting: Start) -> int:
    """Play a game at random beside its double, in which what is hidden lies elsewhere and nothing
    else does. Returns how often the double was another one. Raises Leak.
    """
    rng, changed = Rng(~sitting.seed), 0
    for at, ply in enumerate(walk(room, sitting)):
        everyone = (*range(sitting.seats), None)
        for seat in everyone if at < WATCHED else (rng.choice(everyone),):
            double = room.support.scramble(ply.before, seat, rng)
            assert room.support.pieces(double) == room.support.pieces(ply.before)
            changed += double != ply.before
            same(shown, room, ply.before, double, seat)
            same_consequences(room, ply.before, ply.seat, ply.action, seat, rng)
            if seat is not None and at % 9 == 1 and at < 9 * LISTED:
                double = room.support.scramble(ply.before, seat, rng)
                same(listed, room, ply.before, double, seat)
        for action in probes(room, ply.before, ply.seat, ply.action, rng):
            same_consequences(room, ply.before, ply.seat, action, ply.seat, rng)
    return changed


def same_consequences(
    room: Room, state: Any, actor: Seat, action: Any, seat: Seat | None, rng: Rng
) -> None:
    """Check that `seat` learns nothing of a move that it may not know afterwards."""
    double = room.support.scramble(state, seat, rng, action)
    twin = room.support.disguise(state, seat, actor, action)
    if (one := learnt(room.game, state, actor, action, seat)) != (
        other := learnt(room.game, double, actor, twin, seat)
    ):
        raise Leak(f"{seat} learns from {action} either {one!r} or {other!r}")


def learnt(game: AnyGame, state: Any, actor: Seat, action: Any, seat: Seat | None) -> bytes:
    """Return the announcement and the view after a move for `seat`, or the refusal."""
    try:
        step = play(game, state, actor, action)
    except Illegal as refusal:
        # Only who tried is told.
        return encode((refusal.rule, refusal.text, refusal.facts, str(refusal)))
    heard = events_for(step.news, seat)
    tellings = list(map(game.text.tell, heard))
    return encode((heard, tellings, game.view(step.state, seat), game.to_act(step.state)))


def same(
    way_out: Callable[[Room, Any, Seat | None], bytes],
    room: Room,
    state: Any,
    double: Any,
    seat: Seat | None,
) -> None:
    """One way out, asked at both tables."""
    if (one := way_out(room, state, seat)) != (other := way_out(room, double, seat)):
        raise Leak(f"{seat} is shown either {one!r} or {other!r}")


def shown(room: Room, state: Any, seat: Seat | None) -> bytes:
    """All that a seat is sent or may ask for while nobody moves."""
    game = room.game
    view = game.view(state, seat)
    lines = [game.text.show(view, seat, lang) for lang in ("en", "ja")]
    imagined = game.determinize(view, Rng(5))
    if seat is None:
        return encode((view, lines, imagined))
    questions = room.support.questions(view, Rng(7))
    answers = [game.ask(view, seat, question) for question in questions]
    moves: list[object] = [game.menu(view, seat)]
    if seat in game.to_act(state):
        moves.append(game.idle(view, seat))
        lines += [part for lang in ("en", "ja") for part in game.text.due(view, seat, lang)]
    if seat in movers(room, state):
        moves.append(game.sample(view, seat, Rng(9)))
    waiting = (game.to_act(state), game.may_act(state))
    return encode((view, lines, imagined, answers, moves, waiting))


def listed(room: Room, state: Any, seat: Seat | None) -> bytes:
    """The legal actions, of which there may be many, and the advice, which takes as long."""
    assert seat is not None
    moves = seat in movers(room, state)
    view = room.game.view(state, seat)
    actions = list(room.game.legal_actions(view, seat)) if moves else []
    advised = room.game.extras.advise is not None and seat in room.game.to_act(state)
    return encode((actions, advice_for(room.game, view, seat) if advised else None))


def probes(room: Room, state: Any, seat: Seat, action: Any, rng: Rng) -> Iterator[Any]:
    """Moves that somebody might try only to see what is said of them."""
    if seat == CHANCE:
        return
    view = room.game.view(state, seat)
    yield action
    yield from (room.support.odd(view, seat, rng) for _ in range(3))
    yield from (room.game.sample(view, seat, rng) for _ in range(3))


@pytest.mark.parametrize("room", ROOMS, ids=str)
@settings(max_examples=6)
@given(data)
def test_no_seat_can_tell_apart_what_it_may_not_know(room: Room, data: st.DataObject) -> None:
    # In somebody's own game everything may lie open.
    assert look_for_leaks(room, data.draw(starts(room))) or room in OUTSIDE


@pytest.mark.parametrize("room", ROOMS, ids=str)
@settings(max_examples=5)
@given(data)
def test_a_canary_at_the_bottom_is_never_heard(room: Room, data: st.DataObject) -> None:
    game, sitting = room.game, data.draw(starts(room))
    plies = walk(room, sitting)
    found = room.support.canary(next(plies).step.state)
    if found is None:  # Somebody sees each thing: no secret of this game is everybody's.
        assert room in OUTSIDE
        return
    state, needle = found
    hidden = needle.encode()
    assert hidden in encode(state)
    rng = Rng(sitting.seed)
    for at in range(200):
        for seat in (*range(sitting.seats), None):
            assert hidden not in shown(room, state, seat)
            if seat is not None and at == 0:
                assert hidden not in listed(room, state, seat)
        if not (able := movers(room, state)):
            break
        seat = rng.choice(able)
        action = game.sample(game.view(state, seat), seat, rng)
        for hearer in (*range(sitting.seats), None):
            assert hidden not in learnt(game, state, seat, action, hearer)
        state = play(game, state, seat, action).state
    assert hidden in encode(state)


# --- Planted leaks in Word Bank, which the same search must find

WORD_BANK = next(room for room in ROOMS if room.game.name == "word-bank")
GAME = WORD_BANK.game
PLANTED: list[Callable[[], AnyGame]] = []


def put_into(view: Any, secret: object) -> Any:
    """The view with a secret where a password should be."""
    return msgspec.structs.replace(view, used=(*view.used, str(secret)))


@PLANTED.append
def the_pile_in_the_view() -> AnyGame:
    return replace(GAME, view=lambda s, seat: put_into(GAME.view(s, seat), s.pile))


@PLANTED.append
def the_top_card_in_the_view_of_one_seat() -> AnyGame:
    def view(state: Any, seat: Seat | None) -> Any:
        honest = GAME.view(state, seat)
        return put_into(honest, state.pile[:1]) if seat == 1 else honest

    return replace(GAME, view=view)


@PLANTED.append
def the_bottom_card_in_the_view_of_spectators() -> AnyGame:
    def view(state: Any, seat: Seat | None) -> Any:
        honest = GAME.view(state, seat)
        return put_into(honest, state.pile[-1:]) if seat is None else honest

    return replace(GAME, view=view)


@PLANTED.append
def the_seed_in_the_view() -> AnyGame:
    """A number from which the pile could be worked out, as good as the seed itself."""
    return replace(GAME, view=lambda s, seat: put_into(GAME.view(s, seat), crc32(encode(s.pile))))


@PLANTED.append
def the_votes_in_the_view() -> AnyGame:
    def view(state: Any, seat: Seat | None) -> Any:
        return put_into(GAME.view(state, seat), getattr(state.phase, "votes", ""))

    return replace(GAME, view=view)


def with_news(more: Callable[[Any, Any, Step[Any, Any]], Step[Any, Any]]) -> AnyGame:
    """The game with its news tampered with, given the state and the action before."""
    return replace(GAME, apply=lambda s, seat, a: more(s, a, GAME.apply(s, seat, a)))


@PLANTED.append
def the_next_card_in_what_all_hear() -> AnyGame:
    def tell(_state: Any, _action: Any, step: Step[Any, Any]) -> Step[Any, Any]:
        top = step.state.pile[0].letter if step.state.pile else ""
        heard = [
            msgspec.structs.replace(news.event, word=news.event.word + top)
            if hasattr(news.event, "word")
            else news.event
            for news in step.news
        ]
        tampered = (
            msgspec.structs.replace(news, event=event)
            for news, event in zip(step.news, heard, strict=True)
        )
        return msgspec.structs.replace(step, news=tuple(tampered))

    return with_news(tell)


@PLANTED.append
def a_vote_in_what_all_hear() -> AnyGame:
    def tell(state: Any, action: Any, step: Step[Any, Any]) -> Step[Any, Any]:
        news = step.news * 2 if getattr(action, "accept", False) else step.news
        return msgspec.structs.replace(step, news=news)

    return with_news(tell)


@PLANTED.append
def a_move_allowed_by_a_hidden_card() -> AnyGame:
    def apply(state: Any, seat: Seat, action: Any) -> Step[Any, Any]:
        if hasattr(action, "word") and state.pile[0].letter in "EIAS":
            raise Illegal("WB-16", "Not now.")
        return GAME.apply(state, seat, action)

    return replace(GAME, apply=apply)


@PLANTED.append
def a_refusal_that_names_a_hidden_card() -> AnyGame:
    def apply(state: Any, seat: Seat, action: Any) -> Step[Any, Any]:
        try:
            return GAME.apply(state, seat, action)
        except Illegal as refusal:
            text = f"{refusal.text} There would have been {state.pile[-1].letter}."
            raise Illegal(refusal.rule, text, **refusal.facts) from None

    return replace(GAME, apply=apply)


class Peephole:
    """A way round the view: the last state that was looked at is remembered."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.state: Any = None

    def view(self, state: Any, seat: Seat | None) -> Any:
        self.state = state
        return self.game.view(state, seat)


@PLANTED.append
def an_imagined_table_with_the_true_pile() -> AnyGame:
    hole = Peephole(GAME)

    def determinize(view: Any, rng: Rng) -> Any:
        return msgspec.structs.replace(GAME.determinize(view, rng), pile=hole.state.pile)

    return replace(GAME, view=hole.view, determinize=determinize)


@PLANTED.append
def legal_actions_that_know_the_pile() -> AnyGame:
    hole = Peephole(GAME)

    def legal_actions(view: Any, seat: Seat) -> Iterator[Any]:
        legal = list(GAME.legal_actions(view, seat))
        yield from legal[::-1] if hole.state.pile[0].letter < hole.state.pile[1].letter else legal

    return replace(GAME, view=hole.view, legal_actions=legal_actions)


@PLANTED.append
def a_menu_that_knows_the_pile() -> AnyGame:
    hole = Peephole(GAME)

    def menu(view: Any, seat: Seat) -> tuple[Any, ...]:
        known = hole.state.pile and hole.state.pile[-1].letter in "EIASTN"
        return GAME.menu(view, seat) if known else ()

    return replace(GAME, view=hole.view, menu=menu)


@PLANTED.append
def an_answer_that_knows_the_pile() -> AnyGame:
    hole = Peephole(GAME)

    def ask(view: Any, seat: Seat, question: Any) -> Any:
        return (GAME.ask(view, seat, question), hole.state.pile[:1])

    return replace(GAME, view=hole.view, ask=ask)


@PLANTED.append
def a_telling_that_knows_the_pile() -> AnyGame:
    hole: list[Any] = []

    def apply(state: Any, seat: Seat, action: Any) -> Step[Any, Any]:
        step = GAME.apply(state, seat, action)
        hole[:] = [step.state]
        return step

    def tell(event: Any) -> tuple[Telling, ...]:
        return (*GAME.text.tell(event), telling("Next: {safe}.", safe=hole[0].pile[-1].letter))

    return replace(GAME, apply=apply, text=replace(GAME.text, tell=tell))


def look_through_games_of_votes(room: Room) -> None:
    """Games of four who often say what is no word, so that every secret there is comes up."""
    for seed in range(3):
        look_for_leaks(room, Start(4, GAME.options(word_vote=True), seed, 4))


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__.replace("_", " "))
def test_a_planted_leak_is_found(plant: Callable[[], AnyGame]) -> None:
    leaky = replace(WORD_BANK, game=plant())
    with pytest.raises(Leak):
        look_through_games_of_votes(leaky)


def test_nothing_is_found_where_nothing_is_planted() -> None:
    look_through_games_of_votes(WORD_BANK)


def told_apart_from_a_spectator(room: Room, sitting: Start) -> set[Seat]:
    """Which numbers that are no seats' see in a random game what a spectator does not."""
    found: set[Seat] = set()
    for ply in walk(room, sitting):
        for nobody in {CHANCE, *range(-sitting.seats, 0), sitting.seats}:
            with suppress(IndexError):
                view = room.game.view(ply.step.state, nobody)
                if view != room.game.view(ply.step.state, None):
                    found.add(nobody)
    return found


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_whoever_has_no_seat_sees_what_a_spectator_does_or_nothing(room: Room) -> None:
    assert told_apart_from_a_spectator(room, a_start(room)) == set()
