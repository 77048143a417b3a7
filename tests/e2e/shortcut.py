"""A table brought further past the page: moves are made over a socket of their own."""

from tests.e2e.player import Player

MOVES = """
(table) => new Promise((done) => {
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/${table}`);
  let seat = null;
  socket.onmessage = ({ data }) => {
    const told = JSON.parse(data);
    if (told.type === "hello") seat = told.seat;
    if (told.type !== "update") return;
    const { view, to_act, legal, seq } = told;
    const mine = to_act.includes(seat);
    if (view.phase.type === "over" || (mine && THERE)) {
      socket.close();
      done(seq);
    } else if (mine) {
      const action = legal.find(({ type }) => type !== "concede");
      socket.send(JSON.stringify({ type: "act", id: `shortcut-${seq}`, head: seq, action }));
    }
  };
})
"""
"""Makes the first legal move that does not give up, until THERE or the end; gives the step."""


def moves_until(there: str) -> str:
    """A script for a page that moves for its player until the player is to act and `there`, an
    expression in JavaScript about `view`, is true, or until the game is over.
    """
    return MOVES.replace("THERE", f"({there})")


def move_on(player: Player, table: str, there: str = "false") -> None:
    """Move for the player until it is their turn `there` or the game is over; the page shows it."""
    seq: int = player.page.evaluate(moves_until(there), table)
    player.caught_up(seq)
