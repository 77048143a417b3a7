"""The built web client, held in memory."""

from dataclasses import dataclass
from pathlib import Path

import msgspec

from chabudai.server.refusal import StartupFailed

STATIC = Path(__file__).parent / "static"


class Icon(msgspec.Struct, frozen=True):
    """An icon of the installed app, as in a web app manifest."""

    src: str
    type: str
    sizes: str
    purpose: str


class Manifest(msgspec.Struct, frozen=True):
    """The files that pages load, as paths below static/, written when the client is built.

    `image` is the picture for link previews. `images` maps each game to the picture for its tables.
    `tables` lists the style sheet and scripts that each game's tables need. `books` lists the games
    that have a page of goals, and `studios` the games that have a studio. `rules` is the style
    sheet for rulebooks, and `japanese` the one for Japanese characters. `icons` are the icons of
    the installed app. `worker` is the service worker. It stores the files listed in `kept`, and
    those listed in `kept_for` for the reader's language.
    """

    js: str
    css: str
    rules: str
    japanese: str
    preload: tuple[str, ...] = ()
    icon: str | None = None
    touch: str | None = None
    image: str | None = None
    images: dict[str, str] = {}
    tables: dict[str, tuple[str, ...]] = {}
    books: tuple[str, ...] = ()
    studios: tuple[str, ...] = ()
    icons: tuple[Icon, ...] = ()
    worker: str = ""
    kept: tuple[str, ...] = ()
    kept_for: dict[str, tuple[str, ...]] = {}


@dataclass(frozen=True, slots=True)
class Client:
    """The built client, kept in memory because the files may be upgraded while the server runs."""

    manifest: Manifest
    files: dict[str, bytes]


def read_client(folder: Path) -> Client:
    """Read the built client in `folder`. Raises StartupFailed if it is missing or incomplete."""
    try:
        manifest = msgspec.json.decode((folder / "manifest.json").read_bytes(), type=Manifest)
    except (OSError, msgspec.MsgspecError):
        text = "The web client has not been built: run `make client`, or install the package."
        raise StartupFailed(text) from None
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
    for needed in (manifest.js, manifest.css, manifest.rules, manifest.japanese):
        if needed not in files:
            raise StartupFailed(
                f"The web client is incomplete, {needed} is missing: run `make client`."
            )
    return Client(manifest, files)
