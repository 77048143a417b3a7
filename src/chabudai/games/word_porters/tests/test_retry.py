"""A hint or the votes of a finished game, given again."""

import pytest

from chabudai.core import Rng, Telling, play, telling
from chabudai.core.report import report_on
from chabudai.core.text import Reader
from chabudai.core.transcript import Recorded, loads, replayed
from chabudai.games import folder_of
from chabudai.games.word_porters import GAME, moves
from chabudai.games.word_porters.review import review
from chabudai.games.word_porters.review.retry import retry
from chabudai.games.word_porters.review.telling import likelihood, tell_likely
from chabudai.games.word_porters.state import Finished, Hinting, Options, Place, Vote, Voting
from tests.support.moves import course, scripted

READER = Reader("en", {}, ("Ann", "Ben", "Cho", "Dai").__getitem__)


@pytest.fixture(scope="module")
def played() -> Recorded:
    golden = folder_of("word-porters") / "golden" / "several-win-4.jsonl"
    return replayed(GAME, loads(golden.read_bytes()))


def read(said: tuple[Telling, ...]) -> str:
    """Return what a player reads. Every sentence has a translation."""
    assert {one.text for one in said} <= GAME.text.catalogue("ja").keys()
    return " ".join(map(READER.sentence, said))


def test_the_best_move_of_every_moment_is_legal_and_judged_as_the_best(played: Recorded) -> None:
    kinds = set[type]()
    for moment in (moment for seat in report_on(GAME, played).seats for moment in seat.moments):
        best = retry(played, moment.at, None)
        kinds.add(type(best.action))
        play(GAME, played.states[moment.at], moment.seat, best.action)
        assert best == retry(played, moment.at, best.action)
        assert best.best
    assert kinds == {Place, Vote}


def test_every_open_hint_is_judged_as_in_the_review(played: Recorded) -> None:
    at, before = next(
        (at, state)
        for at, state in enumerate(played.states)
        if isinstance(state.phase, Hinting) and state.round == 3
    )
    hint = review(before.options, played.states[-1].rounds[:3]).hints[0]
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


@pytest.mark.parametrize(
    ("chances", "said"),
    [
        ((500,), "Big makes lion likely."),
        ((800, 49), "Big makes lion very likely, Wild very unlikely."),
        ((199, 50), "Big and Wild both make lion unlikely."),
    ],
)
def test_hints_are_compared_in_words(chances: tuple[int, ...], said: str) -> None:
    hints = (telling("Big"), telling("Wild"))
    assert read((tell_likely("lion", *zip(hints, chances, strict=False)),)) == said


def test_votes_are_judged_one_by_one_and_together(played: Recorded) -> None:
    at = next(at for at, state in enumerate(played.states) if isinstance(state.phase, Voting))
    finished: Finished = played.states[-1].rounds[0]
    seat = played.transcript.entries[at].seat
    given, truth = finished.votes[seat], finished.identities
    assert f"Right: {right(given, truth)} of 3." in read(retry(played, at, Vote(given)).said)
    target = (seat + 1) % 4
    number = next(one for one in range(1, 11) if one not in given)
    changed = (*given[:target], number, *given[target + 1 :])
    changes, together = read(retry(played, at, Vote(changed)).said).split(" Right: ")
    assert changes.startswith(f"{READER.name(target)}: ")
    assert changes.count(":") == 1
    assert together.startswith(f"{right(changed, truth)} of 3.")


def right(votes: tuple[int, ...], truth: tuple[int, ...]) -> int:
    return sum(map(int.__eq__, votes, truth))


def test_a_child_may_place_no_porter() -> None:
    options = Options(children=True)
    played = replayed(
        GAME, scripted(GAME, 3, options, course(GAME, GAME.setup(options, 3), Rng(1)))
    )
    at = next(
        at for at, entry in enumerate(played.transcript.entries) if b"place" in bytes(entry.action)
    )
    found = retry(played, at, moves.PASS)
    assert not found.best
    assert read(found.said).startswith("Without a porter, ")
