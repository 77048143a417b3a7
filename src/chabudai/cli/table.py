"""One game at a terminal: a person in one seat, bots in the others."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from unicodedata import normalize

import msgspec

from chabudai.cli.advice import advice_stages
from chabudai.cli.output import phrase
from chabudai.cli.report import report_lines
from chabudai.cli.rules import contents, find_rule, format_rule
from chabudai.core import (
    CHANCE,
    AnyGame,
    Illegal,
    News,
    Seat,
    Struct,
    events_for,
    fill,
    next_to_agree,
    play,
)
from chabudai.core.advising import advice_for
from chabudai.core.report import report_on
from chabudai.core.rulebook import Rulebook
from chabudai.core.text import Reader, named, tell_seeing
from chabudai.core.transcript import Recorded
from chabudai.core.why import Moved, why_for

HELP = (
    "? shows this; table (or hand) the table as you see it; log what has happened so far.",
    "rules lists the rules, rules {rule} shows one; quit leaves the game.",
    "why explains the bots' moves since your last one, if their reasons are public.",
    "hint says what to look at; type it again for good moves, and again for the best one.",
)
SeatBot = Callable[[Any, Seat], Any]
"""A bot with its own random generator: a function that maps a view and a seat to an action."""


class Left(Exception):
    """Raised when the player leaves before the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """A game at a terminal, and how to communicate with the person at `seat`.

    `ask` returns the next typed line, and raises EOFError at the end of input. `say` prints a
    string. `record` is called with every move. `help` is the text that `?` prints about the table's
    own commands.
    """

    game: AnyGame
    names: tuple[str, ...]
    seat: Seat
    lang: str
    rulebook: Rulebook
    ask: Callable[[], str]
    say: Callable[[str], None]
    record: Callable[[Seat, object], None]
    help: tuple[str, ...] = HELP
    log: list[str] = field(default_factory=list[str])
    seen: list[str] = field(default_factory=list[str])
    """The parts of the table that were shown at the last move (`Text.due`)."""
    advised: list[str] = field(default_factory=list[str])
    """The stages of advice that have been given for this move."""
    moved: list[Moved] = field(default_factory=list[Moved])
    """The bots' moves since the person's last move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Sitting):
    """A game at a terminal, with its bots. `chance` returns CHANCE's action, and `clock` seconds
    from an arbitrary start.
    """

    options: Struct
    bots: Mapping[Seat, SeatBot]
    chance: Callable[[Any], Any]
    clock: Callable[[], float]


def play_to_the_end(table: Table) -> None:
    """Play the game from its beginning until it is over. Raises Left."""
    go_on(table, table.game.setup(table.options, len(table.names)))


def go_on(table: Table, state: Any) -> Any:
    """Play the game from `state` until it is over, and return its last state. Raises Left."""
    game = table.game
    while owing := game.to_act(state):
        seat = owing[0]
        if seat == table.seat:
            state = bots_agree(table, person_move(table, state))
        elif seat == CHANCE:
            state = move(table, state, seat, table.chance(state))
        else:
            state = move(table, state, seat, table.bots[seat](game.view(state, seat), seat))
    show_table(table, state)
    return state


def look_back(table: Sitting, played: Recorded) -> None:
    """Print the report of the game, if it has one."""
    game = table.game
    if "report" not in game.extras.jobs:
        return
    table.say(phrase(table.lang, "Reviewing the game …"))
    for line in report_lines(report_on(game, played), reader_at(table), table.seat):
        table.say(line)


def bots_agree(table: Table, state: Any) -> Any:
    """Make the bots agree to a proposal that the person has agreed to (`Extras.agree`), and return
    the new state.
    """
    while agreed := next_to_agree(table.game, state, (table.seat,), table.bots):
        state = move(table, state, *agreed)
    return state


def move(table: Sitting, state: Any, seat: Seat, action: object) -> Any:
    """Make a move, record it and print its events. Return the new state. Raises Illegal."""
    step = play(table.game, state, seat, action)
    table.record(seat, action)
    remember(table, Moved(state, seat, action))
    for sentence in heard(table, state, step.news):
        table.log.append(sentence)
        table.say(sentence)
    return step.state


def remember(table: Sitting, moved: Moved) -> None:
    """Store a bot's move until the person moves, so that `why` can explain it."""
    if moved.seat == table.seat:
        table.moved.clear()
    elif moved.seat != CHANCE:
        table.moved.append(moved)


def heard(table: Sitting, state: Any, news: Iterable[News[Any]]) -> Iterator[str]:
    """Yield the sentences that tell the person about a move made in `state`."""
    view = table.game.view(state, table.seat)
    for event in events_for(news, table.seat):
        if sentence := tell_seeing(table.game.text, event, table.lang, table.names, view):
            yield sentence


def recall(table: Table, recorded: Recorded) -> Any:
    """Restore a table to the last state of a recorded game, and return that state. This also
    restores the log, and advances the random numbers of chance and of the bots. A bot that only
    agreed to a proposal has used no random numbers.
    """
    for at, (state, entry) in enumerate(
        zip(recorded.states, recorded.transcript.entries, strict=False)
    ):
        if entry.seat == CHANCE:
            table.chance(state)
        elif entry.seat in table.bots and entry.seat in table.game.to_act(state):
            table.bots[entry.seat](table.game.view(state, entry.seat), entry.seat)
        table.log.extend(heard(table, state, recorded.news[at + 1]))
        action = msgspec.json.decode(entry.action, type=table.game.actions)
        remember(table, Moved(state, entry.seat, action))
    return recorded.states[-1]


def person_move(table: Table, state: Any) -> Any:
    """Read lines until the person has made a move, and return the new state. Raises Left."""
    show_due(table, state)
    table.advised.clear()
    game = table.game
    view = game.view(state, table.seat)
    limit, started = game.clock(view, table.seat), table.clock()
    while True:
        try:
            line = table.ask().strip()
        except EOFError:
            raise Left from None
        if limit is not None and table.clock() - started > limit:
            table.say(phrase(table.lang, "Time is up."))
            return move(table, state, table.seat, game.idle(view, table.seat))
        if not line or run_table_command(table, state, line):
            continue
        try:
            action = game.text.suggest(view, table.seat, line)
            return move(table, state, table.seat, action)
        except Illegal as refusal:
            table.say(refusal_text(table, refusal))
        except ValueError as error:
            table.say(sentence(table, str(error)))


def run_table_command(table: Sitting, state: Any, line: str) -> bool:
    """Run `line` if it is a command of the table and not a move. Return whether it was a
    command.
    """
    command, *rest = words_of(line)
    if not rest and (answer := ASKED.get(command)):
        answer(table, state)
        return True
    match [command, *rest]:
        case ["?" | "help"]:
            table.say(table.game.text.usage(table.lang))
            for text in table.help:
                table.say(phrase(table.lang, text, rule=table.rulebook.rules[0].id))
        case ["log"]:
            for entry in table.log:
                table.say(entry)
        case ["rules"]:
            for title in contents(table.rulebook):
                table.say(title)
        case ["rules", wanted]:
            found = find_rule(table.rulebook, wanted)
            missing = "There is no rule {rule}."
            table.say(
                format_rule(found) if found else phrase(table.lang, missing, rule=wanted.upper())
            )
        case ["quit" | "exit" | "bye" | "q" | ":q"]:
            raise Left
        case _:
            return False
    return True


def words_of(line: str) -> list[str]:
    """Return the words of a table command, in lower case and half width, with Japanese names of
    commands replaced by the English ones.
    """
    words = normalize("NFKC", line).lower().split()
    return [IN_ENGLISH.get(word, word) for word in words] or [""]


def advise(table: Sitting, state: Any) -> None:
    """Print the next stage of the advice for this move, or repeat the last stage."""
    if table.game.extras.advise is None:
        table.say(phrase(table.lang, "This game gives no advice."))
        return
    found = advice_for(table.game, table.game.view(state, table.seat), table.seat)
    stages = tuple(advice_stages(found, reader_at(table)))
    said = stages[min(len(table.advised), len(stages) - 1)]
    table.advised.append(said)
    table.say(said)


def tell_why(table: Sitting, state: Any) -> None:
    """Print the reasons for the bots' moves since the person's last move."""
    game = table.game
    if game.extras.why is None:
        table.say(phrase(table.lang, "In this game bots do not say why."))
        return
    if game.silent:
        text = "This game is played in silence: afterwards, chabudai replay FILE --why tells why."
        table.say(phrase(table.lang, text))
        return
    reader = reader_at(table)
    told = [
        phrase(table.lang, "{name}: {why}", name=table.names[one.seat], why=reader.sentence(found))
        for one in table.moved
        if (found := why_for(game, one, state, table.seat))
    ]
    if not told:
        text = "There is nothing to explain yet."
        told = [phrase(table.lang, text)]
    table.say("\n".join(told))


def reader_at(table: Sitting) -> Reader:
    """Return the translator of sentences for the person at the table."""
    return Reader(table.lang, table.game.text.catalogue(table.lang), table.names.__getitem__)


def show_table(table: Sitting, state: Any) -> None:
    """Print the table as the person sees it."""
    text = table.game.text.show(table.game.view(state, table.seat), table.seat, table.lang)
    table.say(named(text, table.names))


IN_ENGLISH: Mapping[str, str] = {
    "ヘルプ": "help",
    "テーブル": "table",
    "手札": "hand",
    "ログ": "log",
    "ルール": "rules",
    "ヒント": "hint",
    "アドバイス": "advice",
    "なぜ": "why",
    "終了": "quit",
}
"""English names of the table's commands, by Japanese word."""
ASKED: Mapping[str, Callable[[Sitting, Any], None]] = {
    "table": show_table,
    "hand": show_table,
    "hint": advise,
    "advice": advise,
    "why": tell_why,
}
"""Table commands that print information about the game."""


def show_due(table: Sitting, state: Any) -> None:
    """Print the facts that the person needs for the next move, and then the question. The facts are
    the whole table before the first move, and later only the parts that have changed since the
    previous one.
    """
    view = table.game.view(state, table.seat)
    *parts, asked = table.game.text.due(view, table.seat, table.lang)
    if table.seen:
        fresh = [part for part in parts if part not in table.seen]
        table.say(named("\n".join((*fresh, asked)), table.names))
    else:
        show_table(table, state)
    table.seen[:] = (*parts, asked)


def refusal_text(table: Sitting, refusal: Illegal) -> str:
    """Return a refusal as a sentence with its rule."""
    why = fill(sentence(table, refusal.text), refusal.facts)
    return phrase(table.lang, "Not allowed: {why} Rule {rule}.", why=why, rule=refusal.rule)


def sentence(table: Sitting, text: str) -> str:
    """Return a sentence of the game in the language of the table."""
    return table.game.text.catalogue(table.lang).get(text, text)
