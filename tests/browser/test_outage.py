"""Server crashes, upgrades and network outages during a game."""

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.gathering import gather
from tests.browser.player import Player
from tests.browser.releases import released
from tests.browser.serving import Serving
from tests.support.relay import NO_SERVER, Relay


def next_of(people: tuple[Player, Player]) -> tuple[Player, Player]:
    """Return the player who must act after the bot, and the other player, when both pages agree."""
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


def test_a_move_sent_during_an_outage_survives_a_reload(
    own_server: Serving, newcomer: Newcomer
) -> None:
    host = newcomer(own_server.base)
    host.excused.extend(NO_SERVER)
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


def test_a_page_is_reloaded_when_an_upgrade_removed_a_part_of_it(
    own_server: Serving, newcomer: Newcomer, tmp_path: Path
) -> None:
    host = newcomer(own_server.base)
    host.excused.extend((*NO_SERVER, "404"))
    host.set_table("easy")
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
