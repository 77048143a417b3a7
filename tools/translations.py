"""The most direct Japanese translations of English words, found by inverting EDICT."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tools.edict import KANA, UNWANTED, Gloss, Listed
from tools.senses import Sense
from tools.wordnet import respelt

MOST = 3
"""Maximum number of translations of a word."""
NEAR = 4.0
"""Maximum distance of a translation's score from the best."""
LEAST = 0.5
"""Minimum score of the best translation. A word with a lower score gets no translation, because
that is better than a wrong one.
"""


LISTED = 3
"""Number of FreeDict's words that are used even if they are not in EDICT."""


class Translation(NamedTuple):
    text: str
    reading: str
    """The reading in kana, or empty if the text is in kana."""


def translations(
    held: Iterable[Gloss],
    senses: tuple[Sense, ...],
    listed: Mapping[str, Listed],
    readings: Mapping[str, tuple[str, bool]],
) -> tuple[Translation, ...]:
    """Return at most MOST of the most direct translations of a word, the best first.

    `held` lists EDICT's glosses that consist of this word. `senses` has WordNet's senses, the most
    used first, and `listed` the Japanese words that FreeDict gives. `readings` maps each Japanese
    word to its usual reading.
    """
    usable = [each for each in held if not each.marks & UNWANTED]
    wanted = [each for each in usable if each.common or each.text in listed] or usable
    scores: dict[str, float] = {}
    spoken: dict[str, str] = {}
    for each in wanted:
        scores[each.text] = max(directness(each, senses, listed), scores.get(each.text, LEAST))
        usual = readings.get(each.text, ("", False))[0]
        if each.text not in spoken or each.reading == usual:
            spoken[each.text] = each.reading
    scores = {text: score for text, score in scores.items() if score > LEAST}
    best = sorted(scores, key=lambda text: (-scores[text], len(text), text))
    kept: list[Translation] = []
    for text in best:
        one = Translation(text, spoken[text])
        same = any((one.reading or text) == (held.reading or held.text) for held in kept)
        if scores[text] >= scores[best[0]] - NEAR and not same:
            kept.append(one)
    return tuple(kept[:MOST])


def directness(each: Gloss, senses: tuple[Sense, ...], listed: Mapping[str, Listed]) -> float:
    """Return a score for how directly a gloss translates its word."""
    score = -1.5 * min(each.sense, 3) - 0.7 * min(each.place, 4) - 0.3 * min(each.senses - 1, 4)
    score += 2.0 * each.common - 0.8 * each.qualified
    if places := [listed[text].place for text in (each.text, each.reading) if text in listed]:
        score += max(1.5, 4.0 - 0.5 * min(places))
    score += 3.0 * agreement(each, senses)
    if KANA.fullmatch(each.text) and all("ァ" <= letter <= "ヿ" for letter in each.text):
        score -= 1.0
    if any(mark in each.marks for mark in ("n-pref", "n-suf", "pref", "suf", "ctr", "abbr", "col")):
        score -= 2.0
    if len(each.text) == 1 and each.text in listed:
        score += 0.5
    return score - 0.3 * max(0, len(each.text) - 4)


def agreement(each: Gloss, senses: tuple[Sense, ...]) -> float:
    """Return how well a gloss matches the parts of speech and words of the senses, weighted by use,
    from 0 to 2.
    """
    if not senses:
        return 0.0
    parts = parts_of(each)
    total = sum(sense.uses + 1 for sense in senses)
    grammar = sum(sense.uses + 1 for sense in senses if sense.part in parts) / total
    meaning = sum(
        (sense.uses + 1) / total
        for sense in senses
        if sense.part in parts and each.fellows & (related(sense) - {each.word})
    )
    return grammar + min(1.0, 1.5 * meaning)


def from_list(
    word: str, listed: Mapping[str, Listed], readings: Mapping[str, tuple[str, bool]]
) -> list[Gloss]:
    """Return FreeDict's first words (at most LISTED) if they are in kana or EDICT has their
    readings.
    """
    none: frozenset[str] = frozenset()
    made: list[Gloss] = []
    for text, (place, part) in listed.items():
        kana = KANA.fullmatch(text)
        marks = frozenset({part})
        if place < LISTED and (kana or text in readings):
            reading, common = readings.get(text, ("", False))
            made.append(
                Gloss(word, text, "" if kana else reading, marks, 0, 1, none, "", False, 1, common)
            )
    return made


def parts_of(each: Gloss) -> set[str]:
    """Return the parts of speech, among n, v, a and r, that a gloss may have in English."""
    if each.prefix:
        return {"v"} if each.prefix == "to" else {"a"}
    parts = {part for mark in each.marks for start, part in STARTS if mark.startswith(start)}
    return parts or {"n", "v", "a", "r"}


STARTS = (("n", "n"), ("pn", "n"), ("v", "v"), ("vs", "n"), ("adj", "a"), ("adv", "r"))
"""Map prefixes of EDICT's marks to English parts of speech."""

COMMON = frozenset(
    "a an the of to in on or and by with for from be is that as at it its used one not etc "
    "esp".split()
)


def related(sense: Sense) -> frozenset[str]:
    """Return the words of a sense that a gloss with the same meaning may contain."""
    words = set(sense.definition.lower().replace("-", " ").split())
    return frozenset({word.strip(",.;()'") for word in words} | set(sense.synonyms)) - COMMON


def borrowed(
    found: dict[str, tuple[Translation, ...]], senses: Mapping[str, tuple[Sense, ...]]
) -> dict[str, tuple[Translation, ...]]:
    """Return translations for words that have none. They come from another spelling of the word, or
    from its only synonym if both words have a single meaning.
    """
    lent: dict[str, tuple[Translation, ...]] = {}
    for word, held in senses.items():
        if word in found:
            continue
        for other in (one for sense in held for one in sense.synonyms if one in found):
            same_word = respelt(other.upper()) == respelt(word.upper())
            if same_word or (len(held) == 1 and len(senses.get(other, ())) == 1):
                lent[word] = found[other]
                break
    return lent


NOUN_ENDINGS = (
    *(("e", "ion"), ("e", "ation"), ("e", "ing"), ("e", "ement"), ("y", "ication"), ("", "ion")),
    *(("", "ation"), ("", "ing"), ("", "ment"), ("", "ance"), ("", "al"), ("e", "al")),
)
"""Endings of verbs, and the endings of their action nouns."""
ADVERB_ENDINGS = (("ily", "y"), ("ically", "ic"), ("bly", "ble"), ("ly", ""), ("y", "e"))
"""Endings of adverbs, and the endings of their adjectives."""


def derived(
    held: Mapping[str, list[Gloss]],
    senses: Mapping[str, tuple[Sense, ...]],
    readings: Mapping[str, tuple[str, bool]],
    word: str,
) -> tuple[Translation, ...]:
    """Derive translations for a word that EDICT lacks: a verb from its action noun (MODIFY,
    MODIFICATION) with する, an adverb from its adjective (CHEAPLY, CHEAP). Only common entries are
    used.
    """
    parts = {sense.part for sense in senses.get(word, ())}
    if "v" in parts:
        nouns = [word.removesuffix(cut) + end for cut, end in NOUN_ENDINGS if word.endswith(cut)]
        doing = [gloss for noun in nouns for gloss in held.get(noun, ()) if "vs" in gloss.marks]
        return tuple(
            Translation(one.text + "する", one.reading and one.reading + "する")
            for one in best_of(doing, senses, readings)
        )
    if "r" in parts:
        ends = [(cut, end) for cut, end in ADVERB_ENDINGS if word.endswith(cut)]
        bases = [word.removesuffix(cut) + end for cut, end in ends]
        how = [gloss for base in bases for gloss in held.get(base, ())]
        adverbs = [gloss for gloss in how if gloss.marks & {"adj-i", "adj-na"}]
        return tuple(
            Translation(as_adverb(one.text), one.reading and as_adverb(one.reading))
            for one in best_of(adverbs, senses, readings)
        )
    return ()


def best_of(
    held: list[Gloss],
    senses: Mapping[str, tuple[Sense, ...]],
    readings: Mapping[str, tuple[str, bool]],
) -> tuple[Translation, ...]:
    """Return up to two of the best translations of the first word that has common glosses."""
    common = [gloss for gloss in held if gloss.common and gloss.sense == 0]
    words = {gloss.word: senses.get(gloss.word, ()) for gloss in common}
    for word, known in words.items():
        own = [each for each in common if each.word == word]
        if found := translations(own, known, {}, readings):
            return found[:2]
    return ()


def as_adverb(text: str) -> str:
    """Convert a Japanese adjective of either kind to an adverb."""
    return text[:-1] + "く" if text.endswith("い") else text + "に"
