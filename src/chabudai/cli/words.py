"""`chabudai words`: the dictionaries."""

import argparse
import sys
from collections.abc import Mapping, Sequence

from chabudai.cli.errors import Unusable
from chabudai.cli.output import either, print_json, readable
from chabudai.words import LEXICONS, Lexicon, Meaning, fold, level, lexicon, meanings


def run(args: argparse.Namespace) -> int:
    """List the words of a dictionary, look up words, or print their meanings. With --json, print an
    object whose keys are the words as typed. The exit code is 1 if a word is not in the dictionary.
    """
    words = lexicon_named(args.lexicon)
    if args.meaning is not None:
        meant = {word: meanings(fold(word)) for word in map(readable, args.meaning)}
        print_json(meant) if args.json else tell_meanings(meant)
        return 0
    given = (*args.word, *(args.check or ()))
    asked = [each for typed in given for each in listed(typed)]
    if not asked:
        if args.json:
            print_json({"lexicon": words.name, "words": list(words.words())})
        elif sys.stdout.isatty():
            command = f"chabudai words --lexicon {words.name} | less"
            args.parser.refuse("Which words? To list all: {command}", command=command)
        else:
            sys.stdout.writelines(f"{word}\n" for word in words.words())
        return 0
    typed = [readable(word) for word in asked]
    found = {word: {"valid": fold(word) in words, "level": level(fold(word))} for word in typed}
    code = 0 if all(answer["valid"] for answer in found.values()) else 1
    if args.json:
        print_json(found)
        return code
    for word, answer in found.items():
        stands = "is" if answer["valid"] else "is not"
        known = f" (level {answer['level']})" if answer["level"] is not None else ""
        print(f"{shown(word)} {stands} in the {words.name} dictionary{known}.")
    return code


def listed(typed: str) -> list[str]:
    """Return the words of an argument, which may be separated by commas."""
    return [each for each in typed.split(",") if each.strip()] or [typed]


def shown(word: str) -> str:
    """Return a word as typed, in quotation marks if it would be invisible."""
    return word if word.strip() else repr(word)


def tell_meanings(found: Mapping[str, Sequence[Meaning]]) -> None:
    """Print the meanings of words, each under the word as typed."""
    for word, held in found.items():
        if not held:
            known = level(fold(word)) is not None
            unknown = "No definition for {}." if known else "{} is not a word."
            print(unknown.format(shown(word)))
        for each in held:
            print(each.word)
            sys.stdout.writelines(f"  {one.part}: {one.definition}\n" for one in each.senses)
            said = "、".join(
                f"{one.text}（{one.reading}）" if one.reading else one.text for one in each.japanese
            )
            sys.stdout.writelines(f"  {text}\n" for text in (said,) if text)
    print(CREDIT)


CREDIT = "Meanings: WordNet 3.0. Japanese: EDICT (EDRDG) and FreeDict, CC BY-SA 3.0."
"""EDICT's licence requires this text wherever its words are shown."""


def lexicon_named(name: str) -> Lexicon:
    """Return the dictionary with this name. Raises Unusable."""
    for known in LEXICONS:
        if name.lower() == known:
            return lexicon(known)
    said = "There is no dictionary {name}. Choose {known}."
    raise Unusable(said, name=repr(name), known=either(LEXICONS))
