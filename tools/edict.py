"""Entries of EDICT, and the Japanese words that FreeDict gives for English words."""

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
"""The first line of an entry in FreeDict."""
NUMBERS = re.compile(r"^\d+\. | \d+\.$")
PLAIN = re.compile("[a-z]{2,28}")
KANA = re.compile("[ぁ-ゖァ-ヺー・]+")
UNWANTED = frozenset("arch obs obsc rare vulg X sl derog m-sl poet chn hon hum pol".split())
"""Marks of senses that are not everyday translations."""
KINDS = frozenset(
    "n v1 adj-i adj-na adj-no adj-pn adj-t adj-f adv adv-to pn int conj num exp".split()
)


class Gloss(NamedTuple):
    """An English word that EDICT gives for a Japanese word."""

    word: str
    text: str
    reading: str
    """The reading in kana, or empty if the text is in kana."""
    marks: frozenset[str]
    sense: int
    """The number of the sense in the entry, from 0."""
    place: int
    """The number of the gloss in the sense, from 0."""
    fellows: frozenset[str]
    """The words of the sense's glosses and notes."""
    prefix: str
    """The prefix that was removed before the word: "to", "be", or nothing."""
    qualified: bool
    """Whether a note narrows the gloss."""
    senses: int
    """The number of senses of the entry."""
    common: bool


def glosses(file: Path) -> Iterator[Gloss]:
    """Yield all glosses in EDICT's file (EUC-JP) that consist of a single plain word."""
    for line in file.read_bytes().decode("euc-jp", errors="replace").splitlines():
        found = ENTRY.fullmatch(line)
        if found and "\ufffd" not in line:
            yield from entry(found["text"], found["reading"] or "", found["glosses"])


def readings(file: Path) -> dict[str, tuple[str, bool]]:
    """Map each Japanese word to its usual reading (empty for kana), and to whether that reading is
    common. Common readings are preferred. If there are several, longer words with the same
    beginning decide: 潜る is もぐる because 潜り込む is もぐりこむ.
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
    """Count the longer words that begin with `text`, read as `reading`."""
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
    """Yield the glosses of one entry."""
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
    """Split a gloss into a prefix that can be ignored, and the word."""
    for prefix in ("to be ", "to ", "a ", "an ", "the ", "one's ", "to become "):
        if gloss.startswith(prefix) and " " not in gloss[len(prefix) :]:
            kind = {"to be ": "be", "to become ": "be", "to ": "to"}.get(prefix, "")
            return kind, gloss[len(prefix) :]
    return "", gloss


def in_senses(parts: Iterator[str]) -> Iterator[tuple[frozenset[str], list[str]]]:
    """Yield the marks and glosses of each sense. Grammar marks also apply to the following senses,
    until other grammar marks occur.
    """
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
    """Return whether a bracket contains marks rather than words of a gloss."""
    return all(re.fullmatch("[a-zA-Z0-9-]{1,8}", each.strip()) for each in re.split("[,;:]", text))


class Listed(NamedTuple):
    """The position of a Japanese word in FreeDict's entry for an English word."""

    place: int
    """The position, counted from 0. Each further sense of the English word counts as two words."""
    part: str
    """The part of speech: n, v, adj, adv or another."""


def freedict(file: Path) -> dict[str, dict[str, Listed]]:
    """Map each plain English word to the Japanese words that FreeDict gives."""
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
