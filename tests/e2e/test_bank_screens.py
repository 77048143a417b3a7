"""Word Bank with as many as can play, where the circle has little room: nothing is lain over."""

from playwright.sync_api import expect

from tests.e2e.fixtures import Newcomer
from tests.e2e.screens import BETWEEN, faults, looked_at
from tests.e2e.serving import Serving

PHONES = ((320, 568), (320, 640), (360, 740), (390, 844))


def test_five_players_and_their_last_words_have_room_round_and_in_the_circle(
    server: Serving, newcomer: Newcomer
) -> None:
    player = newcomer(server.base)
    player.set_table(5, "easy", "easy", "easy", "easy")
    player.hurry_bots()
    seq = player.seq
    player.say_best()
    player.await_after(seq)
    player.await_turn()
    expect(player.get("last-word").last).to_be_visible()
    wrong: list[str] = []
    for size in (*PHONES, *BETWEEN):
        with looked_at(player, size, "light") as look:
            expect(player.get("last-word").last).to_be_visible()
            wrong += (f"{look}: {fault}" for fault in faults(player.page))
    assert not wrong, "\n".join(wrong)
