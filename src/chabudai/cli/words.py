"""`chabudai words`: the dictionaries."""

import argparse
import sys

from chabudai.cli.errors import Unusable
from chabudai.cli.output import choices, print_json, readable
from chabudai.words import LEXICONS, Lexicon, fold, level, lexicon


def run(args: argparse.Namespace) -> int:
    """List the words of a dictionary, or look some up. With --json, `{word as typed: …}`."""
    words = lexicon_named(args.lexicon)
    if args.check is None:
        if args.json:
            print_json({"lexicon": words.name, "words": list(words.words())})
        else:
            sys.stdout.writelines(f"{word}\n" for word in words.words())
        return 0
    typed = [readable(word) for word in args.check]
    found = {word: {"valid": fold(word) in words, "level": level(fold(word))} for word in typed}
    if args.json:
        print_json(found)
        return 0
    for word, answer in found.items():
        stands = "is" if answer["valid"] else "is not"
        known = f" (level {answer['level']})" if answer["level"] is not None else ""
        print(f"{word} {stands} in the {words.name} dictionary{known}.")
    return 0


def lexicon_named(name: str) -> Lexicon:
    """The dictionary of that name. Raises Unusable."""
    for known in LEXICONS:
        if name == known:
            return lexicon(known)
    raise Unusable(f"There is no dictionary {name!r}. Choose {choices(LEXICONS)}.")
