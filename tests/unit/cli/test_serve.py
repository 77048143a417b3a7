"""`chabudai serve`: starting and stopping the web app, its settings and the data folder."""

import pwd
import re
import signal
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from chabudai.cli.serve import print_address
from chabudai.cli.settings import OTHERS, SETTINGS
from chabudai.server.public_url import PublicUrl, parse
from tests.unit.cli.support import here, refused


def test_a_qr_code_is_printed_if_a_phone_can_open_the_address(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for address in ("127.0.0.1:8000", "localhost:80", "192.0.2.7:8000"):
        print_address(f"http://{address}")
        printed, phones = capsys.readouterr().out, address.startswith("192")
        assert f"http://{address}" in printed
        assert ("█▀" in printed) == phones
        assert ("Only this machine" in printed) != phones


@pytest.mark.parametrize(("host", "opened"), [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "192.0.2.7")])
def test_a_browser_opens_the_address_that_phones_can_open(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, host: str, opened: str
) -> None:
    def started(*_: object, ready: Callable[[str], None], **__: object) -> None:
        ready("http://127.0.0.1:8000")

    addresses: list[str] = []
    monkeypatch.setattr("chabudai.cli.serve.serve", started)
    monkeypatch.setattr("chabudai.cli.serve.reachable", lambda _: "http://192.0.2.7:8000")
    monkeypatch.setattr("webbrowser.open", addresses.append)
    assert here("serve", "--open", "--host", host, "--data", str(tmp_path)).code == 0
    assert addresses == [f"http://{opened}:8000"]


def test_it_prints_its_address_and_ends_on_sigint(tmp_path: Path) -> None:
    old, data = tmp_path / "chabudai.db", tmp_path / "data" / "chabudai"
    old.write_bytes(b"tables of an earlier version")
    command = [sys.executable, "-X", "utf8", "-m", "chabudai", "serve", "--data", "data/chabudai"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*command, "--port", "0", "--proxy", "127.0.0.1"], stdout=pipe, stderr=pipe, cwd=tmp_path
    ) as running:
        try:
            assert running.stdout is not None
            assert running.stderr is not None
            assert b"To open it: chabudai serve --db chabudai.db\n" in running.stdout.readline()
            first = running.stdout.readline().decode()
            (address,) = re.findall(r"http://127\.0\.0\.1:\d+", first)
            with urllib.request.urlopen(f"{address}/livez", timeout=10) as answer:
                assert answer.status == 200
            running.send_signal(signal.SIGINT)
            # communicate() would lose the bytes that readline() has buffered.
            out, err = running.stdout.read(), running.stderr.read()
            running.wait(timeout=30)
        finally:
            running.kill()
    assert "for the proxy." in first + out.decode()
    assert "Only this machine can open it." not in out.decode()
    assert running.returncode == 0
    assert b"Traceback" not in err
    assert {each.name for each in data.iterdir()} == {"chabudai.db", "chabudai.db-server"}
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert old.read_bytes() == b"tables of an earlier version"


ROOT = Path(__file__).parents[3]
URL = "postgresql://mika:{}@db.example.org/tables"


def row(name: str) -> str:
    (found,) = (each for each in SETTINGS if each.name == name)
    default = f"`{found.default}`" if found.default else ""
    return f"| `{found.option} {found.metavar}` | `{found.variable}` | {found.help} | {default} |"


def test_the_documentation_has_each_setting_and_no_other() -> None:
    text = (ROOT / "docs" / "hosting.md").read_text()
    rows = re.findall(r"^\| `--[a-z-]+ \S+` \| `CHABUDAI_.*$", text, re.MULTILINE)
    assert rows == [row(each.name) for each in SETTINGS]


def test_each_variable_that_is_read_is_known() -> None:
    read = set[str]()
    for folder in ("src", "tests", "tools"):
        for file in (ROOT / folder).rglob("*.py"):
            if file.parent != Path(__file__).parent:
                read |= set(re.findall(r"""["'](CHABUDAI_[A-Z_]*[A-Z])["']""", file.read_text()))
    assert read - {each.variable for each in SETTINGS} == set(OTHERS)


def shown(monkeypatch: pytest.MonkeyPatch, *args: str, **environment: str) -> dict[str, list[str]]:
    """Return the output of --show-settings: value and origin by setting."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    done = here("serve", "--show-settings", *args)
    return {name: rest for name, *rest in map(str.split, done.out.splitlines())}


def test_an_option_wins_over_a_variable_and_a_variable_over_the_default(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = shown(
        monkeypatch,
        *("--port", "9000", "--public-url", "https://example.org/games/"),
        CHABUDAI_PORT="9001",
        CHABUDAI_METRICS="9464",
        CHABUDAI_PROXY="10.0.0.1 ::1",
        CHABUDAI_DATA=str(tmp_path / "new"),
    )
    assert found == {
        "data": [str(tmp_path / "new"), "CHABUDAI_DATA"],
        "db": [str(tmp_path / "new" / "chabudai.db"), "default"],
        "host": ["127.0.0.1", "default"],
        "port": ["9000", "--port"],
        "public_url": ["https://example.org/games/", "--public-url"],
        "proxy": ["10.0.0.1", "::1", "CHABUDAI_PROXY"],
        "host_name": ["none", "default"],
        "metrics": ["9464", "CHABUDAI_METRICS"],
        "stored": ["none", "default"],
    }
    assert not (tmp_path / "new").exists()


def test_a_user_without_a_home_folder_must_choose_one_unless_tables_are_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unknown(user: int) -> object:
        raise KeyError(user)

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    for name in ("HOME", "XDG_DATA_HOME", "CHABUDAI_DATA"):
        monkeypatch.delenv(name, raising=False)
    sentence = "You have no home folder, and CHABUDAI_DATA is not set."
    assert refused("serve") == f"chabudai: {sentence}"
    assert sentence in here("play", "word-bank", typed="quit\n").out
    found = shown(monkeypatch, CHABUDAI_DB=URL.format("hunter2"))
    assert (found["data"], found["db"][1]) == (["none", "default"], "CHABUDAI_DB")


@pytest.mark.parametrize(
    "url", [URL, "postgresql://db.example.org/tables?user=mika&password={}", "sqlite://:{}@x/y"]
)
def test_a_password_of_the_database_is_refused_on_the_command_line_and_masked_elsewhere(
    monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    for password in ("hunter2", "hun:ter2", "h/nter2", "hunt@r2", "hunter2%40", "://hunter2"):
        said = refused("serve", "--port", "0", "--db", url.format(password))
        assert "CHABUDAI_DB" in said
        assert "PGPASSWORD" in said
        masked = shown(monkeypatch, CHABUDAI_DB=url.format(password))["db"][0]
        assert "unter" not in said + masked
        assert "***" in masked


def test_a_public_address_is_parsed_into_its_parts() -> None:
    parsed = {
        "https://Example.org/games/": PublicUrl("https", "example.org", 443, "/games"),
        "http://example.org:8080": PublicUrl("http", "example.org", 8080),
        "https://[2001:db8::1]:8443/a/b-c/": PublicUrl("https", "2001:db8::1", 8443, "/a/b-c"),
        "https://bücher.example/": PublicUrl("https", "xn--bcher-kva.example", 443),
    }
    assert {text: parse(text) for text in parsed} == parsed
    assert [str(each) for each in parsed.values()] == [
        "https://example.org/games/",
        "http://example.org:8080/",
        "https://[2001:db8::1]:8443/a/b-c/",
        "https://xn--bcher-kva.example/",
    ]


def test_an_unusable_public_address_is_refused() -> None:
    for sentence, texts in (
        ("needs a slash at its end: https://a.b/games/.", "https://a.b/games"),
        ("is not an address", "example.org ftp://a.b/ https:// /a/ https://*.a.b/"),
        ("is not an address", "https://a.b:0 https://a.b:x/ https://[::1"),
        ("contains a name or a password", "https://mika:hunter2@example.org/"),
        ("has more than a path", "https://example.org/?a=b"),
        ("has an unusual path", "https://a.b/../ https://a.b/a//b/ https://a.b/é/ https://a.b/.x/"),
    ):
        for text in texts.split():
            said = refused("serve", "--port", "0", "--public-url", text)
            assert sentence in said
            assert "hunter2" not in said


def test_postgresql_without_its_packages_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    needs = "chabudai: PostgreSQL needs the package {}: pip install 'chabudai[postgres]'."
    asked = ("serve", "--port", "0", "--db", "postgresql://127.0.0.1:1/tables")
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert refused(*asked) == needs.format("asyncpg")
    # SQLAlchemy looks for greenlet when imported, so this needs a new process.
    program = (
        "import sys; sys.modules['greenlet'] = None\n"
        "from chabudai.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", program, *asked]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{needs.format('greenlet')}\n"
