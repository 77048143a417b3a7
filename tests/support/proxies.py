"""Proxies in front of servers, configured by the blocks of docs/hosting.md."""

import os
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any

from tools.find_proxies import Program, found_or_unpacked

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
LOCATION = re.compile(r"    location / \{.*?\n    \}\n", re.DOTALL)
START_S = 20.0
"""Timeout for the start of a proxy, in seconds."""
NGINX = """\
daemon off;
master_process off;
pid {folder}/pid;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{block}
}}
"""
CADDY = """\
{{
    admin off
    auto_https disable_redirects
    skip_install_trust
    https_port {port}
}}
{block}
"""
PLAIN = """\
server {
    listen 443 ssl http2;
    ssl_certificate     /etc/ssl/games.example.org.pem;
    ssl_certificate_key /etc/ssl/games.example.org.key;
    location / {
        proxy_pass http://127.0.0.1:8000;
    }
}
"""
"""The least that makes nginx a proxy."""


def block(*words: str) -> str:
    """Return the only code block of docs/hosting.md that contains all these words.

    Raises ValueError.
    """
    blocks = HOSTING.read_text("utf-8").split("```")[1::2]
    (found,) = (each for each in blocks if all(word in each for word in words))
    return found


def nginx_server(path: str) -> str:
    """Return the `server` of docs/hosting.md, for pages below a path, which may be "/"."""
    server = block("listen 443", "location / {")
    return server if path == "/" else LOCATION.sub(block(f"    location {path} {{"), server)


@cache
def free_port() -> int:
    """A free port of this machine, used by one proxy after another."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def replaced(text: str, places: Mapping[str, str]) -> str:
    """Replace addresses and files. Each must occur."""
    for there, here in places.items():
        assert there in text, there
        text = text.replace(there, here)
    return text


def certificate(folder: Path) -> tuple[Path, Path]:
    """Create a key, and a certificate for the host names in the documents."""
    pem, key = folder / "cert.pem", folder / "cert.key"
    openssl = found_or_unpacked("openssl")
    names = "subjectAltName=DNS:games.example.org,DNS:example.org,IP:127.0.0.1"
    made = ("-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    files = ("-keyout", str(key), "-out", str(pem), "-days", "2", "-subj", "/CN=games.example.org")
    command = (openssl.path, "req", *made, *files, "-addext", names)
    env = {**os.environ, **openssl.env}
    subprocess.run(command, env=env, check=True, capture_output=True, timeout=START_S)
    return pem, key


@contextmanager
def nginx(folder: Path, config: str, servers: Mapping[str, str]) -> Iterator[int]:
    """Run nginx with this configuration after replacing `servers` in it. Yields its port."""
    pem, key = certificate(folder)
    port = free_port()
    tls = {"/etc/ssl/games.example.org.pem": str(pem), "/etc/ssl/games.example.org.key": str(key)}
    text = replaced(config, {**servers, **tls, "listen 443 ": f"listen 127.0.0.1:{port} "})
    file = folder / "nginx.conf"
    file.write_text(NGINX.format(folder=folder, block=text))
    program = found_or_unpacked("nginx")
    with running(
        program, partial(is_open, port), folder, "-p", str(folder), "-e", "stderr", "-c", str(file)
    ):
        yield port


@contextmanager
def caddy(folder: Path, config: str, servers: Mapping[str, str]) -> Iterator[int]:
    """Run Caddy with this configuration after replacing `servers` in it. Yields its port."""
    pem, key = certificate(folder)
    port = free_port()
    here = f"example.org {{\n    bind 127.0.0.1\n    tls {pem} {key}"
    text = replaced(config, {**servers, "example.org {": here})
    file = folder / "Caddyfile"
    file.write_text(CADDY.format(port=port, block=text))
    program = found_or_unpacked("caddy")
    homes = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    program = program._replace(env={**program.env, **homes})
    with running(program, partial(is_open, port), folder, "run", "--config", str(file)):
        yield port


@contextmanager
def running(
    program: Program, is_ready: Callable[[], bool], folder: Path, *arguments: str, **identity: Any
) -> Iterator[None]:
    """Run a program, as another user if `identity` says so. Its output goes to `folder`."""
    command, env = (program.path, *arguments), {**os.environ, **program.env}
    log = folder / "proxy.log"
    with (
        log.open("w") as out,
        subprocess.Popen(
            command, env=env, stdout=out, stderr=subprocess.STDOUT, **identity
        ) as process,
    ):
        try:
            until = time.monotonic() + START_S
            while not is_ready():
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < until, log.read_text()
                time.sleep(0.02)
            yield
        finally:
            process.terminate()


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
