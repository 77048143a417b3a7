"""Word Porters as lines of text: typed input and printed output."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import assert_never
from unicodedata import normalize

import msgspec

from chabudai.core import Fact, Illegal, Piece, Seat, Text
from chabudai.core.text import Form, Lines, Phrasebook, name, spaced
from chabudai.games import folder_of
from chabudai.games.word_porters.components import (
    HINT_CARDS,
    ROUNDS,
    WORD_CARDS,
    Tongue,
    hints_on,
    plain,
    word_on,
)
from chabudai.games.word_porters.moves import owes_votes
from chabudai.games.word_porters.rules.decks import comparable, own_word
from chabudai.games.word_porters.rules.scoring import disc, is_blank, own_number
from chabudai.games.word_porters.state import (
    Action,
    Deal,
    Dealing,
    Event,
    Fill,
    Finished,
    Hinting,
    Options,
    Over,
    Pass,
    Place,
    Placed,
    Ready,
    Reshuffle,
    Reshuffling,
    Resting,
    Shuffle,
    Shuffling,
    Tokens,
    Vote,
)
from chabudai.games.word_porters.text.events import address, place_of, tell
from chabudai.games.word_porters.view import Polling, Seen, View

BOOK = Phrasebook(folder_of("word-porters"))
phrase, joined, by_seat = BOOK.phrase, BOOK.joined, BOOK.by_seat
SPOT = re.compile("([A-L]) ?([12])")
TOKENS = re.compile(r"投票(?=\d)|[^\s,、]+")
"""Pattern of words and numbers separated by spaces or commas."""
SIMPLE: Mapping[str, Action] = {
    **dict.fromkeys(("PASS", "P", "パス"), Pass()),
    **dict.fromkeys(("READY", "R", "準備", "次へ", "つぎへ"), Ready()),
}
PLACING = ("PLACE", "PUT", "置く", "おく")
VOTING = ("VOTE", "V", "投票")
TONGUES: tuple[Tongue, ...] = ("en", "ja", "kana")
NOT_UNDERSTOOD = "Type a hint word such as B2, your votes, or ready; a question mark says more."
NOT_A_MOVE = "That is not a move in Word Porters."
VOTES_MISSING = "Type one number for each of the others, such as vote 4 7 2."
USAGE = (
    "B2, or the hint word itself: put your porter there.",
    "pass: place no porter this turn (only in the children’s game).",
    "vote 4 7 2: the numbers you guess for the others, in the order of their seats.",
    "ready: go on to the next round.",
)


def write(action: Action) -> str:
    """Return the language-independent line of an action.

    Examples: `place B2`, `pass`, `vote 4 0 7 2` (by seat, 0 for the voter's own), `fill`, `ready`,
    `shuffle 2 17 … / 4 …` (the start player, words, hint cards), `reshuffle 4 …`, `deal 3 9 1`. If
    no table can have the hint word, the line is JSON.
    """
    match action:
        case Place(card=card, word=word) if card in range(12) and word in (0, 1):
            return f"place {address(card, word)}"
        case Vote(votes=votes):
            return spaced(("vote", *votes))
        case Pass() | Fill() | Ready():
            return type(action).__name__.lower()
        case Deal(identities=numbers):
            return spaced(("deal", *numbers))
        case Shuffle(words=words, hints=hints, first=first):
            return spaced(("shuffle", first, *words, "/", *hints))
        case Reshuffle(hints=hints):
            return spaced(("reshuffle", *hints))
        case _:
            return msgspec.json.encode(action).decode()


def integers(typed: str) -> tuple[int, ...]:
    """Parse numbers separated by spaces."""
    return tuple(map(int, typed.split()))


NUMBERS = r"((?: \d{1,9})*)"
LINES = Lines(
    Action,
    {
        "place": Form(
            "place ([A-L])([12])",
            lambda found: {"card": ord(found[1]) - ord("A"), "word": int(found[2]) - 1},
        ),
        "pass": Form("pass"),
        "vote": Form(f"vote{NUMBERS}", lambda found: {"votes": integers(found[1])}),
        "fill": Form("fill"),
        "ready": Form("ready"),
        "shuffle": Form(
            rf"shuffle (\d{{1,9}}){NUMBERS} /{NUMBERS}",
            lambda found: {
                "first": int(found[1]),
                "words": integers(found[2]),
                "hints": integers(found[3]),
            },
        ),
        "reshuffle": Form(f"reshuffle{NUMBERS}", lambda found: {"hints": integers(found[1])}),
        "deal": Form(f"deal{NUMBERS}", lambda found: {"identities": integers(found[1])}),
    },
    NOT_A_MOVE,
)


def suggest(view: View, seat: Seat, line: str) -> Action:
    """Parse a line typed by a person. USAGE lists the forms.

    Raises ValueError with a message for the player, or Illegal if votes are missing.
    """
    typed = normalize("NFKC", line).strip()
    tokens = TOKENS.findall(typed.upper())
    if (simple := SIMPLE.get(" ".join(tokens))) is not None:
        return simple
    if tokens and tokens[0] in VOTING:
        return voted(view, seat, tokens[1:])
    if tokens and isinstance(view.phase, Polling) and tokens[0].isdecimal():
        return voted(view, seat, tokens)
    if tokens and tokens[0] in PLACING:
        typed = typed.split(maxsplit=1)[-1]
    place = place_called(view, typed)
    if place is None:
        raise ValueError(NOT_UNDERSTOOD)
    return place


def voted(view: View, seat: Seat, typed: list[str]) -> Vote:
    """Parse votes for the other seats in order, or in the format of `write`, with 0 for the
    player's own. Raises ValueError, or Illegal if this is the time to vote.
    """
    if not all(number.isascii() and number.isdecimal() and len(number) < 10 for number in typed):
        raise ValueError(VOTES_MISSING)
    if len(typed) == len(view.scores) and not int(typed[seat]):
        del typed[seat]
    if len(typed) != len(view.scores) - 1 and isinstance(view.phase, Polling):
        raise Illegal("WP-34", VOTES_MISSING)
    numbers = tuple(map(int, typed))
    return Vote((*numbers[:seat], 0, *numbers[seat:]))


def place_called(view: View, typed: str) -> Place | None:
    """Return the hint word with this address or with this text in any language, or None."""
    if found := SPOT.fullmatch(typed.upper()):
        return Place(*place_of("".join(found.groups())))
    called = comparable(typed)
    for card, face in enumerate(view.hints):
        for tongue in TONGUES:
            poles = hint_texts(view.options, face, tongue)
            for word, pole in enumerate(poles):
                if comparable(pole) == called:
                    return Place(card, word)
    return None


def word_text(options: Options, face: int, tongue: Tongue) -> str:
    """Return a word on the table without furigana. A table's own words have only one language."""
    return own_word(options, face) or plain(word_on(face, tongue))


def hint_texts(options: Options, face: int, tongue: Tongue) -> tuple[str, str]:
    """Return the two hint words of a card, without furigana."""
    if options.own_hints:
        one, other = options.own_hints[face]
        return one.strip(), other.strip()
    one, other = hints_on(face, tongue)
    return plain(one), plain(other)


def tongue_of(options: Options, lang: str) -> Tongue:
    """Return the language of a seat's cards. Japanese children read kana."""
    if lang != "ja":
        return "en"
    return "kana" if options.children else "ja"


def show(view: View, seat: Seat | None, lang: str) -> str:
    """Show the table as lines: round, words, hint cards, porters, scores, and the turn."""
    lines: list[str] = []
    if view.round:
        text = "Round {round} of {rounds}. Start player: {seat}."
        facts: dict[str, Fact] = {"round": view.round, "rounds": ROUNDS}
        lines.append(phrase(lang, text, seat=name(view.first), **facts))
        lines.append(words_line(view, lang))
        lines += [hint_line(view, card, lang) for card in range(len(view.hints))]
        held = (stack_of(tokens) for tokens in view.tokens)
        lines.append(phrase(lang, "Porters left: {tokens}.", tokens=by_seat(held, lang)))
        scores = by_seat(map(score_text, view.scores), lang)
        lines.append(phrase(lang, "Scores: {scores}.", scores=scores))
    if isinstance(view.phase, Resting | Over):
        lines += found_lines(view.options, view.rounds[-1], lang)
    elif seat is not None and view.identities:
        lines.append(own_line(view, view.identities[seat], lang))
    if isinstance(view.phase, Polling):
        lines += poll_lines(view, seat, lang)
    return "\n".join([*lines, turn_line(view, seat, lang)])


def due(view: View, seat: Seat, lang: str) -> tuple[str, ...]:
    """Return the lines that `seat` needs for its move: words and hint words, or the hints to vote
    on.
    """
    asked = turn_line(view, seat, lang)
    words = words_line(view, lang)
    match view.phase:
        case Hinting():
            cards = (hint_words(view, card, lang) for card in range(len(view.hints)))
            return (words, *cards, own_line(view, view.identities[seat], lang), asked)
        case Polling():
            return ("\n".join((words, *poll_lines(view, seat, lang))), asked)
        case _:
            return (asked,)


def hint_words(view: View, card: int, lang: str) -> str:
    """Return the two hint words of a card, with their addresses."""
    poles = hint_texts(view.options, view.hints[card], tongue_of(view.options, lang))
    return " / ".join(f"{address(card, word)} {pole}" for word, pole in enumerate(poles))


def call(view: View, event: Event, piece: Piece, lang: str) -> str:
    """Return the word of a `hint`, or the number and the word of a `word`."""
    tongue = tongue_of(view.options, lang)
    if piece.kind == "hint":
        card, word = place_of(piece.name)
        hint = hint_texts(view.options, view.hints[card], tongue)[word]
        return f"「{hint}」" if lang == "ja" else hint
    number = int(piece.name)
    return f"{number} {word_text(view.options, view.words[number - 1], tongue)}"


def words_line(view: View, lang: str) -> str:
    """Show the ten words with their numbers."""
    tongue = tongue_of(view.options, lang)
    words = (
        f"{number} {word_text(view.options, face, tongue)}"
        for number, face in enumerate(view.words, 1)
    )
    return phrase(lang, "Words: {words}.", words=joined(words, lang))


def hint_line(view: View, card: int, lang: str) -> str:
    """Show a hint card with the porters on its words."""
    poles = hint_texts(view.options, view.hints[card], tongue_of(view.options, lang))
    halves: list[str] = []
    for word, pole in enumerate(poles):
        there = [one for one in view.placed if (one.card, one.word) == (card, word)]
        porters = "".join(f" [{name(one.seat)} {stack(one.tokens)}]" for one in there)
        halves.append(f"{address(card, word)} {pole}{porters}")
    return " / ".join(halves)


def stack(tokens: Tokens) -> str:
    """Show the porters on a hint word, such as 1, or 1+3 if 1 is on top of 3."""
    return "+".join(map(str, tokens))


def stack_of(tokens: tuple[int, ...]) -> str:
    """Show porters that are not placed yet, such as 2 3."""
    return spaced(tokens) if tokens else "-"


def score_text(score: int) -> str:
    """WP-40: show a score, and the space of its disc if it is past 20."""
    flipped, space = disc(score)
    return f"{score} (+20: {space})" if flipped else str(score)


def found_lines(options: Options, finished: Finished, lang: str) -> list[str]:
    """WP-37: report each player's word and hints."""
    lines: list[str] = []
    for seat, number in enumerate(finished.identities):
        facts: dict[str, Fact] = {
            "number": number,
            "word": word_text(options, finished.words[number - 1], tongue_of(options, lang)),
            "hints": trail(options, finished.hints, finished.placed, seat, lang),
            "points": finished.points[seat],
        }
        text = "{seat}: {number} {word}. Hints: {hints}. Points: {points}."
        lines.append(phrase(lang, text, seat=name(seat), **facts))
    if blank := [name(seat) for seat, votes in enumerate(finished.votes) if is_blank(votes)]:
        lines.append(
            phrase(lang, "Blank votes, for no points: {seats}.", seats=joined(blank, lang))
        )
    return lines


def poll_lines(view: View, seat: Seat | None, lang: str) -> Iterable[str]:
    """Report other players' hints and, before a vote, warn of the player's own number (WP-36)."""
    for other in range(len(view.scores)):
        if other != seat:
            hints = trail(view.options, view.hints, view.placed, other, lang)
            yield phrase(lang, "Hints of {seat}: {hints}.", seat=name(other), hints=hints)
    if seat is not None and owes_votes(view, seat):
        why = own_number(view.identities[seat])
        yield phrase(lang, why.text, **why.facts)
    elif isinstance(view.phase, Polling) and view.phase.own and is_blank(view.phase.own):
        yield phrase(lang, "Your votes are blank and score nothing.")


def trail(
    options: Options, hints: tuple[int, ...], placed: tuple[Placed, ...], seat: Seat, lang: str
) -> str:
    """Return the hint words that `seat` chose, in order."""
    chosen = [hint_at(options, hints, one, lang) for one in placed if one.seat == seat]
    return joined(chosen, lang) if chosen else phrase(lang, "none")


def hint_at(options: Options, hints: tuple[int, ...], one: Placed, lang: str) -> str:
    """Return the hint word that a porter is on."""
    return hint_texts(options, hints[one.card], tongue_of(options, lang))[one.word]


def own_line(view: View, number: int, lang: str) -> str:
    """Show the player's own word."""
    word = word_text(view.options, view.words[number - 1], tongue_of(view.options, lang))
    return phrase(lang, "Your word: {number} {word}.", number=number, word=word)


def turn_line(view: View, seat: Seat | None, lang: str) -> str:
    """Report whose turn it is and what they must do."""
    phase: Seen = view.phase
    match phase:
        case Shuffling() | Reshuffling() | Dealing():
            return phrase(lang, "The cards are being shuffled.")
        case Hinting(seat=turn) if turn != seat:
            return phrase(lang, "To move: {seat}.", seat=name(turn))
        case Hinting():
            text = "Your turn. Put a porter on a hint word, such as B2."
            if view.options.children:
                text = "Your turn. Put a porter on a hint word, such as B2, or pass."
            return phrase(lang, text)
        case Polling(confirmed=confirmed):
            if seat is not None and owes_votes(view, seat):
                others = joined((name(at) for at in range(len(confirmed)) if at != seat), lang)
                return phrase(
                    lang, "Type vote and a number for each, in this order: {seats}.", seats=others
                )
            waiting = (name(at) for at, one in enumerate(confirmed) if not one)
            return phrase(lang, "Still to vote: {seats}.", seats=joined(waiting, lang))
        case Resting(ready=ready):
            if seat is not None and not ready[seat]:
                return phrase(lang, "The round is over. Type ready to go on to the next one.")
            waiting = (name(at) for at, one in enumerate(ready) if not one)
            return phrase(lang, "Not ready yet: {seats}.", seats=joined(waiting, lang))
        case Over():
            return phrase(lang, "The game is over.")
        case _:
            assert_never(phase)


def usage(lang: str) -> str:
    """Return the forms of input, one per line."""
    return BOOK.lines(lang, USAGE)


@cache
def catalogue(lang: str) -> Mapping[str, str]:
    """Map English sentences and card texts of the game to their translations."""
    tongue = tongue_of(Options(), lang)
    on_cards = {word_on(face, "en"): plain(word_on(face, tongue)) for face in range(2 * WORD_CARDS)}
    for face in range(2 * HINT_CARDS):
        on_cards |= zip(hints_on(face, "en"), map(plain, hints_on(face, tongue)), strict=True)
    return {**on_cards, **BOOK.catalogue(lang)}


TEXT: Text[Action, Event, View] = Text(
    write=write,
    read=LINES.read,
    suggest=suggest,
    show=show,
    due=due,
    tell=tell,
    call=call,
    usage=usage,
    catalogue=catalogue,
)
