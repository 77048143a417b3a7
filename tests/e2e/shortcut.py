"""A table brought further past the page."""

from tests.e2e.player import Player
from tools.past_the_page import moves_until


def move_on(player: Player, table: str, there: str = "false") -> None:
    """Move for the player until it is their turn `there` or the game is over; the page shows it."""
    seq: int = player.page.evaluate(moves_until(there), table)
    player.caught_up(seq)
