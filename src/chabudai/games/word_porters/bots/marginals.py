"""Word Porters: who is which word, when no two are the same.

Everything is exact and by subsets of the words, of which ten make 1024: a few thousand steps for
five players (Held and Karp's way to cut what would be 15,120 assignments).
"""

from collections.abc import Mapping, Sequence


def marginals(likelihoods: Sequence[Sequence[float]]) -> list[list[float]]:
    """By row, how likely each column is its own, given that no two rows share one.

    `likelihoods[row][column]` ≥ 0 need not add up to anything; rows are no more than columns.
    What comes out adds up to 1 by row. Raises ValueError if no assignment is possible.
    """
    scaled = [scaled_to_one(row) for row in likelihoods]
    before = [{0: 1.0}]
    for row in scaled:
        before.append(extended(before[-1], row))
    after = dict.fromkeys(before[-1], 1.0)
    found: list[list[float]] = []
    for row, used_before in zip(reversed(scaled), reversed(before[:-1]), strict=True):
        found.append(shares_of(row, used_before, after))
        after = {used: total_after(row, used, after) for used in used_before}
    return found[::-1]


def shares_of(
    row: Sequence[float], before: Mapping[int, float], after: Mapping[int, float]
) -> list[float]:
    """How likely each column is a row's own, by the weights of what comes before and after it."""
    weights = [
        value
        * sum(
            weight * after[used | 1 << column]
            for used, weight in before.items()
            if not used >> column & 1
        )
        if value
        else 0.0
        for column, value in enumerate(row)
    ]
    total = sum(weights)
    if not total:
        raise ValueError("no assignment of different columns is possible")
    return [weight / total for weight in weights]


def total_after(row: Sequence[float], used: int, after: Mapping[int, float]) -> float:
    """The total weight of what this row and those after it can take, of what is not used."""
    return sum(
        value * after[used | 1 << column]
        for column, value in enumerate(row)
        if value and not used >> column & 1
    )


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
