"""Review of a game: the parts of each account add up, and only costly moves are moments."""

from functools import cache, partial

import pytest

from chabudai.core import Rng, Telling, play, telling
from chabudai.core.report import report_on
from chabudai.core.text import Reader
from chabudai.core.transcript import Recorded, replayed
from chabudai.games.word_porters import GAME, moves
from chabudai.games.word_porters.questions import Review, Reviewed
from chabudai.games.word_porters.review.hindsight import NOTABLE, Looked
from chabudai.games.word_porters.review.jobs import JOBS
from chabudai.games.word_porters.review.retry import retry
from chabudai.games.word_porters.review.telling import (
    likelihood,
    tell_hint,
    tell_likely,
    tell_votes,
)
from chabudai.games.word_porters.state import Finished, Hinting, Options, Place, Vote, Voting
from chabudai.games.word_porters.tests.tables import OWN_HINTS, OWN_WORDS
from tests.support.moves import course, golden as recorded, scripted

NAMES = ("Ann", "Ben", "Cho", "Dai", "Eve", "Flo")
READER = Reader("en", {}, NAMES.__getitem__)


golden = cache(partial(recorded, GAME))


@cache
def looked(name: str) -> Looked:
    return look(golden(name))


def look(played: Recorded) -> Looked:
    answer = JOBS["review"].run(GAME, played)
    assert isinstance(answer, Looked)
    return answer


def at_random(options: Options, seed: int) -> Recorded:
    plies = course(GAME, GAME.setup(options, 3), Rng(seed))
    return replayed(GAME, scripted(GAME, 3, options, plies))


@pytest.mark.parametrize("name", ["one-wins-3", "a-round-is-scored"])
def test_hints_votes_and_luck_add_up_to_the_margin(name: str) -> None:
    answer, end = looked(name), golden(name).states[-1]
    seats = len(end.scores)
    for account in answer.accounts:
        mine = end.scores[account.seat]
        assert account.margin == round(1000 * (mine - (sum(end.scores) - mine) / (seats - 1)))
        assert account.hints + account.votes + account.luck == account.margin
    # Each part adds up to about 0 over all players, apart from rounding.
    for part in ("margin", "hints", "votes", "luck"):
        assert abs(sum(getattr(account, part) for account in answer.accounts)) <= 2 * seats
        assert any(getattr(account, part) for account in answer.accounts)


def test_the_rounds_are_those_that_a_seat_may_ask_for() -> None:
    view = GAME.view(golden("one-wins-3").states[-1], 0)
    asked = [GAME.ask(view, 0, Review(number)) for number in range(1, 5)]
    assert [*looked("one-wins-3").rounds] == asked


@pytest.mark.parametrize("name", ["one-wins-3", "a-round-is-scored"])
def test_the_moments_of_a_seat_are_its_own_and_could_be_better_the_costliest_first(
    name: str,
) -> None:
    answer = looked(name)
    assert any(account.moments for account in answer.accounts)
    for account in answer.accounts:
        costs = [moment.cost for moment in account.moments]
        assert costs == sorted(costs, reverse=True)
        assert all(cost >= NOTABLE for cost in costs)
        for moment in account.moments:
            reviewed: Reviewed = answer.rounds[moment.round - 1]
            if moment.kind == "hint":
                hint = reviewed.hints[moment.at]
                assert hint.seat == account.seat
                assert moment.at not in reviewed.least_bad
                better = [one.chance for one in hint.others if not one.by_elimination]
                assert moment.cost == (len(answer.accounts) - 1) * (max(better) - hint.after)
            else:
                assert moment.at == account.seat
                votes = [vote for vote in reviewed.votes if vote.seat == account.seat]
                best, guesses = (
                    sum(vote.chances[getattr(vote, kind) - 1] for vote in votes)
                    for kind in ("best", "guess")
                )
                assert moment.cost == best - guesses
                assert any(vote.guess not in (vote.best, vote.number) for vote in votes)


def test_a_tables_own_words_and_hints_are_reported_as_written() -> None:
    played = at_random(Options(own_words=OWN_WORDS, own_hints=OWN_HINTS), 4)
    end = played.states[-1]
    view, reader = GAME.view(end, 0), Reader("ja", GAME.text.catalogue("ja"), NAMES.__getitem__)
    reviewed, finished = look(played).rounds[0], end.rounds[0]
    hint = next(one for one in reviewed.hints if one.others)
    told = tell_hint(view, 0, finished, hint)
    asked, (answered,) = reader.sentence(told.question), map(reader.sentence, told.answer)
    word = OWN_WORDS[finished.words[finished.identities[hint.seat] - 1]]
    assert word in asked
    assert OWN_HINTS[finished.hints[hint.hint.card]][hint.hint.word] in asked
    assert word in answered
    votes = [vote for vote in reviewed.votes if vote.seat == 0 and vote.guess != vote.best]
    told = tell_votes(view, 0, finished, votes)
    assert votes
    for vote in votes:
        assert OWN_WORDS[finished.words[vote.guess - 1]] in reader.sentence(told.question)
        answers = "".join(map(reader.sentence, told.answer))
        assert OWN_WORDS[finished.words[vote.number - 1]] in answers


# --- Moments played again


def read(said: tuple[Telling, ...]) -> str:
    """Return the text that a player reads. Every sentence must have a translation."""
    assert {one.text for one in said} <= GAME.text.catalogue("ja").keys()
    return " ".join(map(READER.sentence, said))


def test_the_best_move_of_every_moment_is_legal_and_judged_as_the_best() -> None:
    played, kinds = golden("one-wins-3"), set[type]()
    for moment in (moment for seat in report_on(GAME, played).seats for moment in seat.moments):
        best = retry(played, moment.at, None)
        kinds.add(type(best.action))
        play(GAME, played.states[moment.at], moment.seat, best.action)
        assert best == retry(played, moment.at, best.action)
        assert best.best
    assert kinds == {Place, Vote}


def test_every_open_hint_is_judged_as_in_the_review() -> None:
    played = golden("one-wins-3")
    at, before = next(
        (at, state)
        for at, state in enumerate(played.states)
        if isinstance(state.phase, Hinting) and state.round == 3
    )
    hint = looked("one-wins-3").rounds[2].hints[0]
    rest = [one for one in hint.others if not one.by_elimination]
    most = round(max(one.chance for one in (hint.hint, *rest)) / 10)
    legal = {*moves.menu(GAME.view(before, hint.seat), hint.seat)}
    for one in (hint.hint, *hint.others):
        place = Place(one.card, one.word)
        legal.remove(place)
        found, n = retry(played, at, place), round(one.chance / 10)
        said = read(found.said)
        assert found.best == (n >= most)
        assert read((likelihood(one.chance),)) in said
        assert "Another open hint says more." in said or found.best
        assert ("only because" in said) == one.by_elimination
    assert not legal


def test_hints_are_compared_in_words() -> None:
    for chances, said in (
        ((500,), "Big makes lion likely."),
        ((800, 49), "Big makes lion very likely, Wild very unlikely."),
        ((199, 50), "Big and Wild both make lion unlikely."),
    ):
        hints = (telling("Big"), telling("Wild"))
        assert read((tell_likely("lion", *zip(hints, chances, strict=False)),)) == said


def test_votes_are_judged_one_by_one_and_together() -> None:
    played = golden("one-wins-3")
    at = next(at for at, state in enumerate(played.states) if isinstance(state.phase, Voting))
    finished: Finished = played.states[-1].rounds[0]
    seat = played.transcript.entries[at].seat
    given, truth = finished.votes[seat], finished.identities
    assert f"Right: {right(given, truth)} of 2." in read(retry(played, at, Vote(given)).said)
    target = (seat + 1) % 3
    number = next(one for one in range(1, 11) if one not in given)
    changed = (*given[:target], number, *given[target + 1 :])
    changes, together = read(retry(played, at, Vote(changed)).said).split(" Right: ")
    assert changes.startswith(f"{READER.name(target)}: ")
    assert changes.count(":") == 1
    assert together.startswith(f"{right(changed, truth)} of 2.")


def right(votes: tuple[int, ...], truth: tuple[int, ...]) -> int:
    return sum(map(int.__eq__, votes, truth))


def test_a_child_may_place_no_porter() -> None:
    played = at_random(Options(children=True), 1)
    entries = played.transcript.entries
    at = next(at for at, entry in enumerate(entries) if b"place" in bytes(entry.action))
    found = retry(played, at, moves.PASS)
    assert not found.best
    assert read(found.said).startswith("Without a porter, ")
