"""Word Bank: `chabudai solve word-bank`."""

from typing import Annotated

from msgspec import Meta

from chabudai.core import Struct, Why, fill
from chabudai.core.command import Answer, Command
from chabudai.games.word_bank.rules import against_word
from chabudai.games.word_bank.solver import Password, Solved, ring_of, solve_ring
from chabudai.games.word_bank.state import Direction, Input, Options
from chabudai.words import LexiconName, crude, fold, lexicon

SAFES = 'the safes clockwise with their free spaces, such as "S4 E4 I3 R3 F3 G3 I4"'


class Circle(Struct):
    """A circle to solve, and optionally a word to place in it."""

    ring: Annotated[str, Meta(title="RING", description=SAFES)]
    used: Annotated[str, Meta(title="W,…", description="passwords used before")] = ""
    stones: Annotated[int, Meta(ge=1, le=100, description="in front")] = 20
    word: Annotated[str, Meta(title="W", description="list every way to place it")] | None = None
    lexicon: LexiconName = "standard"
    top: Annotated[int, Meta(ge=1, le=10**6, description="how many")] = 10
    clean: Annotated[bool, Meta(description="leave out slurs and other crude words")] = False


class Against(Struct):
    """A reason why a word cannot be said."""

    rule: str
    text: str


class Placed(Struct):
    """The result with `--word`: the best passwords, and every way to place the word.

    `against` is the reason why the word cannot be said, if any.
    """

    best: tuple[Password, ...]
    inputs: tuple[Input, ...]
    word: str
    against: Against | None


def run(asked: Circle) -> Answer:
    """Print the best passwords of a circle.

    If a word is given, also print every way to place it, and whether it can be said. A single stone
    has no direction and is listed once, as clockwise.
    """
    if len(asked.ring) > 1 and asked.ring.isalpha():
        example = SAFES.partition('"')[2].rstrip('"')
        said = "Which circle? For example: chabudai solve word-bank {ring} --word {word}"
        raise ValueError(fill(said, {"ring": example, "word": asked.ring}))
    options = Options(lexicon=asked.lexicon)
    ring = ring_of(asked.ring)
    used = tuple(word.strip() for word in asked.used.split(",") if word.strip())
    solved = solve_ring(
        ring,
        options=options,
        used=used,
        stones=asked.stones,
        word=asked.word,
        count=asked.top,
        without=crude() if asked.clean else frozenset(),
    )
    if asked.word is None or solved.inputs is None:
        return Answer(document=solved, lines=tuple(password_lines(solved)))
    word = fold(asked.word)
    why = against_word(options, ring, tuple(map(fold, used)), word) or against_unknown(
        options, word
    )
    against = None if why is None else Against(why.rule, fill(why.text, why.facts))
    return Answer(
        document=Placed(solved.best, solved.inputs, word, against),
        lines=(*password_lines(solved), *placement_lines(word, solved.inputs, against)),
    )


def against_unknown(options: Options, word: str) -> Why | None:
    """WB-8: return the reason if a word is not in the dictionary, or None."""
    if word in lexicon(options.lexicon):
        return None
    return Why("WB-8", "{word} is not in the dictionary.", {"word": word})


def password_lines(solved: Solved) -> list[str]:
    """Return the best passwords as lines."""
    return [
        f"{rank}. {best.word} {path_text(best.direction, best.positions, best.closes)}"
        for rank, best in enumerate(solved.best, 1)
    ] or ["No word of the dictionary can be said here."]


def placement_lines(word: str, inputs: tuple[Input, ...], against: Against | None) -> list[str]:
    """Return every way to place a word, as lines."""
    lines = [fill("{word}: {n} {n|way|ways} to place it.", {"word": word, "n": len(inputs)})]
    if against:
        lines.append(f"It cannot be said. {against.text} Rule {against.rule}.")
    return lines + [path_text(one.direction, one.positions, one.closes) for one in inputs]


def path_text(direction: Direction, positions: tuple[int, ...], closes: tuple[int, ...]) -> str:
    """Describe a way to place a word, with places numbered from 1 (WB-4)."""
    stones = fill("{n} {n|stone|stones}", {"n": len(positions)})
    way = f"{direction} {numbered(positions)}: {stones}"
    return way + (f", closes {numbered(closes)}" if closes else "")


def numbered(positions: tuple[int, ...]) -> str:
    """Return positions as text, numbered from 1."""
    return " ".join(str(position + 1) for position in positions)


COMMANDS = (
    Command(
        name="solve word-bank",
        does="Find the best passwords of a circle, and every way to place a word.",
        takes=Circle,
        main="ring",
        run=run,
    ),
)
