"""Review of a game: the parts of an account add up, and its moments had a notable cost."""

import pytest

from chabudai.core import Rng
from chabudai.core.text import Reader
from chabudai.core.transcript import Transcript, loads, replay, replayed
from chabudai.games import folder_of
from chabudai.games.word_porters import GAME
from chabudai.games.word_porters.questions import Review, Reviewed
from chabudai.games.word_porters.review.hindsight import NOTABLE, Looked
from chabudai.games.word_porters.review.jobs import JOBS
from chabudai.games.word_porters.review.telling import tell_hint, tell_votes
from chabudai.games.word_porters.state import Options, State
from chabudai.games.word_porters.tests.tables import OWN_HINTS, OWN_WORDS
from tests.support.moves import course, scripted

GOLDEN = folder_of("word-porters") / "golden"
NAMES = ("Ann", "Ben", "Cho", "Dai", "Eve", "Flo")


def golden(name: str) -> Transcript:
    return loads((GOLDEN / f"{name}.jsonl").read_bytes())


def looked(played: Transcript) -> tuple[Looked, State]:
    *_, end = replay(GAME, played)
    answer = JOBS["review"].run(GAME, replayed(GAME, played))
    assert isinstance(answer, Looked)
    return answer, end


@pytest.mark.parametrize("name", ["one-wins-3", "several-win-5"])
def test_hints_votes_and_luck_add_up_to_the_margin(name: str) -> None:
    answer, end = looked(golden(name))
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
    answer, end = looked(golden("several-win-4"))
    view = GAME.view(end, 0)
    assert [*answer.rounds] == [GAME.ask(view, 0, Review(number)) for number in range(1, 5)]


@pytest.mark.parametrize("name", ["one-wins-3", "a-round-is-scored"])
def test_the_moments_of_a_seat_are_its_own_and_could_be_better_the_costliest_first(
    name: str,
) -> None:
    answer, _ = looked(golden(name))
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
    options = Options(own_words=OWN_WORDS, own_hints=OWN_HINTS)
    answer, end = looked(scripted(GAME, 3, options, course(GAME, GAME.setup(options, 3), Rng(4))))
    view, reader = GAME.view(end, 0), Reader("ja", GAME.text.catalogue("ja"), NAMES.__getitem__)
    reviewed, finished = answer.rounds[0], end.rounds[0]
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
