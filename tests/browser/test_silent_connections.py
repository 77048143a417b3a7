"""Connections that no longer carry data but are not closed, as after a change of networks."""

import json

import pytest
from playwright.sync_api import WebSocket

from tests.browser.fixtures import Newcomer
from tests.browser.player import Player
from tests.browser.serving import Serving
from tests.support.relay import NO_SERVER, Relay

EVENTS = {
    "online": "dispatchEvent(new Event('online'))",
    "visibilitychange": "document.dispatchEvent(new Event('visibilitychange'))",
}


def pair(relay: Relay, server: Serving, newcomer: Newcomer) -> tuple[Player, Player, list[bool]]:
    """Seat two players at a table of Word Bank, the host behind the relay. Return also whether the
    friend was notified that the host is away, for each message about it.
    """
    host, friend = newcomer(relay.base, afresh=True), newcomer(server.base, afresh=True)
    host.excused.extend(NO_SERVER)
    away: list[bool] = []

    def overhear(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "presence":
            away.append(message["away_ms"][0] is not None)

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", overhear)

    friend.page.on("websocket", listen)
    made = host.post_table(game="word-bank", name="Aki", seats=2, options={"first_player": 1})
    host.open(f"/t/{made['table']}")
    friend.open(f"/j/{made['table']}#{made['invite']}")
    friend.get("lobby").wait_for()
    host.get("start").click()
    for each in (host, friend):
        each.at_table()
    return host, friend, away


def play_on(host: Player, friend: Player) -> None:
    """Check that the host's page shows the friend's move, and answer it from there."""
    host.caught_up(friend.seq)
    assert host.await_turn()
    seq = host.seq
    host.say_best()
    friend.await_after(seq)


def test_a_game_goes_on_after_an_outage_that_closed_no_socket(
    server: Serving, newcomer: Newcomer
) -> None:
    with Relay(server.port) as relay:
        host, friend, away = pair(relay, server, newcomer)
        relay.silence()
        friend.say_best()
        host.get("slow").wait_for()
        with host.page.expect_websocket():
            pass  # a second socket has also hung
        relay.mend()
        play_on(host, friend)
        host.get("slow").wait_for(state="detached")
        assert True not in away


def test_a_move_made_during_an_outage_that_closed_no_socket_is_stored_once(
    server: Serving, newcomer: Newcomer
) -> None:
    with Relay(server.port) as relay:
        host, friend, _ = pair(relay, server, newcomer)
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


@pytest.mark.parametrize("event", EVENTS)
def test_a_second_socket_is_opened_when_the_network_may_have_changed(
    server: Serving, newcomer: Newcomer, event: str
) -> None:
    with Relay(server.port) as relay:
        host, friend, away = pair(relay, server, newcomer)
        for dies in (False, True):
            if dies:
                relay.silence()
                relay.mend()
            with host.page.expect_websocket():
                host.page.evaluate(EVENTS[event])
            friend.say_best()
            play_on(host, friend)
        assert True not in away
