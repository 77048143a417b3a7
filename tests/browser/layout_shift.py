"""Checks that a table's layout is stable while other players move."""

from tests.browser.player import Player
from tests.browser.shortcut import move_on

WATCH = """
() => {
  window.moved = [];
  window.note = (entries) => {
    for (const { node } of entries.flatMap(({ sources }) => sources)) {
      const around = node instanceof Element ? node : node?.parentElement;
      if (around && !around.closest(".hand")) window.moved.push(around.outerHTML.slice(0, 80));
    }
  };
  window.watch = new PerformanceObserver((list) => window.note(list.getEntries()));
  window.watch.observe({ type: "layout-shift" });
}
"""
"""Script that records elements that shift between frames, except those the player drags."""
MOVED = """
async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  await frame();
  await frame();
  window.note(window.watch.takeRecords());
  return window.moved;
}
"""
UNENDING = """
() => document.getAnimations().filter(({ effect }) => effect.getTiming().iterations === Infinity)
  .map(({ effect }) => effect.target.outerHTML.slice(0, 80))
"""
GIVE_WAY = "() => { document.querySelector('.status').style.marginTop = '40px'; }"


def stays_still(player: Player, table: str) -> None:
    """Check on a phone that nothing shifts from a player's turn to their next one."""
    player.page.emulate_media(forced_colors="none")
    player.page.set_viewport_size({"width": 390, "height": 844})
    player.page.reload()
    player.ready()
    # An endless animation would cost a phone processor time in every frame of a player's turn.
    assert player.page.evaluate(UNENDING) == []
    player.page.evaluate(WATCH)
    move_on(player, table, f"seq > {player.seq}")
    found = player.page.evaluate(MOVED)
    assert not found, found
    # Verify the observer itself: it reports a deliberate shift.
    player.page.evaluate(GIVE_WAY)
    assert player.page.evaluate(MOVED) != []
