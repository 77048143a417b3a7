"""Fast moves at a table without the page."""

from tests.browser.player import Player
from tools.fast_forward import HASTEN, moves_until

TO_THE_END = "false"


def move_on(player: Player, table: str, there: str = TO_THE_END) -> None:
    """Move for the player until it is their turn `there` or the game is over; the page, which is at
    the table, shows each step.
    """
    seq: int = player.page.evaluate(moves_until(there), table)
    player.caught_up(seq)


def play_unseen(player: Player, table: str, there: str = TO_THE_END) -> None:
    """The same with a page that is not at the table, and bots that answer at once. To show each
    step of a game takes far longer.
    """
    player.page.goto(f"{player.base}/livez")
    player.page.evaluate(HASTEN, table)
    player.page.evaluate(moves_until(there), table)


def jump(player: Player, table: str, there: str = TO_THE_END) -> None:
    """Move without the page, then open the table."""
    play_unseen(player, table, there)
    player.open(f"/t/{table}")
    player.at_table()
