"""The review of a round."""

from collections.abc import Sequence
from functools import cache

import pytest
from msgspec.structs import replace

from chabudai.core import Rng
from chabudai.core.text import Reader
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.bots import BOTS, STRENGTHS, chances
from chabudai.games.word_porters.bots.listener import shares
from chabudai.games.word_porters.bots.meanings import board
from chabudai.games.word_porters.bots.personas import Fits
from chabudai.games.word_porters.bots.player_model import Scene, averaged, readings
from chabudai.games.word_porters.bots.speaker import is_least_bad
from chabudai.games.word_porters.questions import Review, Reviewed
from chabudai.games.word_porters.review import DRAWS, placement
from chabudai.games.word_porters.review.hindsight import moments
from chabudai.games.word_porters.review.reasons import why
from chabudai.games.word_porters.rules.openings import Opening, Turn, turns
from chabudai.games.word_porters.state import Finished, Options, Place, Placed, State, Vote, Voting
from chabudai.games.word_porters.tests.tables import table
from tests.support.moves import course

SEATS = 5


@cache
def played(rounds: int) -> tuple[State, State]:
    """Return a table of five bots after some rounds, and its state before the last vote."""
    bots = [BOTS["normal"](persona) for persona in range(SEATS)]
    voting = None
    for ply in course(GAME, GAME.setup(Options(), SEATS), Rng(3), *bots):
        phase = ply.before.phase
        if isinstance(phase, Voting) and not any(phase.votes):
            voting = ply.before
        if len(ply.step.state.rounds) >= rounds:
            break
    assert voting is not None
    return ply.step.state, voting


@pytest.fixture
def scored() -> State:
    return played(1)[0]


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


def test_a_round_that_is_not_scored_has_no_review() -> None:
    assert asked(table(4, "0A1:1"), 1) == Reviewed(1, (), ())


def test_chances_for_a_vote_add_up_and_the_likeliest_votes_differ(scored: State) -> None:
    identities, votes = scored.rounds[0].identities, asked(scored).votes
    for vote in votes:
        assert abs(sum(vote.chances) - 1000) <= 5
        assert vote.chances[identities[vote.seat] - 1] == 0
        assert vote.number == identities[vote.target]
        assert vote.guess == scored.rounds[0].votes[vote.seat][vote.target]
    for seat in range(SEATS):
        assert len({vote.best for vote in votes if vote.seat == seat}) == SEATS - 1


def test_every_open_hint_is_considered_from_the_chance_after_the_last_one(scored: State) -> None:
    finished = scored.rounds[0]
    made = turns(scored.options, len(finished.hints), finished.placed)
    last = dict.fromkeys(range(SEATS), 100)
    for one, turn in zip(asked(scored).hints, made, strict=True):
        others = [2 * other.card + other.word for other in one.others]
        assert sorted((*others, turn.taken)) == sorted(turn.opening.all)
        chances = [other.chance for other in one.others]
        assert chances == sorted(chances, reverse=True)
        assert (one.hint.chance, one.hint.moved) == (one.after, 0)
        assert one.before == last[one.seat]
        last[one.seat] = one.after


FACES = {"Big": 0, "Wild": 67, "Hot": 4, "Sky": 18, "Day": 16, "Open": 33, "Black": 25}
"""Faces by their first hint words."""


def one_hint(taken: str, *shown: str) -> Reviewed:
    """Review one hint by seat 0 for the lion, number 7, while the other hints were open."""
    state = table(3)
    hints = tuple(FACES[word] for word in shown)
    place = Placed(0, shown.index(taken), 0, (1,))
    votes = ((0, 1, 2), (7, 0, 2), (3, 1, 0))
    finished = Finished(0, state.words, hints, (place,), (7, 2, 10), votes, (2, 1, 1))
    return asked(replace(state, rounds=(finished,)))


def test_a_good_hint_makes_the_word_likelier_and_a_bad_or_missed_one_less() -> None:
    wild, sky, hot = (
        one_hint(word, "Wild", "Hot", "Sky").hints[0] for word in ("Wild", "Sky", "Hot")
    )
    assert wild.before == sky.before == 100
    assert wild.after > 120 > 100 > sky.after
    assert next(other.chance for other in sky.others if other.card == 0) == wild.after
    moved = {(other.card, other.word): other.moved for other in hot.others}
    assert moved[0, 0] == min(moved.values()) < 0


def test_a_hint_that_does_not_fit_its_word_only_works_by_elimination(scored: State) -> None:
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


def test_the_least_bad_of_hints_that_do_not_fit_is_named_and_costs_nothing() -> None:
    """For the lion, Day, Open and Black do not fit, and Black fits worst. Wild fits."""
    forced, worse, free = (
        one_hint(*shown)
        for shown in (
            ("Day", "Day", "Open", "Black"),
            ("Black", "Day", "Open", "Black"),
            ("Day", "Day", "Open", "Wild"),
        )
    )
    assert [one.least_bad for one in (forced, worse, free)] == [(0,), (), ()]
    blamed = replace(forced, least_bad=())
    assert [next(moments((one,)))[0].cost > 0 for one in (forced, blamed)] == [False, True]


def test_a_bot_says_that_it_gave_the_least_bad_hint(scored: State) -> None:
    shown = tuple(FACES[word] for word in ("Day", "Black"))
    view = replace(GAME.view(table(3, identities=(7, 2, 10)), 0), hints=shown)
    chosen = BOTS["easy"](0)(view, 0, Rng(0))
    assert chosen == Place(0, 0)
    reason = why(view, 0, chosen, replace(view, rounds=scored.rounds))
    assert reason is not None
    said = Reader("en", {}, str).sentence(reason)
    assert said == "Day was the least bad hint left for lion."
    ja = Reader("ja", GAME.text.catalogue("ja"), str).sentence(reason)
    assert ja == "「ライオン」に合うヒントは残っていなくて、いちばんましなのが「昼」でした。"


def test_a_bot_counts_the_hints_that_point_to_its_vote(scored: State) -> None:
    for porters, number, english, japanese in (
        (
            "1A1:1 1B1:2 1C2:3",
            7,
            "2 of 3 hints by Aki point to lion",
            "Akiのヒントは3つ中2つがライオン",
        ),
        (
            "1A1:1 1B1:2",
            2,
            "no hint by Aki points to dog (2 to elephant)",
            "Akiのヒントに犬をさすものはなし（ゾウは2つ）",
        ),
        ("", 7, "Aki gave no hint, so lion is a guess", "Akiはヒントなしでライオンは勘"),
    ):
        shown = tuple(FACES[word] for word in ("Big", "Wild", "Hot"))
        view = replace(GAME.view(table(3, porters), 0), hints=shown)
        reason = why(view, 0, Vote((0, number, 0)), replace(view, rounds=scored.rounds))
        assert reason is not None
        for lang, said in (("en", english), ("ja", japanese)):
            reader = Reader(lang, GAME.text.catalogue(lang), ("You", "Aki", "Ben").__getitem__)
            assert said in reader.sentence(reason)


def test_the_least_bad_hint_is_not_named_for_cards_of_a_tables_own() -> None:
    there, turn = board(Options(), (0,), (0,)), Turn(0, 0, Opening((0, 1), ()))
    poor = there._replace(leans=((0.5,), (-0.5,)))
    assert is_least_bad(poor, 0, turn)
    assert not is_least_bad(poor._replace(rated=False), 0, turn)


def test_the_chances_of_a_vote_are_those_by_which_an_expert_votes() -> None:
    """In round 2, the habits seen in round 1 influence the chances."""
    state, voting = played(2)
    votes = asked(state, 2).votes
    for seat in range(SEATS):
        likely = chances(GAME.view(voting, seat), seat, STRENGTHS["expert"], seat)
        rows = [tuple(round(1000 * share) for share in row) for row in likely]
        assert [vote.chances for vote in votes if vote.seat == seat] == rows
    alone = GAME.ask(GAME.view(replace(state, rounds=state.rounds[1:]), 0), 0, Review(1))
    assert isinstance(alone, Reviewed)
    assert [vote.chances for vote in alone.votes] != [vote.chances for vote in votes]


MOUSE, ANT, HOUSE, TOWN = range(4)
BIG, SMALL, GREY, RED = range(4)
LOUD: Fits = (
    (-3.0, -3.0, 3.0, 3.0),
    (3.0, 3.0, -3.0, -3.0),
    (2.0, -0.5, -1.0, -0.5),
    (-2.0, 0.5, 1.0, 0.5),
)
"""Two cards, Big/Small and Grey/Red, and four words."""
DOUBTS: Fits = ((1.0,) * 4,) * 4


KNOWN = (0.1, 0.1, 0.2, 0.2, 0.1, 0.1, 0.2)
"""Probability of each kind of giver."""


def likely(now: Scene, turn: Turn, before: Sequence[Turn], word: int) -> int:
    """Return an expert's probability for `word` after a seat's turns, in thousandths."""
    rows = readings(now, (*before, turn), 1.0, DRAWS)
    return round(1000 * shares(averaged(rows, KNOWN))[word])


@pytest.mark.parametrize("word", [MOUSE, ANT, HOUSE, TOWN])
def test_other_hints_are_read_as_if_they_had_been_taken_or_not_been_open(word: int) -> None:
    literal = tuple(tuple(fit > 0 for fit in row) for row in LOUD)
    first, second = Turn(0, GREY, Opening((BIG, GREY), ())), Turn(0, RED, Opening((SMALL,), (RED,)))
    third = Turn(0, RED, Opening((BIG, RED), (SMALL,)))
    games: list[tuple[list[Turn], Turn]] = [([], first), ([first], second), ([first], third)]
    for before, turn in games:
        now = Scene(LOUD, DOUBTS, literal, (*before, turn))
        found = placement(now, len(before), word, KNOWN)
        assert found.after == likely(now, turn, before, word)
        for one in found.others:
            hint = 2 * one.card + one.word
            assert one.chance == likely(now, turn._replace(taken=hint), before, word)
            free, dear = (tuple(at for at in hints if at != hint) for hints in turn.opening)
            without = turn._replace(opening=Opening(free, dear))
            moved = found.after - likely(now, without, before, word)
            assert abs(moved - one.moved) <= 1  # each is rounded


def test_filled_in_votes_are_left_out_of_the_review(scored: State) -> None:
    finished = scored.rounds[0]
    blank = replace(finished, votes=((0,) * SEATS, *finished.votes[1:]))
    found, filled = asked(scored), asked(replace(scored, rounds=(blank,)))
    assert filled.votes == tuple(vote for vote in found.votes if vote.seat != 0)
    assert filled.hints == found.hints
    costs, fewer = (
        sum(moment.cost for moment, _ in moments((each,)) if moment.kind == "hint")
        for each in (found, filled)
    )
    assert 0 < fewer < costs
