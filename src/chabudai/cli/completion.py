"""`chabudai completion`: a script that completes commands, games and options in a shell."""

import argparse
import shlex
from collections.abc import Iterator, Mapping

from chabudai.cli.command import parser
from chabudai.cli.game_commands import add_commands
from chabudai.cli.parser import LEVELS, Parser, game_names
from chabudai.words import LEXICONS

VALUES: Mapping[str, tuple[str, ...]] = {"bots": LEVELS, "lexicon": LEXICONS}
"""Values of options that may have further values, or whose values are looked up later."""
WORDS = """_chabudai_words() {{
    case "$1" in
{cases}
    *) return 1 ;;
    esac
}}
_chabudai_command() {{
    local word found=""
    for word in "$@"; do
        if _chabudai_words "$found $word" > /dev/null; then found="$found $word"; fi
    done
    echo "$found"
}}
"""
"""Functions of bash and zsh. The first prints the words that may follow a command or one of its
options. In its argument, a space precedes each word of the command's name. The second prints the
command in a line.
"""
BASH = """_chabudai() {
    local command words
    command=$(_chabudai_command "${COMP_WORDS[@]:1:COMP_CWORD-1}")
    words=$(_chabudai_words "$command ${COMP_WORDS[COMP_CWORD-1]}=" ||
        _chabudai_words "$command")
    COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _chabudai chabudai
"""
ZSH = """_chabudai() {
    local command=$(_chabudai_command "${(@)words[2,CURRENT-1]}") found
    found=$(_chabudai_words "$command ${words[CURRENT-1]}=" || _chabudai_words "$command")
    if [[ -n $found ]]; then compadd -- ${=found}; else _files; fi
}
if [[ $funcstack[1] == _chabudai ]]; then _chabudai; else compdef _chabudai chabudai; fi
"""
"""The last line works both in a file in `fpath`, which zsh calls as a function, and with `source`.
"""


def run(args: argparse.Namespace) -> int:
    """Print the script for a shell."""
    top = parser()
    add_commands(top)
    if args.shell == "fish":
        print("\n".join(fish_lines(top)))
        return 0
    cases = "\n".join(
        f"    {shlex.quote(key)}) echo {words} ;;" for key, words in cases_of(top, "")
    )
    begin = "#compdef chabudai\n" if args.shell == "zsh" else ""
    print(begin + WORDS.format(cases=cases) + (ZSH if args.shell == "zsh" else BASH), end="")
    return 0


def cases_of(command: Parser, path: str) -> Iterator[tuple[str, str]]:
    """Yield each command, and each option that takes a value, along with the words that may follow.
    An option's key ends with "=". An option has no words if its value is arbitrary, such as a file.
    """
    options = [name for action in command.options() for name in action.option_strings]
    yield path, " ".join((*command.commands, *values_of(command), *options))
    for action in command.options():
        for name in action.option_strings:
            if action.nargs != 0:
                yield f"{path} {name}=", " ".join(choices_of(action))
    for name, each in command.commands.items():
        yield from cases_of(each, f"{path} {name}")


def values_of(command: Parser) -> Iterator[str]:
    """Yield the values of a command's arguments: games, or an argument's choices."""
    for action in command.arguments():
        yield from game_names() if action.metavar == "GAME" else map(str, action.choices or ())


def choices_of(action: argparse.Action) -> tuple[str, ...]:
    """Return the possible values of an option, or no values if any value is possible."""
    return tuple(map(str, action.choices or VALUES.get(action.dest, ())))


def fish_lines(top: Parser) -> Iterator[str]:
    """Yield the lines of the script for fish."""
    yield "complete -c chabudai -f"
    for name, command in top.commands.items():
        seen = f"__fish_seen_subcommand_from {name}"
        yield fish_line("__fish_use_subcommand", f"-a {name}", command.description)
        yield from fish_command(seen, command)
        for kind, each in command.commands.items():
            no_kind = f"{seen}; and not __fish_seen_subcommand_from {' '.join(command.commands)}"
            yield fish_line(no_kind, f"-a {kind}", each.description)
            yield from fish_command(f"{seen}; and __fish_seen_subcommand_from {kind}", each)


def fish_command(seen: str, command: Parser) -> Iterator[str]:
    """Yield lines for the values and options of a command."""
    if values := " ".join(values_of(command)):
        yield fish_line(seen, f"-a {fish_quote(values)}", None)
    elif any(action.metavar == "FILE" for action in command.arguments()):
        yield fish_line(seen, "-F", None)
    for action in command.options():
        names = " ".join(
            f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
            for name in action.option_strings
        )
        if choices := " ".join(choices_of(action)):
            names += f" -x -a {fish_quote(choices)}"
        elif action.nargs != 0:
            names += " -r -F"
        yield fish_line(seen, names, command.explain(action))


def fish_line(condition: str, words: str, text: str | None) -> str:
    """Return a line of the script for fish."""
    about = f" -d {fish_quote(text)}" if text else ""
    return f"complete -c chabudai -n {fish_quote(condition)} {words}{about}"


def fish_quote(text: str) -> str:
    """Quote a string for fish."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
