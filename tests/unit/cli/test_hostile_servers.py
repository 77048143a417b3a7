"""The command's clients, connected to servers that do not answer as chabudai does."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from socket import SHUT_WR, create_server, socket

import pytest
from msgspec import Raw
from msgspec.json import encode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from chabudai.cli.errors import Unusable
from chabudai.cli.http_client import base_of
from chabudai.cli.seat_tools import SeatTools
from chabudai.cli.table_client import Visitor
from chabudai.cli.tool_arguments import table_named
from chabudai.server import protocol
from tests.unit.cli.support import refused

TOKEN = "t" * 43
COMPARED = ("compare", "word-bank", "--games", "2", "--bots", "random", "--set", "min_length=3")
JSON = "Content-Type: application/json\r\n"
UNREADABLE = {
    "HTML": "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<h1>It works!</h1>",
    "HTML of an error": "HTTP/1.1 502 Bad Gateway\r\n\r\n<h1>nginx</h1>",
    "no body": "HTTP/1.1 204 No Content\r\n\r\n",
    "truncated JSON": f'HTTP/1.1 200 OK\r\n{JSON}Content-Length: 99\r\n\r\n{{"table": "a',
    "wrong types": f'HTTP/1.1 200 OK\r\n{JSON}\r\n{{"table": [1], "seat": "no", "secret": 7}}',
    "a list": f"HTTP/1.1 200 OK\r\n{JSON}\r\n[]",
    "deep JSON": f"HTTP/1.1 200 OK\r\n{JSON}\r\n{'[' * 100_000}",
    "no UTF-8": f"HTTP/1.1 200 OK\r\n{JSON}\r\n" + '{"table": "\xff"}',
    "an endless body": f"HTTP/1.1 200 OK\r\n{JSON}\r\n{' ' * (2 << 20)}",
    "another redirect": "HTTP/1.1 302 Found\r\nLocation: gopher://[\x1b\r\n\r\n",
    "a redirect to nowhere": "HTTP/1.1 308 Found\r\n\r\n",
}
UNREACHED = {
    "nothing": "",
    "a terminal's commands": "\x1b[2J220 mail.example.org\r\n",
    "no HTTP": "220 mail.example.org ESMTP\r\n",
    "a long line": "HTTP/1.1 200 OK\r\nX: " + "x" * 100_000,
    "many headers": "HTTP/1.1 200 OK\r\n" + "X: y\r\n" * 200,
}


Answer = str | Callable[[bytes], bytes]


@contextmanager
def answering(*answers: Answer) -> Iterator[tuple[str, list[bytes]]]:
    """Run a server that sends one answer to each request, the last one repeatedly, and hangs up.
    Yield its address and the requests.
    """
    heads: list[bytes] = []

    def answer_one(connection: socket) -> None:
        with connection, suppress(OSError):
            heads.append(connection.recv(65_536))
            answer = answers[min(len(heads), len(answers)) - 1]
            if isinstance(answer, str):
                connection.sendall(answer.encode("latin-1"))
                connection.shutdown(SHUT_WR)
            else:
                connection.sendall(answer(heads[-1]))
            connection.recv(65_536)  # until the client hangs up or closes its WebSocket

    def answer_all(listening: socket) -> None:
        with suppress(OSError):
            while True:
                connection, _ = listening.accept()
                threading.Thread(target=answer_one, args=(connection,), daemon=True).start()

    with create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=answer_all, args=(listening,), daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}", heads


def tool_refused(base: str) -> str:
    """Return the sentence with which a tool of `chabudai mcp` refuses to open a table."""

    async def refused() -> str:
        tools = SeatTools(Visitor(base=base, token=TOKEN))
        with pytest.raises(Unusable) as why:
            await tools.open_table("word-bank", 2, bots="none")
        await tools.close()
        return str(why.value)

    return asyncio.run(refused())


CLIENTS = pytest.mark.parametrize(
    "client",
    [
        tool_refused,
        lambda base: refused(*COMPARED, "--server", base).removeprefix("chabudai: "),
    ],
    ids=["tools", "command"],
)
Client = Callable[[str], str]


@CLIENTS
@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_clients_follow_no_redirect_and_name_its_host(client: Client, code: int) -> None:
    with answering(UNREADABLE["HTML"]) as (elsewhere, stolen):
        with answering(f"HTTP/1.1 {code} Gone\r\nLocation: {elsewhere}/api/x\r\n\r\n") as (
            base,
            asked,
        ):
            assert client(base) == f"{base} redirects to {elsewhere}. Use that address."
            assert len(asked) == 1
        assert stolen == []


@CLIENTS
@pytest.mark.parametrize("name", [*UNREADABLE, *UNREACHED])
def test_clients_end_with_a_sentence_after_an_odd_answer(client: Client, name: str) -> None:
    unreadable = "{} does not answer like a chabudai server of this version."
    sentence = unreadable if name in UNREADABLE else "{} cannot be reached: "
    with answering((UNREADABLE | UNREACHED)[name]) as (base, _):
        assert client(base).startswith(sentence.format(base))
    assert client("http://a b").startswith("http://a b cannot be reached: ")


SEAT = '{"table": "t", "seat": 0, "invite": null}'
ASSIGNED = f"HTTP/1.1 200 OK\r\n{JSON}Content-Length: {len(SEAT)}\r\n\r\n{SEAT}"


def socket_with(*frames: str | bytes) -> Answer:

    def answer(head: bytes) -> bytes:
        server = ServerProtocol()
        server.receive_data(head)
        [handshake] = server.events_received()
        assert isinstance(handshake, Request)
        server.send_response(server.accept(handshake))
        for frame in frames:
            if isinstance(frame, str):
                server.send_text(frame.encode())
            else:
                server.send_binary(frame)
        return b"".join(server.data_to_send())

    return answer


HELLO = protocol.Hello(protocol=1, table="t", game="word-bank", rules=1, seat=0, host=True)
CHAIR = protocol.Chair(kind="guest", name="A", level=None, look=0)
LOBBY = protocol.Lobby(
    status="playing",
    options=Raw(b"{}"),
    seats=(2,),
    refused={},
    chairs=(CHAIR, CHAIR),
    host=0,
    code=None,
    hasten=True,
    next=None,
)
UPDATE = protocol.Update(seq=1, news=(), view=Raw(b"{}"), to_act=(0,), legal=(), left_ms=None)
BEGUN = [encode(each).decode() for each in (HELLO, LOBBY, UPDATE)]
MESSAGES: dict[str, list[str | bytes]] = {
    "HTML": ["<h1>It works!</h1>"],
    "bytes": [b"\xff\xff"],
    "a message without fields": ['{"type": "hello"}'],
    "a view of another type": [*BEGUN],
}


@pytest.mark.parametrize("frames", MESSAGES.values(), ids=MESSAGES)
def test_tools_refuse_an_odd_message_in_a_sentence(frames: list[str | bytes]) -> None:
    with answering(ASSIGNED, socket_with(*frames)) as (base, _):
        said = tool_refused(base)
        assert said == f"{base} does not answer like a chabudai server of this version."


def test_tools_follow_no_redirect_of_a_websocket() -> None:
    with answering("") as (elsewhere, stolen):
        redirect = f"HTTP/1.1 302 Found\r\nLocation: {elsewhere}/ws/t\r\n\r\n"
        with answering(ASSIGNED, redirect) as (base, _):
            assert tool_refused(base) == f"{base} does not answer."
        assert stolen == []


@pytest.mark.parametrize(
    "site", ["https://a.example", "http://127.0.0.1:8000/games", "http://a/b/c"]
)
@pytest.mark.parametrize("page", ["", "/", "/t/abc", "/j/4821", "/api/tables", "/daily"])
def test_the_address_of_a_page_leads_to_its_site_also_below_a_path(site: str, page: str) -> None:
    assert base_of(site + page) == site
    wish = table_named(f"{site}/j/abc#secret", site)
    assert wish == {"table": "abc", "secret": "secret"}
