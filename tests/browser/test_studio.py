"""The mission studio: drawing, checking, sharing and playing missions, and their files."""

import re

import pytest
from msgspec.structs import replace
from playwright.sync_api import FilePayload, Locator, expect

from chabudai.games.kakapo.components.missions import (
    Bird,
    Edge,
    Mission,
    Title,
    mission_named,
    read,
    write,
)
from tests.browser.fixtures import Newcomer
from tests.browser.kakapo_player import Square, narrow, square_button, view_of
from tests.browser.player import PHONE, Player
from tests.browser.screens import fits

SIDES = {"N": (0.5, 0.08), "E": (0.92, 0.5), "S": (0.5, 0.92), "W": (0.08, 0.5)}
"""Points to click in a square to select the edge on each side, as fractions of its size."""


def open_studio(player: Player, *cells: Square) -> None:
    player.open("/studio/kakapo")
    player.get("studio").wait_for()
    for cell in cells:
        square_button(player, cell).click()


def click_edge(square: Locator, side: str) -> None:
    box = square.bounding_box()
    assert box
    right, down = SIDES[side]
    square.click(position={"x": box["width"] * right, "y": box["height"] * down})


def drawn(player: Player) -> Mission:
    """Return the mission in the studio's file."""
    player.get("studio-file").wait_for(state="attached")
    return read(player.get("studio-file").text_content() or "")


def edges(mission: Mission) -> set[Edge]:
    return {edge for bird in mission.birds for edge in bird.edges}


def hand_over(player: Player, name: str, data: bytes) -> None:
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


def test_the_studio_opens_from_the_front_page_and_reports_a_damaged_mission(player: Player) -> None:
    player.open()
    expect(player.get("studio-quiddler")).to_have_count(0)
    player.get("game-kakapo").get_by_role("link", name="Make a mission").click()
    player.get("studio").wait_for()
    assert player.page.url == f"{player.base}/studio/kakapo"
    for address in ("#nonsense", "#%7B%22birds%22%3A3%7D", "#%5B%5D"):
        player.open(f"/studio{address}")
        expect(player.get("outcome")).to_have_attribute("data-verdict", "empty")
        expect(player.get("damaged")).to_be_visible()
        player.open("/")
    player.open("/studio/kakapo")
    expect(player.get("outcome")).to_have_attribute("data-verdict", "empty")
    expect(player.get("damaged")).to_have_count(0)
    player.page.evaluate("location.hash = '#nonsense'")
    expect(player.get("damaged")).to_be_visible()
    player.excused.append("Failed to load resource")
    player.page.route("**/api/studio/kakapo", lambda route: route.abort())
    square_button(player, (5, 5)).click()
    expect(player.get("damaged")).to_have_count(0)
    expect(player.get("outcome")).to_have_attribute("data-verdict", "trouble")
    player.page.unroute("**/api/studio/kakapo")
    player.get("studio-again").click()
    expect(player.get("par")).to_be_visible()
    link = player.get("studio-link").input_value()
    player.get("studio-clear").click()
    expect(player.page).to_have_url(f"{player.base}/studio/kakapo")
    player.page.evaluate("link => { location.href = link; }", link)
    expect(square_button(player, (5, 5))).to_have_accessible_name(re.compile("Bird A"))
    player.page.evaluate("location.hash = 'nonsense'")
    player.ready()
    expect(square_button(player, (5, 5))).to_have_accessible_name(re.compile("Bird A"))


@pytest.mark.nightly
def test_kk_a15_a_mission_is_drawn_shared_saved_and_played(player: Player, come: Newcomer) -> None:
    open_studio(player, (2, 2), (5, 5), (8, 8))
    player.get("studio-title").fill("Mine & yours")
    expect(player.get("par")).to_contain_text(re.compile(r"\d piece"))
    expect(player.page.locator(".solution .piece")).to_have_count(0)
    player.get("show-solution").click()
    expect(player.page.locator(".solution .piece").first).to_be_attached()
    expect(player.get("studio-must")).to_have_count(0)
    player.page.get_by_role("radio", name="2", exact=True).check()
    player.get("studio-must").get_by_role("checkbox", name="Bird B").check()
    letters = player.page.locator(".bird-label")
    expect(letters).to_have_text(["A", "B!", "C"])
    expect(square_button(player, (5, 5))).to_have_accessible_name(re.compile("must be scanned"))
    # The mark stays with its bird when the bird grows and when another bird comes first.
    square_button(player, (5, 6)).click()
    square_button(player, (1, 6)).click()
    expect(letters).to_have_text(["A", "B", "C!", "D"])
    player.get("par").wait_for()
    mine = drawn(player)
    assert (mine.required, mine.must) == (2, (2,))
    with player.page.expect_download() as saving:
        player.get("studio-save").click()
    saved = saving.value.path().read_text()
    assert read(saved) == mine

    player.get("studio-copy").click()  # without the permission to copy
    expect(player.get("studio-link")).to_be_focused()
    friend = come()
    friend.open(player.get("studio-link").input_value())
    expect(friend.get("par")).to_have_text(player.get("par").inner_text())
    assert drawn(friend) == mine
    friend.get("studio-clear").click()
    expect(friend.get("outcome")).to_have_attribute("data-verdict", "empty")
    hand_over(friend, "mine.toml", saved.encode())
    assert drawn(friend) == mine
    friend.get("studio-friends").click()
    expect(friend.get("own-mission")).to_contain_text("Mine & yours")
    friend.begin()
    played = view_of(friend).mission
    assert (played.title.en, played.must) == ("Mine & yours", (2,))
    expect(friend.page.locator(".field .bird-label")).to_have_text(["1", "2", "3!", "4"])


def test_kk_a9_kk_a15_an_impossible_mission_is_refused_by_its_rules(player: Player) -> None:
    open_studio(player)
    flaws = player.get("flaws")
    expect(player.get("outcome")).to_have_attribute("data-verdict", "empty")
    square_button(player, (0, 4)).click()
    expect(flaws).to_contain_text("must keep one cell away from the border")
    expect(flaws).to_contain_text("KK-A9")
    expect(player.get("studio-play")).to_have_count(0)
    # Bird B is not confused with the colour blue, whose letter is also B.
    for square in ((0, 4), (4, 4), (0, 8), (8, 0)):
        square_button(player, square).click()
    expect(flaws.get_by_role("listitem")).to_contain_text(["Bird A must keep", "Bird C must keep"])
    square_button(player, (0, 8)).click()
    expect(flaws.get_by_role("listitem")).to_contain_text(["Bird B must keep"])
    player.get("studio-clear").click()
    for at in range(9):
        square_button(player, (1 + 3 * (at // 3), 1 + 3 * (at % 3))).click()
    expect(player.get("outcome")).to_have_attribute("data-verdict", "many")
    player.get("studio-clear").click()
    for row in (4, 5, 6):
        swipe(player, row, (1, 9))
    expect(player.get("outcome")).to_have_attribute("data-verdict", "large")

    player.get("studio-clear").click()
    for square in ((2, 2), (8, 8)):
        square_button(player, square).click()
    player.page.get_by_role("radio", name="1", exact=True).check()
    for letter in "AB":
        player.get("studio-must").get_by_role("checkbox", name=f"Bird {letter}").check()
    expect(flaws).to_contain_text("With 2 birds to scan")
    flaws.get_by_test_id("rule").click()
    expect(player.get("sheet-rules").locator(".rule.here")).to_contain_text("KK-A15")
    player.page.keyboard.press("Escape")
    player.get("studio-undo").click()
    expect(player.get("par")).to_be_visible()


def test_a_mission_is_drawn_and_played_by_the_keyboard_alone(player: Player) -> None:
    open_studio(player)
    press = player.page.keyboard.press
    square, missed = square_button(player, (5, 5)), player.get("missed")
    square.focus()
    press("Space")
    for number, suit in enumerate("POBGY", start=2):
        press(str(number))
        expect(player.get(f"brush-{suit}")).to_have_attribute("aria-pressed", "true")
    press("Shift+ArrowLeft")
    expect(square).to_have_accessible_name(re.compile("yellow edge on the"))
    press("Shift+ArrowLeft")
    expect(square).not_to_have_accessible_name(re.compile("yellow"))
    press("Control+z")
    expect(square).to_have_accessible_name(re.compile("yellow edge on the"))
    press("1")
    expect(player.get("brush-bird")).to_have_attribute("aria-pressed", "true")
    press("Space")
    expect(square).to_have_accessible_name("F6: free")
    # Brushes colour only birds.
    for brush, keys in (("2", "Space"), ("3", "Shift+ArrowUp")):
        press(brush)
        press(keys)
        expect(missed).to_contain_text("an edge of a bird")
        press("1")
        expect(missed).to_have_count(0)
    press("Space")
    press("ArrowRight")
    press("Space")
    expect(square_button(player, (5, 6))).to_have_accessible_name(re.compile("Bird A"))
    player.get("brush-P").focus()
    press("Enter")
    square_button(player, (5, 6)).focus()
    press("Shift+ArrowUp")
    expect(square_button(player, (5, 6))).to_have_accessible_name(re.compile("purple edge above"))
    player.get("par").wait_for()
    player.get("studio-play").focus()
    press("Enter")
    player.at_table()
    (bird,) = view_of(player).mission.birds
    assert bird.cells == ((5, 5), (5, 6))
    assert bird.edges == (Edge(5, 6, "N", "P"),)


def test_every_step_can_be_undone_and_done_again_without_another_request(player: Player) -> None:
    open_studio(player)
    undo, redo = player.get("studio-undo"), player.get("studio-redo")
    birds = player.page.locator('[data-square][aria-label*="Bird"]')
    edges_in_green = player.page.locator('[data-square][aria-label*="green edge"]')
    expect(undo).to_have_attribute("aria-disabled", "true")
    swipe(player, 6, (3, 7))
    expect(birds).to_have_count(5)
    # One stroke of the brush along the edges colours all of them.
    player.get("brush-G").click()
    swipe(player, 6, (3, 7), down=2)
    expect(edges_in_green).to_have_count(5)
    player.get("studio-clear").click()
    expect(birds).to_have_count(0)
    for counts in ((5, 5), (5, 0), (0, 0)):
        undo.click()
        expect(birds).to_have_count(counts[0])
        expect(edges_in_green).to_have_count(counts[1])
    expect(undo).to_have_attribute("aria-disabled", "true")
    redo.click()
    redo.click()
    expect(edges_in_green).to_have_count(5)
    # A bird painted in place of an erased one has none of its colours.
    player.get("brush-bird").click()
    for _ in range(2):
        square_button(player, (6, 7)).click()
    expect(edges_in_green).to_have_count(4)
    expect(redo).to_have_attribute("aria-disabled", "true")

    par = player.get("par")
    par.wait_for()
    before = par.inner_text()
    square_button(player, (1, 0)).click()
    player.get("flaws").wait_for()
    expect(player.page.locator(".easel .faulty")).to_have_count(1)
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(request.url))
    undo.click()
    expect(par).to_have_text(before)
    expect(player.page.locator(".easel .faulty")).to_have_count(0)
    redo.click()
    player.get("flaws").wait_for()
    # The page updates its address just before it requests a verdict.
    expect(player.page).to_have_url(player.get("studio-link").input_value())
    assert asked == []


def test_a_finger_paints_squares_and_the_nearest_edge_of_a_bird(come: Newcomer) -> None:
    player = come(viewport=PHONE, has_touch=True, is_mobile=True)
    open_studio(player)
    expect(player.page.locator(".studio-keys")).to_be_hidden()
    for count in (5, 0):  # dragging paints, and wipes
        swipe(player, 6, (3, 7))
        expect(player.page.locator('[data-square][aria-label*="Bird A"]')).to_have_count(count)
    square_button(player, (5, 5)).tap()
    square_button(player, (5, 6)).tap()
    player.get("brush-Y").tap()
    # A tap below the bird colours the only adjacent bird edge, which is above it.
    square_button(player, (6, 5)).tap()
    expect(square_button(player, (5, 5))).to_have_accessible_name(re.compile("yellow edge below"))
    # The line between two squares of a bird is not an edge, so the nearest real edge is coloured.
    click_edge(square_button(player, (5, 6)), "W")
    mine = drawn(player)
    assert {(edge.row, edge.column, edge.side) for edge in edges(mine)} >= {(5, 5, "S")}
    assert len(edges(mine)) == 2
    square_button(player, (6, 5)).tap()
    expect(square_button(player, (5, 5))).not_to_have_accessible_name(re.compile("yellow"))


def drop(player: Player, name: str, text: str) -> None:
    held = player.page.evaluate_handle(
        """([name, text]) => {
          const held = new DataTransfer();
          held.items.add(new File([text], name));
          return held;
        }""",
        [name, text],
    )
    easel = player.get("easel")
    easel.dispatch_event("dragover", {"dataTransfer": held})
    expect(player.page.locator(".drop-here")).to_be_visible()
    easel.dispatch_event("drop", {"dataTransfer": held})
    expect(player.page.locator(".drop-here")).to_have_count(0)


BROKEN = {
    "The TOML": b"name = [",
    "Line 1 cannot be read as TOML": b"birds\n",
    "name must be a text of 1 to 40 characters": b"name = 3",
    "too long for a mission": b"#" * 1_000_000,
    "not a file of text in UTF-8": "name = カカポ".encode("shift-jis"),
    "Birds A and B touch": write(
        Mission("buddy", Title("No", "いいえ"), (Bird(((4, 4),)), Bird(((4, 5),))), 2)
    ).encode(),
}
"""Errors for files that cannot be opened."""


def test_a_file_is_opened_as_it_was_and_a_refused_one_changes_nothing(player: Player) -> None:
    text = write(replace(mission_named("buddy/15"), mode="party", number=0))
    open_studio(player, (5, 5))
    player.get("par").wait_for()
    before, refused = drawn(player), player.get("file-refused")
    for at, (sentence, data) in enumerate(BROKEN.items()):
        hand_over(player, f"{at}.toml", data)
        expect(refused).to_contain_text(f"{at}.toml")
        expect(refused).to_contain_text(sentence)
        expect(refused).to_contain_text("KK-")
    assert drawn(player) == before
    refused.get_by_role("button").first.click()
    expect(refused).to_have_count(0)
    drop(player, "party.toml", text)
    expect(player.get("studio-file")).to_have_text(text)
    expect(player.page.get_by_role("radio", name="Party")).to_be_checked()
    expect(player.get("studio-title")).to_have_value(read(text).title.en)
    player.page.keyboard.press("Control+z")
    expect(player.get("studio-title")).to_have_value("")
    player.get("par").wait_for()
    assert drawn(player) == before
    player.page.keyboard.press("Control+Shift+Z")
    expect(player.get("studio-file")).to_have_text(text)


def test_a_flawed_file_is_opened_for_repair_and_a_lost_answer_reported(player: Player) -> None:
    open_studio(player, (5, 5))
    player.get("par").wait_for()
    # A name in one language is also used for the other.
    assert drawn(player).title == Title("Unnamed mission", "名前のないミッション")
    player.get("studio-title").fill("Island")
    expect(player.get("studio-file")).to_contain_text('name_ja = "Island"')
    player.excused.append("Failed to load resource")
    player.page.route("**/api/studio/kakapo/open", lambda route: route.abort())
    hand_over(player, "mine.toml", b"")
    expect(player.get("file-refused")).to_contain_text("Couldn’t open mine.toml")
    player.page.unroute("**/api/studio/kakapo/open")
    hand_over(player, "two.toml", write(mission_named("buddy/2")).encode())
    title = mission_named("buddy/2").title
    expect(player.get("studio-title")).to_have_value(title.en)
    expect(player.get("file-refused")).to_have_count(0)
    player.get("studio-title").fill("Mine")
    expect(player.get("studio-file")).to_contain_text('name = "Mine"')
    expect(player.get("studio-file")).to_contain_text(f'name_ja = "{title.ja}"')
    flawed = Mission("buddy", Title("Edge", "はし"), (Bird(((4, 0), (4, 1))),), 1)
    hand_over(player, "edge.toml", write(flawed).encode())
    expect(player.get("flaws")).to_contain_text("Bird A must keep one cell away from the border")
    expect(player.get("studio-title")).to_have_value("Edge")
    square_button(player, (4, 0)).click()
    expect(player.get("par")).to_be_visible()


def test_flaws_marks_and_a_refused_file_fit_and_can_be_read(reader: Player) -> None:
    open_studio(reader, (0, 4), (4, 4), (8, 8))
    reader.page.get_by_role("radio", name="2", exact=True).check()
    reader.get("studio-must").get_by_role("checkbox").nth(1).check()
    reader.get("flaws").wait_for()
    hand_over(reader, f"{'long-name-' * 6}.toml", BROKEN["Birds A and B touch"])
    expect(reader.get("file-refused")).to_contain_text("鳥Aと鳥Bが辺でとなりあっていて")
    fits(reader, "studio", narrow)
