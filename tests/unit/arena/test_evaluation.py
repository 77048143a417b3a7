"""Evaluations from a plan file: paired deals, statistics checked by hand, and refused plans."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from chabudai.arena import Faulty
from chabudai.arena.evaluation import (
    Evaluated,
    PlayAll,
    decided,
    evaluate,
    likelihood,
    mcnemar,
)
from chabudai.arena.evaluation_plan import BadPlan, check, read_plan
from chabudai.arena.records import Games, Plan
from chabudai.core import AnyGame
from tests.unit.arena.playing import play_all

PLAN = """
game = "word-bank"
better = "lower"
tuned = [0, 9]
match = [{ one = "greedy", other = "random", first = 10, deals = 3 }]
"""

ROOT = Path(__file__).parents[3]


def stopped_after(games: int) -> PlayAll:
    """Return a `play_all` that stops after a total of `games` games."""
    left = iter(range(games))

    def play_some(game: AnyGame, plans: Sequence[Plan], indices: Sequence[int]) -> Iterator[Games]:
        return (one for one, _ in zip(play_all(game, plans, indices), left, strict=False))

    return play_some


def evaluated(text: str, play: PlayAll = play_all) -> Evaluated:
    asked = read_plan(text.encode())
    return evaluate(check(asked), asked, play)


def watched(text: str) -> tuple[Evaluated, list[Plan], list[Games]]:
    """Evaluate the text of a plan file. Return the result, the plans and the played games."""
    plans, played = list[Plan](), list[Games]()

    def watching(game: AnyGame, asked: Sequence[Plan], indices: Sequence[int]) -> Iterator[Games]:
        plans.extend(asked)
        for one in play_all(game, asked, indices):
            played.append(one)
            yield one

    return evaluated(text, watching), plans, played


def test_a_match_plays_each_deal_from_every_seat() -> None:
    result, _, played = watched(PLAN.replace("greedy", "random"))
    (found,) = result.matches
    seen = [one for (one,) in played]
    assert [one.index for one in seen] == [20, 21, 22, 23, 24, 25]
    assert found.deals == 3
    seats = [one.seating.index(0) for one in seen]
    assert seats == [0, 1] * 3
    gains = [one.scores[1 - seat] - one.scores[seat] for one, seat in zip(seen, seats, strict=True)]
    assert found.gain.mean == pytest.approx(sum(gains) / 6)
    wins = [(gain > 0) + (gain == 0) / 2 for gain in gains]
    assert found.wins.mean == pytest.approx(sum(wins) / 6)


def test_teams_play_the_same_deals_and_may_have_bots_of_two_kinds() -> None:
    found, plans, _ = watched("""
        game = "kakapo"
        match = [
        { one = "greedy", other = "random", kind = "teams", measure = "win", first = 0, deals = 4 }
        ]
        [[grade]]
        bot = "greedy"
        other = "random"
        option = "mission"
        values = [1, 2]
        seats = 3
        first = 0
        deals = 1
    """)
    (match,), (grade,) = found.matches, found.grades
    assert match.rates is not None
    assert match.gain.mean == match.rates[0].mean - match.rates[1].mean
    assert match.chance is not None
    assert [*grade.rates] == ["1", "2"]
    assert plans[-1].bots == ("greedy", "random", "random")
    assert grade.bot == "greedy + random"


def test_a_sequential_test_stops_when_it_is_decided() -> None:
    text = PLAN.replace("greedy", "random").replace("s = 3", "s = 40, bounds = [-4.0, -3.0]")
    (found,) = evaluated(text).matches
    assert (found.verdict, found.deals) == ("gain", 16)
    assert found.ratio is not None
    assert found.ratio > 2.9444


def test_a_stopped_evaluation_counts_only_whole_deals_and_values() -> None:
    text = """
        game = "kakapo"
        match = [
            { one = "greedy", other = "random", kind = "teams", first = 0, deals = 3 },
            { one = "greedy", other = "random", kind = "teams", first = 3, deals = 3 },
        ]
        grade = [{ bot = "random", option = "mission", values = [1, 2], first = 0, deals = 2 }]
    """
    found = evaluated(text, stopped_after(2))
    assert [one.deals for one in found.matches] == [2]
    assert not found.grades
    found = evaluated(text, stopped_after(3 + 3 + 3))
    assert [one.deals for one in found.matches] == [3, 3]
    assert [[*one.rates] for one in found.grades] == [["1"]]


def test_the_log_likelihood_ratio_and_mcnemars_test_follow_their_formulas() -> None:
    # With mean 2, variance 1 and three deals: 3 · (1 − 0) · (2 − 0.5) / 1.
    assert likelihood([1.0, 2.0, 3.0], 0.0, 1.0) == pytest.approx(4.5)
    assert likelihood([1.0], 0.0, 1.0) == likelihood([2.0, 2.0], 0.0, 1.0) == 0.0
    assert [decided(ratio, 16) for ratio in (3.0, -3.0, 2.9)] == ["gain", "no gain", ""]
    assert decided(3.0, 15) == ""
    # In six deals only one of the two bots won, always the first: 2 · 0.5⁶.
    assert mcnemar([(1.0, 0.0)] * 6 + [(1.0, 1.0)] * 9) == pytest.approx(2 / 64)
    assert mcnemar([(1.0, 1.0)] * 3) == 1.0


def test_a_bot_that_forfeits_cannot_be_evaluated(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("def think(view, seat, dice):\n    return 5\n")
    with pytest.raises(Faulty, match="forfeited game 20: it answered 5, which is not an action"):
        evaluated(PLAN.replace("greedy", f"{file}:think"))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("word-bank", "chess", "There is no game 'chess'. Available: "),
        ("greedy", "god", "Word Bank has no bot 'god'."),
        ("first = 10", "first = 9", "Deals 9 to 11 overlap with 0 to 9, on which bots were tuned."),
        ("deals = 3", "deals = 3, seats = 9", "Word Bank is played by 2 to 5, not by 9."),
        ("match", "macth", "This is not an evaluation plan: "),
        ("tuned", "options.x = 1\ntuned", "The options of Word Bank cannot be used: "),
        (
            "deals = 3 }",
            "deals = 3 }, { one = 'random', other = 'greedy', first = 12, deals = 1 }",
            "Two parts of the plan play greedy, random on the same deals from 12 on.",
        ),
        ("match = [", "match = [] #", "The plan has nothing to play"),
        ('"word-bank"', '"kakapo"', "The Kakapo Buddy & Party is won together: a [[match]] needs"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused_in_a_sentence(
    old: str, new: str, sentence: str
) -> None:
    assert old in PLAN
    with pytest.raises(BadPlan) as refused:
        check(read_plan(PLAN.replace(old, new).encode()))
    assert str(refused.value).startswith(sentence)


def test_the_committed_plans_can_be_played() -> None:
    files = [*ROOT.glob("bench/plans/*.toml")]
    assert files
    for file in files:
        asked = read_plan(file.read_bytes())
        assert check(asked).name == asked.game
