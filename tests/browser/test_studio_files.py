"""Files in the mission studio: choosing, dropping, opening and saving."""

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from chabudai.games.kakapo.components.missions import Bird, Mission, Title, mission_named, write
from tests.browser.fixtures import Newcomer
from tests.browser.kakapo_player import narrow, square_button
from tests.browser.player import Player
from tests.browser.screens import fits
from tests.browser.studio_drawing import drawn, hand_over, open_studio, open_studio_with_a_bird


def drop(player: Player, name: str, text: str) -> None:
    """Drag a file onto the page and drop it."""
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


def test_a_file_is_opened_and_saved_as_it_was_and_can_be_taken_back(come: Newcomer) -> None:
    party = replace(mission_named("buddy/15"), mode="party", number=0)
    text = write(party)
    player = come()
    open_studio_with_a_bird(player)
    before = drawn(player)
    drop(player, "party.toml", text)
    expect(player.get("studio-file")).to_have_text(text)
    expect(player.page.get_by_role("radio", name="Party")).to_be_checked()
    expect(player.get("studio-title")).to_have_value(party.title.en)
    player.page.keyboard.press("Control+z")
    expect(player.get("studio-title")).to_have_value("")
    player.get("par").wait_for()
    assert drawn(player) == before
    player.page.keyboard.press("Control+Shift+Z")
    expect(player.get("studio-file")).to_have_text(text)


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
IN_JAPANESE = {
    "3行目がTOMLとして読めません": b"\n\n?\n",
    "ファイルにname_jaの行がありません": b'name = "A"',
    "鳥Aと鳥Bが辺でとなりあっていて": BROKEN["Birds A and B touch"],
}


@pytest.mark.parametrize(
    ("locale", "files"),
    [("en-GB", BROKEN), pytest.param("ja-JP", IN_JAPANESE, marks=pytest.mark.nightly)],
    ids=["en", "ja"],
)
def test_a_file_that_is_refused_changes_nothing(
    come: Newcomer, locale: str, files: dict[str, bytes]
) -> None:
    player = come(locale=locale)
    open_studio_with_a_bird(player)
    before = drawn(player)
    refused = player.get("file-refused")
    for at, (sentence, data) in enumerate(files.items()):
        hand_over(player, f"{at}.toml", data)
        expect(refused).to_contain_text(f"{at}.toml")
        expect(refused).to_contain_text(sentence)
        expect(refused).to_contain_text("KK-")
    assert drawn(player) == before
    refused.get_by_role("button").first.click()
    expect(refused).to_have_count(0)


def test_a_file_without_an_answer_from_the_server_is_reported(player: Player) -> None:
    open_studio(player)
    player.excused.append("Failed to load resource")
    player.page.route("**/api/studio/kakapo/open", lambda route: route.abort())
    hand_over(player, "mine.toml", b"")
    expect(player.get("file-refused")).to_contain_text("Couldn’t open mine.toml")
    player.page.unroute("**/api/studio/kakapo/open")
    hand_over(player, "mine.toml", write(mission_named("buddy/1")).encode())
    player.get("par").wait_for()
    expect(player.get("file-refused")).to_have_count(0)
    # A file with flaws is opened for repair if it can be drawn.
    flawed = Mission("buddy", Title("Edge", "はし"), (Bird(((4, 0), (4, 1))),), 1)
    hand_over(player, "edge.toml", write(flawed).encode())
    expect(player.get("flaws")).to_contain_text("Bird A must keep one cell away from the border")
    expect(player.get("studio-title")).to_have_value("Edge")
    square_button(player, (4, 0)).click()
    expect(player.get("par")).to_be_visible()


def test_a_name_belongs_to_the_language_it_was_given_in(player: Player) -> None:
    open_studio_with_a_bird(player)
    assert drawn(player).title == Title("Unnamed mission", "名前のないミッション")
    player.get("studio-title").fill("Island")
    expect(player.get("studio-file")).to_contain_text('name_ja = "Island"')
    hand_over(player, "one.toml", write(mission_named("buddy/2")).encode())
    title = mission_named("buddy/2").title
    expect(player.get("studio-title")).to_have_value(title.en)
    player.get("studio-title").fill("Mine")
    expect(player.get("studio-file")).to_contain_text('name = "Mine"')
    expect(player.get("studio-file")).to_contain_text(f'name_ja = "{title.ja}"')


def test_flaws_marks_and_a_refused_file_fit_and_can_be_read(reader: Player) -> None:
    open_studio(reader, (0, 4), (4, 4), (8, 8))
    reader.page.get_by_role("radio", name="2", exact=True).check()
    reader.get("studio-must").get_by_role("checkbox").nth(1).check()
    reader.get("flaws").wait_for()
    hand_over(reader, f"{'long-name-' * 6}.toml", BROKEN["Birds A and B touch"])
    reader.get("file-refused").wait_for()
    fits(reader, "studio", narrow)
