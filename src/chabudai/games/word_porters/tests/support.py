"""Word Porters' helpers for the tests that all games share, written from RULES.md.

They do not use `rules`, `view` or `moves`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from hypothesis import strategies as st
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng, Seat, Step
from chabudai.core.transcript import Transcript
from chabudai.games.word_porters import GAME, state as wp
from chabudai.games.word_porters.components import BOX
from chabudai.games.word_porters.questions import AnyQuestion, Review, Survey, Weigh
from chabudai.games.word_porters.rules import decks
from chabudai.games.word_porters.tests.tables import OWN_HINTS, OWN_WORDS, PASS, spot, stacked
from chabudai.games.word_porters.view import View
from tests.support.moves import events, scripted

# --- Helpers that every game provides


def options(seats: int) -> st.SearchStrategy[wp.Options]:
    """Generate options that `seats` players may agree on."""
    return st.builds(
        wp.Options,
        children=st.booleans(),
        first_player=st.sampled_from(("random", *range(seats))),
        shared_hint_words=st.booleans(),
        kids_pass_final=st.booleans(),
        turn_clock=st.sampled_from(("off", 10, 60, 3600)),
        own_words=st.sampled_from(((), OWN_WORDS)),
        own_hints=st.sampled_from(((), OWN_HINTS)),
        own_share=st.sampled_from(("all", 5, 39)),
    )


def pieces(state: wp.State) -> Counter[tuple[str, int, int]]:
    """WP-2 to WP-5, WP-A19: count all cards and porters. Only cards of the box have two sides. If
    custom words are mixed with the box's, seats know only how many of each the deck has.
    """
    agreed = state.options
    words = [*state.word_deck, *state.words]
    for finished in state.rounds[: state.round - 1]:
        words += finished.words
    hints = (*state.hint_deck, *state.hint_discards, *state.hints)
    if decks.is_mixed(agreed):
        words = [int(decks.own_word(agreed, face) is None) for face in words]
    there = Counter(("word", face if agreed.own_words else face // 2, 0) for face in words)
    there.update(("hint", face if agreed.own_hints else face // 2, 0) for face in hints)
    for seat, tokens in enumerate(state.tokens):
        there.update(("porter", seat, token) for token in tokens)
    for one in state.placed:
        there.update(("porter", one.seat, token) for token in one.tokens)
    return there


def longest(state: wp.State) -> int:
    """WP-48: return the maximum length of a game. Each child may pass once between placements."""
    seats = len(state.scores)
    return 1 + 4 * (2 + (3 * seats + 1) * (seats + 1) + 2 * seats)


DONE: Mapping[type[wp.Action], type[wp.Event]] = {
    wp.Place: wp.Placed,
    wp.Pass: wp.Passed,
    wp.Vote: wp.Voted,
    wp.Ready: wp.Readied,
}


def accepted(action: wp.Action, step: Step[wp.State, wp.Event]) -> bool:
    """Whether the first event of the step is the one that `action` causes."""
    return isinstance(events(step)[0], DONE[type(action)])


def odd(view: View, seat: Seat, rng: Rng) -> wp.Action:
    """Return a random move, perhaps illegal: a full place, a repeated tile, a vote for oneself."""
    seats = len(view.scores)
    numbers = tuple(rng.below(11) for _ in range(seats))
    in_order = tuple(range(1, seats + 1))
    actions: tuple[wp.Action, ...] = (
        *(wp.Place(rng.below(cards), rng.below(2)) for cards in (12, 3)),
        *(wp.Place(one.card, 1 - one.word) for one in view.placed[-1:]),
        *(wp.Pass(), wp.Ready()),
        *map(wp.Vote, (numbers, numbers[:3], put_zero(numbers, seat), in_order)),
        *(wp.Vote(put_zero(votes, seat)) for votes in (in_order, (7,) * seats)),
    )
    return rng.choice(actions)


def put_zero(numbers: wp.Votes, seat: Seat) -> wp.Votes:
    """Return `numbers` with the voter's own number replaced by 0."""
    return (*numbers[:seat], 0, *numbers[seat + 1 :])


def questions(view: View, rng: Rng) -> Iterator[AnyQuestion]:
    """Yield some questions that a client may ask."""
    seats = len(view.scores)
    votes = [tuple(rng.below(11) for _ in range(seats)) for _ in range(3)]
    yield Survey()
    for each in ((0,) * seats, tuple(range(seats)), *votes, (3, 3, 3)):
        yield Weigh(wp.Vote(each))
    if len(view.rounds) < 4:
        yield Review(len(view.rounds) + 1)
    elif seats == 3:
        yield Review(4)  # takes its time


# --- Secrets: the decks (WP-8), identities (WP-15), votes until all have confirmed (WP-35)


def scramble(
    state: wp.State, seat: Seat | None, rng: Rng, about: wp.Action | None = None
) -> wp.State:
    """Return a table that `seat` cannot tell from this one, even by the result of `about`."""
    drawn = draws(state) if is_last_ready(state, about) else (0, 0)
    decks = replace(
        state,
        word_deck=mixed(state, "words", state.word_deck, drawn[0], rng),
        hint_deck=mixed(state, "hints", state.hint_deck, drawn[1], rng),
    )
    if not isinstance(state.phase, wp.Hinting | wp.Voting) or is_last_vote(state, about):
        return decks
    return replace(
        decks, phase=other_votes(state, seat, rng), identities=redealt(state.identities, seat, rng)
    )


def draws(state: wp.State) -> tuple[int, int]:
    """WP-12, WP-13: return how many word cards and hint cards a new round turns up."""
    return 10, len(state.scores) + 6


def is_last_ready(state: wp.State, about: wp.Action | None) -> bool:
    """WP-42: whether `about` begins the next round."""
    phase = state.phase
    return (
        isinstance(about, wp.Ready)
        and isinstance(phase, wp.Resting)
        and phase.ready.count(False) == 1
    )


def is_last_vote(state: wp.State, about: wp.Action | None) -> bool:
    """WP-35: whether `about` is the last vote, which reveals all votes."""
    phase = state.phase
    return (
        isinstance(about, wp.Vote | wp.Fill)
        and isinstance(phase, wp.Voting)
        and phase.votes.count(()) == 1
    )


def mixed(
    state: wp.State, kind: str, faces: tuple[int, ...], kept: int, rng: Rng
) -> tuple[int, ...]:
    """WP-8: shuffle a deck and turn its cards at random, except for the first `kept` cards."""
    top, rest = faces[:kept], rng.shuffled(faces[kept:])
    agreed = state.options
    own = agreed.own_words if kind == "words" else agreed.own_hints
    if own or (kind == "words" and agreed.children):
        return (*top, *rest)
    return (*top, *(face // 2 * 2 + rng.below(2) for face in rest))


def other_votes(state: wp.State, seat: Seat | None, rng: Rng) -> wp.Hinting | wp.Voting:
    """WP-32: replace the confirmed votes of other seats with random ones."""
    phase = state.phase
    assert isinstance(phase, wp.Hinting | wp.Voting)
    if isinstance(phase, wp.Hinting):
        return phase
    votes = (
        vote if voter == seat or not vote else any_vote(voter, len(phase.votes), rng)
        for voter, vote in enumerate(phase.votes)
    )
    return wp.Voting(tuple(votes))


def any_vote(voter: Seat, seats: int, rng: Rng) -> wp.Votes:
    """WP-33, WP-34: return votes with random, different numbers for all other seats."""
    return put_zero(rng.shuffled(range(1, 11))[:seats], voter)


def redealt(identities: tuple[int, ...], seat: Seat | None, rng: Rng) -> tuple[int, ...]:
    """WP-15: deal random identities to all seats except `seat`, which keeps its own."""
    own = None if seat is None else identities[seat]
    others = iter(rng.shuffled([number for number in range(1, 11) if number != own]))
    return tuple(
        number if holder == seat else next(others) for holder, number in enumerate(identities)
    )


def disguise(state: wp.State, seat: Seat | None, actor: Seat, action: wp.Action) -> wp.Action:
    """Return a move by `actor` that `seat` cannot tell from `action`."""
    rng = Rng(13)
    match action, state.phase:
        case wp.Vote(), wp.Voting() if actor != seat and not is_last_vote(state, action):
            return wp.Vote(any_vote(actor, len(state.scores), rng))
        case wp.Deal(identities=identities), wp.Dealing():
            return wp.Deal(redealt(identities, seat, rng))
        case wp.Shuffle(words=words, hints=hints), wp.Shuffling():
            seen_words, seen_hints = draws(state)
            return replace(
                action,
                words=mixed(state, "words", words, seen_words, rng),
                hints=mixed(state, "hints", hints, seen_hints, rng),
            )
        case wp.Reshuffle(hints=hints), wp.Reshuffling():
            missing = draws(state)[1] - len(state.hints)
            return wp.Reshuffle(mixed(state, "hints", hints, missing, rng))
        case _:
            return action


CANARY = 987654321


def canary(state: wp.State) -> tuple[wp.State, str]:
    """Return the table with an impossible card in the deck, and the card's text, for leak tests."""
    return replace(state, word_deck=(*state.word_deck, CANARY)), str(CANARY)


# --- Recorded games


def winners(final: wp.State) -> tuple[Seat, ...]:
    """WP-44: return the seats with the most points."""
    most = max(final.scores)
    return tuple(seat for seat, score in enumerate(final.scores) if score == most)


ENDINGS: Mapping[str, Callable[[Sequence[wp.State]], bool]] = {
    "one wins": lambda game: len(winners(game[-1])) == 1,
    "several win": lambda game: len(winners(game[-1])) > 1,
}
"""Ways in which a game can end, each with a check of its states."""

UNTOLD = (wp.Readied,)
MOST_MOVES = 200
"""Maximum number of moves in a recorded game, to keep it readable."""

TABLES: Sequence[wp.Options] = (
    wp.Options(),
    wp.Options(children=True),
    wp.Options(shared_hint_words=True, first_player=2, own_words=OWN_WORDS, own_share=5),
    wp.Options(children=True, kids_pass_final=True),
    wp.Options(own_words=OWN_WORDS, own_hints=OWN_HINTS, turn_clock=60),
)
"""Table options for the recorded games."""


def opened(seats: int, *numbers: int) -> tuple[tuple[Seat, wp.Action], ...]:
    """Return chance moves that keep the decks in the order of the box. Seat 0 starts."""
    shuffle, deal = stacked(seats, *numbers)
    return (CHANCE, shuffle), (CHANCE, deal)


def hints(seats: int, text: str) -> Iterator[tuple[Seat, wp.Action]]:
    """Yield the placements in `text`, one for each seat in turn from seat 0. A "." skips a seat."""
    for at, where in enumerate(text.split()):
        if where != ".":
            yield at % seats, spot(where)


VOTES = ((0, 2, 5, 10), (7, 0, 10, 5), (7, 2, 0, 1), (3, 2, 10, 0))
TEN = "A1 B1 C1 D1 E1 F1 G1 H1 I1 J1"


def examples() -> Iterator[tuple[str, Transcript]]:
    """Yield a named game for each example in the rulebook."""
    filled = [(2, wp.Fill()), *((seat, wp.Vote(VOTES[seat])) for seat in (0, 1, 3))]
    voted = [(seat, wp.Vote(vote)) for seat, vote in enumerate(VOTES)]
    for name, note, numbers, given, more in (
        (
            "the second on a card pays double",
            "Seat 0 takes A1; seat 1 takes A2 with its 1 upon its 3, and later has its 2 alone.",
            (),
            "A1 A2 B1 C1 D1 E1 F1 G1 H1 . I1 J1",
            (),
        ),
        (
            "somebody has to pass",
            "All ten cards are taken, so seats 2 and 3 cannot place their 3, and pass.",
            (),
            TEN,
            (),
        ),
        (
            "a round is scored",
            "Eight hits, sixteen points: 3, 6, 4 and 3. Seat 3 starts next.",
            (7, 2, 10, 5),
            TEN,
            (*voted, *[(seat, wp.Ready()) for seat in range(4)]),
        ),
        (
            "votes are filled in",
            "Seat 2 does not vote: six hits of the others, twelve points: 2, 5, 2 and 3.",
            (7, 2, 10, 5),
            TEN,
            filled,
        ),
    ):
        moves = (*opened(4, *numbers), *hints(4, given), *more)
        yield name, scripted(GAME, 4, wp.Options(), moves, note)
    yield "the hint deck is shuffled again", shuffled_again()


def shuffled_again() -> Transcript:
    """WP-14, WP-43, WP-44: six children always pass, vote correctly and tie. The cards run out."""
    words = tuple(2 * number + card.chick for number, card in enumerate(BOX.words))
    chicks = tuple(2 * number for number, card in enumerate(BOX.hints) if card.chick)
    moves: list[tuple[Seat, wp.Action]] = [(CHANCE, wp.Shuffle(words, chicks, 0))]
    for first in range(4):
        if first == 2:
            moves.append((CHANCE, wp.Reshuffle(chicks[23::-1])))
        moves.append((CHANCE, wp.Deal((1, 2, 3, 4, 5, 6))))
        moves += [((first + at) % 6, PASS) for at in range(6)]
        moves += [(seat, wp.Vote(put_zero((1, 2, 3, 4, 5, 6), seat))) for seat in range(6)]
        if first < 3:
            moves += [(seat, wp.Ready()) for seat in range(6)]
    note = "Six children: the chick cards run out."
    return scripted(GAME, 6, wp.Options(children=True), moves, note)
