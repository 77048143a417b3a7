"""EDICT's entries, and the Japanese words that FreeDict gives for an English one."""

import gzip
import re
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ENTRY = re.compile(r"(?P<text>[^ ]+)(?: \[(?P<reading>[^]]+)\])? /(?P<glosses>.*)/")
MARKS = re.compile(r"^\(([a-zA-Z0-9,:; -]+)\) ?")
SENSE = re.compile(r"^\((\d+)\) ?")
ASIDE = re.compile(r" ?\([^()]*(?:\([^()]*\)[^()]*)*\) ?")
HEAD = re.compile(r"(.+?)(?: /.*)? <(\w+)>.*")
"""A line of FreeDict that begins an entry."""
NUMBERS = re.compile(r"^\d+\. | \d+\.$")
PLAIN = re.compile("[a-z]{2,28}")
KANA = re.compile("[ぁ-ゖァ-ヺー・]+")
UNWANTED = frozenset("arch obs obsc rare vulg X sl derog m-sl poet chn hon hum pol".split())
"""Marks of senses that are no everyday translation."""
KINDS = frozenset(
    "n v1 adj-i adj-na adj-no adj-pn adj-t adj-f adv adv-to pn int conj num exp".split()
)


class Gloss(NamedTuple):
    """One English word that EDICT gives for a Japanese one."""

    word: str
    text: str
    reading: str
    """In kana; empty where the text is in kana."""
    marks: frozenset[str]
    sense: int
    """The number of the sense in the entry, from 0."""
    place: int
    """The number of the gloss in the sense, from 0."""
    fellows: frozenset[str]
    """The words of the sense's glosses and asides."""
    prefix: str
    """What was taken off before the word: "to", "be", or nothing."""
    qualified: bool
    """Whether an aside narrows the gloss."""
    senses: int
    """The number of senses of the entry."""
    common: bool


def glosses(file: Path) -> Iterator[Gloss]:
    """The glosses of a single plain word in EDICT's file (EUC-JP)."""
    for line in file.read_bytes().decode("euc-jp", errors="replace").splitlines():
        found = ENTRY.fullmatch(line)
        if found and "\ufffd" not in line:
            yield from entry(found["text"], found["reading"] or "", found["glosses"])


def readings(file: Path) -> dict[str, tuple[str, bool]]:
    """By Japanese word, its usual reading (empty for kana) and whether it is common.

    Of several readings that count is usual which is common, and then heard in most of the longer
    words that begin with the word: 潜る is もぐる as 潜り込む is もぐりこむ.
    """
    held: dict[str, dict[str, bool]] = {}
    for line in file.read_bytes().decode("euc-jp", errors="replace").splitlines():
        if match := ENTRY.fullmatch(line):
            reading = match["reading"] or ""
            kinds = held.setdefault(match["text"], {})
            kinds[reading] = kinds.get(reading, False) or line.endswith("/(P)/")
    texts = sorted(held)
    found: dict[str, tuple[str, bool]] = {}
    for text, kinds in held.items():
        common = any(kinds.values())
        likely = sorted(reading for reading in kinds if kinds[reading] == common)
        weights = [heard(text, one, texts, held) for one in likely] if len(likely) > 1 else [0]
        found[text] = likely[weights.index(max(weights))], common
    return found


def heard(text: str, reading: str, texts: list[str], held: dict[str, dict[str, bool]]) -> int:
    """In how many longer words that begin with a word it has this reading."""
    cut = 1 if len(text) > 1 and KANA.fullmatch(text[-1]) else 0
    stem, sound = text[: len(text) - cut], reading[: len(reading) - cut]
    count = 0
    for other in texts[bisect_right(texts, stem) :]:
        if not other.startswith(stem):
            return count
        bound = cut == 0 or KANA.fullmatch(other[len(stem) :][:1])
        if other != text and bound:
            count += any(each.startswith(sound) for each in held[other])
    return count


def entry(text: str, reading: str, glossed: str) -> Iterator[Gloss]:
    """The glosses of one entry."""
    parts = [part for part in glossed.split("/") if part]
    common = "(P)" in parts
    held = list(in_senses(part for part in parts if part not in ("(P)", "")))
    for number, (marks, group) in enumerate(held):
        fellows = frozenset(re.findall("[a-z]+", " ".join(group).lower()))
        kana = "uk" in marks and reading
        for place, gloss in enumerate(group):
            plain = ASIDE.sub(" ", gloss).strip()
            prefix, word = without_prefix(plain)
            if PLAIN.fullmatch(word):
                yield Gloss(
                    word,
                    reading if kana else text,
                    "" if kana else reading,
                    marks,
                    number,
                    place,
                    fellows - {word},
                    prefix,
                    plain != gloss.strip(),
                    len(held),
                    common,
                )


def without_prefix(gloss: str) -> tuple[str, str]:
    """What stands before a word that counts as the word itself, and the word."""
    for prefix in ("to be ", "to ", "a ", "an ", "the ", "one's ", "to become "):
        if gloss.startswith(prefix) and " " not in gloss[len(prefix) :]:
            kind = {"to be ": "be", "to become ": "be", "to ": "to"}.get(prefix, "")
            return kind, gloss[len(prefix) :]
    return "", gloss


def in_senses(parts: Iterator[str]) -> Iterator[tuple[frozenset[str], list[str]]]:
    """The marks and glosses of each sense; marks of grammar hold on until others come."""
    grammar: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()
    group: list[str] = []
    for part in parts:
        rest, found, numbered = part, set[str](), False
        while True:
            if match := SENSE.match(rest):
                numbered = True
            elif not ((match := MARKS.match(rest)) and is_marks(match[1])):
                break
            else:
                found |= {mark.strip() for mark in re.split("[,;:]", match[1])}
            rest = rest[match.end() :]
        if numbered or not group:
            if group:
                yield marks, group
                group = []
            if found & KINDS or any(mark.startswith(("v", "n-", "adj")) for mark in found):
                grammar = frozenset(found)
            marks = grammar | found
        else:
            marks |= found & {"uk"}
        group.append(rest)
    if group:
        yield marks, group


def is_marks(text: str) -> bool:
    """Whether a bracket holds marks rather than words of a gloss."""
    return all(re.fullmatch("[a-zA-Z0-9-]{1,8}", each.strip()) for each in re.split("[,;:]", text))


class Listed(NamedTuple):
    """Where FreeDict gives a Japanese word for an English one."""

    place: int
    """From 0; each further sense of the English word counts as two words."""
    part: str
    """n, v, adj, adv or another."""


def freedict(file: Path) -> dict[str, dict[str, Listed]]:
    """By plain English word, the Japanese words that FreeDict gives."""
    found: dict[str, dict[str, Listed]] = {}
    word, part, sense = "", "", 0
    for line in gzip.decompress(file.read_bytes()).decode("utf-8").splitlines():
        if head := HEAD.fullmatch(line):
            word, part, sense = head[1] if PLAIN.fullmatch(head[1]) else "", head[2], 0
        elif word and re.search("[぀-ヿ一-鿿]", line):
            held = found.setdefault(word, {})
            for place, text in enumerate(re.split(", ", NUMBERS.sub("", line.strip()))):
                one = Listed(2 * sense + place, part)
                held[text.strip()] = min(held.get(text.strip(), one), one)
            sense += 1
    return found
