"""The mission studio on the page: missions are drawn, checked, shared and played."""

import re

import pytest
from playwright.sync_api import expect

from chabudai.games.kakapo.components.missions import Edge, mission_named, read
from tests.browser import studio_drawing as studio
from tests.browser.fixtures import Newcomer
from tests.browser.kakapo_player import square_button, view_of
from tests.browser.player import PHONE, Player


def test_the_front_page_leads_to_the_studio_where_the_kakapo_is_offered(player: Player) -> None:
    player.open()
    expect(player.get("studio-quiddler")).to_have_count(0)
    player.get("game-kakapo").get_by_role("link", name="Make a mission").click()
    player.get("studio").wait_for()
    assert player.page.url == f"{player.base}/studio/kakapo"
    player.open("/studio")
    player.get("studio").wait_for()
    assert player.page.url == f"{player.base}/studio/kakapo"


@pytest.mark.nightly
def test_a_printed_mission_is_drawn_checked_shared_and_played(come: Newcomer) -> None:
    printed = mission_named("buddy/9")
    player = come()
    studio.open_studio(player)
    studio.draw(player, printed)
    player.get("studio-title").fill("Mine & yours")
    expect(player.get("par")).to_contain_text(re.compile(r"\d piece"))
    mine = studio.drawn(player)
    assert {frozenset(bird.cells) for bird in mine.birds} == {
        frozenset(bird.cells) for bird in printed.birds
    }
    assert studio.edges(mine) == studio.edges(printed)
    expect(player.page.locator(".solution .piece")).to_have_count(0)
    player.get("show-solution").click()
    expect(player.page.locator(".solution .piece").first).to_be_attached()

    player.get("studio-copy").click()  # without the permission to copy
    expect(player.get("studio-link")).to_be_focused()
    friend = come()
    friend.open(player.get("studio-link").input_value())
    expect(friend.get("par")).to_have_text(player.get("par").inner_text())
    assert studio.drawn(friend) == mine
    friend.get("studio-friends").click()
    expect(friend.get("own-mission")).to_contain_text("Mine & yours")
    friend.begin()
    played = view_of(friend).mission
    assert (played.title.en, studio.edges(played)) == ("Mine & yours", studio.edges(printed))


def test_an_impossible_mission_is_refused_with_the_linters_sentence(player: Player) -> None:
    studio.open_studio(player)
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
    # Bird B is not confused with the colour blue, whose letter is also B.
    for square in ((4, 4), (0, 8), (8, 0)):
        square_button(player, square).click()
    flaws = player.get("flaws").get_by_role("listitem")
    expect(flaws).to_contain_text(["Bird A must keep", "Bird C must keep"])
    square_button(player, (0, 8)).click()
    expect(flaws).to_contain_text(["Bird B must keep"])
    player.get("studio-clear").click()
    for at in range(9):
        square_button(player, (1 + 3 * (at // 3), 1 + 3 * (at % 3))).click()
    expect(player.get("outcome")).to_have_attribute("data-verdict", "many")
    player.get("studio-clear").click()
    for row in (4, 5, 6):
        studio.swipe(player, row, (1, 9))
    expect(player.get("outcome")).to_have_attribute("data-verdict", "large")


def test_a_mission_is_drawn_with_the_keyboard_alone_and_played_with_bots(reader: Player) -> None:
    studio.open_studio(reader)
    press = reader.page.keyboard.press
    square_button(reader, (5, 5)).focus()
    press("Space")
    press("ArrowRight")
    press("Space")
    expect(square_button(reader, (5, 6))).to_have_accessible_name(re.compile("鳥A"))
    reader.get("brush-P").focus()
    press("Enter")
    square_button(reader, (5, 6)).focus()
    press("Shift+ArrowUp")
    expect(square_button(reader, (5, 6))).to_have_accessible_name(re.compile("紫"))
    expect(reader.get("par")).to_contain_text("成功できます")
    reader.get("studio-play").focus()
    press("Enter")
    reader.at_table()
    (bird,) = view_of(reader).mission.birds
    assert bird.cells == ((5, 5), (5, 6))
    assert bird.edges == (Edge(5, 6, "N", "P"),)


@pytest.mark.nightly
def test_kk_a15_birds_that_must_be_scanned_are_passed_on(player: Player, come: Newcomer) -> None:
    studio.open_studio(player, (2, 2), (5, 5), (8, 8))
    expect(player.get("studio-must")).to_have_count(0)
    player.page.get_by_role("radio", name="2", exact=True).check()
    must = player.get("studio-must")
    must.get_by_role("checkbox", name="Bird B").check()
    letters = player.page.locator(".bird-label")
    expect(letters).to_have_text(["A", "B!", "C"])
    expect(square_button(player, (5, 5))).to_have_accessible_name(re.compile("must be scanned"))
    # The mark stays with its bird when the bird grows and when another bird comes first.
    square_button(player, (5, 6)).click()
    square_button(player, (1, 6)).click()
    expect(letters).to_have_text(["A", "B", "C!", "D"])
    player.get("par").wait_for()
    mine = studio.drawn(player)
    assert (mine.required, mine.must) == (2, (2,))
    with player.page.expect_download() as saving:
        player.get("studio-save").click()
    saved = saving.value.path().read_text()
    assert read(saved) == mine

    friend = come()
    friend.open(player.get("studio-link").input_value())
    expect(friend.page.locator(".bird-label")).to_have_text(["A", "B", "C!", "D"])
    assert studio.drawn(friend) == mine
    friend.get("studio-clear").click()
    expect(friend.get("outcome")).to_have_attribute("data-verdict", "empty")
    studio.hand_over(friend, "mine.toml", saved.encode())
    assert studio.drawn(friend) == mine
    friend.get("studio-play").click()
    friend.at_table()
    assert view_of(friend).mission.must == (2,)
    expect(friend.page.locator(".field .bird-label")).to_have_text(["1", "2", "3!", "4"])


def test_kk_a15_more_birds_to_be_scanned_than_required_are_refused(player: Player) -> None:
    studio.open_studio(player, (2, 2), (8, 8))
    player.page.get_by_role("radio", name="1", exact=True).check()
    for letter in "AB":
        player.get("studio-must").get_by_role("checkbox", name=f"Bird {letter}").check()
    expect(player.get("flaws")).to_contain_text("With 2 birds to scan")
    player.get("flaws").get_by_test_id("rule").click()
    expect(player.get("sheet-rules").locator(".rule.here")).to_contain_text("KK-A15")
    player.page.keyboard.press("Escape")
    player.get("studio-undo").click()
    expect(player.get("par")).to_be_visible()


def test_every_step_can_be_undone_and_done_again(player: Player) -> None:
    studio.open_studio(player)
    undo, redo = player.get("studio-undo"), player.get("studio-redo")
    birds = player.page.locator('[data-square][aria-label*="Bird"]')
    edges_in_green = player.page.locator('[data-square][aria-label*="green edge"]')
    expect(undo).to_have_attribute("aria-disabled", "true")
    studio.swipe(player, 6, (3, 7))
    expect(birds).to_have_count(5)
    # One stroke of the brush along the edges colours all of them.
    player.get("brush-G").click()
    studio.swipe(player, 6, (3, 7), down=2)
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


def test_an_earlier_verdict_on_a_drawing_is_shown_without_a_request(player: Player) -> None:
    studio.open_studio_with_a_bird(player)
    par = player.get("par")
    before = par.inner_text()
    square_button(player, (1, 0)).click()
    player.get("flaws").wait_for()
    expect(player.page.locator(".easel .faulty")).to_have_count(1)
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(request.url))
    player.get("studio-undo").click()
    expect(par).to_have_text(before)
    expect(player.page.locator(".easel .faulty")).to_have_count(0)
    player.get("studio-redo").click()
    player.get("flaws").wait_for()
    # The page updates its address just before it requests a verdict.
    expect(player.page).to_have_url(player.get("studio-link").input_value())
    assert asked == []


def test_a_failed_check_can_be_repeated(player: Player) -> None:
    studio.open_studio(player)
    player.excused.append("Failed to load resource")
    player.page.route("**/api/studio/kakapo", lambda route: route.abort())
    square_button(player, (5, 5)).click()
    expect(player.get("outcome")).to_have_attribute("data-verdict", "trouble")
    player.page.unroute("**/api/studio/kakapo")
    player.get("studio-again").click()
    expect(player.get("par")).to_be_visible()


def test_a_finger_paints_squares_and_the_nearest_edge_of_a_bird(come: Newcomer) -> None:
    player = come(viewport=PHONE, has_touch=True, is_mobile=True)
    studio.open_studio(player)
    expect(player.page.locator(".studio-keys")).to_be_hidden()
    for count in (5, 0):  # dragging paints, and wipes
        studio.swipe(player, 6, (3, 7))
        expect(player.page.locator('[data-square][aria-label*="Bird A"]')).to_have_count(count)
    square_button(player, (5, 5)).tap()
    square_button(player, (5, 6)).tap()
    player.get("brush-Y").tap()
    # A tap below the bird colours the only adjacent bird edge, which is above it.
    square_button(player, (6, 5)).tap()
    expect(square_button(player, (5, 5))).to_have_accessible_name(re.compile("yellow edge below"))
    # The line between two squares of a bird is not an edge, so the nearest real edge is coloured.
    studio.click_edge(square_button(player, (5, 6)), "W")
    mine = studio.drawn(player)
    assert {(edge.row, edge.column, edge.side) for edge in studio.edges(mine)} >= {(5, 5, "S")}
    assert len(studio.edges(mine)) == 2
    square_button(player, (6, 5)).tap()
    expect(square_button(player, (5, 5))).not_to_have_accessible_name(re.compile("yellow"))


def test_the_numbers_take_the_brushes_which_colour_only_birds(player: Player) -> None:
    studio.open_studio(player)
    press = player.page.keyboard.press
    square_button(player, (5, 5)).focus()
    press("Space")
    for number, suit in enumerate("POBGY", start=2):
        press(str(number))
        expect(player.get(f"brush-{suit}")).to_have_attribute("aria-pressed", "true")
    press("Shift+ArrowLeft")
    expect(square_button(player, (5, 5))).to_have_accessible_name(re.compile("yellow edge on the"))
    press("Shift+ArrowLeft")
    expect(square_button(player, (5, 5))).not_to_have_accessible_name(re.compile("yellow"))
    press("Control+z")
    expect(square_button(player, (5, 5))).to_have_accessible_name(re.compile("yellow edge on the"))
    press("1")
    expect(player.get("brush-bird")).to_have_attribute("aria-pressed", "true")
    press("Space")
    expect(square_button(player, (5, 5))).to_have_accessible_name("F6: free")
    missed = player.get("missed")
    player.get("brush-O").click()
    square_button(player, (5, 5)).click()
    expect(missed).to_contain_text("an edge of a bird")
    player.get("brush-bird").click()
    expect(missed).to_have_count(0)
    square_button(player, (5, 5)).click()
    square_button(player, (3, 3)).focus()
    for brush, keys in (("2", "Space"), ("3", "Shift+ArrowUp")):
        player.page.keyboard.press(brush)
        player.page.keyboard.press(keys)
        expect(missed).to_be_visible()
        player.page.keyboard.press("1")
        expect(missed).to_have_count(0)


def test_an_address_without_a_mission_shows_a_message_and_an_empty_board(player: Player) -> None:
    for address in ("#nonsense", "#%7B%22birds%22%3A3%7D", "#%5B%5D"):
        player.open(f"/studio/kakapo{address}")
        expect(player.get("outcome")).to_have_attribute("data-verdict", "empty")
        expect(player.get("damaged")).to_be_visible()
        player.open("/")
    player.open("/studio/kakapo")
    expect(player.get("outcome")).to_have_attribute("data-verdict", "empty")
    expect(player.get("damaged")).to_have_count(0)
    player.page.evaluate("location.hash = '#nonsense'")
    expect(player.get("damaged")).to_be_visible()
    square_button(player, (5, 5)).click()
    expect(player.get("damaged")).to_have_count(0)
    player.get("par").wait_for()
    link = player.get("studio-link").input_value()
    player.get("studio-clear").click()
    expect(player.page).to_have_url(f"{player.base}/studio/kakapo")
    player.page.evaluate("link => { location.href = link; }", link)
    expect(square_button(player, (5, 5))).to_have_accessible_name(re.compile("Bird A"))
    player.page.evaluate("location.hash = 'nonsense'")
    player.ready()
    expect(square_button(player, (5, 5))).to_have_accessible_name(re.compile("Bird A"))
