"""A player of The Kakapo in a browser, with keyboard, mouse or touch."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

import msgspec
from playwright.sync_api import Locator, expect

from chabudai.games.kakapo.components.board import SIDE, normalized
from chabudai.games.kakapo.moves import ask, legal_actions
from chabudai.games.kakapo.questions import Fits, Fitting, Tried, Try
from chabudai.games.kakapo.state import Place, Placing, Revealing, Selecting
from chabudai.games.kakapo.view import View
from tests.browser.gathering import jump, move_on
from tests.browser.player import Player

MOST_STEPS = 200
MOST_TABLES = 10
COLUMNS = "ABCDEFGHIJKL"
BOARD = 25.0
"""Minimum width of a square of the board, in pixels."""
LOW_BOARD = 20.0
"""Minimum width of a square on a phone in landscape."""
Square: TypeAlias = tuple[int, int]


# --- the page


def set_table(player: Player, *bots: str, **options: Any) -> str:
    """Open a table of The Kakapo for the player. The cards are dealt immediately."""
    table = player.order_table("kakapo", *bots, **options)
    player.open(f"/t/{table}")
    return table


def view_of(player: Player) -> View:
    """Return the view that the page shows, from the updates it received."""
    return msgspec.convert(player.told[player.seq]["view"], View)


def seat_of(player: Player) -> int:
    assert player.seat is not None
    return player.seat


def hand_of(player: Player) -> tuple[str, ...]:
    hand = view_of(player).hands[seat_of(player)]
    assert isinstance(hand, tuple)
    return hand


def playable(player: Player) -> tuple[str, ...]:
    """Return the cards that may be revealed, according to the server."""
    return tuple(
        action["card"] for action in player.told[player.seq]["legal"] if action["type"] == "reveal"
    )


def barred(player: Player) -> list[str]:
    """Return the cards in hand that must not be revealed now."""
    return sorted(set(hand_of(player)) - set(playable(player)))


def ghost(player: Player) -> Locator:
    return player.get("ghost")


def squares(player: Player) -> frozenset[Square]:
    """Return the squares that the draft piece covers on the page."""
    return squares_named(ghost(player).get_attribute("data-squares") or "")


def squares_named(names: str) -> frozenset[Square]:
    return frozenset((int(name[1:]) - 1, COLUMNS.index(name[0])) for name in names.split())


def name_of(square: Square) -> str:
    row, column = square
    return f"{COLUMNS[column]}{row + 1}"


def square_button(player: Player, square: Square) -> Locator:
    return player.page.locator(f'[data-square="{name_of(square)}"]')


def narrow(player: Player) -> Iterator[str]:
    """Yield a fault if the squares of the board are too small to tap. Landscape phones have a lower
    limit, because buttons can also move pieces there.
    """
    square = player.page.locator(".field .square").first
    area = square.bounding_box() if square.count() else None
    low = player.page.evaluate("innerHeight < 400")
    if area and min(area["width"], area["height"]) < (LOW_BOARD if low else BOARD) - 0.05:
        yield f"a square is {area['width']:.1f} by {area['height']:.1f} px"


# --- strategy


def worth(answer: Tried) -> int:
    """Return a score: 1 for each edge facing the right colour, -3 for each facing a wrong one."""
    edges = [facing for bird in answer.edges for facing in bird]
    return edges.count("right") - 3 * edges.count("wrong")


def best_place(view: View, seat: int) -> Tried:
    """Return the legal place with the highest `worth`."""
    answers: list[Tried] = []
    for action in legal_actions(view, seat):
        if isinstance(action, Place):
            answer = ask(
                view, seat, Try(action.piece, action.orientation, action.row, action.column)
            )
            assert isinstance(answer, Tried)
            answers.append(answer)
    return max(answers, key=worth)


# --- actions


def bring(player: Player, goal: Iterable[Square]) -> None:
    """Turn, flip and move the piece with the keyboard until it covers these squares."""
    wanted = frozenset(goal)
    press = player.page.keyboard.press
    expect(ghost(player)).to_be_attached()
    for key in "RRRFRRRR":
        if normalized(squares(player)) == normalized(wanted):
            break
        press(key)
    assert normalized(squares(player)) == normalized(wanted)
    down, right = (
        min(square[line] for square in wanted) - min(square[line] for square in squares(player))
        for line in (0, 1)
    )
    for _ in range(abs(down)):
        press("ArrowDown" if down > 0 else "ArrowUp")
    for _ in range(abs(right)):
        press("ArrowRight" if right > 0 else "ArrowLeft")
    assert squares(player) == wanted


def reveal(player: Player, card: str) -> None:
    """Raise a card by its number and play it, with the keyboard."""
    seq = player.seq
    raised = player.page.locator('.card[aria-pressed="true"]')
    for _ in hand_of(player):
        if raised.count() and raised.get_attribute("data-card") == card:
            break
        player.page.keyboard.press(card[1])
    expect(raised).to_have_attribute("data-card", card)
    player.page.keyboard.press("Enter")
    player.await_after(seq)


def reveal_by_hand(player: Player, card: str) -> None:
    """Tap a card, then the button that plays it."""
    with player.stepping():
        player.page.locator(f'.card[data-card="{card}"]').click()
        player.get("reveal").click()


def select(player: Player) -> None:
    """Confirm the picked selection with the keyboard. Its pieces can then be tried on the board. A
    selection is final if it has no piece, or if its piece fits nowhere.
    """
    seq = player.seq
    expect(player.get("select")).to_have_attribute("aria-disabled", "false")
    picked = player.page.locator('.tile[aria-checked="true"]')
    tried = picked.get_attribute("data-pieces") and not picked.locator(".tile-stuck").count()
    player.page.keyboard.press("Enter")
    if tried:
        expect(ghost(player)).to_be_attached()
    else:
        player.await_after(seq)


def on_trial(player: Player) -> bool:
    """Whether the player is trying a piece on the board and may still choose another skill."""
    return player.get("take-back").count() > 0


def is_taken_back(player: Player) -> None:
    """Take the piece back with the Escape key. Then select it again, and take it back with the
    button.
    """
    player.page.keyboard.press("Escape")
    expect(ghost(player)).to_have_count(0)
    select(player)
    player.get("take-back").click()
    expect(ghost(player)).to_have_count(0)


def place(player: Player) -> None:
    """Place the piece in its best position, with the keyboard."""
    steps = 2 if on_trial(player) else 1
    expect(ghost(player)).to_be_attached()
    piece = ghost(player).get_attribute("data-piece") or ""
    fits = ask(view_of(player), seat_of(player), Fits(piece))
    assert isinstance(fits, Fitting)
    way, anchor = fits.places[0]
    row, column = divmod(anchor, SIDE)
    bring(player, {(row + down, column + right) for down, right in fits.ways[way].cells})
    lay(player, steps)


def lay(player: Player, steps: int) -> None:
    """Place the piece with the keyboard. If the selection is not final yet, this also sends it."""
    seq = player.seq
    expect(ghost(player)).to_have_attribute("data-legal", "true")
    player.page.keyboard.press("Enter")
    player.caught_up(seq + steps)


def step(player: Player) -> None:
    phase = view_of(player).phase
    match phase:
        case Revealing():
            reveal(player, playable(player)[-1])
        case Selecting() if not on_trial(player):
            select(player)
        case Selecting() | Placing():
            place(player)
        case _:
            raise AssertionError(phase)


def move(player: Player) -> None:
    """Make the next move with the keyboard. If that only tries a piece on the board, also place the
    piece.
    """
    step(player)
    if on_trial(player):
        step(player)


def play_on(player: Player) -> None:
    for _ in range(MOST_STEPS):
        if not player.await_turn():
            return
        step(player)
    raise AssertionError(f"not over after {MOST_STEPS} steps")


def rush(player: Player, table: str) -> None:
    """Always make the first legal move, without the page, until the mission ends. Then wait until
    the page shows the end.
    """
    jump(player, table)
    player.get("end-table").wait_for()


def table_where(
    player: Player,
    phase: type[Revealing] | type[Selecting] | type[Placing],
    also: Callable[[Player], bool] = lambda _: True,
    mission: object = 20,
) -> None:
    """Open a table with a bot and a hard mission, and play without the page until it is the
    player's turn in `phase` and `also` holds.
    """
    there = f"view.phase.type === '{phase.__struct_config__.tag}'"
    for _ in range(MOST_TABLES):
        table = player.order_table("kakapo", "easy", mission=mission)
        jump(player, table, there)
        while player.await_turn():
            if also(player):
                return
            move(player)
            move_on(player, table, there)
    raise AssertionError(f"not there at {MOST_TABLES} tables")


def onto(player: Player, square: Square) -> None:
    """Move the piece with the keyboard until it covers this square."""
    row, column = min(squares(player))
    for _ in range(abs(square[0] - row)):
        player.page.keyboard.press("ArrowDown" if square[0] > row else "ArrowUp")
    for _ in range(abs(square[1] - column)):
        player.page.keyboard.press("ArrowRight" if square[1] > column else "ArrowLeft")
    assert square in squares(player)


def drag(player: Player, square: Square) -> None:
    """Drag the piece by one of its squares until it covers `square`."""
    mouse = player.page.mouse
    mouse.move(*middle_of(player, min(squares(player))))
    mouse.down()
    mouse.move(*middle_of(player, square), steps=3)
    mouse.up()


def middle_of(player: Player, square: Square) -> tuple[float, float]:
    box = square_button(player, square).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def reveal_refused(player: Player, card: str) -> None:
    """Try to play a card that cannot be played now. The card must not appear on the table."""
    player.page.locator(f'.card[data-card="{card}"]').click()
    expect(player.get("rule")).to_contain_text("KK-17")
    expect(player.get("reveal")).to_have_attribute("aria-disabled", "true")
    player.get("reveal").click(force=True)
    player.page.keyboard.press("Enter")
    expect(player.page.locator(".status.warn")).to_be_visible()
    expect(player.page.locator(".slots .next .guide")).to_have_count(0)


SUITS = {"P": "purple", "O": "orange", "B": "blue", "G": "green", "Y": "yellow"}


def spoken(card: str) -> re.Pattern[str]:
    """Return the start of a card's accessible name."""
    return re.compile(rf"^{SUITS[card[0]]} {card[1]}\b")
