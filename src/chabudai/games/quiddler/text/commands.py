"""Quiddler as lines of text: what a person types, and what they read, in English and Japanese."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import assert_never
from unicodedata import normalize

import msgspec

from chabudai.core import Fact, Illegal, Seat, Text
from chabudai.core.text import Form, Lines, Phrasebook, name, spaced
from chabudai.games import folder_of
from chabudai.games.quiddler.components.cards import POINTS, ROUNDS, Face, points
from chabudai.games.quiddler.moves import challenges, own_hand, without
from chabudai.games.quiddler.moves.layouts import Cards, ways_to_spell
from chabudai.games.quiddler.rules import cards_in
from chabudai.games.quiddler.state import (
    Action,
    Challenge,
    Dealing,
    Discard,
    Draw,
    Drawing,
    Event,
    GoOut,
    Hand,
    Laid,
    Last,
    Over,
    Ready,
    Refill,
    Refilling,
    Settling,
    Shuffle,
    Spell,
    Stop,
    Words,
)
from chabudai.games.quiddler.text.events import tell, tell_bonuses
from chabudai.games.quiddler.view import Choosing, Columns, Seen, View

BOOK = Phrasebook(folder_of("quiddler"))
phrase, joined, by_seat = BOOK.phrase, BOOK.joined, BOOK.by_seat
CARD = "[A-Z]{1,2}"
PLAIN = re.compile(CARD)
SIMPLE: Mapping[str, Action] = {
    **dict.fromkeys(("DRAW", "D", "DRAW PILE", "引く"), Draw("pile")),
    **dict.fromkeys(("TAKE", "T", "DRAW DISCARDS", "取る"), Draw("discards")),
    **dict.fromkeys(("READY", "R", "準備"), Ready()),
    **dict.fromkeys(("STOP", "やめる"), Stop()),
}
DISCARDING = ("DISCARD", "X", "捨てる")
CHALLENGING = ("CHALLENGE", "C", "チャレンジ")
LAYING: Mapping[str, type[GoOut | Last]] = {
    **dict.fromkeys(("OUT", "GO-OUT", "あがり"), GoOut),
    **dict.fromkeys(("LAST", "LAY", "出す"), Last),
}
NOT_UNDERSTOOD = "Type draw, take, discard U or out QUIT. A question mark shows what else there is."
NOT_A_MOVE = "This line is not a move of Quiddler."
WHICH_DISCARD = "Add which card you discard, such as discard U."
USAGE = (
    "draw or take: take the top card of the draw pile, or of the discard pile.",
    "discard U: end your turn with that card.",
    "out QUIT DOT: lay these words and discard the card that is left.",
    "last QUIT DOT discard U: in the last lap, lay these words and discard that card.",
    "TH.E.N says which cards a word is laid with; THEN leaves that open.",
    "challenge QUO: doubt a word that somebody else has laid.",
    "ready: when the round is over, go on to the next.",
    "spell QUIT, or stop: in the game for one, lay a word, or end the game.",
)


def write(action: Action) -> str:
    """One line, the same in every language, such as `draw pile`, `discard U`,
    `go-out QU.I.T D.O.T discard U`, `last discard U`, `challenge 1 0` (round and word), `ready`,
    `spell 0 3` (columns), `stop`, `shuffle 2 A TH …` (who deals, then the cards in order),
    `refill A TH …`. Cards that cannot be written so make the line JSON.
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
    """Whether all of these can be written as they are."""
    return all(map(PLAIN.fullmatch, cards))


def plain_words(words: Words) -> bool:
    """Whether all of these words can be written as they are."""
    return all(word and plain(word) for word in words)


def dotted(cards: Iterable[Face]) -> str:
    """The cards of a word, so that doubles can be told."""
    return ".".join(cards)


def laid_fields(found: re.Match[str]) -> dict[str, object]:
    """The words of a line, such as ` QU.I.T D.O.T`, and the card to discard."""
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
    """What a person means by `line`; see USAGE for the forms.

    A word is laid with cards that leave one card to discard, if that can be. Raises ValueError or
    Illegal, each with a sentence of the catalogue.
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
            raise ValueError(NOT_UNDERSTOOD)


def doubt(view: View, seat: Seat, word: str) -> Challenge:
    """The challenge of a word as it reads, of one that is still open if there are several."""
    there = [at for at, laid in enumerate(view.laid) if laid.word == word]
    if not there:
        raise Illegal("QD-24", "There is no such word on the table.")

    def settled(at: int) -> bool:
        return view.laid[at].verdict is not None or view.laid[at].seat == seat

    return Challenge(view.round, min(there, key=settled))


def laid_with(
    view: View, seat: Seat, typed: Sequence[str], card: Face | None
) -> tuple[Words, Face]:
    """The cards for words as they were typed, and the card to discard. Raises Illegal, ValueError.

    Without a card to discard, it is the one that is left.
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
    """Every way to lay words with cards of a hand, each typed as THEN or as TH.E.N."""
    if not typed:
        yield ()
        return
    word = typed[0]
    for way in ways_to_spell(word.replace(".", ""), hand):
        if "." not in word or dotted(way) == word:
            for others in assignments(typed[1:], without(hand, (way,))):
                yield (way, *others)


def open_word(view: View, word: str) -> Spell:
    """The game for one: the columns whose open cards spell a word. Raises Illegal."""
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


def show(view: View, seat: Seat | None, lang: str) -> str:
    """The table in lines: round, piles, words, hands, scores, and who is to do what."""
    lines: list[str] = []
    if isinstance(view.phase, Columns):
        lines += [column_line(at, *column, lang) for at, column in columns_of(view.phase)]
    elif len(view.hands) > 1:
        text = "Round {round} of {rounds}, {count} cards each."
        facts = {"round": view.round, "rounds": ROUNDS, "count": cards_in(view.round)}
        lines += [phrase(lang, text, **facts), piles(view, lang)]
    lines += [*table_words(view, lang), *hand_lines(view, lang), *tally_lines(view, lang)]
    if view.sheet:
        scores = by_seat((line.total for line in view.sheet[-1]), lang)
        lines.append(phrase(lang, "Scores: {scores}.", scores=scores))
    return "\n".join([*lines, turn_line(view, seat, lang)])


def due(view: View, seat: Seat, lang: str) -> tuple[str, ...]:
    """What `seat` must see to move: its cards and the piles, or the words that it may challenge, or
    the columns of the game for one.
    """
    asked = turn_line(view, seat, lang)
    match view.phase:
        case Drawing():
            return (hand_line(seat, own_hand(view, seat), lang), piles(view, lang), asked)
        case Settling():
            return (*table_words(view, lang), *tally_lines(view, lang), asked)
        case Columns():
            columns = (column_line(at, *it, lang) for at, it in columns_of(view.phase))
            return (*columns, asked)
        case _:
            return (hand_line(seat, own_hand(view, seat), lang), asked)


def columns_of(phase: Columns) -> Iterator[tuple[int, tuple[Face, int]]]:
    """The columns of the game for one that are not empty, with their numbers."""
    for at, column in enumerate(phase.columns):
        if column.open:
            yield at, (column.open, column.under)


def column_line(at: int, card: Face, under: int, lang: str) -> str:
    """A column of the game for one."""
    text = "Column {column}: {card}, {under} under it."
    return phrase(lang, text, column=at, card=priced((card,)), under=under)


def piles(view: View, lang: str) -> str:
    """The two piles."""
    if not view.discards:
        return phrase(lang, "Draw pile: {count}. No discards.", count=view.pile)
    top = priced(view.discards[-1:])
    return phrase(lang, "Draw pile: {count}. Top discard: {card}.", count=view.pile, card=top)


def table_words(view: View, lang: str) -> Iterator[str]:
    """The words on the table, a line for each seat that has laid some."""
    for seat in range(len(view.hands)):
        words = [table_word(word, lang) for word in view.laid if word.seat == seat]
        if words:
            listed = joined(words, lang)
            yield phrase(lang, "{seat} laid {words}.", seat=name(seat), words=listed)


def table_word(word: Laid, lang: str) -> str:
    """A word on the table, its points, and what has become of it."""
    text = "{word} ({points})"
    if word.verdict is not None:
        text = "{word} ({points}, struck)" if word.struck else "{word} ({points}, allowed)"
    return phrase(lang, text, word=word.word, points=word.points)


def hand_lines(view: View, lang: str) -> Iterator[str]:
    """The hands that are seen, and how many cards the others have."""
    for seat, hand in enumerate(view.hands):
        if not isinstance(hand, int) and hand:
            yield hand_line(seat, hand, lang)
    counts = [
        f"{name(seat)} {hand}" for seat, hand in enumerate(view.hands) if isinstance(hand, int)
    ]
    if counts:
        yield phrase(lang, "Cards in hand: {counts}.", counts=joined(counts, lang))


def hand_line(seat: Seat, hand: Hand, lang: str) -> str:
    """A hand with its points."""
    facts: dict[str, Fact] = {"cards": priced(hand), "points": points(hand)}
    return phrase(lang, "{seat}: {cards}, {points} points in hand.", seat=name(seat), **facts)


def tally_lines(view: View, lang: str) -> Iterator[str]:
    """While a round is settled, its scores as they stand, and who has the bonuses."""
    if isinstance(view.phase, Settling) and view.tally:
        scores = by_seat((line.points for line in view.tally.lines), lang)
        yield phrase(lang, "This round as it stands: {scores}.", scores=scores)
        for told in tell_bonuses(view.tally.most, view.tally.longest):
            yield BOOK.say(lang, told)


def turn_line(view: View, seat: Seat | None, lang: str) -> str:
    """Who is to do what now."""
    phase: Seen = view.phase
    match phase:
        case Dealing() | Refilling():
            return phrase(lang, "The cards are being shuffled.")
        case Drawing(seat=turn) | Choosing(seat=turn) if turn != seat:
            return phrase(lang, "To move: {seat}.", seat=name(turn))
        case Drawing():
            return phrase(lang, "Your turn. Draw from the pile, or take the top discard.")
        case Choosing():
            text = "Discard a card, or lay all the others in words and go out."
            if view.last is not None:
                text = "Your last turn. Lay what words you can, and discard one card."
            return phrase(lang, text)
        case Settling(ready=ready):
            return unsettled(view, ready, seat, lang)
        case Columns():
            return phrase(lang, "Spell a word of open cards, or stop.")
        case Over():
            return phrase(lang, "The game is over.")
        case _:
            assert_never(phase)


def unsettled(view: View, ready: tuple[bool, ...], seat: Seat | None, lang: str) -> str:
    """Who is still to be ready."""
    if seat is not None and not ready[seat]:
        text = "The round is over. Challenge a word, or say that you are ready."
        if not challenges(view, seat):
            text = "The round is over. Say when you are ready."
        return phrase(lang, text)
    waiting = joined((name(at) for at, one in enumerate(ready) if not one), lang)
    return phrase(lang, "Not ready yet: {seats}.", seats=waiting)


def priced(cards: Iterable[Face]) -> str:
    """Cards with their points, such as QU(9) I(2)."""
    return " ".join(f"{card}({POINTS[card]})" for card in cards)


def usage(lang: str) -> str:
    """What a person may type, a line for each form."""
    return BOOK.lines(lang, USAGE)


TEXT: Text[Action, Event, View] = Text(
    write=write,
    read=LINES.read,
    suggest=suggest,
    show=show,
    due=due,
    tell=tell,
    usage=usage,
    catalogue=BOOK.catalogue,
)
