"""The lobby: names, seats, bots, table rules and the rematch."""

import re

from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.kakapo_player import view_of
from tests.browser.player import PHONE, Player

IN_LINE = """
() => ["left", "right"].map((side) => {
  const [column, ...ends] = [".lobby main", ".lobby-bar p", ".lobby-bar .primary"]
    .map((each) => document.querySelector(each).getBoundingClientRect()[side]);
  return Math.round(Math.min(...ends.map((end) => Math.abs(end - column))));
})
"""
"""Script that measures how far the ends of the lobby's bar are from the edges of the columns above,
in pixels.
"""
NOTCH = 47
FITS = "document.documentElement.scrollWidth <= innerWidth"
UNDER_IT = """
(notch) => [...document.querySelectorAll("button, a[href], input, select, .chip")]
  .filter((node) => document.querySelector("dialog[open]")?.contains(node) ?? true)
  .filter((node) => node.checkVisibility() && node.clientWidth > 0)
  .map((node) => [node, node.getBoundingClientRect()])
  .filter(([, box]) => box.left < notch || box.right > innerWidth - notch)
  .map(([node, box]) => `${node.className} ${node.dataset.testid}: ${box.left} to ${box.right}`)
"""
"""Script that finds controls and player names within `notch` pixels of the screen's left or right
edge.
"""


def test_bots_and_options_chosen_in_the_lobby_are_played(host: Player) -> None:
    host.open_lobby("word-bank")
    expect(host.page.locator(".chair")).to_have_count(1)
    expect(host.get("start")).to_have_text("Start with 1 bot")
    for seat, level in ((1, "easy"), (2, "expert"), (3, "hard"), (4, "normal")):
        host.get("add-bot").click()
        expect(host.get(f"chair-{seat}")).to_contain_text("Bot, normal")
        host.get(f"bot-{seat}").select_option(level)
        expect(host.get(f"chair-{seat}")).to_contain_text(f"Bot, {level}")
    expect(host.get("chair-1")).to_contain_text("Likes long words.")
    expect(host.get("chair-1").locator(".bot-face")).to_be_visible()
    expect(host.get("add-bot")).to_have_count(0)
    host.get("remove-2").click()
    expect(host.page.locator(".chair")).to_have_count(4)
    host.get("bot-3").select_option("easy")
    expect(host.get("start")).to_have_text("Start with 4")
    for width, height in ((1280, 800), (844, 390), (390, 844), (320, 640)):
        host.page.set_viewport_size({"width": width, "height": height})
        assert max(host.page.evaluate(IN_LINE)) <= 1, width

    host.open_details()
    for option, choice in (
        ("retry_words", 1),
        ("lexicon", 2),
        ("root_rule", 1),
        ("min_length", 1),
        ("first_player", 1),
        ("turn_clock", 4),
    ):
        host.get(f"option-{option}").locator("label").nth(choice).click()
        expect(host.get(f"option-{option}").locator("input").nth(choice)).to_be_checked()
    host.reload()
    expect(host.get("option-lexicon").locator("input").nth(2)).to_be_checked()
    host.begin()
    expect(host.page.locator(".chip")).to_have_count(4)
    assert host.view.stones == (15, 15, 15, 15)
    options = host.view.options
    assert (options.retry_words, options.lexicon, options.root_rule) == (
        True,
        "expert",
        "inflection",
    )
    assert (options.min_length, options.first_player, options.turn_clock) == (3, 0, 300)


def test_nothing_is_under_the_notch_of_a_phone_on_its_side(come: Newcomer) -> None:
    player = come(viewport={"width": 844, "height": 390})
    phone = player.context.new_cdp_session(player.page)
    insets = {"left": NOTCH, "right": NOTCH, "bottom": 21}
    phone.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    player.open()
    assert player.page.evaluate(UNDER_IT, NOTCH) == []
    player.open_lobby("word-bank")
    assert player.page.evaluate(UNDER_IT, NOTCH) == []
    player.begin()
    assert player.page.evaluate(UNDER_IT, NOTCH) == []
    player.get("menu").click()
    player.get("leave").wait_for()
    player.page.evaluate("document.getAnimations().forEach((animation) => animation.finish())")
    assert player.page.evaluate(UNDER_IT, NOTCH) == []
    phone.detach()


def rename(player: Player, name: str) -> None:
    player.get("my-name").fill(name)
    player.get("my-name").press("Enter")


def test_a_name_is_text_cut_between_graphemes_and_stays_inside(come: Newcomer) -> None:
    host, friend = come(), come(viewport=PHONE)
    host.open_lobby("word-bank")
    expect(host.page.locator(".lobby-bar")).to_contain_text("Wait for 1 more player")
    friend.follow(host)
    expect(host.page.locator(".lobby-bar")).to_contain_text("Start when everybody is here")
    expect(friend.page.locator(".invite, .options").first).to_have_class(re.compile("invite"))
    # A tap selects the suggested name.
    friend.get("my-name").click()
    friend.page.keyboard.type("Mika")
    friend.page.keyboard.press("Enter")
    expect(host.get("chair-1").locator("b")).to_have_text("Mika")
    expect(friend.get("my-name")).not_to_be_focused()
    for sign in ("W", "👨‍👩‍👧‍👦", "ก้"):
        rename(host, sign * 30)
        expect(host.get("my-name")).to_have_value(sign * 24)
        expect(friend.get("chair-0").locator("b")).to_have_text(sign * 24)
        assert friend.get("chair-0").evaluate("chair => chair.scrollWidth <= chair.clientWidth")
        assert friend.page.evaluate(FITS)
    for name in ("Aki & <b>", "あ" * 24, "🐢" * 24, "<script>alert(1)<"):
        rename(friend, name)
        expect(host.get("chair-1").locator("b")).to_have_text(name)
    host.begin()
    assert host.view.options.retry_words is False, "friends play by the box"
    expect(host.get("chip-1")).to_contain_text(name)
    for width in (1280, 320):
        host.page.set_viewport_size({"width": width, "height": 800})
        assert host.page.evaluate(FITS), width


def test_alone_with_a_bot_a_mission_is_chosen_in_the_lobby_and_played(player: Player) -> None:
    player.open()
    expect(player.page.locator("[data-testid^=choose-]")).to_have_count(1)
    level = player.page.get_by_role("radio", name="hard")
    level.check(force=True)
    player.get("choose-kakapo").click()
    player.get("lobby").wait_for()
    expect(player.page.locator(".chair")).to_have_count(2)
    expect(player.get("chair-1")).to_contain_text("Bot, hard")
    expect(player.get("mission-1")).to_be_checked()
    # All seats are taken, so the missions come before the invitation.
    expect(player.page.locator(".invite, .options").first).to_have_class(re.compile("options"))
    player.get("mission-5").check(force=True)
    player.begin()
    view = view_of(player)
    assert (view.mission.mode, view.mission.number) == ("buddy", 5)
    assert view.rounds == ()
    assert player.await_turn()


def test_a_friend_becomes_host_and_japanese_readers_read_bots_names_in_kana(come: Newcomer) -> None:
    host, mika = come(locale="ja-JP"), come()
    host.open_lobby("word-bank")
    mika.follow(host)
    # Her suggested name might itself contain "tanuki".
    rename(mika, "Mika")
    expect(host.get("chair-1").locator("b")).to_have_text("Mika")
    host.get("add-bot").click()
    called = {host: "たぬき", mika: "Tanuki"}
    for each, name in called.items():
        expect(each.get("chair-2").locator("b")).to_have_text(name)
    host.get("change-host").press("Enter")
    host.get("make-host-1").press("Enter")
    mika.await_heard("now", "You are the host now.")
    host.await_heard("now", "がホストになりました。")
    expect(host.get("start")).to_have_count(0)
    mika.begin(host)
    for each, name in called.items():
        expect(each.get("chip-2")).to_contain_text(name)
    mika.hurry_bots()
    people = '[data-testid=table][data-turn="0"], [data-testid=table][data-turn="1"]'
    for _ in range(2):
        for each in called:
            each.page.locator(people).wait_for(state="attached")
        mover = host if host.seat_to_act() == host.seat else mika
        mover.say_best()
        gone = f'[data-testid=table]:not([data-turn="{mover.seat}"])'
        for each in called:
            each.page.locator(gone).wait_for(state="attached")
    for each, name in called.items():
        expect(each.page.locator(".side .story-lines")).to_contain_text(name)
        each.await_heard("log", name)
    assert not any("Tanuki" in line for line in (*host.log(), *host.heard("log")))


def test_a_link_is_copied_or_selected_if_copying_is_refused(host: Player) -> None:
    host.open_lobby("word-bank")
    link = host.get("invite-link")
    host.get("copy-link").click()
    expect(link).to_be_focused()
    assert link.evaluate(
        "({ selectionStart, selectionEnd }) => selectionEnd - selectionStart"
    ) == len(link.input_value())
    host.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host.page.clock.install()
    host.get("copy-link").click()
    expect(host.get("copy-link")).to_have_text("Copied")
    assert host.page.evaluate("navigator.clipboard.readText()") == link.input_value()
    host.context.clear_permissions()  # the browser keeps permissions for later contexts
    host.page.clock.fast_forward(10_000)
    expect(host.get("copy-link")).to_have_text("Copy")
