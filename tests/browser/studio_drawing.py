"""Drawing in the mission studio."""

from playwright.sync_api import FilePayload, Locator

from chabudai.games.kakapo.components.missions import Edge, Mission, read
from tests.browser.kakapo_player import Square, square_button
from tests.browser.player import Player

SIDES = {"N": (0.5, 0.08), "E": (0.92, 0.5), "S": (0.5, 0.92), "W": (0.08, 0.5)}
"""Points to click in a square to select the edge on each side, as fractions of its size."""


def open_studio(player: Player, *cells: Square) -> None:
    """Open the studio and paint these squares."""
    player.open("/studio/kakapo")
    player.get("studio").wait_for()
    for cell in cells:
        square_button(player, cell).click()


def open_studio_with_a_bird(player: Player) -> None:
    """Open the studio, draw a bird of one square, and wait for the verdict on its mission."""
    open_studio(player, (5, 5))
    player.get("par").wait_for()


def click_edge(square: Locator, side: str) -> None:
    """Click the edge on this side of a square."""
    box = square.bounding_box()
    assert box
    right, down = SIDES[side]
    square.click(position={"x": box["width"] * right, "y": box["height"] * down})


def drawn(player: Player) -> Mission:
    """Return the mission in the studio's file."""
    player.get("studio-file").wait_for(state="attached")
    return read(player.get("studio-file").text_content() or "")


def draw(player: Player, mission: Mission) -> None:
    """Draw birds and edges with the mouse."""
    for bird in mission.birds:
        for cell in bird.cells:
            square_button(player, cell).click()
    for edge in (edge for bird in mission.birds for edge in bird.edges):
        player.get(f"brush-{edge.suit}").click()
        click_edge(square_button(player, (edge.row, edge.column)), edge.side)


def edges(mission: Mission) -> set[Edge]:
    return {edge for bird in mission.birds for edge in bird.edges}


def hand_over(player: Player, name: str, data: bytes) -> None:
    """Choose a file in the studio."""
    with player.page.expect_file_chooser() as choosing:
        player.get("studio-open").click()
    choosing.value.set_files(FilePayload(name=name, mimeType="", buffer=data))


def swipe(player: Player, row: int, columns: tuple[int, int], down: float = 9) -> None:
    """Drag the brush along a row in one quick stroke, `down` px below its upper edge."""
    ends = [square_button(player, (row, column)).bounding_box() for column in columns]
    (x, y), (far, _) = [(box["x"] + 9, box["y"] + down) for box in ends if box]
    player.page.mouse.move(x, y)
    player.page.mouse.down()
    player.page.mouse.move(far, y)
    player.page.mouse.up()
