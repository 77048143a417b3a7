"""No output of a game contains anything that its recipient must not know.

A second table is dealt, which differs only in facts that a seat cannot know. All output to this
seat must be the same, byte for byte. The search must also find each leak planted in a game.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from chabudai.core import (
    CHANCE,
    AnyGame,
    Illegal,
    Rng,
    Seat,
    Step,
    Talk,
    events_for,
    play,
)
from chabudai.core.advising import advice_for
from chabudai.core.drawing.picture import picture_of
from chabudai.games.kakapo.rules.history import moments_of
from tests.support.game_cases import CASES, EXTERNAL, Case, Start, movers, random_starts, walk

pytestmark = pytest.mark.slow

LISTED = 3
"""Number of states of a game whose legal actions and pictures are compared, which is slow."""

WATCHED = 50
"""Number of moves after which only one random seat is checked per move: games may be long."""


class Leak(AssertionError):
    """A seat can distinguish two tables that should look the same to it."""


encode = msgspec.json.encode


def look_for_leaks(room: Case, sitting: Start) -> int:
    """Compare a game with copies that have other secrets. Return how many differ. Raises Leak."""
    rng, changed = Rng(~sitting.seed), 0
    for at, ply in enumerate(walk(room, sitting)):
        everyone = (*range(sitting.seats), None)
        for seat in everyone if at < WATCHED else (rng.choice(everyone),):
            double = room.support.scramble(ply.before, seat, rng)
            assert room.support.pieces(double) == room.support.pieces(ply.before)
            changed += double != ply.before
            same(shown, room, ply.before, double, seat)
            same_consequences(room, ply.before, ply.seat, ply.action, seat, rng)
            if at % 9 == 1 and at < 9 * LISTED:
                double = room.support.scramble(ply.before, seat, rng)
                same(listed, room, ply.before, double, seat)
        for action in probes(room, ply.before, ply.seat, ply.action, rng):
            same_consequences(room, ply.before, ply.seat, action, ply.seat, rng)
    return changed


def same_consequences(
    room: Case, state: Any, actor: Seat, action: Any, seat: Seat | None, rng: Rng
) -> None:
    """Check that a move does not reveal to `seat` anything that it must not know afterwards."""
    double = room.support.scramble(state, seat, rng, action)
    twin = room.support.disguise(state, seat, actor, action)
    if (one := learnt(room.game, state, actor, action, seat)) != (
        other := learnt(room.game, double, actor, twin, seat)
    ):
        raise Leak(f"{seat} learns from {action} either {one!r} or {other!r}")


def learnt(game: AnyGame, state: Any, actor: Seat, action: Any, seat: Seat | None) -> bytes:
    """Return the news and the view of `seat` after a move, or the refusal."""
    try:
        step = play(game, state, actor, action)
    except Illegal as refusal:
        # Only the seat that tried the move is sent the refusal.
        return encode((refusal.rule, refusal.text, refusal.facts, str(refusal)))
    heard = events_for(step.news, seat)
    tellings = list(map(game.text.tell, heard))
    return encode((heard, tellings, game.view(step.state, seat), game.to_act(step.state)))


def same(
    way_out: Callable[[Case, Any, Seat | None], bytes],
    room: Case,
    state: Any,
    double: Any,
    seat: Seat | None,
) -> None:
    """Compare one kind of output at both tables. Raises Leak."""
    if (one := way_out(room, state, seat)) != (other := way_out(room, double, seat)):
        raise Leak(f"{seat} is shown either {one!r} or {other!r}")


def shown(room: Case, state: Any, seat: Seat | None) -> bytes:
    """Return everything that a seat is sent or may request between moves."""
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
    waiting = (game.to_act(state), game.may_act(state), game.talk(state, seat))
    return encode((view, lines, imagined, answers, moves, waiting))


def listed(room: Case, state: Any, seat: Seat | None) -> bytes:
    """Return the legal actions, the advice and the picture, which may be slow to compute."""
    game, view = room.game, room.game.view(state, seat)
    actions: list[Any] = []
    advice = None
    if seat is not None and seat in movers(room, state):
        actions += game.legal_actions(view, seat)
    if seat is not None and seat in game.to_act(state) and game.extras.advise is not None:
        advice = advice_for(game, view, seat)
    picture = picture_of(game, state, seat, "en").svg if game.extras.draw is not None else None
    return encode((actions, advice, picture))


def probes(room: Case, state: Any, seat: Seat, action: Any, rng: Rng) -> Iterator[Any]:
    """Yield moves that a seat might try only to see the response."""
    if seat == CHANCE:
        return
    view = room.game.view(state, seat)
    yield action
    yield from (room.support.odd(view, seat, rng) for _ in range(3))
    yield from (room.game.sample(view, seat, rng) for _ in range(3))


@pytest.mark.parametrize("room", CASES, ids=str)
@random_starts(3)
def test_no_seat_can_tell_apart_what_it_may_not_know(room: Case, sitting: Start) -> None:
    # An external game may have no secrets.
    assert look_for_leaks(room, sitting) or room in EXTERNAL


@pytest.mark.parametrize("room", CASES, ids=str)
@random_starts(3)
def test_a_canary_at_the_bottom_is_never_sent(room: Case, sitting: Start) -> None:
    game = room.game
    plies = walk(room, sitting)
    found = room.support.canary(next(plies).step.state)
    if found is None:  # each thing is visible to some player
        assert room in EXTERNAL
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


# --- Planted leaks, which the same search must find

BANK, KAKAPO = (
    next(room for room in CASES if room.game.name == name) for name in ("word-bank", "kakapo")
)
"""An open game and a silent one."""
SITTINGS = {
    "word-bank": Start(4, BANK.game.options(word_vote=True), 0, 4),
    "kakapo": Start(2, KAKAPO.game.options(), 0, 2),
}
"""Tables with many wrong words or moves, so that every secret occurs."""


def look_through_games(room: Case) -> None:
    for seed in range(3):
        look_for_leaks(room, SITTINGS[room.game.name]._replace(seed=seed))


def in_view(room: Case, leak: Callable[[Any, Any, Seat | None], dict[str, Any]]) -> Case:
    """Plant a leak in the views. `leak` gets view, state and seat, and returns the changes."""
    honest = room.game.view

    def view(state: Any, seat: Seat | None) -> Any:
        seen = honest(state, seat)
        return msgspec.structs.replace(seen, **leak(seen, state, seat))

    return replace(room, game=replace(room.game, view=view))


def peeping(room: Case, name: str, leak: Callable[[Any, Any], Any]) -> Case:
    """Plant a leak in a function that takes a view. `leak` gets the result and the state."""
    game, seen = room.game, [None]

    def view(state: Any, seat: Seat | None) -> Any:
        seen[0] = state
        return game.view(state, seat)

    def leaky(*arguments: Any) -> Any:
        return leak(getattr(game, name)(*arguments), seen[0])

    changed: dict[str, Any] = {name: leaky}
    return replace(room, game=replace(game, view=view, **changed))


def in_step(room: Case, leak: Callable[[Any, Seat, Any, Step[Any, Any]], Any]) -> Case:
    """Plant a leak in the steps. `leak` gets state, seat, action and step."""
    honest = room.game.apply
    return replace(
        room, game=replace(room.game, apply=lambda s, seat, a: leak(s, seat, a, honest(s, seat, a)))
    )


def with_next_card(_s: Any, _seat: Seat, _a: Any, step: Step[Any, Any]) -> Step[Any, Any]:
    """Return the step with the next card appended to the public words."""
    top = step.state.pile[0].letter if step.state.pile else ""
    tampered = [
        msgspec.structs.replace(
            news, event=msgspec.structs.replace(news.event, word=news.event.word + top)
        )
        if hasattr(news.event, "word")
        else news
        for news in step.news
    ]
    return msgspec.structs.replace(step, news=tuple(tampered))


def told_twice_after_a_yes(_s: Any, _seat: Seat, a: Any, step: Step[Any, Any]) -> Step[Any, Any]:
    news = step.news * 2 if getattr(a, "accept", False) else step.news
    return msgspec.structs.replace(step, news=news)


def allowed_by_a_hidden_card(s: Any, _seat: Seat, a: Any, step: Step[Any, Any]) -> Step[Any, Any]:
    if hasattr(a, "word") and s.pile[0].letter in "EIAS":
        raise Illegal("WB-16", "Not now.")
    return step


def refusing_with_a_hidden_card() -> Case:
    def apply(state: Any, seat: Seat, action: Any) -> Step[Any, Any]:
        try:
            return BANK.game.apply(state, seat, action)
        except Illegal as refusal:
            text = f"{refusal.text} There would have been {state.pile[-1].letter}."
            raise Illegal(refusal.rule, text, **refusal.facts) from None

    return replace(BANK, game=replace(BANK.game, apply=apply))


def oranges_of_the_next(state: Any, seat: Seat | None) -> int:
    """Return how many orange cards the next player holds."""
    hand: tuple[str, ...] = state.hands[((seat or 0) + 1) % len(state.hands)]
    return sum(card[0] == "O" for card in hand)


PLANTED = {
    "the top card in the view of one seat": in_view(
        BANK, lambda v, s, seat: {"used": (*v.used, str(s.pile[:1] if seat == 1 else ""))}
    ),
    "the bottom card in the view of spectators": in_view(
        BANK, lambda v, s, seat: {"used": (*v.used, str(s.pile[-1:] if seat is None else ""))}
    ),
    "the votes in the view": in_view(
        BANK, lambda v, s, _: {"used": (*v.used, str(getattr(s.phase, "votes", "")))}
    ),
    "the next card in an event": in_step(BANK, with_next_card),
    "a vote in the number of events": in_step(BANK, told_twice_after_a_yes),
    "a move allowed by a hidden card": in_step(BANK, allowed_by_a_hidden_card),
    "a refusal that names a hidden card": refusing_with_a_hidden_card(),
    "an imagined table with the true pile": peeping(
        BANK, "determinize", lambda table, s: msgspec.structs.replace(table, pile=s.pile)
    ),
    "an order of legal actions that knows the pile": peeping(
        BANK,
        "legal_actions",
        lambda legal, s: list(legal)[:: -1 if s.pile[0].letter < s.pile[1].letter else 1],
    ),
    "an answer that knows the pile": peeping(BANK, "ask", lambda answer, s: (answer, s.pile[:1])),
    "a moment for signs that knows the pile": replace(
        BANK,
        game=replace(
            BANK.game,
            talk=lambda s, seat: (
                Talk.NONE if s.pile and s.pile[0].letter in "EIAS" else Talk.SENTENCES
            ),
        ),
    ),
    "the orange cards of the next player": in_view(
        KAKAPO, lambda _, s, seat: {"counters": oranges_of_the_next(s, seat)}
    ),
    "the high cards in the box": in_view(
        KAKAPO, lambda _, s, __: {"counters": sum(card[1] > "4" for card in s.box)}
    ),
    "the wishes to give up": in_view(
        KAKAPO, lambda _, s, seat: {"counters": sum(s.wishes) - s.wishes[seat or 0]}
    ),
    "the rounds with all hands before the end": in_view(
        KAKAPO, lambda _, s, __: {"moments": moments_of(s)}
    ),
}


@pytest.mark.parametrize("leaky", PLANTED.values(), ids=PLANTED)
def test_a_planted_leak_is_found(leaky: Case) -> None:
    with pytest.raises(Leak):
        look_through_games(leaky)


def test_no_leak_is_found_if_none_is_planted() -> None:
    look_through_games(BANK)
