"""A lay or a challenge of a finished game, made again."""

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, play
from chabudai.core.report import report_on
from chabudai.core.retry import NoMoment
from chabudai.core.text import Reader
from chabudai.core.transcript import Recorded, replayed
from chabudai.games.quiddler import GAME, state as qd
from chabudai.games.quiddler.review.hindsight import look_back
from chabudai.games.quiddler.review.retry import lay_again, retry
from chabudai.games.quiddler.tests.tables import last, out, stacked
from tests.support.moves import scripted

PILE, READY = qd.Draw("pile"), qd.Ready()
OX = qd.Challenge(1, 1)
MOVES: tuple[tuple[int, qd.Action], ...] = (
    (CHANCE, stacked(("C A T", "O X Z", "T U B"), "M", "D B E", 2)),
    (0, PILE),
    (0, out("C A T", "D")),
    (2, qd.Challenge(1, 0)),
    (1, PILE),
    (1, last("O X", "Z")),
    (2, PILE),
    (2, OX),
    (2, last("T E B", "U")),
    (0, READY),
    (1, READY),
    (2, READY),
)
ODDS = "By its letters, it was 50 % likely to be no word. A challenge pays from 50 %."
NONE = "6 fewer than in the game. The best was worth 22 points more."
AT = {"CAT": 2, "OX": 5, "challenge": 7, "TEB": 8}
READER = Reader("en", {}, ("Ann", "Ben", "Cho").__getitem__)


@pytest.fixture(scope="module")
def played() -> Recorded:
    return replayed(GAME, scripted(GAME, 3, qd.Options(), MOVES))


AGAIN = {
    "the best words": ("CAT", None, True, "CAD would have been 2 points better."),
    "the words of the game": (
        "CAT",
        out("C A T", "D"),
        False,
        "CAT: 13 points, as in the game. The best was worth 2 points more.",
    ),
    "better words": (
        "OX",
        last("B O X", "Z"),
        True,
        "BOX: 22 points, 16 more than in the game. Nothing scores more.",
    ),
    "no words": (
        "OX",
        qd.Discard("X"),
        False,
        f"Nothing laid: 0 points, {NONE}",
    ),
    "a word that is none": (
        "OX",
        last("B O Z", "X"),
        False,
        f"Not in the dictionary: BOZ. BOZ: 0 points, {NONE}",
    ),
    "no end of the round": (
        "CAT",
        qd.Discard("D"),
        False,
        "The round goes on, so nothing is scored. Going out could score 15 points.",
    ),
    "a challenge in place of words": (
        "OX",
        qd.Challenge(1, 0),
        False,
        "CAT is a word. The challenge costs 13 points.",
    ),
    "a challenge": ("challenge", OX, False, f"OX is a word. The challenge costs 14 points. {ODDS}"),
    "no challenge": (
        "challenge",
        qd.Discard("B"),
        True,
        f"OX is a word. Letting it stand saves 14 points. {ODDS}",
    ),
}


@pytest.mark.parametrize("name", AGAIN)
def test_a_move_is_compared_with_that_of_the_game_and_with_the_best(
    played: Recorded, name: str
) -> None:
    moment, action, best, said = AGAIN[name]
    found = retry(played, AT[moment], action)
    assert action is None or found.action == action
    assert (found.best, " ".join(map(READER.sentence, found.said))) == (best, said)
    assert {one.text for one in found.said} <= GAME.text.catalogue("ja").keys()


def test_the_best_move_of_every_moment_is_legal_and_judged_as_the_best(played: Recorded) -> None:
    moments = [moment for seat in report_on(GAME, played).seats for moment in seat.moments]
    assert {moment.at for moment in moments} == {*AT.values()}
    for moment in moments:
        best = retry(played, moment.at, None)
        play(GAME, played.states[moment.at], moment.seat, best.action)
        assert best.best
        assert retry(played, moment.at, best.action).best


def test_the_best_common_words_solve_a_moment_where_only_rarer_ones_are_better(
    played: Recorded,
) -> None:
    box = look_back(GAME, played).lays[1]
    lay = replace(box, best=box.known, vocabulary=5)
    found = lay_again(played.states[lay.at], lay, last("B O X", "Z"))
    said = "Well done! Only rarer words score more: BOX, by 5 points."
    assert (found.best, READER.sentence(found.said[-1])) == (True, said)
    assert found.said[-1].text in GAME.text.catalogue("ja")


def test_a_challenge_out_of_turn_is_reported_but_cannot_be_played_again(played: Recorded) -> None:
    told = "Round 1: Cho challenged CAT, which is a word. It cost 13 points."
    assert told in map(READER.sentence, report_on(GAME, played).seats[2].notes)
    with pytest.raises(NoMoment, match="neither"):
        retry(played, MOVES.index((2, qd.Challenge(1, 0))), None)
