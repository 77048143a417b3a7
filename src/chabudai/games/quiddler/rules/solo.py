"""Quiddler: the solo game, whose goal is to clear eight columns (QD-A18)."""

from msgspec.structs import replace

from chabudai.core import Illegal, News, Outcome, Step, public
from chabudai.games.quiddler.components.cards import COLUMNS, DEPTH, Face, points
from chabudai.games.quiddler.state import (
    Ended,
    Event,
    Laid,
    Over,
    Shuffle,
    Solo,
    Spell,
    Spelled,
    Spread,
    State,
)
from chabudai.words import lexicon

OWNER = 0


def lay_out(state: State, shuffle: Shuffle) -> Step[State, Event]:
    """QD-A18: set up eight columns of six cards, with the last card of each open. The other cards
    are not used.
    """
    deck = shuffle.deck
    columns = tuple(deck[at : at + DEPTH] for at in range(0, COLUMNS * DEPTH, DEPTH))
    after = replace(state, phase=Solo(columns), dealer=shuffle.dealer, pile=deck[COLUMNS * DEPTH :])
    return Step(after, (public(Spread(open_cards(columns))),))


def open_cards(columns: tuple[tuple[Face, ...], ...]) -> tuple[Face, ...]:
    """Return the open card of each column, or "" if it is empty."""
    return tuple(column[-1] if column else "" for column in columns)


def spell(state: State, spelled: Spell) -> Step[State, Event]:
    """QD-A18: lay a word of the dictionary with at least two open cards. Raises Illegal."""
    columns = solo_phase(state).columns
    chosen = spelled.columns
    if len(chosen) < 2:
        raise Illegal("QD-18", "A word needs at least two cards.")
    if len(set(chosen)) < len(chosen):
        raise Illegal("QD-A18", "Use only one card from each column.")
    if not all(column in range(COLUMNS) and columns[column] for column in chosen):
        raise Illegal("QD-A18", "One of these columns is empty.")
    cards = tuple(columns[column][-1] for column in chosen)
    word = Laid(OWNER, cards, points(cards))
    if word.word not in lexicon(state.options.lexicon):
        raise Illegal("QD-22", "{word} is not in the dictionary.", word=word.word)
    left = tuple(column[:-1] if at in chosen else column for at, column in enumerate(columns))
    after = replace(state, phase=Solo(left), laid=(*state.laid, word))
    news: tuple[News[Event], ...] = (public(Spelled(cards, open_cards(left))),)
    return stop(after, news) if not any(left) else Step(after, news)


def stop(state: State, news: tuple[News[Event], ...] = ()) -> Step[State, Event]:
    """QD-A18: end the game because all columns are cleared or the player stops. Raises Illegal."""
    phase = solo_phase(state)
    found = result(state.laid, phase.columns)
    return Step(replace(state, phase=Over(phase.columns)), (*news, public(Ended(found))))


def result(laid: tuple[Laid, ...], columns: tuple[tuple[Face, ...], ...]) -> Outcome:
    """QD-A18: return the outcome: the points of the words, and a win if every column is cleared."""
    return Outcome((sum(word.points for word in laid),), () if any(columns) else (OWNER,))


def solo_phase(state: State) -> Solo:
    """Return the phase of the solo game. Raises Illegal if the table does not play it."""
    if not isinstance(state.phase, Solo):
        raise Illegal("QD-A18", "Only the solo game has columns.")
    return state.phase
