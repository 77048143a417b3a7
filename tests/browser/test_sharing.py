"""Several players on one device: the curtain hides all cards, and opens only for its player."""

from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.player import PHONE, Player
from tests.browser.quiddler import hand_of, loose
from tests.browser.screens import fits
from tests.browser.serving import Serving
from tests.support.relay import NO_SERVER

ANN, MUM = 0, 1


def share(player: Player, game: str, mum: str = "Mum", **options: object) -> str:
    """Seat Ann and Mum on one device and begin, with the keyboard."""
    table = player.post_table(game=game, name="Ann", seats=2, options=options)["table"]
    player.open(f"/t/{table}")
    press(player, "add-player")
    player.page.keyboard.type(mum)
    player.page.keyboard.press("Enter")
    expect(player.get("chair-1")).to_contain_text(mum)
    press(player, "start")
    return str(table)


def press(player: Player, name: str) -> None:
    player.get(name).focus()
    player.page.keyboard.press("Enter")


def look(player: Player, seat: int) -> None:
    press(player, f"i-am-{seat}")
    player.at_table()
    assert player.seat == seat


def covered(player: Player) -> None:
    """Assert that the page shows the curtain, and neither shows nor names a card of any hand."""
    player.get("curtain").wait_for()
    assert "You" not in player.page.locator("#log").inner_text()
    expect(player.page.locator(".card, .hand-cards")).to_have_count(0)


def test_the_curtain_opens_for_its_own_player_only(own_server: Serving, newcomer: Newcomer) -> None:
    player = newcomer(own_server.base, afresh=True, viewport=PHONE)
    player.excused.extend(NO_SERVER)
    table = share(player, "quiddler", first_dealer=MUM)
    covered(player)
    assert player.count("update") == 0
    expect(player.page.get_by_role("heading")).to_have_text("Pass the device to Ann")
    player.await_heard("now", "Ann, it is your turn.")
    # A held button shows the cards until it is released.
    peek = player.get(f"peek-{MUM}")
    peek.hover()
    player.page.mouse.down()
    player.at_table()
    assert player.seat == MUM
    player.page.mouse.up()
    covered(player)
    peek.focus()
    player.page.keyboard.down("Enter")
    player.at_table()
    player.page.keyboard.up("Enter")
    covered(player)
    look(player, ANN)
    expect(player.get("pass-on")).to_have_text("Close the curtain")
    player.page.evaluate("() => void dispatchEvent(new Event('pagehide'))")
    covered(player)
    look(player, ANN)
    cards = hand_of(player)
    expect(loose(player).locator(".card")).to_have_count(len(cards))
    seen = player.count("update")
    press(player, "pass-on")
    covered(player)
    player.page.reload()  # the page has forgotten the hand, and so has the server
    covered(player)
    player.page.goto(f"{player.base}/")
    player.page.go_back()
    covered(player)
    player.page.goto(f"{player.base}/t/{table}#again")
    covered(player)
    with player.context.expect_page() as opening:
        player.page.evaluate("() => void window.open(location.href)")
    second = opening.value
    second.get_by_test_id("curtain").wait_for()
    expect(second.locator(".card")).to_have_count(0)
    second.close()
    own_server.kill()
    player.get("connection").wait_for()
    own_server.start()
    expect(player.get("connection")).to_have_count(0)
    assert player.count("update") == seen
    press(player, f"i-am-{ANN}")
    player.page.wait_for_function("() => document.querySelector('.hand-cards')")
    assert hand_of(player) == cards
    assert player.count("update") == seen + 1


def test_players_pass_the_device_after_each_turn_until_one_leaves(come: Newcomer) -> None:
    player = come(viewport=PHONE, afresh=True)
    share(player, "quiddler", first_dealer=MUM)
    for seat, other in ((ANN, MUM), (MUM, ANN)):
        covered(player)
        look(player, seat)
        player.await_turn()
        with player.stepping():
            press(player, "draw-deck")
        with player.stepping():
            player.get("discard-slot").click()
            loose(player).locator(".card").first.click()
            press(player, "discard")
        name = ("Ann", "Mum")[other]
        expect(player.get("pass-on")).to_have_text(f"Pass to {name}")
        press(player, "pass-on")
        covered(player)
        expect(player.get(f"i-am-{other}")).to_contain_text(f"I am {name}")
        player.await_heard("now", f"{name}, it is your turn.")
    look(player, ANN)
    for name in ("menu", "leave", "leave-bot"):
        press(player, name)
    covered(player)
    look(player, MUM)


def test_an_open_game_turns_to_the_player_on_turn(come: Newcomer) -> None:
    player = come(afresh=True)
    share(player, "word-bank", first_player=MUM)
    for seat, name in ((MUM, "Mum"), (ANN, "Ann"), (MUM, "Mum")):
        player.page.locator(f'[data-testid=table][data-turn="{seat}"]').wait_for()
        expect(player.page.locator(".bar-note")).to_have_text(f"{name} plays")
        seq = player.seq
        player.pass_turn()
        player.await_after(seq)
    expect(player.get("curtain")).to_have_count(0)


def test_a_player_on_this_device_leaves_the_lobby(come: Newcomer) -> None:
    player = come(afresh=True)
    table = player.post_table(game="kakapo", name="Ann", seats=2)["table"]
    player.open(f"/t/{table}")
    press(player, "add-player")
    player.page.keyboard.type("Mum")
    press(player, "player-save")
    expect(player.get("chair-1")).to_contain_text("on this device")
    press(player, "remove-1")
    expect(player.get("add-player")).to_be_visible()
    expect(player.get("chair-1")).to_have_count(0)
    expect(player.get("my-name")).to_have_value("Ann")


def test_the_curtain_fits_every_screen(come: Newcomer) -> None:
    player = come(locale="ja-JP", afresh=True, viewport=PHONE)
    share(player, "quiddler", first_dealer=MUM, mum="W" * 24)
    covered(player)
    for part in (f"i-am-{MUM}", f"peek-{MUM}"):
        expect(player.get(part)).to_be_in_viewport(ratio=1)
    fits(player, "curtain")
