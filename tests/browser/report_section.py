"""The report below a game's result, in every game without missions."""

from playwright.sync_api import expect

from tests.browser.player import Player

ROUNDED = 0.25
"""Tolerance for the sum of a margin's parts, each rounded to a tenth."""


def open_report(player: Player) -> None:
    """Request the report, and wait until it is shown."""
    player.get("look-back").locator("summary").first.click()
    player.get("review-part").first.wait_for()


def look_back(player: Player, margin: float) -> None:
    """Check the reader's report. Its parts add up to the reader's margin over the mean of the
    others, and each question hides its answer until it is opened. The other players' reports are
    available.
    """
    open_report(player)
    parts = player.get("review-part").all_inner_texts()
    assert abs(sum(float(part.replace("−", "-")) for part in parts) - margin) < ROUNDED
    for moment in player.get("review-moment").all():
        answer = moment.locator("details p")
        expect(answer).to_be_hidden()
        moment.locator("summary").click()
        expect(answer).to_be_visible()
    player.get("review-seat-1").click()
    expect(player.get("review-seat-1")).to_have_attribute("aria-pressed", "true")
    expect(player.get("review-part")).to_have_count(len(parts))
