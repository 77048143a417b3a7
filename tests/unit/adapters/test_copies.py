"""Copies of environments share immutable values and nothing else."""

import copy
import pickle

from chabudai.adapters.copies import Copyable


class Counter(Copyable):
    """An environment with one counter and a list that follows from it."""

    DERIVED = frozenset(("shown",))

    def __init__(self) -> None:
        self.counts, self.state = {"a": 1}, (1, [2])
        self._derive()

    def _derive(self) -> None:
        self.shown = list(self.counts)


def test_a_copy_has_its_own_dicts_and_lists_and_the_same_state() -> None:
    one = Counter()
    for other in (one.clone(), copy.deepcopy(one)):
        other.counts["b"] = 2
        other.shown.append("b")
        assert other.state is one.state
        assert (one.counts, one.shown) == ({"a": 1}, ["a"])


def test_a_pickle_leaves_out_derived_values_which_are_computed_again() -> None:
    one = Counter()
    one.counts["b"] = 2
    assert "shown" not in one.__getstate__()
    other = pickle.loads(pickle.dumps(one))
    assert (other.counts, other.state, other.shown) == (one.counts, one.state, ["a", "b"])
