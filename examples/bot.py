"""Join a server as a program, and play a full game using only what the server offers.

    python examples/bot.py http://127.0.0.1:8000 word-porters 3

It can play every game: it makes a random move from `legal`. It needs `websockets`.
"""

import json
import random
import sys
import time
from collections.abc import Iterator
from itertools import count
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect


def open_table(base: str, game: str, seats: int) -> tuple[str, str]:
    """Open a table with bots in the other seats and deal; return the table's id and the secret."""
    order = {"game": game, "name": "Robot", "seats": seats, "bots": ["easy"] * (seats - 1)}
    body = json.dumps({**order, "begin": True}).encode()
    headers = {"Content-Type": "application/json"}
    with urlopen(Request(f"{base}/api/tables", body, headers)) as answer:  # noqa: S310 - http, as given
        secret = answer.headers["Set-Cookie"].partition(";")[0].partition("=")[2]
        return json.load(answer)["table"], secret


def messages(socket: ClientConnection) -> Iterator[dict[str, Any]]:
    """Yield the server's messages as they arrive."""
    for frame in socket:
        yield json.loads(frame)


def play(base: str, table: str, secret: str) -> dict[str, Any]:
    """Play to the end; return the last update."""
    address = f"{base.replace('http', 'ws', 1)}/ws/{table}"
    key = {"Authorization": f"Bearer {secret}"}
    ids, seat, over, update = count(), None, False, dict[str, Any]()
    with connect(address, additional_headers=key) as socket:
        socket.send(json.dumps({"type": "hasten", "id": "quick", "hasten": True}))
        for message in messages(socket):
            match message["type"]:
                case "hello":
                    seat = message["seat"]
                case "lobby":
                    over = message["status"] == "over"
                case "update":
                    update = message
                    if seat in message["to_act"] and message["legal"]:
                        time.sleep(0.12)  # a seat may send ten messages a second
                        action = random.choice(message["legal"])  # noqa: S311 - no secret
                        act = {"type": "act", "id": f"move-{next(ids)}", "head": message["seq"]}
                        socket.send(json.dumps({**act, "action": action}))
                case _:
                    pass
            if over and update.get("to_act") == []:
                break
    return update


if __name__ == "__main__":
    server, name, players = sys.argv[1], sys.argv[2], int(sys.argv[3])
    seated = open_table(server, name, players)
    print(json.dumps(play(server, *seated)["view"], ensure_ascii=False))
