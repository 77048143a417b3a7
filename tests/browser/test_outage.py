"""Server crashes, upgrades and outages during a game, connections that go silent, and moves sent at
the same time.
"""

import json
from pathlib import Path

from playwright.sync_api import expect

from chabudai.games.quiddler.solver import Layout
from tests.browser import porter
from tests.browser.fixtures import Newcomer
from tests.browser.gathering import gather
from tests.browser.player import Player
from tests.browser.quiddler import HOLD, by_keyboard, hand_of, set_table
from tests.browser.serving import Serving, released
from tests.support.relay import NO_SERVER, Relay

EVENTS = {
    "online": "dispatchEvent(new Event('online'))",
    "visibilitychange": "document.dispatchEvent(new Event('visibilitychange'))",
}


def play_on(host: Player, friend: Player) -> None:
    """Check that the host's page shows the friend's move, and answer it from there."""
    host.caught_up(friend.seq)
    assert host.await_turn()
    seq = host.seq
    host.say(host.least().word)
    friend.await_after(seq)


def test_a_silent_outage_or_a_change_of_networks_loses_and_repeats_no_move(
    relay: Relay, come: Newcomer, newcomer: Newcomer
) -> None:
    host, friend = newcomer(relay.base, afresh=True), come(afresh=True)
    host.excused.extend(NO_SERVER)
    gather("word-bank", [host, friend], first_player=1)
    for event in EVENTS.values():
        for dies in (False, True):
            if dies:
                relay.silence()
                relay.mend()
            with host.page.expect_websocket():
                host.page.evaluate(event)
            friend.say(friend.least().word)
            play_on(host, friend)

    relay.silence()
    friend.say(friend.least().word)
    host.get("slow").wait_for()
    with host.page.expect_websocket():
        pass  # a second connection has also hung
    relay.mend()
    host.caught_up(friend.seq)
    host.get("slow").wait_for(state="detached")

    assert host.await_turn()
    word = host.least().word
    host.page.keyboard.type(word)
    host.can_say()
    relay.silence()
    host.page.keyboard.press("Enter")
    host.get("slow").wait_for()
    relay.mend()
    assert friend.await_turn()
    assert friend.view.used.count(word) == 1
    told = [each["away_ms"][0] for each in friend.messages if each["type"] == "presence"]
    assert not any(away is not None for away in told), "the host never seemed to be away"


def test_a_page_that_was_asleep_waits_again_before_it_calls_the_connection_slow(
    relay: Relay, newcomer: Newcomer
) -> None:
    player = newcomer(relay.base, afresh=True)
    clock, slow = player.page.clock, player.get("slow")
    clock.install()
    player.set_table("easy")
    clock.pause_at(player.page.evaluate("Date.now() + 10_000"))
    relay.hold()
    for event in EVENTS.values():
        player.page.evaluate(event)
        clock.fast_forward(60_000)
        expect(slow).to_have_count(0)
    clock.run_for(6_000)
    slow.wait_for()
    player.page.evaluate(EVENTS["online"])
    expect(slow).to_have_count(0)
    clock.run_for(6_000)
    slow.wait_for()
    relay.release()
    expect(slow).to_have_count(0)


def next_of(people: tuple[Player, Player]) -> tuple[Player, Player]:
    """Once both pages agree, return the player who must act after the bot, and the other one."""
    a, b = people
    seats = ", ".join(f'[data-testid=table][data-turn="{each.seat}"]' for each in people)
    newest = max(each.seq for each in people)
    for each in people:
        each.caught_up(newest)
        each.page.locator(seats).wait_for(state="attached")
    b.await_seq(a.seq)
    return (a, b) if a.seat_to_act() == a.seat else (b, a)


def test_pages_go_on_with_every_move_after_a_kill(own_server: Serving, newcomer: Newcomer) -> None:
    people = newcomer(own_server.base), newcomer(own_server.base)
    for each in people:
        each.excused.extend(NO_SERVER)
    gather("word-bank", list(people), bots=1)
    first = next_of(people)[0]
    said = first.least().word
    first.say(said)
    for _ in range(2):
        mover = next_of(people)[0]
        seq, used = mover.seq, mover.view.used
        assert said in used
        thought = mover.least().word
        mover.page.keyboard.type(thought)
        mover.can_say()

        own_server.kill()
        for each in people:
            each.get("connection").wait_for()
        mover.page.keyboard.press("Enter")
        own_server.start()

        for each in people:
            expect(each.get("connection")).to_have_count(0)
        mover.await_after(seq)
        next_of(people)
        for each in people:
            assert each.view.used[: len(used) + 1] == (*used, thought)
            assert each.view.used.count(thought) == 1
            lines = [line for line in each.log() if " said " in line]
            assert [word in line for word, line in zip(used, lines, strict=False)]
    before = [(each.seq, each.view.used, each.log()) for each in people]
    for each in people:
        each.reload()
    assert [(each.seq, each.view.used, each.log()) for each in people] == before


def test_a_move_sent_during_an_outage_survives_a_reload_and_an_upgrade_reloads_the_page(
    own_server: Serving, newcomer: Newcomer, tmp_path: Path
) -> None:
    host = newcomer(own_server.base)
    host.excused.extend((*NO_SERVER, "404"))
    host.set_table("easy")
    seq, word = host.seq, host.best().word
    host.page.keyboard.type(word)
    host.can_say()
    own_server.kill()
    host.get("connection").wait_for()
    host.page.keyboard.press("Enter")
    own_server.start()
    host.reload()
    host.await_after(seq)
    host.await_turn()
    assert host.view.used.count(word) == 1

    own_server.kill()
    host.get("connection").wait_for()
    own_server.static = released(own_server.static, tmp_path)
    own_server.start()
    host.get("connection").wait_for(state="detached")
    host.get("rules").click()
    script = json.loads((own_server.static / "manifest.json").read_text())["js"]
    host.page.locator(f"script[src$='{script}']").wait_for(state="attached")
    host.ready()
    host.get("rules").click()
    expect(host.get("sheet-rules").locator(".rule").first).to_be_visible()


def test_a_page_catches_up_after_bots_played_without_it(
    relay: Relay, server: Serving, newcomer: Newcomer
) -> None:
    host = newcomer(relay.base, afresh=True)
    host.excused.extend(NO_SERVER)
    table = host.set_table("easy", "easy")
    seq = host.seq
    host.say_best()
    relay.cut()
    host.get("connection").wait_for()
    # A table without guests would sleep, so the host watches it in another tab.
    watcher = Player(host.context, host.context.new_page(), server.base)
    watcher.open(f"/t/{table}")
    watcher.page.locator('[data-testid=table][data-turn="0"]').wait_for(state="attached")
    relay.mend()
    expect(host.get("connection")).to_have_count(0)
    assert host.await_turn()
    host.await_seq(watcher.seq)
    assert watcher.seq - seq >= 3
    steps = [step["seq"] for step in host.told[host.seq]["news"]]
    assert steps == list(range(steps[0], host.seq + 1))
    log = host.log()
    assert all(word in line for word, line in zip(host.view.used, log[1:], strict=True))
    host.reload()
    assert host.log() == log
    host.say_best()


def test_a_vote_handed_in_before_another_is_seen_counts(
    host: Player, relay: Relay, newcomer: Newcomer
) -> None:
    mika = newcomer(relay.base, afresh=True)
    mika.excused.extend(NO_SERVER)
    porter.sit_down(host, mika)
    host.hurry_bots()
    porter.reach_votes(host, mika)
    given = porter.give_votes(mika)
    porter.give_votes(host)
    for each in (host, mika):
        expect(each.get("confirm")).to_have_attribute("aria-disabled", "false")
    relay.hold()
    mika.get("confirm").click()
    porter.confirm(host)
    relay.release()
    for each in (host, mika):
        expect(each.get("ready")).to_be_visible()
        (played,) = porter.view_of(each).rounds
        assert played.votes[mika.seat or 0] == given


FLOWN = """
() => {
  window.flown = 0;
  const flies = (node) => node instanceof Element && node.classList.contains("flying");
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) window.flown += [...addedNodes].filter(flies).length;
  }).observe(document.body, { childList: true, subtree: true });
}
"""
"""Script that counts the cards that fly from now on."""


def test_a_page_behind_a_quick_table_shows_only_the_last_steps_moving(come: Newcomer) -> None:
    player = come(reduced_motion="no-preference")
    set_table(player, "easy", "easy", "easy", no_first_turn_out=True)
    player.hurry_bots()
    with player.stepping():
        player.get("draw-deck").click()
    by_keyboard(player, Layout((), hand_of(player)[0], (), 0, 0))
    expect(player.get("discard")).to_have_attribute("aria-disabled", "false")
    seq = player.seq
    player.page.evaluate(FLOWN)
    player.page.evaluate(HOLD)
    player.get("discard").dispatch_event("click")
    while player.told[max(player.told)]["to_act"] != [player.seat] or max(player.told) <= seq + 1:
        player.page.wait_for_timeout(10)
    newest = max(player.told)
    assert newest - seq == 1 + 3 * 2
    while player.seq < newest:
        player.page.evaluate("held.splice(0).forEach((arrive) => arrive())")
        player.page.wait_for_timeout(10)
    # The player's discard, and the cards of the bots' last three steps.
    assert player.page.evaluate("flown") == 1 + 3
