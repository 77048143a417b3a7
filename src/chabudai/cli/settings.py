"""The table of settings. A setting takes its value from its option if given, otherwise from its
environment variable if set, and otherwise from its default.
"""

import argparse
import os
from collections.abc import Callable, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Any, NamedTuple

from chabudai.cli.errors import Unusable
from chabudai.server import public_url

START = "CHABUDAI_"
"""Prefix of the names of our environment variables."""
DATABASE = "chabudai.db"
"""The name of the database in the data folder."""
OTHERS = {
    "CHABUDAI_GAMES": "packages of further games, separated by spaces",
    "CHABUDAI_TOKEN": "the secret of the guest of `chabudai mcp`",
    "CHABUDAI_HANDS": "number of hands in the tests of a solver",
    "CHABUDAI_KERNELS": "whether to pack compiled solvers into a wheel: yes or no",
    "CHABUDAI_LOOKS": "all: test every screen in both languages at every size",
    "CHABUDAI_PROJECT_URL": "the address of the repository, for the metadata of a wheel",
    "CHABUDAI_SEED": "the seed of the tests",
    "CHABUDAI_THOROUGH": "set: property tests draw eight times as many random games",
}
"""Environment variables that are not settings of a server, and their purposes."""


class Setting(NamedTuple):
    """A row of the table. `parse` converts the text, and raises ValueError with a message. A
    setting with `many` values has a list of strings: its option can be repeated, and its variable
    separates them with spaces.
    """

    name: str
    metavar: str
    help: str
    parse: Callable[[str], Any]
    default: str = ""
    many: bool = False

    @property
    def option(self) -> str:
        """The option of the command line, such as "--host-name"."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def variable(self) -> str:
        """The environment variable, such as "CHABUDAI_HOST_NAME"."""
        return f"{START}{self.name.upper()}"


class Chosen(NamedTuple):
    """A setting's value and its origin: an option, a variable, or "default". `value` is None or ()
    if the setting has no value. `text` is the value as given, including any password.
    """

    value: Any
    text: str
    origin: str


def as_folder(text: str) -> Path:
    """Return a folder's path. Raises ValueError."""
    try:
        return Path(text).expanduser().absolute()
    except (RuntimeError, FileNotFoundError):
        raise ValueError(f"{text} is not a folder.") from None


def as_address(text: str) -> str:
    """Return an address to listen on. Raises ValueError if it has a port."""
    host, _, port = text.rpartition(":")
    if port.isdecimal() and ":" not in host:
        raise ValueError(f"{text} has a port, which belongs into --port {port}.")
    return text


def as_port(text: str) -> int:
    """Return a port. Raises ValueError."""
    if not (text.isascii() and text.isdecimal()) or not 0 <= int(text[:9]) <= 65535:
        raise ValueError(f"{text} is not from 0 to 65535.")
    return int(text)


def as_proxy(text: str) -> str:
    """Return the address of a proxy or of a network of proxies. Raises ValueError."""
    try:
        ip_network(text)
    except ValueError:
        raise ValueError(f"{text} is not the address of a proxy: give an IP address.") from None
    return text


def as_host_name(text: str) -> str:
    """Return a host name in lower case. Raises ValueError."""
    if set(text) & set("/:@ "):
        raise ValueError(f"{text} is not a name: give one like games.example.org.")
    return text.lower().rstrip(".")


def as_place(text: str) -> tuple[str, int]:
    """Return an address and a port. The default address is 127.0.0.1. Raises ValueError."""
    host, _, port = text.rpartition(":")
    if not port.isdecimal():
        raise ValueError(f"{text} is neither a port nor an address and a port like 127.0.0.1:9464.")
    if not 0 <= int(port[:9]) <= 65535:
        raise ValueError(f"{port} is not a port: give a number from 0 to 65535.")
    return host.strip("[]") or "127.0.0.1", int(port)


def as_limit(text: str) -> tuple[str, int]:
    """Return the kind of a limit on stored bytes, and the number of bytes. Raises ValueError."""
    kind, _, size = text.partition("=")
    number, unit = (size[:-1], size[-1]) if size[-1:] in tuple("KMGT") else (size, " ")
    is_size = number.isascii() and number.isdecimal() and number[0] != "0" and len(number) < 10
    if kind not in ("table", "network", "server", "database") or not is_size:
        raise ValueError(f"{text} is not a limit: give table, network, server or database=512M.")
    return kind, int(number) << 10 * " KMGT".index(unit)


DATA = Setting(
    "data", "FOLDER", "folder for everything that is stored; the user's own if absent", as_folder
)
SETTINGS = (
    DATA,
    Setting(
        "db",
        "URL",
        "file or database's URL where tables are stored; chabudai.db in that folder if absent",
        str,
    ),
    Setting("host", "ADDRESS", "address to listen on", as_address, "127.0.0.1"),
    Setting("port", "PORT", "port, 0: any", as_port, "8000"),
    Setting(
        "public_url",
        "URL",
        "address that people open, if a proxy is in front of the server; its path is the prefix",
        public_url.parse,
    ),
    Setting(
        "proxy",
        "ADDRESS",
        "proxy in front of the server; its X-Forwarded headers are trusted",
        as_proxy,
        many=True,
    ),
    Setting(
        "host_name",
        "NAME",
        "another host name, besides the addresses and the computer's name",
        as_host_name,
        many=True,
    ),
    Setting(
        "metrics",
        "[ADDRESS:]PORT",
        "serve Prometheus metrics on this port, by default of 127.0.0.1; none if absent",
        as_place,
    ),
    Setting(
        "stored",
        "WHAT=SIZE",
        "a limit on stored bytes: table, network, server or database=4G",
        as_limit,
        many=True,
    ),
)
"""The settings of a server."""


def add_settings(command: argparse.ArgumentParser, *names: str) -> None:
    """Add the options of all settings, or of those in `names`. They are parsed by `chosen`."""
    for each in SETTINGS:
        if names and each.name not in names:
            continue
        default = f"; default {each.default}" if each.default else ""
        command.add_argument(
            each.option,
            action="append",
            metavar=each.metavar,
            help=f"{each.help}{default}{'; may be repeated' if each.many else ''}",
        )


def chosen(
    args: argparse.Namespace, environment: Mapping[str, str] = os.environ
) -> dict[str, Chosen]:
    """Return all settings by name. Raises Unusable."""
    found = {
        each.name: choose(each, getattr(args, each.name, None), environment) for each in SETTINGS
    }
    if found["data"].value is None and (folder := usual_folder()):
        found["data"] = Chosen(folder, str(folder), "default")
    if found["db"].value is None:
        file = str(must_have(found["data"].value) / DATABASE)
        found["db"] = Chosen(file, file, "default")
    return found


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the data folder of a command that has no option for it. Raises Unusable."""
    return must_have(choose(DATA, None, environment).value or usual_folder())


def choose(setting: Setting, typed: list[str] | None, environment: Mapping[str, str]) -> Chosen:
    """Return a setting's value. `typed` has the option's strings, or is None. Raises Unusable."""
    variable = environment.get(setting.variable)
    if typed is not None:
        texts, origin = typed, setting.option
    elif variable is not None:
        texts, origin = variable.split() if setting.many else [variable], setting.variable
    else:
        texts, origin = [setting.default] if setting.default else [], "default"
    if origin != "default" and not "".join(texts).strip():
        raise Unusable(f"{origin} is empty: give a value, or leave it out.")
    if len(set(texts)) > 1 and not setting.many:
        raise Unusable(f"{origin} is given more than once: give it once.")
    try:
        values = tuple(map(setting.parse, texts))
    except ValueError as error:
        raise Unusable(f"{origin}: {error}") from None
    value = values if setting.many else (values[0] if values else None)
    return Chosen(value, " ".join(texts), origin)


def usual_folder() -> Path | None:
    """Return the user's data folder according to the system's convention, or None if the user has
    no home folder.
    """
    from platformdirs import user_data_path

    try:
        folder = user_data_path("chabudai", appauthor=False)
    except RuntimeError:
        return None
    return folder if folder.is_absolute() else None  # relative in earlier versions


def must_have(folder: Path | None) -> Path:
    """Return the data folder. Raises Unusable if there is none."""
    if folder is None:
        raise Unusable("You have no home folder, and CHABUDAI_DATA is not set.")
    return folder


def check_environment(environment: Mapping[str, str] = os.environ) -> None:
    """Raise Unusable if a variable has our prefix, but is unknown."""
    known = [each.variable for each in SETTINGS] + [*OTHERS]
    for name in sorted(environment):
        if not name.startswith(START) or name in known:
            continue
        from difflib import get_close_matches

        ends = [each.removeprefix(START) for each in known]
        near = get_close_matches(name.removeprefix(START), ends, 1, 0.7)
        meant = f" Did you mean {START}{near[0]}?" if near else ""
        raise Unusable(f"The environment variable {name} is unknown.{meant}")
