"""Fast moves at a table that bypass the page."""

from tests.browser.player import Player
from tools.fast_forward import HASTEN, moves_until

TO_THE_END = "false"


def move_on(player: Player, table: str, there: str = TO_THE_END) -> None:
    """Move for the player until it is their turn and `there` holds, or until the game is over. The
    page is at the table and shows each step.
    """
    seq: int = player.page.evaluate(moves_until(there), table)
    player.caught_up(seq)


def play_unseen(player: Player, table: str, there: str = TO_THE_END) -> None:
    """Like `move_on`, but away from the table's page and with bots that answer immediately, because
    rendering every step takes far longer.
    """
    player.go_to("/livez")
    player.page.evaluate(HASTEN, table)
    player.page.evaluate(moves_until(there), table)


def jump(player: Player, table: str, there: str = TO_THE_END) -> None:
    """Like `play_unseen`, then open the table."""
    play_unseen(player, table, there)
    player.open(f"/t/{table}")
    player.at_table()
