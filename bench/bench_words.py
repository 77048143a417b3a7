"""The dictionaries: time to load, memory, and time of a query.

`python -m bench.bench_words [--json]`. Loading is measured in fresh processes and compared with a
set built from the same words; the other figures are the best of several rounds in this process. The
last lines evaluate the family table on lists of pairs of words, whose heads explain them.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from chabudai.words import inflections, lexicon, meanings, relatives

ROOT = Path(__file__).parents[1]
PAIRS = ROOT / "tests/unit/words"
RUNS = 7
ROUNDS = 5

FRESH = """
import resource, sys, time
def rss():
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
import pathlib, re, typing
before, start = rss(), time.perf_counter()
{work}
print((time.perf_counter() - start) * 1e3, (rss() - before) / 1e6)
"""
MAPPED = """
from chabudai.words import LEXICONS, inflections, lexicon, relatives
for name in LEXICONS:
    assert "GROUPIES" in lexicon(name)
"""
MAPPED_WITH_ROOTS = MAPPED + 'assert "PROTECTION" in relatives("PROTECT")'
PLAIN_SETS = """
from pathlib import Path
data = Path({data!r})
parts = ("casual", "standard", "expert")
words = [set((data / f"{{name}}.txt").read_text().split()) for name in parts]
sets = [words[0], words[0] | words[1], words[0] | words[1] | words[2]]
assert all("GROUPIES" in held for held in sets)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    figures = measure()
    if args.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:58}{value:12,.3f}")


def measure() -> dict[str, float]:
    """Every figure by name; the unit is the last word of the name."""
    data = str(ROOT / "src" / "chabudai" / "words" / "data")
    load_ms, load_mb = fresh(MAPPED)
    roots_ms, roots_mb = fresh(MAPPED_WITH_ROOTS)
    sets_ms, sets_mb = fresh(PLAIN_SETS.format(data=data))
    return {
        "three lexicons ready, fresh process, ms": load_ms,
        "three lexicons ready, growth of memory, MB": load_mb,
        "the same with the roots of one word, ms": roots_ms,
        "the same with the roots of one word, MB": roots_mb,
        "three plain sets of the same words, ms": sets_ms,
        "three plain sets of the same words, MB": sets_mb,
        **questions(),
        **judgement("root_pairs_known.txt", "pairs used for tuning"),
        **judgement("root_pairs_held.txt", "pairs written beforehand"),
    }


def fresh(work: str) -> tuple[float, float]:
    """Milliseconds and megabytes that `work` takes in a new process: the medians of RUNS."""
    runs: list[tuple[float, float]] = []
    for _ in range(RUNS):
        done = subprocess.run(
            [sys.executable, "-c", FRESH.format(work=work)],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT / "src",
        )
        ms, mb = map(float, done.stdout.split())
        runs.append((ms, mb))
    return statistics.median(ms for ms, _ in runs), statistics.median(mb for _, mb in runs)


def questions() -> dict[str, float]:
    words = lexicon("standard")
    step = len(words) // 5000
    hits = [words.pick(n * step) for n in range(5000)]
    misses = [word[::-1] + "Q" for word in hits]
    picks = range(0, len(words), step)
    return {
        "is it a word: yes, ns": best(lambda: [word in words for word in hits], len(hits)) * 1e9,
        "is it a word: no, ns": best(lambda: [word in words for word in misses], 5000) * 1e9,
        "pick the n-th word, ns": best(lambda: [words.pick(n) for n in picks], len(picks)) * 1e9,
        "pick the n-th word in S, ns": best(
            lambda: [words.pick_starting("S", n) for n in range(5000)], 5000
        )
        * 1e9,
        "words in S with E I F I in order, us": best(lambda: list(words.containing("S", "EIFI")), 1)
        * 1e6,
        "words in Q with E in order, us": best(lambda: list(words.containing("Q", "E")), 1) * 1e6,
        "all words in S as text, us": best(lambda: words.block("S"), 1) * 1e6,
        "relatives of a word, first time, us": first_time(relatives, hits) * 1e6,
        "relatives of a word, again, ns": best(lambda: [relatives(w) for w in hits], 5000) * 1e9,
        "inflections of a word, first time, us": first_time(inflections, hits) * 1e6,
        "meaning of a word, first time, us": first_time(meanings, hits) * 1e6,
        "meaning of a word, again, us": best(lambda: [meanings(w) for w in hits], 5000) * 1e6,
    }


def best(work: Callable[[], object], count: int) -> float:
    """Seconds for one of the `count` queries of `work`: the best of ROUNDS."""
    times: list[float] = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times) / count


def first_time(ask: Callable[[str], object], words: list[str]) -> float:
    start = time.perf_counter()
    for word in words:
        ask(word)
    return (time.perf_counter() - start) / len(words)


def judgement(file: str, name: str) -> dict[str, float]:
    """The share of pairs of one root that are barred, and of other pairs that are not."""
    right = {"same": 0, "different": 0}
    asked = {"same": 0, "different": 0}
    for line in (PAIRS / file).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            verdict, one, other = line.upper().split()
            asked[verdict.lower()] += 1
            right[verdict.lower()] += (other in relatives(one)) == (verdict == "SAME")
    return {
        f"{name}: recall over {asked['same']}": right["same"] / asked["same"],
        f"{name}: specificity over {asked['different']}": right["different"] / asked["different"],
    }


if __name__ == "__main__":
    main()
