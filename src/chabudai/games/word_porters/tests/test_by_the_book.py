"""Random rounds compared with a simple simulation of the printed rules."""

from dataclasses import dataclass, field
from itertools import product

import pytest

from chabudai.core import Rng, Seat, events_for, play
from chabudai.games.word_porters import GAME, moves, state as wp
from chabudai.games.word_porters.questions import Survey
from chabudai.games.word_porters.rules.openings import turns
from chabudai.games.word_porters.tests.tables import PASS, dealt
from tests.support.moves import course, events


@dataclass
class Paper:
    """A round's hint cards and porters, moved as on a real table."""

    seats: int
    agreed: wp.Options
    turn: Seat
    hands: list[set[int]] = field(default_factory=list)
    words: dict[tuple[int, int], list[Seat]] = field(default_factory=dict)
    out: set[Seat] = field(default_factory=set)
    quiet: int = 0

    def on_card(self, card: int) -> list[Seat]:
        """Return the owners of the porters on each word of a card."""
        return self.words[card, 0] + self.words[card, 1]

    def open(self, seat: Seat) -> set[wp.Place]:
        """WP-19, WP-20, WP-22, WP-A1: return the places that are open to `seat`."""
        hand, found = self.hands[seat], set[wp.Place]()
        for (card, word), standing in self.words.items():
            taken = self.on_card(card)
            full = standing and not self.agreed.shared_hint_words
            payable = hand if not taken else 3 in hand and min(hand) != 3
            if payable and not full and seat not in taken:
                found.add(wp.Place(card, word))
        return found

    def put(self, seat: Seat, place: wp.Place) -> None:
        """WP-21, WP-22: put down the smallest porter, on top of the 3 if the card is taken."""
        hand = self.hands[seat]
        price = {min(hand), 3} if self.on_card(place.card) else {min(hand)}
        hand -= price
        self.words[place.card, place.word].append(seat)

    def turns(self) -> Seat | None:
        """WP-25, WP-26, WP-48, WP-A6: return the next seat, or None after a full lap of passes."""
        while self.quiet < self.seats:
            if self.turn not in self.out and self.open(self.turn):
                return self.turn
            self.next_seat(placed=False)
        return None

    def next_seat(self, *, placed: bool) -> None:
        self.quiet = 0 if placed else self.quiet + 1
        self.turn = (self.turn + 1) % self.seats


def paper(state: wp.State) -> Paper:
    seats = len(state.scores)
    cards = {3: 9, 4: 10, 5: 11, 6: 12}[seats]
    words: dict[tuple[int, int], list[Seat]] = {at: [] for at in product(range(cards), (0, 1))}
    return Paper(seats, state.options, state.first, [{1, 2, 3} for _ in range(seats)], words)


def chosen(state: wp.State, seat: Seat, rng: Rng) -> wp.Action:
    """Return a random placement. If a pass is legal, return it half of the time."""
    legal = list(GAME.legal_actions(GAME.view(state, seat), seat))
    places = [action for action in legal if isinstance(action, wp.Place)]
    return PASS if wp.Pass() in legal and rng.below(2) else rng.choice(places)


AGREEMENTS = (
    wp.Options(),
    wp.Options(children=True),
    wp.Options(children=True, kids_pass_final=True),
    wp.Options(shared_hint_words=True),
    wp.Options(children=True, shared_hint_words=True),
)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("agreed", AGREEMENTS, ids=range(len(AGREEMENTS)))
def test_wp_7_wp_23_wp_28_wp_48_wp_a1_wp_a6_hints_follow_the_printed_rules(
    agreed: wp.Options, seats: int
) -> None:
    fields = {name: getattr(agreed, name) for name in ("children", "shared_hint_words")}
    for seed in range(8):
        state = dealt(seats, seed, kids_pass_final=agreed.kids_pass_final, **fields)
        there, rng, told = paper(state), Rng(seed), list[wp.Event]()
        while (seat := there.turns()) is not None:
            assert GAME.to_act(state) == (seat,)
            view = GAME.view(state, seat)
            legal = set(GAME.legal_actions(view, seat))
            assert legal == there.open(seat) | ({PASS} if agreed.children else set())
            spots = [spot for spot in GAME.ask(view, seat, Survey()).spots if spot.against is None]
            assert {wp.Place(spot.card, spot.word) for spot in spots} == there.open(seat)
            action = chosen(state, seat, rng)
            if isinstance(action, wp.Place):
                there.put(seat, action)
            elif agreed.kids_pass_final:
                there.out.add(seat)
            there.next_seat(placed=isinstance(action, wp.Place))
            step = play(GAME, state, seat, action)
            state, told = step.state, [*told, *events(step)]
            assert [set(tokens) for tokens in state.tokens] == there.hands
        assert isinstance(state.phase, wp.Voting)
        passed = [event.seat for event in told if isinstance(event, wp.Passed) and event.forced]
        assert len(passed) == len(set(passed))


def next_to_start(first: Seat, totals: list[int]) -> Seat:
    """WP-43: return the seat with the fewest points; on a tie, the next to the left of `first`."""
    least = [seat for seat, total in enumerate(totals) if total == min(totals)]
    if len(least) == 1:
        return least[0]
    to_the_left = [(first + steps) % len(totals) for steps in range(1, len(totals))]
    return next(seat for seat in to_the_left if seat in least)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_wp_11_wp_37_wp_38_wp_43_a_spectator_computes_the_points_and_predicts_who_starts(
    seats: int,
) -> None:
    for seed in range(6):
        plies = course(GAME, GAME.setup(wp.Options(), seats), Rng(seed))
        totals, rounds, revealed, first = [0] * seats, list[int](), list[Seat](), -1
        for event in (event for ply in plies for event in events_for(ply.step.news, None)):
            match event:
                case wp.Dealt():
                    assert event.first == (next_to_start(first, totals) if rounds else event.first)
                    first = event.first
                    revealed.clear()
                    rounds.append(event.round)
                case wp.Revealed():
                    revealed.append(event.seat)
                    hits = [at for at, number in enumerate(event.votes) if number == event.number]
                    for voter in hits:
                        totals[voter] += 1
                        totals[event.seat] += 1
                case wp.Scored():
                    assert event.scores == tuple(totals)
                    assert revealed == [(first + at) % seats for at in range(seats)]
                case wp.Ended():
                    best = tuple(seat for seat in range(seats) if totals[seat] == max(totals))
                    assert event.outcome.winners == best
                case _:
                    pass
        assert rounds == [1, 2, 3, 4]


@pytest.mark.parametrize("seats", range(3, 7))
@pytest.mark.parametrize(
    "options", [wp.Options(), wp.Options(children=True, shared_hint_words=True)]
)
def test_wp_23_openings_are_the_places_of_the_menu(seats: int, options: wp.Options) -> None:
    menus: list[list[int]] = []
    for ply in course(GAME, GAME.setup(options, seats), Rng(seats)):
        if isinstance(ply.action, wp.Place):
            places = moves.places_of(GAME.view(ply.before, ply.seat), ply.seat)
            menus.append([2 * one.card + one.word for one in places])
        if ply.step.state.rounds:
            break
    finished = ply.step.state.rounds[0]
    made = list(turns(options, len(finished.hints), finished.placed))
    assert [sorted(turn.opening.all) for turn in made] == menus
    for one, turn in zip(finished.placed, made, strict=True):
        assert (turn.seat, turn.taken >> 1, turn.taken & 1) == (one.seat, one.card, one.word)
        assert (turn.taken in turn.opening.dear) == (len(one.tokens) == 2)
