"""The Kakapo: the table in lines, with the board drawn in characters.

Pieces are shown as the letters of their suits, birds as numbers. A small letter between a bird and
a cell next to it is a coloured edge.
"""

from collections.abc import Iterable, Iterator
from typing import assert_never

from chabudai.core import Fact, Seat
from chabudai.core.text import Phrasebook, escaped, name
from chabudai.games import folder_of
from chabudai.games.kakapo.components.board import COLUMNS, SIDE, WAYS, Shape
from chabudai.games.kakapo.components.cards import MODES, ROUNDS, SUIT, VALUE, Card
from chabudai.games.kakapo.components.missions import SIDES
from chabudai.games.kakapo.moves import (
    followers,
    own_hand,
    selections,
    still_to_place,
    trick_of,
)
from chabudai.games.kakapo.rules.placement import without_place
from chabudai.games.kakapo.rules.selection import Trick, pieces_of
from chabudai.games.kakapo.rules.tricks import top_suit
from chabudai.games.kakapo.state import (
    Dealing,
    Double,
    Over,
    Placing,
    Revealing,
    Selecting,
    Shift,
    Skill,
    Wild,
)
from chabudai.games.kakapo.text.events import SUIT_NAMES, card_name, tell_end
from chabudai.games.kakapo.text.layout import beside, folded
from chabudai.games.kakapo.view import View

NARROW = 40
"""Width of a narrow terminal in cells. The pictures of a piece must fit in it side by side."""
BOOK = Phrasebook(folder_of("kakapo"))
phrase, joined = BOOK.phrase, BOOK.joined


def show(view: View, seat: Seat | None, lang: str) -> str:
    """Show the table in lines that fit 80 × 24 cells, including the input line.

    The lines show the mission, then the board, and finally the turn. The birds, the cards and the
    pieces to place are next to the board.
    """
    gap = "" if lang == "ja" else " "
    hands = [(hand, hand_line(owner, hand, lang)) for owner, hand in enumerate(view.hands)]
    own = [line for hand, line in hands if not isinstance(hand, int)]
    others = [line for hand, line in hands if isinstance(hand, int)]
    # The pieces to place replace the cards, which do not matter then.
    placing = list(pieces_due(view, seat))
    sentences = (
        gap.join(birds(view, lang)),
        *(decision(view, lang) if placing else (*cards(view, lang), *voids(view, lang))),
        *own,
        *([gap.join(others)] if others and not placing else ()),
    )
    right = [line for text in sentences for line in folded(text)]
    lines = [
        title(view, lang),
        *beside(drawing(view), (*right, *placing)),
        *turn_lines(view, seat, lang),
    ]
    return "\n".join(lines)


def due(view: View, seat: Seat, lang: str) -> tuple[str, ...]:
    """Return the lines that `seat` needs for its move: board, deciding colour, hand and choices."""
    board = "\n".join((*drawing(view), *birds(view, lang)))
    asked = "\n".join(turn_lines(view, seat, lang))
    if not isinstance(view.phase, Revealing):
        pieces = "\n".join(pieces_due(view, seat))
        return (board, pieces, asked) if pieces else (board, asked)
    own = hand_line(seat, view.hands[seat], lang)
    return (board, *decision(view, lang), *voids(view, lang), own, asked)


def title(view: View, lang: str) -> str:
    """Return the mission, the round, and the remaining skill counters."""
    mission, mode = view.mission, MODES[len(view.hands)]
    facts: dict[str, Fact] = {
        "name": escaped(mission.title.ja if lang == "ja" else mission.title.en),
        "required": mission.required,
        "birds": len(mission.birds),
        "round": view.round,
        "rounds": ROUNDS[mode],
        "counters": view.counters,
    }
    text = (
        "{name}. Birds to scan: {required} of {birds}. Round {round} of {rounds}. "
        "Skill counters: {counters}."
    )
    return phrase(lang, text, **facts)


# --- The board


def drawing(view: View) -> Iterator[str]:
    """Draw the board: columns are letters, rows numbers. Lines between rows show coloured edges."""
    marks = [[" "] * (2 * SIDE - 1) for _ in range(2 * SIDE - 1)]
    for row in range(SIDE):
        marks[2 * row][::2] = "." * SIDE
    for number, bird in enumerate(view.mission.birds, 1):
        for row, column in bird.cells:
            marks[2 * row][2 * column] = str(number)
        for edge in bird.edges:
            down, right = SIDES[edge.side]
            marks[2 * edge.row + down][2 * edge.column + right] = edge.suit.lower()
    for lying in view.board:
        for cell in lying.cells:
            marks[2 * (cell // SIDE)][2 * (cell % SIDE)] = lying.piece[0]
    yield "   " + " ".join(COLUMNS)
    for at, line in enumerate(marks):
        if at % 2 == 0:
            yield f"{at // 2 + 1:2} {''.join(line)}"
        elif set(line) != {" "}:
            yield f"   {''.join(line)}".rstrip()


def pieces_due(view: View, seat: Seat | None) -> Iterator[str]:
    """Draw the pieces that `seat` must place."""
    if isinstance(view.phase, Placing) and view.phase.seat == seat:
        for piece in view.phase.pieces:
            yield from pictures(piece)


def pictures(piece: Card) -> Iterator[str]:
    """Draw a piece in each of its orientations, side by side, below their numbers."""
    ways = [picture(way, piece[0]) for way in WAYS[VALUE[piece]]]
    tall = max(map(len, ways))
    columns = [
        [str(number), *lines, *[""] * (tall - len(lines))] for number, lines in enumerate(ways)
    ]
    widths = [max(map(len, column)) for column in columns]
    gap = "  " if sum(widths) + 2 * len(widths) <= NARROW else " "
    for row in range(tall + 1):
        cells = (column[row].ljust(wide) for column, wide in zip(columns, widths, strict=True))
        yield gap.join(cells).rstrip()


def picture(way: Shape, letter: str) -> list[str]:
    """Draw a shape as lines of text."""
    tall, wide = max(row for row, _ in way), max(column for _, column in way)
    return [
        "".join(letter if (row, column) in way else "." for column in range(wide + 1))
        for row in range(tall + 1)
    ]


def birds(view: View, lang: str) -> Iterator[str]:
    """Report each bird's scanned edges."""
    for number, edges in enumerate(view.edges, 1):
        facts: dict[str, Fact] = {"bird": number, "count": len(edges)}
        done, wrong = edges.count("right"), edges.count("wrong")
        text = "Bird {bird}: {done} of {count} edges."
        if wrong:
            text = "Bird {bird}: {done} of {count} edges; in a wrong colour: {wrong}."
        if done == len(edges):
            text = "Bird {bird}: scanned."
        yield phrase(lang, text, **facts, done=done, wrong=wrong)


# --- The cards


def decision(view: View, lang: str) -> Iterator[str]:
    """Report the decision deck and the top colour."""
    deck = [one.decision for one in view.rounds]
    top = phrase(lang, SUIT_NAMES[top_suit(view.rounds)])
    yield phrase(
        lang,
        "Decision cards, oldest first: {cards}. Top colour: {suit}.",
        cards=listed(deck, lang),
        suit=top,
    )


def cards(view: View, lang: str) -> Iterator[str]:
    """Report the face-up cards: the decision deck, the discards, and the cards of this round."""
    yield from decision(view, lang)
    rest = [card for one in view.rounds for card in one.cards if card != one.decision]
    yield phrase(lang, "Discards: {cards}.", cards=listed(rest, lang))
    if view.revealed:
        lead = phrase(lang, SUIT_NAMES[SUIT[view.revealed[0]]])
        text = "Played: {cards}. Lead: {suit}."
        yield phrase(lang, text, cards=revealed(view, lang), suit=lead)


def revealed(view: View, lang: str) -> str:
    """Return the cards of this round with their players."""
    seats = len(view.hands)
    owners = (name((view.start + place) % seats) for place in range(len(view.revealed)))
    pairs = zip(owners, view.revealed, strict=True)
    return joined((f"{owner} {card}" for owner, card in pairs), lang)


def listed(some: Iterable[Card], lang: str) -> str:
    """Return cards in a row."""
    return " ".join(some) or phrase(lang, "none")


def voids(view: View, lang: str) -> Iterator[str]:
    """Report the colours that players are known to lack, if the table records them."""
    for seat, suits in enumerate(view.voids):
        if suits:
            colours = joined((phrase(lang, SUIT_NAMES[suit]) for suit in suits), lang)
            yield phrase(lang, "Out of {suits}: {seat}.", seat=name(seat), suits=colours)


def hand_line(owner: Seat, hand: tuple[Card, ...] | int, lang: str) -> str:
    """Report a hand, or its number of cards if it is hidden."""
    if isinstance(hand, int):
        return phrase(lang, "Cards of {seat}: {count}.", seat=name(owner), count=hand)
    text = "{seat}, in hand: {cards}."
    return phrase(lang, text, seat=name(owner), cards=listed(hand, lang))


# --- The turn


def turn_lines(view: View, seat: Seat | None, lang: str) -> Iterator[str]:
    """Report whose turn it is and what that player must do."""
    match view.phase:
        case Dealing():
            yield phrase(lang, "The cards are being shuffled.")
        case Over(reason=reason, piece=piece):
            yield BOOK.say(lang, tell_end(reason, piece))
        case Revealing(seat=turn) | Selecting(seat=turn) | Placing(seat=turn) if turn != seat:
            yield phrase(lang, "To move: {seat}.", seat=name(turn))
        case Revealing(seat=turn):
            yield to_reveal(view, turn, lang)
        case Selecting(decision=decision):
            text = "{card} decides: take its piece, with or without a skill."
            yield from choices(trick_of(view, decision), view, lang)
            yield capital(phrase(lang, text, card=BOOK.say(lang, card_name(decision))))
        case Placing(pieces=pieces):
            piece, *others = pieces
            if others:
                yield phrase(lang, warning(view))
            example = f"{piece} E4 0" if others else "E4 0"
            text = (
                "Place {pieces}: type a picture’s top left cell and its number, such as {example}."
            )
            if why := still_to_place(view, piece):
                yield phrase(lang, why.text, **why.facts)
            yield phrase(lang, text, pieces=listed(pieces, lang), example=example)
        case _:
            assert_never(view.phase)


def capital(sentence: str) -> str:
    """Capitalize a sentence that begins with a colour."""
    return sentence[:1].upper() + sentence[1:]


def to_reveal(view: View, seat: Seat, lang: str) -> str:
    """KK-17: ask for a card. If some cards cannot be played, list the cards that can."""
    following = followers(view, seat)
    if following == own_hand(view, seat):
        return phrase(lang, "Your turn: play a card.")
    suit = phrase(lang, SUIT_NAMES[SUIT[following[0]]])
    text = "Your turn: follow {suit}. You may play {cards}."
    return phrase(lang, text, suit=suit, cards=listed(following, lang))


def warning(view: View) -> str:
    """KK-A7: return the warning about a first piece that leaves no place for the second."""
    if view.options.double_scan_forgiving:
        return "If the first piece leaves no place for the second, that one is put back (KK-A7)."
    return "If the first piece leaves no place for the second, the mission fails (KK-A7)."


def choices(trick: Trick, view: View, lang: str) -> Iterator[str]:
    """KK-A16: list the selections as they are typed, and the pieces that would fit nowhere."""
    some = [(action.skill, pieces_of(trick, action.skill)) for action in selections(trick)]
    parts = (f"{typed(skill)} ({listed(pieces, lang)})" for skill, pieces in some)
    yield phrase(lang, "You can type: {choices}.", choices=joined(parts, lang))
    pieces = dict.fromkeys(piece for _, selected in some for piece in selected)
    if stuck := without_place(view.mission, view.board, pieces):
        yield phrase(lang, "No place on the board (KK-39): {pieces}.", pieces=listed(stuck, lang))


def typed(skill: Skill | None) -> str:
    """Return the typed form of a selection."""
    match skill:
        case None:
            return "select"
        case Double():
            return "double"
        case Wild(suit=suit):
            return f"wild {suit}"
        case Shift(by=by):
            return f"{by:+}"
        case _:
            assert_never(skill)
