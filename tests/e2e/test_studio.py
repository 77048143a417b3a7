"""The mission studio through the page: missions are drawn, checked, passed on and played."""

import re

from playwright.sync_api import Locator, expect

from chabudai.games.kakapo.missions import Edge, Mission, mission_named, read
from tests.e2e.conftest import Newcomer
from tests.e2e.kakapo_player import square_button, view_of
from tests.e2e.player import Player
from tests.e2e.serving import Serving

SIDES = {"N": (0.5, 0.08), "E": (0.92, 0.5), "S": (0.5, 0.92), "W": (0.08, 0.5)}
"""Where in a square one points at the edge of a side."""


def open_studio(player: Player) -> None:
    player.open("/studio/kakapo")
    player.get("studio").wait_for()


def click_edge(square: Locator, side: str) -> None:
    """Point at the edge of a square on this side."""
    box = square.bounding_box()
    assert box
    right, down = SIDES[side]
    square.click(position={"x": box["width"] * right, "y": box["height"] * down})


def drawn(player: Player) -> Mission:
    """The mission as the studio's file has it."""
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


def test_the_front_page_leads_to_the_studio_where_the_kakapo_is_offered(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base)
    player.open()
    expect(player.get("studio-quiddler")).to_have_count(0)
    player.get("game-kakapo").get_by_role("link", name="Draw a mission").click()
    player.get("studio").wait_for()
    assert player.page.url == f"{server.base}/studio/kakapo"


def test_a_mission_of_the_book_is_drawn_checked_passed_on_and_played(
    server: Serving, newcomer: Newcomer
) -> None:
    book = mission_named("buddy/9")
    player = newcomer(server.base)
    open_studio(player)
    draw(player, book)
    player.get("studio-title").fill("Mine & yours")
    expect(player.get("par")).to_contain_text(re.compile(r"\d piece"))
    mine = drawn(player)
    assert {frozenset(bird.cells) for bird in mine.birds} == {
        frozenset(bird.cells) for bird in book.birds
    }
    assert edges(mine) == edges(book)
    expect(player.page.locator(".solution .piece")).to_have_count(0)
    player.get("show-solution").click()
    expect(player.page.locator(".solution .piece").first).to_be_attached()

    friend = newcomer(server.base)
    friend.open(player.get("studio-link").input_value().removeprefix(server.base))
    expect(friend.get("par")).to_have_text(player.get("par").inner_text())
    assert drawn(friend) == mine
    friend.get("studio-friends").click()
    expect(friend.get("own-mission")).to_contain_text("Mine & yours")
    friend.get("start").click()
    friend.at_table()
    played = view_of(friend).mission
    assert (played.title.en, edges(played)) == ("Mine & yours", edges(book))


def test_a_mission_that_cannot_be_is_refused_with_the_linters_sentence(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base)
    open_studio(player)
    expect(player.get("outcome")).to_have_attribute("data-verdict", "empty")
    square_button(player, (0, 4)).click()
    expect(player.get("flaws")).to_contain_text("must keep one cell away from the border")
    expect(player.get("flaws")).to_contain_text("KK-A9")
    expect(player.get("studio-play")).to_have_count(0)
    square_button(player, (0, 4)).click()
    square_button(player, (4, 4)).click()
    expect(player.get("par")).to_be_visible()
    player.get("studio-clear").click()
    expect(player.get("outcome")).to_have_attribute("data-verdict", "empty")


def test_a_mission_is_drawn_with_the_keyboard_alone_and_played_with_bots(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base, locale="ja-JP")
    open_studio(player)
    press = player.page.keyboard.press
    square_button(player, (5, 5)).focus()
    press("Space")
    press("ArrowRight")
    press("Space")
    expect(square_button(player, (5, 6))).to_have_accessible_name(re.compile("鳥A"))
    player.get("brush-P").focus()
    press("Enter")
    square_button(player, (5, 6)).focus()
    press("Shift+ArrowUp")
    expect(square_button(player, (5, 6))).to_have_accessible_name(re.compile("紫"))
    expect(player.get("par")).to_contain_text("成功できます")
    player.get("studio-play").focus()
    press("Enter")
    player.at_table()
    (bird,) = view_of(player).mission.birds
    assert bird.cells == ((5, 5), (5, 6))
    assert bird.edges == (Edge(5, 6, "N", "P"),)


def test_a_bird_is_painted_and_wiped_by_dragging(server: Serving, newcomer: Newcomer) -> None:
    player = newcomer(server.base, viewport={"width": 390, "height": 844})
    open_studio(player)
    ends = [square_button(player, (6, column)).bounding_box() for column in (3, 7)]
    for count in (5, 0):
        (x, y), (far, _) = [(box["x"] + 9, box["y"] + 9) for box in ends if box]
        player.page.mouse.move(x, y)
        player.page.mouse.down()
        player.page.mouse.move(far, y, steps=8)
        player.page.mouse.up()
        named = player.page.locator('[data-square][aria-label*="Bird A"]')
        expect(named).to_have_count(count)


def test_an_address_that_holds_no_mission_opens_an_empty_board(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base)
    for address in ("#nonsense", "#%7B%22birds%22%3A3%7D", "#%5B%5D"):
        player.open(f"/studio/kakapo{address}")
        expect(player.get("outcome")).to_have_attribute("data-verdict", "empty")
        player.open("/")
