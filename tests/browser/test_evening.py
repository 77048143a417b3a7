"""Five people play all four games one after the other through one link, despite interruptions."""

from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.fixtures import Newcomer
from tests.browser.gathering import move
from tests.browser.player import PHONE, Player
from tests.browser.serving import Serving
from tests.browser.test_refusing_browsers import ANDROID, refuse_cookies
from tests.support.relay import NO_SERVER
from tools.fast_forward import moves_until

TABLET: ViewportSize = {"width": 768, "height": 1024}
NAMED = """
if (location.protocol.startsWith("http")) localStorage["chabudai.name"] ??= "%s";
"""
"""Script that gives this browser's player a chosen name."""
ALARMS = "[role=alert]:not(:empty), [data-testid=message], .trouble:not(.reach)"
"""Elements that report an error."""
TITLES = ("The Kakapo", "Word Porters", "Quiddler", "Word Bank")
"""The games of the evening, the latest first."""
GO_ON = f"(table) => {{ void ({moves_until('false')})(table); }}"
"""Script that makes every move of a page's player in the background."""


class Evening:
    """The people of a party, its link, and the wins that the end of each game announces."""

    def __init__(self, serving: Serving, newcomer: Newcomer) -> None:
        self.serving = serving
        self.wins: Counter[str] = Counter()
        self.minutes = 0
        self.ann = self.person(newcomer, "Ann")
        self.ben = self.person(newcomer, "Ben", viewport=PHONE)
        self.chie = self.person(newcomer, "ちえ", viewport=PHONE, locale="ja-JP")
        self.dan = self.person(newcomer, "Dan", viewport=PHONE)
        self.eve = self.person(newcomer, "Eve", viewport=TABLET)
        self.people = [self.ann, self.ben, self.chie, self.dan, self.eve]
        self.ann.open_lobby("word-bank")
        self.link = self.ann.get("invite-link").input_value()

    def person(self, newcomer: Newcomer, name: str, **wishes: Any) -> Player:
        player = newcomer(self.serving.base, afresh=True, **wishes)
        player.context.add_init_script(NAMED % name)
        player.excused += [*NO_SERVER, "status of 409"]  # a lost server, a table without free seats
        return player

    @property
    def others(self) -> list[Player]:
        """Everyone but the host."""
        return self.people[1:]

    @property
    def table(self) -> str:
        return self.ann.page.url.rpartition("/")[2]

    def begin(self, *names: str) -> None:
        """Start the game once everyone is in the lobby, in any order of seats."""
        for each in self.people:
            expect(each.page.locator(".chair.guest")).to_have_count(len(self.people))
        assert set(self.names()) == set(names)
        self.is_calm()
        self.ann.begin(*self.others)

    def names(self) -> list[str]:
        """Return the players' names by seat."""
        return [chair["name"] for chair in self.chairs()]

    def chairs(self) -> list[dict[str, Any]]:
        """Return the seats of the current table."""
        lobbies = [each for each in self.ann.messages if each["type"] == "lobby"]
        chairs: list[dict[str, Any]] = lobbies[-1]["chairs"]
        return chairs

    def is_calm(self) -> None:
        """Assert that no page shows an error."""
        for each in self.people:
            expect(each.page.locator(ALARMS)).to_have_count(0)

    def let_pass(self, minutes: int) -> None:
        self.minutes += minutes
        self.serving.let_pass(self.minutes)

    def play_to_the_end(self) -> None:
        """Make all remaining moves, and count the winners that the last message names, except one
        who has left.
        """
        move(self.people, self.table, "false")
        for each in self.people:
            expect(each.table).to_have_attribute("data-over", "true")
        self.is_calm()
        steps = [step for each in self.ann.told.values() for step in each["news"]]
        events = [event for step in steps for event in step["events"]]
        winners = next(event["outcome"]["winners"] for event in events[::-1] if "outcome" in event)
        if 0 < len(winners) < len(self.names()):  # not together
            won = [self.chairs()[seat] for seat in winners]
            self.wins.update(chair["name"] for chair in won if not chair["left"])

    def call_to(self, game: str, caller: Player) -> None:
        """Choose the next game on the party's page. The others' pages show the end of the last
        game, then switch to the next one.
        """
        caller.get("another-game").click()
        caller.get(f"play-{game}").click()
        self.ann.told.clear()
        for each in self.people:
            each.get("lobby").wait_for()
        assert len({each.page.url for each in self.people}) == 1

    def score(self) -> dict[str, int]:
        """Return tonight's score on the party's page."""
        self.ann.get("another-game").click()
        told = self.ann.get("score").inner_text().replace("\u00a0", " ")
        named = [each.rpartition(" ") for each in told.removeprefix("Tonight: ").split(" · ")]
        return {name: int(wins) for name, _, wins in named}


@pytest.mark.nightly
def test_five_people_play_all_games_by_one_link(own_server: Serving, newcomer: Newcomer) -> None:
    evening = Evening(own_server, newcomer)
    meet(evening, newcomer)
    evening.begin("Ann", "Ben", "ちえ", "Dan", "Eve")
    leave_for_good(evening)
    evening.play_to_the_end()

    evening.call_to("quiddler", evening.ann)
    evening.ann.open_details()
    evening.ann.get("option-turn_cap").locator("label").nth(1).click()  # else no round would end
    evening.begin("Ann", "Ben", "ちえ", "Eve")
    doze(evening)
    evening.play_to_the_end()

    evening.call_to("word-porters", evening.chie)
    evening.begin("Ann", "Ben", "ちえ", "Eve")
    lose_the_cookie(evening)
    evening.play_to_the_end()

    evening.call_to("kakapo", evening.eve)
    evening.begin("Ann", "Ben", "ちえ", "Eve")
    return_after_a_kill(evening)
    evening.play_to_the_end()

    assert {name: wins for name, wins in evening.score().items() if wins} == evening.wins
    assert sum(evening.wins.values()) > 1
    played = evening.ann.page.locator(".played-list li").all_inner_texts()
    assert [text.split("\n")[1] for text in played] == [*TITLES]


def meet(evening: Evening, newcomer: Newcomer) -> None:
    """Everyone opens the same link, one of them first in a browser that refuses cookies."""
    inside = newcomer(evening.serving.base, asked=True, viewport=PHONE, user_agent=ANDROID)
    refuse_cookies(inside)
    inside.page.goto(evening.link)
    expect(inside.get("no-cookies")).to_contain_text("This browser blocks cookies")
    assert inside.get("this-link").input_value() == evening.link
    for each in evening.others:
        each.open(evening.link)
        each.get("lobby").wait_for()


def leave_for_good(evening: Evening) -> None:
    """Dan leaves in the first game, and a bot plays for him."""
    evening.dan.get("menu").click()
    evening.dan.get("leave").click()
    evening.dan.get("leave-bot").click()
    evening.dan.get("join-code").wait_for()
    evening.people.remove(evening.dan)
    evening.ann.hurry_bots()


def doze(evening: Evening) -> None:
    """Eve does not move. She is nudged, and then the others let a bot make her move."""
    ann, ben, chie, eve = evening.people
    for each in (ann, ben, chie):
        each.page.evaluate(GO_ON, evening.table)
    ann.page.locator(f'[data-testid=table][data-turn="{eve.seat}"]').wait_for(state="attached")
    evening.let_pass(minutes=4)
    ann.reload()
    ann.get(f"nudge-{eve.seat}").click()
    expect(eve.get("nudged")).to_contain_text("Ann asks: are you there?")
    ann.get(f"move-for-{eve.seat}").click()
    for each in (ben, chie):
        each.get("agree").click()
    expect(eve.get("sheet-meanwhile")).to_be_visible()
    eve.close_sheet()
    expect(eve.get("nudged")).to_have_count(0)


def lose_the_cookie(evening: Evening) -> None:
    """Ben's browser loses its cookie. He opens the link again and says who he is."""
    seat, ben = evening.ben.seat, evening.ben
    ben.page.goto("about:blank")
    ben.context.clear_cookies()
    evening.let_pass(minutes=1)
    ben.open(evening.link)
    ben.get(f"claim-{seat}").click()
    evening.ann.get("agree").click()
    expect(ben.get("claim")).to_have_count(0)
    ben.page.locator(".chip").first.wait_for()
    assert ben.seat == seat


def return_after_a_kill(evening: Evening) -> None:
    """The server is killed while one phone is off. The phone returns through the link."""
    seat = evening.chie.seat
    evening.chie.page.goto("about:blank")
    evening.serving.kill()
    evening.ann.get("connection").wait_for()
    evening.serving.start()
    evening.chie.open(evening.link)
    for each in evening.people:
        each.at_table()
        expect(each.get("connection")).to_have_count(0)
    assert evening.chie.seat == seat
