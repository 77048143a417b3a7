"""Pictures of positions: valid, in both languages, with the client's colours."""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from chabudai.core import CHANCE, Outcome
from chabudai.core.drawing import picture as round_the_table, svg
from chabudai.core.drawing.film import film
from chabudai.core.drawing.jobs import END, PictureRequest, drawn
from chabudai.core.drawing.picture import Picture, Position, picture_of
from chabudai.core.steps import settled_states
from tests.contract.test_tellings import JAPANESE
from tests.support.game_cases import CASES, Case, Start, a_start, random_starts, walk
from tests.support.moves import scripted

ROOT = Path(__file__).resolve().parent.parent.parent
DRAWN = [room for room in CASES if room.game.extras.draw is not None]
UNDRAWN = [room for room in CASES if room.game.extras.draw is None]
NAMES = ("A & B", "<b>", "しお", "{0}", "\x07\ud800", "o'\"", "F", "G")
SVG = "{http://www.w3.org/2000/svg}"


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
@random_starts(2)
def test_every_position_is_drawn_for_everyone_in_both_languages(room: Case, sitting: Start) -> None:
    for at, state in enumerate(islice(states(room, sitting), 0, 60, 7)):
        seat = at % sitting.seats if at % 3 else None
        lang = ("en", "ja")[at % 2]
        picture = picture_of(room.game, state, seat, lang, NAMES)
        root = parsed(picture)
        assert root.get("lang") == lang
        assert root.get("width") is None
        assert root.findtext(f"{SVG}desc")
        status = root.findtext(f"{SVG}title", "").partition(": ")[2]
        unnamed = re.sub("|".join(map(re.escape, NAMES)), "", status)
        assert bool(JAPANESE.search(unnamed)) == (lang == "ja")
        assert svg.words(NAMES[0]) in picture.svg


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
    positions = [Position(room.game, state) for state in islice(states(room, a_start(room)), 3)]
    assert "Seat B" in positions[0]._repr_svg_() == positions[0].picture()._repr_svg_()
    style = re.findall("<style>(.*)</style>", film([each.picture() for each in positions]).svg)[0]
    still, motion = style.split("@media (prefers-reduced-motion:no-preference)")
    assert "animation" not in still
    assert ".frame:last-child{visibility:visible}" in still
    assert motion.count("@keyframes") == motion.count("infinite") == 3


@pytest.mark.parametrize("room", UNDRAWN, ids=str)
def test_a_game_without_pictures_says_so(room: Case) -> None:
    with pytest.raises(ValueError, match=f"{room.game.title} has no pictures"):
        picture_of(room.game, next(states(room, a_start(room))), None, "en")


@pytest.mark.parametrize(
    "said", ["plain", 'a "b"', "it's", "o'\"", "<a & b>", "a\tb\nc\rd", "&lt;"]
)
def test_the_text_of_an_element_is_read_as_it_was_written(said: str) -> None:
    text = said.replace("\r", "")  # outside of attributes, XML reads it as a line end
    read = ET.fromstring(svg.element("text", text, title=said))
    assert (read.get("title"), read.text) == (said, text)


def test_the_named_colours_are_those_of_the_client() -> None:
    css = (ROOT / "web/css/tokens.css").read_text(encoding="utf-8")
    light, dark = css.split("color-scheme: ")[1], css.split("color-scheme: dark;")[1]
    for name, (by_day, by_night) in svg.PALETTE.items():
        assert f"--{name}: {by_day};" in light, name
        assert f"--{name}: " not in dark or f"--{name}: {by_night};" in dark, name
        assert f"--{name}: {by_night};" in css, name
    for seat, colour in enumerate(svg.SEATS):
        assert f"--seat-{seat}: {colour};" in css


@pytest.mark.parametrize("room", DRAWN, ids=str)
def test_the_words_of_a_picture_are_translated(room: Case) -> None:
    own, around = room.folder / "text/picture.py", Path(round_the_table.__file__)
    books = {own: room.game.text.catalogue("ja"), around: round_the_table.BOOK.catalogue("ja")}
    for file, catalogue in books.items():
        said = re.findall(r'phrase\(\s*lang,\s*"([^"]+)"', file.read_text(encoding="utf-8"))
        assert set(said) <= catalogue.keys()


def test_winners_are_named_unless_all_have_won_or_none() -> None:
    winners = [(0,), (0, 1), (), (0, 1, 2)]
    said = [round_the_table.won(Outcome((3, 3, 0), won), "en") for won in winners]
    assert said == ["The winner is {0}.", "The winners are {0} and {1}.", "", ""]


def test_words_that_need_more_room_are_made_smaller_and_then_cut() -> None:
    assert svg.fitted("Ann", 15, 100) == ("Ann", 15)
    text, size = svg.fitted("Wolfeschlegel", 15, 100)
    assert text == "Wolfeschlegel"
    assert 10 <= size < 15
    text, size = svg.fitted("ちゃぶだいたろうさん", 15, 60)
    assert (text[-1], size) == ("…", 10)
    assert svg.breadth(text) * size <= 60
    # Width in DejaVu Sans Bold, the broadest font in use.
    assert svg.breadth("Wolfeschlegelsteinhausen") >= 14.8
