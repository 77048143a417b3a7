"""Meanings of words for hints: ratings, estimates for a table's own words, and personas."""

from math import isclose, sqrt
from pathlib import Path
from statistics import correlation, pvariance

import pytest

from chabudai.core import Rng
from chabudai.games.word_porters.bots.meanings import PAIRS, WORDS, Board, board, rated
from chabudai.games.word_porters.bots.personas import Fits, mirrored, sense
from chabudai.games.word_porters.bots.word_vectors import axes, guess, hint_of_box, word_of_box
from chabudai.games.word_porters.components import BOX, hints_on, word_on
from chabudai.games.word_porters.state import Options
from tools import rate_words

POLES = {
    word: (face, sign)
    for face in range(PAIRS)
    for word, sign in zip(hints_on(face, "en"), (1, -1), strict=True)
}
"""Map each English hint word to its face and its side: 1 for the first, -1 for the second."""
OWN_WORDS = tuple("Cat ねこ 山 ocean 東京タワー pebble mansion needle elbow tuxedo".split())


def of_box(word: str) -> int:
    face = word_of_box(word)
    assert face is not None
    return face


def own_board(*pairs: tuple[str, str]) -> Board:
    options = Options(own_words=OWN_WORDS, own_hints=pairs)
    return board(options, tuple(range(10)), tuple(range(len(pairs))))


def fit(hint: str, word: str) -> float:
    face, sign = POLES[hint]
    return sign * rated(face)[of_box(word)].fit


# Pairs of words, one of which fits a hint better in most people's opinion. They were written before
# the author saw the ratings or the vectors, and are not adapted to them.


def parsed(text: str) -> tuple[tuple[str, str, str], ...]:
    """Parse items such as "Big: whale > bee" into the hint, the better word and the worse word."""
    found = []
    for line in text.replace("\n", ";").split(";"):
        if line.strip():
            hint, words = line.strip().split(": ")
            better, worse = words.split(" > ")
            found.append((hint, better, worse))
    return tuple(found)


CARDS = parsed("""
Big: whale > bee; Small: button > castle; Big: sun > pencil; High: aeroplane > submarine
High: mountain > lawn; Low: sock > cloud; Long: snake > dice; Long: motorway > coin
Short: nail > rope; Heavy: truck > balloon; Light: butterfly > piano; Hot: volcano > ice cream
Cold: glacier > barbecue; Hot: soup > snow; Fast: rocket > turtle; Slow: sloth > lightning
Hard: diamond > pillow; Soft: blanket > hammer; Round: ball > book; Square: window > watermelon
Wet: rain > desert; Dry: sand > waterfall; Bright: sun > cave; Dark: black hole > lamp
Loud: drum > secret; Quiet: library > stadium; Old: fossil > smartphone
New: internet > pyramid; Sweet: honey > vinegar; Many: sand > moon; One: sun > popcorn
Strong: lion > jellyfish; Weak: baby > dragon; Inside: kitchen > playground
Outside: picnic > attic; Day: rainbow > vampire; Night: owl > sun; Summer: watermelon > scarf
Winter: snow > beach; Sky: star > carrot; Ground: grass > satellite; Water: octopus > desert
Land: horse > shark; Alive: rabbit > hammer; Not alive: stapler > mosquito
Smooth: mirror > coral reef; Thick: encyclopedia > receipt; Thin: hair > castle
Wide: sea > ladder; Red: strawberry > grass; Blue: sea > fire; Black: shadow > milk
White: snow > chocolate; Child: lullaby > tax; Grown-up: champagne > crayon
Scary: zombie > rabbit; Cute: penguin > spider; Happy: birthday > funeral
Sad: homesickness > festival; Clean: soap > swamp; Near: nose > moon; Far: black hole > pillow
""")
"""Pairs of words in the box. Hints whose ratings the author had already seen are left out."""

OWN = parsed("""
Big: mansion > pebble; Big: ocean > needle; Small: ant > planet; Long: highway > button
Heavy: boulder > feather; Light: feather > anvil; Hot: oven > iceberg; Hot: sauna > freezer
Cold: blizzard > sunshine; Fast: cheetah > snail; Slow: snail > missile; Hard: granite > cotton
Soft: silk > concrete; Wet: puddle > dust; Dark: midnight > sunshine; Loud: siren > whisper
Quiet: monk > explosion; Old: ruins > laptop; Sweet: candy > salt; Strong: bull > kitten
Night: bat > breakfast; Summer: swimsuit > mittens; Winter: skiing > surfing; Sky: eagle > worm
Water: dolphin > camel; Alive: wolf > brick; Red: cherry > sky; White: flour > coal
Child: toy > mortgage; Scary: monster > puppy; Cute: puppy > murderer; Happy: party > tragedy
Sad: grief > laughter; Clean: shampoo > mud; Moving: river > statue; Head: helmet > boot
Home: sofa > classroom; School: homework > bathtub; Food: noodles > spanner; Play: toy > office
Work: office > vacation; Sharp: sword > sponge; Animal: fox > oak; Plant: oak > wolf
Metal: iron > oak; Asleep: nap > alarm; Funny: comedian > lawyer; Natural: ocean > plastic
Artificial: plastic > ocean; Ancient: pharaoh > laptop; Modern: laptop > pharaoh
Expensive: yacht > pebble; Dangerous: grenade > daisy; Safe: helmet > grenade
Public: plaza > diary; Formal: tuxedo > pyjamas; Liquid: juice > brick; Wild: wolf > cow
Famous: celebrity > stranger; Rich: millionaire > beggar; Together: family > hermit
Imaginary: fairy > cement; Mind: wisdom > elbow; Science: physics > painting
Art: painting > physics; War: soldier > dove; Peace: treaty > bomb; Urban: metro > barn
Rural: barn > metro; Leader: president > servant; Portable: laptop > cathedral
Deep: ocean > puddle
""")
"""Pairs of words that are not on any card, for testing the vectors."""


def test_a_hint_fits_the_word_of_common_sense() -> None:
    assert [card for card in CARDS if fit(card[0], card[1]) <= fit(card[0], card[2])] == []


def test_doubts_are_1_on_average_and_largest_for_local_knowledge() -> None:
    doubts = [cell.doubt for pair in range(PAIRS) for cell in rated(pair)]
    assert isclose(sum(doubt * doubt for doubt in doubts), len(doubts))
    local, big = POLES["Local"][0], POLES["Big"][0]
    by_pair = [sum(cell.doubt for cell in rated(pair)) / WORDS for pair in range(PAIRS)]
    assert by_pair[local] == max(by_pair) > 1.3 > by_pair[big]


def test_ratings_are_those_of_the_raters_and_in_the_order_of_the_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["rate_words", "--out", str(tmp_path)])
    rate_words.main()
    assert (tmp_path / "ratings.bin").read_bytes() == (rate_words.DATA / "ratings.bin").read_bytes()
    assert "correlation over all cells          0.876" in capsys.readouterr().out
    pairs, words = rate_words.read_ratings(rate_words.RATERS / "a.tsv")
    assert list(words) == [side.en for card in BOX.words for side in card.sides]
    assert pairs == ["/".join(side.en) for card in BOX.hints for side in card.sides]


def test_a_board_has_a_row_for_every_hint_word_and_opposites_are_opposites() -> None:
    there = board(Options(), tuple(range(0, 20, 2)), (0, 5, 9))
    assert there.hints == (*hints_on(0, "en"), *hints_on(5, "en"), *hints_on(9, "en"))
    assert there.words == tuple(word_on(face, "en") for face in range(0, 20, 2))
    for first, second in zip(there.fits[::2], there.fits[1::2], strict=True):
        assert first == tuple(-fit for fit in second)
    assert there.doubts[::2] == there.doubts[1::2]


def test_vectors_order_most_words_like_common_sense() -> None:
    right = 0
    for hint, better, worse in OWN:
        face, sign = POLES[hint]
        axis = axes()[face]
        right += sign * guess(better, axis).fit > sign * guess(worse, axis).fit
    assert len(OWN) >= 60
    assert right / len(OWN) >= 0.9


def test_wp_a19_a_word_that_the_box_has_is_known_in_any_tongue() -> None:
    there = own_board(("BIG", "small"), ("大きい", "小さい"), ("おおきい", "ちいさい"))
    cat, mountain = rated(0)[of_box("cat")], rated(0)[of_box("mountain")]
    for row, doubts in zip(there.fits[::2], there.doubts[::2], strict=True):
        assert row[0] == row[1] == cat.fit
        assert row[2] == mountain.fit
        assert doubts[2] == mountain.doubt
    assert hint_of_box(("small", "big")) is None


def test_wp_a19_other_words_are_guessed_and_less_is_known_of_them() -> None:
    there = own_board(("Big", "Small"))
    fits = dict(zip(there.words, there.fits[0], strict=True))
    doubts = dict(zip(there.words, there.doubts[0], strict=True))
    assert fits["mansion"] > fits["needle"]
    assert fits["ocean"] > fits["pebble"]
    assert doubts["mansion"] > 1.3 * sum(cell.doubt for cell in rated(0)) / WORDS
    assert doubts["東京タワー"] > doubts["mansion"]


def test_wp_a19_hints_that_the_box_does_not_have_lie_between_their_two_words() -> None:
    there = own_board(("wedding", "gardening"), ("kitchen", "garden"))
    fits = dict(zip(there.words, there.fits[0], strict=True))
    assert fits["tuxedo"] > fits["pebble"]
    assert max(map(abs, fits.values())) < 1


@pytest.mark.parametrize("pair", [("zxqv", "big"), ("big", "zxqv"), ("やさしい", "いじわる")])
def test_wp_a19_unknown_words_are_in_doubt(pair: tuple[str, str]) -> None:
    there = own_board(pair)
    assert set(there.fits[0]) == {0.0}
    assert set(there.doubts[0]) == {sqrt(2)}
    assert own_board(("Big", "Small")).fits[0][4] == 0.0


# --- Personas


def dealt(seed: int) -> Board:
    rng = Rng(seed)
    return board(Options(), rng.shuffled(range(300))[:10], rng.shuffled(range(106))[:10])


BOARDS = [dealt(seed) for seed in range(80)]


def cells(senses: list[Fits]) -> list[float]:
    return [cell for fits in senses for row in fits for cell in row]


def test_a_persona_always_has_the_same_sense_and_the_common_one_at_full_likeness() -> None:
    there = BOARDS[0]
    first = sense(there, 0.6, 7)
    sense.cache_clear()
    assert sense(there, 0.6, 7) == first != sense(there, 0.6, 8)
    assert sense(there, 1.0, 3) == there.fits


@pytest.mark.parametrize("likeness", [0.45, 0.6, 0.9])
def test_two_personas_correlate_as_specified_and_more_with_opposites(
    likeness: float,
) -> None:
    one, other = (
        [sense(there, likeness, at) for at, there in enumerate(BOARDS, n)] for n in (1000, 5000)
    )
    assert abs(correlation(cells(one), cells(other)) - likeness) < 0.05
    near, by = (cells([mirrored(fits, likeness) for fits in senses]) for senses in (one, other))
    assert abs(correlation(near, by) - 2 * likeness / (1 + likeness)) < 0.05
    assert abs(sqrt(pvariance(near)) - 1) < 0.1


def test_a_tendency_applies_to_all_words() -> None:
    """A persona's deviations for one hint predict its deviations for another."""
    there = BOARDS[0]
    alone = [
        [cell - fit for cell, fit in zip(row, common, strict=True)]
        for persona in range(300)
        for row, common in zip(sense(there, 0.0001, persona)[:2], there.fits[:2], strict=True)
    ]
    pairs = [
        abs(correlation([row[a] for row in alone[::2]], [row[b] for row in alone[1::2]]))
        for a in range(10)
        for b in range(10)
    ]
    assert sum(pairs) / len(pairs) > 0.08
