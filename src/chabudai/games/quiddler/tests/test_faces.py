"""What the screen prints on the cards is what is printed in the box."""

import re

from chabudai.games import folder_of
from chabudai.games.quiddler.components.cards import POINTS

FACES = folder_of("quiddler") / "web" / "faces.ts"


def test_the_screen_prints_the_points_of_the_box() -> None:
    printed = re.findall(r"\b([A-Z]{1,2}): (\d+)", FACES.read_text(encoding="utf-8"))
    assert {face: int(points) for face, points in printed} == POINTS
