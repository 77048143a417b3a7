"""`chabudai learn`: a guided first game in the terminal."""

import argparse
import shlex
from typing import Any

from chabudai.cli.arguments import game_named
from chabudai.cli.errors import Unusable
from chabudai.cli.guesses import closest, same_name
from chabudai.cli.output import either, phrase
from chabudai.cli.play import usual_names
from chabudai.cli.rules import rulebook
from chabudai.cli.table import (
    HELP,
    Left,
    Sitting,
    heard,
    move,
    refusal_text,
    run_table_command,
    sentence,
    show_due,
    words_of,
)
from chabudai.cli.terminal import terminal
from chabudai.core import AnyGame, Guide, Illegal, play
from chabudai.core.guide import Move

TABLE_COMMANDS, RULES, *_ = HELP
AGAIN = ("hint", "advice", "why", "lesson", "レッスン")
"""Inputs that repeat the lesson."""
ELSE = "The rules allow that; this lesson is about something else."


def run(args: argparse.Namespace) -> int:
    """Go through a guide until its end, `quit`, end of input or Ctrl-C."""
    game = game_named(args.game)
    name = guide_named(game, args.guide)
    guide = game.extras.guides[name]
    if args.lesson > len(guide.lessons):
        said = "There is no lesson {n}; lessons are 1 to {last}."
        raise Unusable(said, n=args.lesson, last=len(guide.lessons))
    screen = terminal()
    place = Sitting(
        game=game,
        names=screen.seat_names(usual_names(guide.seats, guide.seat, args.lang)),
        seat=guide.seat,
        lang=args.lang,
        rulebook=rulebook(game, args.lang),
        ask=screen.ask,
        say=screen.say,
        record=lambda _seat, _action: None,
        help=(TABLE_COMMANDS, RULES, "hint (or lesson) says the lesson again."),
    )
    title = guide.translations(guide.title)[args.lang]
    place.say(phrase(args.lang, "{game}: {guide}.", game=game.title, guide=title))
    place.say(phrase(args.lang, "Each lesson ends with the line to type."))
    place.say(phrase(args.lang, "Type ? to see what you can type."))
    learn(place, guide, name, args.lesson - 1)
    return 0


def guide_named(game: AnyGame, wanted: str | None) -> str:
    """Return the name of the requested guide, or of the first. Raises Unusable."""
    names = tuple(game.extras.guides)
    if not names:
        raise Unusable("{game} has no guide.", game=game.title)
    if wanted is None:
        return names[0]
    if known := same_name(wanted, names):
        return known
    if guess := closest(wanted, names):
        said = "{game} has no guide {name}. Did you mean {guess}?"
        raise Unusable(said, game=game.title, name=repr(wanted), guess=guess)
    said = "{game} has no guide {name}. It has: {known}."
    raise Unusable(said, game=game.title, name=repr(wanted), known=either(names))


def learn(place: Sitting, guide: Guide, name: str, first: int) -> None:
    """Go through the lessons from `first` on, counted from 0."""
    last = len(guide.lessons) - 1
    state, reached = earlier(place, guide, first), first
    try:
        while reached < last:
            show_due(place, state)
            tell_lesson(place, guide, reached)
            state = reader_move(place, state, guide, reached)
            for seat, action in guide.lessons[reached].then:
                state = move(place, state, seat, action)
            reached += 1
        show_due(place, state)
        tell_lesson(place, guide, last)
    except Left:
        tell_how_to_go_on(place, name, reached)
    except KeyboardInterrupt:
        print()
        tell_how_to_go_on(place, name, reached)
        raise
    else:
        tell_what_comes_next(place, name)


def tell_how_to_go_on(place: Sitting, name: str, number: int) -> None:
    """Print a note that the guide is unfinished, and the command that resumes it at this lesson."""
    command = line_for("learn", place, name, "--lesson", str(number + 1))
    text = "You have left the guide. To continue:\n{command}"
    place.say(phrase(place.lang, text, command=command))


def earlier(place: Sitting, guide: Guide, lessons: int) -> Any:
    """Return the state after the first `lessons` lessons, and add the lessons' events to the
    log.
    """
    game = place.game
    state = game.setup(guide.options, guide.seats)
    done: list[Move] = []
    for lesson in guide.lessons[:lessons]:
        done += [(guide.seat, lesson.do), *lesson.then]
    for seat, action in (*guide.before, *done):
        step = play(game, state, seat, action)
        place.log.extend(heard(place, state, step.news))
        state = step.state
    return state


def tell_lesson(place: Sitting, guide: Guide, number: int) -> None:
    """Print a lesson, and the line that completes it."""
    lesson = guide.lessons[number]
    said = guide.translations(lesson.terminal or lesson.text)[place.lang]
    heading = "Lesson {n} of {all}: {said}"
    place.say(phrase(place.lang, heading, n=number + 1, all=len(guide.lessons), said=said))
    if lesson.typed:
        place.say(phrase(place.lang, "Type: {line}", line=lesson.typed))


def reader_move(place: Sitting, state: Any, guide: Guide, number: int) -> Any:
    """Read lines until the reader has made a lesson's move, however it is typed. Return the new
    state. Raises Left.
    """
    lesson = guide.lessons[number]
    while True:
        try:
            line = place.ask().strip()
        except EOFError:
            raise Left from None
        if " ".join(words_of(line)) in AGAIN:
            tell_lesson(place, guide, number)
        elif line and not run_table_command(place, state, line):
            try:
                view = place.game.view(state, place.seat)
                action = place.game.text.suggest(view, place.seat, line)
                if action == lesson.do:
                    return move(place, state, place.seat, action)
                play(place.game, state, place.seat, action)
                place.say(phrase(place.lang, ELSE))
            except Illegal as refusal:
                place.say(refusal_text(place, refusal))
            except ValueError as error:
                place.say(sentence(place, str(error)))
            place.say(phrase(place.lang, "Type: {line}", line=lesson.typed))


def tell_what_comes_next(place: Sitting, name: str) -> None:
    """Print how to play the game, and its other guides."""
    for other in place.game.extras.guides:
        if other != name:
            command = line_for("learn", place, other)
            place.say(phrase(place.lang, "There is another guide:\n{command}", command=command))
    command = line_for("play", place)
    place.say(phrase(place.lang, "To play a game:\n{command}", command=command))


def line_for(command: str, place: Sitting, *arguments: str) -> str:
    """Return a command line for the game, in the reader's language."""
    lang = ("--lang", place.lang) * (place.lang != "en")
    return shlex.join(("chabudai", command, place.game.name, *arguments, *lang))
