"""Frequent words that were judged for the casual dictionary, from `everyday.txt`."""

from pathlib import Path

_, ADDED, REJECTED = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").split("\n\n")


def added() -> frozenset[str]:
    """Return the words that were added, in upper case."""
    return words(ADDED)


def rejected() -> frozenset[str]:
    """Return examples of the words that were rejected."""
    return words(REJECTED)


def words(text: str) -> frozenset[str]:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return frozenset(" ".join(lines).upper().split())
