"""The question about sounds in the first turn, the page's sounds, and vibration."""

from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.player import PHONE, Player
from tests.browser.screens import fits

LISTENING = """
window.struck = [];
window.nudged = 0;
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) {
  window.table = this.context;
  window.struck.push(Math.max(...this.buffer.getChannelData(0)));
  return start.apply(this, when);
};
const vibrate = navigator.vibrate.bind(navigator);
navigator.vibrate = (pattern) => { window.nudged += 1; return vibrate(pattern); };
"""
"""Script that records the volume of each sound, and each vibration."""

ASLEEP = """
async () => {
  await window.table.suspend();
  window.waiting = [];
  window.table.resume = () => new Promise((done) => window.waiting.push(done));
}
"""
"""Script that suspends audio until the page is touched, as Safari does."""
AWAKE = """
async () => {
  delete window.table.resume;
  await window.table.resume();
  window.waiting.forEach((done) => done());
  await Promise.all(window.waiting);
}
"""


def listen(player: Player) -> None:
    player.context.add_init_script(LISTENING)
    player.set_table("easy")
    assert player.await_turn()
    player.get("first-move-close").click()


def test_sounds_are_asked_for_in_the_first_turn_and_the_answer_is_kept(come: Newcomer) -> None:
    player = come(asked=True)
    listen(player)
    question = player.get("sound-question")
    expect(question).to_be_visible()
    expect(player.page.get_by_role("heading", level=1)).to_have_text("Word Bank")
    fits(player, "the question")
    player.get("sound-yes").click()
    expect(question).to_have_count(0)
    player.page.wait_for_function("() => window.struck.length > 0")
    player.say_best()
    assert player.await_turn()
    player.page.wait_for_function("() => window.struck.length > 2 && window.nudged > 0")
    assert all(0.02 < loud <= 1 for loud in player.page.evaluate("window.struck"))
    player.page.evaluate(ASLEEP)
    before = player.page.evaluate("window.struck.length")
    player.say_best()
    assert player.await_turn()
    player.page.wait_for_function("() => window.waiting.length > 0")
    assert player.page.evaluate("window.struck.length") == before
    player.page.evaluate(AWAKE)
    assert player.page.evaluate("window.struck.length") == before + 1
    player.reload()
    expect(question).to_have_count(0)
    player.get("menu").click()
    expect(player.get("sheet-menu").get_by_role("radio", name="on").first).to_be_checked()


def test_without_an_answer_in_the_first_turn_sounds_stay_off(come: Newcomer) -> None:
    player = come(asked=True, viewport=PHONE)
    listen(player)
    asked, title = player.get("sound-yes"), player.page.get_by_role("heading", level=1)
    expect(asked).to_have_accessible_name("Turn on sounds")
    assert (title.bounding_box() or {"width": 0})["width"] > 60
    player.say_best()
    assert player.await_turn()
    expect(asked).to_have_count(0)
    assert player.page.evaluate("window.struck") == []
