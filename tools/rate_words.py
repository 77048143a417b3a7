"""Build Word Porters' ratings of 300 words on 106 pairs of hints from two raters' tables.

Run by a maintainer, not at installation: `python -m tools.rate_words` (see tools/README.md). It
prints the agreement between the raters. Identical inputs give identical bytes.

`ratings.bin` has a byte for each word and pair of hints. Words are in the order of the word cards
and their sides, and within a word, pairs are in the order of the hint cards and their sides. The
low four bits are the sum of both ratings plus 6 (0 to 12), the high four bits their distance (0 to
6).
"""

import argparse
import csv
from collections.abc import Sequence
from pathlib import Path
from statistics import correlation, fmean

RATERS = Path(__file__).parent / "ratings"
DATA = Path(__file__).parents[1] / "src" / "chabudai" / "games" / "word_porters" / "data"
FIRST = 3
"""The rating of a word that fits a pair's first hint perfectly. The rating for the second hint is
its negative.
"""
STEPS = range(-FIRST, FIRST + 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--raters", type=Path, default=RATERS)
    parser.add_argument("--out", type=Path, default=DATA)
    args = parser.parse_args()

    pairs, one = read_ratings(args.raters / "a.tsv")
    others, other = read_ratings(args.raters / "b.tsv")
    if pairs != others or list(one) != list(other):
        raise SystemExit("the raters have different words or hints")
    report(pairs, one, other)
    mended = apply_exceptions(args.raters / "exceptions.tsv", pairs, one, other)
    print(f"{mended} cells corrected by exceptions.tsv")
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / "ratings.bin").write_bytes(
        bytes(
            mine + theirs + 2 * FIRST | abs(mine - theirs) << 4
            for word, row in one.items()
            for mine, theirs in zip(row, other[word], strict=True)
        )
    )


def read_ratings(file: Path) -> tuple[list[str], dict[str, list[int]]]:
    """Read a rater's table: the pairs of hints, and each word's ratings for them."""
    with file.open(encoding="utf-8", newline="") as text:
        (_, *pairs), *rows = csv.reader(text, delimiter="\t")
    ratings = {word: [int(cell) for cell in row] for word, *row in rows}
    if any(len(row) != len(pairs) or not set(row) <= set(STEPS) for row in ratings.values()):
        raise SystemExit(f"{file.name}: a row is incomplete, or a rating is not -3 to 3")
    if len(ratings) < len(rows):
        raise SystemExit(f"{file.name} rates a word twice")
    return pairs, ratings


def apply_exceptions(
    file: Path, pairs: list[str], one: dict[str, list[int]], other: dict[str, list[int]]
) -> int:
    """Apply exceptions.tsv (word, pair, rating, reason), whose ratings replace both raters'
    ratings.
    """
    with file.open(encoding="utf-8", newline="") as text:
        rows = list(csv.reader(text, delimiter="\t"))
    for word, pair, rating, _ in rows:
        if word not in one or pair not in pairs or int(rating) not in STEPS:
            raise SystemExit(f"{file.name}: {word}, {pair}, {rating} is not in the table")
        one[word][pairs.index(pair)] = other[word][pairs.index(pair)] = int(rating)
    return len(rows)


def report(pairs: list[str], one: dict[str, list[int]], other: dict[str, list[int]]) -> None:
    """Print the agreement between the raters, over all cells and by pair of hints."""
    columns = {
        pair: ([row[at] for row in one.values()], [row[at] for row in other.values()])
        for at, pair in enumerate(pairs)
    }
    mine = [cell for row in one.values() for cell in row]
    theirs = [cell for row in other.values() for cell in row]
    opposite = sum(a * b < 0 for a, b in zip(mine, theirs, strict=True))
    apart = fmean(abs(a - b) for a, b in zip(mine, theirs, strict=True))
    alike = {pair: correlation(*column) for pair, column in columns.items()}
    print(f"{len(one)} words by {len(pairs)} pairs of hints, two raters")
    print(f"correlation over all cells          {correlation(mine, theirs):.3f}")
    print(f"weighted kappa (squared distances)  {kappa(mine, theirs):.3f}")
    print(f"mean distance, of ratings -3 to 3   {apart:.3f}")
    print(f"opposite signs                      {opposite / len(mine):.2%}")
    print(f"correlation by pair, mean           {fmean(alike.values()):.3f}")
    for pair in sorted(alike, key=alike.__getitem__)[:8]:
        print(f"  {pair:28}{alike[pair]:.3f}")


def kappa(one: Sequence[int], other: Sequence[int]) -> float:
    """Return Cohen's kappa with squared distances as weights (Cohen, 1968): 1 is full agreement."""
    seen = fmean((a - b) ** 2 for a, b in zip(one, other, strict=True))
    shares = [[ratings.count(step) / len(ratings) for step in STEPS] for ratings in (one, other)]
    by_chance = sum(
        mine * theirs * (a - b) ** 2
        for a, mine in zip(STEPS, shares[0], strict=True)
        for b, theirs in zip(STEPS, shares[1], strict=True)
    )
    return 1 - seen / by_chance


if __name__ == "__main__":
    main()
