"""A round in hindsight."""

import msgspec
import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng, play
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.bots import BOTS
from chabudai.games.word_porters.bots.meanings import board
from chabudai.games.word_porters.questions import AnyQuestion, Review, Reviewed, Survey, Surveyed
from chabudai.games.word_porters.review import TurnModel, chance, chance_without
from chabudai.games.word_porters.rules.openings import Opening, Turn, turns
from chabudai.games.word_porters.state import Finished, Options, Placed, State
from chabudai.games.word_porters.tests.tables import table


@pytest.fixture(scope="module")
def scored() -> State:
    """A table of five bots, one round of which is scored."""
    players = [BOTS["normal"](persona) for persona in range(5)]
    nature = Rng(3)
    state = GAME.setup(Options(), 5)
    while not state.rounds:
        seat = GAME.to_act(state)[0]
        if seat == CHANCE:
            action = GAME.chance(state, nature)
        else:
            action = players[seat](GAME.view(state, seat), seat, nature)
        state = play(GAME, state, seat, action).state
    return state


def asked(state: State, number: int = 1) -> Reviewed:
    found = GAME.ask(GAME.view(state, 0), 0, Review(number))
    assert isinstance(found, Reviewed)
    return found


def test_a_round_is_reviewed_when_it_is_scored(scored: State) -> None:
    found = asked(scored)
    finished = scored.rounds[0]
    assert found.round == 1
    assert [(one.seat, one.hint.card, one.hint.word) for one in found.hints] == [
        (one.seat, one.card, one.word) for one in finished.placed
    ]
    assert [(one.seat, one.target) for one in found.votes] == [
        (seat, other) for seat in range(5) for other in range(5) if seat != other
    ]


@pytest.mark.parametrize("number", [1, 4])
def test_of_a_round_that_is_not_scored_nothing_is_said(number: int) -> None:
    state = table(4, "0A1:1")
    assert asked(state, number) == Reviewed(number, (), ())


def test_everybody_is_told_the_same_and_it_travels_as_json(scored: State) -> None:
    answers = [GAME.ask(GAME.view(scored, seat), seat, Review(1)) for seat in range(5)]
    assert answers.count(answers[0]) == 5
    text = msgspec.json.encode(answers[0])
    assert msgspec.json.decode(text, type=GAME.answers) == answers[0]
    assert msgspec.json.decode(b'{"type":"review","round":1}', type=AnyQuestion) == Review(1)


def test_chances_for_a_vote_add_up_and_leave_out_ones_own_word(scored: State) -> None:
    identities = scored.rounds[0].identities
    for vote in asked(scored).votes:
        assert abs(sum(vote.chances) - 1000) <= 5
        assert vote.chances[identities[vote.seat] - 1] == 0
        assert vote.number == identities[vote.target]
        assert vote.guess == scored.rounds[0].votes[vote.seat][vote.target]


def test_the_likeliest_votes_of_a_seat_repeat_no_number(scored: State) -> None:
    votes = asked(scored).votes
    for seat in range(5):
        best = [vote.best for vote in votes if vote.seat == seat]
        assert len(set(best)) == 4


def test_every_hint_that_was_open_is_considered_what_says_most_first(scored: State) -> None:
    finished = scored.rounds[0]
    made = turns(scored.options, len(finished.hints), finished.placed)
    for one, turn in zip(asked(scored).hints, made, strict=True):
        others = [2 * other.card + other.word for other in one.others]
        assert sorted((*others, turn.taken)) == sorted(turn.opening.all)
        chances = [other.chance for other in one.others]
        assert chances == sorted(chances, reverse=True)
        assert one.hint.chance == one.after
        assert one.hint.moved == 0


def test_a_players_next_hint_starts_where_the_last_one_ended(scored: State) -> None:
    last = dict.fromkeys(range(5), 100)
    for one in asked(scored).hints:
        assert one.before == last[one.seat]
        last[one.seat] = one.after


FACES = {"Big": (0, 0), "Wild": (67, 0), "Hot": (4, 0), "Sky": (18, 0)}
"""Hint words, by face and which of its two."""


def one_hint(taken: str, *shown: str) -> Reviewed:
    """Seat 0 says one thing of the lion, which is number 7; the other hints were open."""
    state = table(3)
    hints = tuple(FACES[word][0] for word in shown)
    place = Placed(0, shown.index(taken), FACES[taken][1], (1,))
    votes = ((0, 1, 2), (7, 0, 2), (3, 1, 0))
    finished = Finished(0, state.words, hints, (place,), (7, 2, 10), votes, (2, 1, 1))
    return asked(replace(state, rounds=(finished,)))


def test_a_good_hint_makes_the_right_word_likelier_and_a_bad_one_less() -> None:
    (wild,) = one_hint("Wild", "Wild", "Hot", "Sky").hints
    (sky,) = one_hint("Sky", "Wild", "Hot", "Sky").hints
    assert wild.before == sky.before == 100
    assert wild.after > 120 > 100 > sky.after
    assert next(other.chance for other in sky.others if other.card == 0) == wild.after


def test_to_pass_over_a_good_hint_speaks_against_the_word() -> None:
    (sky,) = one_hint("Sky", "Wild", "Hot", "Sky").hints
    moved = {(other.card, other.word): other.moved for other in sky.others}
    assert moved[0, 0] < 0
    assert moved[0, 0] == min(moved.values())


def test_a_hint_that_nobody_would_say_of_the_word_only_works_by_elimination(scored: State) -> None:
    finished = scored.rounds[0]
    literal = board(scored.options, finished.words, finished.hints).literal
    marked = 0
    for one in asked(scored).hints:
        word = finished.identities[one.seat] - 1
        for hint in (one.hint, *one.others):
            better = hint.chance > min(one.before, one.after)
            marked += hint.by_elimination
            assert hint.by_elimination == (better and not literal[2 * hint.card + hint.word][word])
    assert marked > 5
    (sky,) = one_hint("Sky", "Wild", "Hot", "Sky").hints
    assert [other.by_elimination for other in sky.others if other.card == 0] == [False, False]


def test_other_questions_are_answered_as_before() -> None:
    state = table(4)
    found = GAME.ask(GAME.view(state, 0), 0, Survey())
    assert isinstance(found, Surveyed)
    assert len(found.spots) == 20


def test_a_hint_that_drowns_all_others_can_be_passed_over() -> None:
    """Without it, the other is all there is."""
    moments = [TurnModel([1.0, 1.0], {0: [1e30, 1.0], 1: [1.0, 1.0]}, [1e30, 2.0])]
    turn = Turn(0, 1, Opening((0, 1), ()))
    assert chance_without(moments, turn, 0, 0) == 0.5
    assert chance(moments, 1, 0) < 0.5
