"""Quiddler as lines of text: typed input and printed output, in English and Japanese."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from unicodedata import normalize

import msgspec

from chabudai.core import Illegal, Seat, Text
from chabudai.core.text import Form, Lines, spaced
from chabudai.games.quiddler.components.cards import Face
from chabudai.games.quiddler.moves import own_hand, without
from chabudai.games.quiddler.moves.layouts import Cards, ways_to_spell
from chabudai.games.quiddler.state import (
    Action,
    Challenge,
    Discard,
    Draw,
    Drawing,
    Event,
    GoOut,
    Last,
    Ready,
    Refill,
    Settling,
    Shuffle,
    Spell,
    Stop,
    Words,
)
from chabudai.games.quiddler.text.events import tell
from chabudai.games.quiddler.text.table import BOOK, due, show
from chabudai.games.quiddler.view import Choosing, Columns, View

CARD = "[A-Z]{1,2}"
PLAIN = re.compile(CARD)
SIMPLE: Mapping[str, Action] = {
    **dict.fromkeys(("DRAW", "D", "DRAW PILE", "引く"), Draw("pile")),
    **dict.fromkeys(("TAKE", "T", "DRAW DISCARDS", "取る"), Draw("discards")),
    **dict.fromkeys(("READY", "R", "CONTINUE", "NEXT", "準備", "次へ"), Ready()),
    **dict.fromkeys(("STOP", "やめる"), Stop()),
}
DISCARDING = ("DISCARD", "X", "捨てる")
CHALLENGING = ("CHALLENGE", "C", "チャレンジ")
LAYING: Mapping[str, type[GoOut | Last]] = {
    **dict.fromkeys(("OUT", "GO-OUT", "あがり"), GoOut),
    **dict.fromkeys(("LAST", "LAY", "出す"), Last),
}
TO_DRAW = "Type draw or take. A question mark shows what else there is."
TO_DISCARD = (
    "Type discard and one of your cards, or out and your words to go out. "
    "A question mark shows what else there is."
)
TO_LAY = (
    "Type discard and one of your cards, or last, your words, discard and a card. "
    "A question mark shows what else there is."
)
TO_GO_ON = "Type ready, or challenge QUO. A question mark shows what else there is."
TO_SPELL = "Type spell QUIT, or stop. A question mark shows what else there is."
NOT_A_MOVE = "That is not a move in Quiddler."
WHICH_DISCARD = "Also say which card you discard: discard and one of your cards."
USAGE = (
    "draw or take: take the top card of the draw pile, or of the discard pile.",
    "discard U: end your turn with that card.",
    "out QUIT DOT: lay these words and discard the card that is left.",
    "last QUIT DOT discard U: in the last lap, lay these words and discard that card.",
    "TH.E.N says which cards a word is laid with; THEN leaves that open.",
    "challenge QUO: challenge a word that somebody else has laid.",
    "ready: when the round is over, go on to the next.",
    "spell QUIT, or stop: in the solo game, lay a word, or end the game.",
)


def write(action: Action) -> str:
    """Return the language-independent line for an action.

    Examples: `draw pile`, `discard U`, `go-out QU.I.T D.O.T discard U`, `last discard U`,
    `challenge 1 0` (round and word), `ready`, `spell 0 3` (columns), `stop`, `shuffle 2 A TH …`
    (the dealer, then the cards in order), `refill A TH …`. If a card has an unknown form, the line
    is JSON.
    """
    match action:
        case Draw(source=source):
            return f"draw {source}"
        case Discard(card=card) if plain((card,)):
            return f"discard {card}"
        case GoOut(words=words, discard=card) if plain_words(words) and plain((card,)):
            return spaced(("go-out", *map(dotted, words), "discard", card))
        case Last(words=words, discard=card) if plain_words(words) and plain((card,)):
            return spaced(("last", *map(dotted, words), "discard", card))
        case Challenge():
            return f"challenge {action.round} {action.word}"
        case Ready() | Stop():
            return "ready" if isinstance(action, Ready) else "stop"
        case Spell(columns=columns):
            return spaced(("spell", *columns))
        case Shuffle(deck=cards, dealer=dealer) if plain(cards):
            return spaced(("shuffle", dealer, *cards))
        case Refill(pile=cards) if plain(cards):
            return spaced(("refill", *cards))
        case _:
            return msgspec.json.encode(action).decode()


def plain(cards: Iterable[Face]) -> bool:
    """Whether all `cards` can be written without JSON."""
    return all(map(PLAIN.fullmatch, cards))


def plain_words(words: Words) -> bool:
    """Whether all `words` can be written without JSON."""
    return all(word and plain(word) for word in words)


def dotted(cards: Iterable[Face]) -> str:
    """Return the cards of a word separated by dots, so that doubles are recognizable."""
    return ".".join(cards)


def laid_fields(found: re.Match[str]) -> dict[str, object]:
    """Return the words of a matched line, such as ` QU.I.T D.O.T`, and the card to discard."""
    words = tuple(tuple(word.split(".")) for word in found[1].split())
    return {"words": words, "discard": found[2]}


LAID = f"((?: {CARD}(?:\\.{CARD})*)*) discard ({CARD})"
LINES = Lines(
    Action,
    {
        "draw": Form("draw (pile|discards)", lambda found: {"source": found[1]}),
        "discard": Form(f"discard ({CARD})", lambda found: {"card": found[1]}),
        "go-out": Form(f"go-out{LAID}", laid_fields),
        "last": Form(f"last{LAID}", laid_fields),
        "challenge": Form(
            r"challenge (\d{1,2}) (\d{1,2})",
            lambda found: {"round": int(found[1]), "word": int(found[2])},
        ),
        "ready": Form("ready"),
        "spell": Form(
            r"spell((?: \d)*)", lambda found: {"columns": tuple(map(int, found[1].split()))}
        ),
        "stop": Form("stop"),
        "shuffle": Form(
            f"shuffle (\\d{{1,9}})((?: {CARD})*)",
            lambda found: {"deck": tuple(found[2].split()), "dealer": int(found[1])},
        ),
        "refill": Form(f"refill((?: {CARD})*)", lambda found: {"pile": tuple(found[1].split())}),
    },
    NOT_A_MOVE,
)


def suggest(view: View, seat: Seat, line: str) -> Action:
    """Parse a line typed by a person. USAGE lists the forms.

    If possible, words are laid so that one card is left to discard. Raises ValueError or Illegal,
    each with a message from the catalogue.
    """
    tokens = normalize("NFKC", line).upper().split()
    if (simple := SIMPLE.get(" ".join(tokens))) is not None:
        return simple
    match tokens:
        case [command, card] if command in DISCARDING and len(card) <= 2:
            return Discard(card)
        case [command, word] if command in CHALLENGING:
            return doubt(view, seat, word)
        case [command, *words, "DISCARD" | "X", card] if command in LAYING and len(card) <= 2:
            return LAYING[command](*laid_with(view, seat, words, card))
        case [command, *words] if command in LAYING:
            return LAYING[command](*laid_with(view, seat, words, None))
        case ["SPELL", word] | [word] if isinstance(view.phase, Columns):
            return open_word(view, word)
        case _:
            raise ValueError(what_to_type(view))


def typed(view: View, action: Action) -> str:
    """Write an action like `write`, but with a challenged word instead of its number."""
    if isinstance(action, Challenge):
        return f"challenge {view.laid[action.word].word}"
    return write(action)


def what_to_type(view: View) -> str:
    """Return the reply to invalid input, which lists the commands that make a move now."""
    match view.phase:
        case Choosing():
            return TO_DISCARD if view.last is None else TO_LAY
        case Settling():
            return TO_GO_ON
        case Columns():
            return TO_SPELL
        case _:
            return TO_DRAW


def doubt(view: View, seat: Seat, word: str) -> Challenge:
    """Return a challenge of the word with these letters. If several words have them, prefer one
    that may be challenged.
    """
    there = [at for at, laid in enumerate(view.laid) if laid.word == word]
    if not there:
        raise Illegal("QD-24", "There is no such word on the table.")

    def settled(at: int) -> bool:
        return view.laid[at].verdict is not None or view.laid[at].seat == seat

    return Challenge(view.round, min(there, key=settled))


def laid_with(
    view: View, seat: Seat, typed: Sequence[str], card: Face | None
) -> tuple[Words, Face]:
    """Return the cards for typed words, and the card to discard. Raises Illegal or ValueError.

    If no discard is typed, the only card left is discarded.
    """
    if view.phase == Drawing(seat):
        raise Illegal("QD-9", "First draw a card.")
    hand = own_hand(view, seat)
    ways = list(assignments(typed, hand))
    if not ways:
        raise Illegal("QD-21", "Your cards do not spell these words.")

    def unfit(words: Words) -> tuple[bool, int]:
        left = without(hand, words)
        return card is not None and card not in left, len(left)

    words = min(ways, key=unfit)
    left = without(hand, words)
    if card is None and len(left) != 1:
        raise ValueError(WHICH_DISCARD)
    return words, card or left[0]


def assignments(typed: Sequence[str], hand: Cards) -> Iterator[tuple[Cards, ...]]:
    """Yield every way to lay words from a hand. Dots, as in TH.E.N, show how a word is spelled."""
    if not typed:
        yield ()
        return
    word = typed[0]
    for way in ways_to_spell(word.replace(".", ""), hand):
        if "." not in word or dotted(way) == word:
            for others in assignments(typed[1:], without(hand, (way,))):
                yield (way, *others)


def open_word(view: View, word: str) -> Spell:
    """Return the columns of the solo game whose open cards spell a word. Raises Illegal."""
    open_cards = own_hand(view, 0)
    ways = ways_to_spell(word, [card for card in open_cards if card])
    if not ways:
        raise Illegal("QD-A18", "The open cards do not spell {word}.", word=word)
    left = dict(enumerate(open_cards))
    columns: list[int] = []
    for card in ways[0]:
        column = next(at for at, there in left.items() if there == card)
        del left[column]
        columns.append(column)
    return Spell(tuple(columns))


def usage(lang: str) -> str:
    """Return the accepted forms of input, one per line."""
    return BOOK.lines(lang, USAGE)


TEXT: Text[Action, Event, View] = Text(
    write=write,
    read=LINES.read,
    suggest=suggest,
    typed=typed,
    show=show,
    due=due,
    tell=tell,
    usage=usage,
    catalogue=BOOK.catalogue,
)
