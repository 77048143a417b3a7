"""Policies, which choose an action from a view, and exact reports of their failures."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeAlias, TypeVar

from chabudai.core import AnyGame, Bot, Illegal, Rng, Seat, Step, Struct, play
from chabudai.core.game import no_action

Policy: TypeAlias = Bot[Any, Any]
T = TypeVar("T")


class PolicyFailed(RuntimeError):
    """A policy, prior or value raised, took too long, or returned something unusable."""


def limited(policy: Policy, seconds: float) -> Policy:
    """Return the policy with a time limit for each call. After that time, it raises PolicyFailed.
    The call runs in a separate thread, and continues there after the limit. Raises ValueError if
    `seconds` is not positive.
    """
    if not seconds > 0:
        raise ValueError(f"A time limit is a positive number of seconds, not {seconds!r}.")

    def in_time(view: Struct, seat: Seat, rng: Rng) -> object:
        answers: SimpleQueue[tuple[object, BaseException | None]] = SimpleQueue()

        def answer() -> None:
            try:
                answers.put((policy(view, seat, rng), None))
            except BaseException as error:  # noqa: BLE001 - raised again in the caller's thread
                answers.put((None, error))

        Thread(target=answer, daemon=True).start()
        try:
            action, error = answers.get(timeout=seconds)
        except Empty:
            late = f"The policy of seat {seat} took longer than {seconds:g} s."
            raise PolicyFailed(late) from None
        if error is not None:
            raise error
        return action

    return in_time


def called(name: str, seat: Seat, call: Callable[[], T]) -> T:
    """Return the result of a call to a policy. If the call raises an Exception, raise PolicyFailed
    with a sentence that starts with `name`, such as "policy".
    """
    try:
        return call()
    except PolicyFailed:
        raise
    except Exception as error:
        sentence = f"The {name} of seat {seat} raised {type(error).__name__}: {error}"
        raise PolicyFailed(sentence) from error


def chosen(game: AnyGame, policy: Policy, view: Struct, seat: Seat, rng: Rng) -> Any:
    """Return the policy's action. Raises PolicyFailed if the policy raises or does not return an
    action.
    """
    action = called("policy", seat, lambda: policy(view, seat, rng))
    if not isinstance(action, game.action_types):
        error = no_action(game, action, game.action_types)
        raise PolicyFailed(f"The policy of seat {seat} returned no action: {error}")
    return action


def made(game: AnyGame, state: Any, seat: Seat, action: Any) -> Step[Any, Any]:
    """Make the move that a policy has chosen. Raises PolicyFailed if it is illegal."""
    with legal(seat):
        return play(game, state, seat, action)


@contextmanager
def legal(seat: Seat) -> Generator[None]:
    """Make a move that a policy has chosen. Raises PolicyFailed if it is illegal."""
    try:
        yield
    except Illegal as illegal:
        raise PolicyFailed(f"The policy of seat {seat} chose an illegal move: {illegal}") from None
