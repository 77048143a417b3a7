"""A player who uses only the accessibility tree, like a screen reader: roles, names and states.

Nothing here reads a CSS class, a test id or the DOM.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import CDPSession, Locator, expect

from chabudai.words import lexicon
from tests.browser.player import Player

MOST_STEPS = 150


@dataclass(frozen=True)
class Node:
    """A node of the browser's accessibility tree."""

    role: str
    name: str
    state: dict[str, Any] = field(default_factory=dict[str, Any])

    @property
    def barred(self) -> bool:
        return bool(self.state.get("disabled"))


class Listener:
    """Reads the accessibility tree and presses elements in it."""

    def __init__(self, player: Player) -> None:
        self.page = player.page
        self.cdp: CDPSession = player.context.new_cdp_session(player.page)
        self.refused: list[str] = []
        """Texts of the status after each refused attempt."""

    def tree(self) -> list[Node]:
        nodes = self.cdp.send("Accessibility.getFullAXTree")["nodes"]
        return [
            Node(
                role=node["role"]["value"],
                name=node.get("name", {}).get("value", ""),
                state={
                    each["name"]: each["value"].get("value") for each in node.get("properties", [])
                },
            )
            for node in nodes
            if not node["ignored"]
        ]

    def named(self, role: str, pattern: str) -> list[Node]:
        """Return the nodes with this role and a name that matches, in page order."""
        wanted = re.compile(pattern)
        return [each for each in self.tree() if each.role == role and wanted.fullmatch(each.name)]

    def button(self, pattern: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(f"^{pattern}$")).first

    def press(self, role: Any, name: str) -> None:
        self.page.get_by_role(role, name=name, exact=True).first.click()

    def status(self) -> Locator:
        return self.page.get_by_role("group", name="Game status")

    def over(self) -> bool:
        return self.button("The same again").count() > 0

    def called(self, *prompts: str) -> bool:
        """Wait until the status matches a pattern (True), or the game is over (False)."""
        asked = self.status().filter(has_text=re.compile("|".join(prompts)))
        expect(asked.or_(self.button("The same again")).first).to_be_visible()
        return not self.over()

    def moves_on(self, before: str) -> None:
        expect(self.status()).not_to_have_text(before)

    def log(self) -> Locator:
        return self.page.get_by_role("region", name="What happened")

    @contextmanager
    def told(self) -> Iterator[None]:
        """Act, and wait until the log reports it."""
        before = self.log().text_content() or ""
        yield
        expect(self.log()).not_to_have_text(before)


# --- Word Bank


SAFE = r"([A-Z]), (?:(\d) spaces, all free|(\d) of (\d) spaces taken).*"


def say_words(ear: Listener) -> None:
    """Play Word Bank: try words until one is valid. Those with most of the letters are first."""
    used: set[str] = set()
    for _ in range(MOST_STEPS):
        if not ear.called("^Your turn"):
            return
        letters = [found[1] for found in safes(ear)]
        for word in candidates(letters, used):
            used.add(word)
            field = ear.page.get_by_role("textbox", name="Your word")
            field.fill(word)
            expect(ear.status()).to_contain_text(word)
            expect(ear.status()).not_to_have_text(re.compile("…"))
            if any(not each.barred for each in ear.named("button", "Say it")):
                with ear.told():
                    ear.press("button", "Say it")
                break
    raise AssertionError("the game has no end")


def safes(ear: Listener) -> Iterator[re.Match[str]]:
    for each in ear.named("button", SAFE):
        found = re.fullmatch(SAFE, each.name)
        assert found
        yield found


def candidates(letters: list[str], used: set[str]) -> list[str]:
    """Return everyday words whose first letter is in the circle, starting with those that use most
    of its letters.
    """
    known = [
        word
        for word in lexicon("casual").words()
        if 4 <= len(word) <= 9 and word[0] in letters and word not in used
    ]
    return sorted(known, key=lambda word: -len(set(word) & set(letters)))


# --- Quiddler


CARD = r"[A-Z]{1,2}, \d+ points"


def discard(ear: Listener) -> None:
    """Play Quiddler until the end: draw, discard the most valuable card, and continue to the next
    round.
    """
    for _ in range(MOST_STEPS):
        if not ear.called("^Your (last )?turn", "^Challenge", "^Build", "^Discard", "^Last turn"):
            return
        if ear.page.get_by_role("dialog").count():
            ear.page.get_by_role("dialog").get_by_role("button").last.click()
            continue
        if ear.button("Draw a card").count():
            with ear.told():
                ear.press("button", "Draw a card")
        elif ear.button("(Next round|To the result).*").count():
            before = ear.status().inner_text()
            ear.button("(Next round|To the result).*").click()
            ear.moves_on(before)
        else:
            expect(ear.button(CARD)).to_be_visible()
            cards = ear.named("button", CARD)
            dearest = max(cards, key=lambda card: int(card.name.split()[1]))
            ear.press("button", dearest.name)
            with ear.told():
                ear.button("(Discard [A-Z]|Lay nothing).*").click()
    raise AssertionError("the game has no end")


# --- The Kakapo


def scan(ear: Listener) -> None:
    """Play a mission of The Kakapo: any legal card, its piece, and the next place that fits."""
    for _ in range(MOST_STEPS):
        asked = "^Your turn", "^Place", "^The goal", "Take its piece", "Its piece is", "^There"
        if not ear.called(*asked):
            return
        if ear.button("Next spot.*").count():
            ear.button("Next spot.*").click()
            with ear.told():
                ear.press("button", "Place")
        elif ear.named("radio", ".*"):
            # The piece can be tried on the board before the selection is sent.
            before = ear.status().inner_text()
            ear.button("Take .*").click()
            ear.moves_on(before)
        else:
            card = ear.named("button", r"(purple|orange|blue|green|yellow) \d")[0]
            ear.press("button", card.name)
            with ear.told():
                ear.press("button", f"Play {card.name}")
    raise AssertionError("the mission has no end")


# --- Word Porters


def carry(ear: Listener) -> None:
    """Play Word Porters: put porters on any free hint, and vote with any numbers."""
    for _ in range(MOST_STEPS):
        if not ear.called("^Your turn", "^Which word is", "^You gained", "^The round is scored"):
            return
        before = ear.status().inner_text()
        if ear.button("On to round.*").count():
            ear.button("On to round.*").click()
        elif ear.button("(Hand in my votes|Guess them all).*").count():
            vote(ear)
        else:
            with ear.told():
                put(ear)
            continue
        ear.moves_on(before)
    raise AssertionError("the game has no end")


def put(ear: Listener) -> None:
    """Try the hint words that are not disabled until one is free, and put a porter on it."""
    hints = [each for each in ear.named("button", r"[^.,]+\..*") if "pressed" in each.state]
    for hint in hints:
        if hint.barred:
            continue
        # It may become disabled while it is pressed.
        ear.page.get_by_role("button", name=hint.name, exact=True).first.click(force=True)
        expect(ear.status()).not_to_have_text(re.compile("^Your turn"))
        ready = [each for each in ear.named("button", "Put .*") if not each.barred]
        if ready:
            ear.button("Put .*").click()
            return
        ear.refused.append(ear.status().inner_text())
    raise AssertionError("there is no free hint")


def vote(ear: Listener) -> None:
    """Give every other player a different number."""
    for at, name in enumerate(others(ear)):
        number = ear.named("button", rf"{at + 1}, .*, for {re.escape(name)}\..*")[0]
        ear.press("button", number.name)
    ear.button("Hand in my votes.*").click()


def others(ear: Listener) -> list[str]:
    """Return the names of the players to vote on, in page order."""
    found = [
        re.fullmatch(r"The word of (.*)", each.name)
        for each in ear.named("group", "The word of .*")
    ]
    return [each[1] for each in found if each]
