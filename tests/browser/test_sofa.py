"""A family on a sofa plays all four games: two on a laptop, two phones, and a paired television."""

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.player import PHONE, Player
from tests.browser.serving import Serving
from tests.browser.test_evening import ALARMS, NAMED
from tests.browser.test_pairing import code_on, television, type_code
from tests.browser.test_second_screen import show_own_things
from tests.browser.test_sharing import covered, press
from tests.browser.test_talk import react
from tools.fast_forward import moves_until

GAMES = ("word-bank", "quiddler", "word-porters", "kakapo")
NAMES = ("Ann", "Mum", "Ben", "ちえ")


class Sofa:
    """A family's devices. The television shows the family's party. Ann and Mum use the laptop."""

    def __init__(self, serving: Serving, newcomer: Newcomer) -> None:
        self.tv = television(newcomer, serving.base)
        self.laptop = self.person(newcomer, serving, "Ann")
        self.ben = self.person(newcomer, serving, "Ben", viewport=PHONE)
        self.chie = self.person(newcomer, serving, "ちえ", viewport=PHONE, locale="ja-JP")
        self.people = [self.laptop, self.ben, self.chie]

    def person(self, newcomer: Newcomer, serving: Serving, name: str, **wishes: object) -> Player:
        player = newcomer(serving.base, afresh=True, **wishes)
        player.context.add_init_script(NAMED % name)
        player.excused += ["status of 403", "status of 409"]
        return player

    def gather(self) -> None:
        """Ann opens a table, Mum sits down next to her, and the phones type the code shown."""
        self.laptop.open_lobby(GAMES[0])
        press(self.laptop, "add-player")
        self.laptop.page.keyboard.type("Mum")
        press(self.laptop, "player-save")
        expect(self.laptop.get("chair-1")).to_contain_text("on this device")
        self.laptop.get("big-screen").click()
        type_code(self.laptop, code_on(self.tv))
        expect(self.laptop.get("screens-shown")).to_be_visible()
        self.laptop.close_sheet()
        for phone in (self.ben, self.chie):
            phone.enter_code(self.tv.get("code").inner_text())
            phone.get("lobby").wait_for()

    def begin(self, game: str) -> None:
        if game == "quiddler":  # else no round would end
            self.laptop.open_details()
            self.laptop.get("option-turn_cap").locator("label").nth(1).click()
        self.laptop.get("start").click()
        for phone in (self.ben, self.chie):
            phone.at_table()
        self.tv.page.locator(f"[data-testid=table][data-game={game}]").wait_for()
        expect(self.tv.page.locator(".chip")).to_have_count(len(NAMES))
        for name in NAMES:
            expect(self.tv.page.locator(".chip", has_text=name)).to_have_count(1)

    def laugh(self) -> None:
        """Ben laughs, and the television shows it."""
        react(self.ben, "laugh")
        expect(self.tv.get(f"risen-{self.ben.seat}")).to_be_visible()

    def look(self) -> None:
        """One of the two on the laptop opens the curtain, and closes it again."""
        self.laptop.page.locator("[data-testid^=i-am-]").first.click()
        self.laptop.at_table()
        press(self.laptop, "pass-on")
        covered(self.laptop)

    def play_to_the_end(self) -> None:
        """Make all remaining moves on all devices."""
        table = self.laptop.page.url.rpartition("/")[2]
        script = moves_until("false")
        for each in self.people:
            each.page.evaluate(f"(table) => {{ window.moved = ({script})(table); }}", table)
        for each in self.people:
            each.page.evaluate("window.moved")
        for device in (self.tv, self.ben, self.chie):
            expect(device.table).to_have_attribute("data-over", "true")
            expect(device.page.locator(ALARMS)).to_have_count(0)

    def call_to(self, game: str) -> None:
        """Mum chooses the next game, and all devices go there."""
        if self.laptop.get("curtain").is_visible():
            self.laptop.page.locator("[data-testid^=i-am-]").last.click()
        self.laptop.get("another-game").click()
        self.laptop.get(f"play-{game}").click()
        for each in (*self.people, self.tv):
            each.page.locator("[data-testid=lobby]").wait_for()


@pytest.mark.nightly
def test_a_family_plays_all_games_on_a_laptop_two_phones_and_a_television(
    own_server: Serving, newcomer: Newcomer
) -> None:
    sofa = Sofa(own_server, newcomer)
    sofa.gather()
    for number, game in enumerate(GAMES):
        if number:
            sofa.call_to(game)
        sofa.begin(game)
        if game == "word-bank":
            sofa.laugh()
            show_own_things(sofa.chie)
        else:
            sofa.look()
        sofa.play_to_the_end()
    sofa.laptop.page.locator("[data-testid^=i-am-]").first.click()
    sofa.laptop.get("another-game").click()
    played = sofa.laptop.page.locator(".played-list li")
    expect(played).to_have_count(len(GAMES))
