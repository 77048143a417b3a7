"""Moves that are made for a page's guest over a separate socket, to advance a table quickly. Used
for pictures and browser tests.
"""

SOCKET = """\
(() => {
    const script = document.querySelector("script[src]");
    const site = (script === null ? new URL(".", location) : new URL("..", script.src)).href;
    return new WebSocket(`${site.replace("http", "ws")}ws/${table}`);
  })()"""
"""JavaScript expression for a socket to the table. The site may be below a path, and the page may
be /livez, which has no script.
"""
MOVES = """
(table) => new Promise((done, fail) => {
  const socket = SOCKET;
  let seat = null;
  let newest = null;
  let waits = false;
  let hands = [];
  const look = (hand, since) => {
    if (hand === undefined || hand === seat || waits) return;
    const id = `look-${hand}-${since}`;
    socket.send(JSON.stringify({ type: "uncover", id, seat: hand, since }));
    waits = true;
  };
  const move = () => {
    const { view, to_act, legal, seq } = newest;
    const mine = to_act.includes(seat);
    if (!mine) look(to_act.find((owing) => hands.includes(owing)), seq);
    if (view.phase.type === "over" || (mine && THERE)) {
      socket.close();
      done(seq);
    } else if (mine && !waits) {
      const action = legal.find(({ type }) => type !== "concede");
      socket.send(JSON.stringify({ type: "act", id: `shortcut-${seq}`, head: seq, action }));
      waits = true;
    }
  };
  socket.onmessage = ({ data }) => {
    const told = JSON.parse(data);
    if (told.type === "hello") {
      ({ seat, hands } = told);
      if (seat === null) look(told.to_act.find((owing) => hands.includes(owing)) ?? hands[0], 0);
    }
    if (told.type === "update") newest = told;
    if (told.type === "accepted" || told.type === "refused") waits = false;
    // An accepted move is shown by the update that follows it. A refused one is not repeated
    // immediately, because the server limits the rate of commands.
    if (told.type === "update") move();
    if (told.type === "refused") setTimeout(move, 100);
  };
  socket.onclose = () => fail(new Error("The server closed the connection."));
})
""".replace("SOCKET", SOCKET)
"""Script that makes the first legal move other than giving up, for all players on this browser,
until THERE is true or the game is over. It returns the step.
"""
HASTEN = """
(table) => new Promise((done, fail) => {
  const socket = SOCKET;
  socket.onmessage = ({ data }) => {
    const told = JSON.parse(data);
    if (told.type === "hello")
      socket.send(JSON.stringify({ type: "hasten", id: "hasten", hasten: true }));
    if (told.type === "accepted") done(told.seq);
    if (told.type === "refused") fail(data);
    if (told.type === "accepted" || told.type === "refused") socket.close();
  };
})
""".replace("SOCKET", SOCKET)
"""Script that makes the bots answer immediately. It returns the step."""


def moves_until(there: str) -> str:
    """Return a script that makes moves for a page's player. It stops when the player must act and
    `there`, a JavaScript expression about `view` and `seq`, is true, or when the game is over.
    """
    return MOVES.replace("THERE", f"({there})")
