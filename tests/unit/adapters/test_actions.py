"""Moves as numbered steps."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from chabudai.adapters import episode
from chabudai.adapters.actions import (
    WAITING,
    Listing,
    Offer,
    numbering,
    spread,
    whole,
)
from chabudai.adapters.episode import Episode, Setting, setting
from chabudai.core import Illegal, Seat
from chabudai.core.coding import WAIT
from chabudai.games import GAMES
from chabudai.games.word_bank.state import EMPTY, Say
from tests.support.game_cases import ADDED, CASES, Case
from tests.unit.adapters.support import SETTINGS, after, named, place_of, played

every_room = pytest.mark.parametrize("room", CASES, ids=repr)
every_table = pytest.mark.parametrize("place", SETTINGS, ids=named)
Offers = Iterator[tuple[Episode, Seat, Offer]]


def offers(place: Setting, *moments: Episode) -> Offers:
    """Yield the seats that owe a move, with the steps they are offered."""
    for now in moments:
        for seat in episode.owing(place, now):
            yield now, seat, episode.offered(place, now, seat)


@every_table
def test_a_seat_that_owes_a_move_is_offered_steps_that_the_rules_allow(place: Setting) -> None:
    undealt = Episode(place.game.setup(place.options, place.seats), 7)
    moments = [undealt, *played(place, 9)]
    coding = place.game.extras.coding() if place.game.extras.coding else None
    for now in moments:
        for seat in {*range(place.seats)} - {*episode.owing(place, now)}:
            assert episode.offered(place, now, seat) is WAITING
            if coding:
                view = place.game.view(now.state, seat)
                assert coding.offered(view, seat, ()) == 0
                assert len(coding.vectors(view)) in (0, coding.vector_size)
    for now, seat, offer in offers(place, *moments[1:]):
        numbers = offer.numbers
        assert numbers
        assert numbers == sorted(numbers)
        assert WAIT not in offer
        assert max(numbers) < place.numbering.size
        for number in (*numbers[:2], *numbers[-2:]):
            then = episode.advanced(place, now, seat, offer, number)
            assert then.moves == now.moves + 1


def moves(place: Setting, now: Episode, seat: Seat) -> Iterator[Any]:
    """Yield every move that a seat can make in steps."""
    offer, numbers = episode.offered(place, now, seat), place.numbering
    for number in offer.numbers:
        draft = (*now.draft(seat), number)
        move = numbers.move(offer, seat, draft)
        if move is None:
            yield from moves(place, after(place, now, seat, number), seat)
        else:
            yield move


def effect(move: Any) -> object:
    """Return a move without its exact words, since other words can have the same effect."""
    name = type(move).__name__
    if name == "Say":
        return name, move.direction, move.positions
    if name in ("GoOut", "Last"):
        words = [len("".join(word)) for word in move.words]
        cards = sorted(card for word in move.words for card in word)
        return name, tuple(cards), move.discard, len(words), max(words, default=0)
    return (name, frozenset(move.columns)) if name == "Spell" else move


@pytest.mark.parametrize("place", [each for each in SETTINGS if each.game.extras.coding], ids=named)
def test_steps_lead_to_every_legal_move_and_to_no_other(place: Setting) -> None:
    checked = 0
    for seed in (4, 5):
        for now in [now for now in played(place, seed) if not now.drafts][::4]:
            for seat in episode.owing(place, now):
                if place.seats > 4 and len(episode.owing(place, now)) > 1:
                    continue  # each of six players has 30,240 votes
                view = place.game.view(now.state, seat)
                legal = [*map(effect, place.game.legal_actions(view, seat))]
                wishes = [each for each in legal if type(each).__name__ == "Concede"]
                assert {*map(effect, moves(place, now, seat))} == {*legal} - {*wishes}
                checked += 1
    assert checked > 3


def test_a_word_outside_the_dictionary_is_voted_on_and_an_empty_position_takes_no_stone() -> None:
    place = setting("word-bank", 3, {"word_vote": True, "first_player": 0})
    now = episode.begin(place, 1)
    ring = now.state.ring
    now = replace(now, state=replace(now.state, ring=(*ring[:6], EMPTY)))
    assert 10 not in episode.offered(place, now, 0)
    now = episode.moved(place, now, 0, Say(f"{ring[0].safe.letter}XQZ", "clockwise", (0,)))
    assert [episode.offered(place, now, seat).numbers for seat in range(3)] == [[0], [2, 3], [2, 3]]
    for seat in (1, 2):
        now = after(place, now, seat, 2)
    assert len(now.state.used) == 1


@every_room
def test_a_step_has_one_meaning_throughout(room: Case) -> None:
    place = place_of(room)
    numbers = place.numbering
    meant: dict[int, object] = {}
    for _, _, offer in offers(place, *played(place, 1), *played(place, 2)):
        for number in offer.numbers:
            if not isinstance(numbers, Listing) or number < numbers.fixed:
                meaning = numbers.name(offer, number)
                assert meant.setdefault(number, meaning) == meaning
    assert len(set(map(repr, meant.values()))) == len(meant)
    assert numbers.name(WAITING, WAIT) == "wait"
    assert sum(map(len, numbers.ranges.values())) == numbers.size


def test_every_game_has_its_own_numbers_of_steps() -> None:
    sizes = {name: numbering(GAMES[name]).size for name in GAMES if GAMES[name].extras.coding}
    assert sizes == {"word-bank": 14, "quiddler": 118, "word-porters": 77, "kakapo": 2354}


def test_a_game_without_numbers_lists_its_actions_or_draws_some() -> None:
    game = ADDED[0].game
    for choices in ({}, {"draws": 8}, {"listed": 3}):
        place = setting(game, **choices)  # type: ignore[arg-type]
        numbers = place.numbering
        assert isinstance(numbers, Listing)
        for now, seat, offer in offers(place, *played(place, 4, 30)):
            legal = {*place.game.legal_actions(place.game.view(now.state, seat), seat)}
            assert offer.actions is not None
            assert list(offer.actions) == offer.numbers
            if not choices:
                assert {*offer.actions.values()} == legal
            for number, action in offer.actions.items():
                assert numbers.own_number(action) == (number if number < numbers.fixed else None)


def test_too_many_actions_are_thinned_out_evenly() -> None:
    assert spread(range(10), 4) == [0, 2, 5, 7]
    assert spread(range(4), 4) == range(4)
    numbers = Listing(GAMES["word-porters"], 100, None)
    place = setting("word-porters", 6)
    now = next(now for now in played(place, 1) if len(episode.owing(place, now)) > 1)
    view = place.game.view(now.state, 0)
    offer = numbers.numbered(view, place.game.legal_actions(view, 0))
    assert (len(offer.numbers), offer.left_out) == (100, 30_240 - 100)


def test_a_number_of_a_step_is_whole_and_up_to_date() -> None:
    assert [whole(each) for each in (3, np.int64(3), np.int8(3), np.array(3))] == [3] * 4
    assert [whole(each) for each in (1.5, np.float32(1), "1", None, np.array(1.0))] == [None] * 5
    assert -1 not in WAITING
    place = setting(ADDED[0].game)
    now = episode.begin(place, 1)
    seat = episode.owing(place, now)[0]
    with pytest.raises(Illegal):
        episode.stepped(place, now, 1 - seat, episode.offered(place, now, seat), 1)
