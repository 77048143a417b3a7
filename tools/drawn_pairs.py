"""Word pairs that were drawn at random and labelled, in order to measure the quality of the table
of roots (WB-11).

Each line of root_pairs_drawn.tsv and root_pairs_fresh.tsv has two words and a label: 1 if they
share a root, 0 if not, ? if reasonable readers might disagree, and c if they share only a part of a
compound. Lines with ? and c are not counted. The readers who labelled the pairs saw neither the
table nor the code that makes it. The table was not tuned to the fresh pairs, but errors on the
drawn pairs were visible while it was built. `python -m tools.drawn_pairs [--seed N]` prints pairs
to label, with two words per line. `python -m bench.bench_roots` prints recall and precision.
"""

import argparse
import re
from bisect import bisect_left
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from chabudai.arena.statistics import wilson
from chabudai.words import lemmas, level, lexicon, relatives
from tests.unit.words import everyday

DRAWN = Path(__file__).parents[1] / "tests/unit/words/root_pairs_drawn.tsv"
FRESH = DRAWN.with_name("root_pairs_fresh.tsv")
LINKED = DRAWN.with_name("root_pairs_linked.tsv")
"""Linked pairs that are not inflections of each other: `draw_linked` with seed 440411, after the
last change to the table. A reader who had not worked on the table labelled them.
"""
SEED = 11
COMMON = 35
"""Half of the first words are everyday words, of this level or below. The other half can be of any
level.
"""
STARTS, ENDS = 500, 60
"""Numbers of pairs with a common beginning and with a common end."""
SHORTEST = 4
"""Minimum number of letters that a pair shares."""
PLAIN = re.compile("(E|E?S|E?D|ING)$")


class Pair(NamedTuple):
    one: str
    other: str
    same: bool


class Rate(NamedTuple):
    """A share of the `asked` cases, with its 95 % interval (Wilson)."""

    share: float
    interval: tuple[float, float]
    asked: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED)
    for one, other in draw(Random(parser.parse_args().seed)):  # noqa: S311 - not a secret
        print(one, other, sep="\t")


def shown(rate: Rate) -> str:
    """Format a share with its interval."""
    low, high = rate.interval
    return f"{rate.share:.3f} ({low:.3f}-{high:.3f}) of {rate.asked}"


def labelled(file: Path = DRAWN) -> tuple[Pair, ...]:
    """Return the drawn pairs labelled 1 or 0."""
    rows = (line.split() for line in file.read_text(encoding="ascii").splitlines())
    return tuple(
        Pair(one, other, verdict == "1") for one, other, verdict in rows if verdict in "01"
    )


def measure(pairs: tuple[Pair, ...]) -> dict[str, Rate]:
    """Return precision and recall. Recall is the share of linked pairs among pairs with a common
    root.
    """
    linked = {pair for pair in pairs if pair.other in relatives(pair.one)}
    same = {pair for pair in pairs if pair.same}
    rates: dict[str, Rate] = {}
    for name, cases in (("recall", same), ("precision", linked)):
        share = len(linked & same) / len(cases)
        rates[name] = Rate(share, wilson(share, len(cases)), len(cases))
    return rates


def draw(rng: Random) -> list[tuple[str, str]]:
    """Draw pairs of words and sort them. Each word occurs at most once, and words that were added
    after the labelling are excluded.
    """
    later = everyday.added()
    words = [
        word for word in lexicon("casual").words() if len(word) >= SHORTEST and word not in later
    ]
    backwards = sorted(word[::-1] for word in words)
    firsts = ([word for word in words if (level(word) or 0) <= COMMON], words)
    pairs: list[tuple[str, str]] = []
    taken: set[str] = set()
    while len(pairs) < STARTS + ENDS:
        one = rng.choice(firsts[len(pairs) % 2])
        if len(pairs) < STARTS:
            alike = sharing_start(one, words)
        else:
            alike = [end[::-1] for end in starting(one[::-1], backwards) if end[::-1] != one]
        others = [other for other in alike if other not in taken]
        if others and one not in taken:
            pairs.append((one, rng.choice(others)))
            taken.update(pairs[-1])
    return sorted(pairs)


def draw_linked(rng: Random, count: int) -> list[tuple[str, str]]:
    """Draw linked pairs: a word, and a relative that is not an inflection of it."""
    words = [word for word in lexicon("casual").words() if len(word) >= SHORTEST - 1]
    listed = set(words)
    pairs: set[tuple[str, str]] = set()
    while len(pairs) < count:
        one = rng.choice(words)
        near = sorted(x for x in relatives(one) & listed if not lemmas(x) & lemmas(one))
        if near:
            pairs.add((one, rng.choice(near)))
    return sorted(pairs)


def sharing_start(word: str, words: list[str]) -> list[str]:
    """Return the words that begin like `word` and are not inflections of it. The shared beginning
    has at least SHORTEST letters, and at least half of the longer word's.
    """
    stem = PLAIN.sub("", word)
    return [
        other
        for other in starting(word[:SHORTEST], words)
        if other.startswith(word[: max(SHORTEST, (max(len(word), len(other)) + 1) // 2)])
        and PLAIN.sub("", other) != stem
    ]


def starting(start: str, words: list[str]) -> Iterator[str]:
    """Yield the words in a sorted list that begin with `start`."""
    for at in range(bisect_left(words, start), len(words)):
        if not words[at].startswith(start):
            return
        yield words[at]


if __name__ == "__main__":
    main()
