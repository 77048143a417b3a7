"""Connections that no longer carry data but are not closed, as after a change of network."""

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.gathering import gather
from tests.browser.player import Player
from tests.support.relay import NO_SERVER, Relay

EVENTS = {
    "online": "dispatchEvent(new Event('online'))",
    "visibilitychange": "document.dispatchEvent(new Event('visibilitychange'))",
}


def pair(relay: Relay, come: Newcomer, newcomer: Newcomer) -> tuple[Player, Player]:
    """Return two players of Word Bank: the host, behind the relay, and a friend, who begins."""
    host, friend = newcomer(relay.base, afresh=True), come(afresh=True)
    host.excused.extend(NO_SERVER)
    gather("word-bank", [host, friend], first_player=1)
    return host, friend


def is_told_that_host_is_away(friend: Player) -> bool:
    told = [each["away_ms"][0] for each in friend.messages if each["type"] == "presence"]
    return any(away is not None for away in told)


def play_on(host: Player, friend: Player) -> None:
    """Check that the host's page shows the friend's move, and answer it from there."""
    host.caught_up(friend.seq)
    assert host.await_turn()
    seq = host.seq
    host.say_best()
    friend.await_after(seq)


def test_a_game_goes_on_after_a_silent_outage(
    relay: Relay, come: Newcomer, newcomer: Newcomer
) -> None:
    host, friend = pair(relay, come, newcomer)
    relay.silence()
    friend.say_best()
    host.get("slow").wait_for()
    with host.page.expect_websocket():
        pass  # a second connection has also hung
    relay.mend()
    play_on(host, friend)
    host.get("slow").wait_for(state="detached")
    assert not is_told_that_host_is_away(friend)


def test_a_move_made_during_a_silent_outage_is_stored_once(
    relay: Relay, come: Newcomer, newcomer: Newcomer
) -> None:
    host, friend = pair(relay, come, newcomer)
    friend.say_best()
    assert host.await_turn()
    word = host.best().word
    host.page.keyboard.type(word)
    host.can_say()
    relay.silence()
    host.page.keyboard.press("Enter")
    host.get("slow").wait_for()
    relay.mend()
    assert friend.await_turn()
    assert friend.view.used.count(word) == 1


@pytest.mark.parametrize(
    "event", ["online", pytest.param("visibilitychange", marks=pytest.mark.nightly)]
)
def test_a_change_of_networks_opens_a_second_socket(
    relay: Relay, come: Newcomer, newcomer: Newcomer, event: str
) -> None:
    host, friend = pair(relay, come, newcomer)
    for dies in (False, True):
        if dies:
            relay.silence()
            relay.mend()
        with host.page.expect_websocket():
            host.page.evaluate(EVENTS[event])
        friend.say_best()
        play_on(host, friend)
    assert not is_told_that_host_is_away(friend)


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
