"""Build the table of words that share an inflection or a root, for `chabudai.words`.

Inflections come from lemminflect's dictionary and WordNet, and derivations from WordNet.
tools/words/exceptions.txt corrects the mistakes of both. Run by a maintainer after build_words.py:
`python -m tools.build_families` (see tools/README.md). Identical inputs give identical bytes.
"""

import argparse
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, count, product
from pathlib import Path

import marisa_trie
from lemminflect import getAllLemmas

from tools import definitions, suffixes, wordnet
from tools.checksums import DATA, record

EXCEPTIONS = Path(__file__).parent / "words" / "exceptions.txt"
JUDGED = Path(__file__).parent / "words" / "judged_roots.tsv"
FAMILIES = Path(__file__).parent / "words" / "judged_families.txt"

LIST = 1 << 31

Links = dict[str, set[str]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    parser.add_argument(
        "--notice", type=Path, default=Path("/usr/share/doc/wordnet-base/copyright")
    )
    parser.add_argument("--out", type=Path, default=DATA)
    args = parser.parse_args()

    trie = marisa_trie.Trie()
    trie.load(str(args.out / "words.trie"))
    words = frozenset(trie.keys())
    apart, joined = exceptions(EXCEPTIONS, words)
    irregular = wordnet.irregular(args.wordnet)
    lemmas = {word: lemmas_of(word, words, irregular) - apart[word] for word in sorted(words)}
    synsets = wordnet.read(args.wordnet)
    parts = wordnet.parts_of_speech(synsets)
    known = more_parts(parts, words)
    unknown = [word for word, held in lemmas.items() if word not in known and held == {word}]
    stated = (
        *wordnet.derivations(synsets),
        *definitions.shown(wordnet.definitions(synsets), parts, lemmas),
        *suffixes.regular(known, unknown),
    )
    derived = (pair for pair in stated if words.issuperset(pair))
    found = (*judged(JUDGED, lemmas), *judged_families(FAMILIES))
    kin = links_of((*derived, *verbal_nouns(lemmas), *joined, *found), apart)
    for lemma in {*kin}.union(*lemmas.values()):
        lemmas[lemma] = lemmas[lemma] | {lemma}
    family = families(lemmas, kin)
    forms = forms_of(lemmas)
    strange = strangers(lemmas, kin, forms, apart)
    write(lemmas, kin, forms, strange, trie, args.out)
    write_roots(lemmas, kin, strange, trie, args.out)
    shutil.copyfile(args.notice, args.out / "WORDNET-LICENSE.txt")
    record(args.out)
    report(family)


def more_parts(parts: dict[str, str], words: frozenset[str]) -> dict[str, str]:
    """Return the parts of speech that WordNet and lemminflect list, among n, v, a and r."""
    letters = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}
    more = dict(parts)
    for word in sorted(words):
        known = getAllLemmas(word.lower())
        held = {letters[part] for part in known if part in letters and word.lower() in known[part]}
        if held:
            more[word] = "".join(sorted(held.union(more.get(word, ""))))
    return more


def lemmas_of(word: str, words: frozenset[str], irregular: Links) -> set[str]:
    """Return the dictionary forms of a word.

    These are the forms in lemminflect. If it has none, they are WordNet's irregular forms, or else
    the forms that follow from a regular ending.
    """
    known = {
        lemma.upper() for held in getAllLemmas(word.lower()).values() for lemma in held
    } & words
    listed = irregular.get(word, set()) & words
    return known or listed or regular_lemmas(word, words) or {word}


def regular_lemmas(word: str, words: frozenset[str]) -> set[str]:
    """Return the dictionary form of a rare word with a regular ending.

    A form in -ED or -ING counts only if both forms are listed. This also applies to -ER and -EST. A
    form in -S counts only if a listed word remains without the ending.
    """
    if word.endswith("S") and not word.endswith("SS"):
        stems = [word[:-1]]
        if word.endswith("IES"):
            stems.append(word[:-3] + "Y")
        elif word.endswith(("SES", "XES", "ZES", "CHES", "SHES")):
            stems.append(word[:-2])
        return {stem for stem in stems if len(stem) > 2 and not stem.endswith("S")} & words
    for ending in ("ED", "ING"):
        if word.endswith(ending):
            root = word.removesuffix(ending)
            if root + "ED" in words and root + "ING" in words:
                return {stem for stem in suffixes.without_e(root) if len(stem) > 2} & words
    for ending in ("ER", "EST"):
        root = word.removesuffix(ending)
        if root != word and root + "ER" in words and root + "EST" in words:
            return {stem for stem in suffixes.any_base(root) if len(stem) > 2} & words
    return set()


def verbal_nouns(lemmas: Links) -> Iterator[tuple[str, str]]:
    """Yield each word in -ING or -ED that is itself a dictionary form, along with its verb."""
    for word, held in lemmas.items():
        if word in held and word.endswith(("ING", "ED")):
            yield from ((word, lemma) for lemma in sorted(held) if lemma != word)


def exceptions(file: Path, words: frozenset[str]) -> tuple[Links, list[tuple[str, str]]]:
    """Return the pairs that exceptions.txt separates, in both directions, and the pairs that it
    joins.
    """
    apart: Links = defaultdict(set)
    joined: list[tuple[str, str]] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        verb, text = line.split(maxsplit=1)
        groups = [group.split() for group in text.split("|")]
        unknown = {word for group in groups for word in group} - words
        if unknown or verb not in ("apart", "join"):
            raise SystemExit(f"exceptions.txt: {line!r}: unknown {sorted(unknown) or verb}")
        if len(groups) == 1:
            groups = [groups[0][:1], groups[0][1:]]
        pairs = [pair for one, other in combinations(groups, 2) for pair in product(one, other)]
        if verb == "join":
            joined += pairs
        else:
            for one, other in pairs:
                apart[one].add(other)
                apart[other].add(one)
    return apart, joined


def judged(file: Path, lemmas: Links) -> Iterator[tuple[str, str]]:
    """Yield the links for each pair of words that were judged to share a root."""
    for line in file.read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            one, other, *_, verdict = line.split("\t")
            if verdict == "1":
                yield from links_between(one, other, lemmas)


def judged_families(file: Path) -> Iterator[tuple[str, str]]:
    """Yield links from each judged family's first word to the others, so that at most two links
    join any pair.
    """
    for line in file.read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            first, *others = line.split()
            yield from ((first, other) for other in others)


def links_between(one: str, other: str, lemmas: Links) -> Iterator[tuple[str, str]]:
    """Yield the shortest pair of dictionary forms that differ by the same prefix as the words.

    If there is no such pair, yield the words themselves, provided that both are dictionary forms.
    Otherwise yield all pairs of their dictionary forms.
    """
    held = [(a, b) for a in sorted(lemmas[one]) for b in sorted(lemmas[other]) if a != b]
    prefix = other.removesuffix(one)
    alike = [pair for pair in held if prefix != other and pair[1] == prefix + pair[0]]
    if alike:
        yield min(alike, key=lambda pair: len(pair[0]))
    elif one in lemmas[one] and other in lemmas[other]:
        yield one, other
    else:
        yield from held


def links_of(pairs: Iterable[tuple[str, str]], apart: Links) -> Links:
    """Return the direct links between dictionary forms, in both directions, except the links in
    `apart`.
    """
    kin: Links = defaultdict(set)
    for one, other in pairs:
        if other not in apart[one]:
            kin[one].add(other)
            kin[other].add(one)
    return kin


def families(lemmas: Links, kin: Links) -> Links:
    """Map each word to the dictionary forms at most two derivations away."""
    reach = {lemma: reached(lemma, kin) for lemma in kin}
    return {
        word: {other for lemma in held for other in reach.get(lemma, {lemma})}
        for word, held in lemmas.items()
    }


def reached(lemma: str, kin: Links) -> set[str]:
    """Return the dictionary forms that are at most two derivations away from `lemma`, and `lemma`
    itself.
    """
    near = {lemma} | kin.get(lemma, set())
    return near.union(*(kin[other] for other in near if other in kin))


def forms_of(lemmas: Links) -> Links:
    """Map each dictionary form to its inflected forms and itself."""
    forms: Links = defaultdict(set)
    for word, held in lemmas.items():
        for lemma in held:
            forms[lemma].add(word)
    return forms


def strangers(lemmas: Links, kin: Links, forms: Links, apart: Links) -> Links:
    """Map each word to the words that its links reach although `apart` separates them from it.
    Links lead from a word through its dictionary form and a related dictionary form to another
    word. They do not count if `apart` separates one of the first two words on this path from one of
    the last two. Inflections stay together.
    """
    found: Links = {}
    for word, held in lemmas.items():
        if any(apart.get(one) for one in (word, *held)):
            met: set[str] = set()
            close: set[str] = set()
            for one in held:
                far = apart.get(word, set()).union(apart.get(one, ()))
                for other in reached(one, kin):
                    met |= forms[other]
                    if one == other or other not in far:
                        close |= forms[other] - (far if one != other else set())
            if met - close:
                found[word] = met - close
    return found


def report(family: Links) -> None:
    """Print the largest families, to check for words that do not belong."""
    distinct = {frozenset(words): word for word, words in sorted(family.items(), reverse=True)}
    for words in sorted(distinct, key=lambda words: (-len(words), distinct[words]))[:20]:
        print(f"{distinct[words]} ({len(words)}): {' '.join(sorted(words))}")


def write(
    lemmas: Links, kin: Links, forms: Links, strange: Links, trie: marisa_trie.Trie, out: Path
) -> None:
    """Write families.txt (the distinct lines) and families.bin (each word's line number, in two
    bytes).

    A line has three fields between bars. They hold the edits that turn the word into its dictionary
    forms, into its own inflected forms, and into the dictionary forms derived directly. Some lines
    have a fourth field: words that these links reach although they share no root with the word. An
    edit is the number of letters to remove at the end, and the letters to append.
    """
    lines: dict[str, int] = {"0||": 0}
    table = bytearray(2 * len(lemmas))
    for word in sorted(lemmas):
        fields = [lemmas[word], forms.get(word, set()) - {word}, kin.get(word, ())]
        if word in strange:
            fields.append(strange[word])
        line = "|".join(" ".join(edit(word, other) for other in sorted(field)) for field in fields)
        number = lines.setdefault(line, len(lines))
        at = 2 * trie[word]
        table[at : at + 2] = number.to_bytes(2, "little")
    (out / "families.txt").write_bytes("".join(f"{line}\n" for line in lines).encode("ascii"))
    (out / "families.bin").write_bytes(bytes(table))
    print(f"{len(kin):,} words with derivations, {len(lines):,} distinct lines")


def write_roots(
    lemmas: Links, kin: Links, strange: Links, trie: marisa_trie.Trie, out: Path
) -> None:
    """Write roots.bin: for every word, the numbers of its dictionary forms and of their relatives.

    A dictionary form with only one relative is left out if the relative's own number has the same
    effect. If words with the same number are strangers to each other, several numbers replace it:
    one for each of the largest groups without strangers.

    An entry has four bytes, little-endian. If the word has only one number, the entry is that
    number. Otherwise it is LIST plus the position of a list after the table, in units of four
    bytes. A list starts with its length.
    """
    table = [0] * len(trie)
    lists: list[int] = []
    places: dict[tuple[int, ...], int] = {}
    ends = {
        lemma
        for lemma, (only, *more) in kin.items()
        if not more and (len(kin[only]) > 1 or only < lemma)
    }
    members: Links = defaultdict(set)
    for word, held in lemmas.items():
        for root in held.union(*(kin.get(lemma, ()) for lemma in held)) - ends:
            members[root].add(word)
    numbers_of: dict[str, set[int]] = {word: set() for word in lemmas}
    fresh = count(len(trie))
    for root in sorted(members):
        groups = without_strangers(members[root], strange)
        for group in groups:
            number = trie[root] if len(groups) == 1 else next(fresh)
            for word in group:
                numbers_of[word].add(number)
    for word in sorted(lemmas):
        numbers = tuple(sorted(numbers_of[word]))
        if len(numbers) != 1 and numbers not in places:
            places[numbers] = len(table) + len(lists)
            lists += [len(numbers), *numbers]
        table[trie[word]] = LIST + places[numbers] if len(numbers) != 1 else numbers[0]
    words = b"".join(entry.to_bytes(4, "little") for entry in (*table, *lists))
    (out / "roots.bin").write_bytes(words)


def without_strangers(words: set[str], strange: Links) -> list[frozenset[str]]:
    """Return the largest groups of words that contain no two strangers, in the order of their
    words.
    """
    groups = {frozenset(words)}
    for word in sorted(words & strange.keys()):
        split: set[frozenset[str]] = set()
        for group in groups:
            far = group & strange[word] if word in group else None
            split |= {group - {word}, group - far} if far else {group}
        groups = {group for group in split if not any(group < other for other in split)}
    return sorted(groups, key=sorted)


def edit(word: str, other: str) -> str:
    shared = wordnet.shared_start(word, other)
    return f"{len(word) - shared}{other[shared:]}"


if __name__ == "__main__":
    main()
