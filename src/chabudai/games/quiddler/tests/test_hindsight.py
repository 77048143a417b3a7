"""The review of a game: its parts add up, and the moves that it prefers are better."""

import pytest

from chabudai.core import Rng
from chabudai.core.report import Report
from chabudai.core.text import Reader
from chabudai.core.transcript import Transcript, loads, replay, replayed
from chabudai.games import folder_of
from chabudai.games.quiddler import GAME
from chabudai.games.quiddler.review.hindsight import Looked, cost, look_back, worth_of
from chabudai.games.quiddler.review.jobs import JOBS
from chabudai.games.quiddler.review.telling import tell_challenge
from chabudai.games.quiddler.rules import scoring
from chabudai.games.quiddler.solver import Layout, solve
from chabudai.games.quiddler.state import Options
from chabudai.words import LexiconName, crude, level, lexicon
from tests.support.moves import course, scripted

GOLDEN = folder_of("quiddler") / "golden"
NAMES = ("Ann", "Ben", "Cho", "Dai", "Eve", "Flo", "Gus", "Hal")
READER = Reader("en", {}, NAMES.__getitem__)


def golden(name: str) -> Transcript:
    return loads((GOLDEN / f"{name}.jsonl").read_bytes())


def of_bots(*levels: str, name: LexiconName) -> Transcript:
    seats, options = len(levels), Options(name, turn_cap=4)
    bots = [GAME.bots[each](seat) for seat, each in enumerate(levels)]
    return scripted(GAME, seats, options, course(GAME, GAME.setup(options, seats), Rng(6), *bots))


GAMES = {
    "all finish": lambda: golden("one-wins-3"),
    "challenges": lambda: golden("one-wins-6"),
    "bots": lambda: of_bots("easy", "expert", name="casual"),
}


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest) -> Transcript:
    made: Transcript = GAMES[request.param]()
    return made


def test_words_choices_challenges_and_luck_add_up_to_the_margin(played: Transcript) -> None:
    found = look_back(GAME, replayed(GAME, played))
    *_, end = replay(GAME, played)
    totals = scoring.totals(end.sheet, len(end.hands))
    others = len(totals) - 1
    assert [account.seat for account in found.accounts] == [*range(len(totals))]
    for account in found.accounts:
        mine = totals[account.seat]
        assert account.margin == round(1000 * (mine - (sum(totals) - mine) / others))
        assert account.words + account.choices + account.challenges + account.luck == account.margin
        lost = sum(line.lost for line in (row[account.seat] for row in end.sheet))
        all_lost = sum(line.lost for row in end.sheet for line in row)
        assert account.challenges == -round(1000 * (lost - (all_lost - lost) / others))
        costs = [moment.cost for moment in account.moments]
        assert costs == sorted(costs, reverse=True)
        assert all(costs)


def test_better_words_are_legal_and_worth_the_points_that_were_lost(
    played: Transcript,
) -> None:
    found, states = look_back(GAME, replayed(GAME, played)), [*replay(GAME, played)]
    levels = {account.seat: account.level for account in found.accounts}
    assert any(lay.known for lay in found.lays)
    for lay in found.lays:
        before = states[lay.at]
        options = before.options
        others = {word.word for word in before.laid if word.seat != lay.seat} | crude()
        worth = lay.worth
        for better, rank in ((lay.known, levels[lay.seat]), (lay.best, 80)):
            if better is None:
                continue
            cards = sorted((*sum(better.words, ()), *better.left, better.discard or ""))
            assert cards == sorted(before.hands[lay.seat])
            for word in map("".join, better.words):
                assert word in lexicon(options.lexicon)
                assert word not in others
                assert (level(word) or 0) <= rank
            assert worth_of(options, better) > worth
            worth = worth_of(options, better)
        assert cost(lay) == worth - lay.worth
        # In the last lap, nothing in the dictionary is better. Before, all other cards are laid.
        if before.last is None:
            assert all(not better.left for better in (lay.known, lay.best) if better)
        else:
            hand, barred = before.hands[lay.seat], frozenset(others)
            best: Layout = solve(hand, lexicon=options.lexicon, barred=barred)
            assert worth >= worth_of(options, best)


def test_a_fed_card_was_discarded_then_taken_and_laid_by_the_next_player() -> None:
    found = look_back(GAME, replayed(GAME, golden("one-wins-8")))
    assert found.fed
    for fed in found.fed:
        assert fed.taker != fed.seat
        assert fed.card in fed.word
        laid = [lay for lay in found.lays if (lay.round, lay.seat) == (fed.round, fed.taker)]
        assert any(fed.card in word for lay in laid for word in lay.words)


def test_a_challenge_is_reviewed_with_its_odds() -> None:
    played = golden("one-wins-6")
    found = look_back(GAME, replayed(GAME, played))
    made = [entry for entry in played.entries if b"challenge" in bytes(entry.action)]
    assert len(found.challenges) == len(made) > 0
    options: Options = next(replay(GAME, played)).options
    for doubted in found.challenges:
        assert doubted.allowed == (doubted.word in lexicon(options.lexicon))
        assert 0 < doubted.odds <= 100
        assert 50 <= doubted.needed < 100
        told = tell_challenge(doubted)
        assert doubted.word in READER.sentence(told.question)
        assert f"{doubted.odds} %" in READER.sentence(told.answer[0])


def test_in_the_solo_game_no_seats_are_compared() -> None:
    played = replayed(GAME, golden("the-columns-are-cleared"))
    assert look_back(GAME, played) == Looked((), (), (), ())
    told = JOBS["report"].run(GAME, played)
    assert isinstance(told, Report)
    assert (told.seats, len(told.meaning)) == ((), 1)
