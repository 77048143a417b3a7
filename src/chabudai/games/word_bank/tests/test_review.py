"""The review of a game: its parts add up, and brute force finds no better password."""

import pytest
from msgspec.structs import replace

from chabudai.core import CHANCE, Rng, play
from chabudai.core.transcript import Transcript, begin, loads, record, replay, replayed
from chabudai.games import folder_of
from chabudai.games.word_bank import GAME, moves
from chabudai.games.word_bank.bots import mask_of
from chabudai.games.word_bank.bots.lookahead import Reach, margins, position
from chabudai.games.word_bank.moves import closing, inputs
from chabudai.games.word_bank.review.advice import say
from chabudai.games.word_bank.review.hindsight import Looked, Taken, cost, turns_of, weigh
from chabudai.games.word_bank.review.jobs import JOBS
from chabudai.games.word_bank.review.passwords import RAREST, Password, Passwords
from chabudai.games.word_bank.review.retry import judge
from chabudai.games.word_bank.review.valuation import UNIT, Moves, thousandths
from chabudai.games.word_bank.rules import against_word, count
from chabudai.games.word_bank.solver.endgame import endgame
from chabudai.games.word_bank.state import Options, Pass, State
from chabudai.games.word_bank.tests.support import clockwise, odd, scramble, table
from chabudai.games.word_bank.view import view
from chabudai.words import crude, level, lexicon, relatives

ONLY_RARER = "Well done! Only a rarer word is better: {word}."
GOLDEN = folder_of("word-bank") / "golden"


def looked(transcript: Transcript) -> Looked:
    answer = JOBS["review"].run(GAME, replayed(GAME, transcript))
    assert isinstance(answer, Looked)
    return answer


def played(seats: int, level: str, seed: int) -> Transcript:
    """Return a game between a bot and players who move at random and make mistakes."""
    rng, options = Rng(seed), Options("casual")
    bot = GAME.bots[level](0)
    transcript, state = begin(GAME, seats, options), GAME.setup(options, seats)
    while owing := GAME.to_act(state):
        seat = owing[0]
        if seat == CHANCE:
            action = GAME.chance(state, rng)
        elif seat == 0:
            action = bot(view(state, seat), seat, rng)
        else:
            seen = view(state, seat)
            action = odd(seen, seat, rng) if rng.below(4) == 0 else moves.sample(seen, seat, rng)
        transcript = record(transcript, seat, action)
        state = play(GAME, state, seat, action).state
    return transcript


def golden(name: str) -> Transcript:
    return loads((GOLDEN / f"{name}.jsonl").read_bytes())


@pytest.mark.parametrize(
    "transcript",
    [played(2, "easy", 1), played(3, "hard", 2), golden("nobody-says-a-word-3")],
    ids=["two", "three", "passed out"],
)
def test_words_choices_and_luck_add_up_to_the_margin(transcript: Transcript) -> None:
    answer = looked(transcript)
    *_, end = replay(GAME, transcript)
    assert [one.margin for one in answer.accounts] == list(thousandths(margins(count(end).scores)))
    for account in answer.accounts:
        assert account.vocabulary + account.decisions + account.luck == account.margin
        costly = [cost(answer.turns[at]) for at in account.moments]
        assert costly == sorted(costly, reverse=True)
        assert all(answer.turns[at].seat == account.seat for at in account.moments)
    for turn in answer.turns:
        assert turn.vocabulary >= 0
        assert turn.decision >= 0
        assert turn.least <= cost(turn) <= turn.most
        level = answer.accounts[turn.seat].level
        assert turn.known is None or turn.known.level <= level
        assert not turn.vocabulary or (turn.best is not None and turn.best.level > level)
    assert any(turn.vocabulary for turn in answer.turns)


def test_in_a_game_of_two_each_seat_gains_the_costs_of_the_other() -> None:
    answer = looked(golden("the-last-stone-wins-2"))
    one, other = answer.accounts
    assert (one.vocabulary, one.decisions) == (-other.vocabulary, -other.decisions)
    lost = [sum(turn.decision for turn in answer.turns if turn.seat == seat) for seat in (0, 1)]
    assert one.decisions == lost[1] - lost[0]


def test_the_cost_of_a_turn_does_not_depend_on_the_safes_in_the_pile() -> None:
    transcript = golden("the-last-stone-closes-a-safe-2")
    turns = tuple(turns_of(transcript, tuple(replay(GAME, transcript))))
    rng = Rng(1)
    for turn in turns[:: max(1, len(turns) // 3)]:
        other = turn._replace(before=scramble(turn.before, None, rng))
        assert other.before.pile != turn.before.pile
        assert weigh(other, 60) == weigh(turn, 60)


def brute(state: State) -> dict[int, list[Password]]:
    """Map each set of positions to its passwords by trying every word in every way."""
    found: dict[int, list[Password]] = {}
    for first in {slot.safe.letter for slot in state.ring}:
        for text in lexicon(state.options.lexicon).block(first):
            for word in text.decode().split():
                if word in crude() or against_word(state.options, state.ring, state.used, word):
                    continue
                for way in inputs(state.ring, word, 7):
                    password = Password(
                        word, way.direction, way.positions, way.closes, level(word) or 0
                    )
                    found.setdefault(mask_of(way.positions), []).append(password)
    return found


def test_brute_force_finds_the_same_passwords() -> None:
    state = table("JUZXKEY", lying={1: (0, 1, 1), 5: (0, 0, 0, 1)}, used=("JAZZ", "KEY"))
    passwords, every = Passwords(state), brute(state)
    assert passwords.masks(RAREST) == set(every)
    common = {mask for mask, some in every.items() if any(one.level <= 20 for one in some)}
    assert common < set(every)
    assert passwords.masks(20) == common
    for mask in [*every][::3]:
        found = passwords.commonest(mask)
        assert found in every[mask]
        rank = [
            (one.level, len(relatives(one.word)), len(one.word), one.word) for one in every[mask]
        ]
        assert found is not None
        assert min(rank)[-1] == found.word
        assert found.closes == closing(state.ring, found.positions)
    assert passwords.commonest(0) is None


@pytest.mark.parametrize(
    ("lying", "spaces", "stones", "turn", "worth"),
    [
        ({0: (0,), 1: (0,), 4: (1,)}, "2222222", (2, 2), 1, 3),
        ({0: (0,), 2: (0,), 3: (0,)}, "3333333", (3, 2), 0, -4),
    ],
)
def test_an_ending_has_the_proven_value(
    lying: dict[int, tuple[int, ...]], spaces: str, stones: tuple[int, int], turn: int, worth: int
) -> None:
    state = table("STEARIN", spaces=spaces, stones=stones, lying=lying, turn=turn)
    masks = Passwords(state).masks(RAREST)
    known = Moves(position(view(state, turn), turn), Reach(masks))
    assert known.worths(known.best(masks))[turn] == UNIT * worth
    assert endgame(state).worth[turn].stones == worth


def test_the_best_password_costs_nothing_and_a_pass_costs_its_whole_gain() -> None:
    # SAT ends the game three stones ahead. After a pass, the other player says it.
    state = table("STEARIN", spaces="2222222", stones=(2, 2), lying={0: (0,), 1: (0,), 4: (1,)})
    said, passed = (
        weigh(Taken(1, state, 0, action, GAME.apply(state, 0, action).state), RAREST)[0]
        for action in (clockwise("SAT", 0, 1), Pass())
    )
    assert (cost(said), said.known, said.best) == (0, None, None)
    assert (said.ring, said.closes) == (tuple("STEARIN"), (0, 1))
    assert (cost(passed), passed.word) == (6 * UNIT, "")
    assert passed.known is not None
    assert set(passed.known.closes) == {0, 1}


def test_a_word_that_got_no_stone_is_weighed_as_a_lost_turn() -> None:
    state = replace(table("STEARIN", stones=(9, 9)), used=("SEA",))
    wrong, passed = clockwise("SEA", 0, 2, 3), Pass()
    lost = [
        weigh(Taken(1, state, 0, action, GAME.apply(state, 0, action).state), RAREST)[0]
        for action in (wrong, passed)
    ]
    assert (lost[0].word, lost[0].positions, lost[1].word) == ("SEA", (), "")
    assert cost(lost[0]) == cost(lost[1]) > 0


def test_the_best_password_as_common_as_those_said_solves_a_moment() -> None:
    transcript = played(2, "easy", 1)
    turns = [turn for turn in looked(transcript).turns if turn.known and turn.vocabulary]
    assert turns
    for turn in turns[:3]:
        assert turn.known
        found = judge(replayed(GAME, transcript), turn.at, say(turn.known))
        assert (found.best, found.said[-1].text) == (True, ONLY_RARER)
    assert ONLY_RARER in GAME.text.catalogue("ja")
