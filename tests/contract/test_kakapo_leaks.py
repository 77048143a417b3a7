"""Leaks planted in the Kakapo, where silence is the game: the search for leaks must find each."""

import dataclasses
from typing import Any

import msgspec
import pytest

from chabudai.core import AnyGame, Rng, Seat, Step
from chabudai.games.kakapo.rules.history import moments_of
from tests.contract.test_leaks import Leak, Peephole, look_for_leaks
from tests.support.every_room import ROOMS, Room, Start

KAKAPO = next(room for room in ROOMS if room.game.name == "kakapo")
GAME = KAKAPO.game
PLANTED: list[Callable[[], AnyGame]] = []


def with_view(secret: Callable[[Any, Seat], object]) -> AnyGame:
    """The game with a secret of the state hidden in the number of skill counters of every view."""

    def view(state: Any, seat: Seat | None) -> Any:
        told = len(str(secret(state, seat or 0)))
        return msgspec.structs.replace(GAME.view(state, seat), counters=told)

    return replace(GAME, view=view)


@PLANTED.append
def how_many_orange_cards_the_next_player_holds() -> AnyGame:
    def oranges(state: Any, seat: Seat) -> str:
        hand: tuple[str, ...] = state.hands[(seat + 1) % len(state.hands)]
        return "x" * len([card for card in hand if card[0] == "O"])

    return with_view(oranges)


@PLANTED.append
def how_many_high_cards_are_in_the_box() -> AnyGame:
    return with_view(lambda state, _: "x" * sum(card[1] > "4" for card in state.box))


@PLANTED.append
def who_would_give_up() -> AnyGame:
    return with_view(lambda state, seat: "x" * sum(state.wishes[:seat] + state.wishes[seat + 1 :]))


@PLANTED.append
def that_a_card_was_the_only_one_that_might_be_revealed() -> AnyGame:
    def apply(state: Any, seat: Seat, action: Any) -> Step[Any, Any]:
        step: Step[Any, Any] = GAME.apply(state, seat, action)
        suit = getattr(action, "card", "-")[0]
        single = sum(card[0] == suit for card in state.hands[seat]) == 1
        return msgspec.structs.replace(step, news=step.news * 2) if single else step

    return replace(GAME, apply=apply)


@PLANTED.append
def the_rounds_with_all_hands_before_the_end() -> AnyGame:
    def view(state: Any, seat: Seat | None) -> Any:
        return msgspec.structs.replace(GAME.view(state, seat), moments=moments_of(state))

    return replace(GAME, view=view)


@PLANTED.append
def an_imagined_table_with_the_true_hands() -> AnyGame:
    hole = Peephole(GAME)

    def determinize(view: Any, rng: Rng) -> Any:
        return msgspec.structs.replace(GAME.determinize(view, rng), hands=hole.state.hands)

    return replace(GAME, view=hole.view, determinize=determinize)


def look_through_games_of_two(room: Room) -> None:
    for seed in range(3):
        look_for_leaks(room, Start(2, GAME.options(), seed, 2))


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__.replace("_", " "))
def test_a_planted_leak_is_found(plant: Callable[[], AnyGame]) -> None:
    leaky = replace(KAKAPO, game=plant())
    with pytest.raises(Leak):
        look_through_games_of_two(dataclasses.replace(KAKAPO, game=leaky))
