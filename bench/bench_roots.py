"""Does Word Bank bar words with the same root, and no others? `python -m bench.bench_roots`.

It prints recall and precision. Recall is the share of pairs with a common root that the table
links. Precision is the share of linked pairs that have a common root. Both are estimated from pairs
drawn at random (`tools/drawn_pairs.py`), with 95 % intervals (Wilson). Readers who did not see the
table judged the first two sets. The last set contains only linked pairs, which were drawn after the
last change to the table.
"""

import sys

from bench.figures import machine
from chabudai.arena.statistics import wilson
from tools import drawn_pairs


def main() -> int:
    """Print the table and return the exit code."""
    print(machine())
    print("| pairs | recall | precision |")
    print("|---|---|---|")
    for file in (drawn_pairs.DRAWN, drawn_pairs.FRESH):
        rates = drawn_pairs.measure(drawn_pairs.labelled(file))
        shown = (drawn_pairs.shown(rates[name]) for name in ("recall", "precision"))
        print(f"| {file.stem} |", " | ".join(shown), "|")
    linked = drawn_pairs.labelled(drawn_pairs.LINKED)
    share = sum(pair.same for pair in linked) / len(linked)
    right = drawn_pairs.Rate(share, wilson(share, len(linked)), len(linked))
    print(f"| {drawn_pairs.LINKED.stem} | | {drawn_pairs.shown(right)} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
