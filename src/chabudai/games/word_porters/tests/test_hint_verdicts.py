"""Verdicts on 200 hints of bots, judged in both languages by the words alone.

"odd" means no better than chance although an open hint fits, and "none" that no open hint fits.
The engineer who last changed the choice of hints judged them. If the bots' hints have changed,
judge the ones that `python -m tools.list_hints` (and `--lang ja`) lists.
"""

import csv
from collections import Counter
from pathlib import Path

import pytest

from tools.list_hints import listing

FILE = Path(__file__).parent / "hints.tsv"
with FILE.open(encoding="utf-8", newline="") as text:
    JUDGED = list(csv.DictReader(text, delimiter="\t"))


def test_the_judged_hints_are_those_that_bots_give() -> None:
    given = [each.line("en")[:3] for each in listing()]
    assert [(one["level"], one["word"], one["hint"]) for one in JUDGED] == given


@pytest.mark.parametrize("tongue", ["en", "ja"])
def test_at_most_one_hint_in_twenty_is_odd(tongue: str) -> None:
    verdicts = Counter(one[tongue] for one in JUDGED)
    assert set(verdicts) == {"fits", "none", "odd"}
    assert verdicts["odd"] <= len(JUDGED) / 20


@pytest.mark.parametrize("level", ["easy", "normal", "hard", "expert"])
def test_hints_of_every_level_fit(level: str) -> None:
    verdicts = Counter(one["en"] for one in JUDGED if one["level"] == level)
    assert verdicts["fits"] >= 35
    assert verdicts["odd"] <= 4
