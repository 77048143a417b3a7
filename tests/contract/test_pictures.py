"""Pictures of positions: valid, in both languages, with the client's art and without secrets."""

import ast
import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings, strategies as st

from chabudai.core import CHANCE, Outcome, Rng, fill
from chabudai.core.drawing import picture as round_the_table, pieces, svg
from chabudai.core.drawing.film import film
from chabudai.core.drawing.jobs import END, PictureRequest, drawn
from chabudai.core.drawing.picture import Picture, Position, picture_of
from chabudai.core.steps import settled_states
from tests.support.game_cases import CASES, WITHOUT_PAGE, Case, Start, a_start, starts, walk
from tests.support.moves import scripted

ROOT = Path(__file__).resolve().parent.parent.parent
DRAWN = [room for room in CASES if room.game.extras.draw is not None]
UNDRAWN = [room for room in CASES if room.game.extras.draw is None]
NAMES = ("A & B", "<b>", "しお", "{0}", "\x07\ud800", "o'\"", "F", "G")
JAPANESE = re.compile("[ぁ-んァ-ヶ一-龯]")
SVG = "{http://www.w3.org/2000/svg}"
data = st.data()


def parsed(picture: Picture) -> ET.Element:
    """Parse a picture, and check that it is complete and refers only to itself."""
    root = ET.fromstring(picture.svg)
    named = [found for each in root.iter() if (found := each.get("id"))]
    assert len(named) == len(set(named))
    used = re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', picture.svg)
    assert {one or other for one, other in used} <= set(named)
    assert "http" not in picture.svg.replace("http://www.w3.org/2000/svg", "")
    return root


def states(room: Case, sitting: Start) -> Iterator[object]:
    """Return the states of a random game in which CHANCE owes no move."""
    return (
        ply.step.state
        for ply in walk(room, sitting)
        if CHANCE not in room.game.to_act(ply.step.state)
    )


@pytest.mark.parametrize("room", DRAWN, ids=str)
@settings(max_examples=3)
@given(data)
def test_every_position_is_drawn_for_everyone_in_both_languages(
    room: Case, data: st.DataObject
) -> None:
    sitting = data.draw(starts(room))
    for at, state in enumerate(islice(states(room, sitting), 0, 60, 7)):
        seat = at % sitting.seats if at % 3 else None
        lang = ("en", "ja")[at % 2]
        picture = picture_of(room.game, state, seat, lang, NAMES)
        root = parsed(picture)
        assert root.get("lang") == lang
        assert root.get("width") is None
        title, about = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert title is not None
        assert about is not None
        status = (title.text or "").partition(": ")[2]
        assert bool(JAPANESE.search(re.sub("|".join(map(re.escape, NAMES)), "", status))) is (
            lang == "ja"
        )
        assert about.text is not None
        assert all(svg.words(name) in picture.svg for name in NAMES[:1])


@pytest.mark.slow
@pytest.mark.parametrize("room", DRAWN, ids=str)
@settings(max_examples=4)
@given(data)
def test_two_worlds_that_a_seat_cannot_tell_apart_are_drawn_alike(
    room: Case, data: st.DataObject
) -> None:
    sitting = data.draw(starts(room))
    rng = Rng(sitting.seed)
    for ply in islice(walk(room, sitting), 1, 60, 6):
        seat = rng.choice((*range(sitting.seats), None))
        double = room.support.scramble(ply.before, seat, rng)
        one, other = (picture_of(room.game, each, seat, "en") for each in (ply.before, double))
        assert one.svg == other.svg


def test_a_planted_leak_is_drawn() -> None:
    """Check that the comparison above can fail: from the other seat's view, the cards differ."""
    room = next(room for room in DRAWN if room.game.name == "quiddler")
    state = next(states(room, a_start(room)))
    double = room.support.scramble(state, 0, Rng(3))
    assert picture_of(room.game, state, 1, "en").svg != picture_of(room.game, double, 1, "en").svg


@pytest.mark.parametrize("room", DRAWN, ids=str)
def test_a_recorded_game_is_drawn_step_by_step_and_its_end_as_a_film(room: Case) -> None:
    game, sitting = room.game, a_start(room)
    transcript = scripted(game, sitting.seats, sitting.options, walk(room, sitting))
    settled = [state for state, _ in settled_states(game, transcript)]
    names = ("Ann", "Ben")
    for step in (0, len(settled) - 1):
        found = drawn(game, PictureRequest(transcript, step, 0, "ja", names))
        assert found.of == len(settled)
        assert found.svg == picture_of(game, settled[step], 0, "ja", names).svg
    beyond = drawn(game, PictureRequest(transcript, len(settled), 0, "en", names))
    assert (beyond.svg, beyond.of) == (None, len(settled))
    moving = drawn(game, PictureRequest(transcript, None, None, "en", names)).svg
    last = [picture_of(game, state, None, "en", names) for state in settled[-END:]]
    assert moving == film(last).svg
    assert len(parsed(film(last)).findall(f"{SVG}g/{SVG}g")) == len(last)
    assert svg.words(last[-1].title) in (moving or "")


def test_an_animation_stops_if_reduced_motion_is_preferred() -> None:
    room = DRAWN[0]
    pictures = [
        Position(room.game, state).picture() for state in islice(states(room, a_start(room)), 3)
    ]
    style = re.findall("<style>(.*)</style>", film(pictures).svg)[0]
    still, motion = style.split("@media (prefers-reduced-motion:no-preference)")
    assert "animation" not in still
    assert ".frame:last-child{visibility:visible}" in still
    assert motion.count("@keyframes") == motion.count("infinite") == 3


def test_a_position_shows_itself_in_a_notebook() -> None:
    room = DRAWN[0]
    state = next(states(room, a_start(room)))
    position = Position(room.game, state, 0, "en", ("Ann", "Ben"))
    assert position._repr_svg_() == position.picture()._repr_svg_()
    assert "Seat B" in Position(room.game, state)._repr_svg_()


@pytest.mark.parametrize("room", UNDRAWN, ids=str)
def test_a_game_without_pictures_says_so(room: Case) -> None:
    sitting = a_start(room)
    state = room.game.setup(sitting.options, sitting.seats)
    with pytest.raises(ValueError, match=f"{room.game.title} has no pictures"):
        picture_of(room.game, state, None, "en")


@pytest.mark.parametrize(
    "said", ["plain", 'a "b"', "it's", "o'\"", "<a & b>", "a\tb\nc\rd", "&lt;"]
)
def test_the_text_of_an_element_is_read_as_it_was_written(said: str) -> None:
    text = said.replace("\r", "")  # outside of attributes, XML reads it as a line end
    read = ET.fromstring(svg.element("text", text, title=said))
    assert (read.get("title"), read.text) == (said, text)


def test_the_named_colours_are_those_of_the_client() -> None:
    css = (ROOT / "web/css/tokens.css").read_text(encoding="utf-8")
    light, dark, _ = css.split("color-scheme: ")[1], css.split("color-scheme: dark;")[1], None
    for name, (by_day, by_night) in svg.PALETTE.items():
        assert f"--{name}: {by_day};" in light, name
        assert f"--{name}: " not in dark or f"--{name}: {by_night};" in dark, name
        assert f"--{name}: {by_night};" in css, name
    for seat, colour in enumerate(svg.SEATS):
        assert f"--seat-{seat}: {colour};" in css


@pytest.mark.parametrize("room", [room for room in DRAWN if room not in WITHOUT_PAGE], ids=str)
def test_pictures_use_the_art_of_the_client(room: Case) -> None:
    """The picture's colours and paths also occur in the client's sources."""
    web = (*(room.folder / "web").rglob("*"), *(ROOT / "web").rglob("*"))
    client = "".join(
        path.read_text(encoding="utf-8").lower()
        for path in web
        if path.suffix in (".css", ".ts", ".tsx")
    )
    texts = {
        node.value
        for file in (room.folder / "text/picture.py", Path(pieces.__file__), Path(svg.__file__))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    colours = {text for text in texts if re.fullmatch("#([0-9a-f]{3}){1,2}", text)}
    paths = {text for text in texts if re.fullmatch(r"M[-\d. MLHVCQAZhvlcqaz]{24,}", text)}
    assert colours
    assert {text for text in colours | paths if text.lower() not in client} == set()


def test_the_words_around_the_table_are_translated() -> None:
    file = Path(round_the_table.__file__)
    catalogue: dict[str, str] = json.loads((file.parent / "catalogue.ja.json").read_bytes())
    said = re.findall(r'phrase\(lang, "([^"]+)"', file.read_text(encoding="utf-8"))
    assert set(said) == set(catalogue)
    assert all(fill(text, {"letter": "A", "names": "x"}) != text for text in catalogue.values())


@pytest.mark.parametrize("room", DRAWN, ids=str)
def test_the_words_of_a_picture_are_translated(room: Case) -> None:
    source = (room.folder / "text/picture.py").read_text(encoding="utf-8")
    said = re.findall(r'phrase\(\s*lang,\s*"([^"]+)"', source)
    catalogue = room.game.text.catalogue("ja")
    assert [text for text in said if text not in catalogue] == []


@pytest.mark.parametrize(
    ("winners", "sentence"),
    [
        ((0,), "The winner is {0}."),
        ((0, 1), "The winners are {0} and {1}."),
        ((), ""),
        ((0, 1, 2), ""),
    ],
)
def test_winners_are_named_unless_all_have_won_or_none(
    winners: tuple[int, ...], sentence: str
) -> None:
    assert round_the_table.won(Outcome((3, 3, 0), winners), "en") == sentence


def test_words_that_need_more_room_are_made_smaller_and_then_cut() -> None:
    assert svg.fitted("Ann", 15, 100) == ("Ann", 15)
    text, size = svg.fitted("Wolfeschlegel", 15, 100)
    assert text == "Wolfeschlegel"
    assert 10 <= size < 15
    # Width in DejaVu Sans Bold, the broadest font in use.
    assert svg.breadth("Wolfeschlegelsteinhausen") >= 14.8
    assert svg.breadth("Mm") >= 2
    text, size = svg.fitted("ちゃぶだいたろうさん", 15, 60)
    assert (text[-1], size) == ("…", 10)
    assert svg.breadth(text) * size <= 60
