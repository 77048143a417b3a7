"""Phones next to a paired big screen show only their player's hand, if the player wishes."""

from playwright.sync_api import expect

from tests.browser import kakapo_player, porter
from tests.browser.fixtures import Newcomer
from tests.browser.player import DESK, PHONE, Player
from tests.browser.quiddler import loose
from tests.browser.screens import LARGE, USUAL, faults, fits, read_in, set_font_sizes
from tests.browser.test_sound import LISTENING

NAMES = ("Ann", "Ben")
LOUD = """
if (location.protocol.startsWith("http")) localStorage["chabudai.sounds"] = "on";
"""
"""Script that turns on sounds."""
FIRST: dict[str, dict[str, int]] = {
    "quiddler": {"first_dealer": 1},
    "kakapo": {},
    "word-bank": {"first_player": 0},
    "word-porters": {"first_player": 0},
}
"""Options by game that let Ann start, if any exist."""


def gather(game: str, ann: Player, ben: Player) -> str:
    """Begin a game whose table is on a big screen. Word Porters has a bot as its third player."""
    options, seats = FIRST[game], 3 if game == "word-porters" else 2
    made = ann.post_table(game=game, name=NAMES[0], seats=seats, bots=[], options=options)
    table: str = made["table"]
    ben.post("/api/join", name=NAMES[1], table=table, secret=made["invite"])
    ann.open(f"/t/{table}")
    pair(ann, table)
    if seats == 3:
        ann.get("add-bot").click()
        expect(ann.page.locator(".chair.bot")).to_have_count(1)
    ann.get("start").click()
    ben.open(f"/t/{table}")
    for each in (ann, ben):
        each.at_table()
    return table


def pair(host: Player, table: str) -> None:
    """Pair a screen with the host's party, but open no page for it."""
    browser = host.context.browser
    assert browser is not None
    screen = browser.new_context()
    shown = screen.request.post(f"{host.base}/api/screens", headers={"Origin": host.base})
    host.post(f"/api/parties/{table}/screens", code=shown.json()["code"])
    screen.close()


def show_own_things(player: Player) -> None:
    """Accept the offer. Then take the focus off every element, so that all keys go to the game."""
    player.get("second-screen-yes").click()
    player.get("alone").wait_for()
    player.page.evaluate("document.activeElement.blur()")


def unpair(host: Player) -> None:
    host.choose("invite")
    host.get("screens-end").click()
    host.close_sheet()


def fitting_phones(come: Newcomer, game: str, *scripts: str) -> tuple[Player, Player]:
    """Two phones that show only their players' hands. These pages fit every phone, in both
    languages and with large text. Afterwards the pages are in English.
    """
    ann, ben = (come(viewport=PHONE, locale="ja-JP", afresh=True) for _ in NAMES)
    for each in (ann, ben):
        each.context.add_init_script("".join(scripts))
    gather(game, ann, ben)
    for each, when in ((ann, "turn"), (ben, "wait")):
        show_own_things(each)
        fits(each, f"{game} next to a big screen, {when}")
        each.page.set_viewport_size(PHONE)
        set_font_sizes(each, LARGE)
        cut = [fault for fault in faults(each.page) if fault.startswith(("cut", "outside", "the"))]
        assert not cut, cut
        set_font_sizes(each, USUAL)
        read_in(each, "en")
    return ann, ben


def expect_hidden(player: Player) -> None:
    """Assert that the page shows only the player's hand, and who moves."""
    expect(player.page.locator(".board")).not_to_be_visible()
    expect(player.page.locator(".chip")).to_have_count(0)
    expect(player.page.locator(".there")).to_contain_text("On the big screen:")


def test_a_turn_of_quiddler_fits_phones_without_sound_and_the_choice_is_remembered(
    come: Newcomer,
) -> None:
    ann, ben = fitting_phones(come, "quiddler", LISTENING, LOUD)
    ben.get("react-clap").click()
    expect(ben.get("react-clap")).to_have_class("sent")
    ann.await_heard("log", "claps")
    ann.page.evaluate("window.struck = []")
    with ann.stepping():
        expect(ann.get("deck")).to_be_visible()
        ann.get("draw-deck").click()
    expect(ann.get("deck")).not_to_be_visible()
    with ann.stepping():
        ann.get("discard-slot").click()
        loose(ann).locator(".card").first.click()
        ann.get("discard").click()
    expect_hidden(ann)
    ben.await_turn()
    expect(ben.get("discard-pile")).to_be_visible()
    assert ann.page.evaluate("window.struck") == []
    assert ben.page.evaluate("[window.struck.length, window.nudged]") == [0, 1]

    expect(ann.get("me")).to_contain_text("Ann")
    expect(ann.get("status")).to_contain_text("Ben is thinking.")
    ann.reload()
    read_in(ann, "en")
    expect_hidden(ann)
    for way, shown in (("rules", ".rulebook"), ("log", ".story-lines li")):
        ann.choose(f"to-{way}")
        expect(ann.get(f"sheet-{way}").locator(shown)).not_to_have_count(0)
        ann.close_sheet()
    ann.get("menu").click()
    ann.get("second-screen").locator("label").first.click()
    ann.close_sheet()
    expect(ann.get("alone")).to_have_count(0)
    expect(ann.page.locator(".board")).to_be_visible()
    expect(ann.get("second-screen-offer")).to_have_count(0)
    unpair(ann)
    expect(ben.get("alone")).to_have_count(0)
    expect(ben.page.locator(".board")).to_be_visible()
    pair(ann, ann.page.url.rpartition("/")[2])
    ben.get("alone").wait_for()
    # A laptop shows the whole table.
    ben.page.set_viewport_size(DESK)
    expect(ben.page.locator(".board")).to_be_visible()
    ben.get("menu").click()
    expect(ben.get("sheet-menu")).to_be_visible()
    expect(ben.get("second-screen")).to_have_count(0)


def say_best(player: Player) -> None:
    """Say the best password with the page's own keys."""
    seq = player.seq
    for letter in player.best().word:
        player.get(f"key-{letter}").click()
    player.can_say()
    player.get("say-it").click()
    player.await_after(seq)


def test_a_turn_of_word_bank_fits_phones_with_the_ring_and_keys(come: Newcomer) -> None:
    ann, ben = fitting_phones(come, "word-bank")
    for mover, other in ((ann, ben), (ben, ann)):
        assert mover.await_turn()
        expect_hidden(other)
        expect(other.get("key-A")).to_have_count(0)
        before = other.page.locator("[data-heap] .stone")
        expect(mover.get("key-A")).to_be_visible()
        say_best(mover)
        other.await_seq(mover.seq)
        expect(before).to_have_count(0)
    expect(ben.page.locator("[data-heap] .stone")).to_have_count(ben.view.stones[1])


def test_a_round_of_word_porters_fits_phones_with_hints_and_ballots(come: Newcomer) -> None:
    ann, ben = fitting_phones(come, "word-porters")
    expect_hidden(ben)
    identity = ben.get("identity")
    word = ben.page.locator(".identity .face")
    expect(word).to_have_count(0)
    identity.click()
    expect(word).to_be_visible()
    porter.reach_votes(ann, ben)
    for each in (ann, ben):
        expect(each.get("ballots")).to_be_visible()
        porter.give_votes(each)
        porter.confirm(each)
    ann.get("ready").wait_for()
    expect(ann.page.locator(".board")).not_to_be_visible()
    ann.get("ready").click()


def must_select(player: Player) -> bool:
    update = player.told[player.seq]
    return update["view"]["phase"]["type"] == "selecting" and player.seat in update["to_act"]


def test_a_round_of_the_kakapo_fits_phones_with_a_board_for_placing_and_no_reactions(
    come: Newcomer,
) -> None:
    ann, ben = fitting_phones(come, "kakapo")
    while not (choosing := [each for each in (ann, ben) if must_select(each)]):
        mover, other = (ann, ben) if ann.seat in ann.told[ann.seq]["to_act"] else (ben, ann)
        mover.await_turn()
        expect_hidden(other)
        expect(mover.page.locator(".field")).not_to_be_visible()
        seq = mover.seq
        mover.page.locator(f'[data-card="{kakapo_player.playable(mover)[-1]}"]').click()
        mover.get("reveal").click()
        for each in (ann, ben):
            each.caught_up(seq + 1)
    mover, seq = choosing[0], choosing[0].seq
    mover.get("select").click()
    expect(mover.page.locator(".field")).to_be_visible()
    mover.get("next-fit").click()
    expect(kakapo_player.ghost(mover)).to_have_attribute("data-legal", "true")
    mover.get("place").click()
    mover.await_after(seq)
    for each in (ann, ben):
        expect(each.page.locator(".own-reactions")).to_have_count(0)
