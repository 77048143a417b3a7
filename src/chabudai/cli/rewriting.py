"""Parsing of a typed line into a command and its arguments, in all forms that people type."""

from collections.abc import Callable, Collection, Sequence
from itertools import pairwise

from chabudai.cli.errors import Unusable
from chabudai.cli.game_commands import add_commands
from chabudai.cli.guesses import SYNONYMS, closest, fold_name, same_name
from chabudai.cli.output import either
from chabudai.cli.parser import Parser, find_game, is_option

HELP = {"-h", "--help"}
OTHER_HELP = {"-help", "-?", "/?"}


def find_command(top: Parser, typed: Sequence[str]) -> tuple[Parser, list[str]]:
    """Return the typed command's parser and arguments. Raises Unusable.

    Options before the command are moved after it. `help COMMAND` becomes `COMMAND --help`.
    """
    typed = ["--help" if word in OTHER_HELP else word for word in unquoted(typed, top.commands)]
    name, words = split_command(typed, top.commands)
    if name == "help" and HELP.isdisjoint(words):
        name, words = split_command(words, top.commands)
        words.append("--help")
    if name is None:
        if not HELP.isdisjoint(words):
            add_commands(top)
        return top, words
    if name not in top.commands:
        add_commands(top)
        name = same_name(name, top.commands) or name
    if name not in top.commands:
        top.refuse_dashed_command(typed)
        return top.commands["games"], [described_game(name, words, top.commands)]
    command = top.commands[name]
    if command.commands:
        return find_kind(command, words)
    return command, join_name(words, find_game) if command.takes_game() else words


def find_kind(group: Parser, words: Sequence[str]) -> tuple[Parser, list[str]]:
    """Find the typed command of a group. Return its parser and its arguments. Raises Unusable."""
    known = group.commands
    first = join_name(words[:2], lambda typed: same_name(typed, known))
    kind, others = split_command([*first, *words[2:]], known)
    if kind is None:
        if HELP.isdisjoint(words):
            group.refuse(
                "{name} is missing. Choose {known}.", name="KIND", known=either(group.commands)
            )
        return group, others
    if kind not in group.commands:
        raise no_command(f"{group.prog.partition(' ')[2]} {kind}", kind, group.commands)
    return group.commands[kind], others


def split_command(typed: Sequence[str], known: Collection[str]) -> tuple[str | None, list[str]]:
    """Return a line's command (or None) and its other words: first the words after the command,
    then the words before it.

    If the line begins with options, which may have values, the command is the first word that is a
    known command. If none is known, it is the first word that is neither an option nor the value of
    `--lang`.
    """
    words = [at for at, word in enumerate(typed) if at not in values(typed) and not is_option(word)]
    if not words:
        return None, [*typed]
    named = (at for at in words if same_name(typed[at], known))
    at = next(named, words[0]) if is_option(typed[0]) else 0
    return same_name(typed[at], known) or typed[at], [*typed[at + 1 :], *typed[:at]]


def values(typed: Sequence[str]) -> set[int]:
    """Return the indices of the values of `--lang`."""
    return {at for at, word in enumerate(typed[:-1], 1) if word == "--lang"}


def unquoted(typed: Sequence[str], known: Collection[str]) -> Sequence[str]:
    """Return the words of a line. Quotation marks around the whole line are removed."""
    words = typed[0].split() if len(typed) == 1 else []
    return words if words and same_name(words[0], known) else typed


def join_name(words: Sequence[str], find: Callable[[str], str | None]) -> list[str]:
    """Join two words that form one name and were typed without quotation marks."""
    for at, pair in enumerate(pairwise(words)):
        if any(map(is_option, pair)) or same_name(pair[0], filter(None, [find(pair[0])])):
            continue
        if name := find(" ".join(pair)):
            return [*words[:at], name, *words[at + 2 :]]
    return [*words]


def described_game(name: str, words: Sequence[str], known: Collection[str]) -> str:
    """Return the game of `help GAME`. Raises Unusable for all other unknown commands."""
    game = find_game(name) or (find_game(f"{name} {words[0]}") if words else None)
    if game is None:
        raise no_command(name, name, known)
    if HELP.isdisjoint(words):
        said = "{game} is a game. To play it: {command}"
        raise Unusable(said, game=game, command=f"chabudai play {game}")
    return game


def no_command(typed: str, last: str, known: Collection[str]) -> Unusable:
    """Return the error for an unknown command, whose last word is `last`."""
    guess = SYNONYMS.get(fold_name(last)) or closest(last, known)
    if guess is not None and guess.split()[0] in known:
        said = "There is no command {name}. Did you mean {guess}?"
        return Unusable(said, name=repr(typed), guess=guess)
    if typed != last:
        said = "There is no command {name}. Choose {known}."
        return Unusable(said, name=repr(typed), known=either(known))
    said = "There is no command {name}. To list the commands: {command}"
    return Unusable(said, name=repr(typed), command="chabudai help")
