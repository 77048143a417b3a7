"""Word Porters: each player's word probabilities, given that all players have different words.

Exact dynamic programming over subsets of the words (Held and Karp, 1962). Ten words have 1,024
subsets, so the computation for five other players takes a few thousand steps. Trying all 15,120
assignments would take longer.
"""

from collections.abc import Mapping, Sequence


def marginals(likelihoods: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the probability of each column, by row, given that no two rows share a column.

    `likelihoods[row][column]` ≥ 0 need not be normalized. There must not be more rows than columns.
    Each row of the result adds up to 1. Raises ValueError if no assignment is possible.
    """
    scaled = [scaled_to_max(row) for row in likelihoods]
    before = [{0: 1.0}]
    for row in scaled:
        before.append(with_row(before[-1], row))
    after = dict.fromkeys(before[-1], 1.0)
    found: list[list[float]] = []
    for row, used_before in zip(reversed(scaled), reversed(before[:-1]), strict=True):
        found.append(shares_of(row, used_before, after))
        after = {used: total_after(row, used, after) for used in used_before}
    return found[::-1]


def shares_of(
    row: Sequence[float], before: Mapping[int, float], after: Mapping[int, float]
) -> list[float]:
    """Return the probabilities of a row's columns, given the weights of the rows before and after
    it.
    """
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
    """Return the total weight of assigning unused columns to this row and the following ones."""
    return sum(
        value * after[used | 1 << column]
        for column, value in enumerate(row)
        if value and not used >> column & 1
    )


def scaled_to_max(row: Sequence[float]) -> list[float]:
    """Scale the row so that its largest value is 1. Raises ValueError if no value is above 0."""
    most = max(row)
    if not most > 0:
        raise ValueError("no assignment of different columns is possible")
    return [value / most for value in row]


def with_row(weights: dict[int, float], row: Sequence[float]) -> dict[int, float]:
    """Return the total weight of each set of used columns after one more row has taken a column."""
    found: dict[int, float] = {}
    for used, weight in weights.items():
        for column, value in enumerate(row):
            taken = used | 1 << column
            if value and taken != used:
                found[taken] = found.get(taken, 0.0) + weight * value
    return found


def best_assignment(values: Sequence[Sequence[float]]) -> tuple[int, ...]:
    """Assign a different column to each row, with the maximum sum of values. Of equally good
    assignments, the first in the order of the columns is chosen.
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
