"""The review of a game: its parts add up, and brute force finds no better password."""

from functools import cache

import pytest
from msgspec.structs import replace

from chabudai.core import Rng, Seat
from chabudai.core.transcript import Recorded, replayed
from chabudai.games.word_bank import GAME, moves
from chabudai.games.word_bank.bots import mask_of
from chabudai.games.word_bank.bots.lookahead import Reach, margins, position
from chabudai.games.word_bank.moves import closing
from chabudai.games.word_bank.review.advice import say
from chabudai.games.word_bank.review.hindsight import Looked, Taken, Weighed, cost, turns_of, weigh
from chabudai.games.word_bank.review.jobs import JOBS
from chabudai.games.word_bank.review.passwords import RAREST, Passwords
from chabudai.games.word_bank.review.retry import judge
from chabudai.games.word_bank.review.valuation import UNIT, Moves, thousandths
from chabudai.games.word_bank.rules import count
from chabudai.games.word_bank.solver.endgame import endgame
from chabudai.games.word_bank.state import Action, Options, Pass, Say, State, Turn
from chabudai.games.word_bank.tests.brute_force import every_password
from chabudai.games.word_bank.tests.support import clockwise, odd, scramble, table
from chabudai.games.word_bank.view import View, view
from chabudai.words import crude, level, relatives
from tests.support.moves import course, golden, scripted

ONLY_RARER = "Well done! Only a rarer word is better: {word}."


def careless(seen: View, seat: Seat, rng: Rng) -> Action:
    """Move at random, with mistakes."""
    return odd(seen, seat, rng) if rng.below(4) == 0 else moves.sample(seen, seat, rng)


def recorded(name: str) -> Recorded:
    """Return a recorded game or, if `name` is empty, one between a bot and a careless player."""
    if name:
        return golden(GAME, name)
    start = GAME.setup(Options("casual"), 2)
    plies = course(GAME, start, Rng(1), GAME.bots["easy"](0), careless)
    return replayed(GAME, scripted(GAME, 2, start.options, plies))


@cache
def reviewed(name: str) -> tuple[Recorded, Looked]:
    played = recorded(name)
    found = JOBS["review"].run(GAME, played)
    assert isinstance(found, Looked)
    return played, found


@pytest.mark.parametrize("name", ["", "nobody-says-a-word-3"])
def test_words_choices_and_luck_add_up_to_the_margin(name: str) -> None:
    played, answer = reviewed(name)
    scores = count(played.states[-1]).scores
    assert [one.margin for one in answer.accounts] == list(thousandths(margins(scores)))
    for account in answer.accounts:
        assert account.vocabulary + account.decisions + account.luck == account.margin
        costly = [cost(answer.turns[at]) for at in account.moments]
        assert costly == sorted(costly, reverse=True)
        assert all(answer.turns[at].seat == account.seat for at in account.moments)
    for turn in answer.turns:
        assert turn.vocabulary >= 0
        assert turn.decision >= 0
        assert turn.least <= cost(turn) <= turn.most
        level = answer.accounts[turn.seat].level
        assert turn.known is None or turn.known.level <= level
        assert not turn.vocabulary or (turn.best is not None and turn.best.level > level)
    assert any(turn.vocabulary for turn in answer.turns)


def test_the_cost_of_a_turn_does_not_depend_on_the_safes_in_the_pile() -> None:
    played = recorded("the-last-stone-closes-a-safe-2")
    turns = tuple(turns_of(played.transcript, played.states))
    rng = Rng(1)
    for turn in turns[:: max(1, len(turns) // 3)]:
        other = turn._replace(before=scramble(turn.before, None, rng))
        assert other.before.pile != turn.before.pile
        assert weigh(other, 60) == weigh(turn, 60)


def test_brute_force_finds_the_same_passwords() -> None:
    state = table("JUZXKEY", lying={1: (0, 1, 1), 5: (0, 0, 0, 1)}, used=("JAZZ", "KEY"))
    every: dict[int, dict[str, int]] = {}
    for word, way in every_password(state, 7):
        if word not in crude():
            every.setdefault(mask_of(way.positions), {})[word] = level(word) or 0
    passwords = Passwords(state)
    assert passwords.masks(RAREST) == every.keys()
    common = {mask for mask, words in every.items() if min(words.values()) <= 20}
    assert common < every.keys()
    assert passwords.masks(20) == common
    for mask, words in [*every.items()][::3]:
        found = passwords.commonest(mask)
        assert found is not None
        assert mask_of(found.positions) == mask
        best = min((words[word], len(relatives(word)), len(word), word) for word in words)
        assert (found.level, found.word) == (best[0], best[-1])
        assert found.closes == closing(state.ring, found.positions)
    assert passwords.commonest(0) is None


# SAT ends this game three stones ahead. If the player passes, the other player says SAT.
ENDING = table("STEARIN", spaces="2222222", stones=(2, 2), lying={0: (0,), 1: (0,), 4: (1,)})


def weighed(state: State, action: Say | Pass) -> Weighed:
    return weigh(Taken(1, state, 0, action, GAME.apply(state, 0, action).state), RAREST)[0]


def test_an_ending_has_the_proven_value() -> None:
    state = replace(ENDING, phase=Turn(1))
    masks = Passwords(state).masks(RAREST)
    known = Moves(position(view(state, 1), 1), Reach(masks))
    assert known.worths(known.best(masks))[1] == UNIT * 3
    assert endgame(state).worth[1].stones == 3


def test_the_best_password_costs_nothing_and_a_pass_costs_its_whole_gain() -> None:
    said, passed = (weighed(ENDING, action) for action in (clockwise("SAT", 0, 1), Pass()))
    assert (cost(said), said.known, said.best) == (0, None, None)
    assert (said.ring, said.closes) == (tuple("STEARIN"), (0, 1))
    assert (cost(passed), passed.word) == (6 * UNIT, "")
    assert passed.known is not None
    assert set(passed.known.closes) == {0, 1}


def test_a_word_that_got_no_stone_is_weighed_as_a_lost_turn() -> None:
    state = table("STEARIN", stones=(9, 9), used=("SEA",))
    wrong, passed = (weighed(state, action) for action in (clockwise("SEA", 0, 2, 3), Pass()))
    assert (wrong.word, wrong.positions, passed.word) == ("SEA", (), "")
    assert cost(wrong) == cost(passed) > 0


def test_the_best_password_as_common_as_those_said_solves_a_moment() -> None:
    played, found = reviewed("")
    turn = next(turn for turn in found.turns if turn.known and turn.vocabulary)
    assert turn.known
    judged = judge(played, turn.at, say(turn.known))
    assert (judged.best, judged.said[-1].text) == (True, ONLY_RARER)
