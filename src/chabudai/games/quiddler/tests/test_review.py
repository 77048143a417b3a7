"""Quiddler: the review of a game, retries of its moments, and advice."""

from functools import partial

import msgspec
import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng, telling
from chabudai.core.report import Report, report_on
from chabudai.core.retry import Asked, Retried
from chabudai.core.text import Reader, spaced
from chabudai.core.transcript import Recorded, replayed
from chabudai.games.quiddler import GAME, state as qd
from chabudai.games.quiddler.review.advice import advise
from chabudai.games.quiddler.review.hindsight import Looked, cost, look_back, worth_of
from chabudai.games.quiddler.review.jobs import JOBS
from chabudai.games.quiddler.review.retry import lay_again, retry
from chabudai.games.quiddler.rules import scoring
from chabudai.games.quiddler.solver import Layout, solve
from chabudai.games.quiddler.tests.tables import last, midround, out, stacked
from chabudai.games.quiddler.view import view
from chabudai.words import crude, level, lexicon
from tests.support.moves import course, golden as recorded, scripted

READER = Reader("en", {}, ("Ann", "Ben", "Cho").__getitem__)


golden = partial(recorded, GAME)


def of_bots() -> Recorded:
    options = qd.Options("casual", turn_cap=4)
    bots = [GAME.bots[name](seat) for seat, name in enumerate(("easy", "expert"))]
    moves = course(GAME, GAME.setup(options, 2), Rng(6), *bots)
    return replayed(GAME, scripted(GAME, 2, options, moves))


# --- Hindsight


@pytest.fixture(scope="module", params=["one-wins-3", "one-wins-6", ""])
def reviewed(request: pytest.FixtureRequest) -> tuple[Recorded, Looked]:
    """Return a game and its review. The second game has challenges, and "" stands for a game of
    bots.
    """
    played = golden(request.param) if request.param else of_bots()
    return played, look_back(GAME, played)


def test_words_choices_challenges_and_luck_add_up_to_the_margin(
    reviewed: tuple[Recorded, Looked],
) -> None:
    played, found = reviewed
    end = played.states[-1]
    totals = scoring.totals(end.sheet, len(end.hands))
    others = len(totals) - 1
    assert [account.seat for account in found.accounts] == [*range(len(totals))]
    for account in found.accounts:
        mine = totals[account.seat]
        assert account.margin == round(1000 * (mine - (sum(totals) - mine) / others))
        assert account.words + account.choices + account.challenges + account.luck == account.margin
        lost = sum(row[account.seat].lost for row in end.sheet)
        all_lost = sum(line.lost for row in end.sheet for line in row)
        assert account.challenges == -round(1000 * (lost - (all_lost - lost) / others))
        costs = [moment.cost for moment in account.moments]
        assert costs == sorted(costs, reverse=True)
        assert all(costs)


def test_better_words_are_legal_and_worth_the_points_that_were_lost(
    reviewed: tuple[Recorded, Looked],
) -> None:
    played, found = reviewed
    levels = {account.seat: account.level for account in found.accounts}
    assert any(lay.known for lay in found.lays)
    for lay in found.lays:
        before = played.states[lay.at]
        hand, options = before.hands[lay.seat], before.options
        barred = frozenset(word.word for word in before.laid if word.seat != lay.seat) | crude()
        worth = lay.worth
        for better, rank in ((lay.known, levels[lay.seat]), (lay.best, 80)):
            if better is None:
                continue
            assert sorted((*sum(better.words, ()), *better.left, better.discard or "")) == [*hand]
            for word in map("".join, better.words):
                assert word in lexicon(options.lexicon)
                assert word not in barred
                assert (level(word) or 0) <= rank
            assert worth_of(options, better) > worth
            worth = worth_of(options, better)
        assert cost(lay) == worth - lay.worth
        # In the last lap, nothing in the dictionary is better. Before, all other cards are laid.
        if before.last is None:
            assert all(not better.left for better in (lay.known, lay.best) if better)
        else:
            best: Layout = solve(hand, lexicon=options.lexicon, barred=barred)
            assert worth >= worth_of(options, best)


def test_a_fed_card_was_discarded_then_taken_and_laid_by_the_next_player() -> None:
    found = look_back(GAME, golden("one-wins-8"))
    assert found.fed
    for fed in found.fed:
        assert fed.taker != fed.seat
        assert fed.card in fed.word
        laid = [lay for lay in found.lays if (lay.round, lay.seat) == (fed.round, fed.taker)]
        assert any(fed.card in word for lay in laid for word in lay.words)


def test_in_the_solo_game_no_seats_are_compared() -> None:
    played = golden("the-columns-are-cleared")
    assert look_back(GAME, played) == Looked((), (), (), ())
    told = JOBS["report"].run(GAME, played)
    assert isinstance(told, Report)
    assert (told.seats, len(told.meaning)) == ((), 1)


# --- Another try

PILE = qd.Draw("pile")
OX = qd.Challenge(1, 1)
MOVES: tuple[tuple[int, qd.Action], ...] = (
    (CHANCE, stacked(("C A T", "O X Z", "T U B"), "M", "D B E", 2)),
    *((0, PILE), (0, out("C A T", "D"))),
    (2, qd.Challenge(1, 0)),
    *((1, PILE), (1, last("O X", "Z"))),
    *((2, PILE), (2, OX), (2, last("T E B", "U"))),
    *((seat, qd.Ready()) for seat in range(3)),
)
ODDS = "By its letters, it was 50 % likely to be no word. A challenge pays from 50 %."
NONE = "6 fewer than in the game. The best was worth 22 points more."


@pytest.fixture(scope="module")
def played() -> Recorded:
    return replayed(GAME, scripted(GAME, 3, qd.Options(), MOVES))


AGAIN: tuple[tuple[int, qd.Action | None, bool, str], ...] = (
    (2, None, True, "CAD would have been 2 points better."),
    (
        2,
        out("C A T", "D"),
        False,
        "CAT: 13 points, as in the game. The best was worth 2 points more.",
    ),
    (
        2,
        qd.Discard("D"),
        False,
        "The round goes on, so nothing is scored. Going out could score 15 points.",
    ),
    (
        5,
        last("B O X", "Z"),
        True,
        "BOX: 22 points, 16 more than in the game. Nothing scores more.",
    ),
    (5, qd.Discard("X"), False, f"Nothing laid: 0 points, {NONE}"),
    (5, last("B O Z", "X"), False, f"Not in the dictionary: BOZ. BOZ: 0 points, {NONE}"),
    (5, qd.Challenge(1, 0), False, "CAT is a word. The challenge costs 13 points."),
    (7, OX, False, f"OX is a word. The challenge costs 14 points. {ODDS}"),
    (7, qd.Discard("B"), True, f"OX is a word. Letting it stand saves 14 points. {ODDS}"),
)
"""Moves at a moment, whether they are the best, and the comparison."""


def test_a_move_is_compared_with_that_of_the_game_and_with_the_best(played: Recorded) -> None:
    for at, action, best, said in AGAIN:
        found = retry(played, at, action)
        assert action is None or found.action == action
        assert (found.best, " ".join(map(READER.sentence, found.said))) == (best, said)
        assert {one.text for one in found.said} <= GAME.text.catalogue("ja").keys()


def test_the_best_common_words_solve_a_moment_where_only_rarer_ones_are_better(
    played: Recorded,
) -> None:
    box = look_back(GAME, played).lays[1]
    lay = replace(box, best=box.known, vocabulary=5)
    found = lay_again(played.states[lay.at], lay, last("B O X", "Z"))
    said = "Well done! Only rarer words score more: BOX, by 5 points."
    assert (found.best, READER.sentence(found.said[-1])) == (True, said)


def test_challenges_are_reviewed_but_one_out_of_turn_cannot_be_played_again(
    played: Recorded,
) -> None:
    out_of_turn, in_turn = look_back(GAME, played).challenges
    assert (in_turn.word, in_turn.allowed, in_turn.odds, in_turn.needed) == ("OX", True, 50, 50)
    assert (out_of_turn.in_turn, out_of_turn.loss, in_turn.in_turn) == (False, 13, True)
    told = "Round 1: Cho challenged CAT, which is a word. It cost 13 points."
    assert told in map(READER.sentence, report_on(GAME, played).seats[2].notes)
    unasked = JOBS["retry"].run(GAME, Asked(played, out_of_turn.at, None))
    assert unasked == Retried(msgspec.Raw(b"null"), best=False, said=())


# --- Advice


def test_hints_lead_from_the_length_of_the_longest_word_to_its_cards_and_the_move() -> None:
    seen = view(midround(qd.Acting(0, "Z", "pile"), "QU I L T A Z", "A B C D E"), 0)
    advice = advise(seen, 0, Rng(1))
    best = msgspec.json.decode(advice.choices[advice.best].action, type=qd.GoOut)
    word = max(best.words, key=lambda cards: len("".join(cards)))
    assert advice.look == telling("There is a word of {n} letters.", n=len("".join(word)))
    shown = spaced(sorted(word))
    assert advice.closer == telling("Look at {cards}: they make a word.", cards=shown)


def test_without_a_word_to_lay_there_is_a_choice_instead_of_a_closer_hint() -> None:
    seen = view(midround(qd.Acting(0, "Z", "pile"), "Z X V Q", "A B C"), 0)
    advice = advise(seen, 0, Rng(1))
    assert advice.closer is None
    assert len(advice.choices) > 1
