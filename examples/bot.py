"""Join a server as a program, and play a full game using only what the server offers.

    python examples/bot.py http://127.0.0.1:8000 word-porters 3
    python examples/bot.py http://127.0.0.1:8000 4821

The first plays one game against bots. The second joins a party by its code, and plays one game
after another until it is stopped. The program can play every game: it makes a random move from
`legal`. It agrees to all requests of the other players. It needs `websockets`.
"""

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

Played = tuple[dict[str, Any], dict[str, Any]]
"""A Lobby and an Update."""


def open_table(base: str, game: str, seats: int) -> tuple[str, str]:
    """Open a table with bots in the other seats and deal. Return the table's id and the secret."""
    order = {"game": game, "name": "Robot", "seats": seats, "bots": ["easy"] * (seats - 1)}
    return sit_down(f"{base}/api/tables", {**order, "begin": True})


def sit_down(address: str, order: dict[str, Any]) -> tuple[str, str]:
    """Post a request for a seat. Return the table's id and the secret."""
    headers = {"Content-Type": "application/json"}
    body = json.dumps(order).encode()
    with urlopen(Request(address, body, headers)) as answer:  # noqa: S310 - http, as given
        secret = answer.headers["Set-Cookie"].partition(";")[0].partition("=")[2]
        return json.load(answer)["table"], secret


def messages(socket: ClientConnection) -> Iterator[dict[str, Any]]:
    """Yield the server's messages as they arrive."""
    for frame in socket:
        yield json.loads(frame)


def play(base: str, table: str, secret: str, until: Callable[[dict[str, Any]], bool]) -> Played:
    """Play until `until` is true for a Lobby. Return that Lobby and the last Update."""
    address = f"{base.replace('http', 'ws', 1)}/ws/{table}"
    key = {"Authorization": f"Bearer {secret}"}
    ids, seat, lobby, update = count(), None, dict[str, Any](), dict[str, Any]()
    with connect(address, additional_headers=key) as socket:
        for message in messages(socket):
            match message["type"]:
                case "hello":
                    seat = message["seat"]
                    if message["host"]:
                        socket.send(json.dumps({"type": "hasten", "id": "quick", "hasten": True}))
                case "lobby":
                    lobby = message
                    for number in (r["number"] for r in lobby["requests"] if seat in r["asked"]):
                        yes = {"type": "agree", "id": f"yes-{number}", "number": number}
                        socket.send(json.dumps(yes))
                case "update":
                    update = message
                    if seat in message["to_act"] and message["legal"]:
                        time.sleep(0.12)  # a seat may send ten messages a second
                        action = random.choice(message["legal"])  # noqa: S311 - no secret
                        act = {"type": "act", "id": f"move-{next(ids)}", "head": message["seq"]}
                        socket.send(json.dumps({**act, "action": action}))
                case _:
                    pass
            if lobby and until(lobby) and not update.get("to_act"):
                break
    return lobby, update


def play_all_evening(base: str, code: str) -> None:
    """Join a party by its code, and play its games until it ends."""
    table, secret = sit_down(f"{base}/api/join", {"code": code, "name": "Robot"})
    while table is not None:
        lobby, _ = play(base, table, secret, lambda lobby: lobby["next"] is not None)
        table = lobby["next"]


if __name__ == "__main__":
    if len(sys.argv) == 3:
        play_all_evening(sys.argv[1].rstrip("/"), sys.argv[2])
    else:
        server, name, players = sys.argv[1].rstrip("/"), sys.argv[2], int(sys.argv[3])
        seated = open_table(server, name, players)
        _, end = play(server, *seated, lambda lobby: lobby["status"] == "over")
        print(json.dumps(end["view"], ensure_ascii=False))
