"""Whole games in a browser, through the proxies and settings of docs/hosting.md."""

import json
import subprocess
import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import Newcomer
from tests.browser.gathering import move
from tests.nightly.hosting.conftest import HOST, START_S, Start, finish, play
from tests.server.postgres import Cluster
from tests.support.pgbouncer import pgbouncer
from tests.support.proxies import PLAIN, block, caddy, nginx, nginx_server
from tests.support.relay import NO_SERVER

HTTPS = f"https://{HOST}"
ALONE = {
    "nginx": partial(nginx, config=nginx_server("/")),
    "caddy": partial(caddy, config=block("{\n    reverse_proxy 127.0.0.1:8000\n}")),
}
BELOW = {
    "nginx": partial(nginx, config=nginx_server("/games/")),
    "caddy": partial(caddy, config=block("handle /games/*")),
}
CHABUDAI = nginx_server("/").replace("http://127.0.0.1:8000", "http://chabudai")
SEVERAL = {
    "nginx": partial(nginx, config=block("upstream chabudai") + CHABUDAI),
    "caddy": partial(caddy, config=block("lb_policy uri_hash")),
}
LESSON = "/learn/word-bank/first"


@pytest.mark.parametrize("proxy", ALONE)
def test_a_game_behind_a_proxy(
    start: Start, come: Newcomer, afterwards: ExitStack, tmp_path: Path, proxy: str
) -> None:
    server = start(PUBLIC_URL=f"{HTTPS}/")
    place = server.address.removeprefix("http://")
    afterwards.enter_context(ALONE[proxy](tmp_path, servers={"127.0.0.1:8000": place}))
    player = come(HTTPS)
    play(player, tmp_path)
    (cookie,) = player.context.cookies()
    assert (cookie["name"], cookie["secure"]) == ("__Host-guest", True)


@pytest.mark.parametrize("proxy", ["nginx", "caddy"])
def test_a_game_below_a_path(
    start: Start, come: Newcomer, afterwards: ExitStack, tmp_path: Path, proxy: str
) -> None:
    base = f"{HTTPS}/games"
    server = start(PUBLIC_URL=f"{base}/")
    place = server.address.removeprefix("http://")
    afterwards.enter_context(BELOW[proxy](tmp_path, servers={"127.0.0.1:8000": place}))
    host, friend = come(base), come(base, locale="ja-JP")
    host.open_lobby("word-bank")
    assert host.get("invite-link").input_value().startswith(f"{base}/j/")
    host.get("qr").locator("svg").wait_for()
    friend.follow(host)
    host.begin(friend)
    host.reload()
    table = host.page.url.removeprefix(f"{base}/t/")
    move([host, friend], table, "false")
    assert host.over
    (cookie,) = host.context.cookies()
    assert (cookie["name"], cookie["path"]) == ("__Secure-guest", "/games/")
    host.get("replay-open").click()
    host.get("replay-end").click()
    expect(host.page).to_have_url(f"{base}/t/{table}")
    for path in ("/daily", "/mine", "/book/kakapo", "/studio/kakapo", LESSON):
        host.open(path)
    play(host, tmp_path)


@pytest.mark.parametrize(
    ("locale", "settings"),
    [("en-GB", {"PUBLIC_URL": f"{HTTPS}/"}), ("ja-JP", {"HOST_NAME": HOST})],
    ids=["in English", "in Japanese, without a public address"],
)
def test_a_bare_proxy_pass_is_explained(
    start: Start,
    come: Newcomer,
    afterwards: ExitStack,
    tmp_path: Path,
    locale: str,
    settings: dict[str, str],
) -> None:
    server = start(**settings)
    with nginx(tmp_path, PLAIN, {"http://127.0.0.1:8000": server.address}):
        player = come(HTTPS, locale=locale)
        player.excused += [*NO_SERVER, "status of 426"]
        said = Path(f"web/table/watching/strings/{locale[:2]}.json").read_text("utf-8")
        player.open()
        player.get("play-word-bank").click()
        expect(player.get("message")).to_contain_text(json.loads(said)["unpassed.text"])
    events = map(json.loads, server.log.read_text().splitlines())
    (event,) = (each for each in events if each["event"] == "proxy")
    assert len(event["lines"]) == 3
    # The page waits for the proxy to be mended.
    afterwards.enter_context(
        nginx(tmp_path, nginx_server("/"), {"http://127.0.0.1:8000": server.address})
    )
    player.at_table()


@pytest.mark.parametrize("proxy", ["nginx", "caddy"])
def test_a_game_on_two_servers_one_of_which_is_replaced(
    start: Start,
    come: Newcomer,
    afterwards: ExitStack,
    tmp_path: Path,
    cluster: Cluster,
    proxy: str,
) -> None:
    servers = [start(PUBLIC_URL=f"{HTTPS}/", DB=cluster.url) for _ in range(2)]
    places = [server.address.removeprefix("http://") for server in servers]
    upstream = {f"127.0.0.1:800{at}": place for at, place in enumerate(places, 1)}
    afterwards.enter_context(SEVERAL[proxy](tmp_path, servers=upstream))
    player = come(HTTPS)
    player.excused += [*NO_SERVER, "status of 50[23]"]
    player.open()
    player.get("play-word-bank").click()
    player.at_table()
    player.hurry_bots_by_menu()
    for server, place in zip(servers, places, strict=True):
        player.await_turn()
        player.say_best()
        server.stop()
        again = start(PUBLIC_URL=f"{HTTPS}/", DB=cluster.url, PORT=place.rpartition(":")[2])
        assert again.address == server.address
    finish(player, tmp_path)


def test_a_game_through_a_pgbouncer_with_sessions(
    start: Start, come: Newcomer, tmp_path: Path, cluster: Cluster
) -> None:
    with pgbouncer(cluster, "session") as db:
        server = start(DB=db)
        player = come(server.address)
        play(player, tmp_path)
        player.page.close()
        server.stop()


@pytest.mark.parametrize("mode", ["transaction", "statement"])
def test_a_pgbouncer_without_sessions_is_refused(cluster: Cluster, mode: str) -> None:
    with pgbouncer(cluster, mode) as db:
        for _ in range(2):  # the second finds what the first has left in the pool
            command = (sys.executable, "-m", "chabudai", "serve", "--port", "0", "--db", db)
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=START_S, check=False
            )
            assert (done.returncode, done.stdout) == (2, "")
            (line,) = done.stderr.splitlines()
            assert line.endswith("set pool_mode = session there.")
