"""Replay of a finished game step by step, and retries of the moments in its review."""

import re
from base64 import b64encode
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from chabudai.core.drawing.jobs import END
from chabudai.server.limits import FILE_BYTES
from tests.browser.fixtures import Newcomer
from tests.browser.gathering import jump
from tests.browser.player import DESK, PHONE, Player
from tests.browser.report_section import open_report
from tests.browser.screens import fits, looks_well

WHY = re.compile("^[^：]+：.+。$")
MISSION = Path("src/chabudai/games/kakapo/golden/the-last-round-is-over-2.jsonl")


def plays_by_itself(reader: Player, last: int) -> None:
    """Play a replay from its second-last step, and again from its first."""
    play, replay = reader.get("replay-play"), reader.get("replay")
    play.click()
    expect(replay).to_have_attribute("data-step", str(last))
    expect(play).to_have_accessible_name("続けて見る")
    play.click()
    expect(play).to_have_accessible_name("止める")
    expect(replay).to_have_attribute("data-step", "1")
    reader.page.keyboard.press("ArrowRight")
    expect(replay).to_have_attribute("data-step", "2")
    expect(play).to_have_accessible_name("続けて見る")
    reader.get("replay-slider").focus()
    for name in ("止める", "続けて見る"):
        reader.page.keyboard.press("Space")
        expect(play).to_have_accessible_name(name)
    expect(replay).to_have_attribute("data-step", "3")


STEP_AND_FOLLOW = """async ([link, frames]) => {
  document.querySelector("[data-testid=replay-next]").click();
  while (frames-- > 0) await new Promise(requestAnimationFrame);
  location.hash = link;
}"""


def links_lead_to_steps(player: Player, table: str) -> None:
    """Check that a spectator's link shows its step, or the last one if that step does not exist."""
    for wrong in ("#step-99999-seat-0", "#step-99999"):
        player.open(f"/t/{table}{wrong}")
        slider = player.get("replay-slider")
        expect(slider).to_have_value(slider.get_attribute("max") or "")
        expect(player.get("replay-note")).to_have_text(
            "This game has no step 99999. This is the last one."
        )
        expect(player.get("play-on")).to_have_attribute("aria-disabled", "true")
    player.get("replay-back").click()
    player.get("replay-note").wait_for(state="detached")
    player.open(f"/t/{table}#step-0-seat-7")
    expect(player.get("replay-note")).to_contain_text("no such player")
    expect(player.get("replay-eyes")).to_have_value("")
    # A link followed while a step is being shown is not overwritten.
    player.open(f"/t/{table}#step-0")
    replay = player.get("replay")
    for link, frames, eyes in (("#step-3-seat-1", 0, "1"), ("#step-5", 1, ""), ("#step-7", 0, "")):
        replay.wait_for()
        player.page.evaluate(STEP_AND_FOLLOW, [link, frames])
        expect(player.get("replay-eyes")).to_have_value(eyes)
        expect(replay).to_have_attribute("data-step", link[6])
        assert player.page.url.endswith(link)


@pytest.mark.parametrize(
    "game",
    [
        "word-bank",
        pytest.param("kakapo", marks=pytest.mark.nightly),
        pytest.param("quiddler", marks=pytest.mark.nightly),
        pytest.param("word-porters", marks=pytest.mark.nightly),
    ],
)
def test_a_finished_game_is_replayed_at_its_table(
    reader: Player, come: Newcomer, game: str
) -> None:
    # Without the cap, no round of Quiddler would end.
    options: dict[str, Any] = {"turn_cap": 2} if game == "quiddler" else {}
    table = reader.order_table(game, "easy", "easy", **options)
    jump(reader, table)
    reader.get("replay-open").click()
    replay = reader.get("replay")
    expect(replay).to_have_attribute("data-step", "0")
    last = int(reader.get("replay-slider").get_attribute("max") or 0)
    reader.get("replay-next").click()
    expect(replay).to_have_attribute("data-step", "1")
    reader.page.keyboard.press("End")
    expect(replay).to_have_attribute("data-step", str(last))
    expect(reader.get("replay-next")).to_have_attribute("aria-disabled", "true")
    reader.page.keyboard.press("ArrowLeft")
    expect(replay).to_have_attribute("data-step", str(last - 1))
    if game == "word-bank":
        plays_by_itself(reader, last)
        links_lead_to_steps(come(), table)
    reader.get("replay-slider").fill(str(last // 2))
    expect(replay).to_have_attribute("data-step", str(last // 2))
    expect(reader.page).to_have_url(f"{reader.base}/t/{table}#step-{last // 2}-seat-0")
    before = reader.page.locator(".stage").inner_text()
    fits(reader, f"{game} seen again")
    reader.page.reload()
    expect(replay).to_have_attribute("data-step", str(last // 2))
    assert reader.page.locator(".stage").inner_text() == before
    reader.get("replay-eyes").select_option("1")
    expect(reader.page.locator("[data-testid=replay-eyes]")).to_have_value("1")
    # From any seat's view, "you" is still the reader, and no move can be made.
    expect(reader.page.locator("[data-seat='0'] .chip-name")).to_have_text("あなた")
    expect(reader.page.locator("[data-seat='1'] .chip-name")).not_to_have_text("あなた")
    expect(reader.get("give-up")).to_have_count(0)
    expect(reader.page.locator(".side .kept").first).to_have_css("word-break", "keep-all")
    expect(reader.page).to_have_url(f"{reader.base}/t/{table}#step-{last // 2}-seat-1")
    if game == "kakapo":  # a silent game
        reader.page.locator(".side .why").first.click()
        expect(reader.get("why-said")).to_have_text(WHY)
    reader.get("replay-end").click()
    reader.get("end-table").wait_for()
    reader.open(f"/t/{table}#step-{last // 2}-seat-1")
    reader.get("play-on").click()
    replay.wait_for(state="detached")
    reader.at_table()
    assert not reader.page.url.startswith(f"{reader.base}/t/{table}")
    assert reader.told[reader.seq]["view"] is not None


FRAMES = """async (text) => {
  const data = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const gif = new ImageDecoder({ data, type: "image/gif" });
  await gif.tracks.ready;
  const { frameCount, repetitionCount } = gif.tracks.selectedTrack;
  const { image: last } = await gif.decode({ frameIndex: frameCount - 1 });
  return [frameCount, repetitionCount === Infinity, last.displayWidth, last.duration];
}"""


def look_at_pictures(player: Player) -> None:
    """Check that other programs can show the picture of a step and the animation at the end."""
    player.get("replay-picture").click()
    step = player.get("game-picture")
    expect(step).to_have_attribute("alt", re.compile("^The Kakapo Buddy & Party: "))
    fits(player, "a step as a picture")
    with player.page.expect_download() as saved:
        player.get("picture-svg").click()
    assert saved.value.suggested_filename == "kakapo-step-0.svg"
    player.get("picture-embed").click()  # without the permission to copy texts
    refused = re.compile("Save the picture|絵を保存")
    expect(player.get("picture-refused")).to_contain_text(refused)
    player.page.keyboard.press("Escape")
    player.get("replay-end").click()
    player.get("moving-picture").click()
    player.get("game-picture").wait_for()
    with player.page.expect_download() as saved:
        player.get("picture-gif").click()
    text = b64encode(saved.value.path().read_bytes()).decode()
    assert player.page.evaluate(FRAMES, text) == [END, True, 720, 3_200_000]
    player.page.keyboard.press("Escape")
    player.get("game-picture").wait_for(state="detached")


def test_a_saved_game_is_opened_and_other_files_are_refused(player: Player) -> None:
    player.excused.append("400")
    player.open()
    whole = MISSION.read_bytes()
    player.get("recorded").click()
    choose = player.get("recorded-file")
    for spoilt, why in (
        (b"hello", "does not contain a game"),
        (whole.replace(b'"rules":', b'"rules":9'), "rules have changed"),
        (whole[:-30], "before its game is over"),
        (whole + whole.splitlines()[-1], "an illegal move"),
        (whole + b" " * FILE_BYTES, "too large"),
    ):
        choose.set_input_files({"name": "game.jsonl", "mimeType": "", "buffer": spoilt})
        expect(player.get("recorded-trouble")).to_contain_text(why)
    fits(player, "opening a recorded game")
    choose.set_input_files(MISSION)
    expect(player.get("replay")).to_have_attribute("data-step", "0")
    expect(player.get("replay-eyes")).to_have_value("")
    look_at_pictures(player)
    player.get("review-6").click()
    player.get("round-again").click()
    player.get("replay").wait_for()
    assert not player.page.url.endswith("#step-0")
    player.page.go_back()
    player.get("review-6").click()
    player.get("what-if").click()
    player.get("review").wait_for(state="detached")
    player.at_table()
    view = player.told[player.seq]["view"]
    assert (view["round"], len(view["rounds"])) == (6, 5)
    expect(player.page.locator(".stage")).to_be_visible()


DAY_S = 86_400
SHORT = 90
"""Maximum height of a moment's note on a phone, before the answer."""


def test_unsolved_decisions_come_back_on_today_and_are_made_again(come: Newcomer) -> None:
    player = come(viewport=PHONE)
    table = player.order_table("word-bank", "easy", first_player=1)
    jump(player, table)
    report = player.page.request.get(f"{player.base}/api/tables/{table}/report").json()
    moments = report["seats"][0]["moments"]
    assert len(moments) == 3
    player.get("look-back").wait_for()
    player.open(f"/t/{table}#step-moment-{moments[2]['at']}")
    text = player.get("moment-text")
    expect(text).to_be_visible()
    note = player.get("moment").bounding_box()
    assert note is not None
    assert note["height"] < SHORT
    player.get("moment-show").click()  # which solves nothing yet
    player.get("moment-again").wait_for()
    # They come back once, two days later, although the review was not opened.
    puzzle, now = player.get("puzzle"), player.page.evaluate("Date.now() / 1000")
    for later, shown in ((1, None), (2, 0), (2, None), (3, 1), (3, None), (4, 2), (5, None)):
        player.page.clock.set_fixed_time(now + later * DAY_S)
        player.open("/daily")
        player.get("streak").wait_for()
        expect(puzzle).to_have_count(0 if shown is None else 1)
        if shown is None:
            continue
        path = f"/t/{table}#step-moment-{moments[shown]['at']}"
        expect(player.get("puzzle-try")).to_have_attribute("href", path)
        if shown == 0:
            looks_well(player.page)
            player.get("puzzle-skip").click()
            expect(puzzle).to_have_count(0)
            continue
        player.get("puzzle-try").click()
        player.get("moment-show").click()
        player.get("moment-again").wait_for()
        if shown == 1:
            looks_well(player.page)

    player.page.set_viewport_size(DESK)
    player.open(f"/t/{table}")
    open_report(player)
    player.get("moment-try").first.click()
    expect(text).to_contain_text("Can you do better?")
    looks_well(player.page)
    used = player.view.used[-1]
    rule = "WB-9" if any(slot.safe.letter == used[0] for slot in player.view.ring) else "WB-7"
    player.page.keyboard.type(used)
    expect(player.get("rule")).to_contain_text(rule)
    begun = player.count("hello")
    player.get("moment-show").click()
    expect(text).to_contain_text("would have been")
    assert player.count("hello") > begun  # the table goes back to the moment first
    player.get("moment-again").click()
    expect(player.get("rule")).to_contain_text(rule)
    for _ in used:
        player.page.keyboard.press("Backspace")
    player.pass_turn()
    expect(player.get("moment-again")).to_be_focused()
    player.page.set_viewport_size(PHONE)
    again, back = (player.get(f"moment-{way}").bounding_box() for way in ("again", "back"))
    assert again is not None
    assert back is not None
    assert abs(again["y"] + again["height"] / 2 - back["y"] - back["height"] / 2) < 2
    player.page.set_viewport_size(DESK)
    player.get("moment-show").click()
    expect(text).to_contain_text("would have been")
    expect(player.get("status")).to_have_text("")
    expect(player.get("pass")).to_be_hidden()
    looks_well(player.page)
    word = player.view.used[-1]
    player.get("moment-again").click()
    expect(text).to_contain_text("Can you do better?")
    player.say(word)
    expect(text).to_contain_text("better than passing.")
    player.get("moments").click()
    expect(player.get("moment").locator("li").first).to_contain_text("would have been")
    looks_well(player.page)
    player.get("moment-next").click()
    expect(player.get("moment")).to_contain_text("2 of 3")
    player.get("moment-back").click()
    player.get("end-table").wait_for()
    player.get("moment-try").first.wait_for()
    known = {moment["at"] for seat in report["seats"] for moment in seat["moments"]}
    plain = next(at for at in count(1) if at not in known)
    player.open(f"/t/{table}#step-moment-{plain}")
    expect(player.page.locator("main.note")).to_contain_text("no decision to make again")
    player.get("moment-back").click()
    player.get("end-table").wait_for()
    stranger = come()
    stranger.open(f"/t/{table}#step-moment-{moments[0]['at']}")
    expect(stranger.get("moment-text")).to_contain_text("in a finished game")
