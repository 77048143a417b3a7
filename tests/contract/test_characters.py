"""Characters of bots: their moves show their traits, and one of them speaks after a game."""

from collections.abc import Callable
from statistics import fmean

import pytest

from chabudai.core import Rng
from chabudai.core.characters import last_speaker, persona_named
from chabudai.games import GAMES
from chabudai.games.kakapo import state as kk
from chabudai.games.kakapo.components.cards import VALUE
from chabudai.games.quiddler import state as qd
from chabudai.games.word_bank import state as wb
from chabudai.games.word_porters import state as wp
from chabudai.words import lexicon
from tests.support.moves import Ply, course

Measure = Callable[[Ply], list[float]]


def word_lengths(ply: Ply) -> list[float]:
    if isinstance(ply.action, wb.Say):
        return [len(ply.action.word)]
    words = ply.action.words if isinstance(ply.action, qd.GoOut | qd.Last) else ()
    return [len("".join(word)) for word in words]


def share_of_bluffs(ply: Ply) -> list[float]:
    words = ply.action.words if isinstance(ply.action, qd.Last) else ()
    return [100 * ("".join(word) not in lexicon("standard")) for word in words]


def right_votes(ply: Ply) -> list[float]:
    if not isinstance(ply.action, wp.Vote):
        return []
    votes = zip(ply.action.votes, ply.before.identities, strict=True)
    return [word == own for word, own in votes if word]


def card_value(ply: Ply) -> list[float]:
    return [VALUE[ply.action.card]] if isinstance(ply.action, kk.Reveal) else []


@pytest.mark.parametrize(
    ("game", "level", "more", "less", "measure", "gap", "games"),
    [
        ("quiddler", "easy", "Tanuki", "Usagi", word_lengths, 0.15, 8),
        ("quiddler", "normal", "Kuma", "Hato", word_lengths, 0.15, 8),
        ("word-bank", "easy", "Tanuki", "Usagi", word_lengths, 0.15, 8),
        ("word-bank", "normal", "Tora", "Neko", word_lengths, 0.15, 8),
        ("quiddler", "easy", "Kitsune", "Tanuki", share_of_bluffs, 5, 8),
        ("word-porters", "normal", "Tanuki", "Kitsune", right_votes, 0.03, 16),
        ("kakapo", "easy", "Tanuki", "Kitsune", card_value, 0.3, 8),
    ],
)
def test_traits_of_characters_show_in_their_moves(
    game: str, level: str, more: str, less: str, measure: Measure, gap: float, games: int
) -> None:
    found: dict[str, list[float]] = {more: [], less: []}
    played = GAMES[game]
    for seed in range(games):
        pair = (more, less, more, less)[seed % 2 :][: max(2, played.seats[0])]
        bots = [
            played.bots[level](persona_named(name, 100 * seed + 10 * seat))
            for seat, name in enumerate(pair)
        ]
        for ply in course(played, played.setup(played.options(), len(pair)), Rng(seed), *bots):
            if ply.seat >= 0:
                found[pair[ply.seat]] += measure(ply)
    assert fmean(found[more]) > fmean(found[less]) + gap


def test_a_bot_that_won_or_the_strongest_one_speaks_after_a_game() -> None:
    ranks = {1: 0, 2: 3}
    assert last_speaker(ranks, (1, 2), 3) == (1, "won")
    assert last_speaker(ranks, (1,), 3) == (1, "won")
    assert last_speaker(ranks, (0,), 3) == (2, "lost")
    assert last_speaker(ranks, (0, 2), 3) == (1, "lost")
    assert last_speaker({1: 3, 2: 3}, (0, 1, 2), 3) == (1, "won")
    assert last_speaker({}, (0,), 3) is None
    assert last_speaker({1: 0}, (), 3) is None
