"""Tall Tales: the solver, the bots, lines of text in both languages, and the terminal."""

import msgspec
import pytest

from chabudai.core import CHANCE, Rng
from chabudai.core.transcript import replayed
from examples.games.tall_tales import GAME
from examples.games.tall_tales.review import Judged, Looked, look_back
from examples.games.tall_tales.state import Action, Believe, Claim, Deal, Doubt, Options
from examples.games.tall_tales.tests.support import after, dealt, examples
from tests.support.moves import scripted
from tests.unit.cli.support import here, refused


def moves_of(level: str, seat: int, *cards: int, said: tuple[Action, ...] = ()) -> set[str]:
    """Return the moves that a bot makes with these cards, over many seeds."""
    state = after(dealt(*cards), *said)
    bot = GAME.bots[level](0)
    view = GAME.view(state, seat)
    return {GAME.text.write(bot(view, seat, Rng(seed))) for seed in range(40)}


def test_bots_bluff_as_their_level_dares() -> None:
    for level, lowest, middle in (
        ("easy", {"claim", "admit"}, {"claim", "admit"}),
        ("normal", {"admit"}, {"claim", "admit"}),
        ("hard", {"claim", "admit"}, {"claim"}),
        ("expert", {"claim", "admit"}, {"claim"}),
    ):
        assert moves_of(level, 0, 1, 2, 3) == lowest
        assert moves_of(level, 0, 2, 1, 3) == middle


@pytest.mark.parametrize("level", ["normal", "hard", "expert"])
def test_bots_believe_with_the_lowest_card_and_doubt_with_the_highest(level: str) -> None:
    assert moves_of(level, 1, 2, 1, 3, said=(Claim(),)) == {"believe"}
    assert moves_of(level, 1, 2, 3, 1, said=(Claim(),)) == {"doubt"}
    assert moves_of(level, 1, 1, 2, 3, said=(Claim(),)) == {"believe", "doubt"}


def test_a_review_tells_the_cost_of_each_move() -> None:
    ((_, played),) = examples()
    review = GAME.extras.jobs["review"].run(GAME, replayed(GAME, played))
    assert msgspec.json.decode(msgspec.json.encode(review), type=Looked) == Looked(
        (
            Judged(round=1, seat=0, card=1, move=Claim(), cost=0.0),
            Judged(round=1, seat=1, card=2, move=Believe(), cost=0.0),
            Judged(round=2, seat=1, card=1, move=Claim(), cost=0.0),
            Judged(round=2, seat=0, card=3, move=Doubt(), cost=0.0),
        )
    )
    moves = ((CHANCE, Deal((2, 3, 1))), (0, Claim()), (1, Believe()))
    meek = replayed(GAME, scripted(GAME, 2, Options(), moves))
    assert [move.cost for move in look_back(GAME, meek).moves] == [0.0, 3.0]


def test_a_whole_game_is_played_line_by_line() -> None:
    # Each line answers one of the two questions and is refused for the other.
    played = here("play", "tall-tales", "--seed", "3", typed="claim\nbelieve\n" * 8)
    assert (played.code, played.err) == (0, "")
    assert " won." in played.out
    assert "Not allowed: " in played.out


def test_a_plan_says_how_often_to_claim_and_to_doubt() -> None:
    done = here("tales", "plan", "1", "--json")
    assert (done.code, done.document) == (0, {"card": 1, "claim": 1 / 3, "doubt": 0.0})
    assert here("tales", "plan", "2").out == "Claim 1 of the time.\nDoubt 1/3 of the time.\n"
    assert "is not from 1 to 3" in refused("tales", "plan", "4")
