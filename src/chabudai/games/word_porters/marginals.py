"""Word Porters: who is which word, when no two are the same.

Everything is exact and by subsets of the words, of which ten make 1024: a few thousand steps for
five players (Held and Karp's way to cut what would be 15,120 assignments).
"""

from collections.abc import Sequence


def marginals(likelihoods: Sequence[Sequence[float]]) -> list[list[float]]:
    """By row, how likely each column is its own, given that no two rows share one.

    `likelihoods[row][column]` ≥ 0 need not add up to anything; rows are no more than columns.
    What comes out adds up to 1 by row. Raises ValueError if no assignment is possible.
    """
    rows, columns = len(likelihoods), len(likelihoods[0])
    scaled = [scaled_to_one(row) for row in likelihoods]
    before = [{0: 1.0}]
    for row in scaled:
        before.append(extended(before[-1], row))
    after = [{0: 1.0}]
    for row in reversed(scaled):
        after.append(extended(after[-1], row))
    total = sum(before[-1].values())
    if not total:
        raise ValueError("no assignment of different columns is possible")
    found = [[0.0] * columns for _ in scaled]
    for at, row in enumerate(scaled):
        rest = subset_sums(after[rows - 1 - at], columns)
        for used, weight in before[at].items():
            for column, value in enumerate(row):
                if value and not used >> column & 1:
                    found[at][column] += weight * value * rest[~(used | 1 << column) % len(rest)]
    return [[value / total for value in row] for row in found]


def scaled_to_one(row: Sequence[float]) -> list[float]:
    """The row with 1 as its largest value. Raises ValueError if it has none above 0."""
    most = max(row)
    if not most > 0:
        raise ValueError("no assignment of different columns is possible")
    return [value / most for value in row]


def extended(weights: dict[int, float], row: Sequence[float]) -> dict[int, float]:
    """The total weight of every set of columns, after one more row has taken one of them."""
    found: dict[int, float] = {}
    for used, weight in weights.items():
        for column, value in enumerate(row):
            taken = used | 1 << column
            if value and taken != used:
                found[taken] = found.get(taken, 0.0) + weight * value
    return found


def subset_sums(weights: dict[int, float], columns: int) -> list[float]:
    """For every set of columns, the total weight of the sets inside it (a zeta transform)."""
    sums = [weights.get(mask, 0.0) for mask in range(1 << columns)]
    for column in range(columns):
        bit = 1 << column
        for start in range(bit, len(sums), 2 * bit):
            stop = start + bit
            sums[start:stop] = map(float.__add__, sums[start - bit : start], sums[start:stop])
    return sums


def best_assignment(values: Sequence[Sequence[float]]) -> tuple[int, ...]:
    """By row, a column; no two the same, and the sum of values as large as can be.

    Of several such assignments, the first in the order of the columns.
    """
    columns = len(values[0])
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for row in values:
        found: dict[int, tuple[float, tuple[int, ...]]] = {}
        for used, (total, taken) in best.items():
            for column in range(columns):
                mask = used | 1 << column
                if mask == used:
                    continue
                reached = (total + row[column], (*taken, column))
                if mask not in found or found[mask][0] < reached[0]:
                    found[mask] = reached
        best = found
    return max(best.values(), key=lambda one: one[0])[1]
