"""Draw the icons, and the posters for link previews, from the client's own art: `make art`.

This bundles the page `web/posters/main.tsx`, opens it in a browser, and writes each drawing on the
page to the file that the drawing names. A `drawn.json` next to the files records their contents, so
that a test can detect outdated drawings. Needs `make setup` and `make chromium`.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from mimetypes import guess_type
from pathlib import Path

import msgspec
from playwright.sync_api import Browser, Page, Route, sync_playwright

from tools import client
from tools.find_chromium import find_chromium

ROOT = Path(__file__).resolve().parent.parent
DRAWN = "drawn.json"
NODE = Path(sys.executable).with_name("node")
ADDRESS = "http://posters.localhost/"
PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8">'
    '<link rel="stylesheet" href="posters.css">'
    "<style>figure{margin:0}svg{display:block}svg svg{overflow:visible}"
    ".sitter-name{display:none}.sitter-mark{transform:scale(1.6)}</style>"
    '<body><script type="module" src="posters.js"></script></body></html>'
)
QUALITY = 84


class Drawn(msgspec.Struct, frozen=True):
    """The SHA-256 of a file's drawing, as SVG, and of the file itself."""

    shows: str
    file: str


def digest(content: bytes) -> str:
    """Return the SHA-256 in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


@contextmanager
def posters(browser: Browser) -> Generator[Page, None, None]:
    """Open the page with all drawings. Raise subprocess.CalledProcessError if it cannot
    be bundled.
    """
    with tempfile.TemporaryDirectory() as folder:
        command = (NODE, ROOT / "web/build/posters.mjs", folder, ROOT / client.GAMES)
        subprocess.run([str(part) for part in command], check=True)
        page = browser.new_page(reduced_motion="reduce", color_scheme="light", locale="en-GB")

        def answer(route: Route) -> None:
            name = route.request.url.removeprefix(ADDRESS)
            if name == "":
                route.fulfill(body=PAGE, content_type="text/html")
            else:
                kind = guess_type(name)[0] or "application/octet-stream"
                route.fulfill(body=Path(folder, name).read_bytes(), content_type=kind)

        page.route(f"{ADDRESS}**", answer)
        page.goto(ADDRESS)
        page.evaluate("document.fonts.ready.then(() => null)")
        yield page
        page.close()


def drawings(page: Page) -> dict[str, str]:
    """Return each file's drawing as SVG without a style sheet, by the file's path in
    the project.
    """
    found: dict[str, str] = page.evaluate("window.drawings()")
    return found


def draw(page: Page, file: str, shows: str) -> bytes:
    """Draw the content of a file as an image."""
    kind = Path(file).suffix
    if kind == ".svg":
        return shows.encode()
    figure = page.locator(f'[data-file="{file}"]')
    if kind == ".jpg":
        return figure.screenshot(type="jpeg", quality=QUALITY)
    return figure.screenshot()


def main() -> int:
    """Draw everything and return the exit code."""
    chromium = find_chromium()
    drawn: dict[str, Drawn] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.executable, args=list(chromium.args)
        )
        with posters(browser) as page:
            for file, shows in drawings(page).items():
                content = draw(page, file, shows)
                (ROOT / file).write_bytes(content)
                drawn[file] = Drawn(digest(shows.encode()), digest(content))
                print(file, len(content), "bytes")
        browser.close()
    keep(drawn)
    return 0


def keep(drawn: dict[str, Drawn]) -> None:
    """Record the drawing of each file in the file's folder."""
    for folder in {(ROOT / file).parent for file in drawn}:
        here = {
            Path(file).name: each
            for file, each in drawn.items()
            if folder.samefile((ROOT / file).parent)
        }
        encoded = msgspec.json.encode(here, order="sorted")
        (folder / DRAWN).write_bytes(msgspec.json.format(encoded, indent=2) + b"\n")


def kept(files: Iterable[str]) -> dict[str, Drawn]:
    """Return the records of these files. Raise KeyError for a file without one."""
    return {
        file: msgspec.json.decode(
            (ROOT / file).with_name(DRAWN).read_bytes(), type=dict[str, Drawn]
        )[Path(file).name]
        for file in files
    }


if __name__ == "__main__":
    sys.exit(main())
