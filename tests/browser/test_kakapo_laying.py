"""Placing The Kakapo's pieces with the mouse, by clicks and drags."""

from collections.abc import Iterator
from itertools import permutations

import pytest
from playwright.sync_api import expect

from chabudai.games.kakapo.components.board import SIDE, normalized
from chabudai.games.kakapo.moves import ask
from chabudai.games.kakapo.questions import Fits, Fitting, Tried, Try, Way
from chabudai.games.kakapo.state import Placing
from tests.browser import kakapo_player as kakapo
from tests.browser.kakapo_player import Square, ghost, squares
from tests.browser.player import Player

FAR_APART: tuple[Square, ...] = ((0, 0), (11, 11), (5, 4), (11, 0), (4, 6), (0, 11), (6, 5))
"""Squares ordered so that no piece covers two consecutive ones."""


def placing_a_large_piece(player: Player) -> bool:
    phase = kakapo.view_of(player).phase
    return isinstance(phase, Placing) and min(int(piece[1]) for piece in phase.pieces) >= 4


def fitting(player: Player) -> Fitting:
    """Return the draft piece's orientations and, for each, the places where it fits."""
    piece = ghost(player).get_attribute("data-piece")
    assert piece
    answer = ask(kakapo.view_of(player), kakapo.seat_of(player), Fits(piece))
    assert isinstance(answer, Fitting)
    return answer


def way_now(player: Player, fits: Fitting) -> Way:
    """Return the orientation of the draft piece."""
    return next(way for way in fits.ways if normalized(way.cells) == normalized(squares(player)))


def anchors(fits: Fitting, way: Way) -> frozenset[int]:
    """Return the anchors where the piece fits in this orientation."""
    return frozenset(anchor for at, anchor in fits.places if at == way.orientation)


def covering(way: Way, square: Square) -> Iterator[int]:
    """Yield anchors where the piece, in this orientation, covers the square and is on the board."""
    for anchor in range(SIDE * SIDE):
        top, left = divmod(anchor, SIDE)
        cells = [(top + row, left + column) for row, column in way.cells]
        if square in cells and all(max(cell) < SIDE for cell in cells):
            yield anchor


def test_a_click_on_a_square_moves_the_piece_there_and_fits_it_in(player: Player) -> None:
    kakapo.table_where(player, Placing, placing_a_large_piece)
    expect(ghost(player)).to_be_attached()
    every = fitting(player)
    for key in "RFRR":
        player.page.keyboard.press(key)
        way = way_now(player, every)
        for square in FAR_APART:
            assert square not in squares(player)
            kakapo.square_button(player, square).click()
            over = set(covering(way, square))
            assert (square in squares(player)) == bool(over)
            if over:
                fits = str(bool(over & anchors(every, way))).lower()
                expect(ghost(player)).to_have_attribute("data-legal", fits)


def gained(player: Player, place: int = 0) -> list[str]:
    """Return the status text about each bird's progress at a place, by default the best one."""
    view = kakapo.view_of(player)
    assert isinstance(view.phase, Placing)
    fits = ask(view, 0, Fits(view.phase.pieces[0]))
    assert isinstance(fits, Fitting)
    way, anchor = fits.places[place]
    tried = ask(view, 0, Try(fits.piece, way, *divmod(anchor, SIDE)))
    assert isinstance(tried, Tried)
    return [
        f", bird {bird}: {after.count('right')} of {len(after)} edges"
        for bird, (before, after) in enumerate(zip(view.edges, tried.edges, strict=True), 1)
        if after.count("right") > before.count("right")
    ]


def test_a_piece_is_dragged_and_dropped_with_the_mouse(player: Player) -> None:
    kakapo.table_where(player, Placing, lambda player: bool(gained(player)))
    expect(ghost(player)).to_be_attached()
    before = kakapo.squares(player)
    start = kakapo.square_button(player, min(before)).bounding_box()
    assert start
    x, y, unit = start["x"] + 5, start["y"] + 5, start["width"]
    player.page.mouse.move(x, y)
    player.page.mouse.down()
    player.page.mouse.move(x - 2 * unit, y + unit, steps=4)
    player.page.mouse.up()
    assert kakapo.squares(player) == {(row + 1, column - 2) for row, column in before}
    seq, every = player.seq, fitting(player)
    best, second = (
        [(top + row, left + column) for row, column in every.ways[way].cells]
        for way, (top, left) in ((way, divmod(anchor, SIDE)) for way, anchor in every.places[:2])
    )
    for keys, wanted in (("G", best), ("G", second), ("Shift+G", best), ("R G", best)):
        for key in keys.split():
            player.page.keyboard.press(key)
        assert squares(player) == frozenset(wanted)
    expect(player.get("status")).to_contain_text(f"{''.join(gained(player))} (place 1 of")
    bare = next(at for at in range(len(every.places)) if not gained(player, at))
    way, anchor = every.places[bare]
    top, left = divmod(anchor, SIDE)
    kakapo.bring(player, {(top + row, left + column) for row, column in every.ways[way].cells})
    expect(player.get("status")).to_contain_text("no new edge of a bird")
    expect(ghost(player)).to_have_attribute("data-legal", "true")
    kakapo.square_button(player, min(kakapo.squares(player))).dblclick()
    player.await_after(seq)


def test_enter_on_a_square_moves_the_piece_there_and_a_second_one_places_it(player: Player) -> None:
    kakapo.table_where(player, Placing, placing_a_large_piece)
    expect(ghost(player)).to_be_attached()
    seq, press = player.seq, player.page.keyboard.press
    every = fitting(player)
    way = way_now(player, every)
    free = {divmod(anchor, SIDE) for anchor in anchors(every, way)}
    square = next(
        (top + row, left + column)
        for top, left in sorted(free)
        for row, column in way.cells
        if (top + row, left + column) not in squares(player)
    )
    kakapo.square_button(player, square).focus()
    press("Enter")
    assert square in squares(player)
    expect(ghost(player)).to_have_attribute("data-legal", "true")
    # After a change, the next Enter does not place the piece, and the focus moves with it.
    for arrow, back in (("ArrowDown", "ArrowUp"), ("ArrowRight", "ArrowLeft")):
        press(arrow)
        expect(player.page.locator(".square:focus")).to_have_count(1)
        assert focused(player) in squares(player)
        press(back)
        assert focused(player) in squares(player)
    kakapo.square_button(player, square).focus()
    press("R")
    press("Enter")
    press("G")
    laid = squares(player)
    kakapo.square_button(player, min(laid)).focus()
    press("Enter")
    expect(ghost(player)).to_have_attribute("data-legal", "true")
    assert (squares(player), player.seq) == (laid, seq)
    press("Enter")
    player.await_after(seq)
    board = kakapo.view_of(player).board
    assert laid in [frozenset(divmod(cell, SIDE) for cell in piece.cells) for piece in board]


def tap(player: Player, square: Square) -> None:
    kakapo.square_button(player, square).click()


def nudge(player: Player, square: Square) -> None:
    """Move the piece with the arrow keys, while the board has the focus."""
    kakapo.square_button(player, min(squares(player))).focus()
    kakapo.onto(player, square)


def press_buttons(player: Player, square: Square) -> None:
    """Move the piece with the buttons of the pad."""
    row, column = min(squares(player))
    down, right = square[0] - row, square[1] - column
    for button, count in (("up", -down), ("down", down), ("left", -right), ("right", right)):
        for _ in range(count):
            player.get(f"nudge-{button}").click()


WAYS = (kakapo.drag, tap, nudge, press_buttons)


TAP_WHILE_SENT = """
async (tapped) => {
  const ghost = () => document.querySelector("[data-testid=ghost]");
  const button = document.querySelector(`[data-square=${tapped}]`);
  const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true });
  button.closest(".board").dispatchEvent(enter);
  await null;
  const sent = ghost().classList.contains("sent");
  const { left, top } = button.getBoundingClientRect();
  const tap = { clientX: left + 5, clientY: top + 5, bubbles: true };
  for (const type of ["pointerdown", "pointerup"])
    button.dispatchEvent(new PointerEvent(type, tap));
  await null;
  return [sent, ghost().dataset.squares];
}
"""
"""Script that tries to place the piece and taps a square before the server can answer."""


def test_a_tap_moves_the_piece_before_the_server_refuses_its_last_place(player: Player) -> None:
    kakapo.table_where(player, Placing, mission=1)
    expect(ghost(player)).to_be_attached()
    row, column = bird = kakapo.view_of(player).mission.birds[0].cells[0]
    kakapo.onto(player, bird)
    sent, names = player.page.evaluate(TAP_WHILE_SENT, kakapo.name_of((row + 5, column)))
    assert sent
    assert (row + 5, column) in kakapo.squares_named(names)


@pytest.mark.nightly
def test_enter_never_moves_the_piece_after_any_two_ways_of_moving_it(player: Player) -> None:
    """The piece ends on the bird, where Enter cannot place it."""
    kakapo.table_where(player, Placing, mission=1)
    expect(ghost(player)).to_be_attached()
    row, column = bird = kakapo.view_of(player).mission.birds[0].cells[0]
    seq = player.seq
    for first, second in permutations(WAYS, 2):
        first(player, (row - 1, column + 1))
        second(player, bird)
        lying = squares(player)
        assert bird in lying
        # On a square of the board, the first Enter picks it.
        for _ in range(2):
            player.page.keyboard.press("Enter")
            assert squares(player) == lying, (first, second)
    for key in "RFG":
        kakapo.square_button(player, min(squares(player))).focus()
        player.page.keyboard.press(key)
        assert focused(player) in squares(player)
    assert player.seq == seq
    kakapo.drag(player, (row - 4, column))
    expect(ghost(player)).to_have_attribute("data-legal", "true")
    lying = squares(player)
    player.page.keyboard.press("Enter")
    player.await_after(seq)
    laid = kakapo.view_of(player).board[-1].cells
    assert lying == frozenset(divmod(cell, SIDE) for cell in laid)


def focused(player: Player) -> Square:
    name = player.page.locator(".square:focus").get_attribute("data-square") or ""
    return int(name[1:]) - 1, kakapo.COLUMNS.index(name[0])


def test_enter_raises_a_card_by_its_name_and_a_second_one_plays_it(player: Player) -> None:
    kakapo.set_table(player, "easy", mission=2)
    player.hurry_bots()
    expect(player.page.locator(".field .coordinates text")).to_have_text(
        [mark for at in range(SIDE) for mark in (kakapo.COLUMNS[at], str(at + 1))]
    )
    row, column = kakapo.view_of(player).mission.birds[0].cells[0]
    expect(kakapo.square_button(player, (row, column))).to_have_accessible_name(
        f"{kakapo.name_of((row, column))}: Bird 1"
    )
    for each in player.page.locator(".card").all():
        name = each.get_attribute("data-card") or ""
        expect(each).to_have_accessible_name(kakapo.spoken(name))
    assert player.await_turn()
    seq, card = player.seq, kakapo.playable(player)[-1]
    other = next(each for each in kakapo.hand_of(player) if each != card)
    raised = player.page.locator('.card[aria-pressed="true"]')
    player.page.locator(f'.card[data-card="{other}"]').click()
    player.page.locator(f'.card[data-card="{card}"]').focus()
    player.page.keyboard.press("Enter")
    expect(raised).to_have_attribute("data-card", card)
    player.page.keyboard.press(other[1])
    # A card that is raised by its number takes the focus.
    expect(player.page.locator(".card:focus")).to_have_attribute("aria-pressed", "true")
    player.page.locator(f'.card[data-card="{card}"]').focus()
    if raised.get_attribute("data-card") != card:
        player.page.keyboard.press("Enter")
    assert (player.seq, len(kakapo.hand_of(player))) == (seq, 16)
    player.page.keyboard.press("Enter")
    player.await_after(seq)
    assert card not in kakapo.hand_of(player)
