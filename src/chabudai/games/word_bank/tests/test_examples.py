"""The printed example, and the move on the front page."""

import json
from collections.abc import Iterator
from itertools import combinations, islice

import msgspec

from chabudai.core import CHANCE, Illegal, play
from chabudai.core.transcript import loads, replay
from chabudai.games import folder_of
from chabudai.games.word_bank import GAME, state as wb
from chabudai.games.word_bank.components import Safe
from chabudai.games.word_bank.tests.support import RING, TURNS, examples, letters, table
from tests.support.moves import events

BLUE, RED, GREEN = range(3)


def letters_with(state: wb.State, owner: int) -> str:
    """Return the letters that hold stones of a seat, in alphabetical order."""
    return "".join(sorted(slot.safe.letter for slot in state.ring if owner in slot.stones))


def test_wb_t1_t2_t3_the_three_turns_of_the_example() -> None:
    ((_, transcript),) = examples()
    dealing, before, groupies, specific, firefighter = replay(GAME, transcript)
    assert GAME.to_act(dealing) == (CHANCE,)
    assert letters(before) == RING
    assert before.stones == (18, 18, 18)
    assert (groupies.stones, specific.stones) == ((13, 18, 18), (13, 13, 18))
    assert letters_with(groupies, BLUE) == "EGIRS"
    assert letters_with(specific, RED) == "EFIIS"
    assert groupies.ring[2].stones == (BLUE,)
    assert (groupies.won, specific.won) == (((), (), ()),) * 2
    assert (groupies.phase, specific.phase) == (wb.Turn(RED), wb.Turn(GREEN))
    assert events(play(GAME, specific, GREEN, TURNS[2]))[1:] == (
        wb.Closed(GREEN, 2, Safe("I", 3), (BLUE, RED, GREEN)),
        wb.Refilled(2, Safe("O", 3)),
    )
    assert (firefighter.stones, firefighter.boxed) == ((13, 13, 13), (1, 1, 1))
    assert firefighter.won == ((), (), (Safe("I", 3),))
    assert letters(firefighter) == "SEORFGI"
    assert letters_with(firefighter, GREEN) == "EFIR"
    assert [len(slot.stones) for slot in firefighter.ring] == [2, 3, 0, 2, 2, 1, 2]


def rounds(direction: wb.Direction) -> Iterator[tuple[int, ...]]:
    """Yield every way to visit some of the seven places while going round once."""
    step = 1 if direction == "clockwise" else -1
    for start in range(7):
        for more in range(7):
            for gone in combinations(range(1, 7), more):
                yield (start, *((start + step * away) % 7 for away in gone))


def stands(state: wb.State, say: wb.Say) -> bool:
    try:
        return isinstance(events(play(GAME, state, BLUE, say))[0], wb.Said)
    except Illegal:
        return False


def test_wb_t4_t5_wb_18_a_word_has_as_many_ways_as_brute_force_finds() -> None:
    for word, *counts in (
        # in each direction: the number of ways, and their maximum number of stones
        ("GROUPIES", (8, 3), (18, 5)),
        ("SPECIFIC", (16, 5), (9, 4)),
        ("FIREFIGHTER", (20, 5), (27, 5)),
    ):
        state = table(RING)
        ways = GAME.ask(GAME.view(state, BLUE), BLUE, wb.Inputs(word)).inputs
        single = [way.positions for way in ways if len(way.positions) == 1]
        directions: tuple[wb.Direction, ...] = ("clockwise", "anticlockwise")
        for direction, counted in zip(directions, counts, strict=True):
            accepted = [
                at for at in rounds(direction) if stands(state, wb.Say(word, direction, at))
            ]
            assert (len(accepted), max(map(len, accepted))) == counted
            asked = [way.positions for way in ways if way.direction == direction]
            assert sorted({*asked, *single}) == sorted(accepted)


def test_the_move_of_the_front_page_is_one_of_a_recorded_game() -> None:
    room = folder_of("word-bank")
    shown = json.loads((room / "web/move.json").read_text())
    game = loads((room / f"golden/{shown['golden']}.jsonl").read_bytes())
    entry = game.entries[shown["at"]]
    state: wb.State = next(islice(replay(GAME, game), shown["at"], None))
    say = msgspec.json.decode(entry.action, type=wb.Say)
    assert (shown["seats"], shown["seat"]) == (game.header.seats, entry.seat)
    assert (shown["word"], tuple(shown["positions"])) == (say.word, say.positions)
    happened = events(play(GAME, state, entry.seat, say))
    assert shown["closes"] == [one.position for one in happened if isinstance(one, wb.Closed)]
    assert shown["ring"] == [
        {"letter": slot.safe.letter, "spaces": slot.safe.spaces, "stones": list(slot.stones)}
        for slot in state.ring
    ]
